"""What is wrong with a rig, as values: shown to the rigger, never a reason to reject the rig.

A finding is a function from a rig to problems, and a line in FINDINGS. Where what to do is obvious, the problem bears
its fix: see `rigs.problems.fixes`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import dist
from typing import Literal, NamedTuple

import numpy as np

from pantin.rigs.constraints import Armature, Constraint
from pantin.rigs.fields import Field, fields_of
from pantin.rigs.messages import _
from pantin.rigs.problems.chains import STRAIGHT, other_solvers, poles_in_line, short_chains, straight_chains
from pantin.rigs.problems.cycles import cycles, new_cycle
from pantin.rigs.problems.idle import (
    held_heads,
    no_curve,
    no_space_bone,
    no_target,
    no_weight,
    reversed_limits,
    same_axes,
    turned_anyway,
)
from pantin.rigs.problems.one_sided import one_sided_limits
from pantin.rigs.problems.problem import Change, Fix, Problem, with_changes
from pantin.rigs.problems.ranges import out_of_range
from pantin.rigs.rest import SHORTEST, directions, rest_lengths
from pantin.rigs.rig import Bone, Pin, Rig
from pantin.rigs.translation import inside
from pantin.rigs.wording import quoted

SEVEREST = ("error", "warning", "note")


def problems_of(rig: Rig) -> tuple[Problem, ...]:
    """All problems of the rig at rest, the worst first. Posing changes none, so those of the last rig are kept."""
    global _last
    last = _last
    if last.bones is not rig.bones or last.constraints is not rig.constraints or last.pins is not rig.pins:
        found = [problem for finding in FINDINGS for problem in finding(rig)]
        found.sort(key=lambda problem: SEVEREST.index(problem.severity))
        last = _last = _Found(rig.bones, rig.constraints, rig.pins, tuple(found))
    return last.problems


class _Found(NamedTuple):
    """What was found of some bones, constraints and pins."""

    bones: tuple[Bone, ...]
    constraints: tuple[Constraint, ...]
    pins: tuple[Pin, ...]
    problems: tuple[Problem, ...]


_last = _Found((), (), (), ())


def _missing_references(rig: Rig) -> Iterator[Problem]:
    for index, constraint in enumerate(rig.constraints):
        for declared in fields_of(type(constraint)):
            named = getattr(constraint, declared.name)
            if declared.refers_to == "bone" and named is not None and named not in rig.by_name:
                fix = _refer_again(rig, index, declared, named)
                sentence = (
                    _("The constraint on {owner} has {bone} as its {field}, a bone that the rig lacks.")
                    if fix
                    else _(
                        "The constraint on {owner} has {bone} as its {field}, a bone that the rig lacks; choose one."
                    )
                )
                text = sentence.format(owner=quoted(constraint.owner), bone=quoted(named), field=inside(declared.title))
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


def _missing_pinned(rig: Rig) -> Iterator[Problem]:
    """Pins on bones that are not there. A pull goes on without them."""
    for index, pin in enumerate(rig.pins):
        if pin.bone not in rig.by_name:
            text = _("A pin names {bone}, a bone that the rig lacks; it holds nothing.").format(bone=quoted(pin.bone))
            fix = _renamed(rig, "pins", index, "bone", pin.bone)
            fix = fix or Fix(_("Take the pin away"), (Change("pins", index, "bone", None),))
            yield Problem("missing_pinned", "warning", (), text, f"$.pins[{index}].bone", fix)


def _refer_again(rig: Rig, index: int, declared: Field, named: str) -> Fix | None:
    """Another name, where one is meant; else none, if the constraint does not act again then and close a cycle."""
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


def _alike_names(rig: Rig) -> Iterator[Problem]:
    """Names that are one and the same to programs, and to eyes, that do not heed capitals."""
    first: dict[str, str] = {}
    for index, bone in enumerate(rig.bones):
        other = first.setdefault(bone.name.casefold(), bone.name)
        if other != bone.name:
            text = _("{one} and {other} differ in capitals alone; rename one of them.").format(
                one=quoted(other), other=quoted(bone.name)
            )
            yield Problem("alike_names", "note", (other, bone.name), text, f"$.bones[{index}].name")


def _no_length(rig: Rig) -> Iterator[Problem]:
    for index in np.flatnonzero(rest_lengths(rig.bones) <= SHORTEST):
        bone = rig.bones[index]
        fix = _lengthened(rig, int(index))
        text = (
            _("{bone} has no length and takes its direction from above.")
            if fix
            else _("{bone} has no length and takes its direction from above; move its tail away from its head.")
        ).format(bone=quoted(bone.name))
        yield Problem("no_length", "warning", (bone.name,), text, f"$.bones[{index}].tail", fix)


SHARE, SHORT = 0.25, 0.05
"""How long a bone is made that has no length: against its parent, and in metres where that has none either."""


def _lengthened(rig: Rig, index: int) -> Fix | None:
    """The bone made longer in the direction that it takes; none where others are joined to its tail."""
    bone = rig.bones[index]
    if any(child.connected for child in rig.children.get(bone.name, ())):
        return None
    parent = rig.by_name.get(bone.parent or "")
    length = SHARE * dist(parent.head, parent.tail) if parent else 0.0
    length = length if length > SHORTEST / SHARE else SHORT
    x, y, z = (np.array(bone.head) + directions(rig.bones)[index] * length).tolist()
    text = _("Give it {length} cm").format(length=_centimetres(length))
    return Fix(text, (Change("bones", index, "tail", (x, y, z)),))


def _apart(rig: Rig) -> Iterator[Problem]:
    """Connected bones whose head is not on the parent's tail, measured by the parent's length."""
    for index, bone in enumerate(rig.bones):
        parent = rig.by_name.get(bone.parent or "")
        if not bone.connected or parent is None:
            continue
        gap, size = dist(bone.head, parent.tail), dist(parent.head, parent.tail)
        if gap > STRAIGHT * max(size, SHORTEST):
            text = _("{bone} is connected, yet its head lies {length} cm from the tail of {parent}.").format(
                bone=quoted(bone.name), length=_centimetres(gap), parent=quoted(parent.name)
            )
            fix = Fix(_("Disconnect it"), (Change("bones", index, "connected", False),))
            yield Problem("apart", "warning", (bone.name, parent.name), text, f"$.bones[{index}].head", fix)


FINDINGS: tuple[Callable[[Rig], Iterator[Problem]], ...] = (
    _missing_references,
    _missing_pinned,
    no_target,
    no_weight,
    same_axes,
    no_curve,
    no_space_bone,
    reversed_limits,
    held_heads,
    turned_anyway,
    out_of_range,
    cycles,
    short_chains,
    other_solvers,
    _no_length,
    _apart,
    straight_chains,
    poles_in_line,
    one_sided_limits,
    _alike_names,
)


def _centimetres(metres: float) -> str:
    """Two figures that matter, and no exponent in what people measure."""
    return f"{metres * 100:.0f}" if metres >= 0.1 else f"{metres * 100:.2g}"
