"""The side to which a chain bends: as it is bent at rest, or for a straight chain as arms and legs do.

A straight chain is bent by 0.15° in its rest pose, so that IK has a side to begin with and bones do not
roll; one that is bent to another side is turned about the line from its root to its end. Its bones keep their lengths,
to a millionth, so that clips and poses can stay as they are.
"""

from __future__ import annotations

from math import radians
from typing import Literal, NamedTuple

import numpy as np

from pantin.rigs.anatomy.parts import JOINTS, Member
from pantin.rigs.fields import Vector3
from pantin.rigs.limb_kinds.chain import LimbChain
from pantin.rigs.limb_kinds.members import limb_part
from pantin.rigs.messages import _
from pantin.rigs.rig import Rig
from pantin.rigs.sides import mirrored_name
from pantin.rigs.vectors import BACK, FRONT, Vector, across, three, unit

STRAIGHT = 3e-4
"""A chain whose joints are off the line from root to end by less, summed up in parts of its length, has no side."""

SLIGHT = radians(0.15)
"""Distance by which a straight chain is bent: more than rounding, and so little that no bone gets longer."""

POLE_AWAY = 0.5
"""Distance of a pole before the joint, in lengths of the chain."""

WAYS: dict[Member, tuple[Vector, str]] = {
    "leg": (FRONT, _("{limb}: {joint} bends forward, as legs do")),
    "arm": (BACK, _("{limb}: {joint} bends back, as arms do")),
}
"""To which side a member bends, and the note that tells it."""


class BendSide(NamedTuple):
    """The direction in which a chain bends, a unit vector (3,) in armature space, and how it was found."""

    way: Vector
    found: Literal["bent", "name", "mirror", "asked"]


def points_of(rig: Rig, bones: tuple[str, ...]) -> Vector:
    """The joints (n + 1, 3) of a chain of n bones at rest, armature space: the heads from its root on, and its end."""
    return np.array([*(rig.by_name[name].head for name in bones), rig.by_name[bones[-1]].tail])


def bend_of(points: Vector) -> tuple[Vector, Vector]:
    """The unit vector (3,) from the root of a chain to its end, and the sum (3,) of its joints' offsets from it."""
    away = points[-1] - points[0]
    size = float(np.linalg.norm(away))
    line = away / size if size > 1e-9 else np.array((0.0, 0.0, 1.0))
    joints = points[1:-1] - points[0]
    return line, np.asarray((joints - np.outer(joints @ line, line)).sum(axis=0))


def length_of(points: Vector) -> float:
    """The length of a chain with these joints (n, 3), metres."""
    return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())


def pole_place(points: Vector, side: Vector, away: float) -> Vector:
    """A point (3,) `away` metres before the middle joint, on the `side` (3,) of the chain's line."""
    line, _bend = bend_of(points)
    joint = points[len(points) // 2] - points[0]
    along = float(joint @ line)
    off = joint - along * line
    aside = unit(across(side, line))
    return np.asarray(points[0] + along * line + aside * (float(off @ aside) + away))


def member_of(rig: Rig, chain: LimbChain) -> Member:
    """Return whether a chain is an arm or a leg, by the names of its bones."""
    parts = [limb_part(rig, name) for name in chain.all]
    return next((part.member for part in parts if part is not None and part.member), "")


def side_of_bend(rig: Rig, chain: LimbChain, asked: Vector3 | None, even_if_bent: bool = False) -> BendSide | None:
    """The side to which a chain of several bones bends; None where nothing tells it and the user has to be asked.

    That is its bend at rest, else the direction `asked` for, armature space, else what its names or the chain on the
    other side tell. With `even_if_bent` the direction asked for outranks the bend at rest.
    """
    points = points_of(rig, chain.bones)
    line, bend = bend_of(points)
    if np.linalg.norm(bend) > STRAIGHT * length_of(points) and not (even_if_bent and asked is not None):
        return BendSide(bend / np.linalg.norm(bend), "bent")
    if asked is not None:
        return _across(np.asarray(asked), line, "asked")
    if member := member_of(rig, chain):
        return _across(WAYS[member][0], line, "name")
    return _as_mirrored(rig, chain, line)


def bend_slightly(rig: Rig, chain: LimbChain, side: Vector) -> dict[str, tuple[Vector3, Vector3]]:
    """Heads and tails of the bones of a chain, bent to `side`, and of what hangs on it. The end of the chain stays.

    A straight chain is bent a little; one that is bent to another side keeps its bend. Metres, armature space, by bone.
    """
    rest = points_of(rig, chain.bones)
    places = _bent_to(rest, side)
    moved: dict[str, tuple[Vector3, Vector3]] = {}
    for number, name in enumerate(chain.bones):
        ends = np.allclose(rig.by_name[name].tail, rest[number + 1])
        tail = places[number + 1] if ends else rig.by_name[name].tail
        moved[name] = (three(places[number]) if number else rig.by_name[name].head, three(tail))
        for below in rig.children.get(name, ()):
            if below.connected and below.name not in chain.bones and number + 1 < len(chain.bones):
                moved[below.name] = (three(tail), below.tail)
    return moved


def _bent_to(points: Vector, side: Vector) -> Vector:
    """The joints of a chain (n, 3), turned about the line from its root to its end until they are off it to `side`.

    Where they are on the line, they are moved off it.
    """
    line, bend = bend_of(points)
    size, on_line = float(np.linalg.norm(bend)), points[0] + np.outer((points - points[0]) @ line, line)
    if size <= STRAIGHT * length_of(points):
        part = np.linalg.norm(on_line - points[0], axis=1) / length_of(on_line)
        return np.asarray(on_line + np.outer(SLIGHT * length_of(on_line) * part * (1.0 - part), side))
    now, to = (np.stack((way, np.cross(line, way)), 1) for way in (bend / size, side))
    return np.asarray(on_line + (points - points[0]) @ now @ to.T)


def side_note(rig: Rig, chain: LimbChain, side: BendSide) -> str:
    """A note about a bend side that was not given: "foot.L: knee bends forward, as legs do"; else empty."""
    member = member_of(rig, chain)
    joint = JOINTS.get(member, chain.bones[len(chain.bones) // 2])
    if side.found == "name":
        return WAYS[member][1].format(limb=chain.last, joint=joint)
    as_there = _("{limb}: {joint} bends as on the other side").format(limb=chain.last, joint=joint)
    return as_there if side.found == "mirror" else ""


def _as_mirrored(rig: Rig, chain: LimbChain, line: Vector) -> BendSide | None:
    others = tuple(mirrored_name(name) for name in chain.bones)
    if others == chain.bones or not set(others) <= rig.by_name.keys():
        return None
    points = points_of(rig, others)
    bend = bend_of(points)[1] * (-1.0, 1.0, 1.0)
    return _across(bend, line, "mirror") if np.linalg.norm(bend) > STRAIGHT * length_of(points) else None


def _across(way: Vector, line: Vector, found: Literal["name", "mirror", "asked"]) -> BendSide | None:
    aside = across(way, line)
    size = float(np.linalg.norm(aside))
    return BendSide(aside / size, found) if size > 0.05 * float(np.linalg.norm(way)) else None
