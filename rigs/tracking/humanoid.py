"""The bones of a humanoid as motion programs call them, their parents, and the roles of a figure that they are.

Turns of such bones are counted from a T-pose in which none is turned; a bone hangs on the nearest one above it that
there is.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import acos, atan2, hypot

import msgspec
import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.fields import Quaternion, Vector3
from pantin.rigs.fitting.found_body import Role, phalanges_of, role_of
from pantin.rigs.sides import Side
from pantin.rigs.vectors import Matrix, Vector, four

_MIDDLE = {
    "Hips": (None, "hips"),
    "Spine": ("Hips", "spine"),
    "Chest": ("Spine", "chest"),
    "UpperChest": ("Chest", "upper_chest"),
    "Neck": ("UpperChest", "neck"),
    "Head": ("Neck", "head"),
    "Jaw": ("Head", "jaw"),
}
_SIDED = {
    "Eye": ("Head", "eye"),
    "Shoulder": ("UpperChest", "shoulder"),
    "UpperArm": ("Shoulder", "upper_arm"),
    "LowerArm": ("UpperArm", "forearm"),
    "Hand": ("LowerArm", "hand"),
    "UpperLeg": ("Hips", "thigh"),
    "LowerLeg": ("UpperLeg", "shin"),
    "Foot": ("LowerLeg", "foot"),
    "Toes": ("Foot", "toe"),
}
_SIDES: Mapping[str, Side] = {"Left": "L", "Right": "R"}
_FINGERS = ("Thumb", "Index", "Middle", "Ring", "Little")
_PHALANGES = ("Proximal", "Intermediate", "Distal")


def _parents() -> dict[str, str | None]:
    found: dict[str, str | None] = {name: above for name, (above, _role) in _MIDDLE.items()}
    for side in _SIDES:
        for name, (above, _role) in _SIDED.items():
            found[side + name] = above if above in _MIDDLE else f"{side}{above}"
        for finger in _FINGERS:
            above = f"{side}Hand"
            for phalanx in _PHALANGES:
                found[f"{side}{finger}{phalanx}"] = above
                above = f"{side}{finger}{phalanx}"
    return found


def _roles() -> dict[str, Role]:
    found = {name: part for name, (_above, part) in _MIDDLE.items()}
    for side, letter in _SIDES.items():
        found |= {side + name: role_of(part, letter) for name, (_above, part) in _SIDED.items()}
        found |= {
            f"{side}{finger}{phalanx}": role
            for finger in _FINGERS
            for phalanx, role in zip(_PHALANGES, phalanges_of(finger.lower(), letter), strict=True)
        }
    return found


PARENTS: Mapping[str, str | None] = _parents()
"""By bone the one above it, of the 55 that there are; parents first."""
ROLES: Mapping[str, Role] = _roles()
"""By bone its role. A spine has as many bones as it has: "spine", "chest" and "upper_chest" are along it."""


def name_in_vrm(name: str) -> str:
    """Return what VRM 1.0 calls a bone of motion programs: the first of a thumb is its metacarpal there."""
    called = name[:1].lower() + name[1:]
    return called.replace("ThumbProximal", "ThumbMetacarpal").replace("ThumbIntermediate", "ThumbProximal")


IN_VRM: Mapping[str, str | None] = {
    name_in_vrm(name): None if above is None else name_in_vrm(above) for name, above in PARENTS.items()
}
"""By bone as VRM 1.0 calls it the one above it; parents first."""


class BonePose(msgspec.Struct, frozen=True):
    """The pose of a bone in the axes of the one above it."""

    position: Vector3
    rotation: Quaternion


NO_TURN: Quaternion = (0.0, 0.0, 0.0, 1.0)
AT_ORIGIN = BonePose((0.0, 0.0, 0.0), NO_TURN)
"""The frame of the parent."""

BonePoses = Mapping[str, BonePose]
Rests = Mapping[str, Quaternion]
"""By bone its rotation, in the axes of the one above it, while the figure is in a T-pose facing ahead."""
OWN_TURN = 0.25
"""Radians: a bone that rests turned by more than this tells whether rotations are counted from its rest."""


def above(name: str, bones: BonePoses) -> str | None:
    """The nearest bone above one among those that there are."""
    found = PARENTS[name]
    while found is not None and found not in bones:
        found = PARENTS[found]
    return found


def hung_together(bones: BonePoses, root: BonePose) -> dict[str, tuple[Vector, Matrix]]:
    """Return the head of each bone (3,), and its turn (3, 3) from the T-pose, in the axes in which the root stands."""
    found: dict[str, tuple[Vector, Matrix]] = {}
    base = (np.array(root.position), rot.matrix_from_quaternion(root.rotation))
    for name in PARENTS:
        bone = bones.get(name)
        if bone is not None:
            parent = above(name, bones)
            place, turn = base if parent is None else found[parent]
            found[name] = (place + turn @ bone.position, turn @ rot.matrix_from_quaternion(bone.rotation))
    return found


def from_t_pose(bones: BonePoses, root: BonePose, rests: Rests | None) -> dict[str, tuple[Vector, Matrix]]:
    """Return the head of each bone (3,), and its turn (3, 3) from the T-pose; `rests` are its rotations in that."""
    placed = hung_together(bones, root)
    if not rests:
        return placed
    still = {name: BonePose((0.0, 0.0, 0.0), rests.get(name, NO_TURN)) for name in bones}
    resting = hung_together(still, AT_ORIGIN)
    return {name: (place, turn @ resting[name][1].T) for name, (place, turn) in placed.items()}


def rests_in_t_pose(bones: BonePoses) -> Rests:
    """The rotations of bones that are in a T-pose now, facing anywhere: where the left hip joint is tells that."""
    placed = hung_together(bones, AT_ORIGIN)
    found = {name: bone.rotation for name, bone in bones.items()}
    if {"Hips", "LeftUpperLeg", "RightUpperLeg"} <= placed.keys():
        x, y, _z = (placed["LeftUpperLeg"][0] - placed["RightUpperLeg"][0]).tolist()
        if hypot(x, y) > 0.0:
            back = four(rot.quaternion_about(np.array((0.0, 0.0, 1.0)), -atan2(y, x)))
            found["Hips"] = four(rot.multiply(back, found["Hips"]))
    return found


def are_from_rest(bones: BonePoses, rests: Rests) -> bool:
    """Return whether rotations are those of a figure that rests so, and not counted from its T-pose.

    Nearer to the rests than to none, over the bones that rest turned: a body moves about its T-pose, not about another.
    """
    nearer = 0
    for name, rest in rests.items():
        if name in bones and _apart(rest, NO_TURN) > OWN_TURN:
            turn = bones[name].rotation
            nearer += 1 if _apart(turn, rest) < _apart(turn, NO_TURN) else -1
    return nearer > 0


def _apart(a: Quaternion, b: Quaternion) -> float:
    """The angle between two rotations, radians."""
    return 2.0 * acos(min(1.0, abs(sum(x * y for x, y in zip(a, b, strict=True)))))
