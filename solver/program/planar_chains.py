"""The plane of a planar chain: the axis of each of its joints, and how far they may turn about it.

It is the plane in which the chain is bent at rest. A straight chain takes that of the whole figure where that is flat,
else the one through its pole or its target, else the one in which it bends by default. Found once for a program.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, pi, sin

import numpy as np
from numpy.typing import NDArray

from pantin.rigs import Bone, Ik, Joint, Rig
from pantin.rigs.rest import joint_matrices
from pantin.solver.compiling import layout
from pantin.solver.program.joint_rest import from_there

Floats = NDArray[np.float64]

FLAT = 1e-4
"""Points within this part of their spread of a line, or a plane, lie in it."""

STEP = pi / 36.0
"""Steps in which the end of a limit is bracketed, radians."""

HALVINGS = 40
SLACK = 1e-7
"""Tolerance of locks, half-angle sines: a computed axis is never exact."""


def hinges_of(rig: Rig, ik: Ik, chain: Sequence[str]) -> dict[str, tuple[float, ...]]:
    """For each bone of a planar chain its row of hinges (`layout.HINGE_…`)."""
    bones = [rig.by_name[name] for name in chain]
    frames = joint_matrices(rig.bones)[:, :3, :3]
    row = rig.rows
    normal = normal_of(rig, ik, bones, frames[row[bones[0].name]])
    found = {}
    for bone in bones:
        axis = frames[row[bone.name]].T @ normal
        lower, upper = range_about(bone.joint, axis)
        mobility = 1.0 - float(np.square(axis) @ bone.joint.stiffness)
        found[bone.name] = (*axis.tolist(), _compared(lower), _compared(upper), 0.0 if lower == upper else mobility)
    return found


def normal_of(rig: Rig, ik: Ik, bones: Sequence[Bone], end_frame: Floats) -> Floats:
    """The unit normal of the plane of the chain `bones`, its end first, at rest; `end_frame` (3, 3) is the end's."""
    own = np.array([bones[0].tail, *(bone.head for bone in bones)])
    normal = _normal(own)
    if normal is None:
        figure = [point for bone in rig.bones if bone.kind == "bone" for point in (bone.head, bone.tail)]
        normal = _normal(np.array(figure), exact=True) if figure else None
    for aim in (ik.pole, ik.target):
        if normal is None and aim in rig.by_name:
            normal = _normal(np.array([*own, rig.by_name[str(aim)].head]))
    if normal is None:
        normal = end_frame[:, 2 if bones[0].joint.lock[0] else 0]
    along = float(normal @ end_frame[:, 0])
    return -normal if along < 0.0 else normal


def _normal(points: Floats, exact: bool = False) -> Floats | None:
    """The unit normal of the plane that fits points (n, 3) best.

    None where they are on a line, or (`exact`) not flat.
    """
    _, spread, axes = np.linalg.svd(points - points.mean(axis=0), full_matrices=False)
    if spread[1] <= FLAT * spread[0] or (exact and spread[2] > FLAT * spread[0]):
        return None
    normal: Floats = axes[2]
    return normal


def _compared(bound: float) -> float:
    """A limit as `maths.joint_coordinates` compares it: the half-angle sine of a swing."""
    return bound if abs(bound) >= layout.FREE else sin(0.5 * bound)


def range_about(joint: Joint, axis: Floats) -> tuple[float, float]:
    """Return the range of a joint about the unit `axis` (3,) of its own frame, (lower, upper), radians."""
    joint = from_there(joint)
    upper, lower = _end(joint, axis), -_end(joint, -axis)
    return (-layout.FREE, layout.FREE) if lower == -pi and upper == pi else (lower, upper)


def _end(joint: Joint, axis: Floats) -> float:
    """The angle, at most π, at which a rotation about `axis` leaves the joint's locks and limits."""
    inside, outside = 0.0, float(STEP)
    while outside < pi and _allows(joint, axis, outside):
        inside, outside = outside, outside + STEP
    outside = min(outside, pi)
    if _allows(joint, axis, outside):
        return pi
    for _ in range(HALVINGS):
        middle = 0.5 * (inside + outside)
        inside, outside = (middle, outside) if _allows(joint, axis, middle) else (inside, middle)
    return inside if inside > 4.0 * SLACK else 0.0


def _allows(joint: Joint, axis: Floats, angle: float) -> bool:
    """Return whether a rotation from rest is within locks and limits: swing and twist, as `maths.joint_coordinates`."""
    x, y, z = (axis * sin(0.5 * angle)).tolist()
    w = cos(0.5 * angle)
    twist = atan2(y, w)
    ux, uz = x * cos(twist) + z * sin(twist), z * cos(twist) - x * sin(twist)
    limits = [None if limit == (-pi, pi) else limit for limit in joint.limit]
    bounds = [(0.0, 0.0) if lock else limit for lock, limit in zip(joint.lock, limits, strict=True)]
    if bounds[1] is not None and not bounds[1][0] - SLACK <= 2.0 * twist <= bounds[1][1] + SLACK:
        return False
    side_x, side_z = _side(bounds[0], ux), _side(bounds[2], uz)
    if side_x and side_z:
        return hypot(ux / side_x, uz / side_z) <= 1.0
    return (side_x is None or abs(ux) <= side_x + SLACK) and (side_z is None or abs(uz) <= side_z + SLACK)


def _side(bound: tuple[float, float] | None, u: float) -> float | None:
    """Return the limit of a swing on the side of `u`, sine of half the angle; None where it is free."""
    return None if bound is None else sin(0.5 * abs(bound[1 if u >= 0.0 else 0]))
