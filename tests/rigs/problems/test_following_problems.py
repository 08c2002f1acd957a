"""Tests of what can be wrong with constraints that follow other bones: told in a sentence, with what to do."""

from __future__ import annotations

import pytest

from pantin.rigs import Bone, Document, Rig
from pantin.rigs.constraints import (
    Armature,
    ChildOf,
    Constraint,
    Floor,
    LockedTrack,
    MaintainVolume,
    Pivot,
    TrackTo,
    Transformation,
)
from pantin.rigs.editing import constrain
from pantin.rigs.editing.bones import renamed
from pantin.rigs.editing.building.removing import delete
from pantin.rigs.fields import WeightedBone
from pantin.rigs.problems import problems_of
from pantin.rigs.problems.fixes import all_fixed

BONES = (
    Bone("own"),
    Bone("kid", parent="own", head=(0.0, 0.0, 1.0), tail=(0.0, 0.0, 2.0)),
    Bone("a", head=(1.0, 0.0, 0.0), tail=(1.0, 0.0, 1.0)),
    Bone("b", head=(2.0, 0.0, 0.0), tail=(2.0, 0.0, 1.0)),
)
ENDS = (1.0, 0.0, 0.0)
BOTH = (WeightedBone("a"), WeightedBone("b", 0.5))


def rig(*constraints: Constraint) -> Rig:
    return Rig(bones=BONES, constraints=constraints)


@pytest.mark.parametrize(
    ("constraint", "kind", "where", "words"),
    [
        (
            ChildOf(owner="own"),
            "no_target",
            "target",
            'The "Child of" on "own" has no target, so it rests; choose one.',
        ),
        (Armature(owner="own"), "no_target", "targets", "has no target, so it rests; choose one."),
        (
            Armature(owner="own", targets=(WeightedBone("a", 0.0),)),
            "no_weight",
            "targets",
            "has a weight, so it rests; give one.",
        ),
        (
            Armature(owner="own", targets=(WeightedBone("a"), WeightedBone("gone"))),
            "missing_bone",
            "targets[1].bone",
            'has "gone" among its targets, a bone that the rig lacks.',
        ),
        (Pivot(owner="own", target="gone"), "missing_bone", "target", 'has "gone" as its target'),
        (TrackTo(owner="own", target="a", axis="-z"), "same_axes", "up", "has Z as its axis and as its up, so it"),
        (
            LockedTrack(owner="own", target="a", axis="x", lock="x"),
            "same_axes",
            "lock",
            "X as its axis and as its locked",
        ),
        (Floor(owner="kid", target="a"), "connected", "", "cannot move it"),
        (
            Transformation(owner="own", target="a", read="rotation", write="scale"),
            "no_range",
            "read_rotation_to",
            'The transformation on "own" changes nothing; let what it reads and what it writes end',
        ),
        (
            Transformation(
                owner="own", target="a", read_location_to=ENDS, x_follows="y", write_location_to=(0.0, 1.0, 0.0)
            ),
            "no_range",
            "read_location_to",
            "elsewhere than they begin, on one axis at least.",
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Constraint) else "",
)
def test_what_is_wrong_is_told(constraint: Constraint, kind: str, where: str, words: str) -> None:
    connected = [Bone("kid", parent="own", connected=True, head=(0.0, 0.0, 1.0), tail=(0.0, 0.0, 2.0))]
    bones = tuple(next((each for each in connected if each.name == bone.name), bone) for bone in BONES)
    (problem,) = problems_of(Rig(bones=bones, constraints=(constraint,)))
    assert (problem.kind, problem.where) == (kind, f"$.constraints[0].{where}".rstrip("."))
    assert words in problem.text and problem.text.endswith(".") and ("; " in problem.text or problem.fix)


def test_what_has_an_obvious_fix_is_mended() -> None:
    wrong = rig(
        TrackTo(owner="own", target="a", axis="-z"),
        LockedTrack(owner="own", target="a", axis="x", lock="x"),
        Armature(owner="own", targets=(*BOTH, WeightedBone("gone"))),
    )
    mended = all_fixed(Document.of(wrong)).rig
    assert [each.kind for each in problems_of(mended)] == []
    assert mended.constraints[2].targets == BOTH


@pytest.mark.parametrize("constraint", [Pivot(owner="own"), MaintainVolume(owner="own")])
def test_what_needs_no_target_is_not_asked_for_one(constraint: Constraint) -> None:
    assert problems_of(rig(constraint)) == ()


def test_one_of_several_targets_may_not_be_moved_by_the_owner() -> None:
    document = Document.of(rig(Armature(owner="own", targets=BOTH)))
    assert constrain.why_not(document, 0, "targets", "kid") == "it hangs below own, which this moves"
    (problem,) = problems_of(constrain.replace(document, 0, Armature(owner="own", targets=(WeightedBone("kid"),))).rig)
    assert (problem.kind, problem.where) == ("cycle", "$.constraints[0].targets")


def test_everything_selected_beside_the_owner_becomes_a_target_of_an_armature() -> None:
    added = constrain.add_between(Document.of(rig()), Armature, "own", ("a", "b"))
    assert added.rig.constraints == (Armature(owner="own", targets=(WeightedBone("a"), WeightedBone("b"))),)
    with pytest.raises(ValueError, match='"kid" cannot be the target'):
        constrain.add_between(Document.of(rig()), Armature, "own", ("a", "kid"))
    with pytest.raises(ValueError, match='"kid" cannot be the target'):
        constrain.add_between(Document.of(rig()), ChildOf, "own", ("kid",))


def test_targets_follow_their_names_and_go_with_their_bones() -> None:
    document = Document.of(rig(Armature(owner="own", targets=BOTH)))
    assert renamed(document, {"b": "c"}).rig.constraints[0].targets[1] == WeightedBone("c", 0.5)
    assert delete(document, ["b"]).rig.constraints == (Armature(owner="own", targets=BOTH[:1]),)
    assert delete(document, ["a", "b"]).rig.constraints == ()


@pytest.mark.parametrize(
    "constraint",
    [
        Transformation(owner="own", target="a", read_location_to=ENDS, write_location_to=ENDS),
        Transformation(
            owner="own", target="a", read_location_to=ENDS, y_follows="x", write_location_to=(0.0, 1.0, 0.0)
        ),
        Transformation(owner="own", target="a", write_location_from=ENDS),
        Transformation(owner="own", target="a", mix="replace"),
        Transformation(owner="own", target="a", enabled=False),
    ],
)
def test_a_transformation_that_changes_something_or_is_muted_is_no_problem(constraint: Transformation) -> None:
    assert problems_of(rig(constraint)) == ()
