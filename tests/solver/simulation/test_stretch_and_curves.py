"""Bones that stretch in a simulation, and chains that lie on curves there."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from pantin.rigs import Bone, Document, Ik
from pantin.solver import Evaluated, evaluate, simulate
from tests.solver.constraints.curved_tails import ARCH, tail
from tests.solver.sample_chains import (
    FREE,
    chain,
    reach,
    reaching,
    with_goal_at,
)
from tests.solver.simulation.played import RATE, misses, play, simulated_by

pytestmark = pytest.mark.usefixtures("warm_simulation")


def elastic(**settings: object) -> tuple[Document, float]:
    """A chain whose bones stretch to what is out of reach, its goal where it is straight, and its length."""
    bones = chain(3, joint=msgspec.structs.replace(FREE, stretch=1.0))
    far = reach(bones)
    return simulated_by(with_goal_at(reaching(bones, (0.0, 0.0, far)), (0.0, 0.0, far)), **settings), far


def longer(evaluated: Evaluated) -> float:
    """By which part the first bone is longer than at rest."""
    heads, lengths = evaluated.heads, evaluated.skeleton.lengths
    return float(np.linalg.norm(heads[1] - heads[0]) / lengths[0]) - 1.0


def test_stretching_has_a_speed() -> None:
    """A goal that leaps is followed no faster than the largest velocity allows; in the end it is reached."""
    slow, far = elastic(max_velocity=1.0)
    frames = play(slow, lambda t: (0.0, 0.0, far if t == 0.0 else 1.5 * far), 60)
    assert np.diff([longer(each) for each in frames]).max() == pytest.approx(1.0 / RATE, rel=1e-3)
    assert misses(slow, frames)[-1] < 1e-5


def test_what_begins_at_rest_is_as_long_as_at_rest_and_stretches_as_feedback_says() -> None:
    document, far = elastic(start="rest", reiteration="never", feedback=5.0)
    away = with_goal_at(document, (0.0, 0.0, 1.5 * far))
    begun = simulate(away, None, 0.0)
    assert longer(begun) == pytest.approx(0.0, abs=1e-9)
    after = simulate(away, begun.memory, 1 / RATE)
    assert longer(after) == pytest.approx(0.5 * (1.0 - np.exp(-5.0 / RATE)), rel=1e-3)


def test_what_stretches_evenly_lags_behind_nothing() -> None:
    document, far = elastic()
    along = play(document, lambda t: (0.0, 0.0, far * (1.0 + 0.4 * t)), 60)
    assert misses(document, along)[1:].max() < 1e-6


def test_a_chain_on_a_curve_is_laid_there_in_each_frame_and_ik_below_it_follows() -> None:
    document = tail(ARCH)
    goal = Bone(name="goal", head=(5.0, 2.0, 0.0), tail=(5.0, 2.0, 1.0), kind="handle")
    reaching = Ik(owner="rider", target="goal", chain_length=1, stretch=False)
    rig = msgspec.structs.replace(
        document.rig, bones=(*document.rig.bones, goal), constraints=(*document.rig.constraints, reaching)
    )
    for each in (document, document.with_rig(rig)):
        moving = simulated_by(each)
        shown, begun = evaluate(moving), simulate(moving, None, 0.0)
        np.testing.assert_allclose(simulate(moving, begun.memory, 0.04).matrices, shown.matrices, atol=1e-9)
