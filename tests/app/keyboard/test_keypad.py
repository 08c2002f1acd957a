"""The keypad over the figure, as X11 tells of it: Qt itself finds no shortcut there."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6 import QtCore, QtGui, QtWidgets

from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.poses.pose_card import PoseCard
from tests.app.person import Person

Qt = QtCore.Qt
PAD = Qt.KeyboardModifier.KeypadModifier
CTRL = Qt.KeyboardModifier.ControlModifier


def press(person: Person, key: Qt.Key, held: Qt.KeyboardModifier = PAD) -> bool:
    """The events that a press comes to where no shortcut is found. True if somebody wanted it."""
    override = QtGui.QKeyEvent(QtCore.QEvent.Type.ShortcutOverride, key, held)
    override.setAccepted(False)
    QtWidgets.QApplication.sendEvent(person.view, override)
    QtWidgets.QApplication.sendEvent(person.view, QtGui.QKeyEvent(QtCore.QEvent.Type.KeyPress, key, held))
    return override.isAccepted()


@pytest.mark.parametrize(
    ("key", "held", "yaw"),
    [
        (Qt.Key.Key_1, PAD, 0.0),
        (Qt.Key.Key_End, PAD, 0.0),
        (Qt.Key.Key_3, PAD, np.pi / 2),
        (Qt.Key.Key_PageDown, PAD | CTRL, -np.pi / 2),
    ],
)
def test_the_keypad_looks_from_the_sides_with_and_without_num_lock(person: Person, key, held, yaw: float) -> None:
    person.view.reduced_motion = True
    person.view.orbit_by(40.0, 20.0)
    assert press(person, key, held)
    assert np.cos(person.view.camera.yaw - yaw) == pytest.approx(1.0) and person.view.camera.pitch == 0.0


def test_the_decimal_key_frames_whatever_it_says(person: Person) -> None:
    person.view.reduced_motion = True
    person.session.select(("hand.L",), "hand.L")
    person.wait_for_the_pose()
    for key in (Qt.Key.Key_Period, Qt.Key.Key_Comma, Qt.Key.Key_Delete):
        person.view.frame_all()
        far = person.view.camera.distance
        assert press(person, key)
        assert person.view.camera.distance < far


def test_a_key_beside_the_keypad_stays_what_it_is(person: Person) -> None:
    before = person.view.camera
    assert not press(person, Qt.Key.Key_End, Qt.KeyboardModifier.NoModifier)
    assert not press(person, Qt.Key.Key_Asterisk)
    assert person.view.camera == before


def test_during_a_drag_the_keypad_types_numbers(person: Person) -> None:
    before = person.view.camera
    person.session.select(("hand_ik.L",), "hand_ik.L")
    person.wait_for_the_pose()
    person.view.begin("move")
    press(person, Qt.Key.Key_1)
    assert person.view._controller.readout.startswith("1 m") and person.view.camera == before
    person.view._controller.cancel()


def test_digits_of_the_keypad_look_from_the_sides_wherever_nothing_is_typed(person: Person) -> None:
    person.view.reduced_motion = True
    tree = person.window.panels.hierarchy.tree
    card = person.window.panels.poses.findChild(PoseCard)
    person.session.select(("hand.L",), "hand.L")
    person.wait_for_the_pose()
    person.look()
    field = next(each for each in person.window.findChildren(NumberField) if each.isVisible())
    for on, seen in ((tree, True), (card, True), (field, False)):
        person.view.orbit_by(40.0, 20.0)
        on.setFocus()
        QtWidgets.QApplication.sendEvent(on, QtGui.QKeyEvent(QtCore.QEvent.Type.KeyPress, Qt.Key.Key_3, PAD, "3"))
        assert (person.view.camera.name == "Right" and person.view.camera.pitch == 0.0) == seen, type(on).__name__


def test_without_num_lock_the_keypad_steps_through_the_tree(person: Person) -> None:
    tree, before = person.window.panels.hierarchy.tree, person.view.camera
    tree.setFocus()
    QtWidgets.QApplication.sendEvent(tree, QtGui.QKeyEvent(QtCore.QEvent.Type.KeyPress, Qt.Key.Key_Down, PAD))
    assert person.view.camera == before
