"""Random chains and goals as the tables that kernels work on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pantin.solver.compiling import layout as at
from tests.solver import wrappers as kernels

STEP = 1e-6


@dataclass
class Solve:
    """A chain in the middle of being solved: what the kernels work on."""

    joints: np.ndarray
    goals: np.ndarray

    def errors(self) -> np.ndarray:
        found = np.empty(kernels.row_count(self.goals))
        kernels.errors(self.joints, self.goals, self.size, found)
        return found

    def jacobian(self) -> np.ndarray:
        found = np.zeros((kernels.row_count(self.goals), 3 * len(self.joints)))
        kernels.jacobian_of(self.joints, self.goals, self.size, found)
        return found

    @property
    def size(self) -> float:
        return float(kernels.longest_chain(self.joints, self.goals))

    def turned(self, j: int, turn: np.ndarray) -> Solve:
        """The same with joint `j` turned by a small `turn` (3), eased as the solver eases it."""
        joints = self.joints.copy()
        eased = turn * joints[j, at.MOBILITY : at.MOBILITY + 3]
        local = slice(at.LOCAL, at.LOCAL + 4)
        if joints[j, at.LIMITED]:
            joints[j, at.COORDS : at.COORDS + 3] += eased
            joints[j, local] = kernels.rotation_of(tuple(joints[j, at.COORDS : at.COORDS + 3].tolist()))
        else:
            more = kernels.exponential(tuple(eased.tolist()))
            joints[j, local] = kernels.multiply(tuple(joints[j, local].tolist()), more)
        kernels.forward_chain(joints)
        return Solve(joints, self.goals)

    def differences(self) -> np.ndarray:
        """The Jacobian by central differences: how the errors shrink."""
        columns = [
            self.turned(j, -turn).errors() - self.turned(j, turn).errors()
            for j in range(len(self.joints))
            for turn in STEP * np.eye(3)
        ]
        return np.array(columns).T / (2.0 * STEP)


def rotation(rng: np.random.Generator, most: float = 3.0) -> tuple[float, ...]:
    v = rng.normal(size=3)
    return kernels.exponential(tuple((v * rng.uniform(0.0, most) / np.linalg.norm(v)).tolist()))


def some_chain(rng: np.random.Generator, parents: tuple[int, ...], bounded: bool) -> np.ndarray:
    """Joints that stand anyhow; every second one bounded, some of them eased."""
    joints = np.zeros((len(parents), at.JOINT_WIDTH))
    for j, parent in enumerate(parents):
        joints[j, at.PARENT_JOINT], joints[j, at.LENGTH_RATIO] = parent, rng.uniform(0.9, 1.3)
        joints[j, at.REST_ROTATION : at.REST_ROTATION + 4] = rotation(rng)
        joints[j, at.LINK : at.LINK + 3] = np.add(rng.uniform(-0.2, 0.2, 3), (0.0, 1.0, 0.0))
        joints[j, at.MOBILITY : at.MOBILITY + 3] = rng.choice([1.0, 0.6, 0.0], 3, p=[0.6, 0.3, 0.1])
        joints[j, at.LOCAL : at.LOCAL + 4] = rotation(rng)
        if bounded and j % 2 == 0:
            joints[j, at.LIMITED] = 1.0
            joints[j, at.COORDS : at.COORDS + 3] = rng.uniform(-1.4, 1.4, 3)
            joints[j, at.LOCAL : at.LOCAL + 4] = kernels.rotation_of(
                tuple(joints[j, at.COORDS : at.COORDS + 3].tolist())
            )
    kernels.forward_chain(joints)
    return joints


def goal(rng: np.random.Generator, tip: int) -> np.ndarray:
    """A goal for the position of one tip."""
    found = np.zeros(at.GOAL_WIDTH)
    found[at.TIP], found[at.WEIGHT] = tip, rng.uniform(0.2, 1.0)
    found[at.EFFECTOR_OFFSET : at.EFFECTOR_OFFSET + 3] = np.add(rng.uniform(-0.2, 0.2, 3), (0.0, 0.8, 0.0))
    found[at.TIP_TO_OWNER : at.TIP_TO_OWNER + 4] = rotation(rng)
    found[at.GOAL_ROTATION + 3] = 1.0
    found[at.GOAL_POSITION : at.GOAL_POSITION + 3] = rng.uniform(-2.0, 2.0, 3)
    return found
