"""Figures in other units: a person of ten or a hundred metres is made as tall as a person, with poses and clips."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs import Bone, ChildOf, Distance, Document, LimitLocation, Rig, StretchTo, Transform
from pantin.rigs.clip import Clip
from pantin.rigs.editing.building.scaling import scaled, to_a_person
from pantin.rigs.figure import Figure
from pantin.rigs.motion.clips_of_bones import forward_kinematics, rows_of_pose
from pantin.rigs.pose import Pose
from pantin.rigs.rest import rest_height
from pantin.solver import evaluate
from tests.rigs.motion.child import child


def figure() -> Document:
    """A child in a pose, with a clip."""
    rig = child()
    hips, spine = rig.bones[0].name, rig.bones[1].name
    pose = Pose({hips: Transform(location=(0.1, 0.2, 0.3)), spine: Transform(rotation=(0.6, 0.0, 0.0, 0.8))})
    frames = np.tile((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0), (3, 1, 1))
    frames[:, 0, :3] = ((0, 0, 0), (0.1, 0, 0), (0.2, 0, 0.1))
    return Document.of(Figure(rig=rig, pose=pose, clips=(Clip.of("go", 30.0, [hips], frames),)))


@pytest.mark.parametrize("factor", [10.0, 100.0, 39.37])
def test_a_giant_is_made_as_tall_as_a_person_and_stands_and_moves_as_before(factor: float) -> None:
    small = figure()
    giant = scaled(small, factor)
    found = to_a_person(giant.rig)
    assert found is not None and 1.0 < rest_height(scaled(giant, found).rig.bones) < 2.3
    for document, times in ((giant, factor), (scaled(giant, found), factor * found)):
        stands = [
            forward_kinematics(d.rig.bones, rows_of_pose(d.rig.bones, d.figure.pose.bones)) for d in (small, document)
        ]
        np.testing.assert_allclose(stands[1][..., :3, 3], times * stands[0][..., :3, 3], rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(stands[1][..., :3, :3], stands[0][..., :3, :3], atol=1e-6)
        moved = document.figure.clips[0].frames[:, 0, :3]
        np.testing.assert_allclose(moved, times * small.figure.clips[0].frames[:, 0, :3], rtol=1e-5)
    assert to_a_person(scaled(giant, found).rig) is None, "once"


def test_lengths_in_constraints_grow_with_the_figure() -> None:
    bones = (
        Bone("upper", head=(0.0, 0.0, 0.0), tail=(0.0, 0.1, 1.0)),
        Bone("lower", parent="upper", head=(0.0, 0.1, 1.0), tail=(0.0, 0.0, 2.0), connected=True),
        Bone("near", head=(1.0, 0.0, 0.0), tail=(1.0, 0.0, 0.5)),
        Bone("hung", head=(2.0, 0.0, 0.0), tail=(2.0, 0.0, 0.5)),
        Bone("long", head=(3.0, 0.0, 0.0), tail=(3.0, 0.0, 0.5)),
        Bone("handle", head=(0.3, 0.5, 1.2), tail=(0.3, 0.5, 1.4), kind="handle"),
    )
    inverse = ((1.0, 0.0, 0.0, -0.3), (0.0, 1.0, 0.0, -0.5), (0.0, 0.0, 1.0, 0.2))
    constraints = (
        Distance(owner="lower", target="handle", radius=0.4),
        LimitLocation(owner="near", upper=(0.7, None, -0.2)),
        ChildOf(owner="hung", target="handle", inverse=inverse),
        StretchTo(owner="long", target="handle", rest_length=0.8),
    )
    rig = Figure(
        rig=Rig(bones=bones, constraints=constraints), pose=Pose({"handle": Transform(location=(0.1, 0.2, 0.3))})
    )
    small, large = evaluate(Document.of(rig)), evaluate(scaled(Document.of(rig), 7.5))
    np.testing.assert_allclose(large.heads, 7.5 * small.heads, atol=1e-6)
    np.testing.assert_allclose(large.tails, 7.5 * small.tails, atol=1e-6)
    assert np.abs(small.heads - [bone.head for bone in bones]).max(axis=1)[2:5].tolist() != [0.0, 0.0, 0.0]


def test_people_of_their_own_height_are_left() -> None:
    assert to_a_person(child()) is None
