"""Poses sampled for a chain: their estimates are true, and what is known to be too far away is not looked at."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.solver.compiling import layout as at
from pantin.solver.methods.multistart import samples
from tests.solver import wrappers as kernels
from tests.solver.chains.random_chains import goal, some_chain

PARENTS = (-1, 0, 1)
SEEDS = range(6)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_estimate_of_a_pose_is_what_it_misses(seed: int) -> None:
    joints, goals = some_limb(seed)
    poses = kernels.draw(joints, goals, joints, False, samples.NOT_WORTH_WHILE)
    for n in range(samples.COUNT):
        there = posed(joints, poses, n)
        missed = np.linalg.norm(kernels.effector(there, goals, 0) - goals[0, at.GOAL_POSITION : at.GOAL_POSITION + 3])
        assert poses.estimates[n] == pytest.approx(
            samples.ANGLE_OF_MISS * missed / kernels.longest_chain(joints, goals)
        )


@pytest.mark.parametrize("seed", SEEDS)
def test_a_pose_that_is_too_far_away_is_left_out_and_no_other(seed: int) -> None:
    joints, goals = some_limb(seed)
    every = kernels.draw(joints, goals, joints, True, samples.NOT_WORTH_WHILE).estimates
    for most in np.quantile(every, (0.0, 0.1, 0.6)):
        near = kernels.draw(joints, goals, joints, True, most).estimates
        assert near.tolist() == np.where(every <= most, every, samples.NOT_WORTH_WHILE).tolist()


@pytest.mark.parametrize("seed", SEEDS)
def test_where_it_ends_is_not_asked_of_a_pose_whose_turns_alone_are_too_far(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, place = list[int](), samples._turn_root
    monkeypatch.setattr(samples, "_turn_root", lambda *given: asked.append(given[2]) or place(*given))
    joints, goals = some_limb(seed)
    kernels.draw(joints, goals, joints, True, 0.5)
    assert len(asked) < samples.COUNT / 4


@pytest.mark.parametrize("seed", SEEDS)
def test_every_other_pose_points_at_the_goal_as_far_as_limits_allow(seed: int) -> None:
    joints, goals = some_limb(seed)
    joints[0, at.LIMITED] = 0.0
    poses = kernels.draw(joints, goals, joints, False, samples.NOT_WORTH_WHILE)
    head, place = joints[0, at.HEAD : at.HEAD + 3], goals[0, at.GOAL_POSITION : at.GOAL_POSITION + 3]
    for n in range(0, samples.COUNT, 2):
        out = np.subtract(kernels.effector(posed(joints, poses, n), goals, 0), head)
        assert np.cross(out, place - head) == pytest.approx(np.zeros(3), abs=1e-9)
        assert out @ (place - head) >= 0.0


@pytest.mark.parametrize("seed", SEEDS)
def test_each_start_is_the_most_promising_pose_that_is_like_none_before(seed: int) -> None:
    joints, goals = some_limb(seed)
    poses = kernels.draw(joints, goals, joints, False, samples.NOT_WORTH_WHILE)
    left, there = poses.estimates.copy(), joints.copy()
    for _ in range(6):
        n = samples.best_of(poses)
        assert n == np.argmin(left)
        samples.begin_from(poses, n, there)
        for m in range(samples.COUNT):
            if samples._difference(poses.turns, m, n) <= samples.ALIKE**2:
                left[m] = samples.NOT_WORTH_WHILE


def some_limb(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A chain of three joints, the last without limits, and a goal."""
    rng = np.random.default_rng(seed)
    joints = some_chain(rng, PARENTS, False)
    for j in range(2):
        joints[j, at.LIMITED] = 1.0
        joints[j, at.LOWER : at.LOWER + 3] = -rng.uniform(0.1, 0.6, 3)
        joints[j, at.UPPER : at.UPPER + 3] = rng.uniform(0.1, 0.6, 3)
        joints[j, at.LOCAL : at.LOCAL + 4] = (0.0, 0.0, 0.0, 1.0)
    kernels.forward_chain(joints)
    return joints, goal(rng, 2)[None]


def posed(joints: np.ndarray, poses: samples.Samples, n: int) -> np.ndarray:
    """The joints in a pose sampled."""
    there = joints.copy()
    there[:, at.LOCAL : at.LOCAL + 4] = poses.turns[n].reshape(len(joints), 4)
    kernels.forward_chain(there)
    return there
