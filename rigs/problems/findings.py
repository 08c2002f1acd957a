"""Problems of a rig, as values: shown to the rigger, never a reason to reject the rig.

A finding is a function from a rig to problems, and a line in FINDINGS. Where what to do is obvious, the problem bears
its fix: see `rigs.problems.fixes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
from pantin.rigs.remembered import remembered
from pantin.rigs.rig import Rig

SEVEREST = ("error", "warning", "note")


@remembered("bones", "freed", "constraints", "pins")
def problems_of(rig: Rig) -> tuple[Problem, ...]:
    """Return all problems of the rig at rest, the worst first.

    Limits that are freed for a pose count as they are apart from it.
    """
    held = rig.holding(rig.freed)
    found = [problem for finding in FINDINGS for problem in finding(held)]
    return tuple(sorted(found, key=lambda problem: SEVEREST.index(problem.severity)))


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
