"""Looking: from how bones stand to how eyes turn, or to the values of the expressions that stand for that.

The direction to what is looked at is taken in the axes of the head as at rest: yaw to the left of the figure, pitch
upwards. Each is a part of the way that the file allows (VRMC_vrm 1.0, lookAt). Eyes turn from rest, whatever else poses
them, and carry what hangs on them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from math import atan2, cos, hypot, sin
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs import rotations as rot
from pantin.rigs.fields import BoneRef, Vector3, own_bone
from pantin.rigs.figure import Figure
from pantin.rigs.gaze import LOOKING, Gaze, Reach
from pantin.rigs.remembered import remembered
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.tree.traversal import with_descendants

Floats = NDArray[np.float64]
Others = Mapping[BoneRef, Floats]
"""Bones of other figures (4, 4), in the armature space of the one that looks."""

NO_OTHERS: Others = MappingProxyType({})


STEPS = 65
"""Angles on each side at which is looked what eyes do."""

STILL = 1e-4
"""Radians: eyes that are turned less are at rest."""


class _Direction(NamedTuple):
    """The direction to something from eyes that look ahead: radians to the left and up; and the turn of the head."""

    yaw: float
    pitch: float
    turn: Floats
    """(3, 3): of the head from rest."""


class _Rests(NamedTuple):
    """The rests of bones that a gaze needs."""

    head: Floats
    """(3, 3): from the axes of the armature to those of the head."""
    left: Floats
    """(3, 3): the axes of the eye."""
    right: Floats
    left_rows: NDArray[np.intp]
    """The eye and what hangs on it."""
    right_rows: NDArray[np.intp]


def turn_eyes(rig: Rig, gaze: Gaze, matrices: Floats, others: Others = NO_OTHERS) -> None:
    """Turn the eyes among the bones (n, 4, 4), in place, where they look by bones.

    `others` has the matrices (4, 4) of bones of other figures, in the same space.
    """
    if gaze.by != "bones" or (seen := _direction(rig, gaze, matrices, others)) is None:
        return
    rests = _rests(rig, gaze.head, gaze.left, gaze.right)
    pitch = _followed(seen.pitch, gaze.up, gaze.down)
    if len(rests.left_rows):
        turn = seen.turn @ _about(_followed(seen.yaw, gaze.outer, gaze.inner), -pitch) @ rests.left
        _turn_to(matrices, rig.rows[gaze.left or ""], rests.left_rows, turn)
    if len(rests.right_rows):
        turn = seen.turn @ _about(_followed(seen.yaw, gaze.inner, gaze.outer), -pitch) @ rests.right
        _turn_to(matrices, rig.rows[gaze.right or ""], rests.right_rows, turn)


def _turn_to(matrices: Floats, row: int, rows: NDArray[np.intp], axes: Floats) -> None:
    """Turn a bone among (n, 4, 4) about its head to these axes (3, 3), with all `rows` that it carries."""
    change = np.eye(4)
    change[:3, :3] = axes @ _rotation(matrices[row]).T
    centre = matrices[row, :3, 3]
    change[:3, 3] = centre - change[:3, :3] @ centre
    matrices[rows] = change @ matrices[rows]


@remembered("bones")
def _rests(rig: Rig, head: str | None, left: str | None, right: str | None) -> _Rests:
    rests, none = rest_matrices(rig.bones)[:, :3, :3], np.zeros(0, np.intp)
    at, eyes = rig.rows.get(head or ""), [rig.rows.get(eye or "") for eye in (left, right)]
    axes = [np.eye(3) if row is None else rests[row] for row in eyes]
    rows = [none if row is None else _carried(rig, rig.bones[row].name) for row in eyes]
    return _Rests(np.eye(3) if at is None else rests[at].T, axes[0], axes[1], rows[0], rows[1])


def looking(figure: Figure, matrices: Floats, others: Others = NO_OTHERS) -> Figure:
    """Return the figure with the expressions by which its eyes look, where its bones stand so (n, 4, 4), and `others`
    of other figures (4, 4).
    """
    gaze = figure.pose.gaze
    if gaze is None or gaze.by != "expressions" or (seen := _direction(figure.rig, gaze, matrices, others)) is None:
        return figure
    across, upwards = _followed(seen.yaw, gaze.outer, gaze.outer), _followed(seen.pitch, gaze.up, gaze.down)
    values = dict(zip(LOOKING, (across, -across, upwards, -upwards), strict=True))
    there = {name: min(value, 1.0) for name, value in values.items() if value > 0.0}
    return replace(figure, pose=replace(figure.pose, expressions={**figure.pose.expressions, **there}))


def looks(figure: Figure, frames: Floats, others: Others = NO_OTHERS) -> Floats | None:
    """Return where the eyes look while bones stand so (f, n, 4, 4): radians to the left and upwards (f, 2).

    None where they look at nothing.
    """
    gaze = figure.pose.gaze
    found = [] if gaze is None else [_direction(figure.rig, gaze, matrices, others) for matrices in frames]
    seen = [(each.yaw, each.pitch) for each in found if each is not None]
    return np.array(seen) if seen and len(seen) == len(frames) else None


def eye_turns(rig: Rig, gaze: Gaze, looks: Floats) -> dict[str, Floats]:
    """Return the rotations (f, 4) of the eyes that are bones where they look so (f, 2), from rest and in its axes."""
    rests = _rests(rig, gaze.head, gaze.left, gaze.right)
    pitches = _all_followed(looks[:, 1], gaze.up, gaze.down)
    found = dict[str, Floats]()
    for eye, axes, ahead, back in (
        (gaze.left, rests.left, gaze.outer, gaze.inner),
        (gaze.right, rests.right, gaze.inner, gaze.outer),
    ):
        if eye is not None and eye in rig.by_name:
            yaws = _all_followed(looks[:, 0], ahead, back)
            turns = [_about(yaw, -pitch) for yaw, pitch in zip(yaws.tolist(), pitches.tolist(), strict=True)]
            found[eye] = rot.without_sign_flips(rot.quaternion_from_matrix(axes.T @ np.array(turns) @ axes))
    return found


def values_for_looks(gaze: Gaze, looks: Floats) -> dict[str, Floats]:
    """Return the values (f,) of the presets by which eyes look so (f, 2)."""
    across, upwards = _all_followed(looks[:, 0], gaze.outer, gaze.outer), _all_followed(looks[:, 1], gaze.up, gaze.down)
    values = dict(zip(LOOKING, (across, -across, upwards, -upwards), strict=True))
    return {name: np.clip(each, 0.0, 1.0) + 0.0 for name, each in values.items()}  # none is -0


def looks_for_values(gaze: Gaze, values: Mapping[str, Floats]) -> Floats | None:
    """Return where eyes look (f, 2) by values (f,) of these presets; None where none of them is there."""
    if not any(np.any(values.get(name, 0.0)) for name in LOOKING):
        return None
    left, right, up, down = (np.asarray(values.get(name, 0.0)) for name in LOOKING)
    across, upwards = np.broadcast_arrays(left - right, up - down)
    return np.stack(
        (_led(across, gaze.outer, gaze.outer), _led(upwards, gaze.up, gaze.down)),
        axis=-1,
    )


def looks_of_eyes(rig: Rig, gaze: Gaze, frames: Floats) -> Floats | None:
    """Return where eyes that are bones look as they are posed (f, n, 4, 4); None where they are at rest in all."""
    head, rests = rig.rows.get(gaze.head or ""), _rests(rig, gaze.head, gaze.left, gaze.right)
    found = []
    for eye, axes, ahead, back in (
        (gaze.left, rests.left, gaze.outer, gaze.inner),
        (gaze.right, rests.right, gaze.inner, gaze.outer),
    ):
        if head is None or eye is None or eye not in rig.rows:
            continue
        row = rig.rows[eye]
        turns = np.array([(_rotation(at[head]) @ rests.head).T @ _rotation(at[row]) @ axes.T for at in frames])
        yaws, pitches = np.arctan2(turns[:, 1, 0], turns[:, 0, 0]), -np.arctan2(turns[:, 2, 1], turns[:, 2, 2])
        found.append(np.stack((_led(yaws, ahead, back), _led(pitches, gaze.up, gaze.down)), axis=1))
    looks = np.mean(found, axis=0) if found else np.zeros((0, 2))
    return np.asarray(looks) if np.abs(looks).max(initial=0.0) > STILL else None


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


def _direction(rig: Rig, gaze: Gaze, matrices: Floats, others: Others) -> _Direction | None:
    """Return where what is looked at is; None where there is no head, or where it is between the eyes, or nowhere."""
    head, bone = rig.rows.get(gaze.head or ""), rig.rows.get(own_bone(gaze.bone) or "")
    if head is None or head >= len(matrices):
        return None
    if (ref := gaze.of_other) is not None:
        if (there := others.get(ref)) is None:
            return None
        wanted = there[:3, 3]
    else:
        wanted = np.array(gaze.point) if gaze.at != "bone" or bone is None else matrices[bone, :3, 3]
    turn = _rotation(matrices[head]) @ _rests(rig, gaze.head, gaze.left, gaze.right).head
    x, y, z = (turn.T @ (wanted - matrices[head, :3, 3]) - gaze.between).tolist()
    if hypot(x, y, z) < 1e-9:
        return None
    return _Direction(atan2(x, -y), atan2(z, hypot(x, y)), turn)


def _followed(angle: float, ahead: Reach, back: Reach) -> float:
    """Return what eyes do for an angle: a part of the one reach where it is positive, else less than 0 of the other."""
    most, whole, *keys = ahead if angle >= 0.0 else back
    part = min(abs(angle) / most, 1.0) if most > 0.0 else 0.0
    if len(keys) >= 8:
        part = _on_curve(keys, part)
    return part * whole if angle >= 0.0 else -part * whole


def _on_curve(keys: Sequence[float], at: float) -> float:
    """Return the value of a curve of cubic Hermite pieces, keys of four numbers each; before and behind it its ends."""
    times, values = keys[0::4], keys[1::4]
    if at <= times[0]:
        return values[0]
    last = bisect_right(times, at)
    if last >= len(values):
        return values[-1]
    span = times[last] - times[last - 1]
    t = (at - times[last - 1]) / span
    slopes = span * keys[4 * last - 1], span * keys[4 * last + 2]
    rise = values[last] - values[last - 1]
    bend = slopes[0] * (t - 1.0) ** 2 * t + slopes[1] * (t - 1.0) * t * t
    return values[last - 1] + rise * t * t * (3.0 - 2.0 * t) + bend


def _all_followed(angles: Floats, ahead: Reach, back: Reach) -> Floats:
    return np.array([_followed(angle, ahead, back) for angle in angles.tolist()])


def _led(done: Floats, ahead: Reach, back: Reach) -> Floats:
    """Return the angles that make eyes do this: what `_followed` turns round."""
    angles = np.concatenate((np.linspace(-back[0], 0.0, STEPS), np.linspace(0.0, ahead[0], STEPS)[1:]))
    return np.interp(done, np.maximum.accumulate(_all_followed(angles, ahead, back)), angles)


def _about(yaw: float, pitch: float) -> Floats:
    """Return the turn (3, 3) about X by `pitch`, and then about Z by `yaw`."""
    c, s, a, b = cos(yaw), sin(yaw), cos(pitch), sin(pitch)
    return np.array(((c, -s * a, s * b), (s, c * a, -c * b), (0.0, b, a)))


def _rotation(matrix: Floats) -> Floats:
    """Return the rotation (3, 3) of a bone (4, 4): Y as it is, and Z as near as that lets it be."""
    (_x, yx, zx, _a), (_b, yy, zy, _c), (_d, yz, zz, _e), _w = matrix.tolist()
    size = hypot(yx, yy, yz) or 1.0
    yx, yy, yz = yx / size, yy / size, yz / size
    along = zx * yx + zy * yy + zz * yz
    zx, zy, zz = zx - along * yx, zy - along * yy, zz - along * yz
    size = hypot(zx, zy, zz) or 1.0
    zx, zy, zz = zx / size, zy / size, zz / size
    return np.array(((yy * zz - yz * zy, yx, zx), (yz * zx - yx * zz, yy, zy), (yx * zy - yy * zx, yz, zz)))


def _carried(rig: Rig, name: str) -> NDArray[np.intp]:
    """Return the rows of a bone and of those that hang on it."""
    return np.array([rig.rows[each] for each in with_descendants(rig, (name,))], np.intp)
