"""Between two poses soles are on the floor where both have them there, at any amount of the mix."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs import Document, Transform
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rotations import quaternion_about
from pantin.rigs.templates import TEMPLATES
from pantin.solver.edits.poses.poses import mixed
from pantin.solver.evaluate import evaluate

AMOUNTS = (0.1, 0.25, 0.5, 0.75, 0.9)
THICK = 0.02
"""Metres from the floor that the soles go into it: shoes that are drawn lower than the bones."""


def person() -> Document:
    """A person without handles, with soles 2 cm below the floor that reach 8 cm behind its ankles."""
    figure = TEMPLATES["biped"].figure()
    rig = figure.rig.changed(constraints=(), limbs=(), pins=())
    soles = {}
    for side in "LR":
        x, y, _z = rig.by_name[f"foot.{side}"].head
        soles[f"foot.{side}"] = tuple((x + a, y + b, -THICK) for a in (-0.04, 0.04) for b in (-0.15, 0.08))
    return Document.of(rig.changed(soles=soles))


def crouching(document: Document, hips: float = 0.0) -> dict[str, Transform]:
    """Thighs forward, shins back and feet level; the hips lower than at rest by as much as that, and by `hips`."""
    pose, angle = {}, 1.0
    for side in "LR":
        for bone, turn in (("thigh", -angle), ("shin", 2 * angle), ("foot", -angle)):
            pose[f"{bone}.{side}"] = Transform(rotation=about_x(document, f"{bone}.{side}", turn))
    low = lowest(document.posed(pose)) + THICK
    frame = rest_matrices(document.rig.bones)[document.rig.rows["hips"]][:3, :3]
    return {**pose, "hips": Transform(location=tuple((frame.T @ (0.0, 0.0, -low + hips)).tolist()))}


def about_x(document: Document, name: str, angle: float) -> tuple[float, float, float, float]:
    """A turn about the X axis of armature space, in the axes of a bone at rest."""
    frame = rest_matrices(document.rig.bones)[document.rig.rows[name]][:3, :3]
    x, y, z, w = quaternion_about(frame.T @ (1.0, 0.0, 0.0), angle).tolist()
    return x, y, z, w


def lowest(document: Document) -> float:
    """The height of the lowest point of the soles, by the matrices of the posed bones."""
    rig, posed = document.rig, np.asarray(evaluate(document).matrices)
    rests = rest_matrices(rig.bones)
    moved = []
    for name, points in rig.soles.items():
        change = posed[rig.rows[name]] @ np.linalg.inv(rests[rig.rows[name]])
        moved += [(change @ (*point, 1.0))[2] for point in points]
    return min(moved)


@pytest.mark.parametrize("amount", AMOUNTS)
def test_feet_that_stand_in_both_poses_stand_between_them(amount: float) -> None:
    document = person()
    pose = crouching(document)
    assert lowest(mixed(document, pose, 1.0)) == pytest.approx(-THICK, abs=1e-9)
    assert lowest(mixed(document, pose, amount)) == pytest.approx(-THICK, abs=1e-9)


@pytest.mark.parametrize("amount", AMOUNTS)
def test_a_jump_leaves_the_floor_evenly(amount: float) -> None:
    document = person()
    assert lowest(mixed(document, crouching(document, hips=0.3), amount)) == pytest.approx(
        0.3 * amount - THICK, abs=1e-9
    )


def test_both_ends_of_a_mix_are_the_poses_themselves() -> None:
    document = person()
    pose = crouching(document)
    assert mixed(document, pose, 0.0) == document
    whole = mixed(document, pose, 1.0).figure.pose.bones
    assert all(np.allclose(whole[name].location, pose[name].location, atol=1e-12) for name in pose)


def test_a_pose_of_arms_moves_no_hips() -> None:
    document = person()
    turned = {"upper_arm.L": Transform(rotation=about_x(document, "upper_arm.L", 0.5))}
    assert "hips" not in mixed(document, turned, 0.5).figure.pose.bones
