"""Tests of what display, hiding, missed goals and a second solver make of a scene, without a screen."""

from __future__ import annotations

import sys

import msgspec
import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from pantin.rigs.document import Document
from pantin.rigs.joint import Joint, Locks
from pantin.rigs.rig import Bone, Rig
from pantin.solver import GoalReport, Posed, rest_pose
from pantin.viewport.figure.mannequin import mannequin
from pantin.viewport.paint.overlay.labels import MOST_NAMES, labels, names
from pantin.viewport.paint.overlay.pen import Pen
from pantin.viewport.paint.strokes.bone_lines import FEW_BONES
from pantin.viewport.scene.rig_arrays import constraint_arrays, rig_arrays
from pantin.viewport.scene.scene import Display, Scene
from pantin.viewport.values.colours import DARK
from pantin.viewport.values.overlay import Label, Overlay
from tests.viewport.pictures import (
    CAMERA,
    REST,
    RIG,
    goal,
    scene,
    with_hidden,
)

ROW = {bone.name: index for index, bone in enumerate(RIG.bones)}


def seen(rig: Rig = RIG, goals: tuple[GoalReport, ...] = (), compared: Posed | None = None, **shown) -> Scene:
    return scene(Document.of(rig), Posed(rig.bones, goals=goals), compared=compared, **shown)


def test_hidden_bones_are_in_none_of_the_arrays() -> None:
    gone = ("forearm.L", "hand_ik.R", "knee_pole.L")
    shown = seen(with_hidden(RIG, *gone))
    assert ROW["forearm.L"] not in shown.bones.rows
    assert not shown.figure.shown[ROW["forearm.L"]] and shown.figure.shown[ROW["upper_arm.L"]]
    assert ROW["forearm.L"] not in shown.figure.capsules[:, 7] and ROW["upper_arm.L"] in shown.figure.capsules[:, 7]
    assert {control.name for control in shown.controls} == {c.name for c in seen().controls} - set(gone)
    assert len(shown.lines) == 2  # without the one to the hidden pole and the one from the hidden joint


def test_hiding_and_locking_grow_no_other_figure() -> None:
    grown = mannequin(RIG)
    bones = with_hidden(RIG, "chest", "hand.L").bones
    assert mannequin(Rig(bones=bones)) is grown
    locked = [msgspec.structs.replace(bone, locks=Locks(location=(True,) * 3), selectable=False) for bone in bones]
    stiff = [msgspec.structs.replace(bone, joint=Joint(stretch=0.5), inherit_scale="none") for bone in locked]
    assert mannequin(Rig(bones=tuple(stiff))) is grown
    longer = (*RIG.bones[:-1], msgspec.structs.replace(RIG.bones[-1], tail=(0.0, 9.0, 0.0)))
    assert mannequin(Rig(bones=longer)) is not grown


def test_what_holds_for_the_bones_is_found_once() -> None:
    posed = Document.of(RIG).posed({}).rig
    assert rig_arrays(posed) is rig_arrays(RIG) and constraint_arrays(posed) is constraint_arrays(RIG)
    assert constraint_arrays(RIG.changed(constraints=())) is not constraint_arrays(RIG)
    assert rig_arrays(RIG.changed(constraints=())) is rig_arrays(RIG)


def test_the_bones_that_a_chain_turns_are_told_from_the_others() -> None:
    shown = seen()
    driven = {RIG.bones[row].name for row, on in zip(shown.bones.rows, shown.bones.driven, strict=True) if on}
    assert {"upper_arm.L", "forearm.L", "thigh.R", "shin.R"} <= driven
    assert not driven & {"chest", "head", "hips"}
    muted = RIG.changed(constraints=tuple(msgspec.structs.replace(tie, enabled=False) for tie in RIG.constraints))
    assert not seen(muted).bones.driven.any()


def test_without_a_figure_there_is_no_body_and_no_shadow() -> None:
    shown = seen(display=Display(figure="off"))
    assert not shown.figure.shown.any() and not len(shown.figure.capsules)
    assert shown.solid and not seen(display=Display("wire", figure="off")).solid


def test_a_ghost_is_drawn_only_of_what_moved() -> None:
    before = REST.copy()
    before[ROW["hand.L"], 0, 3] += 0.1
    (ghost,) = scene(Document.of(RIG), rest_pose(RIG), Overlay(ghost=before)).figure.ghosts
    assert ghost.role == "ghost" and ghost.clear
    assert np.flatnonzero(ghost.shown).tolist() == [ROW["hand.L"]]


def test_a_missed_goal_has_its_distance_beside_it() -> None:
    there, here = (0.0, 0.0, 1.127), (0.0, 0.0, 1.0)
    shown = seen(goals=(goal(there, here), goal(there, there, reached=True)))
    (miss,) = [string for string in shown.lines if string.role == "miss"]
    assert miss.dash and miss.points == (here, there)
    assert [label.text for label in shown.labels] == ["hand_ik.L", "127 mm"]
    inches = seen(goals=(goal(there, here),), lengths="in")
    assert [label.text for label in inches.labels] == ["hand_ik.L", "5.00 in"]
    hidden = seen(with_hidden(RIG, "forearm.L"), goals=(goal(there, here),))
    assert not hidden.labels and not [s for s in hidden.lines if s.role == "miss"]


def test_a_handle_ahead_of_a_body_with_speed_is_no_miss() -> None:
    shown = seen(goals=(goal((0.0, 0.0, 1.09), (0.0, 0.0, 1.0), ahead=True),))
    assert not [line for line in shown.lines if line.role == "miss"]
    (string,) = [line for line in shown.lines if line.role == "handle" and line.dash]
    assert string.points == ((0.0, 0.0, 1.0), (0.0, 0.0, 1.09))
    assert [(label.text, label.role) for label in shown.labels] == [
        ("hand_ik.L", "handle"),
        ("90 mm ahead", "text_dim"),
    ]


def test_a_pin_that_is_not_kept_says_how_far_off_it_is() -> None:
    shown = seen(goals=(goal((0.0, 0.0, 1.09), (0.0, 0.0, 1.0), pinned=True),))
    assert "90 mm off its pin" in [label.text for label in shown.labels]


def test_a_second_solver_is_shown_beside_the_first() -> None:
    other = REST.copy()
    other[ROW["forearm.L"], 0, 3] += 0.05
    there, here, near = (0.0, 0.0, 1.127), (0.0, 0.0, 1.0), (0.0, 0.0, 1.1)
    shown = seen(goals=(goal(there, near),), compared=Posed(RIG.bones, other, goals=(goal(there, here),)))
    (ghost,) = shown.figure.ghosts
    assert ghost.role == "right" and not ghost.clear and ghost.shown.sum() > 10
    assert shown.figure.faded and (shown.figure.outlines == 1).all()
    b, a = (string for string in shown.lines if string.role in ("right", "accent"))
    assert (b.role, bool(b.dash)) == ("right", True) and (a.role, bool(a.dash)) == ("accent", False)
    assert len(a.points) == len(b.points) == 3
    said = {(label.text, label.role) for label in shown.labels}
    assert said == {("127 mm", "right"), ("27 mm", "accent_text"), ("hand_ik.L", "handle")}


def test_two_solvers_that_agree_leave_no_lines() -> None:
    report = goal((0.0, 0.0, 1.0), (0.0, 0.0, 1.0), reached=True)
    shown = seen(goals=(report,), compared=Posed(RIG.bones, goals=(report,)))
    (ghost,) = shown.figure.ghosts
    assert not ghost.shown.any()
    assert not [string for string in shown.lines if string.role in ("right", "accent")]


def written(shown: Scene, width: float = 886.0, height: float = 682.0, camera=CAMERA) -> list:
    image = QImage(16, 16, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    pen = Pen(painter, DARK, camera, width, height)
    said = list(labels(pen, shown, ()))
    found = [*said, *names(pen, shown, said, ())]
    painter.end()
    return found


@pytest.mark.parametrize(("length", "told"), [(0.0, False), (0.01, False), (0.5, True)])
def test_a_line_is_named_only_where_it_is_seen_longer_than_its_name(qapp, length: float, told: bool) -> None:
    label = Label((0.0, 0.0, 1.0), "Pole", line=((0.0, 0.0, 1.0), (0.0, 0.0, 1.0 + length)))
    assert ("Pole" in {placed.text for placed in written(seen(overlay=Overlay(labels=(label,))))}) == told


@pytest.mark.parametrize("size", [(886.0, 682.0), (320.0, 240.0)])
def test_no_name_lies_over_another_text(qapp, size: tuple[float, float]) -> None:
    report = goal((0.4, 0.0, 1.0), (0.4, 0.0, 1.2))
    found = written(seen(goals=(report,)), *size)
    assert len(found) > 8
    assert len({placed.text for placed in found}) == len(found)
    for index, one in enumerate(found):
        for other in found[:index]:
            a, b = one.room, other.room
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (one, other)


def test_selected_bones_are_named_first_and_controls_too(qapp) -> None:
    chosen = scene(Document.of(RIG, selected=("index_3.L",), active="index_3.L"), rest_pose(RIG))
    found = [placed.text for placed in written(chosen)]
    assert found[0] == "index_3.L"
    assert {"hand_ik.L", "elbow_pole.R"} & set(found)
    assert "index_3.L" not in [placed.text for placed in written(seen())]


def test_thousands_of_bones_have_a_few_names(qapp) -> None:
    bones = tuple(Bone(name=f"b{i}", head=(i % 50, 0, i // 50), tail=(i % 50, 0, i // 50 + 0.9)) for i in range(2000))
    assert len(bones) > FEW_BONES
    camera = CAMERA.frame([bone.head for bone in bones], 4000.0, 3000.0)
    assert 0 < len(written(seen(Rig(bones=bones)), 4000.0, 3000.0, camera)) <= MOST_NAMES


def test_two_hundred_labels_at_one_place_stand_below_each_other_and_cost_little(qapp) -> None:
    """Counted in calls of Python functions: going down a line at a time past every other took millions."""
    many = tuple(Label((100.0, 100.0), f"{number} mm", "miss") for number in range(200))
    calls = 0

    def count(_frame, event: str, _argument) -> None:
        nonlocal calls
        calls += event == "call"

    shown = seen(overlay=Overlay(labels=many))
    sys.setprofile(count)
    said = written(shown)[:200]
    sys.setprofile(None)
    assert [placed.base for placed in said] == list(range(104, 104 + 16 * 200, 16))
    assert calls < 20_000
