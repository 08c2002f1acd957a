"""Elbows and knees that are pulled: the hand stays while they swing, and comes along where they are pulled away."""

from __future__ import annotations

import numpy as np
import pytest

from pantin import solver
from pantin.rigs import Document, Pin
from pantin.rigs.editing.pins import unpinned
from pantin.rigs.templates import humanoid
from pantin.solver.edits.pulling.pull import begin, pull
from pantin.solver.edits.pulling.tree import PullGoal

STANDING = Document.of(humanoid.rig())
HEIGHT = 1.775


def head(document: Document, name: str) -> np.ndarray:
    """Return where a bone begins."""
    evaluated = solver.evaluate(document)
    return np.array(evaluated.heads[evaluated.index[name]])


def went(after: Document, before: Document, name: str) -> float:
    """Return how far the head of a bone has gone, metres."""
    return float(np.linalg.norm(head(after, name) - head(before, name)))


@pytest.fixture(scope="module")
def bent() -> Document:
    """The figure with its left hand before the chest."""
    return pull(STANDING, {"hand.L": head(STANDING, "hand.L") + np.array((-0.05, -0.3, 0.25))})


def swung(document: Document, angle: float) -> np.ndarray:
    """Return where the left elbow is after it has swung about the line from shoulder to hand."""
    root, elbow, hand = (head(document, name) for name in ("upper_arm.L", "forearm.L", "hand.L"))
    axis = (hand - root) / np.linalg.norm(hand - root)
    arm = elbow - root
    along = axis * (arm @ axis)
    return root + along + (arm - along) * np.cos(angle) + np.cross(axis, arm) * np.sin(angle)


@pytest.mark.parametrize("angle", [-0.4, 0.3, 0.6])
def test_an_elbow_that_swings_leaves_the_hand_and_the_body_where_they_are(bent: Document, angle: float) -> None:
    place = swung(bent, angle)
    after = pull(bent, {"forearm.L": place})
    assert went(after, bent, "hand.L") < 1e-5 * HEIGHT
    assert np.linalg.norm(head(after, "forearm.L") - place) < 0.03 and went(after, bent, "hips") < 0.05


@pytest.mark.parametrize("way", [(0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (0.7, 0.0, 0.7)])
@pytest.mark.parametrize("far", [0.25, 0.35])
def test_an_elbow_that_is_pulled_away_is_reached_and_takes_the_hand_along(way: tuple, far: float) -> None:
    place = head(STANDING, "forearm.L") + far * np.array(way)
    after = pull(STANDING, {"forearm.L": place})
    assert np.linalg.norm(head(after, "forearm.L") - place) < 0.005
    assert went(after, STANDING, "hand.L") < 1.1 * far and went(after, STANDING, "foot.L") < 1e-5 * HEIGHT
    assert all(goal.reached for goal in solver.evaluate(after).goals)


def test_a_hand_that_is_pinned_stays_however_far_the_elbow_is_pulled() -> None:
    pinned = STANDING.with_rig(STANDING.rig.changed(pins=(*STANDING.rig.pins, Pin("hand.L"))))
    after = pull(pinned, {"forearm.L": head(pinned, "forearm.L") + np.array((0.0, 0.0, 0.2))})
    assert went(after, pinned, "hand.L") < 1e-5 * HEIGHT


def test_a_knee_takes_a_foot_along_that_is_not_pinned() -> None:
    free = unpinned(STANDING, ("foot.L",))
    after = pull(free, {"shin.L": head(free, "shin.L") + np.array((0.0, -0.3, 0.2))})
    assert head(after, "foot.L")[2] > head(free, "foot.L")[2] + 0.05
    assert went(after, free, "foot.R") < 1e-5 * HEIGHT


def test_on_its_way_out_the_elbow_turns_no_bone_by_a_jump(bent: Document) -> None:
    pulling = begin(bent, solver.evaluate(bent), (PullGoal("forearm.L"),), bent.rig.pins)
    for way in ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0)):
        before = None
        for far in np.arange(0.0, 0.4, 0.004 * HEIGHT):
            document = pulling.to([head(bent, "forearm.L") + far * np.array(way)]).document
            now = solver.evaluate(document).matrices[:, :3, 1]
            if before is not None:
                assert np.arccos(np.clip((now * before).sum(axis=1), -1.0, 1.0)).max() < 0.3
            before = now
