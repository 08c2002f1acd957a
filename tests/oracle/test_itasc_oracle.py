"""Blender's iTaSC on paths of handles: Pantin follows as near, comes as soon, never rings, and keeps what it promises.

Blender's matrices are not compared: what a chain does besides reaching its goal is its own affair. Where Blender rings,
diverges, mixes limits up or ignores settings, only the promises are held: velocity, limits, distances, and coming to
rest.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from pantin.solver import Evaluated
from pantin.solver.compiling import layout
from pantin.solver.maths.joint_coordinates import clamp_coordinates, coordinates_of
from pantin.solver.maths.rotations import to_quaternion
from tests.oracle.itasc_runs import (
    ends_of,
    joint_speed,
    recorded,
    recorded_ends,
    recorded_matrices,
    settings_of,
    simulated,
    targets_of,
)

pytestmark = pytest.mark.usefixtures("warm_simulation")
RUNS = [(path, run) for path in recorded() for run in path["runs"]]
IDS = [f"{path['id']}-{i}" for path in recorded() for i in range(len(path["runs"]))]
SMOOTH, LEAPING = ("ramp", "circle", "eight", "away", "base", "reach", "pole"), ("jump", "whip")
GAINS = {"joint_gain_20", "distance_gain_20"}
UNFIT = {"unstable", "may_ring", "limit_quadrant", "feedback_ignored", *GAINS}
LEAP = 0.15
"""A target that moves farther in a frame, metres, has leapt."""
OUT_OF_REACH = range(32, 44)
"""Frames of the path with rotations in which no pose reaches the goal."""
TOO_FAR = ("01-jump-3", 1.0, 65)
"""The path, largest velocity and frame of a leap that no joint could make up for as soon as Blender's do, which go
1.6 times as fast as they may: it takes 23.5 frames at least to turn so far (Blender: 22)."""


@cache
def played(number: int) -> tuple[list[Evaluated], np.ndarray, np.ndarray]:
    """The frames of a run, and how far its ends are from their targets (frames, goals): here, and in Blender."""
    path, run = RUNS[number]
    frames, goal = simulated(path, settings_of(run)), targets_of(path)
    ours, theirs = ends_of(path, frames) - goal, recorded_ends(path, run) - goal
    return frames, np.linalg.norm(ours, axis=2), np.linalg.norm(theirs, axis=2)


def kind(path: dict[str, Any]) -> str:
    return str(path["id"].split("-")[1])


def simulates(path: dict[str, Any], run: dict[str, Any]) -> bool:
    return settings_of(run).mode == "simulation"


def is_fit(run: dict[str, Any]) -> bool:
    """Return whether Blender's run is one to compare with."""
    return not UNFIT.intersection(run["blender_faults"])


def runs(concerned: Callable[[dict[str, Any], dict[str, Any]], bool]) -> pytest.MarkDecorator:
    """The runs that a promise is about, by their numbers; of those that were recorded there is one at least."""
    numbers = [number for number, (path, run) in enumerate(RUNS) if concerned(path, run)]
    assert numbers or not RUNS
    return pytest.mark.parametrize("number", numbers, ids=[IDS[number] for number in numbers])


@runs(lambda path, run: simulates(path, run) and is_fit(run) and kind(path) in SMOOTH)
def test_the_end_is_no_farther_off(number: int) -> None:
    _, ours, theirs = played(number)
    assert (ours - theirs).max() <= 2e-3


@runs(lambda path, run: simulates(path, run) and kind(path) in LEAPING)
def test_leaps_are_made_up_for_as_soon_and_without_overshoot(number: int) -> None:
    path, run = RUNS[number]
    frames, ours, theirs = played(number)
    goal, ends = targets_of(path)[:, 0], ends_of(path, frames)[:, 0]
    moved = np.linalg.norm(np.diff(goal, axis=0), axis=1)
    leaps = [*(np.flatnonzero(moved > LEAP) + 1).tolist(), path["frames"]]
    assert len(leaps) > 1
    for a, b in pairwise(leaps):
        size, way = moved[a - 1], (goal[a] - goal[a - 1]) / moved[a - 1]
        assert ((ends[a:b] - goal[a:b]) @ way).max() <= 0.02 * size
        took = [np.flatnonzero(off[a:b, 0] <= 0.02 * size) for off in (ours, theirs)]
        if is_fit(run) and len(took[1]) and (path["id"], settings_of(run).max_velocity, a) != TOO_FAR:
            assert took[0][0] <= took[1][0] + 1


@runs(lambda path, run: kind(path) not in ("control", "distance") and run["settings"].get("velocity_max", 50.0) > 1.0)
def test_figures_come_to_rest_at_what_they_reach(number: int) -> None:
    _, ours, _ = played(number)
    assert ours[-1].max() < 1e-3


@runs(simulates)
def test_no_joint_is_faster_than_it_may_be(number: int) -> None:
    path, run = RUNS[number]
    matrices = np.array([e.matrices for e in played(number)[0]])
    assert joint_speed(path, matrices) <= settings_of(run).max_velocity * (1.0 + 1e-6)


@runs(lambda path, run: kind(path) == "zigzag")
def test_limits_are_those_of_the_rig(number: int) -> None:
    frames, _, _ = played(number)
    assert beyond_limits(frames[0], np.array([e.matrices[:, :3] for e in frames])).max() < 1e-6


@runs(lambda path, run: kind(path) == "distance")
def test_distances_are_kept_at_any_feedback(number: int) -> None:
    tie, (_, apart, _) = RUNS[number][0]["constraints"][0], played(number)
    off = apart - tie["distance"]
    sides = {"INSIDE": off, "OUTSIDE": -off, "ONSURFACE": np.abs(off)}
    assert sides[tie["limit_mode"].removeprefix("LIMITDIST_")].max() <= 1e-3


@runs(lambda path, run: not simulates(path, run) and not GAINS.intersection(run["blender_faults"]))
def test_animation_leaves_no_more(number: int) -> None:
    """Several goals by their weights; with limits where Blender keeps them."""
    path, run = RUNS[number]
    frames, ours, theirs = played(number)
    weights = np.array([c["weight"] for c in path["constraints"]])
    over = np.linalg.norm(ours * weights, axis=1) - np.linalg.norm(theirs * weights, axis=1)
    if kind(path) == "zigzag":
        over = over[beyond_limits(frames[0], recorded_matrices(path, run)) < 1e-3]
    assert len(over) > 50 and over.max() <= 1e-3


@runs(lambda path, run: not simulates(path, run) and kind(path) == "rotation")
def test_animation_holds_rotations_wherever_they_can_be(number: int) -> None:
    frames, ours, _ = played(number)
    held = [f for f in range(RUNS[number][0]["frames"]) if f not in OUT_OF_REACH]
    assert ours[held].max() <= 1e-3
    assert max(frames[f].goals[0].rotation_residual for f in held) <= 1e-3


def test_half_the_step_leads_to_the_same_path() -> None:
    """Of order 1 at least, on a path that is smooth."""
    path = next(path for path in recorded() if kind(path) == "circle")

    def by(steps: int) -> np.ndarray:
        run = {"settings": {"use_auto_step": False, "step_count": steps}}
        return np.array([e.matrices for e in simulated(path, settings_of(run))])[:, :4]

    best = by(48)
    errors = np.array([np.abs(by(steps) - best).max() for steps in (1, 2, 4, 8)])
    assert np.log2(errors[:-1] / errors[1:]).min() >= 1.0


def beyond_limits(evaluated: Evaluated, matrices: np.ndarray) -> np.ndarray:
    """Return how far the joints are beyond the limits of the rig (frames,), in the coordinates of joints."""
    table, count = evaluated.skeleton.table, matrices.shape[1]
    rest = table[:, layout.OFFSET : layout.OFFSET + 16].reshape(-1, 4, 4)[:, :3, :3]
    found = np.zeros(len(matrices))
    for j in range(min(count, 3)):
        above = matrices[:, j - 1, :3, :3] if j else np.eye(3)
        local = np.swapaxes(above @ rest[j], -1, -2) @ matrices[:, j, :3, :3]
        bounds = (tuple(table[j, at : at + 3].tolist()) for at in (layout.BONE_LOWER_COORDS, layout.BONE_UPPER_COORDS))
        lower, upper = bounds
        for f, m in enumerate(local):
            c = coordinates_of(to_quaternion(*(tuple((m[:, a] / np.linalg.norm(m[:, a])).tolist()) for a in range(3))))
            held = clamp_coordinates(lower, upper, c)[0]
            found[f] = max(found[f], max(abs(a - b) for a, b in zip(c, held, strict=True)))
    return found
