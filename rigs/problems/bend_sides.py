"""Chains that nothing tells to which side they bend: those that are straight, and poles that are in line with them.

Chains are looked at as they rest; a pose changes none of this.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.constraints import Ik
from pantin.rigs.fields import Vector3
from pantin.rigs.messages import _
from pantin.rigs.problems.chains import Chain, goals_with_chains
from pantin.rigs.problems.problem import Change, Fix, Problem, sentence_for
from pantin.rigs.rest import SHORTEST, directions, rest_lengths
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.vectors import Vector, three
from pantin.rigs.wording import quoted

STRAIGHT = 1e-3
"""Radians, and parts of a chain's length: what bends less than this has no side to bend to."""

BOW = 0.02
"""Distance by which a straight chain is bent towards its pole, part of its length."""

BEHIND = np.radians(90.0)
"""A bend that is turned farther from its pole than this is on the other side."""

AWAY = 0.5
"""Least distance from its joint of a pole that is moved out of line, part of the chain's length."""


def straight_chains(rig: Rig) -> Iterator[Problem]:
    """Chains that bend to one side and are straight, so that there is no such side."""
    for index, ik, chain in _iks(rig):
        bends_one_way = len(chain) == 2 or (ik.pole is not None and len(chain) > 1)
        if bends_one_way and _straight(chain) and (ik.pole is not None or not _limited_to_one_side(chain)):
            fix = _bent(rig, ik, chain)
            text = sentence_for(
                fix,
                _("The chain from {root} to {end} is straight at rest, so nothing says to which side it bends."),
                _(
                    "The chain from {root} to {end} is straight at rest, so nothing says to which side it bends; "
                    "bend it a little."
                ),
            ).format(root=quoted(chain[-1].name), end=quoted(chain[0].name))
            names = tuple(bone.name for bone in reversed(chain))
            yield Problem("straight_chain", "warning", names, text, f"$.constraints[{index}]", fix)


def poles_in_line(rig: Rig) -> Iterator[Problem]:
    """Poles that point to no side."""
    for index, ik, chain in _iks(rig):
        pole = rig.by_name.get(ik.own_pole or "")
        if pole is None or not chain:
            continue
        root, goal = _line(rig, ik, chain)
        if np.linalg.norm(_off_line(np.array(pole.head), root, goal)) <= STRAIGHT * _length(chain):
            fix = _moved_pole(rig, index, pole, chain)
            text = sentence_for(
                fix,
                _("{pole} is in line with the chain of {owner}, so that has no side to bend to."),
                _("{pole} is in line with the chain of {owner}, so that has no side to bend to; move the pole aside."),
            ).format(pole=quoted(pole.name), owner=quoted(ik.owner))
            names = (pole.name, ik.owner)
            yield Problem("pole_in_line", "warning", names, text, f"$.constraints[{index}].pole", fix)


def poles_behind(rig: Rig) -> Iterator[Problem]:
    """Poles on the other side than that to which their chains are bent at rest."""
    for index, ik, chain in _iks(rig):
        pole = rig.by_name.get(ik.own_pole or "")
        if pole is None or len(chain) < 2 or _straight(chain):
            continue
        away = _from_the_pole(rig, ik, chain, pole)
        if away is not None and away > BEHIND:
            fix = _moved_pole(rig, index, pole, chain)
            text = sentence_for(
                fix,
                _("{pole} is behind the joint of the chain of {owner}, which rests bent the other way: it turns over."),
                _(
                    "{pole} is behind the joint of the chain of {owner}, which rests bent the other way: it turns "
                    "over; move the pole to the other side."
                ),
            ).format(pole=quoted(pole.name), owner=quoted(ik.owner))
            names = (pole.name, ik.owner)
            yield Problem("pole_behind", "warning", names, text, f"$.constraints[{index}].pole", fix)


def rests_as_asked(rig: Rig, ik: Ik, chain: Chain, near: float) -> bool:
    """Return whether a chain of two bones or more rests at its goal, bent no farther from its pole than `near`,
    radians.
    """
    _root, goal = _line(rig, ik, chain)
    pole = rig.by_name.get(ik.own_pole or "")
    away = None if pole is None or _straight(chain) else _from_the_pole(rig, ik, chain, pole)
    is_there = np.linalg.norm(goal - np.array(chain[0].tail)) <= STRAIGHT * _length(chain)
    return bool(is_there) and (away or 0.0) <= near


def _from_the_pole(rig: Rig, ik: Ik, chain: Chain, pole: Bone) -> float | None:
    """Return the angle, about the line to the goal, from the bend at rest to where the pole asks for it, radians.

    None where the pole or the bend is in line.
    """
    root, goal = _line(rig, ik, chain)
    asked, bend = _off_line(np.array(pole.head), root, goal), _bend(chain, root, goal)
    least, far = STRAIGHT * _length(chain), float(np.linalg.norm(goal - root))
    if min(np.linalg.norm(asked), np.linalg.norm(bend)) <= least or far <= SHORTEST:
        return None
    return abs(rot.wrapped(float(rot.signed_angle(asked, bend, (goal - root) / far)) - ik.pole_angle))


def _bend(chain: Chain, root: Vector, goal: Vector) -> Vector:
    """The sum of the ways from the line root–end to the inner joints, turned with that line to the goal.

    As solvers have it: the other joints of a leg of three bones count too.
    """
    tip = np.array(chain[0].tail)
    ways = [_off_line(np.array(bone.head), root, tip) for bone in chain[:-1]]
    return np.asarray(rot.shortest_arc(tip - root, goal - root) @ np.sum(ways, axis=0))


def _iks(rig: Rig) -> Iterator[tuple[int, Ik, Chain]]:
    """The IK constraints among the goals that are on."""
    for index, goal, chain in goals_with_chains(rig):
        if isinstance(goal, Ik):
            yield index, goal, chain


def _bent(rig: Rig, ik: Ik, chain: Chain) -> Fix | None:
    """The joints of a straight chain moved on a flat arc towards the pole, if that shows a side."""
    pole = rig.by_name.get(ik.own_pole or "")
    if pole is None or pole.name in {bone.name for bone in chain} or not all(rest_lengths(chain) > SHORTEST):
        return None
    root, end = np.array(chain[-1].head), np.array(chain[0].tail)
    side = _off_line(np.array(pole.head), root, end)
    if np.linalg.norm(side) <= STRAIGHT * _length(chain):
        return None
    side *= BOW * _length(chain) / np.linalg.norm(side)
    changes: list[Change] = []
    for lower, upper in pairwise(chain):
        along = float(np.linalg.norm(np.array(upper.tail) - root)) / _length(chain)
        place = three(np.array(upper.tail) + side * 4.0 * along * (1.0 - along))
        changes += _tail_at(rig, upper, place)
        if not lower.connected:
            changes.append(Change("bones", rig.bones.index(lower), "head", place))
    return Fix(_("Bend it towards {pole}").format(pole=pole.name), tuple(changes))


def _moved_pole(rig: Rig, index: int, pole: Bone, chain: Chain) -> Fix | None:
    """The pole put in the plane of the bend, before its joint; there its angle is 0."""
    if pole.connected or pole.name in {bone.name for bone in chain} or len(chain) < 2 or _straight(chain):
        return None
    joint = chain[max(len(chain) // 2 - 1, 0)]
    ik = rig.constraints[index]
    assert isinstance(ik, Ik)
    side = _bend(chain, *_line(rig, ik, chain))
    if np.linalg.norm(side) <= STRAIGHT * _length(chain):
        return None
    side /= np.linalg.norm(side)
    head = np.array(joint.head)
    far = max(float(np.linalg.norm(np.array(pole.head) - head)), AWAY * _length(chain))
    place = head + side * far
    tail = place + np.array(pole.tail) - np.array(pole.head)
    at = rig.bones.index(pole)
    if side[1] < -0.5:
        text = _("Move it in front of {joint}")
    else:
        text = _("Move it behind {joint}") if side[1] > 0.5 else _("Move it beside {joint}")
    moves = (Change("bones", at, "head", three(place)), *_tail_at(rig, pole, three(tail)))
    return Fix(text.format(joint=joint.name), (*moves, Change("constraints", index, "pole_angle", 0.0)))


def _tail_at(rig: Rig, bone: Bone, place: Vector3) -> list[Change]:
    """The bone's tail moved, and the heads that are connected to it."""
    changes = [Change("bones", rig.bones.index(bone), "tail", place)]
    joined = [child for child in rig.children.get(bone.name, ()) if child.connected]
    return changes + [Change("bones", rig.bones.index(child), "head", place) for child in joined]


def _line(rig: Rig, ik: Ik, chain: Chain) -> tuple[Vector, Vector]:
    """From the root of a chain to its goal."""
    target = rig.by_name.get(ik.own_target or "")
    return np.array(chain[-1].head), np.array(target.head if target else chain[0].tail)


def _limited_to_one_side(chain: Chain) -> bool:
    """Return True if limits let a joint below the root bend about one free axis, and to one side of rest alone."""
    for bone in chain[:-1]:
        free = [limit for limit, locked in zip(bone.joint.limit[::2], bone.joint.lock[::2], strict=True) if not locked]
        if len(free) == 1 and free[0] is not None and (free[0][0] >= 0.0 or free[0][1] <= 0.0):
            return True
    return False


def _straight(chain: Chain) -> bool:
    """Return whether the bones of a chain are in one line."""
    return all(np.linalg.norm(above - below) < STRAIGHT for below, above in pairwise(directions(chain)))


def _off_line(point: Vector, root: Vector, goal: Vector) -> Vector:
    """From the line through root and goal to a point, the shortest way; from the root where the two are one."""
    along, away = goal - root, point - root
    length = float(np.linalg.norm(along))
    if length <= SHORTEST:
        return away
    return np.asarray(away - (away @ along) / length**2 * along)


def _length(chain: Chain) -> float:
    return float(rest_lengths(chain).sum())
