"""Pins that could not all be kept, because they are out of each other's reach: which ones, and by how much."""

from __future__ import annotations

from collections.abc import Sequence

from pantin.widgets.messages import _
from pantin.widgets.values.exchange import Goal
from pantin.widgets.values.quantity import residual_text
from pantin.widgets.values.units import Lengths

MOST = 3
"""Pins that are named; the others are counted."""


def drifted_pins(goals: Sequence[Goal]) -> tuple[Goal, ...]:
    """The pins that left their places, the farthest first."""
    drifted = (goal for goal in goals if goal.pinned and not goal.reached)
    return tuple(sorted(drifted, key=lambda goal: -goal.residual))


def pins_apart(goals: Sequence[Goal], lengths: Lengths) -> str:
    """The sentence about pins that left their places; empty where all are kept."""
    drifted = drifted_pins(goals)
    if not drifted:
        return ""
    sentences = [
        _("{pin} by {distance}").format(pin=pin.owner, distance=residual_text(pin.residual, lengths))
        for pin in drifted[:MOST]
    ]
    listed = ", ".join(sentences)
    if len(drifted) > MOST:
        listed = _("{pins} and {count} more").format(pins=listed, count=len(drifted) - MOST)
    return _("Pins out of each other's reach: {pins}").format(pins=listed)
