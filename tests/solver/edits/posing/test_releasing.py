"""A figure is removed: what its bones held of other figures stays where it was."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import rigs
from pantin.resources import FOLDER
from pantin.rigs import Bone, CopyLocation, CopyRotation, CopyTransforms, Document, Ik, Rig, Transform
from pantin.rigs.constraints import (
    ChildOf,
    Constraint,
    CopyScale,
    DampedTrack,
    Distance,
    Floor,
    LimitDistance,
    LimitLocation,
    LockedTrack,
    Pivot,
    StretchTo,
    TrackTo,
    Transformation,
)
from pantin.rigs.editing.building.removing import delete
from pantin.rigs.editing.figures import removed
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.fields import BoneRef
from pantin.rigs.figure import Figure
from pantin.rigs.place import HERE, Place
from pantin.rigs.scene import Scene
from pantin.solver import evaluate_figures
from pantin.solver.edits.posing.releasing import released

THERE = Place((2.0, -1.0, 0.5), 0.7, 1.5)
TURNED = Transform((0.1, 0.2, 0.3), (np.sin(0.35), 0.0, 0.0, np.cos(0.35)), (1.2, 1.2, 1.2))
HAND, ITS_ROOT = BoneRef("high", "person"), BoneRef("low", "person")


def stick(name: str, *constraints: Constraint, place: Place = HERE, **posed: Transform) -> Figure:
    """A figure of two bones, one above the other, each 1 m long."""
    bones = (Bone("low"), Bone("high", parent="low", head=(0.0, 0.0, 1.0), tail=(0.0, 0.0, 2.0)))
    return Figure(name=name, place=place, rig=Rig(bones=bones, constraints=constraints)).posed(posed)


def without_person(document: Document):
    return released(document, removed(document, "person"))


def largest_move(before: Document, after: Document, figure: str) -> float:
    """The largest difference between two matrices of a figure, which has the same place in both."""
    there, here = (evaluate_figures(each)[figure].matrices for each in (before, after))
    return float(np.abs(there - here).max())


def test_a_prop_in_the_hand_of_a_figure_that_is_removed_stays_in_the_world_turned_and_as_large() -> None:
    prop = stick("prop", ChildOf(owner="low", target=HAND), place=Place((0.0, 3.0, 0.0), -1.0, 0.5), high=TURNED)
    cloth = stick("cloth", CopyLocation(owner="high", target=BoneRef("high", "prop")))
    before = Document.in_scene(Scene((stick("person", low=TURNED, place=THERE), prop, cloth)))
    found = without_person(before)
    assert [each.name for each in found.document.scene.figures] == ["prop", "cloth"]
    assert largest_move(before, found.document, "prop") < 1e-9 and largest_move(before, found.document, "cloth") < 1e-9
    assert found.stayed == (BoneRef("low", "prop"),) and not found.moved and not found.turned_off
    assert found.document.scene.figure("prop").rig.constraints == (ChildOf(owner="low"),)
    jump = largest_move(before, removed(before, "person"), "prop")
    assert jump > 0.5, "let go of alone, it would jump"


KINDS = (
    ChildOf,
    CopyLocation,
    CopyRotation,
    CopyScale,
    CopyTransforms,
    DampedTrack,
    LimitDistance,
    LockedTrack,
    StretchTo,
    TrackTo,
    Floor,
)
HELD: tuple[Constraint, ...] = (
    *(kind(owner="hand.L", target=HAND) for kind in KINDS),
    Transformation(owner="hand.L", target=HAND, read_location_to=(1.0, 1.0, 1.0), write_location_to=(0.3, 0.2, 0.1)),
    Ik(owner="forearm.R", target=HAND, chain_length=2),
    Ik(owner="forearm.R", target=HAND, pole=ITS_ROOT, chain_length=2, blend=0.6),
    Distance(owner="forearm.R", target=HAND, radius=0.3),
)


@pytest.mark.parametrize("constraint", HELD, ids=lambda each: type(each).__name__)
def test_whatever_held_a_bone_it_stays(constraint: Constraint) -> None:
    person = rigs.read(FOLDER / "rigs" / "humanoid.rig.json").figure
    rig = person.rig.changed(constraints=(constraint,), limbs=())
    other = stick("person", place=Place((0.5, -0.2, 0.3), 0.4), low=TURNED)
    free = Document.in_scene(Scene((other, replace(person, name="doll", rig=rig))))
    before = with_transforms(free.editing("doll"), {"chest": TURNED, "upper_arm.L": TURNED}).editing("person")
    found = without_person(before)
    assert found.stayed == (BoneRef(constraint.owner, "doll"),) and not found.moved and not found.turned_off
    assert largest_move(before, found.document, "doll") < 1e-6
    assert not found.document.scene.figure("doll").rig.names_others


@pytest.mark.parametrize(
    "constraint",
    [
        Pivot(owner="high", target=HAND, offset=(0.3, 0.0, 0.0)),
        LimitLocation(
            owner="high", owner_space="custom", space_bone=HAND, lower=(0.2, 0.1, 0.0), upper=(0.2, 0.1, 0.0)
        ),
        CopyRotation(owner="high", target="low", target_space="custom", space_bone=HAND),
    ],
    ids=lambda each: type(each).__name__,
)
def test_what_would_act_otherwise_is_turned_off_and_the_bone_stays(constraint: Constraint) -> None:
    doll = stick("doll", constraint, high=TURNED)
    before = Document.in_scene(Scene((stick("person", low=TURNED, place=THERE), doll)))
    found = without_person(before)
    assert found.turned_off == found.stayed == (BoneRef("high", "doll"),)
    assert not found.document.rig.constraints[0].enabled and largest_move(before, found.document, "doll") < 1e-9


def test_what_another_constraint_moves_as_well_is_said_to_have_moved() -> None:
    again = CopyRotation(owner="high", target="low", mix="add")
    doll = stick("doll", CopyRotation(owner="high", target=HAND), again, low=TURNED)
    before = Document.in_scene(Scene((stick("person", low=TURNED, place=THERE), doll)))
    found = without_person(before)
    assert found.moved == (BoneRef("high", "doll"),) and not found.stayed


def test_what_did_nothing_is_only_named_no_more() -> None:
    muted = ChildOf(owner="low", target=HAND, enabled=False)
    gone = CopyLocation(owner="high", target=BoneRef("gone", "person"))
    before = Document.in_scene(Scene((stick("person"), stick("doll", muted, gone, high=TURNED))))
    found = without_person(before)
    assert not found.stayed and not found.moved and not found.turned_off
    assert found.document.scene.figure("doll").pose is before.scene.figure("doll").pose
    assert not found.document.rig.names_others


def test_a_bone_that_is_deleted_leaves_what_it_held_in_its_place() -> None:
    prop = stick("prop", ChildOf(owner="low", target=HAND))
    before = Document.in_scene(Scene((stick("person", low=TURNED, place=THERE), prop)))
    found = released(before, delete(before, ("high",)))
    assert found.stayed == (BoneRef("low", "prop"),) and found.document.selected == ()
    assert largest_move(before, found.document, "prop") < 1e-9
    assert found.document.active_figure == "person" and set(found.document.rig.by_name) == {"low"}
