"""Kernels compiled before anything is timed: an evaluation runs interpreted until they are there."""

from __future__ import annotations

from pantin.solver.compiling import warm_up, when_used


def compiled() -> None:
    """Wait for the entries that every program needs."""
    warm_up.prepare(_nobody)


def compiled_with_all_solvers() -> None:
    """The same, and for the entry with all solvers."""
    compiled()
    warm_up.prepare_all_solvers(_nobody)


def compiled_with_simulation() -> None:
    """The same, and for the entry of simulations."""
    compiled()
    when_used.prepare(_nobody)


def _nobody(part: float) -> None:
    """Nobody follows how far it is."""
