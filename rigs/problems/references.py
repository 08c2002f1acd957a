"""Names that lead nowhere, and names that are taken for each other: bones that constraints and pins ask for in vain."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from pantin.rigs.constraints import Armature
from pantin.rigs.fields import Field, fields_of
from pantin.rigs.messages import _
from pantin.rigs.problems.cycles import new_cycle
from pantin.rigs.problems.problem import Change, Fix, Problem, sentence_for, with_changes
from pantin.rigs.rig import Rig
from pantin.rigs.translation import inside
from pantin.rigs.wording import quoted


def missing_references(rig: Rig) -> Iterator[Problem]:
    """Bones that constraints name and the rig lacks."""
    for index, constraint in enumerate(rig.constraints):
        for declared in fields_of(type(constraint)):
            named = getattr(constraint, declared.name)
            if declared.refers_to == "bone" and isinstance(named, str) and named not in rig.by_name:
                fix = _refer_again(rig, index, declared, named)
                text = sentence_for(
                    fix,
                    _("The constraint on {owner} has {bone} as its {field}, a bone that the rig lacks."),
                    _("The constraint on {owner} has {bone} as its {field}, a bone that the rig lacks; choose one."),
                ).format(owner=quoted(constraint.owner), bone=quoted(named), field=inside(declared.title))
                where = f"$.constraints[{index}].{declared.name}"
                yield Problem("missing_bone", "error", (constraint.owner,), text, where, fix)
        if isinstance(constraint, Armature):
            yield from _missing_targets(rig, index, constraint)


def _missing_targets(rig: Rig, index: int, armature: Armature) -> Iterator[Problem]:
    """A problem for each target of an Armature that the rig lacks. The constraint rests until all are there."""
    for place, target in enumerate(armature.targets):
        if target.bone not in rig.by_name:
            text = _("The constraint on {owner} has {bone} among its targets, a bone that the rig lacks.").format(
                owner=quoted(armature.owner), bone=quoted(target.bone)
            )
            kept = tuple(each for each in armature.targets if each is not target)
            changes = (Change("constraints", index, "targets", kept),)
            fix = None if new_cycle(rig, with_changes(rig, changes)) else Fix(_("Take it out"), changes)
            where = f"$.constraints[{index}].targets[{place}].bone"
            yield Problem("missing_bone", "error", (armature.owner,), text, where, fix)


def missing_pinned(rig: Rig) -> Iterator[Problem]:
    """Pins on bones that are not there. A pull goes on without them."""
    for index, pin in enumerate(rig.pins):
        if pin.bone not in rig.by_name:
            text = _("A pin names {bone}, a bone that the rig lacks; it holds nothing.").format(bone=quoted(pin.bone))
            fix = _renamed(rig, "pins", index, "bone", pin.bone)
            fix = fix or Fix(_("Take the pin away"), (Change("pins", index, "bone", None),))
            yield Problem("missing_pinned", "warning", (), text, f"$.pins[{index}].bone", fix)


def _refer_again(rig: Rig, index: int, declared: Field, named: str) -> Fix | None:
    """Another name, where a similar one exists; else none, if the constraint does not act again then and close a
    cycle."""
    found = _renamed(rig, "constraints", index, declared.name, named)
    cleared = (Change("constraints", index, declared.name, None),)
    if found is not None or new_cycle(rig, with_changes(rig, cleared)):
        return found
    return Fix(_("Clear the {field}").format(field=inside(declared.title)), cleared)


def _renamed(rig: Rig, of: Literal["constraints", "pins"], index: int, field: str, named: str) -> Fix | None:
    """The one bone whose name differs in capitals and marks alone, where no cycle comes of it; else none."""
    alike = [bone.name for bone in rig.bones if _plain(bone.name) == _plain(named)]
    if len(alike) != 1:
        return None
    found = Fix(_("Use {value}").format(value=alike[0]), (Change(of, index, field, alike[0]),))
    return None if new_cycle(rig, with_changes(rig, found.changes)) else found


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name.casefold()) or name


def alike_names(rig: Rig) -> Iterator[Problem]:
    """Names that are one and the same to programs, and to eyes, that do not heed capitals."""
    first: dict[str, str] = {}
    for index, bone in enumerate(rig.bones):
        other = first.setdefault(bone.name.casefold(), bone.name)
        if other != bone.name:
            text = _("{one} and {other} differ in capitals alone; rename one of them.").format(
                one=quoted(other), other=quoted(bone.name)
            )
            yield Problem("alike_names", "note", (other, bone.name), text, f"$.bones[{index}].name")
