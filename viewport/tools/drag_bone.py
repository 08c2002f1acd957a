"""Dragging a bone: it is moved, or pulled with its chain; a bone that can only rotate is rotated.

A control that rolls a foot stays in its place and turns about one axis: dragging it can mean nothing else.
"""

from __future__ import annotations

from collections.abc import Generator

from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.tree.traversal import hangs
from pantin.viewport.messages import _
from pantin.viewport.tools.dragging import drag_target
from pantin.viewport.tools.dragging.drag_hints import transform_hints
from pantin.viewport.tools.dragging.events import Event, Press
from pantin.viewport.tools.move import move
from pantin.viewport.tools.rotate import lever, rotate
from pantin.viewport.tools.tool import MenuEntry, Operation, Tool
from pantin.viewport.values.stage import DragResult, Look, Preview


def drag_bone(look: Look, press: Press) -> Generator[Preview, Event, DragResult | None]:
    """Move what was pressed; turn it where it can only be turned, about its own axis where one alone is left."""
    if look.in_rest_pose or press.hit is None or not only_rotates(look.document, press.hit.bone):
        return move(look, press)
    free, local = _free_axes(look.document, press.hit.bone), replace(press.settings, orientation="local")
    if len(free) == 1:
        return lever(look, replace(press, part=free, settings=local))
    return rotate(look, replace(press, part=None, settings=local))


def only_rotates(document: Document, name: str) -> bool:
    """Return whether posing by hand may turn a bone but not move it, because its place is locked."""
    may_leave = not hangs(document.rig, name)
    return may_leave and all(drag_target.locked_axes(document, name, "move")) and bool(_free_axes(document, name))


def _free_axes(document: Document, name: str) -> str:
    """The letters of the axes that a bone turns about."""
    locked = drag_target.locked_axes(document, name, "rotate")
    return "".join(axis for axis, held in zip("xyz", locked, strict=True) if not held)


DRAG_BONE = Operation("drag bone", drag_bone, transform_hints())

SELECT = Tool(
    "select",
    DRAG_BONE,
    MenuEntry(
        _("Select tool"), _("Click a bone to select it, drag it to pose."), "select", ("Q",), ("Q",), within=_("Select")
    ),
)

MOVE = Tool(
    "move",
    DRAG_BONE,
    MenuEntry(
        _("Move tool"), _("Arrows and planes move the selected bones."), "move", ("Shift+G",), ("W",), within=_("Move")
    ),
    gizmo="move",
)
