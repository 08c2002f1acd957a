"""Looking: from how bones stand to how eyes turn, or to the values of the expressions that stand for that.

The direction to what is looked at is taken in the axes of the head as at rest: yaw to the left of the figure, pitch
upwards. Each is a part of the way that the file allows (VRMC_vrm 1.0, lookAt). Eyes turn from rest, whatever else poses
them, and carry what hangs on them.
"""

from __future__ import annotations

from math import atan2, hypot
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.fields import Vector3
from pantin.rigs.figure import Figure
from pantin.rigs.gaze import Gaze, Reach
from pantin.rigs.remembered import remembered
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone, Rig

Floats = NDArray[np.float64]

LOOKING = ("lookLeft", "lookRight", "lookUp", "lookDown")
"""The presets of VRM 1.0 that stand for looking."""


class _Direction(NamedTuple):
    """Where something is for somebody who looks ahead: radians to the left and upwards; and the turn of the head."""

    yaw: float
    pitch: float
    turn: Floats
    """(3, 3): of the head from rest."""


def turn_eyes(rig: Rig, gaze: Gaze, matrices: Floats) -> None:
    """Turn the eyes among the bones (n, 4, 4), in place, where they look by bones."""
    if gaze.by != "bones" or (seen := _direction(rig, gaze, matrices)) is None:
        return
    rests = rest_matrices(rig.bones)
    for eye, to_left, to_right in ((gaze.left, gaze.outer, gaze.inner), (gaze.right, gaze.inner, gaze.outer)):
        row = rig.rows.get(eye or "")
        if row is None:
            continue
        yaw = _followed(seen.yaw, to_left, to_right)
        wanted = seen.turn @ _about_z(yaw) @ _about_x(-_followed(seen.pitch, gaze.up, gaze.down)) @ rests[row, :3, :3]
        change = wanted @ _rotation(matrices[row, :3, :3]).T
        rows = _carried(rig.bones, row)
        centre = matrices[row, :3, 3].copy()
        matrices[rows, :3, :3] = change @ matrices[rows, :3, :3]
        matrices[rows, :3, 3] = centre + (matrices[rows, :3, 3] - centre) @ change.T


def looking(figure: Figure, matrices: Floats) -> Figure:
    """Return the figure with the expressions by which its eyes look, where its bones stand so (n, 4, 4)."""
    gaze = figure.pose.gaze
    if gaze is None or gaze.by != "expressions" or (seen := _direction(figure.rig, gaze, matrices)) is None:
        return figure
    across, upwards = _followed(seen.yaw, gaze.outer, gaze.outer), _followed(seen.pitch, gaze.up, gaze.down)
    values = dict(zip(LOOKING, (across, -across, upwards, -upwards), strict=True))
    there = {name: min(value, 1.0) for name, value in values.items() if value > 0.0}
    return replace(figure, pose=replace(figure.pose, expressions={**figure.pose.expressions, **there}))


def looks(figure: Figure, frames: Floats) -> Floats | None:
    """Return where the eyes look while bones stand so (f, n, 4, 4): radians to the left and upwards (f, 2).

    None where they look at nothing.
    """
    gaze = figure.pose.gaze
    found = [] if gaze is None else [_direction(figure.rig, gaze, matrices) for matrices in frames]
    seen = [(each.yaw, each.pitch) for each in found if each is not None]
    return np.array(seen) if seen and len(seen) == len(frames) else None


def seen_from(figure: Figure, eye: Vector3) -> Figure:
    """Return the figure as a camera sees it at a place of the world: where its eyes look at the camera, they do so."""
    gaze = figure.pose.gaze
    if gaze is None or gaze.at != "camera":
        return figure
    x, y, z = (figure.place.inverse.matrix @ (*eye, 1.0))[:3].tolist()
    point = (x, y, z)
    return (
        figure if point == gaze.point else replace(figure, pose=replace(figure.pose, gaze=replace(gaze, point=point)))
    )


def _direction(rig: Rig, gaze: Gaze, matrices: Floats) -> _Direction | None:
    """Return where what is looked at is; None where there is no head, or where it is between the eyes."""
    head, bone = rig.rows.get(gaze.head or ""), rig.rows.get(gaze.bone or "")
    if head is None or head >= len(matrices):
        return None
    wanted = np.array(gaze.point) if gaze.at != "bone" or bone is None else matrices[bone, :3, 3]
    turn = _rotation(matrices[head, :3, :3]) @ rest_matrices(rig.bones)[head, :3, :3].T
    x, y, z = (turn.T @ (wanted - matrices[head, :3, 3]) - gaze.between).tolist()
    if hypot(x, y, z) < 1e-9:
        return None
    return _Direction(atan2(x, -y), atan2(z, hypot(x, y)), turn)


def _followed(angle: float, ahead: Reach, back: Reach) -> float:
    """Return what eyes do for an angle: a part of the one reach where it is positive, else less than 0 of the other."""
    most, whole = ahead if angle >= 0.0 else back
    part = min(abs(angle) / most, 1.0) if most > 0.0 else 0.0
    return part * whole if angle >= 0.0 else -part * whole


def _about_x(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array(((1.0, 0.0, 0.0), (0.0, c, -s), (0.0, s, c)))


def _about_z(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array(((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)))


def _rotation(axes: Floats) -> Floats:
    """Return the rotation (3, 3) that is nearest to axes (3, 3)."""
    left, _sizes, right = np.linalg.svd(axes)
    signs = np.array((1.0, 1.0, np.sign(np.linalg.det(left @ right))))
    return np.asarray((left * signs) @ right)


@remembered()
def _carried(bones: tuple[Bone, ...], row: int) -> NDArray[np.intp]:
    """Return the rows of a bone and of those that hang on it."""
    found = {bones[row].name}
    children: dict[str, list[str]] = {}
    for bone in bones:
        children.setdefault(bone.parent or "", []).append(bone.name)
    todo = [bones[row].name]
    while todo:
        for name in children.get(todo.pop(), ()):
            if name not in found:
                found.add(name)
                todo.append(name)
    return np.array([place for place, bone in enumerate(bones) if bone.name in found], np.intp)
