"""Head and hands of somebody on the floor: whether the head is up or down tells where hips and legs are."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from pantin.rigs import rotations as rot
from pantin.rigs.tracking.points import Point, Points
from pantin.rigs.vectors import Matrix, Vector, four, three
from pantin.solver import Evaluated, evaluate
from pantin.solver.edits.tracking.body import Body
from pantin.solver.edits.tracking.stance import body_of
from pantin.solver.edits.tracking.track import track
from tests.solver.edits.tracking.standing_points import standing

FRAMES, HELD, FRAME = 45, 45, 1.0 / 30.0
LEVEL = np.pi / 2.0


def about(axis: str, angle: float) -> Matrix:
    """A rotation (3, 3) about X, Y or Z, radians."""
    return rot.matrix_from_quaternion(rot.quaternion_about(np.eye(3)["xyz".index(axis)], angle))


def lain(turn: Matrix, place: tuple[float, float, float]) -> dict[str, Vector]:
    """Return where the joints of a stance are that is turned as a whole, with its hips at a place."""
    return {part: turn @ (at - body().at["hips"]) + place for part, at in body().at.items()}


def body() -> Body:
    return body_of(standing()[0].rig)


def went(goal: Points) -> Iterator[Points]:
    """Head and hands on their way there from the stance, and there for a while."""
    for frame in range(FRAMES + HELD):
        amount = min(1.0, frame / FRAMES)
        yield {
            part: Point(
                three((1.0 - amount) * body().at[part] + amount * np.array(point.position)),
                four(
                    rot.quaternion_from_matrix(
                        rot.interpolated(np.eye(3), rot.matrix_from_quaternion(point.rotation), amount)
                    )
                ),
            )
            for part, point in goal.items()
        }


def followed(head: tuple[Vector, Matrix], hands: tuple[Vector, Vector], turn: Matrix) -> Evaluated:
    """The figure once its head is there and its hands are, which are turned with the head's body."""
    document, calibration, _points = standing()
    goal: Points = {"head": Point(three(head[0]), four(rot.quaternion_from_matrix(head[1])))}
    for part, hand in zip(("hand.L", "hand.R"), hands, strict=True):
        goal[part] = Point(three(hand), four(rot.quaternion_from_matrix(turn)))
    memory = None
    for points in went(goal):
        tracked = track(document, calibration, points, memory, FRAME)
        memory = tracked.memory
    return evaluate(tracked.document)


@pytest.mark.parametrize(
    ("turn", "aside"),
    [(about("x", -LEVEL), 0.0), (about("x", LEVEL), 0.0), (about("x", LEVEL), 1.0), (about("y", LEVEL), 0.0)],
    ids=["on the back", "on the front", "on the front, the head aside", "on the side"],
)
def test_who_lies_has_straight_legs_on_the_floor(turn: Matrix, aside: float) -> None:
    """Hips and ankles are in one line with the head, where the top of that points away from them."""
    at = lain(turn, (0.0, 0.0, 0.15))
    hands = (at["hips"] + turn @ (0.3, -0.1, 0.0), at["hips"] + turn @ (-0.3, -0.1, 0.0))
    stands = followed((at["head"], turn @ about("z", aside)), hands, turn)
    assert np.linalg.norm(stands.matrix("hips")[:3, 3] - at["hips"]) < 0.15
    for side in "LR":
        assert np.linalg.norm(stands.matrix(f"foot.{side}")[:3, 3] - at[f"foot.{side}"]) < 0.3


@pytest.mark.parametrize("down", [0.4, 1.2], ids=["looking ahead", "looking down"])
def test_who_is_on_all_fours_has_the_hips_level_and_rests_on_the_knees(down: float) -> None:
    back = about("x", 1.4)
    leg = body().legs[0]
    high = float(np.linalg.norm(leg.to_lower)) + 0.1
    at = lain(back, (0.0, 0.0, high))
    hands = ((0.2, at["head"][1] + 0.15, 0.07), (-0.2, at["head"][1] + 0.15, 0.07))
    stands = followed((at["head"], about("x", down)), (np.array(hands[0]), np.array(hands[1])), np.eye(3))
    assert np.linalg.norm(stands.matrix("hips")[:3, 3] - at["hips"]) < 0.2
    for side in "LR":
        knee, ankle = (stands.matrix(f"{bone}.{side}")[:3, 3] for bone in ("shin", "foot"))
        assert knee[2] < 0.25 and ankle[2] < 0.25
        assert ankle[1] > at["hips"][1] + 0.2, "shins lie behind"


def test_who_sits_upright_on_the_floor_has_the_hips_below_the_head() -> None:
    at = lain(np.eye(3), (0.0, 0.0, 0.12))
    hands = (at["hips"] + (0.3, -0.25, 0.2), at["hips"] + (-0.3, -0.25, 0.2))
    stands = followed((at["head"], np.eye(3)), hands, np.eye(3))
    assert np.linalg.norm(stands.matrix("hips")[:3, 3] - at["hips"]) < 0.15
