"""In which unit people see and type numbers. Rigs store metres and radians, whatever is chosen here.

Without a choice ("auto"), a position is in metres, as one reads it off the grid, and a single length in centimetres, as
one measures a limb.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

import msgspec

from pantin.widgets.messages import _

Measure = Literal["position", "length", "residual"]
"""A place in space; how long something is; how little is left."""


class Unit(msgspec.Struct, frozen=True):
    """The writing of a number: `scale` is shown per stored; `step` is a pixel and `snap` is Ctrl, both as stored."""

    suffix: str = ""
    name: str = ""
    scale: float = 1.0
    decimals: int = 2
    step: float = 0.01
    snap: float = 0.1
    typed: Mapping[str, float] = msgspec.field(default_factory=dict)
    """Units that may be typed, and how much one of each is in this one."""


_METRES = {"m": 1.0, "cm": 0.01, "mm": 0.001, "km": 1000.0, "in": 0.0254, '"': 0.0254, "ft": 0.3048, "'": 0.3048}
_DEGREES = {"deg": 1.0, "degree": 1.0, "degrees": 1.0, "°": 1.0, "rad": 180 / math.pi, "turn": 360.0, "turns": 360.0}


def _length(suffix: str, name: str, decimals: int, step: float, snap: float) -> Unit:
    scale = 1 / _METRES[suffix]
    return Unit(suffix, name, scale, decimals, step, snap, {unit: size * scale for unit, size in _METRES.items()})


M = _length("m", _("metres"), 3, 0.001, 0.01)
CM = _length("cm", _("centimetres"), 1, 0.001, 0.01)
MM = _length("mm", _("millimetres"), 1, 0.001, 0.01)
INCH = _length("in", _("inches"), 2, 0.00127, 0.0254)

LENGTHS = {unit.suffix: unit for unit in (M, CM, MM, INCH)}
AUTO: Mapping[Measure, Unit] = {"position": M, "length": CM, "residual": MM}


def degrees(decimals: int = 1) -> Unit:
    """Angles: half a degree a pixel, five with Ctrl."""
    return Unit("°", _("degrees"), 180 / math.pi, decimals, math.pi / 360, math.pi / 36, _DEGREES)


class Lengths(msgspec.Struct, frozen=True):
    """In which unit lengths are shown: the `chosen` one, or where that is None, one that suits what is measured."""

    chosen: Unit | None = None

    def unit(self, measure: Measure) -> Unit:
        """The unit of such a measure. Residuals are small: millimetres, or inches where chosen."""
        if measure == "residual" and self.chosen is not INCH:
            return MM
        return self.chosen or AUTO[measure]


def lengths_in(name: str) -> Lengths:
    """Lengths in "m", "cm", "mm" or "in"; any other name, such as "auto", chooses none of them."""
    return Lengths(LENGTHS.get(name))
