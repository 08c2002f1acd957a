"""The buttons over the figure and their menus: every one stands for an action, by mouse and by keyboard."""

from __future__ import annotations

import pytest
from PySide6 import QtCore, QtGui
from PySide6.QtTest import QTest

from pantin.app.actions import ACTIONS
from pantin.app.actions.pose.balancing import SHOWN
from pantin.app.actions.pose.posing import ORIENTATIONS, PIVOTS
from pantin.app.actions.viewing import BONES, CONTROLS, FIGURE, GHOSTS, LIMITS, SKIN
from pantin.app.overlay.options import OVER_BONES, snapped_to
from pantin.viewport.tools.dragging.events import Snap
from pantin.widgets.floating.action_button import ActionButton
from pantin.widgets.theme import theme
from pantin.widgets.theme.style.dressing import apply_theme
from tests.app.overlay.bound import NAMES, Bound
from tests.viewport.driven import LEFT, Qt


@pytest.mark.parametrize(
    ("snaps", "words"),
    [
        (("joints", "floor", "mirror"), "joints, floor, mirror"),
        (("mirror", "joints"), "joints, mirror"),
        (("joints", "floor", "mirror", "mesh"), "joints, floor, mirror, mesh"),
        (("joints", "floor", "mirror", "figure", "mesh"), "all but grid"),
        (("joints", "floor", "mirror", "grid", "figure", "mesh"), "everything"),
        ((), "nothing"),
    ],
)
def test_what_joints_snap_to_is_said_in_full(snaps: tuple[Snap, ...], words: str) -> None:
    assert snapped_to(snaps) == words


def test_everything_stands_for_an_action_of_the_program(bound: Bound) -> None:
    assert set(NAMES) <= set(ACTIONS)
    assert all(button.toolTip() and button.accessibleName() and button.isEnabled() for button in bound.buttons)
    assert len([button for button in bound.buttons if button.isVisible()]) == 13
    bound.rest()
    assert len([button for button in bound.buttons if button.isVisible()]) == 13


def test_a_button_does_what_its_action_does_by_mouse_and_by_keyboard(bound: Bound, qtbot) -> None:
    singles = ("tool_select", "tool_move", "tool_rotate", "tool_scale", "switch_perspective", "export_picture")
    for name in singles:
        qtbot.mouseClick(bound.button(name), LEFT)
    assert bound.triggered == list(singles)
    bound.button("frame_selected").setFocus()
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Return):
        QTest.keyClick(bound.button("frame_selected"), key)
    assert bound.triggered[-2:] == ["frame_selected"] * 2


def test_a_button_follows_its_action(bound: Bound) -> None:
    action, button = bound.actions["tool_rotate"], bound.button("tool_rotate")
    action.setChecked(True)
    assert button.isChecked() and button.accessibleName() == "Title of tool_rotate"
    action.setEnabled(False)
    action.setToolTip("Select a bone first.")
    assert not button.isEnabled() and button.toolTip() == "Select a bone first."


@pytest.mark.own_window
def test_pressing_leaves_it_to_the_action_whether_it_is_on(bound: Bound, qtbot) -> None:
    action = bound.actions["tool_move"]
    action.setChecked(True)
    action.triggered.connect(lambda: action.setChecked(True))
    qtbot.mouseClick(bound.button("tool_move"), LEFT)
    assert bound.button("tool_move").isChecked()


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("Orientation", ORIENTATIONS),
        ("Pivot", PIVOTS),
        (
            "Display",
            (*CONTROLS, "hide_controls", *BONES, *OVER_BONES, *LIMITS, *FIGURE, *SKIN, "fixed_light", *GHOSTS, *SHOWN),
        ),
    ],
)
def test_a_menu_holds_the_actions_and_triggers_them(bound: Bound, opened, word: str, names: tuple) -> None:
    menu = opened(word)
    held = [action for action in menu.actions() if action in bound.actions.values()]
    assert held == [bound.actions[name] for name in names]
    QTest.mouseClick(menu, LEFT, Qt.KeyboardModifier.NoModifier, menu.actionGeometry(held[-1]).center())
    assert bound.triggered == [names[-1]] and held[-1].isChecked()


def test_one_of_a_group_is_on_and_switches_stand_alone(bound: Bound) -> None:
    for name in (*ORIENTATIONS, *PIVOTS, *OVER_BONES):
        bound.actions[name].setChecked(True)
    on = [name for name, action in bound.actions.items() if action.isChecked()]
    assert on == [ORIENTATIONS[-1], PIVOTS[-1], *OVER_BONES]


def test_a_menu_opens_and_is_used_from_the_keyboard(bound: Bound, qtbot) -> None:
    button = bound.opening("Orientation")
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Down)
    qtbot.waitUntil(button.menu.isVisible)
    button.menu.setActiveAction(bound.actions["orientation_local"])
    QTest.keyClick(button.menu, Qt.Key.Key_Down)
    QTest.keyClick(button.menu, Qt.Key.Key_Return)
    assert bound.triggered == ["orientation_parent"] and not button.menu.isVisible()


def test_a_menu_wears_the_theme_and_ticks_what_is_on(bound: Bound, opened, qapp) -> None:
    pictures = []
    for worn in (theme.DARK, theme.LIGHT):
        apply_theme(worn)
        menu = opened("Display")
        pictures.append(menu.grab().toImage())
        beside_words = pictures[-1].pixelColor(menu.width() - 10, 12)
        assert abs(beside_words.lightness() - theme.colour(worn.panel).lightness()) < 8
        menu.close()
    bound.actions["show_names"].setChecked(True)
    menu = opened("Display")
    row = menu.actionGeometry(bound.actions["show_names"])
    plain, ticked = (image.copy(row) for image in (pictures[1], menu.grab().toImage()))
    assert plain != ticked


def test_a_button_is_lit_while_its_menu_is_open_and_not_afterwards(bound: Bound, opened) -> None:
    button = bound.opening("Pivot")
    resting = button.grab().toImage()
    menu = opened("Pivot")
    assert button.grab().toImage() != resting
    QtGui.QCursor.setPos(bound.view.mapToGlobal(QtCore.QPoint(443, 600)))
    menu.close()
    assert button.grab().toImage() == resting


def test_tab_goes_on_to_the_buttons_but_not_out_of_a_drag(bound: Bound) -> None:
    view, driven = bound.view, bound.driven
    view.activateWindow()
    view.setFocus()
    driven.click(*driven.place("head"))
    view.begin("rotate")
    driven.key(Qt.Key.Key_Tab)
    assert view.focusWidget() in (view, None)
    driven.key(Qt.Key.Key_Escape)
    assert view.focusNextPrevChild(True) and isinstance(view.window().focusWidget(), ActionButton)
