"""In which unit people see and type numbers. Rigs store metres and radians, whatever is chosen here.

`current` is the one place that knows which unit lengths are shown in now. Left to itself ("auto"), a position is in
metres, as one reads it off the grid, and a single length in centimetres, as one measures a limb.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

Measure = Literal["position", "length", "residual"]
"""A place in space; how long something is; how little is left."""


@dataclass(frozen=True, slots=True)
class Unit:
    """How a number is written: `scale` is shown per stored; `step` is a pixel and `snap` is Ctrl, both as stored."""

    suffix: str = ""
    name: str = ""
    scale: float = 1.0
    decimals: int = 2
    step: float = 0.01
    snap: float = 0.1
    typed: Mapping[str, float] = field(default_factory=dict)
    """Units that may be typed, and how much one of each is in this one."""


_METRES = {"m": 1.0, "cm": 0.01, "mm": 0.001, "km": 1000.0, "in": 0.0254, '"': 0.0254, "ft": 0.3048, "'": 0.3048}
_DEGREES = {"deg": 1.0, "degree": 1.0, "degrees": 1.0, "°": 1.0, "rad": 180 / math.pi, "turn": 360.0, "turns": 360.0}


def _length(suffix: str, name: str, decimals: int, step: float, snap: float) -> Unit:
    scale = 1 / _METRES[suffix]
    return Unit(suffix, name, scale, decimals, step, snap, {unit: size * scale for unit, size in _METRES.items()})


M = _length("m", "metres", 3, 0.001, 0.01)
CM = _length("cm", "centimetres", 1, 0.001, 0.01)
MM = _length("mm", "millimetres", 1, 0.001, 0.01)
INCH = _length("in", "inches", 2, 0.00127, 0.0254)

LENGTHS = {unit.suffix: unit for unit in (M, CM, MM, INCH)}
AUTO: Mapping[Measure, Unit] = {"position": M, "length": CM, "residual": MM}


def degrees(decimals: int = 1) -> Unit:
    """Angles: half a degree a pixel, five with Ctrl."""
    return Unit("°", "degrees", 180 / math.pi, decimals, math.pi / 360, math.pi / 36, _DEGREES)


def show_lengths_in(app: QApplication, name: str) -> None:
    """Show lengths in "m", "cm", "mm", "in" or "auto" from here on; every field on screen follows."""
    if name != app.property("lengths"):
        app.setProperty("lengths", name)
        for widget in app.allWidgets():
            app.sendEvent(widget, QEvent(QEvent.Type.LocaleChange))
            widget.update()


def current(measure: Measure) -> Unit:
    """The unit that such a measure is shown in now. What is left is small: millimetres, or inches where chosen."""
    app = QApplication.instance()
    chosen = LENGTHS.get(app.property("lengths")) if app else None
    if measure == "residual" and chosen is not INCH:
        return MM
    return chosen or AUTO[measure]
