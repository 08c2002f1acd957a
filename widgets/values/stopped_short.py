"""Joints that a pull could not bring to the pointer because of what is pinned below them: how far off, and why."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pantin.rigs import Rig
from pantin.rigs.tree.traversal import ancestors
from pantin.rigs.wording import listed
from pantin.widgets.messages import _
from pantin.widgets.values.exchange import Goal
from pantin.widgets.values.quantity import residual_text
from pantin.widgets.values.units import Lengths


def stopped_short(
    rig: Rig, goals: Sequence[Goal], limits_hit: Collection[str], lengths: Lengths
) -> tuple[str, tuple[str, ...]]:
    """Return the sentence about the first joint that was pulled in vain, and the bones on whose limits it stopped.

    `goals` are those of a pull of the body, `limits_hit` the bones whose joints are on a limit. The sentence is empty
    where all that was pulled came to the pointer, or nothing below it is pinned.
    """
    for goal in goals:
        if goal.constraint is None and not (goal.pinned or goal.reached):
            pins = [pin.bone for pin in rig.pins if goal.owner in ancestors(rig, pin.bone)]
            held = {bone for pin in pins for bone in _between(rig, pin, goal.owner)}
            limits = tuple(name for name in rig.by_name if name in held and name in limits_hit)
            if pins:
                return _sentence(goal, pins, limits, lengths), limits
    return "", ()


def _between(rig: Rig, pin: str, pulled: str) -> tuple[str, ...]:
    """Return the bones from a pinned one up to the one that hangs above what is pulled."""
    above = tuple(ancestors(rig, pin))
    return (pin, *above[: above.index(pulled) + 2])


def _sentence(goal: Goal, pins: Sequence[str], limits: Sequence[str], lengths: Lengths) -> str:
    off, pinned = residual_text(goal.residual, lengths), listed(pins)
    if not limits:
        return _("{bone} stopped {distance} short: pinned below it is {pins}.").format(
            bone=goal.owner, distance=off, pins=pinned
        )
    return _("{bone} stopped {distance} short: pinned below it is {pins}, and at their limits are {bones}.").format(
        bone=goal.owner, distance=off, pins=pinned, bones=listed(limits)
    )
