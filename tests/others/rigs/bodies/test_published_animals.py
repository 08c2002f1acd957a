"""The joints of animals are placed near where those who drew them have theirs."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.bodies.placing import KINDS
from pantin.rigs.figure import Figure
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.meshes.posed_points import points
from pantin.rigs.rest import rest_matrices
from tests.others.samples import SAMPLES, sample

Pairs = dict[str, tuple[str, str]]
"""For each joint that is compared the bone and the end of it that the maker has there."""

HORSE: Pairs = {"head": ("head", "head"), "hips": ("hips", "head"), "tail_6.tail": ("tail_4", "tail")}
STAG: Pairs = {"head": ("Head", "head")}
FOX: Pairs = {"tail_6.tail": ("b_Tail03_014", "tail")}
BIRD: Pairs = {
    "beak.tail": ("mouth_upper_tip", "head"),
    "tail_feather.tail": ("tail_tip", "head"),
    "head": ("head", "head"),
}
for side, word in (("L", "Left"), ("R", "Right")):
    low = side.lower()
    HORSE |= {
        f"upper_arm.{side}": (f"front_humerus_{low}", "head"),
        f"forearm.{side}": (f"front_leg_upper_{low}", "head"),
        f"front_paw.{side}": (f"front_leg_lower_{low}", "head"),
        f"thigh.{side}": (f"back_leg_upper_{low}", "head"),
        f"shin.{side}": (f"back_leg_lower_{low}", "head"),
        f"hock.{side}": (f"back_leg_ankle_{low}", "head"),
        f"hind_paw.{side}": (f"back_leg_foot_{low}", "head"),
    }
    STAG |= {
        f"forearm.{side}": (f"FrontUpperLeg.{side}", "head"),
        f"front_paw.{side}": (f"FrontLowerLeg.{side}", "head"),
        f"shin.{side}": (f"BackUpperLeg.{side}", "head"),
        f"hock.{side}": (f"BackLowerLeg.{side}", "head"),
    }
    number = {"L": ("09", "010", "015", "016", "017"), "R": ("06", "07", "019", "020", "021")}[side]
    FOX |= {
        f"forearm.{side}": (f"b_{word}ForeArm_{number[1]}", "head"),
        f"thigh.{side}": (f"b_{word}Leg01_{number[2]}", "head"),
        f"shin.{side}": (f"b_{word}Leg02_{number[3]}", "head"),
        f"hock.{side}": (f"b_{word}Foot01_{number[4]}", "head"),
    }
    BIRD |= {
        f"hand.{side}": (f"wing_4_{side}", "head"),
        f"hand.{side}.tail": (f"wing_tip_{side}", "head"),
        f"hock.{side}": (f"AnkleLeg_{side}", "head"),
        f"foot.{side}": (f"Foot_{side}", "head"),
    }

ANIMALS = {
    "horse": ("four_legged", "glb/m2m_horse-animations.glb", HORSE),
    "stag": ("four_legged", "glb/quaternius_Stag.gltf", STAG),
    "fox": ("four_legged", "glb/Fox.glb", FOX),
    "bird": ("winged", "glb/m2m_bird-animations.glb", BIRD),
}
"""Kind, file, and joints."""
MOST = 0.04
"""How far joints may be off on the mean, of the length of the animal."""


def mesh_at_rest(path: str) -> tuple[np.ndarray, np.ndarray, Figure]:
    figure, own = sample(path).figure, character(SAMPLES / path)
    bound = binding(figure.rig, figure.source, own)
    found, corners, count = [], [], 0
    for part, at in zip(own.parts, points(own, bound, palette(bound, rest_matrices(figure.rig.bones))), strict=True):
        found.append(at.positions)
        corners.append(part.triangles.astype(np.intp) + count)
        count += len(at.positions)
    return np.concatenate(found), np.concatenate(corners), figure


@pytest.mark.parametrize("name", ANIMALS)
def test_joints_are_near_those_of_the_maker(name: str) -> None:
    kind, path, pairs = ANIMALS[name]
    points_, triangles, figure = mesh_at_rest(path)
    rig = KINDS[kind].place(points_, triangles, False).rig
    length = float(np.ptp(points_, axis=0).max())
    far = {}
    for joint, (bone, end) in pairs.items():
        mine = rig.by_name[joint.removesuffix(".tail")]
        place = mine.tail if joint.endswith(".tail") else mine.head
        far[joint] = float(np.linalg.norm(np.subtract(place, getattr(figure.rig.by_name[bone], end)))) / length
    assert float(np.mean(list(far.values()))) <= MOST, far
