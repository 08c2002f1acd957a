"""Tests of where a bone takes its rotation from: what turning it turns instead, or why turning it shows nothing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pantin.rigs import Bone, Constraint, CopyRotation, CopyTransforms, Document, Ik, Rig
from pantin.rigs.constraints import Transformation
from pantin.viewport.tools.dragging.rotation_sources import RotationSources, rotation_sources
from tests.viewport.stages import look_at, standing

COPY = CopyRotation(owner="lid", target="eye", owner_space="pose", target_space="pose")
ALL = CopyTransforms(owner="lid", target="eye", owner_space="pose", target_space="pose")
MAPPED = Transformation(owner="lid", target="eye", write="rotation", mix="replace")


def sources(*constraints: Constraint) -> RotationSources:
    rig = Rig(bones=(Bone("lid"), Bone("eye", kind="handle"), Bone("sky", kind="handle")))
    constrained = rig.changed(constraints=constraints)
    return rotation_sources(constrained, look_at(Document.of(constrained)).evaluated)


@pytest.mark.parametrize("constraint", [COPY, ALL], ids=["rotation", "transforms"])
def test_what_is_copied_wholly_is_turned_instead(constraint: Constraint) -> None:
    found = sources(constraint)
    assert found.bone_to_turn("lid") == "eye" and found.why_still("lid") == ""
    assert sources(constraint, CopyRotation(owner="eye", target="sky")).bone_to_turn("lid") == "sky"
    assert sources(constraint, CopyRotation(owner="eye", target="lid")).bone_to_turn("lid") in ("lid", "eye")


@pytest.mark.parametrize(
    "constraint",
    [
        replace(COPY, influence=0.5),
        replace(COPY, enabled=False),
        replace(COPY, mix="add"),
        replace(COPY, axes=(True, False, True)),
        replace(COPY, invert=(False, True, False)),
        replace(ALL, influence=0.5),
        replace(ALL, enabled=False),
        replace(MAPPED, mix="add"),
        replace(MAPPED, influence=0.5),
        replace(MAPPED, write="location"),
    ],
)
def test_what_leaves_something_of_its_own_is_turned_itself(constraint: Constraint) -> None:
    found = sources(constraint)
    assert found.bone_to_turn("lid") == "lid" and found.why_still("lid") == ""


def test_a_rotation_that_comes_from_elsewhere_says_so() -> None:
    assert sources(MAPPED).why_still("lid") == "Transformation turns lid"
    assert sources(replace(COPY, owner_space="local", target_space="local")).why_still("lid") == (
        "Copy rotation turns lid"
    )


def test_the_end_of_a_chain_whose_goal_asks_for_its_rotation_is_turned_by_its_handle() -> None:
    rig = standing().document.rig
    asking = rig.changed(
        constraints=tuple(replace(each, rotation=True) for each in rig.constraints if isinstance(each, Ik))
    )
    for constrained, turned in ((rig, "forearm.L"), (asking, "hand_ik.L")):
        found = rotation_sources(constrained, look_at(Document.of(constrained)).evaluated)
        assert found.bone_to_turn("forearm.L") == turned and found.bone_to_turn("upper_arm.L") == "upper_arm.L"
