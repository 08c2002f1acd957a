"""Duplicate: copies of the selected bones follow the pointer until they are put down. One step; Esc leaves no copy."""

from __future__ import annotations

from collections.abc import Generator

from msgspec.structs import replace

from pantin.rigs.editing.building.duplicating import duplicate as duplicated
from pantin.solver import rest_pose
from pantin.viewport.messages import _
from pantin.viewport.tools.dragging import drag_target
from pantin.viewport.tools.dragging.drag_hints import transform_hints
from pantin.viewport.tools.dragging.events import Event, Press
from pantin.viewport.tools.move import move
from pantin.viewport.tools.tool import MenuEntry, Operation
from pantin.viewport.values.stage import DragResult, Look, Preview


def duplicate(look: Look, press: Press) -> Generator[Preview, Event, DragResult | None]:
    """Copy the selected bones, and move the copies."""
    if not look.in_rest_pose or not look.document.selected:
        return None
    document = duplicated(look.document, look.document.selected)
    kept = yield from move(Look(document, rest_pose(document.rig), in_rest_pose=True), press)
    if kept is None:
        return None
    return replace(kept, label=_("Duplicate {bones}").format(bones=drag_target.bones_title(look.document.selected)))


DUPLICATE = Operation(
    "duplicate",
    duplicate,
    transform_hints(),
    MenuEntry(
        _("Duplicate"),
        _("Copies of the selected bones follow the pointer until you click."),
        "copy",
        ("Shift+D",),
        ("Ctrl+D",),
        search_words=_("copy clone"),
    ),
    rest_only=True,
)
