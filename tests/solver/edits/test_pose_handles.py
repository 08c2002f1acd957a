"""Poses of bones put on figures whose hips, chest and head have handles: these go to where the pose has their bones."""

from __future__ import annotations

import numpy as np
import pytest

from pantin import solver
from pantin.rigs import Bone, CopyRotation, Document, Ik, Rig, Transform
from pantin.rigs.rest import rest_height
from pantin.rigs.templates import TEMPLATES
from pantin.solver.edits import poses, posing
from pantin.solver.edits.pose_controls import steered, unsteered
from pantin.solver.edits.pose_handles import giving
from pantin.solver.edits.pulling.pull import pull

PULLS = (("hips", (0.03, 0.0, -0.06)), ("chest", (0.04, -0.06, 0.0)), ("head", (0.02, -0.03, -0.01)))
"""In heights of the figure."""


def figures(name: str) -> tuple[Document, Document]:
    """A figure with the handles of its limbs alone, leaning on bent legs, and one with full controls, at rest."""
    template = TEMPLATES[name]
    leaning, full = Document(rig=template()), Document(rig=template.draw(template.measures()))
    height = rest_height(full.rig.bones)
    for bone, way in PULLS:
        stands = solver.evaluate(leaning)
        leaning = pull(leaning, {bone: stands.heads[stands.index[bone]] + height * np.array(way)})
    return leaning, full


def check_alike(one: Document, other: Document, within: float) -> None:
    """The bones that both have stand alike: eyes come with full controls alone."""
    a, b = solver.evaluate(one), solver.evaluate(other)
    for bone in one.rig.bones:
        if bone.kind == "bone" and bone.name in other.rig.by_name:
            np.testing.assert_allclose(a.matrix(bone.name), b.matrix(bone.name), atol=within, err_msg=bone.name)


@pytest.mark.parametrize("name", ["biped", "quadruped", "bird"])
def test_handles_go_to_the_bones_of_a_pose_that_has_none_of_them(name: str) -> None:
    leaning, full = figures(name)
    made = poses.mixed(full, poses.seen(leaning), 1.0)
    check_alike(leaning, made, 1e-6)
    assert made.rig.transform("hips_ik") != full.rig.transform("hips_ik")
    check_alike(leaning, poses.mixed(made, poses.seen(made), 1.0), 1e-6)
    check_alike(leaning, poses.mixed(leaning, poses.seen(made), 1.0), 2e-5)


def test_a_part_of_the_way_starts_from_what_is_seen() -> None:
    """The handle of the chest turns it to one side; half of a pose that turns it as far to the other is straight."""
    full = figures("biped")[1]
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
    rig = rig.constrained((*rig.constraints, CopyRotation(owner="hand.L", target="hand_ik.L")))
    arm = next(each for each in steered(rig) if each.handle == "hand_ik.L")
    left = unsteered(rig, [arm])
    gone = [each for each in rig.constraints if each not in left]
    assert {each.owner for each in gone} == {"forearm.L", "hand.L"} and {each.target for each in gone} == {"hand_ik.L"}
    assert unsteered(rig, steered(rig)) == ()


def _turned(document: Document, name: str, angle: float) -> Document:
    turn = (0.0, 0.0, float(np.sin(angle / 2)), float(np.cos(angle / 2)))
    return posing.rotate(document, solver.evaluate(document), (name,), turn)
