"""Poses of one person on another, whose bones have other names, other lengths and another rest pose."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.app.pose_library.folders import SHIPPED, read_folder
from pantin.rigs import Document
from pantin.rigs.editing.building.joints import transformed
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.found_body import SIDES, role_of
from pantin.rigs.motion.person import Person, person_in
from pantin.rigs.motion.retarget import retargeted, retargeted_poses
from pantin.rigs.rig import Rig
from pantin.rigs.templates import TEMPLATES
from tests.dialects.body import about
from tests.rigs.motion.child import child
from tests.rigs.motion.retargeted_poses import POSES, check_points_alike, points, stands
from tests.rigs.skeletons import swung


def test_poses_retargeted_together_are_as_each_alone(source: Person) -> None:
    target = person_in(TEMPLATES["biped"].figure())
    assert target is not None
    poses = [*POSES.values(), {"head": POSES["Sit"]["head"]}, {}]
    together = retargeted_poses(poses, source, target)
    for made, pose in zip(together, poses, strict=True):
        alone = retargeted(pose, source, target)
        assert made.keys() == alone.keys()
        for name, at in alone.items():
            np.testing.assert_allclose(made[name].location, at.location, atol=1e-12)
            np.testing.assert_allclose(made[name].rotation, at.rotation, atol=1e-12)


def test_on_the_figure_of_its_own_a_pose_stays_as_it_is(source: Person) -> None:
    for name in ("Sit", "Kick", "Cheer"):
        made = retargeted(POSES[name], source, source)
        assert len(made) > 40
        for bone, at in made.items():
            np.testing.assert_allclose(at.location, POSES[name][bone].location, atol=1e-9)
            assert abs(np.dot(at.rotation, POSES[name][bone].rotation)) == pytest.approx(1.0, abs=1e-12)


def test_limbs_of_a_child_point_as_those_of_the_figure_and_its_feet_stand(source: Person) -> None:
    target = person_in(Figure(rig=child()))
    assert target is not None
    check_points_alike(source, target)


def test_a_figure_that_lies_at_rest_stands_up(source: Person) -> None:
    """The bones of some motion capture rest lying; poses of the library stand on the floor all the same."""
    rig = child()
    ends = [(bone.name, end) for bone in rig.bones for end in ("head", "tail")]
    quarter = np.array(((1.0, 0, 0, 0), (0, 0, -1.0, 0.3), (0, 1.0, 0, 0), (0, 0, 0, 1.0)))
    target = person_in(transformed(Document.of(rig), ends, quarter).figure)
    assert target is not None and target.lies
    check_points_alike(source, target)


def test_a_hand_takes_its_pose_however_the_arm_is_posed(source: Person) -> None:
    """Fingers turn against the hand: a pose of them names nothing else, and moves nothing else."""
    fist = next(kept.pose for kept in read_folder(SHIPPED[1]).poses if kept.name == "Fist")
    target = person_in(Figure(rig=child()))
    assert target is not None
    made = retargeted(fist, source, target)
    assert {name.removeprefix("Child_") for name in made} == set(fist)
    for bone, at in made.items():
        assert abs(np.dot(at.rotation, fist[bone.removeprefix("Child_")].rotation)) > 0.999


def test_animals_and_arms_take_none() -> None:
    assert person_in(TEMPLATES["quadruped"].figure()) is None
    assert person_in(TEMPLATES["arm"].figure()) is None


def test_legs_without_a_length_are_taken_to_be_as_long_as_those_of_people(source: Person) -> None:
    """Some files of motion capture have all joints of a leg in one place: poses come over all the same."""
    rig = TEMPLATES["biped"]()
    hip = {side: rig.by_name[f"thigh.{side}"].head for side in "LR"}
    legs = ("thigh", "shin", "foot", "toe")
    bones = [
        replace(bone, head=hip[bone.name[-1]], tail=hip[bone.name[-1]]) if bone.name[:-2] in legs else bone
        for bone in rig.bones
        if bone.kind == "bone"
    ]
    target = person_in(Figure(rig=Rig(bones=tuple(bones))))
    assert target is not None and target.leg > 0.1
    made = retargeted(POSES["Sit"], target, source)
    assert np.isfinite([at.location for at in made.values()]).all()


def test_who_rests_with_clavicles_upright_carries_arms_at_the_shoulders(source: Person) -> None:
    """The arms of this figure rest overhead; posed, they begin as far out as on the figure that the poses are of."""
    rig = child()
    for side, sign in (("L", 1.0), ("R", -1.0)):
        rig = swung(rig, f"Child_shoulder.{side}", about("y", -sign * np.radians(85.0)))
    target = person_in(Figure(rig=rig))
    assert target is not None
    made = retargeted(POSES["Stand"], source, target)
    theirs, ours = stands(source.rig, POSES["Stand"]), stands(target.rig, made)
    for side in SIDES:
        clavicle = role_of("shoulder", side)
        assert target.direction(clavicle)[1] > 0.9, "it rests upright"
        alike = points(source, theirs, clavicle) @ points(target, ours, clavicle)
        assert alike == pytest.approx(1.0, abs=1e-6), side


def test_who_has_no_fingers_takes_no_pose_of_a_hand(source: Person) -> None:
    target = person_in(TEMPLATES["biped"].figure())
    assert target is not None
    assert all(retargeted(kept.pose, source, target) == {} for kept in read_folder(SHIPPED[1]).poses)
    assert retargeted(POSES["Sit"], source, target)
