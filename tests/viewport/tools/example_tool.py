"""A small tool, as somebody would add it: this file, and a line in the table of `pantin.viewport.tools`.

It nudges the selected bones by whole centimetres to the right. The walk-through of CONTRIBUTING.md is about it.
"""

from __future__ import annotations

from collections.abc import Generator

import msgspec
import numpy as np
from msgspec.structs import replace

from pantin.solver.edits.posing import posing
from pantin.viewport.tools.dragging import drag_target
from pantin.viewport.tools.dragging.drag_hints import DragState, Hints, ending
from pantin.viewport.tools.dragging.drag_loop import drag_selected
from pantin.viewport.tools.dragging.events import Event, Move, Press
from pantin.viewport.tools.tool import MenuEntry, Operation, Tool
from pantin.viewport.values.stage import DragResult, Drawn, Look, Preview

STEP = 0.01
"""Metres."""


def nudge(look: Look, press: Press) -> Generator[Preview, Event, DragResult | None]:
    """Move what was pressed, or what is selected, by whole centimetres along X."""
    return drag_selected(look, press, lambda look, press, name: _Drag(look, press, press.x))


class _Drag(msgspec.Struct, frozen=True, eq=False):
    """Everything that decides how far bones are nudged; `aim` is where the pointer is, pixels from the left."""

    look: Look
    press: Press
    aim: float

    @property
    def label(self) -> str:
        """Return what the step of undo is called."""
        return f"Nudge {drag_target.title(self.look.document)}"

    def after(self, event: Event) -> _Drag:
        """The drag after one more event."""
        return replace(self, aim=event.x) if isinstance(event, Move) else self

    def preview(self) -> Preview:
        """Return what to show: one step for every ten pixels."""
        look, steps = self.look, round((self.aim - self.press.x) / 10)
        offset = np.array((steps * STEP, 0.0, 0.0))
        document = posing.translate(look.document, look.evaluated, look.document.selected, offset)
        return Preview(document, extras=Drawn(readout=f"{steps} cm"))


def _hints(state: DragState) -> Hints:
    return (*ending(state), ("Drag", "Nudge by centimetres"))


NUDGE_ENTRY = MenuEntry("Nudge", "The selected bones go to the right by whole centimetres.", "move", ("N",))

NUDGE = Operation("nudge", nudge, _hints, NUDGE_ENTRY)

TOOL = Tool(
    "nudge",
    NUDGE,
    MenuEntry("Nudge tool", "Drag a bone by whole centimetres.", "move", ("Shift+N",), within="Nudge"),
    over_bone="nudge the bone",
)
