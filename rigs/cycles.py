"""Bones that depend on each other: what to say of them, and where the handle among them could hang instead.

Which bones these are comes from `rigs.order`; the solver, which leaves their constraints out, tells it in these words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from rigs.chains import chain_bones
from rigs.constraints import Goal
from rigs.formats.files import quoted
from rigs.order import closes, cycles_of
from rigs.problem import Change, Fix, Problem, with_changes
from rigs.rig import Bone, Rig


def cycles(rig: Rig) -> Iterator[Problem]:
    """Bones that depend on each other."""
    for cycle in cycles_of(rig):
        yield cycle_problem(rig, cycle)


def cycle_problem(rig: Rig, cycle: Collection[str]) -> Problem:
    """What to say of bones that depend on each other: which handle hangs below its own chain, if that is it."""
    names = tuple(bone.name for bone in rig.bones if bone.name in cycle)
    closing = _closing(rig, cycle)
    fault = _fault(rig, closing)
    if fault:
        where, fix = f"$.constraints[{fault.constraint}].{fault.role}", _fix_of(rig, fault)
        text = f"{quoted(fault.name)} {_relation(fault)}"
        advice = "give it a parent outside the chain." if fault.carrier != fault.name else "choose another."
    else:
        where, fix = (f"$.constraints[{closing[0]}].target" if closing else "$.constraints"), None
        text = f"{listed(names)} depend on each other, so their constraints are left out"
        advice = "choose other targets."
        if len(names) == 1:
            fix = _cleared(rig, closing[0], "target") if closing else None
            text, advice = f"{quoted(names[0])} depends on itself", "choose another target."
    return Problem("cycle", "error", names, f"{text}." if fix else f"{text}; {advice}", where, fix)


def why_in_cycle(rig: Rig, cycle: Collection[str]) -> str:
    """Why `rig` would have this cycle, as the part of a sentence that follows a colon."""
    fault = _fault(rig, _closing(rig, cycle))
    if fault:
        return f"{quoted(fault.name)} is the {fault.role} of the IK that turns {listed(fault.chain)}"
    return f"{listed(tuple(bone.name for bone in rig.bones if bone.name in cycle))} would depend on each other"


def new_cycle(before: Rig, after: Rig) -> str:
    """Why `after` has a cycle that `before` has not, as `why_in_cycle` says it; empty where it has none."""
    known = set(cycles_of(before))
    return next((why_in_cycle(after, cycle) for cycle in cycles_of(after) if cycle not in known), "")


def listed(names: tuple[str, ...]) -> str:
    """A few names, and how many more there are."""
    shown = ", ".join(quoted(name) for name in names[:5])
    return shown + (f" and {len(names) - 5} more" if len(names) > 5 else "")


class _Fault(NamedTuple):
    """A target or pole that is moved by its own IK, through the bone `carrier` of the chain."""

    constraint: int
    name: str
    role: str
    carrier: str
    chain: tuple[str, ...]
    is_child: bool


def _closing(rig: Rig, cycle: Collection[str]) -> list[int]:
    """The places of the constraints that close a cycle."""
    return [index for index, constraint in enumerate(rig.constraints) if closes(rig, constraint, cycle)]


def _fault(rig: Rig, closing: Collection[int]) -> _Fault | None:
    """What is wrong with a cycle where that is one handle's place."""
    for index in closing:
        ik = rig.constraints[index]
        if isinstance(ik, Goal):
            chain = chain_bones(rig, ik)
            for role, name in (("target", ik.target), ("pole", getattr(ik, "pole", None))):
                carrier = _first_above(rig, name, chain)
                if name is not None and carrier is not None:
                    return _Fault(index, name, role, carrier, chain, rig.by_name[name].parent == carrier)
    return None


def _relation(fault: _Fault) -> str:
    if fault.carrier == fault.name:
        return f"is the {fault.role} of the IK that turns it, with the chain {listed(fault.chain)}"
    hangs = "is a child of" if fault.is_child else "hangs below"
    return f"{hangs} {quoted(fault.carrier)}, which it moves"


def _fix_of(rig: Rig, fault: _Fault) -> Fix | None:
    """A handle inside its chain hangs on what carries the chain; a bone of the chain is no target at all."""
    if fault.carrier == fault.name:
        return _cleared(rig, fault.constraint, fault.role)
    bone = rig.by_name[fault.name]
    if bone.kind == "bone" and bone.connected:
        return None
    known = cycles_of(rig)
    for parent in _above(rig, fault.chain[-1]):
        changes = _carried_by(rig, bone, parent)
        if set(cycles_of(with_changes(rig, changes))) < set(known):
            return Fix(f"Parent it to {parent}" if parent else "Give it no parent", changes)
    return None


def _cleared(rig: Rig, index: int, role: str) -> Fix | None:
    changes = (Change("constraints", index, role, None),)
    return (
        Fix(f"Clear the {role}", changes) if set(cycles_of(with_changes(rig, changes))) < set(cycles_of(rig)) else None
    )


def _carried_by(rig: Rig, bone: Bone, parent: str | None) -> tuple[Change, ...]:
    at = rig.bones.index(bone)
    return Change("bones", at, "parent", parent), Change("bones", at, "connected", False)


def _above(rig: Rig, name: str) -> Iterator[str | None]:
    """The bones above a bone, the nearest first, and at last none."""
    at = rig.by_name[name].parent
    while at is not None and at in rig.by_name:
        yield at
        at = rig.by_name[at].parent
    yield None


def _first_above(rig: Rig, name: str | None, among: Collection[str]) -> str | None:
    """The bone `name`, or the nearest one above it, that is one of `among`."""
    at = rig.by_name.get(name or "")
    while at is not None and at.name not in among:
        at = rig.by_name.get(at.parent or "")
    return at.name if at is not None else None
