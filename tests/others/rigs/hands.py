"""Hands of other people's skeletons."""

from __future__ import annotations

from tests.others.samples import SAMPLES

OTHERS = {
    "vrm/cool_loops.vrm": 5,
    "vrm/debug_robot.vrm": 5,
    "vrm/godette.vrm": 4,  # its humanoid map has a thumb, an index, a middle and a little finger
    "glb/LeftHandHumanoid.gltf": 5,
    "glb/RobotExpressive.glb": 4,
    "bvh/ad_rokoko_jesse_dance.bvh": 5,
    "bvh/cmu_12_01_walk_cgspeed.bvh": 2,
    "bvh/geno_stance.bvh": 5,
    "bvh/mh_tpose.bvh": 5,
    "bvh/mh_zombieWalk1.bvh": 5,
    "bvh/pybvh_test3.bvh": 5,
}
"""How many fingers each hand of these has."""


def path_of(name: str) -> str:
    """Return the path of a sample, by which `tests.rigs.hands` reads it."""
    return str(SAMPLES / name)
