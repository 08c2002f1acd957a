"""Two rigs made into one by the names of their bones."""

from __future__ import annotations

import pytest
from hypothesis import given
from msgspec.structs import replace

from pantin.rigs import (
    Bone,
    CopyRotation,
    Document,
    Rig,
    Transform,
)
from pantin.rigs.collection import Collection
from pantin.rigs.editing.building.duplicating import duplicate
from pantin.rigs.editing.building.merging import merged
from pantin.rigs.figure import Figure
from pantin.rigs.formats import native
from pantin.rigs.pose import Pose
from pantin.rigs.problems import problems_of
from tests.rigs.editing.building.subjects import IK, LEG, a_few, place
from tests.rigs.samples import leg
from tests.rigs.strategies import documents


def test_a_merged_rig_moves_bones_by_name_and_adds_the_others() -> None:
    knee = (0.1, -0.1, 0.55)
    other = Figure(
        rig=Rig(
            bones=(
                Bone(name="hips", head=(0.0, 0.0, 1.0), tail=(0.0, 0.0, 1.2), roll=0.1),
                Bone(name="thigh.L", parent="hips", head=(0.1, 0.0, 1.0), tail=knee),
                Bone(name="prop", parent="hips"),
            ),
            constraints=(CopyRotation(owner="prop", target="hips"), CopyRotation(owner="hips", target="prop")),
            collections=(
                Collection("Legs", ("thigh.L", "prop")),
                Collection("Props", ("prop",)),
                Collection("None", ("hips",)),
            ),
        ),
        pose=Pose({"hips": Transform(location=(1.0, 0.0, 0.0)), "prop": Transform(location=(2.0, 0.0, 0.0))}),
    )
    document = merged(LEG, other)
    after = document.rig
    assert place(document, "hips") == ((0.0, 0.0, 1.0), (0.0, 0.0, 1.2))
    assert after.by_name["shin.L"].head == knee and after.by_name["shin.L"].tail == leg().rig.bones[2].tail
    assert after.by_name["shin.L"].joint == leg().rig.bones[2].joint
    assert after.constraints == (IK, other.rig.constraints[0])
    assert document.figure.pose.bones == {**leg().pose.bones, "prop": other.pose.bones["prop"]}
    assert [(each.name, each.bones) for each in after.collections] == [
        ("Legs", ("thigh.L", "shin.L", "prop")),
        ("Props", ("prop",)),
    ]
    assert problems_of(after) == ()


def test_limbs_whose_bones_are_all_new_come_under_names_of_their_own() -> None:
    there = duplicate(LEG, ["thigh.L", "shin.L", "foot_ik.L", "knee_pole.L"])
    copied = there.rig.limbs[1]
    limbs = (replace(copied, name="leg.L"), copied, replace(copied, bones=("hips", "shin.001.L")))
    after = merged(LEG, there.with_rig(there.rig.changed(limbs=limbs)).figure).rig
    assert [limb.name for limb in after.limbs] == ["leg.L", "leg.001.L", "leg.002.L"]
    assert [limb.bones for limb in after.limbs[1:]] == [copied.bones] * 2


@given(documents(), documents())
@a_few
def test_any_two_rigs_can_be_merged(document: Document, other: Document) -> None:
    after = merged(document, other.figure)
    assert native.parse(native.text(after.scene).encode()) == after.scene
    assert after.rig.by_name.keys() == document.rig.by_name.keys() | other.rig.by_name.keys()
    assert merged(document, document.figure).rig.by_name.keys() == document.rig.by_name.keys()


def test_nothing_cannot_be_merged() -> None:
    with pytest.raises(ValueError, match="no bones; choose"):
        merged(LEG, Figure())
