"""What is wrong with the chains that goals turn: too few bones for them, no side to bend to, another solver than asked.

Chains are looked at as they rest; a pose changes none of this.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from pantin.rigs.constraints import Distance, Goal, Ik
from pantin.rigs.messages import _, ngettext
from pantin.rigs.problems.cycles import above, new_cycle
from pantin.rigs.problems.problem import Change, Fix, Problem, with_changes
from pantin.rigs.rest import SHORTEST, directions, rest_lengths
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.solvers import SOLVERS, instead
from pantin.rigs.tree.chains import chain_of
from pantin.rigs.vectors import Vector
from pantin.rigs.wording import quoted

Chain = tuple[Bone, ...]

STRAIGHT = 1e-3
"""Radians, and parts of a chain's length: what bends less than this has no side to bend to."""

BOW = 0.02
"""How far a straight chain is bent towards its pole, part of its length."""

AWAY = 0.5
"""How far from its joint a pole that is in line is put at least, part of the chain's length."""

SENTENCES = {
    "bones": _("IK of {owner} asks for {asked}, its chain has {bones}: {taken} solves it."),
    "goals": _("IK of {owner} asks for {asked}, its bones have other goals too: {taken} solves it."),
    "rotation": _("IK of {owner} asks for {asked}, it holds a rotation: {taken} solves it."),
    "solver": _("IK of {owner} asks for {asked}, yet shares bones with that of {other}: {taken} solves both."),
    "free": _("IK of {owner} asks for {asked}, yet leaves axes free: {taken} solves it."),
    "distance": _(
        "IK of {owner} asks for {asked}, yet shares bones with the distance of {other}: {taken} solves both."
    ),
    "other_free": _(
        "IK of {owner} asks for {asked}, yet shares bones with that of {other}, which leaves axes free: "
        "{taken} solves both."
    ),
}
"""Why a chain is solved by another solver than the one asked for."""


def short_chains(rig: Rig) -> Iterator[Problem]:
    """Chains that ask for more bones than there are, or for none."""
    for index, goal, chain in _goals(rig):
        where = f"$.constraints[{index}]"
        if not chain:
            fix = Fix(_("Use its tail"), (Change("constraints", index, "use_tail", True),))
            fixable = not _hangs_on(rig, goal.target, goal.owner) and not new_cycle(rig, with_changes(rig, fix.changes))
            text = (
                _("The {goal} turns the bones above it, but there is none.")
                if fixable
                else _("The {goal} turns the bones above it, but there is none; choose another bone for it.")
            ).format(goal=named(goal))
            yield Problem("no_chain", "error", (goal.owner,), text, f"{where}.use_tail", fix if fixable else None)
        elif goal.chain_length > len(chain):
            text = ngettext(
                "The {goal} asks for {asked} bones; {there} is there.",
                "The {goal} asks for {asked} bones; {there} are there.",
                len(chain),
            ).format(goal=named(goal), asked=goal.chain_length, there=len(chain))
            use = ngettext("Use {count} bone", "Use {count} bones", len(chain)).format(count=len(chain))
            fix = Fix(use, (Change("constraints", index, "chain_length", len(chain)),))
            yield Problem("short_chain", "warning", (goal.owner,), text, f"{where}.chain_length", fix)


def _hangs_on(rig: Rig, name: str | None, other: str) -> bool:
    """Whether a bone is another one, or is carried by it."""
    return name == other or (name is not None and name in rig.by_name and other in above(rig, name))


def other_solvers(rig: Rig) -> Iterator[Problem]:
    """Chains whose solver cannot solve them, or has to share bones with another one."""
    goals = [(index, goal, {bone.name for bone in chain}) for index, goal, chain in _goals(rig) if chain]
    for index, ik, bones in goals:
        if not isinstance(ik, Ik) or ik.solver == "auto":
            continue
        sharing = [(other, theirs) for _, other, theirs in goals if other is not ik and theirs & bones]
        why = _why_other(rig, ik, bones, sharing)
        if why:
            asked = {"owner": quoted(ik.owner), "asked": SOLVERS[ik.solver].title, "bones": len(bones)}
            text = SENTENCES[why.reason].format(**asked, taken=why.taken, other=quoted(why.other))
            fix = Fix(_("Leave it to Auto"), (Change("constraints", index, "solver", "auto"),))
            where = f"$.constraints[{index}].solver"
            yield Problem("other_solver", "warning", (ik.owner,), text, where, fix)


class _Why(NamedTuple):
    """Why another solver takes over, by its sentence; which one, and whose goal is in the way."""

    reason: str
    taken: str
    other: str = ""


def _why_other(rig: Rig, ik: Ik, bones: set[str], sharing: list[tuple[Goal, set[str]]]) -> _Why | None:
    """Why another solver takes over; None where none does."""
    goals = [other for other, _ in sharing]
    iks = [other for other in goals if isinstance(other, Ik)]
    turning = any(each.rotation and each.rotation_weight > 0.0 for each in (ik, *iks))
    why = SOLVERS[ik.solver].why_not(len(bones), 1 + len(goals), turning)
    if why:
        together = len(bones.union(*(theirs for _, theirs in sharing)))
        return _Why(why, instead(together, 1 + len(goals), turning))
    rival = next((other for other in iks if other.solver not in ("auto", ik.solver)), None)
    if rival is not None and rig.constraints.index(rival) < rig.constraints.index(ik):
        return _Why("solver", SOLVERS[rival.solver].title, rival.owner)
    return None if ik.solver == "lm" else _why_levenberg(ik, goals)


def _why_levenberg(ik: Ik, others: list[Goal]) -> _Why | None:
    """Goals that leave axes free, and distances, are for Levenberg–Marquardt alone."""
    taken = SOLVERS["lm"].full_title
    if _leaves_free(ik):
        return _Why("free", taken)
    for other in others:
        if isinstance(other, Distance):
            return _Why("distance", taken, other.owner)
        if _leaves_free(other):
            return _Why("other_free", taken, other.owner)
    return None


def _leaves_free(ik: Ik) -> bool:
    return not all((*ik.position_axes, *ik.rotation_axes))


def straight_chains(rig: Rig) -> Iterator[Problem]:
    """Chains that bend to one side and are straight, so that there is no such side."""
    for index, ik, chain in _iks(rig):
        bends_one_way = len(chain) == 2 or (ik.pole is not None and len(chain) > 1)
        if bends_one_way and _straight(chain):
            fix = _bent(rig, ik, chain)
            text = (
                _("The chain from {root} to {end} is straight at rest, so nothing says to which side it bends.")
                if fix
                else _(
                    "The chain from {root} to {end} is straight at rest, so nothing says to which side it bends; "
                    "bend it a little."
                )
            ).format(root=quoted(chain[-1].name), end=quoted(chain[0].name))
            names = tuple(bone.name for bone in reversed(chain))
            yield Problem("straight_chain", "warning", names, text, f"$.constraints[{index}]", fix)


def poles_in_line(rig: Rig) -> Iterator[Problem]:
    """Poles that point to no side."""
    for index, ik, chain in _iks(rig):
        pole = rig.by_name.get(ik.pole or "")
        if pole is None or not chain:
            continue
        root, goal = _line(rig, ik, chain)
        if np.linalg.norm(_off_line(np.array(pole.head), root, goal)) <= STRAIGHT * _length(chain):
            fix = _moved_pole(rig, index, pole, chain)
            text = (
                _("{pole} is in line with the chain of {owner}, so that has no side to bend to.")
                if fix
                else _(
                    "{pole} is in line with the chain of {owner}, so that has no side to bend to; move the pole aside."
                )
            ).format(pole=quoted(pole.name), owner=quoted(ik.owner))
            names = (pole.name, ik.owner)
            yield Problem("pole_in_line", "warning", names, text, f"$.constraints[{index}].pole", fix)


def named(goal: Goal) -> str:
    """What a goal is called within a sentence."""
    sentence = _("distance of {owner}") if isinstance(goal, Distance) else _("IK of {owner}")
    return sentence.format(owner=quoted(goal.owner))


def _goals(rig: Rig) -> Iterator[tuple[int, Goal, Chain]]:
    for index, constraint in enumerate(rig.constraints):
        if isinstance(constraint, Goal) and constraint.enabled and constraint.owner in rig.by_name:
            yield index, constraint, chain_of(rig, constraint)


def _iks(rig: Rig) -> Iterator[tuple[int, Ik, Chain]]:
    for index, goal, chain in _goals(rig):
        if isinstance(goal, Ik):
            yield index, goal, chain


def _bent(rig: Rig, ik: Ik, chain: Chain) -> Fix | None:
    """The joints of a straight chain moved on a flat arc towards the pole, if that shows a side."""
    pole = rig.by_name.get(ik.pole or "")
    if pole is None or pole.name in {bone.name for bone in chain} or not all(_lengths(chain) > SHORTEST):
        return None
    root, end = np.array(chain[-1].head), np.array(chain[0].tail)
    side = _off_line(np.array(pole.head), root, end)
    if np.linalg.norm(side) <= STRAIGHT * _length(chain):
        return None
    side *= BOW * _length(chain) / np.linalg.norm(side)
    changes: list[Change] = []
    for lower, upper in pairwise(chain):
        along = float(np.linalg.norm(np.array(upper.tail) - root)) / _length(chain)
        place = _place(np.array(upper.tail) + side * 4.0 * along * (1.0 - along))
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
    side = _off_line(np.array(joint.head), *_line(rig, ik, chain))
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
    moves = (Change("bones", at, "head", _place(place)), *_tail_at(rig, pole, _place(tail)))
    return Fix(text.format(joint=joint.name), (*moves, Change("constraints", index, "pole_angle", 0.0)))


def _tail_at(rig: Rig, bone: Bone, place: tuple[float, float, float]) -> list[Change]:
    """The bone's tail moved, and the heads that are connected to it."""
    changes = [Change("bones", rig.bones.index(bone), "tail", place)]
    joined = [child for child in rig.children.get(bone.name, ()) if child.connected]
    return changes + [Change("bones", rig.bones.index(child), "head", place) for child in joined]


def _line(rig: Rig, ik: Ik, chain: Chain) -> tuple[Vector, Vector]:
    """From the root of a chain to its goal."""
    target = rig.by_name.get(ik.target or "")
    return np.array(chain[-1].head), np.array(target.head if target else chain[0].tail)


def _straight(chain: Chain) -> bool:
    return all(np.linalg.norm(above - below) < STRAIGHT for below, above in pairwise(directions(chain)))


def _off_line(point: Vector, root: Vector, goal: Vector) -> Vector:
    """From the line through root and goal to a point, the shortest way; from the root where the two are one."""
    along, away = goal - root, point - root
    length = float(np.linalg.norm(along))
    if length <= SHORTEST:
        return away
    off: Vector = away - (away @ along) / length**2 * along
    return off


def _lengths(chain: Chain) -> Vector:
    found: Vector = rest_lengths(chain)
    return found


def _length(chain: Chain) -> float:
    return float(_lengths(chain).sum())


def _place(vector: Vector) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in vector)
    return x, y, z
