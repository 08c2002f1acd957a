"""Knees that are pulled outwards: the leg opens and the hips stay, until the thigh comes to its limits."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from pantin import solver
from pantin.rigs import Document
from pantin.solver.edits.pulling.pull import begin, pull
from pantin.solver.edits.pulling.tree import PullGoal
from tests.solver.edits.pulling.shipped_stances import STANDING, head, posed

STAYS = 0.01
"""The distance that hips may go that stay, metres: of a figure of 1.76 m."""
FEET = ("foot.L", "foot.R")


def held_by(document: Document, *names: str) -> Document:
    """The figure with only these of its pins."""
    pins = tuple(pin for pin in document.rig.pins if pin.bone in names)
    return document.with_rig(msgspec.structs.replace(document.rig, pins=pins))


def opened(document: Document, side: str, far: float) -> Document:
    """The figure with a knee pulled outwards."""
    outwards = np.array((far if side == "L" else -far, 0.0, 0.0))
    return pull(document, {f"shin.{side}": head(document, f"shin.{side}") + outwards})


def turned(before: Document, after: Document, name: str) -> float:
    """Return how far a bone has turned, degrees."""
    a, b = (solver.evaluate(each).matrix(name)[:3, :3] for each in (before, after))
    return float(np.degrees(np.arccos(np.clip((np.trace(a.T @ b) - 1.0) / 2.0, -1.0, 1.0))))


def went(before: Document, after: Document, name: str) -> float:
    """Return how far the head of a bone has moved, metres."""
    return float(np.linalg.norm(head(after, name) - head(before, name)))


@pytest.mark.parametrize("pins", [FEET, ("foot.R",), ("foot.L",), ()], ids=["both", "right", "left", "none"])
@pytest.mark.parametrize("side", ["L", "R"])
@pytest.mark.parametrize("far", [0.05, 0.1, 0.2, 0.3])
def test_the_leg_of_a_standing_figure_opens_and_the_hips_stay(pins: tuple[str, ...], side: str, far: float) -> None:
    before = held_by(STANDING, *pins)
    after = opened(before, side, far)
    assert went(before, after, "hips") <= STAYS and turned(before, after, "hips") < 1.0
    assert turned(before, after, f"thigh.{side}") > 30.0
    for foot in pins:
        assert went(before, after, foot) < 2e-5 and turned(before, after, foot) < 0.1
    if f"foot.{side}" not in pins:
        assert went(before, after, f"shin.{side}") > 0.65 * far, "the foot comes along"


@pytest.mark.parametrize("far", [0.05, 0.1, 0.2])
@pytest.mark.parametrize("pins", [FEET, ()], ids=["both", "none"])
def test_the_leg_of_a_sitting_figure_opens_and_the_hips_stay(pins: tuple[str, ...], far: float) -> None:
    """A thigh of 0.44 m turns by the angle whose sine is far / 0.44 for a knee that goes so far; limits end that."""
    before = held_by(posed("Sit"), *pins)
    after = opened(before, "L", far)
    assert went(before, after, "hips") <= STAYS
    assert turned(before, after, "thigh.L") > 0.9 * np.degrees(np.arcsin(far / 0.44))


def test_in_a_tailor_seat_whose_thighs_are_at_a_limit_feet_and_hips_stay() -> None:
    before = posed("Tailor seat")
    after = opened(before, "L", 0.2)
    assert went(before, after, "hips") <= STAYS
    assert all(went(before, after, foot) < 2e-5 for foot in FEET)


def test_beyond_the_limits_of_the_thigh_the_hips_go_along() -> None:
    """In a tailor seat the thigh points outwards as far as it gets: 0.3 m more is beyond."""
    before = held_by(posed("Tailor seat"))
    after = opened(before, "L", 0.3)
    assert went(before, after, "hips") > 0.1


def test_hips_follow_a_knee_that_is_pulled_forwards_and_down() -> None:
    after = pull(STANDING, {"shin.L": head(STANDING, "shin.L") + np.array((0.05, -0.2, -0.15))})
    assert head(after, "hips")[2] < head(STANDING, "hips")[2] - 0.05


@pytest.mark.parametrize("pins", [FEET, ()], ids=["both", "none"])
@pytest.mark.parametrize("name", ["Stand", "Tailor seat"])
def test_legs_open_and_hips_begin_to_follow_without_a_jump(name: str, pins: tuple[str, ...]) -> None:
    """Around the knee in a circle that begins outwards and goes over down, inwards and up, in steps of 7 mm."""
    document = held_by(posed(name), *pins)
    pulling = begin(document, solver.evaluate(document), (PullGoal("shin.L"),), document.rig.pins)
    start, before = head(document, "shin.L"), None
    for angle in np.linspace(0.0, 2.0 * np.pi, 110):
        target = start + 0.12 * np.array((np.cos(angle), -0.5, -np.sin(angle)))
        now = solver.evaluate(pulling.to([target]).document).matrices[:, :3, 1]
        if before is not None:
            assert np.arccos(np.clip((now * before).sum(axis=1), -1.0, 1.0)).max() < 0.2, angle
        before = now
