"""The rest pose in the form of an evaluated one: what is shown until the solver is ready. Needs no kernels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import cast

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.problems import Problem
from pantin.rigs.rest import rest_lengths, rest_matrices
from pantin.rigs.rig import Rig
from pantin.solver import Evaluated, GoalReport

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class AtRest:
    """A rig at rest, as `solver.Evaluated` would have it: no constraint acted, no goal was tried."""

    rig: Rig
    goals: tuple[GoalReport, ...] = ()
    problems: tuple[Problem, ...] = ()
    microseconds: float = 0.0
    limits_hit: tuple[str, ...] = ()

    def limits_hit_in(self, rows: NDArray[np.intp]) -> tuple[str, ...]:
        """None: nothing is posed."""
        return ()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The bones, in the order of the rows."""
        return tuple(bone.name for bone in self.rig.bones)

    @cached_property
    def index(self) -> dict[str, int]:
        """The row of each bone."""
        return {name: row for row, name in enumerate(self.names)}

    @cached_property
    def matrices(self) -> Floats:
        """Where the bones stand (n, 4, 4), armature space."""
        return rest_matrices(self.rig.bones)

    @property
    def heads(self) -> Floats:
        """Where the bones begin (n, 3)."""
        return self.matrices[:, :3, 3]

    @cached_property
    def tails(self) -> Floats:
        """Where the bones end (n, 3)."""
        return self.heads + self.matrices[:, :3, 1] * rest_lengths(self.rig.bones)[:, None]


def at_rest(rig: Rig) -> Evaluated:
    """A rig at rest, for whoever shows or drags poses.

    `AtRest` has all that is asked of an evaluated pose while the rest pose is shown, and is none by its type: the
    solver's own class stands on a compiled schedule.
    """
    return cast(Evaluated, AtRest(rig))
