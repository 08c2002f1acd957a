"""Bones that depend on each other: what to say of them, and where the handle among them could hang instead.

`rigs.tree.order` finds these bones; the solver, which leaves out their constraints, uses these words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from pantin.rigs.constraints import Armature, Goal
from pantin.rigs.messages import _, ngettext
from pantin.rigs.problems.problem import Change, Fix, Problem, sentence_for, with_changes
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.tree.chains import chain_bones
from pantin.rigs.tree.order import closes, cycles_of
from pantin.rigs.wording import listed, quoted

LIMB = 2
"""The fewest bones that a chain is shortened to."""

ROLES = {"target": _("target"), "targets": _("target"), "pole": _("pole"), "space_bone": _("space bone")}

AT_ITSELF = (
    _("{bone} is the {role} of the IK that turns it, with the chain {chain}."),
    _("{bone} is the {role} of the IK that turns it, with the chain {chain}; choose another {role}."),
)
BOTH_BELOW = (
    _("{bone} and {other} hang below {ancestor}, which they move."),
    _("{bone} and {other} hang below {ancestor}, which they move; give them a parent outside the chain."),
)
CHILD = (
    _("{bone} is a child of {ancestor}, which it moves."),
    _("{bone} is a child of {ancestor}, which it moves; give it a parent outside the chain."),
)
BELOW = (
    _("{bone} hangs below {ancestor}, which it moves."),
    _("{bone} hangs below {ancestor}, which it moves; give it a parent outside the chain."),
)
"""The sentences about a cycle: where there is a fix, and with the remedy where there is none."""


def cycles(rig: Rig) -> Iterator[Problem]:
    """Bones that depend on each other."""
    for cycle in cycles_of(rig):
        yield cycle_problem(rig, cycle)


def cycle_problem(rig: Rig, cycle: Collection[str]) -> Problem:
    """Return the problem of bones that depend on each other: it names the handle below its own chain, if that is it."""
    names = tuple(bone.name for bone in rig.bones if bone.name in cycle)
    closing = _closing(rig, cycle)
    faults = _faults(rig, closing)
    if faults:
        return _fault_problem(rig, names, faults)
    where = _where(rig, closing[0]) if closing else "$.constraints"
    if closing and len(names) == 1:
        role = next((role for role in ROLES if getattr(rig.constraints[closing[0]], role, None) == names[0]), None)
        fix = _cleared(rig, closing[0], role) if role else None
        text = sentence_for(fix, _("{bone} depends on itself."), _("{bone} depends on itself; choose other targets."))
        return Problem("cycle", "error", names, text.format(bone=quoted(names[0])), where, fix)
    text = _("{bones} depend on each other, so their constraints are left out; choose other targets.")
    return Problem("cycle", "error", names, text.format(bones=listed(names)), where)


def _where(rig: Rig, index: int) -> str:
    """Return the field in which a constraint names its target."""
    return f"$.constraints[{index}].{'targets' if isinstance(rig.constraints[index], Armature) else 'target'}"


def why_in_cycle(rig: Rig, cycle: Collection[str]) -> str:
    """Return why `rig` would have this cycle, as the part of a sentence that follows a colon."""
    faults = _faults(rig, _closing(rig, cycle))
    if faults:
        fault = faults[0]
        sentence = _("{bone} is the {role} of the IK that turns {chain}")
        return sentence.format(bone=quoted(fault.name), role=ROLES[fault.role], chain=listed(fault.chain))
    names = tuple(bone.name for bone in rig.bones if bone.name in cycle)
    return _("{bones} would depend on each other").format(bones=listed(names))


def new_cycle(before: Rig, after: Rig) -> str:
    """Return why `after` has a cycle that `before` has not, as `why_in_cycle` says it; empty where it has none."""
    known = set(cycles_of(before))
    return next((why_in_cycle(after, cycle) for cycle in cycles_of(after) if cycle not in known), "")


class _Fault(NamedTuple):
    """A target or pole that is moved by its own IK, through the bone `ancestor` of the chain."""

    constraint: int
    name: str
    role: str
    ancestor: str
    chain: tuple[str, ...]


def _closing(rig: Rig, cycle: Collection[str]) -> list[int]:
    """The places of the constraints that close a cycle."""
    return [index for index, constraint in enumerate(rig.constraints) if closes(rig, constraint, cycle)]


def _faults(rig: Rig, closing: Collection[int]) -> tuple[_Fault, ...]:
    """Return the faults of a cycle where that is the place of the handle of one constraint, or of its pole, or both."""
    for index in closing:
        ik = rig.constraints[index]
        if isinstance(ik, Goal):
            chain = chain_bones(rig, ik)
            aims = (("target", ik.own_target), ("pole", ik.own_pole))
            found = [(role, name, first_above(rig, name, chain)) for role, name in aims if name is not None]
            faults = tuple(_Fault(index, name, role, above, chain) for role, name, above in found if above is not None)
            if faults:
                return faults
    return ()


def _fault_problem(rig: Rig, names: tuple[str, ...], faults: tuple[_Fault, ...]) -> Problem:
    fault, *others = faults
    parted = [other for other in others if other.ancestor != other.name]
    if fault.ancestor == fault.name:
        fix, texts = _cleared(rig, fault.constraint, fault.role), AT_ITSELF
    elif parted:
        fix, texts = _parented(rig, faults, both=True), BOTH_BELOW
    else:
        fix = _parented(rig, faults)
        texts = CHILD if rig.by_name[fault.name].parent == fault.ancestor else BELOW
    text = sentence_for(fix, *texts).format(
        bone=quoted(fault.name),
        other=quoted(parted[0].name) if parted else "",
        ancestor=quoted(fault.ancestor),
        role=ROLES[fault.role],
        chain=listed(fault.chain),
    )
    first = tuple(fault.name for fault in faults)
    names = (*first, *(name for name in names if name not in first))
    where = f"$.constraints[{fault.constraint}].{fault.role}"
    return Problem("cycle", "error", names, text, where, fix)


def _parented(rig: Rig, faults: tuple[_Fault, ...], both: bool = False) -> Fix | None:
    """Handles inside their chain hung on what carries the chain. A joined bone of the body is not torn off."""
    bones = [rig.by_name[fault.name] for fault in faults]
    if any(bone.kind == "bone" and bone.connected for bone in bones):
        return None
    known = set(cycles_of(rig))
    for parent in above(rig, faults[0].chain[-1]):
        if parent is None and any(_begins_above(rig, bone) for bone in bones):
            continue
        changes = tuple(change for bone in bones for change in _carried_by(rig, bone, parent))
        if set(cycles_of(with_changes(rig, changes))) < known:
            if both:
                text = _("Parent both to {parent}") if parent else _("Give both no parent")
            else:
                text = _("Parent it to {parent}") if parent else _("Give it no parent")
            parted = Fix(text.format(parent=parent), changes)
            return parted if parent else _shortened(rig, faults) or parted
    return None


def _begins_above(rig: Rig, bone: Bone) -> bool:
    """Return whether a chain of its constraints begins with its parent: without that it would be none."""
    goals = (each for each in rig.constraints if isinstance(each, Goal) and each.owner == bone.name)
    return any(not each.use_tail for each in goals)


def _shortened(rig: Rig, faults: tuple[_Fault, ...]) -> Fix | None:
    """A chain that goes up to what carries all, shortened to the bones below that: a limb has two at least."""
    left = min(fault.chain.index(fault.ancestor) for fault in faults)
    changes = (Change("constraints", faults[0].constraint, "chain_length", left),)
    if left < LIMB or not set(cycles_of(with_changes(rig, changes))) < set(cycles_of(rig)):
        return None
    return Fix(ngettext("Use {count} bone", "Use {count} bones", left).format(count=left), changes)


def _cleared(rig: Rig, index: int, role: str) -> Fix | None:
    changes = (Change("constraints", index, role, None),)
    helps = set(cycles_of(with_changes(rig, changes))) < set(cycles_of(rig))
    return Fix(_("Clear the {field}").format(field=ROLES[role]), changes) if helps else None


def _carried_by(rig: Rig, bone: Bone, parent: str | None) -> tuple[Change, ...]:
    at = rig.bones.index(bone)
    return Change("bones", at, "parent", parent), Change("bones", at, "connected", False)


def above(rig: Rig, name: str) -> Iterator[str | None]:
    """The bones above a bone, the nearest first, and at last none."""
    at = rig.by_name[name].parent
    while at is not None and at in rig.by_name:
        yield at
        at = rig.by_name[at].parent
    yield None


def first_above(rig: Rig, name: str | None, among: Collection[str]) -> str | None:
    """The bone `name`, or the nearest one above it, that is one of `among`."""
    at = rig.by_name.get(name or "")
    while at is not None and at.name not in among:
        at = rig.by_name.get(at.parent or "")
    return at.name if at is not None else None
