"""The real widget on a real screen: mouse and keys go in, the stage is told, and pixels change."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtTest import QTest

from pantin import solver
from tests.viewport.driven import (
    CTRL,
    NONE,
    RIGHT,
    SHIFT,
    Driven,
    Qt,
)


def hand_of(driven: Driven) -> np.ndarray:
    look = driven.stage.look()
    return np.array(look.evaluated.tails[look.evaluated.index["hand.L"]])


def test_dragging_a_hand_previews_and_keeps_one_step(driven: Driven) -> None:
    before, start = hand_of(driven), driven.place("hand.L")
    driven.drag(start, (start[0] + 60, start[1] - 150))
    assert [kept.label for kept in driven.stage.kept] == ["Drag hand.L"]
    assert len(driven.stage.previews) >= 5
    assert hand_of(driven)[2] > before[2] + 0.3
    assert driven.stage.document.selected == ("hand.L",)


@pytest.mark.parametrize("how", ["escape", "right button", "hiding"])
def test_a_drag_that_is_given_up_leaves_everything_exactly_as_it_was(driven: Driven, how: str) -> None:
    document, matrices = driven.stage.document, driven.stage.evaluated.matrices.copy()
    x, y = driven.place("hand.L")
    driven.move(x, y)
    driven.press()
    driven.move(x + 80, y - 120)
    assert driven.stage.previews and not np.array_equal(driven.stage.evaluated.matrices, matrices)
    if how == "escape":
        driven.key(Qt.Key.Key_Escape)
    elif how == "right button":
        driven.press(RIGHT)
    else:
        driven.view.hide()
    assert driven.stage.cancelled == 1 and driven.stage.kept == []
    assert driven.stage.document is document and np.array_equal(driven.stage.evaluated.matrices, matrices)
    driven.move(x + 20, y)
    driven.release()
    assert driven.stage.cancelled == 1 and driven.stage.kept == [] and driven.stage.document is document


def test_page_keys_and_wheel_change_the_chain_while_the_pointer_rests(driven: Driven) -> None:
    driven.click(*driven.place("head"))
    driven.move(*driven.place("head"))
    driven.press()
    driven.move(driven.at.x() + 30, driven.at.y() + 10)
    camera = driven.view.camera
    highlighted = [len(driven.stage.previews[-1].overlay.highlighted)]
    for act in (
        lambda: driven.key(Qt.Key.Key_PageUp),
        lambda: driven.key(Qt.Key.Key_PageUp, CTRL),
        lambda: driven.key(Qt.Key.Key_PageUp, SHIFT),
        lambda: driven.wheel(1),
        lambda: driven.wheel(-1, CTRL),
        lambda: driven.key(Qt.Key.Key_PageDown),
    ):
        act()
        highlighted.append(len(driven.stage.previews[-1].overlay.highlighted))
    assert highlighted[1:] == [1, 2, 3, 2, 3, 2] and highlighted[0] >= 4
    assert driven.view.camera == camera
    driven.release()
    assert driven.settings[-1].chain_length == 2 and len(driven.stage.kept) == 1


def test_before_a_drag_the_chain_is_set_by_the_program_and_by_ctrl_and_the_wheel(driven: Driven) -> None:
    driven.click(*driven.place("head"))
    camera = driven.view.camera
    driven.view.lengthen_chain(2)
    driven.wheel(-1, CTRL)
    driven.wheel(1, CTRL)
    driven.view.lengthen_chain(-1)
    driven.view.lengthen_chain(-1)
    driven.view.lengthen_chain(-1)
    assert [settings.chain_length for settings in driven.settings] == [2, 3, 2, 1, 0] and driven.view.camera == camera
    driven.wheel(1)
    assert driven.view.camera.distance < camera.distance and driven.view.settings.chain_length == 0


def test_a_click_selects_and_three_pixels_are_still_a_click(driven: Driven) -> None:
    x, y = driven.place("forearm.R")
    driven.drag((x, y), (x + 2, y + 2))
    assert driven.stage.document.active == "forearm.R" and driven.stage.previews == []
    driven.click(*driven.place("head"), SHIFT)
    assert driven.stage.document.selected == ("forearm.R", "head")
    driven.click(300, 60)
    assert driven.stage.document.selected == ()


def test_dragging_where_nothing_is_leaves_camera_and_document_alone(driven: Driven) -> None:
    camera, rig = driven.view.camera, driven.stage.document.rig
    driven.drag((250, 250), (300, 400))
    assert driven.view.camera == camera and driven.stage.document.rig is rig


def test_g_moves_the_selection_without_a_button_and_a_click_keeps_it(driven: Driven) -> None:
    driven.view.change_display(controls="always")
    driven.click(*driven.place("knee_pole.L", 0.0))
    driven.move(400, 300)
    driven.view.begin("move")
    driven.move(450, 300)
    driven.key(Qt.Key.Key_X)
    pose = driven.stage.previews[-1].document.figure.pose.bones
    driven.press()
    driven.release()
    assert [kept.label for kept in driven.stage.kept] == ["Move knee_pole.L"]
    assert driven.stage.document.figure.pose.bones == pose and "knee_pole.L" in pose


def test_r_turns_by_typed_degrees_and_enter_keeps_them(driven: Driven) -> None:
    driven.click(*driven.place("head"))
    driven.view.begin("rotate")
    for key in (Qt.Key.Key_Z, Qt.Key.Key_2, Qt.Key.Key_0, Qt.Key.Key_Return):
        driven.key(key)
    assert [kept.label for kept in driven.stage.kept] == ["Rotate head"]
    assert driven.stage.document.figure.transform("head").rotation[3] == pytest.approx(np.cos(np.radians(10)), abs=1e-6)


def test_shortcuts_of_the_program_wait_for_the_end_of_a_drag(driven: Driven) -> None:
    def wanted(key: Qt.Key, held: Qt.KeyboardModifier) -> bool:
        event = QtGui.QKeyEvent(QtCore.QEvent.Type.ShortcutOverride, key, held)
        event.ignore()
        QtWidgets.QApplication.sendEvent(driven.view, event)
        return event.isAccepted()

    assert not wanted(Qt.Key.Key_Z, CTRL) and not wanted(Qt.Key.Key_G, NONE)
    driven.move(*driven.place("hand.L"))
    driven.press()
    driven.move(driven.at.x() + 20, driven.at.y())
    assert wanted(Qt.Key.Key_Z, CTRL)
    document = driven.stage.previews[-1].document
    driven.key(Qt.Key.Key_Z, CTRL)
    assert driven.stage.previews[-1].document == document


def test_the_move_gizmo_is_dragged_along_its_axis(driven: Driven) -> None:
    driven.view.change_display(controls="always")
    driven.click(*driven.place("knee_pole.L", 0.0))
    driven.view.pick_tool("move")
    look, lens = driven.stage.look(), driven.view.lens
    head = np.array(look.evaluated.heads[look.evaluated.index["knee_pole.L"]])
    start = lens.project(head + np.array([0, 0, 60 * lens.pixel(head)]))[0, :2]
    driven.drag(tuple(start), (start[0] + 15, start[1] - 40))
    moved = driven.stage.evaluated.heads[look.evaluated.index["knee_pole.L"]] - head
    assert moved[2] > 0.08 and moved[:2] == pytest.approx([0, 0], abs=1e-9)
    assert driven.stage.kept[-1].label == "Move knee_pole.L"


def test_hints_say_what_happens_now(driven: Driven, qtbot) -> None:
    def says(words: str) -> Callable[[], bool]:
        return lambda: any(words in text for _, text in driven.hints[-1])

    driven.move(300, 60)
    qtbot.waitUntil(says("Select"))
    driven.move(*driven.place("head"))
    qtbot.waitUntil(says("Drag: pose the chain"))
    QTest.keyPress(driven.view, Qt.Key.Key_Alt)
    assert says("Pan")()
    QTest.keyRelease(driven.view, Qt.Key.Key_Alt)
    driven.press()
    driven.move(driven.at.x() + 20, driven.at.y() - 20)
    assert says("Put back")() and says("Chain length")()


def test_the_bone_under_the_pointer_is_told_and_lights_up(driven: Driven, qtbot) -> None:
    told: list = []
    driven.view.hovered.connect(told.append)
    plain = driven.view.grabFramebuffer()
    driven.move(*driven.place("chest"))
    qtbot.waitUntil(lambda: told == ["chest"])
    assert driven.view.cursor().shape() == Qt.CursorShape.OpenHandCursor
    assert driven.view.grabFramebuffer() != plain
    driven.move(300, 60)
    qtbot.waitUntil(lambda: told == ["chest", None])


def test_a_drag_that_a_key_ends_leaves_what_is_under_the_pointer_then(driven: Driven, qtbot) -> None:
    """The hand that was pointed at before stayed lit, and the cursor a hand, wherever the pointer had gone."""
    driven.click(*driven.place("head"))
    driven.move(*driven.place("head"))
    driven.view.begin("move")
    driven.move(300, 60)
    QTest.keyPress(driven.view, Qt.Key.Key_Escape)
    assert driven.view.pointed is None and driven.view.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_nothing_is_dragged_before_there_is_a_solver(driven: Driven) -> None:
    driven.stage.ready = False
    start = driven.place("head")
    driven.drag(start, (start[0] + 40, start[1] + 40))
    driven.click(*driven.place("head"))
    driven.view.begin("move")
    assert driven.stage.previews == [] and driven.stage.document.active == "head"
    assert ("LMB", "Select; dragging waits for the solver") in driven.hints[-1]


def test_without_auto_ik_a_drag_swings_the_bone_alone(driven: Driven) -> None:
    driven.view.change_settings(auto_ik=False)
    x, y = driven.place("head", 0.8)
    driven.drag((x, y), (x + 40, y))
    assert driven.stage.kept[-1].preview.grabs == ()
    assert set(driven.stage.document.figure.pose.bones) == {"head"}


def test_a_key_that_is_let_go_in_a_dialog_is_not_held_for_ever(driven: Driven) -> None:
    driven.move(300, 60)
    before = driven.hints[-1]
    QTest.keyPress(driven.view, Qt.Key.Key_Control)
    assert driven.hints[-1] != before
    QtWidgets.QApplication.sendEvent(driven.view, QtGui.QFocusEvent(QtCore.QEvent.Type.FocusOut))
    assert driven.hints[-1] == before


def test_the_chain_that_is_kept_holds_without_its_grabs(driven: Driven) -> None:
    start = driven.place("head", 0.8)
    driven.drag(start, (start[0] + 30, start[1] + 20))
    preview = driven.stage.kept[-1].preview
    assert preview.grabs
    pulled = solver.evaluate(preview.document, preview.grabs)
    assert driven.stage.evaluated.matrices == pytest.approx(pulled.matrices, abs=1e-6)
