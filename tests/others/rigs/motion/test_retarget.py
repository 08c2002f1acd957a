"""Poses of one person on another, whose bones have other names, other lengths and another rest pose."""

from __future__ import annotations

import pytest

from pantin.app.pose_library.folders import SHIPPED, read_folder
from pantin.rigs.fitting.found_body import SIDES, role_of
from pantin.rigs.motion.person import Person, person_in
from pantin.rigs.motion.retarget import retargeted
from tests.others.samples import sample
from tests.rigs.motion.retargeted_poses import POSES, check_points_alike, points, stands


@pytest.mark.parametrize("name", ["glb/CesiumMan.glb", "bvh/cmu_12_01_walk_cgspeed.bvh"])
def test_figures_of_other_people_take_them(name: str, source: Person) -> None:
    target = person_in(sample(name).figure)
    assert target is not None
    check_points_alike(source, target)


def test_who_rests_with_clavicles_upright_carries_arms_at_the_shoulders(source: Person) -> None:
    """The arms of this figure rest overhead; posed, they begin as far out as on the figure that the poses are of."""
    target = person_in(sample("bvh/geno_stance.bvh").figure)
    assert target is not None
    made = retargeted(POSES["Stand"], source, target)
    theirs, ours = stands(source.rig, POSES["Stand"]), stands(target.rig, made)
    for side in SIDES:
        clavicle = role_of("shoulder", side)
        alike = points(source, theirs, clavicle) @ points(target, ours, clavicle)
        assert alike == pytest.approx(1.0, abs=1e-6), side


def test_who_has_no_fingers_takes_no_pose_of_a_hand(source: Person) -> None:
    target = person_in(sample("glb/kaykit_Knight.glb").figure)
    assert target is not None
    assert all(retargeted(kept.pose, source, target) == {} for kept in read_folder(SHIPPED[1]).poses)
    assert retargeted(POSES["Sit"], source, target)
