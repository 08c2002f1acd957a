"""Scale: drag a box of the gizmo, or scale with the keyboard. X, Y and Z keep to an axis, digits give the factor.

How much farther from the pivot the pointer is than at the press is the factor. Numbers typed for one axis after
another, with Tab between them, scale each by its own; one alone scales all that is left.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from math import exp, hypot

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.document import Document
from pantin.solver.edits import posing
from pantin.viewport.tools.dragging import drag_axes, drag_overlay, grip, reshaping
from pantin.viewport.tools.dragging.events import (
    Event,
    Held,
    Key,
    Move,
    Press,
    Release,
)
from pantin.viewport.tools.dragging.typed_number import NOTHING_TYPED, Typed
from pantin.viewport.values.stage import Kept, Look, Preview

Array = NDArray[np.float64]

SNAP = 0.1
"""Ctrl scales in steps of this much."""

CLOSEST = 12.0
"""A pointer pressed closer to the pivot than this is taken for being so far from it, pixels."""

GROWTH = 120.0
"""The box in the middle: so many pixels to the right or up multiply by e."""


def scale(look: Look, press: Press) -> Generator[Preview, Event, Kept | None]:
    """Scale what was pressed, or what is selected."""
    look = replace(look, document=grip.taken(look, press))
    name = grip.lead(look.document)
    if name is None:
        return None
    drag = _taken_hold(look, press, name)
    while True:
        preview = drag.preview()
        event = yield preview
        if isinstance(event, Release):
            return Kept(f"Scale {grip.title(look.document)}", preview)
        drag = drag.heard(event)


@dataclass(frozen=True, eq=False)
class _Drag:
    """Everything that decides what scaling shows."""

    look: Look
    press: Press
    names: tuple[str, ...]
    pivot: Array
    way: drag_axes.Way
    aim: tuple[float, float]
    held: Held
    typed: Typed = NOTHING_TYPED

    def heard(self, event: Event) -> _Drag:
        """The drag after one more event."""
        turned = self.way.heard(event, self.press.lens, self.pivot, (self.press.x, self.press.y))
        after = replace(self, way=turned)
        match event:
            case Move():
                return replace(after, aim=(event.x, event.y), held=event.held)
            case Key(name=name):
                return replace(after, typed=self.typed.key(name, len(turned.kept)))
        return after

    def preview(self) -> Preview:
        """What to show."""
        lens = self.press.lens
        factors = self._factors()
        document = self._scaled(factors)
        words = self._words(factors)
        beside = drag_overlay.grown(self._centre(), self.aim, words)
        overlay = replace(beside, ghost=self.look.evaluated.matrices, guides=self.way.guides(lens, self.pivot))
        return Preview(document, overlay=overlay, readout=f"Scale {words}  {self.way.name}".rstrip())

    def _scaled(self, factors: Array) -> Document:
        look, pivot = self.look, self.press.settings.pivot
        if look.resting:
            return reshaping.scaled(look.document, factors, self.way.axes, pivot)
        orientation = "local" if self.way.free else self.way.orientation
        axes = grip.each_oriented(look, self.names, orientation, self.press.lens)
        place = None if pivot == "individual" else self.pivot
        return posing.scale(look.document, look.evaluated, self.names, factors, axes, place)

    def _factors(self) -> Array:
        typed = self.typed.numbers(otherwise=1.0)
        if typed is None:
            factor = self._factor()
            typed = (round(factor / SNAP) * SNAP,) if self.held.ctrl else (factor,)
        given = typed * 3 if len(typed) == 1 else typed + (1.0,) * 3
        found = np.ones(3)
        for axis, factor in zip(self.way.kept, given, strict=False):
            found[axis] = factor
        return found

    def _factor(self) -> float:
        """What the pointer asks for."""
        x, y = self._centre()
        start, now = (self.press.x - x, self.press.y - y), (self.aim[0] - x, self.aim[1] - y)
        if self.press.part == "centre":
            return exp((now[0] - start[0] + start[1] - now[1]) / GROWTH)
        far = hypot(*start)
        along = hypot(*now) if self.way.free or self.press.keyboard else float(np.dot(now, start)) / max(far, 1e-9)
        return 1.0 + (along - far) / max(far, CLOSEST)

    def _centre(self) -> tuple[float, float]:
        x, y = self.press.lens.project(self.pivot)[0, :2].tolist()
        return (x, y)

    def _words(self, factors: Array) -> str:
        if self.typed:
            return f"× {self.typed}"
        kept = [f"{factors[axis]:.3f}" for axis in self.way.kept]
        return f"× {kept[0] if len(set(kept)) == 1 else '  '.join(kept)}".replace("-", "\N{MINUS SIGN}")


def _taken_hold(look: Look, press: Press, name: str) -> _Drag:
    return _Drag(
        look,
        press,
        names=posing.topmost(look.document.rig, look.document.selected),
        pivot=grip.pivot_point(look, name, press.settings.pivot),
        way=drag_axes.taken(look, name, press),
        aim=(press.x, press.y),
        held=press.held,
    )
