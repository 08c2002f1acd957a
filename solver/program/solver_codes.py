"""What `rigs.solvers` has in words, in the numbers that kernels take and give."""

from __future__ import annotations

from collections.abc import Mapping

from pantin.rigs.solvers import SOLVERS, Solver, SolverName
from pantin.solver.compiling import layout

__all__ = ["METHODS", "NUMBERS", "SOLVERS", "Solver"]

NUMBERS: Mapping[SolverName, int] = {
    "auto": layout.SOLVER_AUTO,
    "one_bone": layout.SOLVER_AUTO,  # what Auto chooses for such a chain
    "two_bones": layout.SOLVER_AUTO,
    "fabrik": layout.SOLVER_FABRIK,
    "ccd": layout.SOLVER_CCD,
    "dls": layout.SOLVER_DLS,
    "sdls": layout.SOLVER_SDLS,
    "lm": layout.SOLVER_LM,
    "spring": layout.SOLVER_SPRING,
}
"""How each solver is asked for."""

METHODS: Mapping[int, str] = {
    layout.METHOD_ONE_BONE: "One bone",
    layout.METHOD_TWO_BONE: "Two bones",
    layout.METHOD_LEVENBERG: "Levenberg–Marquardt",
    layout.METHOD_CCD: "CCD",
    layout.METHOD_FABRIK: "FABRIK",
    layout.METHOD_DLS: "DLS",
    layout.METHOD_SDLS: "SDLS",
    layout.METHOD_SPRING: "Spring",
}
"""What a goal may have got, in words."""
