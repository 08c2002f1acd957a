"""Tests of what lies over the figure, in the real window: presses are its own, keys stay with the figure, reasons are
said.
"""

from __future__ import annotations

from PySide6 import QtCore, QtWidgets
from PySide6.QtTest import QTest

from pantin.app.overlay.view_overlay import Tools
from pantin.widgets.floating.action_button import ActionButton
from tests.app.person import LEFT, Person

Qt = QtCore.Qt


def button(person: Person, name: str) -> ActionButton:
    """The button in the left panel that stands for an action."""
    [tools] = person.view.findChildren(Tools)
    title = person.window.menus.actions[name].iconText()
    return next(found for found in tools.findChildren(ActionButton) if found.accessibleName() == title)


def test_a_press_on_a_button_is_not_one_on_the_figure_and_keys_stay_with_the_figure(person: Person) -> None:
    document, steps = person.session.document, len(person.session.history.steps)
    QTest.mouseClick(button(person, "tool_move"), LEFT)
    assert person.view.tool == "move" and button(person, "tool_move").isChecked()
    assert not button(person, "tool_select").isChecked()
    assert person.session.document is document and len(person.session.history.steps) == steps
    assert QtWidgets.QApplication.focusWidget() is person.view


def test_what_cannot_be_done_is_dim_and_says_why(person: Person) -> None:
    person.session.select((), None)
    person.key(Qt.Key.Key_Tab)
    extrude = button(person, "extrude")
    person.wait_for_the_pose()
    assert extrude.isVisible() and not extrude.isEnabled() and "Select" in extrude.toolTip()
    QTest.mouseClick(extrude, LEFT)
    assert len(person.session.history.steps) == 1
    person.session.select(("hand.L",), "hand.L")
    person.wait_for_the_pose()
    assert extrude.isEnabled() and "Select" not in extrude.toolTip()


def test_auto_ik_is_switched_in_both_places(person: Person) -> None:
    was = person.view.settings.auto_ik
    QTest.mouseClick(button(person, "auto_ik"), LEFT)
    assert person.view.settings.auto_ik is not was
    title = person.window.menus.actions["auto_ik"].iconText()
    both = [found for found in person.view.findChildren(ActionButton) if found.accessibleName() == title]
    assert len(both) == 2 and {found.isChecked() for found in both} == {not was}
