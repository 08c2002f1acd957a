"""Poses of bones put on figures whose hips, chest and head have handles: these go to where the pose has their bones."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import solver
from pantin.rigs import Bone, CopyRotation, Document, Ik, Rig, Transform
from pantin.rigs.editing.building.dividing import subdivide
from pantin.rigs.templates import TEMPLATES
from pantin.solver.edits.controls.pose_controls import steered, unsteered
from pantin.solver.edits.controls.pose_handles import giving
from pantin.solver.edits.limbs.person_controls import rig_person
from pantin.solver.edits.poses import poses
from pantin.solver.edits.posing import posing
from tests.solver.edits.leaning_figures import check_alike, leaning_and_full


@pytest.mark.parametrize("name", ["biped", "quadruped", "bird"])
def test_handles_go_to_the_bones_of_a_pose_that_has_none_of_them(name: str) -> None:
    leaning, full = leaning_and_full(name)
    made = poses.mixed(full, poses.seen(leaning), 1.0)
    check_alike(leaning, made, 1e-6)
    assert made.figure.transform("hips_ik") != full.figure.transform("hips_ik")
    check_alike(leaning, poses.mixed(made, poses.seen(made), 1.0), 1e-6)
    check_alike(leaning, poses.mixed(leaning, poses.seen(made), 1.0), 2e-5)


def test_the_head_hangs_on_a_chest_to_which_a_chain_of_the_back_reaches() -> None:
    """The handle of the head is carried by that of the chest, which comes to its place after it."""
    bones = tuple(
        replace(bone, parent=None if bone.parent == "body" else bone.parent)
        for bone in TEMPLATES["humanoid"]().bones
        if bone.kind == "bone"
    )
    plain = subdivide(Document.of(Rig(bones=bones)), ["spine"], 3)
    full, _words = rig_person(plain)
    assert [ik for ik in full.rig.constraints if isinstance(ik, Ik) and ik.target == "chest_ik"]
    assert full.rig.by_name["head_ik"].parent == "chest_ik"
    bow = {name: Transform(rotation=_about_x(angle)) for name, angle in BOWED.items()}
    wanted, made = (solver.evaluate(poses.mixed(document, bow, 1.0)) for document in (plain, full))
    for bone in ("neck", "head"):
        np.testing.assert_allclose(made.matrix(bone), wanted.matrix(bone), atol=1e-4)


BOWED = {"hips": 0.6, "spine": 0.2, "chest": 0.15, "neck": 0.1, "head": 0.15}


def _about_x(angle: float) -> tuple[float, float, float, float]:
    return (float(np.sin(angle / 2)), 0.0, 0.0, float(np.cos(angle / 2)))


def test_a_part_of_the_way_starts_from_what_is_seen() -> None:
    """The handle of the chest turns it to one side; half of a pose that turns it as far to the other is straight."""
    full = leaning_and_full("biped")[1]
    made = [_turned(full, "chest_ik", angle) for angle in (0.2, -0.2)]
    pose = {"chest": poses.seen(made[1])["chest"]}
    check_alike(full, poses.mixed(made[0], pose, 0.5), 1e-6)
    check_alike(made[1], poses.mixed(made[0], pose, 1.0), 1e-6)


def test_only_what_a_bone_takes_wholly_from_a_handle_that_the_pose_lacks_is_given_to_it() -> None:
    def copy(owner: str, **other: object) -> CopyRotation:
        return CopyRotation(owner=owner, target="handle", **other)

    bones = tuple(Bone(name) for name in ("a", "b", "c", "d", "e", "plain"))
    handles = (Bone("handle", kind="handle"), Bone("reached", kind="handle"))
    ties = (
        copy("a"),
        copy("b", influence=0.5),
        copy("c", enabled=False),
        copy("not in the pose"),
        CopyRotation(owner="d", target="plain"),
        Ik(owner="e", target="reached"),
        CopyRotation(owner="e", target="reached"),
    )
    rig = Rig(bones=(*bones, *handles), constraints=ties)
    pose = {name: Transform() for name in "abcde"}
    assert giving(rig, pose) == (0,)
    assert giving(rig, {**pose, "handle": Transform()}) == ()


def test_only_what_ties_a_chain_to_its_own_handle_is_taken_off() -> None:
    rig = TEMPLATES["humanoid"]()
    rig = rig.changed(constraints=(*rig.constraints, CopyRotation(owner="hand.L", target="hand_ik.L")))
    arm = next(each for each in steered(rig) if each.handle == "hand_ik.L")
    left = unsteered(rig, [arm])
    gone = [each for each in rig.constraints if each not in left]
    assert {each.owner for each in gone} == {"forearm.L", "hand.L"} and {each.target for each in gone} == {"hand_ik.L"}
    assert unsteered(rig, steered(rig)) == ()


def _turned(document: Document, name: str, angle: float) -> Document:
    turn = (0.0, 0.0, float(np.sin(angle / 2)), float(np.cos(angle / 2)))
    return posing.rotate(document, solver.evaluate(document), (name,), turn)
