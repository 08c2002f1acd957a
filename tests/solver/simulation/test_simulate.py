"""A simulation in time: what goes in and comes out, and how the ends follow their handles."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest
from hypothesis import given

from pantin.rigs import Distance, Document, Joint, Rig, Transform
from pantin.rigs.editing.pose import with_transforms
from pantin.solver import Grab, evaluate, simulate
from pantin.solver.maths.joint_coordinates import clamp_coordinates, coordinates_of
from tests.bench.solver.simulation import Counts, order
from tests.solver.sample_chains import (
    chain,
    end,
    handle,
    reach,
    reaching,
    same_bits,
    tasks,
    with_goal_at,
    with_ik,
)
from tests.solver.simulation.played import CENTRE, RATE, ROUND, arm, circle, fastest, misses, play, simulated_by

pytestmark = pytest.mark.usefixtures("warm_simulation")


def test_the_same_memory_and_step_give_the_same_bits() -> None:
    document = arm()
    frames = play(document, ROUND, 5)
    moved = with_goal_at(document, (0.1, 0.9, 2.0))
    one, other = (simulate(moved, frames[-1].memory, 0.02) for _ in range(2))
    assert same_bits(one, other)
    assert one.memory.joints.tobytes() == other.memory.joints.tobytes()
    assert one.memory.targets.tobytes() == other.memory.targets.tobytes()
    again = play(document, ROUND, 5)
    assert all(same_bits(a, b) for a, b in zip(frames, again, strict=True))
    with pytest.raises(ValueError, match="read-only"):
        one.memory.joints[0] = 0.0


def test_a_goal_that_is_not_met_yet_is_ahead_and_no_miss() -> None:
    document = arm(max_velocity=0.5)
    frames = play(document, lambda t: np.add(ROUND(0.0), (0.0, 5.0 * t, 0.0)), 30)
    first, last = frames[0].goals[0], frames[-1].goals[0]
    assert first.reached and not first.ahead
    assert last.ahead and not last.reached and last.residual > 0.1
    assert not evaluate(with_goal_at(document, (9.0, 0.0, 0.0))).goals[0].ahead


def test_in_animation_nothing_is_remembered() -> None:
    document = arm().with_rig(Rig(bones=arm().rig.bones, constraints=arm().rig.constraints))
    found = simulate(document, None, 1.0)
    assert found.memory is None and same_bits(found, evaluate(document))


@pytest.mark.parametrize("seconds", [-0.1, math.nan, math.inf, 1e9])
def test_a_frame_that_lasts_no_time_is_told(seconds: float) -> None:
    with pytest.raises(ValueError, match="A frame lasts between 0 and 60 seconds"):
        simulate(arm(), None, seconds)


def test_the_speed_of_a_handle_counts() -> None:
    """With hardly any feedback the end keeps up all the same; without feed-forward it would stay behind."""
    document = arm(feedback=0.01)
    assert misses(document, play(document, ROUND)).max() < 2e-3


def test_an_error_shrinks_as_feedback_says() -> None:
    """63 % in 1 / feedback seconds, whatever the steps: the handle has leapt before anything was remembered of it."""
    for steps in (1, 7):
        document = arm(feedback=10.0, reiteration="never", auto_step=False, steps=steps)
        first = simulate(document, None, 0.0).memory
        forgotten = msgspec.structs.replace(first, goals=(), targets=first.targets[:0])
        moved = with_goal_at(document, np.add(ROUND(0.0), (0.05, -0.04, 0.06)))
        before, after = (misses(document, [simulate(moved, forgotten, t)])[0] for t in (0.0, 0.1))
        assert after / before == pytest.approx(math.exp(-1.0), abs=2e-3)


@pytest.mark.parametrize("feedback", [0.01, 20.0, 100.0])
@pytest.mark.parametrize("rate", [1.0, 24.0, 1000.0])
def test_no_feedback_and_no_step_is_too_large(feedback: float, rate: float) -> None:
    document = arm(feedback=feedback, auto_step=False, steps=1)
    frames = play(document, lambda t: ROUND(0.0) if t < 0.1 else CENTRE, 12, rate)
    missed = misses(document, frames)
    assert missed[-1] <= missed[1:].max() and np.isfinite(missed).all()
    assert missed[-1] < 0.05


def test_halving_the_step_leads_to_the_same_path() -> None:
    """Of order 1 or better; the second round of a step makes it 2 or better."""

    def path(steps: int) -> np.ndarray:
        document = arm(auto_step=False, steps=steps)
        return np.array([e.matrices for e in play(document, ROUND, 15, 15.0)])

    best = path(64)
    errors = [np.abs(path(steps) - best).max() for steps in (1, 2, 4, 8)]
    orders = np.log2(np.divide(errors[:-1], errors[1:]))
    assert orders.min() >= 0.95 and errors[-1] < 0.02


def test_halving_the_step_does_so_where_an_arm_goes_through_straight() -> None:
    """A hand of the sample figure leaves its reach and comes back within a sixth of a second."""
    assert order(Counts(frames=14, finest=32)) >= 1.0


@pytest.mark.parametrize("limit", [None, (-0.8, 0.6)])
def test_no_joint_is_faster_than_it_may_be(limit: tuple[float, float] | None) -> None:
    document = arm(Joint(limit=(limit, limit, limit)), max_velocity=2.0)
    leaps = np.random.default_rng(3).uniform(-1.5, 2.5, (60, 3))
    frames = play(document, lambda t: leaps[round(t * 20)], 59, 20.0)
    assert fastest(frames, 1 / 20.0) <= 2.0 * (1 + 1e-6)
    assert fastest(frames, 1 / 20.0) > 1.9


def test_always_comes_to_rest_in_every_frame_and_within_the_velocity() -> None:
    document = arm(reiteration="always", feedback=1.0, max_velocity=3.0)
    frames = play(document, circle(CENTRE, 0.3, 3.0))
    assert misses(document, frames).max() < 1e-4
    leaping = play(document, lambda t: ROUND(0.0) if t == 0.0 else (0.0, -1.0, 1.5), 8)
    assert fastest(leaping, 1 / RATE) <= 3.0 * (1 + 1e-6) and misses(document, leaping)[1] > 0.1


def test_limits_hold() -> None:
    limit = (-0.5, 0.7)
    document = arm(Joint(limit=(limit, (-0.2, 0.2), limit)))
    table = evaluate(document).skeleton.table
    leaps = np.random.default_rng(5).uniform(-2.0, 3.0, (40, 3))
    for frame in play(document, lambda t: leaps[round(t * 20)], 39, 20.0):
        for i in range(4):
            c = coordinates_of(tuple(frame.local_poses[i, 3:7].tolist()))
            held, *_ = clamp_coordinates(tuple(table[i, 49:52].tolist()), tuple(table[i, 52:55].tolist()), c)
            np.testing.assert_allclose(c, held, atol=1e-9)


@pytest.mark.parametrize(("keep", "feedback"), [("inside", 5.0), ("outside", 20.0), ("surface", 100.0)])
def test_distances_are_kept_at_any_feedback(keep: str, feedback: float) -> None:
    bones = chain(4)
    tie = Distance(owner="b3", target="goal", keep=keep, radius=0.5)
    rig = Rig(bones=(*bones, handle("goal", CENTRE)), constraints=(tie,))
    document = simulated_by(Document.of(rig), feedback=feedback)
    apart = misses(document, play(document, circle(CENTRE, 0.4, 1.0)))
    off = {"inside": apart - 0.5, "outside": 0.5 - apart, "surface": np.abs(apart - 0.5)}[keep]
    assert off.max() < 1e-3


def test_joints_are_drawn_back_as_feedback_says() -> None:
    """A chain of no goal but its own pose: control rotation leads the joints there, at the rate of all errors."""
    posed = with_transforms(arm(Joint(control_rotation=1.0)), {"b1": Transform(rotation=(0.3, 0.0, 0.0, 0.954))})
    document = simulated_by(with_ik(posed, weight=0.0), feedback=8.0, start="rest", reiteration="never")
    memory, angles = simulate(document, None, 0.0).memory, []
    for _ in range(3):
        frame = simulate(document, memory, 0.05)
        memory = frame.memory
        angles.append(2.0 * np.arcsin(frame.local_poses[1, 3]))
    wanted = 2.0 * math.atan2(0.3, 0.954)
    np.testing.assert_allclose(angles, [wanted * (1 - math.exp(-8.0 * t)) for t in (0.05, 0.1, 0.15)], rtol=1e-3)


def test_a_body_that_is_carried_keeps_its_ends_at_their_goals() -> None:
    bones = chain(4)
    carried = (handle("cart", (0.0, 0.0, -0.2)), msgspec.structs.replace(bones[0], parent="cart"), *bones[1:])
    document = simulated_by(reaching(carried, CENTRE), feedback=0.01)
    memory, missed = None, []
    for f in range(60):
        moved = with_transforms(document, {"cart": Transform(location=(0.3 * math.sin(f / 10), 0.005 * f, 0.0))})
        frame = simulate(moved, memory, 1 / RATE if f else 0.0)
        memory = frame.memory
        missed.append(misses(document, [frame])[0])
    assert max(missed) < 1e-3


def test_what_is_pulled_by_hand_follows_and_what_comes_and_goes_is_carried_over() -> None:
    document = arm()
    frames = play(document, ROUND, 3)
    place = end(frames[-1], chain(4))
    grab = Grab("b1", 2, tuple((frames[-1].tails[1] + (0.05, 0.0, 0.0)).tolist()))
    memory = frames[-1].memory
    for _ in range(120):
        pulled = simulate(with_goal_at(document, place), memory, 1 / RATE, (grab,))
        memory = pulled.memory
    assert np.linalg.norm(pulled.tails[1] - grab.goal) < 5e-3
    assert len(memory.goals) == 2
    alone = simulate(with_goal_at(document, place), memory, 0.0)
    np.testing.assert_allclose(alone.matrices, pulled.matrices, atol=1e-12)


def test_a_planar_chain_stays_in_its_plane() -> None:
    document = with_ik(arm(), planar=True)
    frames = play(document, lambda t: (math.sin(3 * t), 0.4, 1.5), 30)
    moved = np.array([(frame.tails - frames[0].tails)[:4] for frame in frames]).reshape(-1, 3)
    sizes = np.linalg.svd(moved)[1]
    assert sizes[2] < 1e-9 * sizes[0] and sizes[0] > 0.5


def test_steps_are_finer_where_handles_are_fast_and_as_many_as_are_given_else() -> None:
    def taken(speed: float, rate: float, **settings: object) -> int:
        document = arm(**settings)
        frames = play(document, lambda t: np.add(ROUND(0.0), (speed * t, 0.0, 0.0)), 1, rate)
        return frames[-1].goals[0].iterations

    assert taken(0.0, 25.0) == 4  # of a quarter of 1 / feedback
    assert taken(100.0, 25.0, step_min=0.002) > taken(60.0, 25.0, step_min=0.002) > 4
    assert taken(1000.0, 25.0, step_min=0.01) == 4 and taken(1000.0, 25.0, step_min=0.005) == 8
    assert taken(0.0, 25.0, feedback=0.1, step_max=0.02) == 2
    assert taken(30.0, 25.0, auto_step=False, steps=7) == 7


def test_dls_is_as_calm_as_its_damping() -> None:
    """All but stretched and led sideways: the more damping, the farther joints stay behind."""

    def left(damping: float) -> float:
        document = arm(solver="dls", damping=damping, epsilon=1.0)
        far = reach(chain(4)) * 0.97
        return float(misses(document, play(document, lambda t: (0.0, far * math.sin(t), far * math.cos(t))))[-1])

    assert left(0.0) < 1e-3 < left(0.3) < left(1.0)


@given(tasks())
def test_any_chain_stays_finite_and_within_its_velocity(document: Document) -> None:
    document = simulated_by(document, max_velocity=4.0)
    frames = [simulate(document, None, 0.0)]
    for f in range(3):
        moved = with_transforms(document, {"goal": Transform(location=(0.5 * f, -0.3, 0.1 * f))})
        frames.append(simulate(moved, frames[-1].memory, 0.04))
    assert all(np.isfinite(frame.matrices).all() for frame in frames)
    assert fastest(frames[1:], 0.04) <= 4.0 * (1 + 1e-6)


def test_a_nearly_straight_arm_keeps_up_with_a_goal_that_comes_nearer() -> None:
    """It has to turn far to shorten a little. One that is straight bends for a goal on its own line."""
    bones = chain(2)
    size = reach(bones)
    document = simulated_by(with_goal_at(reaching(bones, (0.0, 0.0, size)), (0.0, 0.0, size)), feedback=10.0)
    frames = play(document, lambda t: (0.0, 0.1 * t, size * (0.998 - 0.5 * t)), 30, rate=24)
    assert misses(document, frames).max() < 0.03 * size
    straight = play(document, lambda t: (0.0, 0.0, size * (1.2 - 0.5 * t)))
    assert misses(document, straight)[-1] < 1e-3 * size


def test_no_end_flees_from_a_goal_that_comes_nearer_by_itself() -> None:
    document, begin = arm(feedback=1.0, max_velocity=0.2), ROUND(0.0)
    frames = play(document, lambda t: np.subtract(begin, (0.0, 0.0, 0.5 - t if 0.0 < t < 0.5 else 0.0)))
    rows = [e.index[document.rig.constraints[0].owner] for e in frames]
    heights = [e.tails[row][2] - begin[2] for e, row in zip(frames, rows, strict=True)]
    assert max(heights) < 1e-3 and min(heights) < -0.01
