"""The bones of a skeleton that was placed in a mesh, called as those of people in VRM 1.0.

Not as those of the humanoid: poses of that are turned to fit a body that rests otherwise, which its names would hide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.bodies.body_points import BodyPoints
from pantin.rigs.bodies.fingers import Finger, fingers
from pantin.rigs.bodies.frame import Body, Frame, framed
from pantin.rigs.bodies.person import Joints, joints, left_of
from pantin.rigs.rig import Rig
from pantin.rigs.templates.draft import Draft

Floats = NDArray[np.float64]


class Placed(NamedTuple):
    """A skeleton in a mesh."""

    rig: Rig
    fingers: int
    """The number of fingers of both hands together."""


def person_in_mesh(points: Floats, triangles: NDArray[np.intp], marks: BodyPoints) -> Placed:
    """Return the skeleton of a person inside the triangles (t, 3) of points (p, 3), from its seven points.

    All are in armature space. Raises ValueError, in one sentence, where these cannot be those of a person.
    """
    return placed_in(framed(points, triangles, left_of(marks), np.array(marks["crotch"])), marks)


def placed_in(body: Body, marks: BodyPoints) -> Placed:
    """Return the skeleton of a person inside a body. Raises ValueError."""
    placed = joints(body, marks)
    hands = {side: _fingers(body, placed, side) for side in "LR"}
    drafts = [*_trunk(placed), *_side(placed, hands["L"], "L"), *_side(placed, hands["R"], "R")]
    rig = Rig(bones=tuple(_called(_outside(draft, body.frame)).bone() for draft in drafts))
    return Placed(rig, sum(map(len, hands.values())))


def _fingers(body: Body, placed: Joints, side: str) -> tuple[Finger, ...]:
    solid, wrist = body.solid, placed[f"hand.{side}"]
    row, root = solid.nearest(wrist), solid.nearest(placed["chest"])
    trunk, away = solid.distances([root]), solid.distances([row])
    beyond = (away < 0.3) & (trunk >= trunk[row]) & (trunk - trunk[row] > 0.4 * away)
    return fingers(body, wrist, beyond)


def _called(draft: Draft) -> Draft:
    """Return a bone with the names of VRM for itself and its parent."""
    return replace(draft, name=vrm_name(draft.name), parent=None if draft.parent is None else vrm_name(draft.parent))


def vrm_name(bone: str) -> str:
    """Return the name in VRM 1.0 of a bone that is called as those of the humanoid."""
    part, _dot, side = bone.partition(".")
    finger, _line, number = part.rpartition("_")
    if number.isdigit():
        named = finger.capitalize() + (THUMB if finger == "thumb" else PHALANX)[int(number) - 1]
    else:
        named = VRM.get(part, part)
    return {"L": "left", "R": "right"}[side] + named if side else named


def _outside(draft: Draft, frame: Frame) -> Draft:
    head, tail = frame.outside(draft.head), frame.outside(draft.tail)
    return replace(draft, head=head, tail=tail, front=draft.front @ frame.axes)


VRM: Mapping[str, str] = {
    "shoulder": "Shoulder",
    "upper_arm": "UpperArm",
    "forearm": "LowerArm",
    "hand": "Hand",
    "thigh": "UpperLeg",
    "shin": "LowerLeg",
    "foot": "Foot",
    "toe": "Toes",
}
"""The names of parts on the left or the right, after these words; others are called as they are."""
PHALANX, THUMB = ("Proximal", "Intermediate", "Distal"), ("Metacarpal", "Proximal", "Distal")

FRONT, UP = np.array([0.0, -1.0, 0.0]), np.array([0.0, 0.0, 1.0])
TRUNK = ("hips", "spine", "chest", "neck", "head")
ENDS: Mapping[str, str] = {
    **dict(zip(TRUNK, (*TRUNK[1:], "head.top"), strict=True)),
    "shoulder": "upper_arm",
    "upper_arm": "forearm",
    "forearm": "hand",
    "thigh": "shin",
    "shin": "foot",
    "foot": "toe",
    "toe": "toe.tip",
}
"""The joints at which bones end, where another begins."""
CHAINS = (("chest", ("shoulder", "upper_arm", "forearm", "hand")), ("hips", ("thigh", "shin", "foot", "toe")))


def _trunk(placed: Joints) -> Iterator[Draft]:
    parent = None
    for name in TRUNK:
        yield Draft(name, parent, placed[name], placed[ENDS[name]], FRONT, parent is not None)
        parent = name


def _side(placed: Joints, hand: tuple[Finger, ...], side: str) -> Iterator[Draft]:
    """Yield the bones of a side: an arm with its fingers, and a leg."""
    for parent, chain in CHAINS:
        above = parent
        for name in chain:
            bone = f"{name}.{side}"
            front = UP if name in ("foot", "toe") else FRONT
            yield Draft(bone, above, placed[bone], _tail(placed, hand, name, side), front, name != chain[0])
            above = bone
    for finger in hand:
        above = f"hand.{side}"
        for number in range(3):
            bone = f"{finger.name}_{number + 1}.{side}"
            head, tail = finger.joints[number], finger.joints[number + 1]
            yield Draft(bone, above, head, tail, _palm(placed, hand, side), number > 0)
            above = bone


def _tail(placed: Joints, hand: tuple[Finger, ...], name: str, side: str) -> Floats:
    if name == "hand":
        knuckles = [finger.joints[0] for finger in hand if finger.name != "thumb"]
        return np.mean(knuckles, axis=0) if knuckles else placed[f"hand.{side}.tip"]
    end = ENDS[name]
    return placed[f"toe.{side}.tip" if end == "toe.tip" else f"{end}.{side}"]


def _palm(placed: Joints, hand: tuple[Finger, ...], side: str) -> Floats:
    """Return the direction (3,) that a palm faces: across the hand and the way to the thumb."""
    thumb = next(finger.joints[1] for finger in hand if finger.name == "thumb")
    along = _tail(placed, hand, "hand", side) - placed[f"hand.{side}"]
    facing = np.cross(thumb - placed[f"hand.{side}"], along) * (1.0 if side == "L" else -1.0)
    length = float(np.linalg.norm(facing))
    return facing / length if length > 1e-9 else FRONT
