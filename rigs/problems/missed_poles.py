"""Poles that are missed though their goals are reached: limits, locks or other goals keep the bend from their side.

That is seen when the figure is evaluated. `may_be_missed` says without that whether it can be at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import degrees
from typing import Protocol

from pantin.rigs.constraints import Ik
from pantin.rigs.figure import Figure
from pantin.rigs.messages import _
from pantin.rigs.problems.bend_sides import rests_as_asked
from pantin.rigs.problems.chains import goals_with_chains
from pantin.rigs.problems.problem import Problem
from pantin.rigs.rig import Rig
from pantin.rigs.tree.chains import acts
from pantin.rigs.wording import quoted

MISSED_FROM = 0.02
"""From which angle on it is said that a bend is not on its pole's side, radians."""


class Reached(Protocol):
    """The result of a goal, as a solver reports it."""

    @property
    def constraint(self) -> int | None:
        """The place of its constraint in the rig; None where it has none."""

    @property
    def reached(self) -> bool:
        """Return whether the end of the chain is there."""

    @property
    def pole_residual(self) -> float:
        """The angle from the bend to the side of the pole, radians."""

    @property
    def pole_undefined(self) -> bool:
        """Return whether the pole is in line with the chain, and has no side."""


def missed_poles(rig: Rig, goals: Iterable[Reached]) -> Iterator[Problem]:
    """The poles that are missed by goals which are reached."""
    for goal in goals:
        if goal.constraint is None or not goal.reached or goal.pole_undefined or goal.pole_residual <= MISSED_FROM:
            continue
        ik = rig.constraints[goal.constraint]
        if not isinstance(ik, Ik) or ik.own_pole is None:
            continue
        text = _(
            "The IK of {owner} reaches its target, but bends {angle:.0f}° beside its pole {pole}, because limits, "
            "locks or other goals hold it; move the pole to where it bends, or free its joints."
        ).format(owner=quoted(ik.owner), angle=degrees(goal.pole_residual), pole=quoted(ik.own_pole))
        yield Problem("missed_pole", "warning", (ik.own_pole, ik.owner), text, f"$.constraints[{goal.constraint}].pole")


def may_be_missed(figure: Figure) -> bool:
    """Return whether the pose can miss a pole: a free chain by itself never does, nor one that rests as its pole
    asks.
    """
    chains = [(goal, chain) for _index, goal, chain in goals_with_chains(figure.rig) if acts(figure.rig, goal)]
    shared = Counter(bone.name for _goal, chain in chains for bone in chain)
    for goal, chain in chains:
        if not isinstance(goal, Ik) or goal.pole not in figure.rig.by_name or len(chain) <= 1:
            continue
        is_held = any(bone.joint.limited or shared[bone.name] > 1 for bone in chain)
        if is_held and (figure.pose.bones or not rests_as_asked(figure.rig, goal, chain, MISSED_FROM)):
            return True
    return False
