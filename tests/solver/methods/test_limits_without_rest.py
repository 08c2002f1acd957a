"""Limits that leave out the rest pose, and limits that go beyond half a turn."""

from __future__ import annotations

from math import atan2, cos, degrees, pi, radians, remainder, sin

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import Document, Ik, Joint, Rig, Transform
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.solver import evaluate
from pantin.solver.edits.auto_ik import bake, pull
from tests.cases import case_document
from tests.solver.reference import quaternion_of, turn_from_rest
from tests.solver.sample_chains import bone, handle, reaching, rotation, with_goal_at

GEAR = bone("gear", (0.0, 0.0, 0.0), (0.0, 1.0, 0.0))


def bend(document: Document, name: str) -> float:
    """The angle about X by which a hinge is turned from rest, degrees, 0 to 360."""
    turn = turn_from_rest(document.rig, evaluate(document), name)
    assert turn[0, 0] == pytest.approx(1.0, abs=1e-9)
    return degrees(atan2(turn[2, 1], turn[1, 1])) % 360.0


@pytest.mark.parametrize(
    ("asked", "kept"), [(60, 85), (84, 85), (200, 200), (223, 223), (225, 224), (300, 224), (350, 85)]
)
def test_a_hinge_from_85_to_224_degrees_goes_to_its_nearer_end(asked: float, kept: float) -> None:
    hinge = Joint(lock=(False, True, True), limit=((radians(85), radians(224)), None, None))
    goal = (0.0, cos(radians(asked)), sin(radians(asked)))
    document = reaching((replace(GEAR, joint=hinge),), goal)
    assert bend(document, "gear") == pytest.approx(kept, abs=1e-4)
    assert evaluate(document).goals[0].reached == (asked == kept)


@pytest.mark.parametrize(
    "place", [(0.0, 0.0, 0.5), (0.0, -0.3, 0.6), (0.0, 0.3, 0.4), (0.2, -0.1, 0.2), (0.0, 0.0, 0.1)]
)
def test_a_knee_that_is_never_quite_straight_reaches_with_its_limit(place: tuple[float, float, float]) -> None:
    document = case_document("limit-without-rest")
    rest = np.array(document.rig.by_name["h"].head)
    x, y, z = np.subtract(place, rest)
    document = with_transforms(document, {"h": Transform(location=(x, z, -y))})
    stands = evaluate(document)
    assert 0.0087 - 1e-9 <= radians(bend(document, "shin")) <= pi
    missed = float(np.linalg.norm(stands.tails[1] - stands.heads[2]))
    farthest = 0.9 * cos(0.0087 / 2.0)  # two links of 0.45 m with that bend between them
    away = float(np.linalg.norm(stands.heads[2] - (0.0, 0.0, 1.0)))
    assert missed == pytest.approx(max(away - farthest, 0.0), abs=1e-6)


def test_at_rest_no_constraint_moves_a_joint_into_its_limits_and_a_drag_does() -> None:
    """Forward kinematics shows the pose as it is; limits are for what solves."""
    hinge = Joint(lock=(False, True, True), limit=((0.5, 1.0), None, None))
    first = bone("b0", (0, 0, 0), (0, 0, 1))
    bones = (first, bone("b1", (0, 0, 1), (0, 0, 2), parent="b0", connected=True, joint=hinge))
    document = Document.of(Rig(bones=bones))
    still = evaluate(document)
    assert bend(document, "b1") == pytest.approx(0.0)
    shown, grabs = pull(document, still, "b1").to((0.0, -0.4, -0.2))
    seen = evaluate(shown, grabs)
    kept = bake(shown, grabs, seen)
    assert 0.5 - 1e-9 <= radians(bend(kept, "b1")) <= 1.0 + 1e-9
    np.testing.assert_allclose(evaluate(kept).matrices, seen.matrices, atol=1e-9)


@pytest.mark.parametrize("twist", [(0.4, 1.2), (-1.5, -0.7), (2.0, 4.0)])
@pytest.mark.parametrize("sway", [None, (-0.5, 0.7)])
def test_a_joint_may_leave_out_rest_about_several_axes_at_once(sway: object, twist: tuple[float, float]) -> None:
    """Swing and twist are measured from the middle of such ranges; poses that are made of turns inside are reached."""
    joint = Joint(limit=((0.3, 1.4), twist, sway))
    middle = (twist[0] + twist[1]) / 2.0
    bones = (
        bone("b0", (0, 0, 0), (0, 0, 1), joint=joint),
        bone("b1", (0, 0, 1), (0.4, 0, 1.8), parent="b0", joint=joint),
    )
    pose = {}
    for name in ("b0", "b1"):
        swung, twisted = rotation(np.array((0.8, 0.0, 0.0))), rotation(np.array((0.0, middle, 0.0)))
        pose[name] = Transform(rotation=product(swung, twisted))
    there = evaluate(Document.of(Figure(rig=Rig(bones=bones), pose=Pose(pose)))).tails[1]
    goal = Ik(owner="b1", target="goal")
    document = Document.of(Rig(bones=(*bones, handle("goal", there)), constraints=(goal,)))
    stands = evaluate(document)
    assert stands.goals[0].reached
    for name in ("b0", "b1"):
        q = tuple(quaternion_of(turn_from_rest(document.rig, stands, name)).tolist())
        x, y, z, w = product(product(rotation(np.array((-0.85, 0.0, 0.0))), q), rotation(np.array((0.0, -middle, 0.0))))
        around = remainder(2.0 * atan2(y, w), 2.0 * pi)
        assert abs(around) <= (twist[1] - twist[0]) / 2.0 + 1e-6
        ux, uz = x * cos(around / 2.0) + z * sin(around / 2.0), z * cos(around / 2.0) - x * sin(around / 2.0)
        widest = np.inf if sway is None else sin(0.7 / 2.0) if uz * w > 0.0 else sin(0.5 / 2.0)
        assert (ux / sin(0.55 / 2.0)) ** 2 + (uz / widest) ** 2 <= 1.0 + 1e-6


def product(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[float, float, float, float]:
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def test_the_end_that_is_reached_is_told() -> None:
    hinge = Joint(lock=(False, True, True), limit=((radians(85), radians(224)), None, None))
    document = reaching((replace(GEAR, joint=hinge),), (0.0, 1.0, 0.0))
    assert evaluate(document).bounds_hit == {"gear": (-1, 0, 0)}
    assert evaluate(with_goal_at(document, (0.0, 0.5, -1.0))).bounds_hit == {"gear": (1, 0, 0)}
