"""Numbers that no file could hold: limits reversed, weights above 1 and the like, in rigs that a program has made.

The ranges are those that the fields declare; decoding a file enforces them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import isfinite
from typing import NamedTuple

import msgspec

from rigs.fields import Field, fields_of
from rigs.formats.files import quoted
from rigs.rig import Bone, Joint, Rig

PLAIN = Joint()
SLACK = 1e-12
STIFFEST = 0.99


class Finding(NamedTuple):
    """What kind of fault, on which bone, in a sentence, and its place in the file."""

    kind: str
    bone: str
    text: str
    where: str


def out_of_range(rig: Rig) -> Iterator[Finding]:
    """All numbers of the rig that lie outside their range."""
    for index, bone in enumerate(rig.bones):
        if bone.joint != PLAIN:
            where = f"$.bones[{index}].joint"
            yield from _limits(bone, where)
            yield from _numbers(bone.joint, bone.name, quoted(bone.name), where)
    for index, constraint in enumerate(rig.constraints):
        who = f"a constraint on {quoted(constraint.owner)}"
        yield from _numbers(constraint, constraint.owner, who, f"$.constraints[{index}]")


def _limits(bone: Bone, where: str) -> Iterator[Finding]:
    for axis, limit in zip("XYZ", bone.joint.limit, strict=True):
        about = f"The limits of {quoted(bone.name)} about {axis}"
        if limit is not None and not limit[0] <= limit[1]:
            text = f"{about} are reversed; make the first the smaller one."
            yield Finding("reversed_limits", bone.name, text, f"{where}.limit")
        elif limit is not None and not limit[0] <= 0.0 <= limit[1]:
            text = f"{about} leave out the rest pose; let 0 lie between them."
            yield Finding("limits_without_rest", bone.name, text, f"{where}.limit")


def _numbers(value: msgspec.Struct, bone: str, who: str, where: str) -> Iterator[Finding]:
    for declared in fields_of(type(value)):
        numbers = _numbers_of(declared, getattr(value, declared.name))
        lower, upper = (0.0, STIFFEST) if declared.kind == "axis_numbers" else (declared.lower, declared.upper)
        if not all(_is_within(number, lower, upper) for number in numbers):
            given = ", ".join(f"{number:.4g}" for number in numbers)
            text = f"The {declared.title.lower()} of {who} is {given}; {_in_words(lower, upper)}."
            yield Finding("out_of_range", bone, text, f"{where}.{declared.name}")


def _numbers_of(declared: Field, given: float | Collection[float]) -> tuple[float, ...]:
    if declared.kind == "axis_numbers" and not isinstance(given, int | float):
        return tuple(given)
    return (given,) if declared.kind in ("number", "count") and isinstance(given, int | float) else ()


def _is_within(number: float, lower: float | None, upper: float | None) -> bool:
    high_enough = lower is None or number >= lower - SLACK
    return isfinite(number) and high_enough and (upper is None or number <= upper + SLACK)


def _in_words(lower: float | None, upper: float | None) -> str:
    if lower is None or upper is None:
        return "give it a number" if lower is None else f"it begins at {lower:g}"
    return f"it goes from {lower:g} to {upper:g}"
