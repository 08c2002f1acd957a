"""Move: drag a bone, drag the gizmo, or move with the keyboard. X, Y and Z keep to an axis, digits say how far.

With Auto IK on, the bone is pulled and its chain follows; otherwise the selected bones move plainly. Every event
recomputes the pose from the look at the press, so that coming back to the start is the start.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.document import Document
from pantin.solver import Grab
from pantin.viewport.tools.auto_ik import pulling
from pantin.viewport.tools.dragging import drag_axes, drag_overlay, grip
from pantin.viewport.tools.dragging.events import (
    Event,
    Held,
    Key,
    Move,
    Press,
    Release,
)
from pantin.viewport.tools.dragging.shifting import Reshaping, shifting
from pantin.viewport.tools.dragging.typed_number import NOTHING_TYPED, Typed
from pantin.viewport.values.lengths import offset_in_words, typed_in
from pantin.viewport.values.overlay import Label, Overlay
from pantin.viewport.values.stage import Kept, Look, Preview

Array = NDArray[np.float64]


class Mover(Protocol):
    """What an offset of the pointer does to the pose."""

    @property
    def chain_length(self) -> int | None: ...
    def to(self, offset: Array, way: drag_axes.Way) -> tuple[Document, tuple[Grab, ...]]: ...
    def heard(self, event: Event) -> Mover: ...
    def settled(self, offset: Array, aim: tuple[float, float]) -> tuple[Array, str]: ...
    def overlay(self, at: tuple[float, float]) -> Overlay: ...


def move(look: Look, press: Press) -> Generator[Preview, Event, Kept | None]:
    """Move what was pressed, or what is selected."""
    look = replace(look, document=grip.taken(look, press))
    name = grip.lead(look.document)
    if name is None:
        return None
    drag = _taken_hold(look, press, name)
    while True:
        preview = drag.preview()
        event = yield preview
        if isinstance(event, Release):
            return Kept(drag.label, preview)
        drag = drag.heard(event)


@dataclass(frozen=True, eq=False)
class _Drag:
    """Everything that decides what a move shows."""

    look: Look
    press: Press
    point: Array
    mover: Mover
    way: drag_axes.Way
    label: str
    aim: tuple[float, float]
    at: tuple[float, float]
    held: Held
    typed: Typed = NOTHING_TYPED

    def heard(self, event: Event) -> _Drag:
        """The drag after one more event."""
        turned = self.way.heard(event, self.press.lens, self.point, (self.press.x, self.press.y))
        after = replace(self, way=turned, mover=self.mover.heard(event))
        match event:
            case Move():
                return replace(after, aim=(event.x, event.y), at=event.at, held=event.held)
            case Key(name=name):
                return replace(after, typed=self.typed.key(name, len(turned.kept)))
        return after

    def preview(self) -> Preview:
        """What to show."""
        offset, snapped = self._offset()
        document, grabs = self.mover.to(offset, self.way)
        beside = drag_overlay.went(self.press.lens, self.point, offset, self.press.settings.lengths)
        overlay = replace(
            self.mover.overlay(self.at),
            ghost=self.look.evaluated.matrices,
            guides=self.way.guides(self.press.lens, self.point),
            shapes=beside.shapes,
            dots=beside.dots,
            labels=(*beside.labels, Label(self.at, snapped, "accent_text", (16.0, 8.0))) if snapped else beside.labels,
        )
        return Preview(document, grabs, overlay, self._readout(offset), self.mover.chain_length)

    def _offset(self) -> tuple[Array, str]:
        """How far it goes, and what it snaps to."""
        typed = self.typed.numbers()
        if typed is not None:
            return self.way.by([number * typed_in(self.press.settings.lengths).metres for number in typed]), ""
        lens = self.press.lens
        offset = self.way.offset(lens, self.point, (self.press.x, self.press.y), self.aim)
        if self.held.ctrl:
            return self.way.snapped(offset, drag_axes.step(lens, self.point)), ""
        return self.mover.settled(offset, self.aim) if self.way.free else (offset, "")

    def _readout(self, offset: Array) -> str:
        lengths = self.press.settings.lengths
        if self.typed:
            count = len(self.typed.texts)
            otherwise = "along X" if count == 1 else "  ".join("XYZ"[:count])
            return f"{self.typed} {typed_in(lengths).name}  {self.way.name or otherwise}"
        words = offset_in_words(offset.tolist(), float(np.linalg.norm(offset)), lengths)
        return f"{words}  {self.way.name}".rstrip()


def _taken_hold(look: Look, press: Press, name: str) -> _Drag:
    names = look.document.selected
    pivot = press.settings.pivot
    point = np.asarray(press.hit.point) if press.hit else grip.moving_pivot(look, name, pivot)
    pulls = press.settings.auto_ik and not look.resting and (press.hit is not None or len(names) == 1)
    if look.resting:
        mover: Mover = Reshaping(look, press)
    elif pulls:
        mover = pulling(look, name, press.settings.chain_length)
    else:
        mover = shifting(look, press, point)
    return _Drag(
        look,
        press,
        point,
        mover=mover,
        way=drag_axes.taken(look, name, press),
        label=f"{'Drag' if press.hit else 'Move'} {name if pulls else grip.title(look.document)}",
        aim=(press.x, press.y),
        at=(press.x, press.y),
        held=press.held,
    )
