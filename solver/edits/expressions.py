"""Expressions of a figure as edits: what its face does is part of its pose."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from msgspec.structs import replace

from pantin.rigs.figure import Figure
from pantin.rigs.messages import _


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
