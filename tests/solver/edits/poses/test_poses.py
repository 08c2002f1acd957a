"""Poses as one sees them, taken, flipped and mixed where IK has its say."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

import pantin
from pantin import rigs
from pantin.resources import FOLDER
from pantin.rigs import Document, Ik, Transform
from pantin.rigs.editing.joint_limits import freed
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.editing.poses import flipping, mixing
from pantin.rigs.editing.poses.partners import partners_of
from pantin.rigs.formats.pose import read_pose
from pantin.rigs.templates import humanoid
from pantin.solver import evaluate
from pantin.solver.edits.poses import poses
from tests.cases import case_document

FIGURE = rigs.read(FOLDER / "rigs" / "humanoid.rig.json")
BODY = tuple(bone.name for bone in FIGURE.rig.bones if bone.kind == "bone")
MIRROR = np.diag([-1.0, 1.0, 1.0, 1.0])
NEAR = 1e-5


def about(axis: int, half: float) -> tuple[float, ...]:
    turn = [0.0, 0.0, 0.0, float(np.cos(half))]
    turn[axis] = float(np.sin(half))
    return tuple(turn)


POSED = with_transforms(
    FIGURE,
    {
        "hips": Transform((0.02, -0.06, 0.01), about(1, 0.05)),
        "spine": Transform(rotation=about(0, 0.1)),
        "chest": Transform(rotation=about(1, 0.1)),
        "head": Transform(rotation=about(2, 0.15)),
        "hand_ik.L": Transform((-0.08, -0.15, 0.12), about(0, 0.2)),
        "hand_ik.R": Transform((0.02, -0.1, 0.05)),
        "foot_ik.L": Transform((0.0, 0.03, 0.06), about(0, 0.1)),
        "index_1.L": Transform(rotation=about(0, 0.3)),
    },
)
"""Hands and a foot are drawn by their handles; hips, spine and a finger are turned."""


def moved(one: Document, other: Document, names: tuple[str, ...] = BODY) -> float:
    """Return how far any of these bones stands from where it stands in the other document."""
    a, b = evaluate(one), evaluate(other)
    return max(float(np.abs(a.matrix(name) - b.matrix(name)).max()) for name in names)


def asymmetry(before: Document, after: Document) -> float:
    """Return how far the bones of the body stand from the mirror image of what they were."""
    stood, stands, partners = evaluate(before), evaluate(after), partners_of(before.rig)
    pairs = ((stood.matrix(name), stands.matrix(partners.get(name, name))) for name in BODY)
    return max(float(np.abs(other - MIRROR @ each @ MIRROR).max()) for each, other in pairs)


def unsteered(document: Document, *owners: str) -> Document:
    """The document with the IK of these bones off, and what goes with it; of all without names."""
    chosen = owners or BODY
    kept = (
        each if each.owner not in chosen else msgspec.structs.replace(each, blend=0.0) if isinstance(each, Ik) else None
        for each in document.rig.constraints
    )
    return document.with_rig(document.rig.changed(constraints=tuple(filter(None, kept))))


def bones_only(document: Document) -> dict[str, Transform]:
    """Return what one sees of a document, without handles and poles."""
    return {name: each for name, each in poses.seen(document).items() if name in BODY}


def test_a_figure_that_takes_the_pose_of_another_stands_as_that_does() -> None:
    assert moved(poses.mixed(FIGURE, poses.seen(POSED), 1.0), POSED) < NEAR
    assert poses.mixed(FIGURE, poses.seen(POSED), 0.0) is FIGURE


PULLED = pantin.pull(FIGURE, {"hand.R": (-0.3, -0.5, 1.7)})
KICKING = poses.mixed(FIGURE, read_pose(FOLDER / "poses" / "humanoid" / "Kick.pose.json").pose, 1.0)


@pytest.mark.parametrize("before", [FIGURE, POSED, PULLED, KICKING])
@pytest.mark.parametrize("after", [FIGURE, POSED, PULLED, KICKING])
def test_a_whole_pose_is_taken_with_what_it_leaves_at_rest(before: Document, after: Document) -> None:
    made = poses.mixed(before, after.figure.pose.bones, 1.0, part=False)
    assert made.figure.pose.bones == after.figure.pose.bones
    assert np.array_equal(evaluate(made).matrices, evaluate(after).matrices)


def test_handles_go_to_the_bones_of_a_whole_pose_that_names_these_alone() -> None:
    pose = {name: each for name, each in bones_only(POSED).items() if each != Transform()}
    made = poses.mixed(KICKING, pose, 1.0, part=False)
    assert moved(made, poses.mixed(unsteered(FIGURE), pose, 1.0)) < NEAR
    assert all(goal.reached for goal in evaluate(made).goals)


def test_a_whole_pose_reaches_the_bones_that_are_asked_for_alone() -> None:
    made = poses.mixed(POSED, {}, 1.0, bones=["head", "hand_ik.L"], part=False)
    assert made.figure.pose.bones == {
        name: at for name, at in POSED.figure.pose.bones.items() if name not in ("head", "hand_ik.L")
    }


def test_handles_go_along_a_line_where_the_pose_has_them() -> None:
    """As the chest sees it, which holds the hand."""
    half = poses.mixed(FIGURE, poses.seen(POSED), 0.5)
    ends = [each.figure.transform("hand_ik.L").location for each in (FIGURE, POSED)]
    np.testing.assert_allclose(half.figure.transform("hand_ik.L").location, np.mean(ends, axis=0), atol=1e-9)
    shown = evaluate(half)
    np.testing.assert_allclose(shown.tails[shown.index["forearm.L"]], shown.matrix("hand_ik.L")[:3, 3], atol=NEAR)


@pytest.mark.parametrize("amount", [0.5, 1.0])
def test_handles_go_to_the_bones_of_a_pose_that_has_none(amount: float) -> None:
    pose = bones_only(POSED)
    found = poses.mixed(FIGURE, pose, amount)
    assert moved(found, poses.mixed(unsteered(FIGURE), pose, amount)) < NEAR
    assert all(goal.reached for goal in evaluate(found).goals)


def test_a_foot_stays_where_a_pose_has_it_though_its_thigh_is_held_back_by_a_limit() -> None:
    """Its handle is there, and the leg comes as near as its limits let it: nearer than with the thigh held alone."""
    crouching = with_transforms(
        unsteered(FIGURE),
        {"thigh.L": Transform(rotation=about(0, 0.3)), "shin.L": Transform(rotation=about(0, -0.35))},
    )
    pose, wanted = bones_only(crouching), evaluate(crouching)
    thigh = FIGURE.rig.by_name["thigh.L"]
    held = msgspec.structs.replace(
        thigh, joint=msgspec.structs.replace(thigh.joint, limit=((-0.5, 0.4), *thigh.joint.limit[1:]))
    )
    bones = tuple(held if bone.name == held.name else bone for bone in FIGURE.rig.bones)
    limited = FIGURE.with_rig(FIGURE.rig.changed(bones=bones))
    found = evaluate(poses.mixed(limited, pose, 1.0))
    ankle = wanted.tails[wanted.index["shin.L"]]
    np.testing.assert_allclose(found.matrix("foot_ik.L")[:3, 3], ankle, atol=NEAR)
    alone = with_transforms(crouching, {"thigh.L": Transform(rotation=about(0, 0.2))})
    off = [float(np.linalg.norm(each.tails[each.index["shin.L"]] - ankle)) for each in (found, evaluate(alone))]
    assert off[0] < 0.8 * off[1]


def test_handles_that_another_bone_held_go_to_the_bones_of_the_pose() -> None:
    held = tuple(
        msgspec.structs.replace(bone, parent="hips") if bone.name.startswith("hand_ik") else bone
        for bone in FIGURE.rig.bones
    )
    other = FIGURE.with_rig(msgspec.structs.replace(FIGURE.rig, bones=held))
    assert moved(poses.mixed(other, poses.seen(POSED), 1.0), POSED) < NEAR


def test_an_arm_alone_is_taken_with_its_handle_and_goes_with_the_trunk() -> None:
    arm = poses.seen(POSED, ["hand.L"])
    assert arm.keys() == {"upper_arm.L", "forearm.L", "hand.L", "hand_ik.L", "elbow_pole.L"}
    found = poses.seen(poses.mixed(FIGURE, arm, 1.0))
    for name in ("upper_arm.L", "forearm.L", "hand.L"):
        np.testing.assert_allclose(np.abs(np.dot(found[name].rotation, arm[name].rotation)), 1.0, atol=1e-9)
    assert found["hand_ik.R"] == Transform()


def test_only_the_limbs_of_the_bones_that_are_asked_for_change() -> None:
    found = poses.mixed(FIGURE, poses.seen(POSED), 1.0, bones=("foot_ik.L", "index_1.L"))
    assert {name for name in found.figure.pose.bones if name not in ("thigh.L", "shin.L", "foot.L")} == {
        "foot_ik.L",
        "index_1.L",
    }


def test_a_flipped_figure_stands_as_in_a_mirror_and_flips_back_to_the_bit() -> None:
    flipped = poses.flipped(POSED)
    assert asymmetry(POSED, flipped) < 1e-9
    assert poses.flipped(flipped) == POSED


def test_sides_that_are_steered_differently_flip_as_they_stand() -> None:
    for document in (unsteered(POSED, "forearm.R", "hand.R"), unsteered(POSED, "shin.L", "foot.L")):
        assert asymmetry(document, poses.flipped(document)) < NEAR


def test_a_pose_says_nothing_of_handles_that_do_not_act() -> None:
    assert "hand_ik.R" not in poses.seen(unsteered(POSED, "forearm.R", "hand.R"))
    assert {"hand_ik.L", "elbow_pole.L", "foot_ik.R"} <= poses.seen(unsteered(POSED, "forearm.R", "hand.R")).keys()


def test_a_straight_leg_does_not_roll() -> None:
    straight = {
        "thigh.L": Transform(rotation=about(1, 0.2)),
        "shin.L": Transform(rotation=about(0, 0.0)),
        "foot.L": Transform(),
    }
    assert moved(poses.mixed(FIGURE, straight, 1.0), poses.mixed(unsteered(FIGURE), straight, 1.0)) < NEAR


def test_a_pose_of_another_rig_is_told_and_so_is_a_bone_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="The pose has no bone of this rig"):
        poses.mixed(FIGURE, {"no bone": Transform()}, 1.0)
    with pytest.raises(ValueError, match='The rig has no bone "no bone"'):
        poses.flipped(FIGURE, ["no bone"])


@pytest.mark.parametrize(
    ("about", "edit"),
    [
        ("", lambda names: poses.flipped(FIGURE, bones=names)),
        ("", lambda names: poses.mixed(FIGURE, {"hand.L": Transform()}, 1.0, bones=names)),
        ("", lambda names: poses.seen(FIGURE, names)),
        ("", lambda names: flipping.flipped(FIGURE, names)),
        ("", lambda names: mixing.targets(FIGURE.rig, {"hand.L": Transform()}, bones=names)),
        ("pins: ", lambda names: pantin.pull(FIGURE, {"hand.R": (0.0, 0.0, 1.0)}, pins=names)),
        ("bones: ", lambda names: pantin.flipped(FIGURE, names)),
        ("bones: ", lambda names: pantin.seen(FIGURE, names)),
    ],
)
def test_a_bare_name_in_place_of_a_list_is_told_in_one_sentence(about: str, edit) -> None:
    """A public function says first which of its arguments it is about."""
    with pytest.raises(ValueError) as told:
        edit("hand.L")
    assert str(told.value) == f'{about}Bones are given as a list of their names: write ["hand.L"], not "hand.L".'


def test_limits_that_were_freed_for_another_pose_are_held_in_the_one_that_is_taken() -> None:
    figure = Document.of(humanoid.rig())
    free = freed(figure, ("thigh.L", "head"))
    pose = {"thigh.L": Transform(rotation=(0.1, 0.0, 0.0, 0.995))}
    at = poses.mixer(free, pose, False, None)
    assert at(0.0) is free
    half, all_of_it = at(0.5), at(1.0)
    assert half.rig.bones is all_of_it.rig.bones, "no frame of a mix has bones of its own"
    assert all_of_it.rig.by_name["thigh.L"] == figure.rig.by_name["thigh.L"]
    assert all_of_it.rig.freed.keys() == {"head"}, "the pose says nothing of the head"


def test_a_figure_whose_rolls_do_not_mirror_flips_to_its_mirror_image() -> None:
    """What a bone does to points of its skin, from rest, is the mirror image of what its partner did to theirs."""
    document = case_document("ok-flip-rolls")
    at_rest = evaluate(Document.of(document.figure).posed({}))
    before, after = evaluate(document), evaluate(pantin.flipped(document))
    for name in before.names:
        partner = {"_L": name[:-1] + "R", "_R": name[:-1] + "L"}.get(name[-2:], name)
        did = before.matrix(partner) @ np.linalg.inv(at_rest.matrix(partner))
        does = after.matrix(name) @ np.linalg.inv(at_rest.matrix(name))
        np.testing.assert_allclose(does, MIRROR @ did @ MIRROR, atol=1e-12, err_msg=name)
