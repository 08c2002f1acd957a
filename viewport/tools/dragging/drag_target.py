"""The target of a drag: the bones, the point that it moves them by or turns them about, the axes that it may follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.document import Document
from pantin.rigs.editing.building.ends import ends_held, joints_held, select_joints
from pantin.rigs.editing.joint_limits import locks_of_bone
from pantin.rigs.editing.selection import select
from pantin.rigs.fields import AxisSwitches
from pantin.rigs.tree.traversal import hangs, topmost
from pantin.viewport.messages import _, ngettext
from pantin.viewport.tools.dragging import rest_transforms
from pantin.viewport.tools.dragging.events import Orientation, Pivot, Press
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.stage import Look

Array = NDArray[np.float64]

WORLD = np.eye(3)


def with_pressed_selected(look: Look, press: Press) -> Document:
    """The document with the pressed bone active; it is selected alone unless it was selected already.

    While the rest pose is edited the same goes for joints.
    """
    document = look.document
    if press.hit is None:
        return document
    bone = press.hit.bone
    if press.hit.ends:
        return document if set(press.hit.ends) <= set(ends_held(document)) else select_joints(document, press.hit.ends)
    return select(document, document.selected if bone in document.selected else (bone,), bone)


def active_bone(document: Document) -> str | None:
    """The bone that the gizmo is on: the active one, else the last that was selected; None where none is."""
    if document.active in document.selected:
        return document.active
    return document.selected[-1] if document.selected else None


def pulled_by_tail(document: Document, name: str) -> bool:
    """Return whether moving this bone pulls its tail, because its head is connected to its parent's tail."""
    return hangs(document.rig, name)


def head(look: Look, name: str) -> Array:
    """Return the head of a bone (3,), armature space."""
    return np.asarray(look.evaluated.heads[look.evaluated.index[name]])


def tail(look: Look, name: str) -> Array:
    """Return the tail of a bone (3,), armature space."""
    return np.asarray(look.evaluated.tails[look.evaluated.index[name]])


def moving_point(look: Look, name: str) -> Array:
    """The point (3,) that a bone is moved by, armature space."""
    if look.in_rest_pose:
        return rest_transforms.point(look.document, name)
    return tail(look, name) if pulled_by_tail(look.document, name) else head(look, name)


def moving_pivot(look: Look, name: str, pivot: Pivot) -> Array:
    """Return the place of a move gizmo: at the active bone, or in the middle of all that is selected; (3,), armature
    space.
    """
    if pivot != "median":
        return moving_point(look, name)
    if look.in_rest_pose:
        return rest_transforms.middle(look.document)
    points = [moving_point(look, other) for other in topmost(look.document.rig, look.document.selected)]
    return np.asarray(np.mean(points, axis=0))


def pivot_point(look: Look, name: str, pivot: Pivot) -> Array:
    """Return the place of a rotate or scale gizmo: at the head of the active bone, or in the middle of the heads;
    (3,).
    """
    if look.in_rest_pose:
        return rest_transforms.pivot(look.document, name, pivot)
    if pivot != "median":
        return head(look, name)
    rows = [look.evaluated.index[other] for other in topmost(look.document.rig, look.document.selected)]
    return np.asarray(np.asarray(look.evaluated.heads)[rows].mean(axis=0))


def bone_axes(look: Look, name: str) -> Array:
    """A bone's own X, Y and Z as rows (3, 3) of unit length, armature space."""
    columns = np.asarray(look.evaluated.matrices[look.evaluated.index[name]])[:3, :3]
    lengths = np.maximum(np.linalg.norm(columns, axis=0), 1e-12)
    return np.asarray(columns / lengths).T


def orientation_axes(look: Look, name: str, orientation: Orientation, lens: Lens) -> Array:
    """The rows (3, 3) that are called X, Y and Z for this bone. The parent of a root is the armature."""
    if orientation == "local":
        return bone_axes(look, name)
    parent = look.document.rig.by_name[name].parent
    if orientation == "parent" and parent is not None:
        return bone_axes(look, parent)
    return np.asarray(lens.camera.axes) if orientation == "view" else WORLD


def orientation_axes_of(look: Look, names: Iterable[str], orientation: Orientation, lens: Lens) -> Mapping[str, Array]:
    """The rows (3, 3) that are called X, Y and Z, armature space, for each of these bones."""
    return {name: orientation_axes(look, name, orientation, lens) for name in names}


def locked_axes(document: Document, name: str, tool: str) -> AxisSwitches:
    """Along or about which of its axes a bone cannot be moved, turned or scaled by hand.

    A joint's own locks count for turning. A bone that hangs on its parent turns where it is moved.
    """
    bone = document.rig.by_name[name]
    if tool == "scale":
        return bone.locks.scale
    if tool == "move" and not hangs(document.rig, name):
        return bone.locks.location
    x, y, z = (a or b for a, b in zip(bone.locks.rotation, locks_of_bone(bone.joint), strict=True))
    return (False, False, False) if tool == "move" and not (x and y and z) else (x, y, z)


def title(document: Document) -> str:
    """The name, for labels, of what is selected: "hand.L", "3 bones", "tail of shin.L", "2 joints"."""
    if document.ends:
        held = joints_held(document)
        if len(held) == 1:
            end = _("head of {bone}") if held[0].end == "head" else _("tail of {bone}")
            return end.format(bone=held[0].bone)
        return ngettext("{count} joint", "{count} joints", len(held)).format(count=len(held))
    return bones_title(document.selected)


def bones_title(names: tuple[str, ...]) -> str:
    """The name of these bones, for labels: "hand.L", "3 bones"."""
    many = ngettext("{count} bone", "{count} bones", len(names)).format(count=len(names))
    return names[0] if len(names) == 1 else many
