"""The poses in which template figures are shown in the gallery, and their views. Their files keep the rest pose."""

from __future__ import annotations

from collections.abc import Mapping
from math import radians
from typing import NamedTuple

from pantin.rigs.euler import quaternion_from_euler
from pantin.rigs.fields import Vector3
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Transform
from pantin.rigs.rest import rest_matrices


class Stance(NamedTuple):
    """A pose for a picture: handles moved (metres, armature space), bones rotated (degrees about their own X, Y, Z).

    The camera is `yaw` degrees from the front towards the left of the figure and looks down by `pitch` degrees.
    """

    moved: Mapping[str, Vector3] = {}
    turned: Mapping[str, Vector3] = {}
    yaw: float = 17.0
    pitch: float = 6.0


STANCES: Mapping[str, Stance] = {
    "humanoid": Stance(
        moved={
            "hips": (0.035, 0.0, -0.010),
            "hand_ik.L": (0.14, -0.18, 0.76),
            "elbow_pole.L": (0.10, 0.10, -0.10),
            "hand_ik.R": (-0.05, -0.20, 0.20),
            "foot_ik.L": (0.01, 0.0, 0.0),
            "foot_ik.R": (-0.11, -0.10, 0.0),
            "knee_pole.R": (-0.10, 0.0, 0.0),
        },
        turned={
            "hips": (0.0, -8.0, 6.0),
            "spine": (-3.0, 4.0, -7.0),
            "chest": (-4.0, 8.0, -7.0),
            "head": (-4.0, 18.0, -6.0),
            "foot_ik.R": (0.0, 0.0, 22.0),
            "hand_ik.L": (165.0, 20.0, 0.0),
            "hand_ik.R": (30.0, 10.0, 20.0),
            "thumb_1.L": (0.0, 0.0, -10.0),
        },
        yaw=17.0,
        pitch=4.0,
    ),
    "biped": Stance(
        moved={
            "hips": (0.0, 0.0, -0.040),
            "foot_ik.L": (-0.05, -0.28, 0.0),
            "foot_ik.R": (0.04, 0.30, 0.075),
            "hand_ik.L": (-0.04, 0.24, 0.05),
            "hand_ik.R": (0.10, -0.34, 0.14),
        },
        turned={
            "hips": (2.0, -8.0, 0.0),
            "chest": (0.0, 14.0, 0.0),
            "head": (0.0, -6.0, 0.0),
            "foot_ik.R": (42.0, 0.0, 0.0),
            "foot_ik.L": (-8.0, 0.0, 0.0),
            "hand_ik.R": (60.0, 0.0, 0.0),
            "hand_ik.L": (-20.0, 0.0, 0.0),
        },
        yaw=32.0,
        pitch=4.0,
    ),
    "quadruped": Stance(
        moved={
            "front_paw_ik.L": (0.0, 0.10, 0.0),
            "front_paw_ik.R": (0.0, -0.17, 0.012),
            "hind_paw_ik.L": (0.0, 0.12, 0.012),
            "hind_paw_ik.R": (0.0, -0.10, 0.0),
        },
        turned={
            "neck_1": (-8.0, 0.0, 6.0),
            "neck_2": (4.0, 0.0, 8.0),
            "head": (6.0, 0.0, 10.0),
            "tail_1": (-16.0, 0.0, 8.0),
            "tail_2": (-12.0, 0.0, 10.0),
            "tail_3": (-8.0, 0.0, 10.0),
        },
        yaw=46.0,
        pitch=14.0,
    ),
    "bird": Stance(
        moved={
            "hand_ik.L": (-0.005, 0.02, 0.05),
            "hand_ik.R": (0.005, 0.02, 0.05),
            "foot_ik.R": (0.0, -0.05, 0.0),
        },
        turned={
            "hand_ik.L": (0.0, 0.0, 14.0),
            "hand_ik.R": (0.0, 0.0, -14.0),
            "neck_1": (10.0, 0.0, 8.0),
            "neck_2": (0.0, 6.0, 6.0),
            "head": (0.0, 10.0, 4.0),
            "tail": (-18.0, 0.0, 0.0),
        },
        yaw=26.0,
        pitch=26.0,
    ),
    "hand": Stance(
        turned={
            "index_1.L": (-8.0, 0.0, 4.0),
            "index_2.L": (-6.0, 0.0, 0.0),
            "middle_1.L": (6.0, 0.0, 0.0),
            "middle_2.L": (8.0, 0.0, 0.0),
            "ring_1.L": (32.0, 0.0, 0.0),
            "ring_2.L": (44.0, 0.0, 0.0),
            "ring_3.L": (24.0, 0.0, 0.0),
            "little_1.L": (38.0, 0.0, -4.0),
            "little_2.L": (46.0, 0.0, 0.0),
            "little_3.L": (24.0, 0.0, 0.0),
            "hand_ik.L": (0.0, 14.0, 4.0),
        },
        yaw=15.0,
        pitch=10.0,
    ),
    "robot_arm": Stance(
        moved={"tool_ik": (0.44, 0.12, -0.18)}, turned={"tool_ik": (10.0, 0.0, 14.0)}, yaw=24.0, pitch=14.0
    ),
    "tentacle": Stance(yaw=16.0, pitch=9.0),
    "arm": Stance(yaw=17.0, pitch=10.0),
}
"""By the name of the figure's file."""


def standing(figure: Figure, stance: Stance) -> Figure:
    """Return the figure in the pose of its picture."""
    rig = figure.rig
    rest = dict(zip((bone.name for bone in rig.bones), rest_matrices(rig.bones), strict=True))
    pose = dict(figure.pose.bones)
    for name in {**stance.moved, **stance.turned}:
        x, y, z = (float(value) for value in rest[name][:3, :3].T @ stance.moved.get(name, (0.0, 0.0, 0.0)))
        bend, twist, sway = stance.turned.get(name, (0.0, 0.0, 0.0))
        turn = quaternion_from_euler((radians(bend), radians(twist), radians(sway)))
        pose[name] = Transform(location=(x, y, z), rotation=turn)
    return figure.posed(pose)
