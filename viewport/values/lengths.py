"""Lengths in words: what is written over the figure, in the unit that people chose.

"auto" is the unit that fits: metres in the numbers of a drag, and beside what is measured the one that needs the fewest
digits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from pantin.viewport.messages import _

Lengths = Literal["auto", "m", "cm", "mm", "in"]
MINUS = "\N{MINUS SIGN}"


class Unit(NamedTuple):
    """A unit of length: how many metres one is, and the decimals that it is written with."""

    name: str
    metres: float
    decimals: int


UNITS: Mapping[str, Unit] = {unit.name: unit for unit in (Unit("m", 1.0, 3), Unit("cm", 0.01, 1), Unit("mm", 0.001, 1))}
INCH = Unit("in", 0.0254, 2)


def typed_in(lengths: Lengths) -> Unit:
    """The unit of numbers that are typed during a drag, and of those that it shows."""
    return INCH if lengths == "in" else UNITS.get(lengths, UNITS["m"])


def offset_in_words(offset: Sequence[float], whole: float, lengths: Lengths) -> str:
    """Return the displacement of a drag along X, Y and Z and altogether: "Dx 0.100 Dy 0.000 Dz −0.020 (0.102) m"."""
    unit = typed_in(lengths)
    each = "  ".join(f"D{axis} {_number(metres, unit)}" for axis, metres in zip("xyz", offset, strict=True))
    return f"{each}  ({_number(whole, unit)}) {unit.name}"


def distance_in_words(metres: float, lengths: Lengths) -> str:
    """A distance as a label says it: "127 mm", "0.42 mm", "1.27 m"; in the unit that people chose where they did."""
    if lengths != "auto":
        unit = typed_in(lengths)
        return f"{_number(metres, unit)} {unit.name}"
    if metres >= 0.9995:
        return f"{metres:.2f} m"
    return f"{metres * 1000:.0f} mm" if metres >= 0.00995 else f"{metres * 1000:.2f} mm"


def span_in_words(metres: float, lengths: Lengths) -> str:
    """Return the length of something that is being drawn: "13.8 cm", "1.27 m"; in the unit that people chose where they
    did.
    """
    if lengths == "auto" and 0.00995 <= metres < 0.9995:
        return distance_in_words(metres, "cm")
    return distance_in_words(metres, lengths)


def residual_in_words(metres: float, lengths: Lengths) -> str:
    """Return a residual in words. It is small: millimetres where nobody asked for inches."""
    return distance_in_words(metres, "in" if lengths == "in" else "auto")


def view_in_words(orthographic: bool, in_rest_pose: bool, cell: str) -> str:
    """Return the name of the view, and what a cell of its grid measures; at rest, that the rest pose is edited."""
    if in_rest_pose:
        return _("Orthographic · rest pose, editing") if orthographic else _("Perspective · rest pose, editing")
    text = _("Orthographic · grid {cell}") if orthographic else _("Perspective · grid {cell}")
    return text.format(cell=cell)


def cell_in_words(metres: float, lengths: Lengths) -> str:
    """Return the distance of the lines of the grid, a round number of metres: "10 cm", "0.1 m", "3.94 in"."""
    fitting = next((unit for unit in UNITS.values() if metres > 0.999 * unit.metres), UNITS["mm"])
    unit = fitting if lengths == "auto" else typed_in(lengths)
    number = metres / unit.metres
    return f"{number:.0f} {unit.name}" if number >= 100 else f"{number:.3g} {unit.name}"


def _number(metres: float, unit: Unit) -> str:
    return f"{round(metres / unit.metres, unit.decimals) + 0.0:.{unit.decimals}f}".replace("-", MINUS)
