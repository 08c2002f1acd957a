"""The size of a hand, the places of its knuckles and the way its palm faces, however a skeleton names them.

Fingers begin on the hand itself, or on bones of their own inside the palm.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.rig import Bone
from pantin.rigs.vectors import UP
from pantin.viewport.figure.body import Body
from pantin.viewport.figure.profiles import PALM

Floats = NDArray[np.float64]

KNUCKLES = 0.092
"""Metres from the wrist to the middle of the knuckles of the hand that PALM was measured on."""


def is_thumb(body: Body, row: int) -> bool:
    """Return whether a bone of a finger belongs to the thumb."""
    return body.parts.get(body.rig.bones[row].name) == "thumb"


def hand_size(body: Body, row: int) -> float:
    """Return the size of the hand that carries this finger, against that of the figure of 1.77 m."""
    bone: Bone | None = body.rig.bones[row]
    while bone is not None and body.roles.get(bone.name) in ("finger", "palm"):
        bone = body.rig.by_name.get(bone.parent or "")
    if bone is None or body.roles.get(bone.name) != "hand":
        return 0.0
    hand = body.row[bone.name]
    knuckles = knuckles_of(body, hand)
    if knuckles is not None and body.child(hand, "palm") is not None:
        return float(np.linalg.norm(knuckles - body.rest[hand, :3, 3])) / KNUCKLES
    return float(body.lengths[hand]) / PALM.length


def knuckles_of(body: Body, row: int) -> Floats | None:
    """Return the mean of the places (3,) where the fingers of a hand begin, armature space; the thumb does not
    count.
    """
    heads = knuckle_row(body, row)
    return np.asarray(np.mean(heads, axis=0)) if heads else None


def knuckle_row(body: Body, row: int) -> list[Floats]:
    """Return the places (3,) where each finger but the thumb begins, armature space: on the hand itself, or at the end
    of its bone in the palm.
    """
    found = []
    for child in body.rig.children.get(body.rig.bones[row].name, ()):
        at = body.row[child.name]
        if body.roles.get(child.name) == "palm":
            found.append(body.tails[at])
        elif body.roles.get(child.name) == "finger" and not is_thumb(body, at):
            found.append(body.rest[at, :3, 3])
    return found


def palm_direction(body: Body, row: int) -> Floats:
    """The direction (3,) that the flat of the hand faces in the rest pose, armature space."""
    along = body.rest[row, :3, 1]
    knuckles = knuckle_row(body, row)
    if len(knuckles) > 1:
        facing = np.cross(along, knuckles[-1] - knuckles[0])
        inside = body.rest[row, :3, 2]
        return np.asarray(facing if facing @ inside >= 0 else -facing)
    if abs(along[2]) < 0.7:
        return -UP
    return np.array((-1.0 if body.rest[row, 0, 3] > 0 else 1.0, 0.0, 0.0))
