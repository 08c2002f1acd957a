"""How a stored number is shown, scrubbed and typed.

Rigs store metres and radians. People see degrees; positions in metres, as one reads them off the grid; single lengths
in centimetres, as one measures a limb. A `Quantity` is that choice for one field, made from its declaration.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any

from rigs.fields import Field, Stiffness
from widgets.arithmetic import evaluate

MINUS = "−"
_ANGLES = {"deg": 1.0, "degree": 1.0, "degrees": 1.0, "°": 1.0, "rad": 180 / math.pi, "turn": 360.0, "turns": 360.0}
_METRES = {"m": 1.0, "cm": 0.01, "mm": 0.001, "km": 1000.0, "in": 0.0254, '"': 0.0254, "ft": 0.3048, "'": 0.3048}


@dataclass(frozen=True, slots=True)
class Quantity:
    """Stored number ↔ shown number: `scale` is shown per stored, `step` is a pixel, `snap` is Ctrl."""

    suffix: str = ""
    unit_name: str = ""
    scale: float = 1.0
    decimals: int = 2
    step: float = 0.01
    snap: float = 0.1
    lower: float | None = None
    upper: float | None = None
    whole: bool = False
    filled: bool = False
    """A bar behind the number shows how much of the range it is: for parts of a whole, not for angles and counts."""
    units: Mapping[str, float] = dataclass_field(default_factory=dict)

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
        return self.suffix[:-1] if text == "1" and self.suffix.endswith("s") else self.suffix

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
        """Where the number stands between the ends, 0 to 1."""
        return (stored - self.lower) / (self.upper - self.lower)


def quantity_of(field: Field) -> Quantity:
    """How the numbers of `field` are shown, by its unit and kind."""
    lower, upper = field.lower, field.upper
    if field.unit == "rad":
        return degrees(lower, upper)
    if field.unit == "m":
        return metres() if field.kind == "vector" else centimetres()
    if field.kind == "count":
        return _count(field)
    if field.kind == "axis_numbers":
        lower, upper = range_of(Stiffness)
    decimals = 3 if field.step < 0.005 else 2
    bar = lower is not None and upper is not None
    return Quantity(decimals=decimals, step=field.step, snap=10 * field.step, lower=lower, upper=upper, filled=bar)


def range_of(declared: Any) -> tuple[float | None, float | None]:
    """The ends that an annotated number such as `Stiffness` declares."""
    meta = declared.__metadata__[0]
    return meta.ge, meta.le


def degrees(lower: float | None = None, upper: float | None = None, decimals: int = 1) -> Quantity:
    """Radians, shown in degrees: half a degree a pixel, five with Ctrl."""
    return Quantity("°", "degrees", 180 / math.pi, decimals, math.pi / 360, math.pi / 36, lower, upper, units=_ANGLES)


def metres() -> Quantity:
    """Positions: a millimetre a pixel, a centimetre with Ctrl."""
    return Quantity("m", "metres", 1.0, 3, 0.001, 0.01, units=_METRES)


def centimetres() -> Quantity:
    """Lengths of single things."""
    units = {unit: size * 100 for unit, size in _METRES.items()}
    return Quantity("cm", "centimetres", 100.0, 1, 0.001, 0.01, units=units)


def length_text(metres_long: float) -> str:
    """A length to read: centimetres, or metres from 10 m on."""
    return f"{metres_long:.2f} m" if metres_long >= 10 else f"{metres_long * 100:.1f} cm"


def words(choice: str) -> str:
    """A choice as people write it: `local_with_parent` is "Local with parent"."""
    return choice.replace("_", " ").capitalize()


def _count(field: Field) -> Quantity:
    step = _PIXELS.get(field.unit, field.step)
    return Quantity(
        field.unit,
        field.unit,
        decimals=0,
        step=step,
        snap=max(1.0, 10 * step),
        lower=field.lower,
        upper=field.upper,
        whole=True,
        units={field.unit: 1.0},
    )


_PIXELS = {"bones": 0.125}
"""A chain grows by one bone every eight pixels: one a pixel could not be held."""
