"""Limited chains of three bones with a pole: a hair's breadth of the goal is a hair's breadth of the chain."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from pantin.rigs import Bone, Document, Ik, Joint, Rig
from pantin.solver import Evaluated, evaluate
from tests.cases import case as case_file
from tests.solver.reference import angle_between
from tests.solver.sample_chains import bone, handle, reaching, with_goal_at, with_ik

NAMED = json.loads(case_file("limited-chains-with-poles.json").read_text(encoding="utf-8"))
"""Random chains (metres, radians), each with two places of its goal that are 0.1 mm or less apart."""

HINGES = {
    "X, forwards": Joint(lock=(False, True, True), limit=((0.0, 2.6), None, None)),
    "X, backwards": Joint(lock=(False, True, True), limit=((-2.6, 0.0), None, None)),
    "Z": Joint(lock=(True, True, False), limit=(None, None, (0.0, 2.6))),
    "X with some twist": Joint(lock=(False, False, True), limit=((0.0, 2.6), (-0.3, 0.3), None)),
}
HIPS = {"free": Joint(), "limited": Joint(limit=((-1.5, 1.5), (-0.8, 0.8), (-1.0, 1.0)))}


@pytest.mark.parametrize("case", NAMED, ids=[case["name"] for case in NAMED])
def test_a_tenth_of_a_millimetre_turns_no_bone_by_two_degrees(case: dict[str, Any]) -> None:
    one, other = (evaluate(_document(case, place)) for place in (case["from"], case["to"]))
    assert np.linalg.norm(np.subtract(case["from"], case["to"])) < 1.1e-4
    assert _largest_turn(one, other) < np.radians(2.0)
    without = [evaluate(with_ik(_document(case, place), pole=None)) for place in (case["from"], case["to"])]
    for found, poleless in zip((one, other), without, strict=True):
        assert found.goals[0].residual <= poleless.goals[0].residual + 3e-5


@pytest.mark.parametrize("name", ["a free root and two hinges", "a free root, a hinge and a wrist"])
def test_a_pole_that_can_be_followed_is(name: str) -> None:
    (case,) = (case for case in NAMED if case["name"] == name)
    goal = evaluate(_document(case, case["from"])).goals[0]
    assert goal.reached
    assert goal.pole_residual < 1e-4


@pytest.mark.parametrize("hip", HIPS.values(), ids=HIPS)
@pytest.mark.parametrize("knee", HINGES.values(), ids=HINGES)
def test_a_straight_leg_bends_about_its_hinge_on_its_way_through_full_stretch(knee: Joint, hip: Joint) -> None:
    """Without a pole: always to the side that the limit allows, from the thigh; by the angle of the triangle."""
    thigh = bone("thigh", (0.0, 0.0, 1.0), (0.0, 0.0, 0.55), joint=hip)
    shin = bone("shin", (0.0, 0.0, 0.55), (0.0, 0.0, 0.1), parent="thigh", connected=True, joint=knee)
    document = reaching((thigh, shin), (0.0, 0.0, 0.1))
    sides = []
    for t in np.linspace(0.0, 1.0, 101):
        place = np.array((0.25 * np.sin(6.0 * t), -0.1 + 0.2 * t, 0.25 - 0.2 * t))  # crosses full stretch near t = 0.7
        found = evaluate(with_goal_at(document, place))
        head, joint, end = found.heads[0], found.heads[1], found.tails[1]
        far = np.linalg.norm(place - head)
        opened = angle_of(head - joint, end - joint)
        assert opened == pytest.approx(np.arccos(np.clip(1.0 - far**2 / (2.0 * 0.45**2), -1.0, 1.0)), abs=1e-5)
        along = (end - head) / np.linalg.norm(end - head)
        off = joint - head - ((joint - head) @ along) * along
        if np.linalg.norm(off) > 1e-3:
            sides.append(found.matrices[0][:3, :3].T @ off / np.linalg.norm(off))
    assert 20 < len(sides) < 100
    about = np.array((1.0, 0.0, 0.0)) if knee.limit[0] else np.array((0.0, 0.0, 1.0))
    sign = 1.0 if (knee.limit[0] or knee.limit[2] or (0.0, 0.0))[1] > 0.0 else -1.0
    expected = np.cross(sign * about, (0.0, 1.0, 0.0))  # bends forwards about the axis: the joint goes the other way
    assert min(side @ -expected for side in sides) > 0.8


def angle_of(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.arccos(np.clip(a @ b / np.linalg.norm(a) / np.linalg.norm(b), -1.0, 1.0)))


def _document(case: dict[str, Any], place: list[float]) -> Document:
    """The chain of a case, its goal in a place."""
    bones = tuple(
        Bone(
            f"b{i}",
            f"b{i - 1}" if i else None,
            tuple(row["head"]),
            tuple(row["tail"]),
            roll=row["roll"],
            connected=i > 0,
            joint=Joint(lock=tuple(row["lock"]), limit=tuple(limit and tuple(limit) for limit in row["limit"])),
        )
        for i, row in enumerate(case["bones"])
    )
    ik = Ik(owner="b2", target="goal", pole="pole")
    rig = Rig(bones=(*bones, handle("goal", (0.0, 0.0, 0.0)), handle("pole", case["pole"])), constraints=(ik,))
    return with_goal_at(Document.of(rig), place)


def _largest_turn(one: Evaluated, other: Evaluated) -> float:
    """By how much any bone turns in its parent, or the first in the world, radians."""
    local = []
    for found in (one, other):
        turns = found.matrices[:3, :3, :3]
        local.append([turns[0], turns[0].T @ turns[1], turns[1].T @ turns[2]])
    return float(max(angle_between(a, b) for a, b in zip(*local, strict=True)))
