"""The bones of another program pose a figure, and a posed figure is told to other programs."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import read
from pantin.resources import FOLDER
from pantin.rigs.rest import rest_matrices
from pantin.rigs.tracking.humanoid import BonePose, hung_together
from pantin.rigs.vectors import quaternion_about
from pantin.solver import evaluate
from pantin.solver.edits.tracking.bones import bones_of_figure, posed_by_bones
from pantin.solver.edits.tracking.stance import body_of

ROOT = BonePose((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))
X, Y, Z = np.eye(3)


def test_a_figure_told_and_posed_by_that_is_the_same() -> None:
    """Its own bones, turned in the middle, give the same places of hands, feet and head."""
    document = read(FOLDER / "rigs" / "humanoid.rig.json")
    document = replace(document, rig=document.rig.constrained(()))
    body = body_of(document.rig)
    rests = {
        bone.name: matrix[:3, :3]
        for bone, matrix in zip(document.rig.bones, rest_matrices(document.rig.bones), strict=True)
    }
    bones = bones_of_figure(body, evaluate(document), rests)
    turned = {
        "Hips": quaternion_about(Z, 0.5),
        "Spine": quaternion_about(X, 0.3),
        "LeftUpperArm": quaternion_about(Y, 0.9),
        "RightLowerLeg": quaternion_about(X, 0.8),
        "Head": quaternion_about(Z, -0.4),
    }
    bones |= {name: replace(bones[name], rotation=turn) for name, turn in turned.items()}
    posed = evaluate(posed_by_bones(document, bones, ROOT))
    stands = hung_together(bones, ROOT)
    for name, told in (("hand.L", "LeftHand"), ("foot.R", "RightFoot"), ("head", "Head"), ("hips", "Hips")):
        np.testing.assert_allclose(posed.matrix(name)[:3, 3], stands[told][0], atol=1e-6)
    again = bones_of_figure(body, posed, rests)
    assert again.keys() == bones.keys()
    for name, pose in again.items():
        np.testing.assert_allclose(np.abs(np.dot(pose.rotation, bones[name].rotation)), 1.0, atol=1e-9)


def test_hips_of_longer_legs_are_higher() -> None:
    document = read(FOLDER / "rigs" / "humanoid.rig.json")
    document = replace(document, rig=document.rig.constrained(()))
    half = body_of(document.rig).legs[0].length / 4.0
    still = (0.0, 0.0, 0.0, 1.0)
    bones = {
        "Hips": BonePose((0.0, 0.0, 0.5), still),
        "LeftUpperLeg": BonePose((0.1, 0.0, 0.0), still),
        "LeftLowerLeg": BonePose((0.0, 0.0, -half), still),
        "LeftFoot": BonePose((0.0, 0.0, -half), still),
    }
    posed = evaluate(posed_by_bones(document, bones, ROOT))
    assert posed.matrix("hips")[2, 3] == pytest.approx(1.0)


def test_without_hips_it_is_said() -> None:
    with pytest.raises(ValueError, match="hips"):
        posed_by_bones(read(FOLDER / "rigs" / "humanoid.rig.json"), {"Head": ROOT}, ROOT)
