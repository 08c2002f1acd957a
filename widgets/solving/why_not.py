"""Why a goal is not reached, in a sentence that names the bones; derived from the numbers of the solve alone."""

from __future__ import annotations

from pantin.rigs.wording import quoted
from pantin.widgets.messages import _, ngettext
from pantin.widgets.values.exchange import Solved, TracedGoal
from pantin.widgets.values.quantity import residual_text
from pantin.widgets.values.units import Lengths

MOST = 3
"""Bones that are named; the others are counted."""
POINTER = _("the pointer"), _("The pointer")
"""What a bone is pulled to that is the goal of its own chain: inside a sentence, and where one begins."""


def why_not(solved: Solved, goal: TracedGoal, lengths: Lengths) -> tuple[str, tuple[str, ...]]:
    """The sentence, with its bones in quotes, and those bones."""
    short = residual_text(goal.residual, lengths)
    pulled = goal.handle in goal.bones
    who, at_first = POINTER if pulled else (quoted(goal.handle),) * 2
    at_limit = tuple(name for name in goal.bones if name in solved.limits_hit)
    if goal.distance > goal.length:
        end, root = goal.bones[0], goal.bones[-1]
        beyond = residual_text(goal.distance - goal.length, lengths)
        text = _(
            "{goal} is {distance} farther than the chain from {root} to {end} is long. Bring it nearer, lengthen the "
            "chain, or let its bones stretch."
        ).format(goal=at_first, distance=beyond, root=quoted(root), end=quoted(end))
        return text, (goal.handle, root, end)
    if at_limit:
        text = ngettext(
            "{bones} stands at its limit, {distance} short of {goal}. Widen the limits, or turn the chain before.",
            "{bones} stand at their limits, {distance} short of {goal}. Widen the limits, or turn the chain before.",
            len(at_limit),
        ).format(bones=_named(at_limit), distance=short, goal=who)
        return text, (*at_limit[:MOST], goal.handle)
    rival = _rival(solved, goal)
    if rival is not None:
        shared = next(name for name in goal.bones if name in rival.bones)
        text = _("{goal} and {other} both pull at {bone}. {distance} are left: weigh one more.").format(
            goal=at_first, other=quoted(rival.handle), bone=quoted(shared), distance=short
        )
        return text, (goal.handle, rival.handle, shared)
    if goal.iterations >= goal.steps_most:
        text = ngettext(
            "{goal} is still {distance} away after {count} steps, the most it may take. Allow more.",
            "{goal} is still {distance} away after {count} steps, the most it may take. Allow more.",
            goal.iterations,
        )
        return text.format(goal=at_first, distance=short, count=goal.iterations), (goal.handle,)
    text = _("No step brings the chain nearer to {goal}: {distance} are left. Pose it closer and try again.")
    return text.format(goal=who, distance=short), (goal.handle,)


def _rival(solved: Solved, goal: TracedGoal) -> TracedGoal | None:
    """Another goal whose chain shares bones with this one."""
    inside = set(goal.bones)
    return next((other for other in solved.goals if other is not goal and inside & set(other.bones)), None)


def _named(names: tuple[str, ...]) -> str:
    shown = [quoted(name) for name in names[:MOST]]
    if len(names) > MOST:
        return _("{names} and {count} more").format(names=", ".join(shown), count=len(names) - MOST)
    *others, last = shown
    return _("{names} and {last}").format(names=", ".join(others), last=last) if others else last
