"""What is wrong with a rig, as values: shown to the rigger, never a reason to refuse the rig.

A finding is a function from a rig to problems, and a line in FINDINGS. Cycles among what bones depend on come from
`rigs.order`; the solver, which leaves their constraints out, tells them in the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rigs.chains import chain_bones, chain_of
from rigs.constrain import bones_above
from rigs.constraints import Constraint, Distance, Goal, Ik
from rigs.fields import fields_of
from rigs.formats.files import quoted
from rigs.idle import held_heads, no_target, reversed_limits
from rigs.order import closes, cycles_of
from rigs.problem import Problem as Problem
from rigs.ranges import out_of_range
from rigs.rest import SHORTEST, directions, rest_lengths
from rigs.rig import Bone, Rig
from rigs.solvers import SOLVERS, instead

Vector = NDArray[np.float64]

STRAIGHT = 1e-3
"""Radians, and parts of a chain's length: what bends less than this has no side to bend to."""


def problems_of(rig: Rig) -> tuple[Problem, ...]:
    """All problems of the rig at rest, errors first. Posing changes none, so those of the last rig are kept."""
    global _last
    last = _last
    if last.bones is not rig.bones or last.constraints is not rig.constraints:
        found = [problem for finding in FINDINGS for problem in finding(rig)]
        last = _last = _Found(rig.bones, rig.constraints, tuple(sorted(found, key=lambda problem: problem.severity)))
    return last.problems


class _Found(NamedTuple):
    """What was found of some bones and constraints."""

    bones: tuple[Bone, ...]
    constraints: tuple[Constraint, ...]
    problems: tuple[Problem, ...]


_last = _Found((), (), ())


def cycle_problem(rig: Rig, cycle: Collection[str]) -> Problem:
    """What to say of bones that depend on each other: which handle hangs below its own chain, if that is it."""
    names = tuple(bone.name for bone in rig.bones if bone.name in cycle)
    where, fault = _fault(rig, cycle)
    if fault:
        text = f"{quoted(fault.name)} {_relation(fault)}, so this IK is left out; give it a parent outside the chain."
    elif len(names) == 1:
        text = f"{quoted(names[0])} depends on itself, so its constraint is left out; choose another target."
    else:
        text = f"{_listed(names)} depend on each other, so their constraints are left out; choose other targets."
    return Problem("cycle", "error", names, text, where)


def why_in_cycle(rig: Rig, cycle: Collection[str]) -> str:
    """Why `rig` would have this cycle, as the part of a sentence that follows a colon."""
    _, fault = _fault(rig, cycle)
    if fault:
        return f"{quoted(fault.name)} is the {fault.role} of the IK that turns {_listed(fault.chain)}"
    return f"{_listed(tuple(bone.name for bone in rig.bones if bone.name in cycle))} would depend on each other"


class _Fault(NamedTuple):
    """A target or pole that is moved by its own IK, through the bone `carrier` of the chain."""

    name: str
    role: str
    carrier: str
    chain: tuple[str, ...]


def _fault(rig: Rig, cycle: Collection[str]) -> tuple[str, _Fault | None]:
    """The place of the constraint that closes a cycle, and what is wrong with it where that is one handle's place."""
    places = [index for index, constraint in enumerate(rig.constraints) if closes(rig, constraint, cycle)]
    for index in places:
        ik = rig.constraints[index]
        if isinstance(ik, Goal):
            chain = chain_bones(rig, ik)
            for role, name in (("target", ik.target), ("pole", getattr(ik, "pole", None))):
                carrier = _first_above(rig, name, chain)
                if name is not None and carrier is not None:
                    return f"$.constraints[{index}].{role}", _Fault(name, role, carrier, chain)
    return (f"$.constraints[{places[0]}].target" if places else "$.constraints"), None


def _relation(fault: _Fault) -> str:
    chain = _listed(fault.chain)
    if fault.carrier == fault.name:
        return f"is the {fault.role} of the IK that turns it, with the chain {chain}"
    return f"hangs below {quoted(fault.carrier)} and is the {fault.role} of the IK that turns {chain}"


def _listed(names: tuple[str, ...]) -> str:
    """A few names, and how many more there are."""
    shown = ", ".join(quoted(name) for name in names[:5])
    return shown + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _missing_references(rig: Rig) -> Iterator[Problem]:
    for index, constraint in enumerate(rig.constraints):
        for declared in fields_of(type(constraint)):
            named = getattr(constraint, declared.name)
            if declared.refers_to == "bone" and named is not None and named not in rig.by_name:
                yield Problem(
                    "missing_bone",
                    "error",
                    (constraint.owner,),
                    f"The constraint on {quoted(constraint.owner)} has {quoted(named)} as its "
                    f"{declared.title.lower()}, a bone that the rig lacks; choose another.",
                    f"$.constraints[{index}].{declared.name}",
                )


def _no_length(rig: Rig) -> Iterator[Problem]:
    for index in np.flatnonzero(rest_lengths(rig.bones) <= SHORTEST):
        name = rig.bones[index].name
        text = f"{quoted(name)} has no length and takes its direction from above; move its tail away from its head."
        yield Problem("no_length", "warning", (name,), text, f"$.bones[{index}].tail")


def _apart(rig: Rig) -> Iterator[Problem]:
    """Connected bones whose head is not on the parent's tail, measured by the parent's length."""
    for index, bone in enumerate(rig.bones):
        parent = rig.by_name.get(bone.parent or "")
        if not bone.connected or parent is None:
            continue
        gap, size = _distance(bone.head, parent.tail), _distance(parent.head, parent.tail)
        if gap > STRAIGHT * max(size, SHORTEST):
            text = (
                f"{quoted(bone.name)} is connected, yet its head lies {_centimetres(gap)} cm from the tail of "
                f"{quoted(parent.name)}; join the two or disconnect it."
            )
            yield Problem("apart", "warning", (bone.name, parent.name), text, f"$.bones[{index}].head")


def _goals(rig: Rig) -> Iterator[tuple[str, Goal, tuple[Bone, ...]]]:
    for index, constraint in enumerate(rig.constraints):
        if isinstance(constraint, Goal) and constraint.enabled and constraint.owner in rig.by_name:
            yield f"$.constraints[{index}]", constraint, chain_of(rig, constraint)


def _iks(rig: Rig) -> Iterator[tuple[str, Ik, tuple[Bone, ...]]]:
    for where, goal, chain in _goals(rig):
        if isinstance(goal, Ik):
            yield where, goal, chain


def _named(goal: Goal) -> str:
    return f"{'distance' if isinstance(goal, Distance) else 'IK'} on {quoted(goal.owner)}"


def _short_chains(rig: Rig) -> Iterator[Problem]:
    for where, ik, chain in _goals(rig):
        if not chain:
            text = f"The {_named(ik)} turns the bones above it, but there is none; switch its use tail on."
            yield Problem("no_chain", "error", (ik.owner,), text, f"{where}.use_tail")
        elif ik.chain_length > len(chain):
            there = bones_above(rig, chain[0].name)
            bones = "only 1 bone is" if there == 1 else f"only {there} bones are"
            text = f"The {_named(ik)} counts {ik.chain_length} bones, yet {bones} there; shorten its chain."
            yield Problem("short_chain", "warning", (ik.owner,), text, f"{where}.chain_length")


def _out_of_range(rig: Rig) -> Iterator[Problem]:
    for kind, bone, text, where in out_of_range(rig):
        yield Problem(kind, "error", (bone,), text, where)


def _other_solvers(rig: Rig) -> Iterator[Problem]:
    """Chains whose solver cannot solve them, or has to share bones with another one."""
    iks = [(where, ik, {bone.name for bone in chain}) for where, ik, chain in _iks(rig) if chain]
    for where, ik, bones in iks:
        if ik.solver == "auto":
            continue
        sharing = [other for _, other, theirs in iks if other is not ik and theirs & bones]
        turning = any(each.rotation and each.rotation_weight > 0.0 for each in (ik, *sharing))
        together = len(bones.union(*(theirs for _, other, theirs in iks if other in sharing)))
        why = SOLVERS[ik.solver].why_not(len(bones), 1 + len(sharing), turning)
        rival = next((other for other in sharing if other.solver not in ("auto", ik.solver)), None)
        text = ""
        if why:
            used = instead(together, 1 + len(sharing), turning)
            text = f"IK of {quoted(ik.owner)} asks for {SOLVERS[ik.solver].title}, {why}: {used} solves it."
        elif rival is not None and rig.constraints.index(rival) < rig.constraints.index(ik):
            text = (
                f"IK of {quoted(ik.owner)} asks for {SOLVERS[ik.solver].title}, yet shares bones with that of "
                f"{quoted(rival.owner)}: {SOLVERS[rival.solver].title} solves both."
            )
        if text:
            yield Problem("other_solver", "warning", (ik.owner,), text, f"{where}.solver")


def _cycles(rig: Rig) -> Iterator[Problem]:
    for cycle in cycles_of(rig):
        yield cycle_problem(rig, cycle)


def _no_bend(rig: Rig) -> Iterator[Problem]:
    for where, ik, chain in _iks(rig):
        bends_one_way = len(chain) == 2 or (ik.pole is not None and len(chain) > 1)
        if bends_one_way and _straight(chain):
            text = (
                f"The chain from {quoted(chain[-1].name)} to {quoted(chain[0].name)} is straight at rest, "
                "so nothing says to which side it bends; bend it a little."
            )
            yield Problem("straight_chain", "warning", tuple(bone.name for bone in reversed(chain)), text, where)


def _poles_in_line(rig: Rig) -> Iterator[Problem]:
    for where, ik, chain in _iks(rig):
        pole, target = rig.by_name.get(ik.pole or ""), rig.by_name.get(ik.target or "")
        if pole is None or not chain:
            continue
        root = np.array(chain[-1].head)
        goal = np.array(target.head if target else chain[0].tail)
        if _off_line(np.array(pole.head), root, goal) <= STRAIGHT * float(rest_lengths(chain).sum()):
            text = (
                f"The pole {quoted(pole.name)} stands in line with the root and the goal of the IK on "
                f"{quoted(ik.owner)}, so it points to no side; move it aside."
            )
            yield Problem("pole_in_line", "warning", (pole.name, ik.owner), text, f"{where}.pole")


FINDINGS: tuple[Callable[[Rig], Iterator[Problem]], ...] = (
    _missing_references,
    no_target,
    reversed_limits,
    held_heads,
    _out_of_range,
    _cycles,
    _short_chains,
    _other_solvers,
    _no_length,
    _apart,
    _no_bend,
    _poles_in_line,
)


def _first_above(rig: Rig, name: str | None, among: Collection[str]) -> str | None:
    """The bone `name`, or the nearest one above it, that is one of `among`."""
    at = rig.by_name.get(name or "")
    while at is not None and at.name not in among:
        at = rig.by_name.get(at.parent or "")
    return at.name if at is not None else None


def _straight(chain: tuple[Bone, ...]) -> bool:
    return all(np.linalg.norm(above - below) < STRAIGHT for below, above in pairwise(directions(chain)))


def _off_line(point: Vector, root: Vector, goal: Vector) -> float:
    """The distance of a point from the line through root and goal; from the root where the two are one."""
    along, away = goal - root, point - root
    length = float(np.linalg.norm(along))
    if length <= SHORTEST:
        return float(np.linalg.norm(away))
    return float(np.linalg.norm(np.cross(along / length, away)))


def _centimetres(metres: float) -> str:
    """Two figures that matter, and no exponent in what people measure."""
    return f"{metres * 100:.0f}" if metres >= 0.1 else f"{metres * 100:.2g}"


def _distance(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    return float(np.linalg.norm(np.subtract(a, b)))
