"""Expressions of a figure as edits: what its face does is part of its pose."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from msgspec.structs import replace

from pantin.rigs.figure import Figure
from pantin.rigs.messages import _
from pantin.rigs.sides import mirrored_name


def set_expression(figure: Figure, name: str, value: float) -> Figure:
    """Return the figure with an expression that far there; one of 0 is not kept.

    Raises ValueError for a value that is not finite.
    """
    return with_expressions(figure, {name: value})


def with_expressions(figure: Figure, values: Mapping[str, float]) -> Figure:
    """Return the figure with these values of expressions beside its others; those of 0 are not kept.

    Raises ValueError for a value that is not finite.
    """
    for value in values.values():
        if not isfinite(value):
            raise ValueError(_("The value of an expression is a finite number."))
    found = {name: value for name, value in {**figure.pose.expressions, **values}.items() if value}
    return only_expressions(figure, found)


def only_expressions(figure: Figure, values: Mapping[str, float]) -> Figure:
    """Return the figure with these values of expressions and no others; the same where nothing changes."""
    if values == figure.pose.expressions:
        return figure
    return replace(figure, pose=replace(figure.pose, expressions=dict(values)))


def mixed_expressions(
    figure: Figure, goal: Mapping[str, float], amount: float, flip: bool = False, part: bool = True
) -> Figure:
    """Return the figure with expressions `amount` of the way to those of a pose, from side to side where asked for.

    A whole pose, not a `part` of one, leads those that it does not name to 0. One that names none leaves them all.
    """
    if not goal or amount == 0.0:
        return figure
    goal, own = flipped_values(goal) if flip else goal, figure.pose.expressions
    names = goal if part else {**own, **goal}
    pairs = {name: (own.get(name, 0.0), goal.get(name, 0.0)) for name in names}
    return with_expressions(
        figure, {name: end if amount == 1.0 else start + amount * (end - start) for name, (start, end) in pairs.items()}
    )


def flipped_expressions(figure: Figure) -> Figure:
    """Return the figure with what it does on one side of its face on the other."""
    return only_expressions(figure, flipped_values(figure.pose.expressions))


def flipped_values(values: Mapping[str, float]) -> dict[str, float]:
    """Return values of expressions as the other side would have them: those whose names tell a side change it."""
    return {mirrored_name(name): value for name, value in values.items()}
