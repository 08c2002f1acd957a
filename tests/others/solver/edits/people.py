"""People of other programs."""

from __future__ import annotations

PEOPLE = (
    "glb/CesiumMan.glb",
    "glb/RobotExpressive.glb",
    "glb/godot_platformer_player.glb",
    "glb/kaykit_Knight.glb",
    "vrm/cool_loops.vrm",
    "vrm/debug_robot.vrm",
    "vrm/godette.vrm",
    "vrm/vrmc_override.vrm",
    "vrm/hips_spine_twisting.vrma",
    "vrm/test.vrma",
    "bvh/ad_rokoko_jesse_dance.bvh",
    "bvh/cmu_12_01_walk_cgspeed.bvh",
    "bvh/geno_stance.bvh",
    "bvh/mh_tpose.bvh",
    "bvh/mh_zombieWalk1.bvh",
    "bvh/pybvh_standard_skeleton.bvh",
    "bvh/pybvh_test1.bvh",
    "bvh/pybvh_test3.bvh",
    "bvh/pymo_AV_8Walk_Meredith.bvh",
)
