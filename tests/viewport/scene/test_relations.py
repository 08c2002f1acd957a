"""Tests of what constraints tie together, drawn for what the pointer is on: which lines, from where to where, called
what.
"""

from __future__ import annotations

from itertools import pairwise

import msgspec
import numpy as np
import pytest

from pantin.rigs import Bone, CopyRotation, DampedTrack, Document, Ik, LimitDistance, SplineIk
from pantin.rigs.editing.selection import select
from pantin.rigs.fields import BoneRef
from pantin.rigs.figure import Figure
from pantin.rigs.place import Place
from pantin.rigs.rig import Rig
from pantin.rigs.scene import Scene as Figures
from pantin.rigs.templates import humanoid
from pantin.solver import evaluate
from pantin.viewport.scene.relations import relations
from pantin.viewport.scene.rig_arrays import constraint_arrays
from pantin.viewport.scene.scene import DISPLAY, Scene
from pantin.viewport.scene.scene_builder import scene
from pantin.viewport.values.overlay import Overlay
from tests.viewport.stages import look_at

TIED = (
    Ik(owner="forearm.L", target="hand_ik.L", pole="elbow_pole.L", chain_length=2),
    CopyRotation(owner="head", target="hips"),
    DampedTrack(owner="neck", target="hand_ik.L", head_tail=1.0),
    LimitDistance(owner="head", target="hand_ik.R", enabled=False),
)


def tied(*constraints) -> Rig:
    return humanoid.rig().changed(constraints=constraints or TIED)


def seen(rig: Rig, **given) -> Scene:
    look = look_at(Document.of(rig))
    return scene(look.document, look.evaluated, **given)


def dashed(found: Scene) -> list:
    return [string for string in found.lines if string.dash == (4.0, 3.0) and string.casing == 1.5]


def titles(found: Scene) -> list[str]:
    return [label.text for label in found.labels]


def test_nothing_is_drawn_until_something_is_pointed_at() -> None:
    found = seen(tied())
    assert not dashed(found) and not found.dots and not titles(found)


@pytest.mark.parametrize(
    ("bone", "expected"),
    [
        ("hand_ik.L", ["IK", "Pole", "Damped track"]),
        ("elbow_pole.L", ["IK", "Pole"]),
        ("upper_arm.L", ["IK", "Pole"]),
        ("head", ["Copy rotation", "Limit distance, muted"]),
        ("hips", ["Copy rotation"]),
        ("thigh.L", []),
    ],
)
def test_a_hovered_bone_shows_what_it_has_part_in(bone, expected) -> None:
    assert titles(seen(tied(), overlay=Overlay(hovered=bone))) == expected


def test_a_line_goes_from_the_bone_to_what_it_looks_at() -> None:
    rig = tied(CopyRotation(owner="head", target="hips"))
    evaluated = look_at(Document.of(rig)).evaluated
    [line] = dashed(seen(rig, hovered="head"))
    ends = [evaluated.heads[evaluated.index[name]] for name in ("head", "hips")]
    np.testing.assert_allclose(line.points, ends, atol=1e-6)
    assert (line.width, line.role) == (1.0, "text")


def test_a_goal_is_tied_to_the_root_of_its_chain() -> None:
    rig = tied()
    evaluated = look_at(Document.of(rig)).evaluated
    [line] = dashed(seen(rig, related=(0,)))
    np.testing.assert_allclose(line.points[0], evaluated.heads[evaluated.index["upper_arm.L"]], atol=1e-6)
    assert line.role == "handle"


def test_a_curve_is_drawn_from_the_root_of_its_chain_through_its_controls() -> None:
    curve = SplineIk(owner="head", points=("hips", "hand_ik.L", "hand_ik.R"), chain_length=2)
    found = seen(tied(curve), overlay=Overlay(hovered="hand_ik.L"))
    evaluated = look_at(Document.of(tied(curve))).evaluated
    names = ("neck", "hips", "hand_ik.L", "hand_ik.R")
    places = [evaluated.heads[evaluated.index[name]] for name in names]
    drawn = [line.points for line in dashed(found)]
    np.testing.assert_allclose(drawn, list(pairwise(places)), atol=1e-6)
    assert titles(found) == ["Spline IK"]


def test_kinds_differ_in_more_than_colour() -> None:
    ik, copy = (seen(tied(), related=(place,)).dots[0] for place in (0, 1))
    assert not ik.filled and copy.filled


def test_a_card_shows_its_own_constraint_alone() -> None:
    assert titles(seen(tied(), related=(1,))) == ["Copy rotation"]
    assert titles(seen(tied(), related=(99,))) == []


def test_selected_bones_show_theirs_where_that_is_switched_on() -> None:
    look = look_at(select(Document.of(tied()), ["head"], "head"))
    assert not titles(scene(look.document, look.evaluated))
    always = scene(look.document, look.evaluated, display=msgspec.structs.replace(DISPLAY, relations=True))
    assert titles(always) == ["Copy rotation", "Limit distance, muted"]


def test_hidden_bones_are_tied_to_nothing() -> None:
    rig = tied()
    bones = tuple(msgspec.structs.replace(bone, hidden=bone.name == "hips") for bone in rig.bones)
    hidden = msgspec.structs.replace(rig, bones=bones, constraints=(TIED[1],))
    assert not titles(seen(hidden, hovered="head"))


def test_ties_are_found_once_for_a_pose_that_changes() -> None:
    rig = tied()
    assert relations(rig) is relations(Document.of(rig).posed({}).rig)


def test_bones_of_another_figure_are_tied_where_they_are() -> None:
    """The ball, half as large, has its head at (0.35, -0.2, 1.1) and its tail at (0.35, -0.2, 1.6)."""
    ball = Bone("ball", head=(0.0, 0.0, 1.0), tail=(0.0, 0.0, 2.0))
    other = Figure("other", Rig(bones=(ball,)), place=Place((0.35, -0.2, 0.6), size=0.5))
    ref = BoneRef("ball", "other")
    rig = tied(
        Ik(owner="forearm.L", target=ref, pole=ref, chain_length=2),
        DampedTrack(owner="neck", target=ref, head_tail=1.0),
    )
    document = Document.in_scene(Figures((Figure("person", rig), other)))
    evaluated = evaluate(document)
    reaching = scene(document, evaluated, hovered="forearm.L")
    assert titles(reaching) == ["IK", "Pole"]
    driven = constraint_arrays(rig).driven
    assert {rig.bones[row].name for row in np.flatnonzero(driven)} == {"upper_arm.L", "forearm.L"}
    assert [np.round(line.points[1], 9).tolist() for line in dashed(reaching)] == [[0.35, -0.2, 1.1]] * 2
    looking = scene(document, evaluated, hovered="neck")
    assert titles(looking) == ["Damped track"]
    assert [np.round(line.points[1], 9).tolist() for line in dashed(looking)] == [[0.35, -0.2, 1.6]]
