"""Why a goal is not reached, in a sentence that names the bones: only what can be read off the numbers."""

from __future__ import annotations

from pantin.rigs.wording import quoted
from pantin.widgets.values.exchange import Solved, TracedGoal
from pantin.widgets.values.quantity import residual_text
from pantin.widgets.values.units import Lengths

MOST = 3
"""Bones that are named; the others are counted."""
POINTER = "the pointer"
"""What a bone is pulled to that is the goal of its own chain."""


def why_not(solved: Solved, goal: TracedGoal, lengths: Lengths) -> tuple[str, tuple[str, ...]]:
    """The sentence, its bones in quotes, and those bones."""
    short = residual_text(goal.residual, lengths)
    pulled = goal.handle in goal.bones
    who, at_first = (POINTER, POINTER.capitalize()) if pulled else (quoted(goal.handle),) * 2
    at_limit = tuple(name for name in goal.bones if name in solved.limits_hit)
    if goal.distance > goal.length:
        end, root = goal.bones[0], goal.bones[-1]
        beyond = residual_text(goal.distance - goal.length, lengths)
        text = f"{at_first} is {beyond} farther than the chain from {quoted(root)} to {quoted(end)} is long. " + (
            "Bring it nearer, lengthen the chain, or let its bones stretch."
        )
        return text, (goal.handle, root, end)
    if at_limit:
        verb = "stands at its limit" if len(at_limit) == 1 else "stand at their limits"
        return f"{_named(at_limit)} {verb}, {short} short of {who}. Widen the limits, or turn the chain before.", (
            *at_limit[:MOST],
            goal.handle,
        )
    rival = _rival(solved, goal)
    if rival is not None:
        shared = next(name for name in goal.bones if name in rival.bones)
        text = f"{at_first} and {quoted(rival.handle)} both pull at {quoted(shared)}. {short} are left: weigh one more."
        return text, (goal.handle, rival.handle, shared)
    if goal.iterations >= goal.steps_most:
        return f"{at_first} is still {short} away after {goal.iterations} steps, the most it may take. Allow more.", (
            goal.handle,
        )
    return f"No step brings the chain nearer to {who}: {short} are left. Pose it closer and try again.", (goal.handle,)


def _rival(solved: Solved, goal: TracedGoal) -> TracedGoal | None:
    """Another goal whose chain has bones of this one's."""
    inside = set(goal.bones)
    return next((other for other in solved.goals if other is not goal and inside & set(other.bones)), None)


def _named(names: tuple[str, ...]) -> str:
    shown = [quoted(name) for name in names[:MOST]]
    if len(names) > MOST:
        return ", ".join(shown) + f" and {len(names) - MOST} more"
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
