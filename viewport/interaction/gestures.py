"""Runs one drag: passes events to its generator, previews to the stage, and at the end keeps its result or nothing.

Every preview is computed from the look at the press, so cancelling is closing the tool's generator: nothing was changed
and nothing has to be undone. While Shift is held the aim moves at a tenth of the pointer's speed.
"""

from __future__ import annotations

import msgspec

from pantin.viewport.tools.dragging.events import Event, Held, Move, Press, Release
from pantin.viewport.tools.tool import Dragging
from pantin.viewport.values.brush import Brush
from pantin.viewport.values.stage import Look, Preview, Stage

FINE = 0.1


class Aim(msgspec.Struct, frozen=True):
    """The point that a drag aims at. It follows the pointer, more slowly while Shift is held and without jumps."""

    x: float
    y: float
    pointer: tuple[float, float]

    def follow(self, x: float, y: float, fine: bool) -> Aim:
        """The aim after the pointer has moved to a pixel."""
        speed = FINE if fine else 1.0
        return Aim(self.x + (x - self.pointer[0]) * speed, self.y + (y - self.pointer[1]) * speed, (x, y))


class Gesture:
    """One drag, from its press to its end."""

    def __init__(self, stage: Stage, tool: Dragging, look: Look, press: Press) -> None:
        self._stage = stage
        self._aim = Aim(press.x, press.y, (press.x, press.y))
        self._tool = tool(look, press)
        self.look = look
        """The stage that was on screen at the press."""
        self.press = press
        self.shown: Preview | None = None
        """The latest preview; None once the drag is over, or where there was nothing to drag."""
        self.brush: Brush | None = None
        """The brush that the drag has led to, once it was kept."""
        self.then = ""
        """The name of the operation that follows after this one was kept."""
        self._send(None)

    @property
    def running(self) -> bool:
        """Return whether the drag has not ended."""
        return self.shown is not None

    def move(self, x: float, y: float, held: Held) -> None:
        """Handle a move of the pointer."""
        self._aim = self._aim.follow(x, y, held.shift)
        self._send(Move(self._aim.x, self._aim.y, (x, y), held))

    def send(self, event: Event) -> None:
        """Pass an event to the drag: a wheel notch or a key."""
        self._send(event)

    @property
    def pointer(self) -> tuple[float, float]:
        """Return the place of the pointer, pixels."""
        return self._aim.pointer

    def keep(self, by_key: bool = False) -> None:
        """End the drag and keep what it shows."""
        self._send(Release(by_key))

    def cancel(self) -> None:
        """End the drag and cancel its preview."""
        if self.running:
            self._tool.close()
            self.shown = None
            self._stage.cancel_preview()

    def _send(self, event: Event | None) -> None:
        try:
            self.shown = next(self._tool) if event is None else self._tool.send(event)
        except StopIteration as end:
            began = self.shown is not None
            self.shown = None
            if end.value is not None and end.value.preview.brush is not None:
                self.brush = end.value.preview.brush
                self._stage.cancel_preview()
            elif end.value is not None:
                self.then = end.value.then
                self._stage.keep(end.value)
            elif began:
                self._stage.cancel_preview()
        except Exception:
            self.shown = None
            self._stage.cancel_preview()
            raise
        else:
            self._stage.preview(self.shown)
