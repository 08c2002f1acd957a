"""A pose that becomes the rest pose of its rig: bones rest where they are posed, and nothing moves.

Everything that counts from rest is counted from the new one: poses of the library, clips, limits of joints, soles, and
what constraints remember of the rest. With E a bone as it is posed and R' as it rests then, every pose of it, matrix M,
becomes M · E⁻¹ · R', so that what it does to a mesh stays: of a bone that is not scaled that is M itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from msgspec.structs import replace

from pantin.rigs import rotations as rot
from pantin.rigs.constraints import (
    Armature,
    ChildOf,
    Constraint,
    LimitRotation,
    Pivot,
    StretchTo,
    Transformation,
)
from pantin.rigs.constraints.parenting import IDENTITY
from pantin.rigs.editing.kept_motion import Change, carried_motion
from pantin.rigs.euler import euler_near
from pantin.rigs.fields import AxisLimits, Quaternion, Range
from pantin.rigs.figure import Figure
from pantin.rigs.joint_angles import angles_of, rotation_of
from pantin.rigs.messages import _
from pantin.rigs.motion.transform_arrays import Floats, composed
from pantin.rigs.rest import SHORTEST, rest_lengths, rest_matrices, rolls_of
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.vectors import three
from pantin.rigs.wording import listed

SMALLEST = 1e-6
"""A bone that is scaled to less has no size, and a mesh on it could never be made larger again."""

TOUCHES = 1e-9
"""Parts of the figure's size within which a head lies on its parent's tail."""

ON_TOP = (Armature, ChildOf, Transformation, Pivot)
"""Constraints that move their owner from where it is posed, each time anew: what they add is not in its new pose."""


def resting_where_posed(figure: Figure, matrices: Floats, stretches: Floats) -> Figure:
    """Return the figure resting in the pose in which its bones stand at `matrices` (n, 4, 4), armature space.

    `stretches` (n, 2) are the length and the thickness of each bone as it is seen. The nodes of its file stay as they
    are. Raises ValueError where a bone has no size in the pose.
    """
    rig = figure.rig
    sizes = np.linalg.norm(matrices[:, :3, :3], axis=1)
    if (flat := np.flatnonzero((sizes < SMALLEST).any(axis=1))).size:
        names = listed([rig.bones[row].name for row in flat.tolist()])
        raise ValueError(
            _("{bones} have no size in this pose, so it can be no rest; make them larger.").format(bones=names)
        )
    bones = _bones(rig, matrices, sizes[:, 1] * stretches[:, 0])
    after = rest_matrices(bones)
    changes = _changes(figure, bones, matrices, after)
    bones = tuple(_let_go(bone, changes[bone.name]) for bone in bones)
    moved = matrices @ np.linalg.inv(rest_matrices(rig.bones))
    turns = {name: rot.canonical(*rot.quaternion_from_matrix(turn).tolist()) for name, turn in _turns(rig, matrices)}
    bones = tuple(_limited(bone, turns[bone.name]) for bone in bones)
    freed = {name: _limits(rig.by_name[name], limit, turns[name]) for name, limit in rig.freed.items() if name in turns}
    soles = {
        name: tuple(three(moved[rig.rows[name], :3, :3] @ point + moved[rig.rows[name], :3, 3]) for point in points)
        for name, points in rig.soles.items()
        if name in rig.rows
    }
    constraints = tuple(_constraint(each, rig, turns, sizes) for each in rig.constraints)
    made = rig.changed(bones=bones, freed=freed, soles=soles, constraints=constraints)
    found = carried_motion(figure, made, changes)
    return replace(found, pose=replace(figure.pose, bones={}))


def back_from(figure: Figure, matrices: Floats) -> dict[str, Change]:
    """Return what takes poses that count from where bones stand at `matrices` (n, 4, 4) back to the rest pose."""
    bones = _bones(figure.rig, matrices, np.ones(len(matrices)))
    found = _changes(figure, bones, matrices, rest_matrices(bones))
    return {
        name: Change(_inverse(each.before), None if each.behind is None else _inverse(each.behind))
        for name, each in found.items()
    }


def _inverse(matrix: Floats) -> Floats:
    return np.asarray(np.linalg.inv(matrix), np.float64)


def _bones(rig: Rig, matrices: Floats, grown: Floats) -> tuple[Bone, ...]:
    """Return the bones resting at matrices (n, 4, 4); they are longer by so many times as they have `grown` (n)."""
    axes = rot.orthonormalised(matrices[:, :3, :3])
    heads, lengths = matrices[:, :3, 3], np.asarray(rest_lengths(rig.bones)) * grown
    tails, rolls = heads + axes[:, :, 1] * lengths[:, None], rolls_of(axes, axes[:, :, 1])
    near = TOUCHES * max(float(np.ptp(heads, axis=0).max(initial=0.0)), 1.0)
    found = []
    for row, bone in enumerate(rig.bones):
        head, above = three(heads[row]), rig.rows.get(bone.parent or "")
        connected = bone.connected and above is not None
        if connected and above is not None:
            connected = bool(np.abs(tails[above] - heads[row]).max() <= near)
            head = three(tails[above]) if connected else head
        tail = head if lengths[row] <= SHORTEST else three(tails[row])
        found.append(replace(bone, head=head, tail=tail, roll=float(rolls[row]), connected=connected))
    return tuple(found)


def _let_go(bone: Bone, change: Change) -> Bone:
    """Return a bone that is connected only where its poses may leave its head on its parent's tail."""
    stays = np.abs(change.before[:3, 3]).max() <= TOUCHES * max(1.0, float(np.abs(bone.head).max()))
    return bone if stays or not bone.connected else replace(bone, connected=False)


def _changes(figure: Figure, bones: tuple[Bone, ...], matrices: Floats, after: Floats) -> dict[str, Change]:
    """Return by bone what comes before and behind its pose, so that it poses from the new rest `after` as before."""
    rig, rests = figure.rig, rest_matrices(figure.rig.bones)
    behind = np.linalg.inv(matrices) @ after
    added = {each.owner for each in rig.constraints if isinstance(each, ON_TOP) and each.enabled and each.influence}
    found = {}
    for row, bone in enumerate(rig.bones):
        above = rig.rows.get(bone.parent or "")
        if bone.name in added:
            at = figure.transform(bone.name)
            own = composed(np.array([(*at.location, *at.rotation, *at.scale)]))[0]
            before = np.linalg.inv(own @ behind[row])
        else:
            stands = rests[row]
            if above is not None:
                stands = _carrying(bone, matrices[above], rests[above], rests[row]) @ rests[row]
            before = np.linalg.inv(after[row]) @ stands
        step = rests[row] if above is None else np.linalg.inv(rests[above]) @ rests[row]
        now = after[row] if above is None else np.linalg.inv(after[above]) @ after[row]
        placed = np.eye(3), np.eye(3)
        if not bone.local_location:
            placed = step[:3, :3].T, now[:3, :3]
        found[bone.name] = Change(before, behind[row], placed)
    return found


def _carrying(bone: Bone, posed: Floats, rest: Floats, own: Floats) -> Floats:
    """Return what a parent that is `posed` (4, 4) does to a bone that hangs on it, from their rests (4, 4)."""
    moved = posed @ np.linalg.inv(rest)
    if bone.inherit_rotation and bone.inherit_scale == "full":
        return np.asarray(moved)
    found = np.eye(4)
    if bone.inherit_rotation:
        found[:3, :3] = rot.orthonormalised(posed[:3, :3]) @ rest[:3, :3].T
    found[:3, 3] = (moved @ own)[:3, 3] - found[:3, :3] @ own[:3, 3]
    return found


def _turns(rig: Rig, matrices: Floats) -> Iterable[tuple[str, Floats]]:
    """Yield how each bone is turned (3, 3) from its rest on its parent, in its own axes."""
    rests, axes = rest_matrices(rig.bones)[:, :3, :3], rot.orthonormalised(matrices[:, :3, :3])
    for row, bone in enumerate(rig.bones):
        above = rig.rows.get(bone.parent or "")
        carried = rests[row]
        if above is not None and bone.inherit_rotation:
            carried = axes[above] @ rests[above].T @ rests[row]
        yield bone.name, carried.T @ axes[row]


# Limits


def _limited(bone: Bone, turn: Quaternion) -> Bone:
    limit = _limits(bone, bone.joint.limit, turn)
    return bone if limit == bone.joint.limit else replace(bone, joint=replace(bone.joint, limit=limit))


def _limits(bone: Bone, limit: AxisLimits, turn: Quaternion) -> AxisLimits:
    """Return limits that allow a joint what it was allowed, counted from where it is turned from rest.

    Their middle is the same direction as before, and they are as wide.
    """
    if all(each is None for each in limit):
        return limit
    roll = bone.joint.roll
    now = angles_of(turn, roll)
    middles = three([at if each is None else sum(each) / 2.0 for each, at in zip(limit, now, strict=True)])
    back = rot.multiply(np.array(turn) * (-1.0, -1.0, -1.0, 1.0), np.array(rotation_of(middles, roll)))
    at = angles_of(rot.canonical(*back.tolist()), roll, three(np.subtract(middles, now)))
    x, y, z = (None if each is None else _about(each, middle) for each, middle in zip(limit, at, strict=True))
    return x, y, z


def _about(limit: Range, middle: float) -> Range:
    half = (limit[1] - limit[0]) / 2.0
    return (middle - half, middle + half)


# Constraints


def _constraint(each: Constraint, rig: Rig, turns: Mapping[str, Quaternion], sizes: Floats) -> Constraint:
    """Return a constraint with what it remembers of the rest counted from the new one."""
    if each.owner not in rig.rows:
        return each
    if isinstance(each, ChildOf) and each.inverse is not None:
        return replace(each, inverse=IDENTITY)
    if isinstance(each, StretchTo) and each.rest_length:
        return replace(each, rest_length=each.rest_length * float(sizes[rig.rows[each.owner], 1]))
    if isinstance(each, LimitRotation) and each.owner_space == "local":
        now = euler_near(turns[each.owner])
        lower, upper = (
            tuple(None if end is None else end - at for end, at in zip(ends, now, strict=True))
            for ends in (each.lower, each.upper)
        )
        return replace(each, lower=lower, upper=upper)
    return each
