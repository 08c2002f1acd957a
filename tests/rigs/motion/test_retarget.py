"""Poses of one person on another, whose bones have other names, other lengths and another rest pose."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from pantin import rigs, solver
from pantin.app.pose_library.folders import SHIPPED, read_folder
from pantin.app.pose_library.shipped_person import POSED
from pantin.rigs import Document, Rig, Transform
from pantin.rigs.editing.building.joints import transformed
from pantin.rigs.fitting.figure import SIDES, role_of
from pantin.rigs.motion.person import Person, person_in
from pantin.rigs.motion.retarget import retargeted, retargeted_poses
from pantin.rigs.templates import TEMPLATES
from tests.rigs.motion.child import child

POSES = {kept.name: kept.pose for kept in read_folder(SHIPPED[0]).poses}
LIMBS = [role_of(part, side) for part in ("upper_arm", "forearm", "thigh", "shin") for side in SIDES]


@pytest.fixture(scope="module")
def source() -> Person:
    found = person_in(rigs.read(POSED).rig)
    assert found is not None
    return found


def stands(rig: Rig, pose: Mapping[str, Transform]) -> solver.Evaluated:
    bare = rig.constrained(())
    return solver.evaluate(Document(bare.posed({name: at for name, at in pose.items() if name in bare.by_name})))


def points(person: Person, evaluated: solver.Evaluated, each: str) -> np.ndarray:
    row = evaluated.index[person.figure.bones[each]]
    way = evaluated.tails[row] - evaluated.heads[row]
    return person.axes.T @ (way / np.linalg.norm(way))


def test_poses_retargeted_together_are_as_each_alone(source: Person) -> None:
    target = person_in(TEMPLATES["biped"]())
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


def check_points_alike(source: Person, target: Person) -> None:
    for name in ("Sit", "Kick", "Cheer", "Lunge"):
        made = retargeted(POSES[name], source, target)
        theirs, ours = stands(source.rig, POSES[name]), stands(target.rig, made)
        for each in LIMBS:
            alike = points(source, theirs, each) @ points(target, ours, each)
            assert alike == pytest.approx(1.0, abs=1e-6), (name, each)
        heights = soles(source, theirs) / source.leg, soles(target, ours) / target.leg
        assert heights[1] == pytest.approx(heights[0], abs=0.01), name


def soles(person: Person, evaluated: solver.Evaluated) -> float:
    """How high the lowest end of feet and toes is, over that at rest where this is about on the floor."""
    bones = person.figure.bones
    feet = [bones[each] for part in ("foot", "toe") for side in SIDES if (each := role_of(part, side)) in bones]
    rows = [evaluated.index[name] for name in feet]
    rest = np.concatenate(
        [person.rest[name][2, 3] + (0.0, person.rest[name][2, 1] * length(person, name)) for name in feet]
    )
    low = float(min(evaluated.heads[rows, 2].min(), evaluated.tails[rows, 2].min()))
    return low - (float(rest.min()) if abs(float(rest.min())) < 0.1 else 0.0)


def length(person: Person, name: str) -> float:
    bone = person.rig.by_name[name]
    return float(np.linalg.norm(np.subtract(bone.tail, bone.head)))


def test_limbs_of_a_child_point_as_those_of_the_figure_and_its_feet_stand(source: Person) -> None:
    target = person_in(child())
    assert target is not None
    check_points_alike(source, target)


def test_a_figure_that_lies_at_rest_stands_up(source: Person) -> None:
    """The bones of some motion capture rest lying; poses of the library stand on the floor all the same."""
    rig = child()
    ends = [(bone.name, end) for bone in rig.bones for end in ("head", "tail")]
    quarter = np.array(((1.0, 0, 0, 0), (0, 0, -1.0, 0.3), (0, 1.0, 0, 0), (0, 0, 0, 1.0)))
    target = person_in(transformed(Document(rig), ends, quarter).rig)
    assert target is not None and target.lies
    check_points_alike(source, target)


def test_a_hand_takes_its_pose_however_the_arm_is_posed(source: Person) -> None:
    """Fingers turn against the hand: a pose of them names nothing else, and moves nothing else."""
    fist = next(kept.pose for kept in read_folder(SHIPPED[1]).poses if kept.name == "Fist")
    target = person_in(child())
    assert target is not None
    made = retargeted(fist, source, target)
    assert {name.removeprefix("Child_") for name in made} == set(fist)
    for bone, at in made.items():
        assert abs(np.dot(at.rotation, fist[bone.removeprefix("Child_")].rotation)) > 0.999


def test_animals_and_arms_take_none() -> None:
    assert person_in(TEMPLATES["quadruped"]()) is None
    assert person_in(TEMPLATES["arm"]()) is None
