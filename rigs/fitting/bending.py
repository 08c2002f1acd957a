"""To which side the limbs of a person bend: as they are bent at rest where bodies bend so, else as arms and legs do.

Exporters leave a degree or three of bend in limbs that should be straight, to any side. So a bend tells about
which axis a limb bends from eight degrees on, and nothing where no body bends so.
"""

from __future__ import annotations

from math import cos, radians

import numpy as np

from pantin.rigs.fields import Vector3
from pantin.rigs.fitting.body_frame import LimbRoot, frame_of, head_of
from pantin.rigs.fitting.found_body import SIDES, FoundBody, role_of
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.sides import Side
from pantin.rigs.vectors import Vector, across, angle_between, three, unit

TELLING = radians(8.0)
"""A limb that is bent less than this at rest does not tell about which axis it bends."""

SEEN = radians(0.5)
"""A limb that is bent less than this at rest looks straight."""

INTENDED = radians(20.0)
"""A limb that is bent more than this is built so, whatever bodies do: other creatures have legs too."""

NATURAL = cos(radians(15.0))
"""A slight bend may stay where its direction has at least this cosine with that in which the body bends."""

LimbParts = tuple[LimbRoot, str, str]
"""The upper part of a limb, the lower one, and what is at its end."""

LimbJoints = tuple[Vector, Vector, Vector]
"""The places of shoulder, elbow and wrist, or hip, knee and ankle, at rest; (3,) each, armature space."""

LEG: LimbParts = ("thigh", "shin", "foot")
ARM: LimbParts = ("upper_arm", "forearm", "hand")
PARTS: tuple[LimbParts, ...] = (LEG, ARM)
CONTRARY = {LEG: cos(radians(75.0)), ARM: cos(radians(120.0))}
"""A bend with a smaller cosine to the body's own is one that no body has. Shoulders turn farther than hips."""


def joints_of(tree: Tree, body: FoundBody, parts: LimbParts, side: Side) -> LimbJoints | None:
    """Return the places of shoulder, elbow and wrist, or hip, knee and ankle, at rest; None where a bone was not
    found.
    """
    upper, lower, end = (body.bones.get(role_of(part, side)) for part in parts)
    if upper is None or lower is None:
        return None
    last = tree.tail(lower) if end is None else head_of(tree.rig, end)
    return head_of(tree.rig, upper), head_of(tree.rig, lower), last


def hinge_at_rest(tree: Tree, body: FoundBody, parts: LimbParts, side: Side, folds: Vector) -> Vector | None:
    """The axis about which a limb is bent at rest, a unit vector in armature space; None where that tells nothing.

    `folds` is the direction in which the lower part moves as the limb bends.
    """
    joints = joints_of(tree, body, parts, side)
    if joints is None:
        return None
    above, below = joints[1] - joints[0], joints[2] - joints[1]
    axis, anatomical = np.cross(above, below), np.cross(below, folds)
    size = float(np.linalg.norm(axis))
    least = CONTRARY[parts] * size * float(np.linalg.norm(anatomical))
    if rest_bend(joints) < TELLING or (rest_bend(joints) < INTENDED and float(axis @ anatomical) < least):
        return None
    return np.asarray(axis / size)


def way_of_bend(tree: Tree, body: FoundBody, parts: LimbParts, side: Side) -> tuple[Vector3, bool]:
    """Return the direction in which knee or elbow go as a limb bends, and whether that counts although the limb rests
    bent otherwise.

    The direction is a unit vector in armature space. Where the slight bend of one side does not count, that of the
    other does not either.
    """
    frame = frame_of(tree.rig, body, parts[0])
    way = frame.forward if parts == LEG else -frame.forward
    joints = {each: joints_of(tree, body, parts, each) for each in SIDES}
    odd = {each for each, at in joints.items() if at is not None and not _is_natural(at, way, frame.up, parts)}
    here = joints[side]
    return three(way), side in odd or (bool(odd) and here is not None and rest_bend(here) < TELLING)


def limbs_bent_otherwise(tree: Tree, body: FoundBody) -> tuple[LimbParts, ...]:
    """The limbs that rest bent visibly, on one side at least, in another direction than that which counts."""
    found = []
    for parts in PARTS:
        joints = {side: joints_of(tree, body, parts, side) for side in SIDES}
        bent = [side for side, at in joints.items() if at is not None and rest_bend(at) > SEEN]
        if any(way_of_bend(tree, body, parts, side)[1] for side in bent):
            found.append(parts)
    return tuple(found)


def rest_bend(joints: LimbJoints) -> float:
    """Return the angle by which a limb is bent at rest, radians from straight."""
    return angle_between(joints[1] - joints[0], joints[2] - joints[1])


def _is_natural(joints: LimbJoints, way: Vector, up: Vector, parts: LimbParts) -> bool:
    """Return whether a limb is bent at rest as people bend it: knees forward, elbows back or, of arms held out,
    down.
    """
    out = across(joints[1] - joints[0], unit(joints[2] - joints[0]))
    size, bend = float(np.linalg.norm(out)), rest_bend(joints)
    if size == 0.0 or bend >= INTENDED:
        return True
    if bend >= TELLING:
        return float(out @ way) >= CONTRARY[parts] * size
    down = -float(out @ up) if parts == ARM else -size
    return max(float(out @ way), down) >= NATURAL * size
