"""Adaptation of the damping: less after a step that gained as much as predicted, more after one that gained less.

Unlike a factor for each case, the damping is a continuous function of the gain (Nielsen, Damping Parameter in
Marquardt's Method, 1999). A step that gained nothing is taken back, and damped more by a factor that doubles each time.
"""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel

FIRST_DAMPING, MOST_DAMPING = 1e-4, 1e8
"""In parts of the scale of the equations: where a solve begins, and where no step leads anywhere any more."""

FIRST_GROWTH = 2.0
"""The factor by which the damping grows after the first step that gained nothing; it doubles with each that follows."""


@kernel
def less_damping(damping: float, gain: float, least: float) -> float:
    """Return the damping after a step with this ratio of actual to predicted gain: a tenth or more, and at least
    `least`."""
    trust = 2.0 * gain - 1.0
    return max(damping * max(0.1, 1.0 - trust * trust * trust), least)
