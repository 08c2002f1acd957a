"""What is wrong with a rig, as values: shown to the rigger, never a reason to reject the rig.

A finding is a function from a rig to problems, and a line in FINDINGS. Where what to do is obvious, the problem bears
its fix: see `rigs.problems.fixes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from pantin.rigs.constraints import Constraint
from pantin.rigs.fields import AxisLimits
from pantin.rigs.problems.bend_sides import poles_behind, poles_in_line, straight_chains
from pantin.rigs.problems.chains import other_solvers, short_chains
from pantin.rigs.problems.cycles import cycles
from pantin.rigs.problems.idle import (
    held_heads,
    no_curve,
    no_range,
    no_space_bone,
    no_target,
    no_weight,
    overwritten,
    reversed_limits,
    same_axes,
    same_goals,
    turned_anyway,
)
from pantin.rigs.problems.lengths import apart, no_length
from pantin.rigs.problems.one_sided import one_sided_limits
from pantin.rigs.problems.problem import Problem
from pantin.rigs.problems.ranges import out_of_range
from pantin.rigs.problems.references import alike_names, missing_pinned, missing_references
from pantin.rigs.problems.swapped_sides import swapped_sides
from pantin.rigs.rig import Bone, Pin, Rig

SEVEREST = ("error", "warning", "note")


def problems_of(rig: Rig) -> tuple[Problem, ...]:
    """All problems of the rig at rest, the worst first. Posing changes none, so those of the last rig are kept.

    Limits that are freed for a pose count as they are apart from it.
    """
    global _last
    last = _last
    if (
        last.bones is not rig.bones
        or last.freed is not rig.freed
        or last.constraints is not rig.constraints
        or last.pins is not rig.pins
    ):
        held = rig.holding(rig.freed)
        found = [problem for finding in FINDINGS for problem in finding(held)]
        found.sort(key=lambda problem: SEVEREST.index(problem.severity))
        last = _last = _Found(rig.bones, rig.freed, rig.constraints, rig.pins, tuple(found))
    return last.problems


class _Found(NamedTuple):
    """What was found of some bones, constraints and pins."""

    bones: tuple[Bone, ...]
    freed: Mapping[str, AxisLimits]
    constraints: tuple[Constraint, ...]
    pins: tuple[Pin, ...]
    problems: tuple[Problem, ...]


_last = _Found((), {}, (), (), ())


FINDINGS: tuple[Callable[[Rig], Iterator[Problem]], ...] = (
    missing_references,
    missing_pinned,
    no_target,
    no_weight,
    no_range,
    same_axes,
    no_curve,
    no_space_bone,
    reversed_limits,
    held_heads,
    turned_anyway,
    overwritten,
    same_goals,
    out_of_range,
    cycles,
    short_chains,
    other_solvers,
    no_length,
    apart,
    straight_chains,
    poles_in_line,
    poles_behind,
    one_sided_limits,
    alike_names,
    swapped_sides,
)
