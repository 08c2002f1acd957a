"""The solvers to choose from, each with what a rigger would want to know about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from solver import layout


@dataclass(frozen=True, slots=True)
class Solver:
    """One solver: its name for people, one line about it, and its number in the kernels."""

    title: str
    help: str
    number: int


SOLVERS: Mapping[str, Solver] = {
    "auto": Solver(
        "Auto",
        "What fits each chain best: two free bones in closed form, everything else by Levenberg–Marquardt.",
        layout.SOLVER_AUTO,
    ),
    "ccd": Solver(
        "CCD",
        "Cyclic coordinate descent: one joint after the other, ends first. Curls chains, slow near full reach.",
        layout.SOLVER_CCD,
    ),
    "fabrik": Solver(
        "FABRIK",
        "Forward and backward reaching: smooth curves on free chains, slow where joints have limits.",
        layout.SOLVER_FABRIK,
    ),
}

METHODS: Mapping[int, str] = {
    layout.METHOD_TWO_BONE: "Two bones",
    layout.METHOD_LEVENBERG: "Levenberg–Marquardt",
    layout.METHOD_CCD: "CCD",
    layout.METHOD_FABRIK: "FABRIK",
}
"""What a goal may have got, in words."""
