"""Numbers outside the declared range of their field, such as weights above 1, in rigs made by a program.

The ranges are those that the fields declare; decoding a file enforces them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from math import degrees, isfinite, pi
from typing import Any, NamedTuple

import msgspec

from pantin.rigs.fields import Field, fields_of
from pantin.rigs.joint import Joint
from pantin.rigs.messages import _
from pantin.rigs.problems.problem import Change, Fix, Problem
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.translation import inside
from pantin.rigs.wording import quoted

PLAIN = Joint()
SLACK = 1e-12
"""Tolerance for sums of fractions beyond a limit, such as weights of 0.1 ten times."""
STIFFEST = 0.99
"""Of the axes of a joint: one of stiffness 1 would be locked, which is said otherwise."""


class _Fault(NamedTuple):
    """A field that is out of its range: what is in it, what may, and the nearest value that does."""

    declared: Field
    given: str
    lower: float | None
    upper: float | None
    nearest: Any

    def sentence_about(self, who: str) -> str:
        """The fault as a sentence."""
        if self.lower is None:
            sentence = _("The {field} of {owner} is {value}; give it a number.")
        elif self.upper is None:
            sentence = _("The {field} of {owner} is {value}; it begins at {lower:g}.")
        else:
            sentence = _("The {field} of {owner} is {value}; it goes from {lower:g} to {upper:g}.")
        words = {"field": inside(self.declared.title), "owner": who, "value": self.given}
        return sentence.format(**words, lower=self.lower, upper=self.upper)


def out_of_range(rig: Rig) -> Iterator[Problem]:
    """All numbers of the rig that lie outside their range."""
    for index, bone in enumerate(rig.bones):
        if bone.joint != PLAIN:
            yield from _limits(bone, index)
            for fault in _faults(bone.joint):
                name = fault.declared.name
                joint = msgspec.structs.replace(bone.joint, **{name: fault.nearest})
                fix = Fix(
                    _("Use {value}").format(value=_value_text(fault.nearest)), (Change("bones", index, "joint", joint),)
                )
                text, where = fault.sentence_about(quoted(bone.name)), f"$.bones[{index}].joint.{name}"
                yield Problem("out_of_range", "error", (bone.name,), text, where, fix)
    for index, constraint in enumerate(rig.constraints):
        for fault in _faults(constraint):
            name = fault.declared.name
            fix = Fix(
                _("Use {value}").format(value=_value_text(fault.nearest)),
                (Change("constraints", index, name, fault.nearest),),
            )
            text = fault.sentence_about(_("a constraint on {owner}").format(owner=quoted(constraint.owner)))
            yield Problem("out_of_range", "error", (constraint.owner,), text, f"$.constraints[{index}].{name}", fix)


def _limits(bone: Bone, index: int) -> Iterator[Problem]:
    for axis, (letter, limit) in enumerate(zip("XYZ", bone.joint.limit, strict=True)):
        where = f"$.bones[{index}].joint.limit"
        if limit is not None and not limit[0] <= limit[1]:
            fix = _limited(bone, index, axis, min(limit), max(limit))
            text = _("The limits of {bone} about {axis} are reversed; make the first the smaller one.")
            text = text.format(bone=quoted(bone.name), axis=letter)
            yield Problem("reversed_limits", "error", (bone.name,), text, where, fix)
        elif limit is not None and limit[1] - limit[0] > 2.0 * pi + 1e-9:
            fix = _limited(bone, index, axis, limit[0], limit[0] + 2.0 * pi)
            text = _(
                "The limits of {bone} about {axis} are wider than a whole turn; leave them out, or make them less."
            )
            text = text.format(bone=quoted(bone.name), axis=letter)
            yield Problem("limits_too_wide", "error", (bone.name,), text, where, fix)


def _limited(bone: Bone, index: int, axis: int, least: float, most: float) -> Fix | None:
    """Limits from the least to the most; none for what are no numbers."""
    if not (isfinite(least) and isfinite(most)):
        return None
    limits = list(bone.joint.limit)
    limits[axis] = least, most
    joint = msgspec.structs.replace(bone.joint, limit=tuple(limits))
    text = _("Make it {least} to {most}").format(least=angle(least), most=angle(most))
    return Fix(text, (Change("bones", index, "joint", joint),))


def angle(radians: float) -> str:
    """An angle as people read it."""
    return f"{degrees(radians):.4g}°".replace("-", "−")


@lru_cache(maxsize=10_000)
def _faults(value: msgspec.Struct) -> tuple[_Fault, ...]:
    """The fields of a joint or a constraint that are out of their range. Edits leave most of them as they are."""
    return tuple(_faults_in(value))


def _faults_in(value: msgspec.Struct) -> Iterator[_Fault]:
    for declared in fields_of(type(value)):
        given = getattr(value, declared.name)
        numbers = _numbers_of(declared, given)
        lower, upper = (0.0, STIFFEST) if declared.kind == "axis_numbers" else (declared.lower, declared.upper)
        if not all(_is_within(number, lower, upper) for number in numbers):
            nearest: Any = tuple(_nearest(number, lower, upper) for number in numbers)
            if not all(map(isfinite, numbers)):
                nearest = declared.default
            elif not isinstance(given, tuple):
                nearest = nearest[0]
            yield _Fault(declared, _value_text(numbers), lower, upper, nearest)


def _nearest(number: float, lower: float | None, upper: float | None) -> float:
    """The number, brought into the range; a whole one stays whole."""
    kind = type(number)
    number = number if lower is None else max(number, kind(lower))
    return number if upper is None else min(number, kind(upper))


def _value_text(given: float | Collection[float]) -> str:
    numbers = given if isinstance(given, Collection) else (given,)
    return ", ".join(f"{number:.4g}" for number in numbers)


def _numbers_of(declared: Field, given: float | Collection[float]) -> tuple[float, ...]:
    if declared.kind == "axis_numbers" and not isinstance(given, int | float):
        return tuple(given)
    return (given,) if declared.kind in ("number", "count") and isinstance(given, int | float) else ()


def _is_within(number: float, lower: float | None, upper: float | None) -> bool:
    high_enough = lower is None or number >= lower - SLACK
    return isfinite(number) and high_enough and (upper is None or number <= upper + SLACK)
