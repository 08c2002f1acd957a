"""Says why a goal is not reached, in a sentence that names the bones; derived from the numbers of the solve alone."""

from __future__ import annotations

from pantin.rigs.wording import quoted
from pantin.widgets.messages import _, ngettext
from pantin.widgets.values.exchange import Solved, TracedGoal
from pantin.widgets.values.quantity import residual_text
from pantin.widgets.values.units import Lengths

MOST = 3
"""Bones that are named; the others are counted."""
Reason = tuple[str, tuple[str, ...]]
"""A sentence, with its bones in quotes, and those bones."""


def why_not(solved: Solved, goal: TracedGoal, lengths: Lengths) -> Reason:
    """The first of the reasons that holds, from what no solver can do to what this one did not find."""
    short = residual_text(goal.residual, lengths)
    return (
        _too_far(goal, lengths)
        or _at_limits(solved, goal, short)
        or _pulled_by_another(solved, goal, short)
        or _out_of_steps(goal, short)
        or _no_step_is_nearer(goal, short)
    )


def _too_far(goal: TracedGoal, lengths: Lengths) -> Reason | None:
    if goal.distance <= goal.length:
        return None
    end, root = goal.bones[0], goal.bones[-1]
    beyond = residual_text(goal.distance - goal.length, lengths)
    text = _(
        "{goal} is {distance} farther than the chain from {root} to {end} is long. Bring it nearer, lengthen the "
        "chain, or let its bones stretch."
    ).format(goal=_as_subject(goal), distance=beyond, root=quoted(root), end=quoted(end))
    return text, (goal.handle, root, end)


def _at_limits(solved: Solved, goal: TracedGoal, short: str) -> Reason | None:
    at_limit = tuple(name for name in goal.bones if name in solved.limits_hit)
    if not at_limit:
        return None
    text = ngettext(
        "{bones} stands at its limit, {distance} short of {goal}. Widen the limits, or turn the chain before.",
        "{bones} stand at their limits, {distance} short of {goal}. Widen the limits, or turn the chain before.",
        len(at_limit),
    ).format(bones=_named(at_limit), distance=short, goal=_as_object(goal))
    return text, (*at_limit[:MOST], goal.handle)


def _pulled_by_another(solved: Solved, goal: TracedGoal, short: str) -> Reason | None:
    """Return the reason where the chain of another goal shares bones with this one."""
    inside = set(goal.bones)
    rival = next((other for other in solved.goals if other is not goal and inside & set(other.bones)), None)
    if rival is None:
        return None
    shared = next(name for name in goal.bones if name in rival.bones)
    text = _("{goal} and {other} both pull at {bone}. {distance} are left: weigh one more.").format(
        goal=_as_subject(goal), other=quoted(rival.handle), bone=quoted(shared), distance=short
    )
    return text, (goal.handle, rival.handle, shared)


def _out_of_steps(goal: TracedGoal, short: str) -> Reason | None:
    if goal.iterations < goal.steps_most:
        return None
    text = ngettext(
        "{goal} is still {distance} away after {count} step, the most it may take. Allow more.",
        "{goal} is still {distance} away after {count} steps, the most it may take. Allow more.",
        goal.iterations,
    )
    return text.format(goal=_as_subject(goal), distance=short, count=goal.iterations), (goal.handle,)


def _no_step_is_nearer(goal: TracedGoal, short: str) -> Reason:
    text = _("No step brings the chain nearer to {goal}: {distance} are left. Pose it closer and try again.")
    return text.format(goal=_as_object(goal), distance=short), (goal.handle,)


def _as_subject(goal: TracedGoal) -> str:
    """Return the words for what is not reached, where a sentence begins.

    A bone that is pulled itself is to come to the pointer.
    """
    return _("The pointer") if goal.handle in goal.bones else quoted(goal.handle)


def _as_object(goal: TracedGoal) -> str:
    """The same inside a sentence."""
    return _("the pointer") if goal.handle in goal.bones else quoted(goal.handle)


def _named(names: tuple[str, ...]) -> str:
    shown = [quoted(name) for name in names[:MOST]]
    if len(names) > MOST:
        return _("{names} and {count} more").format(names=", ".join(shown), count=len(names) - MOST)
    *others, last = shown
    return _("{names} and {last}").format(names=", ".join(others), last=last) if others else last
