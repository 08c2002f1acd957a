"""Why a goal is not reached, in a sentence that names the bones: only what can be read off the numbers."""

from __future__ import annotations

from rigs.formats.files import quoted
from widgets.exchange import Answer, SolvedGoal
from widgets.quantity import residual_text

MOST = 3
"""Bones that are named; the others are counted."""


def why_not(answer: Answer, goal: SolvedGoal) -> tuple[str, tuple[str, ...]]:
    """The sentence, its bones in quotes, and those bones."""
    short = residual_text(goal.residual)
    who = quoted(goal.name)
    at_limit = tuple(name for name in goal.chain if name in answer.limits_hit)
    if goal.distance > goal.length:
        end, root = goal.chain[0], goal.chain[-1]
        beyond = residual_text(goal.distance - goal.length)
        text = f"{who} is {beyond} farther than the chain from {quoted(root)} to {quoted(end)} is long. " + (
            "Bring it nearer, lengthen the chain, or let its bones stretch."
        )
        return text, (goal.name, root, end)
    if at_limit:
        verb = "stands at its limit" if len(at_limit) == 1 else "stand at their limits"
        return f"{_named(at_limit)} {verb}, {short} short of {who}. Widen the limits, or turn the chain before.", (
            *at_limit[:MOST],
            goal.name,
        )
    rival = _rival(answer, goal)
    if rival is not None:
        shared = next(name for name in goal.chain if name in rival.chain)
        text = (
            f"{who} and {quoted(rival.name)} both pull at {quoted(shared)}. {short} are left: weigh one of them more."
        )
        return text, (goal.name, rival.name, shared)
    if goal.steps >= goal.steps_most:
        return f"{who} is still {short} away after {goal.steps} steps, the most it may take. Allow more.", (goal.name,)
    return f"No step brings the chain nearer to {who}: {short} are left. Pose it closer and try again.", (goal.name,)


def _rival(answer: Answer, goal: SolvedGoal) -> SolvedGoal | None:
    """Another goal whose chain has bones of this one's."""
    inside = set(goal.chain)
    return next((other for other in answer.goals if other is not goal and inside & set(other.chain)), None)


def _named(names: tuple[str, ...]) -> str:
    shown = [quoted(name) for name in names[:MOST]]
    if len(names) > MOST:
        return ", ".join(shown) + f" and {len(names) - MOST} more"
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
