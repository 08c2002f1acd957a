"""The loop that drags share: show a preview, take the next event, and keep the last preview at the release.

A drag is an immutable value, and every event makes another one. Each preview is computed from what was on screen at the
press, so that coming back to the start is the start.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Protocol

from msgspec.structs import replace

from pantin.viewport.tools.dragging.drag_target import active_bone, with_pressed_selected
from pantin.viewport.tools.dragging.events import Event, Press, Release
from pantin.viewport.values.stage import DragResult, Look, Preview


class Drag(Protocol):
    """The state of a drag, immutable; everything that decides what it shows."""

    @property
    def label(self) -> str:
        """Return the label of the step of undo."""
        ...

    def after(self, event: Event) -> Drag:
        """The drag after one more event."""
        ...

    def preview(self) -> Preview:
        """Return the preview."""
        ...


def run_drag(drag: Drag) -> Generator[Preview, Event, DragResult | None]:
    """Preview the drag after every event; return its result at the release."""
    while True:
        preview = drag.preview()
        event = yield preview
        if isinstance(event, Release):
            return DragResult(drag.label, preview)
        drag = drag.after(event)


def drag_selected(
    look: Look, press: Press, begin: Callable[[Look, Press, str], Drag]
) -> Generator[Preview, Event, DragResult | None]:
    """Drag what was pressed, or what is selected; nothing where there is neither.

    `begin` gets the look with the pressed bone selected, the press, and the name of the active bone.
    """
    look = replace(look, document=with_pressed_selected(look, press))
    name = active_bone(look.document)
    if name is None:
        return None
    return (yield from run_drag(begin(look, press, name)))
