"""Expressions as a person looks for them: in an order, by a search, and those of one side with their images."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pantin.rigs.meshes.expressions import GROUPS, Expression
from pantin.rigs.sides import mirrored_name

MOODS = ("neutral", "happy", "angry", "sad", "relaxed", "surprised")
ORDER: Mapping[str, int] = {name: place for place, name in enumerate((*MOODS, *GROUPS))}
"""The presets of VRM 1.0 in the order of its specification, but for blinking and looking, which come before mouths."""


def in_order(expressions: Iterable[Expression]) -> tuple[Expression, ...]:
    """Return expressions in the order in which they are listed: presets first, then others as the file has them."""
    return tuple(sorted(expressions, key=lambda each: ORDER.get(each.preset or "", len(ORDER))))


def matching(expressions: Iterable[Expression], words: str) -> tuple[Expression, ...]:
    """Return those whose name or preset has each of the words in it."""
    parts = words.casefold().split()
    return tuple(each for each in expressions if all(part in _searched(each) for part in parts))


def _searched(expression: Expression) -> str:
    return f"{expression.name} {expression.preset or ''}".casefold()


def partners(expressions: Sequence[Expression]) -> dict[str, str]:
    """Return the name of the expression of the other side by that of each that has one.

    To look to a side is no expression of that side.
    """
    sided = [each for each in expressions if GROUPS.get(each.preset or "") != "look"]
    names = {each.name for each in sided}
    found = {name: mirrored_name(name) for name in names}
    return {name: other for name, other in found.items() if other != name and other in names}


def weakened_by(
    expression: Expression, expressions: Iterable[Expression], values: Mapping[str, float]
) -> tuple[str, ...]:
    """Return the names of the expressions that weaken another where they have these values."""
    group = GROUPS.get(expression.preset or "")
    if group is None:
        return ()
    return tuple(
        each.name
        for each in expressions
        if values.get(each.name) and getattr(each, group) != "none" and GROUPS.get(each.preset or "") != group
    )
