"""Tests of what is pulled up out of the reach of flat feet: heels rise, balls and toes stay, and only then is it
missed.
"""

from __future__ import annotations

import numpy as np
import pytest

from pantin import solver
from pantin.rigs import Document
from pantin.rigs.templates import TEMPLATES, humanoid
from pantin.solver.edits.pulling.pull import begin, pull
from pantin.solver.edits.pulling.tiptoe import MOST
from pantin.solver.edits.pulling.tree import PullGoal
from pantin.solver.whole_body import columns

FIGURE = Document.of(humanoid.rig())
STANDING = solver.evaluate(FIGURE)
FEET, TOES = ("foot.L", "foot.R"), ("toe.L", "toe.R")
SHELF = np.array((0.2, -0.2, 2.14))
"""Where the left hand comes to on tiptoe only."""


def turned(document: Document, name: str) -> float:
    """Return how far a bone is turned against the standing figure, radians."""
    a, b = (each.matrix(name)[:3, :3] for each in (STANDING, solver.evaluate(document)))
    return float(np.arccos(np.clip((np.trace(a.T @ b) - 1.0) / 2.0, -1.0, 1.0)))


def at(document: Document, name: str) -> np.ndarray:
    """Return where a bone begins."""
    evaluated = solver.evaluate(document)
    return np.array(evaluated.heads[evaluated.index[name]])


def moved(name: str, x: float, y: float, z: float) -> np.ndarray:
    """A point so far from where a bone of the standing figure begins, metres."""
    return at(FIGURE, name) + np.array((x, y, z))


def test_heels_rise_for_a_hand_that_flat_feet_do_not_let_reach_up() -> None:
    up, flat = pull(FIGURE, {"hand.L": SHELF}), pull(FIGURE, {"hand.L": SHELF}, pins=FEET)
    missed, missed_flat = (float(np.linalg.norm(at(each, "hand.L") - SHELF)) for each in (up, flat))
    assert missed_flat > 0.015 and missed < 0.25 * missed_flat
    after = solver.evaluate(up)
    for foot, toe in zip(FEET, TOES, strict=True):
        row = after.index[foot]
        assert after.heads[row][2] > STANDING.heads[row][2] + 0.01
        assert np.abs(after.tails[row] - STANDING.tails[row]).max() < 2e-5
        assert turned(up, toe) < 1e-3, "toes lie flat"
        assert turned(flat, foot) < 1e-3, "a foot that a person has pinned stays as it is"


def test_within_reach_feet_stay_flat() -> None:
    for target in ((0.3, -0.4, 1.6), (0.2, -0.3, 1.9), (0.3, -0.5, 0.3)):
        document = pull(FIGURE, {"hand.L": np.array(target)})
        assert all(turned(document, foot) < 1e-4 for foot in FEET)


@pytest.mark.parametrize("way", [(0.0, -0.3, 0.0), (0.3, 0.0, 0.0), (0.0, 0.3, -0.05)])
def test_feet_stay_flat_while_nothing_is_pulled_up(way: tuple[float, float, float]) -> None:
    document = pull(FIGURE, {"chest": at(FIGURE, "chest") + np.array(way)})
    assert all(turned(document, foot) < 1e-3 for foot in FEET)


def test_heels_rise_no_farther_than_ankles_bend() -> None:
    document = pull(FIGURE, {"hips": moved("hips", 0.0, 0.0, 1.0)})
    assert all(turned(document, foot) == pytest.approx(MOST, abs=0.01) for foot in FEET)


def test_in_a_stride_the_hips_come_higher_than_over_flat_feet() -> None:
    """The ankle of the foot ahead goes forward as its heel rises: beyond some angle that would bring the hips down."""
    stride = pull(FIGURE, {"foot.L": moved("foot.L", 0.0, -0.7, 0.0), "hips": moved("hips", 0.0, -0.3, -0.2)})
    for far in (0.2, 0.35, 0.6):
        target = {"hips": at(stride, "hips") + np.array((0.0, 0.0, far))}
        assert at(pull(stride, target), "hips")[2] > at(pull(stride, target, FEET), "hips")[2] + 0.01


@pytest.mark.parametrize("bone", ["hand.L", "head", "chest"])
def test_heels_rise_only_where_that_brings_what_is_pulled_nearer(bone: str) -> None:
    """Against feet that a person has pinned flat, for targets that are up and far to a side, within 1 mm."""
    rises = []
    for angle in np.linspace(0.0, 2.0 * np.pi, 7)[:-1]:
        for up in (0.1, 0.3):
            way = (0.7 * np.cos(angle), 0.7 * np.sin(angle), up + (0.5 if bone == "hand.L" else 0.0))
            target = {bone: moved(bone, *way)}
            up_on_toes, flat = pull(FIGURE, target), pull(FIGURE, target, pins=FEET)
            missed, missed_flat = (float(np.linalg.norm(at(each, bone) - target[bone])) for each in (up_on_toes, flat))
            assert missed <= missed_flat + 1e-3, way
            rises.append(max(turned(up_on_toes, foot) for foot in FEET) > 0.01)
    assert any(rises) or bone == "hand.L"


@pytest.mark.parametrize("bone", ["hand.L", "hips"])
def test_heels_rise_without_a_jump(bone: str) -> None:
    start = at(FIGURE, bone)
    pulling = begin(FIGURE, STANDING, (PullGoal(bone),), FIGURE.rig.pins)
    before, least = None, 0.9 if bone == "hand.L" else 0.0
    for up in np.arange(least, least + 0.4, 0.007):
        now = solver.evaluate(pulling.to([start + np.array((0.0, 0.0, up))]).document).matrices[:, :3, 1]
        if before is not None:
            turn = np.arccos(np.clip((now * before).sum(axis=1), -1.0, 1.0))
            assert turn.max() < 0.2, up
        before = now


@pytest.mark.parametrize("name", ["biped", "humanoid"])
def test_full_controls_come_along(name: str) -> None:
    template = TEMPLATES[name]
    document = Document.of(template.draw(template.measures()))
    before = solver.evaluate(document)
    place = before.heads[before.index["hips"]] + (0.0, 0.0, 0.04)
    after = solver.evaluate(pull(document, {"hips": place}))
    np.testing.assert_allclose(after.heads[after.index["hips"]], place, atol=3e-3)
    row = after.index["foot.L"]
    assert after.heads[row][2] > before.heads[row][2] + 0.01
    np.testing.assert_allclose(after.tails[row], before.tails[row], atol=1e-4)
    assert all(goal.reached for goal in after.goals)


def test_a_foot_far_ahead_of_the_hip_rises_as_far_as_that_brings_its_ankle_nearer() -> None:
    """The ankle goes forward as well as up."""
    pulling = begin(FIGURE, STANDING, (PullGoal("hips"),), FIGURE.rig.pins)
    foot, goals = pulling.tiptoes[0], pulling.tables.goals
    ankle = goals[foot.foot.carried[0], columns.TARGET : columns.TARGET + 3]
    for ahead, is_all in ((0.0, True), (0.15, True), (0.3, False)):
        bones, raised, more = pulling.tables.bones.copy(), goals.copy(), goals.copy()
        hip = ankle + np.array((0.0, ahead, 0.25))
        bones[foot.thigh, columns.HEAD : columns.HEAD + 3] = hip
        foot.rise(raised, bones, 1.0)
        foot.foot.roll(more, foot.height, MOST)
        far, far_raised, far_most = (
            float(np.linalg.norm(rows[foot.foot.carried[0], columns.TARGET : columns.TARGET + 3] - hip))
            for rows in (goals, raised, more)
        )
        assert far_raised < far
        assert (far_raised == pytest.approx(far_most, abs=1e-6)) if is_all else (far_raised < far_most - 1e-4)
