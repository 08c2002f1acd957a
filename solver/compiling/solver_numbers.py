"""Kernels know solvers by number, files and people by name.

A solver's number is its place in `rigs.solvers.SOLVERS`.
"""

from __future__ import annotations

from collections.abc import Mapping

from pantin.rigs.solvers import SOLVERS, SolverName

NUMBERS: Mapping[SolverName, int] = {name: number for number, name in enumerate(SOLVERS)}

NAMES: tuple[SolverName, ...] = tuple(SOLVERS)

OF_AUTO = frozenset({NUMBERS["auto"], NUMBERS["one_bone"], NUMBERS["two_bones"]})
"""The solvers that Auto chooses from: for chains of one bone and of two it chooses these anyway."""
