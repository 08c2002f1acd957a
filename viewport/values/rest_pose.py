"""The rest pose with the attributes of an evaluated pose, for display before the solver is ready and for editing."""

from __future__ import annotations

from functools import cached_property
from typing import cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.problems import Problem
from pantin.rigs.rest import rest_lengths, rest_matrices
from pantin.rigs.rig import Rig
from pantin.solver import Evaluated, GoalReport

Floats = NDArray[np.float64]


class RestPose(msgspec.Struct, frozen=True, dict=True):
    """The rest pose of a rig, with the attributes of `solver.Evaluated`: no constraint acts, there are no goals."""

    rig: Rig
    goals: tuple[GoalReport, ...] = ()
    problems: tuple[Problem, ...] = ()
    microseconds: float = 0.0
    limits_hit: tuple[str, ...] = ()

    def limits_hit_in(self, rows: NDArray[np.intp]) -> tuple[str, ...]:
        """Always empty: no limit can be hit without a pose."""
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
        """Transforms of the bones (n, 4, 4), armature space, metres."""
        return rest_matrices(self.rig.bones)

    @property
    def heads(self) -> Floats:
        """Heads of the bones (n, 3), armature space, metres."""
        return self.matrices[:, :3, 3]

    @cached_property
    def tails(self) -> Floats:
        """Tails of the bones (n, 3), armature space, metres."""
        return self.heads + self.matrices[:, :3, 1] * rest_lengths(self.rig.bones)[:, None]

    def matrix(self, name: str) -> Floats:
        """The matrix (4, 4) of the bone `name`."""
        found: Floats = self.matrices[self.index[name]]
        return found


def rest_pose(rig: Rig) -> Evaluated:
    """The rest pose of a rig, typed as an evaluated pose for code that shows or drags poses.

    `RestPose` has every attribute of `Evaluated` that is read while the rest pose is shown. It is no subclass, as
    `Evaluated` needs a compiled schedule.
    """
    return cast(Evaluated, RestPose(rig))
