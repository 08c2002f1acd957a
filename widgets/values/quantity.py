"""Quantities: how a stored number is shown, scrubbed and typed.

Rigs store metres and radians. People see degrees, and lengths in the unit that they chose. A `Quantity` is that for one
field, made from its declaration.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from pantin.rigs.fields import Angle, Factor, Field, Stiffness
from pantin.widgets.messages import _
from pantin.widgets.values import units
from pantin.widgets.values.arithmetic import evaluate
from pantin.widgets.values.choices import CHOICES, COUNTED
from pantin.widgets.values.units import Lengths, Measure, Unit

MINUS = "−"


class Quantity(msgspec.Struct, frozen=True):
    """Stored number ↔ shown number in `unit`. A length says what is measured, so that another unit can be chosen."""

    unit: Unit = msgspec.field(default_factory=Unit)
    measure: Measure | None = None
    lower: float | None = None
    upper: float | None = None
    whole: bool = False
    filled: bool = False
    """A bar behind the number shows how much of the range it is: for parts of a whole, not for angles and counts."""

    def shown_in(self, lengths: Lengths) -> Quantity:
        """The same quantity in the unit in which such lengths are shown."""
        return replace(self, unit=lengths.unit(self.measure)) if self.measure else self

    @property
    def suffix(self) -> str:
        """The unit's sign, behind the number."""
        return self.unit.suffix

    @property
    def unit_name(self) -> str:
        """The unit as a word."""
        return self.unit.name

    @property
    def scale(self) -> float:
        """Shown units per stored unit."""
        return self.unit.scale

    @property
    def decimals(self) -> int:
        """Digits behind the point."""
        return self.unit.decimals

    @property
    def step(self) -> float:
        """The change of one pixel, as stored."""
        return self.unit.step

    @property
    def snap(self) -> float:
        """Return the step that Ctrl rounds to, as stored."""
        return self.unit.snap

    @property
    def units(self) -> Mapping[str, float]:
        """Return the units that may be typed behind a number."""
        return self.unit.typed

    @property
    def bounded(self) -> bool:
        """True where both ends are known."""
        return self.lower is not None and self.upper is not None

    @property
    def key_step(self) -> float:
        """The change of one arrow key: a scrub pixel, but never less than the last digit shown."""
        return 1.0 if self.whole else max(self.step, 10.0**-self.decimals / self.scale)

    def text(self, stored: float) -> str:
        """The number as shown: fixed decimals, a true minus, no minus before zero."""
        return self.text_with(stored, self.decimals)

    def text_with(self, stored: float, decimals: int) -> str:
        """As `text`, with so many decimals."""
        shown = f"{stored * self.scale:.{decimals}f}"
        if shown[0] == "-":
            shown = MINUS + shown[1:] if shown.strip("-0.") else shown[1:]
        return shown

    def suffix_for(self, text: str) -> str:
        """The unit behind `text`: one bone, two bones."""
        if self.suffix not in COUNTED:
            return self.suffix
        one, many = COUNTED[self.suffix]
        return one if text == "1" else many

    def editable(self, stored: float) -> str:
        """The number as one starts to type over it: with the digits that the fixed decimals hide."""
        shown = self.text_with(stored, self.decimals + (0 if self.whole else 3))
        short = self.text(stored)
        exact = shown.rstrip("0").rstrip(".") if "." in shown else shown
        return exact if len(exact) > len(short) else short

    def parse(self, text: str) -> float:
        """The stored number that was typed, kept within the range. Raises `NotANumber`."""
        return self.clamp(evaluate(text, self.units) / self.scale)

    def clamp(self, stored: float) -> float:
        """The nearest number that is allowed."""
        if self.lower is not None:
            stored = max(self.lower, stored)
        if self.upper is not None:
            stored = min(self.upper, stored)
        return round(stored) if self.whole else stored

    def part(self, stored: float) -> float:
        """Return the part of the way between the ends, 0 to 1; 0 where an end is open."""
        if self.lower is None or self.upper is None:
            return 0.0
        return (stored - self.lower) / (self.upper - self.lower)


def quantity_of(declared: Field) -> Quantity:
    """Return the quantity of a field's numbers, by its unit and kind; lengths in the unit of "auto"."""
    lower, upper = declared.lower, declared.upper
    if declared.kind == "axis_bounds":
        lower, upper = _BOUNDS.get(declared.unit, (None, None))
    if declared.unit == "rad":
        return degrees(lower, upper)
    if declared.unit == "m":
        return positions() if declared.kind in ("vector", "axis_bounds") else lengths(lower, upper)
    if declared.kind == "count":
        return _count(declared)
    if declared.kind == "axis_numbers":
        lower, upper = range_of(Stiffness)
    bar = lower is not None and upper is not None
    decimals = 6 if declared.step < 1e-4 else 3 if declared.step < 0.005 else 2
    plain = Unit(
        declared.unit, _WORDS.get(declared.unit, ""), decimals=decimals, step=declared.step, snap=10 * declared.step
    )
    return Quantity(plain, None, lower, upper, filled=bar)


def range_of(declared: Any) -> tuple[float | None, float | None]:
    """The ends that an annotated number such as `Stiffness` declares."""
    meta = declared.__metadata__[0]
    return meta.ge, meta.le


def degrees(lower: float | None = None, upper: float | None = None, decimals: int = 1) -> Quantity:
    """Radians, shown in degrees."""
    return Quantity(units.degrees(decimals), None, lower, upper)


def positions() -> Quantity:
    """Positions in space, stored in metres."""
    return Quantity(units.AUTO["position"], "position")


def lengths(lower: float | None = None, upper: float | None = None) -> Quantity:
    """Lengths of single things, stored in metres."""
    return Quantity(units.AUTO["length"], "length", lower, upper)


def length_text(metres: float, shown: Lengths) -> str:
    """A length to read. Where no unit is chosen, one of 10 m and more is in metres."""
    if shown.unit("length") is units.AUTO["length"] and metres >= 10:
        return f"{metres:.2f} m"
    quantity = lengths().shown_in(shown)
    return f"{quantity.text(metres)} {quantity.suffix}"


def residual_text(metres: float, shown: Lengths) -> str:
    """A residual to read; small ones get more decimals."""
    unit = shown.unit("residual")
    number = metres * unit.scale
    return f"{number:.{_residual_decimals(number, unit)}f} {unit.suffix}"


def _residual_decimals(shown: float, unit: Unit) -> int:
    if unit is units.INCH:
        return 2 if shown >= 1 else 3
    return 0 if shown >= 10 else 2


def words(choice: str) -> str:
    """A choice as people write it: `local_with_parent` is "Local with parent", the axis `-x` is "−X"."""
    if choice.startswith("-"):
        return MINUS + words(choice[1:])
    return CHOICES.get(choice) or choice.replace("_", " ").capitalize()


def _count(declared: Field) -> Quantity:
    step = _PIXELS.get(declared.unit, declared.step)
    name = COUNTED[declared.unit][1] if declared.unit in COUNTED else _WORDS.get(declared.unit, declared.unit)
    unit = Unit(declared.unit, name, decimals=0, step=step, snap=max(1.0, 10 * step), typed={declared.unit: 1.0})
    return Quantity(unit, None, declared.lower, declared.upper, whole=True)


_WORDS = {"s": _("seconds"), "rad/s": _("radians a second"), "px": _("pixels")}
"""The words for units that are written short."""

_BOUNDS = {"rad": range_of(Angle), "": range_of(Factor)}
"""The ends of ranges that may be open, by their unit."""

_PIXELS = {"bones": 0.125}
"""A chain grows by one bone every eight pixels: one a pixel could not be held."""
