"""Tests of what is wrong with a rig: one sentence that names the bones, and none where nothing is wrong."""

from __future__ import annotations

from math import radians

import msgspec
import pytest
from hypothesis import given

from pantin.rigs import (
    Bone,
    DampedTrack,
    Distance,
    Ik,
    LimitRotation,
    Rig,
    Transformation,
)
from pantin.rigs.problems import problems_of
from pantin.rigs.templates import arm, humanoid, tentacle
from tests.rigs.problems.wrong_rigs import FOUND, STRAIGHT, bone, changed, limited
from tests.rigs.samples import leg
from tests.rigs.strategies import relaxed
from tests.rigs.strategies import rigs as any_rig


@pytest.mark.parametrize(("rig", "expected", "words"), FOUND.values(), ids=FOUND)
def test_each_problem_is_found_and_told_in_a_sentence(rig: Rig, expected: tuple, words: str) -> None:
    (problem,) = problems_of(rig)
    assert (problem.kind, problem.severity, problem.bones, problem.where) == expected
    assert words in problem.text
    assert problem.text.endswith(".") and "\n" not in problem.text and ("; " in problem.text or problem.fix)


@pytest.mark.parametrize(
    "rig",
    [
        leg().rig,
        changed(target=None, pole=None),
        changed(chain_length=0),
        leg().rig.changed(constraints=(LimitRotation(owner="hips", lower=(1.0, None, None), upper=(1.0, -1.0, None)),)),
        leg().rig.changed(
            constraints=(
                Transformation(
                    owner="shin.L", target="foot_ik.L", write="rotation", write_rotation_from=(1.0, 0.0, 0.0)
                ),
            )
        ),
        leg().rig.changed(constraints=(DampedTrack(owner="hips", enabled=False),)),
        changed(*STRAIGHT, pole=None, enabled=False),
        leg().rig.changed(
            constraints=(*leg().rig.constraints, Ik(owner="shin.L", target="knee_pole.L", chain_length=2))
        ),
        humanoid.rig(),
        arm.rig(),
        tentacle.rig(),
    ],
    ids=[
        "leg",
        "IK without target",
        "whole chain",
        "limits that meet, and open ones",
        "a connected bone that is turned",
        "a constraint that is off",
        "IK switched off",
        "two IK on a bone for two targets",
        "humanoid",
        "arm",
        "tentacle",
    ],
)
def test_a_sound_rig_has_none(rig: Rig) -> None:
    assert problems_of(rig) == ()


BENT = (0.0, radians(150))


@pytest.mark.parametrize(
    ("left", "right", "text", "fix"),
    [
        (
            (None, None, None),
            (BENT, None, None),
            '"forearm.R" turns 0–150° about X; "forearm.L" has no limit.',
            "Copy to left",
        ),
        (
            (BENT, (-1.0, 0.5), None),
            (BENT, None, None),
            '"forearm.L" turns −57.3 to 28.65° about Y; "forearm.R" does not.',
            "Copy to right",
        ),
    ],
)
def test_a_limit_on_one_side_alone_is_noted(left, right, text, fix) -> None:
    (problem,) = problems_of(limited(left, right))
    assert (problem.kind, problem.severity, problem.text, problem.fix.text) == ("one_sided", "note", text, fix)


def test_sides_that_differ_are_noted_and_left_to_the_rigger() -> None:
    (problem,) = problems_of(limited((BENT, None, None), ((0.0, 1.0), None, None)))
    assert problem.fix is None and "so the sides differ; " in problem.text


def test_mirrored_limits_are_alike() -> None:
    assert problems_of(limited((BENT, (-1.0, 0.5), (0.0, 0.25)), (BENT, (-0.5, 1.0), (-0.25, 0.0)))) == ()


def test_bones_that_are_no_mirror_images_are_not_compared() -> None:
    assert problems_of(limited((BENT, None, None), (None, None, None), roll=1.0)) == ()


def test_names_that_differ_in_capitals_alone_are_noted() -> None:
    (problem,) = problems_of(Rig(bones=(Bone("Hand.L"), Bone("hand.l"))))
    assert (problem.kind, problem.severity, problem.bones) == ("alike_names", "note", ("Hand.L", "hand.l"))


def test_a_handle_deep_below_its_chain_is_told_by_the_bone_that_moves_it() -> None:
    toe = Bone("toe.L", parent="shin.L", head=(0.1, 0.0, 0.1), tail=(0.1, -0.1, 0.1))
    (problem,) = problems_of(changed(toe, bone("foot_ik.L", parent="toe.L")))
    assert problem.text == '"foot_ik.L" hangs below "shin.L", which it moves.'


def test_a_solver_that_gives_way_to_free_axes_or_a_distance_is_told() -> None:
    free = changed(solver="ccd", position_axes=(True, False, True))
    (problem,) = problems_of(free)
    assert problem.text == 'IK of "shin.L" asks for CCD, yet leaves axes free: Levenberg–Marquardt solves it.'
    distance = Distance(owner="shin.L", target="hips", radius=0.3, chain_length=2)
    rig = leg().rig.changed(constraints=(msgspec.structs.replace(leg().rig.constraints[0], solver="ccd"), distance))
    found = [problem.text for problem in problems_of(rig) if problem.kind == "other_solver"]
    assert found == [
        'IK of "shin.L" asks for CCD, yet shares bones with the distance of "shin.L": Levenberg–Marquardt solves both.'
    ]


def test_errors_come_first() -> None:
    rig = changed(bone("hips", tail=(0.0, 0.0, 0.9)), target="gone", chain_length=5)
    assert [problem.severity for problem in problems_of(rig)] == ["error", "warning", "warning"]


@given(any_rig())
@relaxed
def test_any_rig_can_be_asked(rig: Rig) -> None:
    for problem in problems_of(rig):
        assert set(problem.bones) <= set(rig.by_name)
        assert problem.where.startswith("$.")


def test_a_long_chain_can_be_asked() -> None:
    bones = tuple(
        Bone(
            name=f"b{number}", parent=f"b{number - 1}" if number else None, head=(0, 0, number), tail=(0, 0, number + 1)
        )
        for number in range(5000)
    )
    assert problems_of(Rig(bones=bones, constraints=(Ik(owner="b4999"),))) == ()
