"""Move: drag a bone, drag the gizmo, or press G. X, Y and Z keep to an axis, digits say how far.

With Auto IK on, the bone is pulled and its chain follows; otherwise the selected bones move plainly. Every event
recomputes the pose from the look at the press, so that coming back to the start is the start.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rigs.document import Document
from solver import Grab
from viewport.events import Event, Held, Key, Move, Press, Release
from viewport.overlay import Overlay
from viewport.stage import Kept, Look, Preview
from viewport.tools import grip, way
from viewport.tools.auto_ik import pulling
from viewport.tools.shifting import shifting
from viewport.tools.typed import number, typed

Array = NDArray[np.float64]


class Mover(Protocol):
    """What an offset of the pointer does to the pose."""

    @property
    def chain_length(self) -> int | None: ...
    def to(self, offset: Array) -> tuple[Document, tuple[Grab, ...]]: ...
    def heard(self, event: Event) -> Mover: ...
    def overlay(self, at: tuple[float, float]) -> Overlay: ...


def move(look: Look, press: Press) -> Generator[Preview, Event, Kept | None]:
    """Move what was pressed, or what is selected."""
    look = replace(look, document=grip.taken(look.document, press))
    name = grip.lead(look.document)
    if name is None:
        return None
    drag = _taken_hold(look, press, name)
    while True:
        preview = drag.preview()
        event = yield preview
        if event == Release():
            return Kept(drag.label, preview)
        drag = drag.heard(event)


@dataclass(frozen=True, eq=False)
class _Drag:
    """Everything that decides what a move shows."""

    look: Look
    press: Press
    name: str
    point: Array
    mover: Mover
    way: way.Way
    label: str
    aim: tuple[float, float]
    at: tuple[float, float]
    held: Held
    text: str = ""

    def heard(self, event: Event) -> _Drag:
        """The drag after one more event."""
        match event:
            case Move():
                return replace(self, aim=(event.x, event.y), at=event.at, held=event.held)
            case Key():
                turned = way.after_key(self.way, event.name, grip.axes_of(self.look, self.name))
                return replace(self, way=turned, text=typed(self.text, event.name), mover=self.mover.heard(event))
        return replace(self, mover=self.mover.heard(event))

    def preview(self) -> Preview:
        """What to show."""
        offset = self._offset()
        document, grabs = self.mover.to(offset)
        overlay = replace(self.mover.overlay(self.at), guides=self.way.guides(self.press.lens, self.point))
        return Preview(document, grabs, overlay, self._readout(offset), self.mover.chain_length)

    def _offset(self) -> Array:
        metres = number(self.text)
        if metres is not None:
            return self.way.by(metres)
        lens = self.press.lens
        offset = self.way.offset(lens, self.point, (self.press.x, self.press.y), self.aim)
        snaps = self.held.ctrl and self.mover.chain_length is None
        return self.way.snapped(offset, way.step(lens, self.point)) if snaps else offset

    def _readout(self, offset: Array) -> str:
        if self.text:
            return f"{self.text} m  {self.way.name or 'along X'}".replace("-", "\N{MINUS SIGN}")
        numbers = "  ".join(f"D{axis} {value:.3f}" for axis, value in zip("xyz", offset + 0.0, strict=True))
        return f"{numbers} m  {self.way.name}".replace("-", "\N{MINUS SIGN}").rstrip()


def _taken_hold(look: Look, press: Press, name: str) -> _Drag:
    names = look.document.selected
    point = np.asarray(press.hit.point) if press.hit else grip.moving_point(look, name)
    pulls = press.settings.auto_ik and (press.hit is not None or len(names) == 1)
    return _Drag(
        look,
        press,
        name,
        point,
        mover=pulling(look, name, press.settings.chain_length) if pulls else shifting(look, point),
        way=way.of_part(press.part, grip.WORLD, own=False),
        label=f"{'Drag' if press.hit else 'Move'} {grip.title((name,) if pulls else names)}",
        aim=(press.x, press.y),
        at=(press.x, press.y),
        held=press.held,
    )
