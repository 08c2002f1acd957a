"""A rig that asks for minutes of work gets fewer steps; the same on any machine. Others get what they ask for."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs import Bone, Document, Ik, Rig
from pantin.solver import evaluate, is_long_interpreted
from pantin.solver.compiling.layout import FIRST_GOAL, GROUP_SOLVER, LAST_GOAL, SETTING_ITERATIONS, SETTING_WIDTH
from pantin.solver.compiling.solver_numbers import NUMBERS
from pantin.solver.program.budget import LEAST, WORK, _work, interpreted_efforts, limit_steps
from tests.solver.compiling.both_ways import interpreting
from tests.solver.sample_chains import star


def group(joints: int, goals: int, first_goal: int = 0, solver: str = "auto") -> np.ndarray:
    return np.array((0, joints, first_goal, first_goal + goals, NUMBERS[solver]), np.int64)


def asking(*steps: float) -> np.ndarray:
    settings = np.zeros((len(steps), SETTING_WIDTH))
    settings[:, SETTING_ITERATIONS] = steps
    return settings


def test_what_people_ask_for_is_left_alone() -> None:
    settings = asking(500.0, 500.0, 10_000.0)
    limit_steps(np.array((group(60, 2), group(8, 1, 2))), settings)
    assert settings[:, SETTING_ITERATIONS].tolist() == [500.0, 500.0, 10_000.0]


@pytest.mark.parametrize("solver", ["auto", "dls", "sdls"])
def test_a_hundred_bones_with_forty_goals_and_ten_thousand_steps_are_no_more_than_the_budget(solver: str) -> None:
    groups, settings = np.array((group(99, 40, 0, solver), group(3, 1, 40, solver))), asking(*(10_000.0,) * 41)
    limit_steps(groups, settings)
    steps = settings[:, SETTING_ITERATIONS]
    assert (steps >= LEAST).all() and (steps < 10_000).all()
    assert sum(_work(each, settings) for each in groups) <= WORK
    assert int(groups[0, LAST_GOAL]) - int(groups[0, FIRST_GOAL]) == 40 and groups[0, GROUP_SOLVER] == NUMBERS[solver]


def test_no_rig_has_no_goals_and_no_budget() -> None:
    limit_steps(np.array((), np.int64), np.array((), np.float64))


def test_a_heavy_rig_is_posed_the_same_each_time_in_few_steps() -> None:
    """A chain of bones with goals all along it, none of which can be met."""
    bones = [Bone(name="b0", head=(0.0, 0.0, 0.0), tail=(0.0, 0.0, 0.1))]
    for i in range(1, 40):
        bones.append(
            Bone(name=f"b{i}", parent=f"b{i - 1}", connected=True, head=bones[-1].tail, tail=(0.0, 0.0, (i + 1) / 10))
        )
    rng = np.random.default_rng(1)
    goals = [Bone(name=f"g{i}", head=tuple(rng.normal(0.0, 9.0, 3)), tail=(0.0, 0.0, 50.0)) for i in range(20)]
    iks = tuple(Ik(owner=f"b{2 * i + 1}", target=f"g{i}", iterations=10_000, solver="dls") for i in range(20))
    document = Document.of(Rig(bones=(*bones, *goals), constraints=iks))
    first, second = (
        evaluate(Document.of(Rig(bones=rig.bones, constraints=rig.constraints))) for rig in [document.rig] * 2
    )
    assert max(goal.iterations for goal in first.goals) < 300
    np.testing.assert_array_equal(first.matrices, second.matrices)


def test_what_many_goals_take_interpreted_is_told_from_their_equations() -> None:
    """Measured: a step of 200 goals on 401 bones takes 4.2 s, of 60 goals 0.15 s, of a limb less than 1 ms."""
    [[steps, seconds]] = interpreted_efforts(np.array((group(401, 200),)), asking(*(12.0,) * 200))
    assert steps == 12.0 and 3.0 < seconds < 9.0
    [[_, seconds]] = interpreted_efforts(np.array((group(121, 60),)), asking(*(100.0,) * 60))
    assert 0.1 < seconds < 0.3
    [[_, seconds]] = interpreted_efforts(np.array((group(3, 1),)), asking(100.0))
    assert seconds < 1e-3


def test_only_what_nobody_would_wait_for_is_long_interpreted(warm_solver: None) -> None:
    crowd, limb = star(200), star(1)
    assert not is_long_interpreted(crowd), "it is compiled"
    with interpreting():
        assert is_long_interpreted(crowd) and not is_long_interpreted(limb)
