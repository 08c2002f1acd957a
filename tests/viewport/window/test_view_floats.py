"""What floats over the figure: every button stands for an action, keeps its place, and keeps the pointer to itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtTest import QTest

from pantin.viewport.tools.dragging.events import Snap
from pantin.viewport.values.colours import DARK, LIGHT
from pantin.viewport.window.buttons import Button
from pantin.viewport.window.floats import (
    BONES,
    FIGURES,
    ORIENTATIONS,
    OVER_BONES,
    PIVOTS,
    TOOLS,
    snapped_to,
)
from pantin.viewport.window.menu import Menu
from pantin.viewport.window.panels import Panel
from tests.viewport.driven import LEFT, Driven, Qt
from tests.viewport.resting import resting as at_rest

NAMES = (
    *(f"tool_{name}" for name in TOOLS),
    *("auto_ik", "switch_perspective", "frame_selected", "export_picture"),
    *(*ORIENTATIONS, *PIVOTS, *BONES, *OVER_BONES, *FIGURES),
)


class Bound:
    """A view whose buttons stand for actions; what was triggered, in order."""

    def __init__(self, driven: Driven) -> None:
        self.driven, self.view = driven, driven.view
        self.triggered: list[str] = []
        self.actions = {name: self._made(name) for name in NAMES}
        self.view.bind(self.actions)

    def _made(self, name: str) -> QtGui.QAction:
        action = QtGui.QAction(
            f"Title of {name}", self.view, checkable=name not in ("frame_selected", "export_picture")
        )
        action.setToolTip(f"Tip of {name}")
        action.triggered.connect(lambda: self.triggered.append(name))
        return action

    @property
    def buttons(self) -> list[Button]:
        return self.view.findChildren(Button)

    def button(self, name: str) -> Button:
        return next(button for button in self.buttons if button.toolTip() == f"Tip of {name}")

    def opening(self, word: str) -> Button:
        return next(button for button in self.buttons if button.accessibleName().startswith(word))


@pytest.mark.parametrize(
    ("snaps", "words"),
    [
        (("joints", "floor", "mirror"), "joints, floor, mirror"),
        (("mirror", "joints"), "joints, mirror"),
        (("joints", "floor", "mirror", "figure"), "all but grid"),
        (("joints", "floor", "mirror", "grid", "figure"), "everything"),
        ((), "nothing"),
    ],
)
def test_what_joints_snap_to_is_said_in_full(snaps: tuple[Snap, ...], words: str) -> None:
    assert snapped_to(snaps) == words


@pytest.fixture
def bound(driven: Driven) -> Bound:
    return Bound(driven)


@pytest.fixture
def opened(bound: Bound, qtbot) -> Iterator:
    """Opens the menu of a button."""

    def open_menu(word: str) -> Menu:
        button = bound.opening(word)
        qtbot.mouseClick(button, LEFT)
        qtbot.waitUntil(button.menu.isVisible)
        return button.menu

    yield open_menu
    for menu in bound.view.findChildren(Menu):
        menu.close()


def test_without_actions_nothing_can_be_pressed_and_nothing_breaks(driven: Driven, qtbot) -> None:
    buttons = [button for button in driven.view.findChildren(Button) if button.isVisibleTo(driven.view)]
    assert len(buttons) == 12 and not any(button.isEnabled() for button in buttons)
    assert all(button.toolTip() and button.accessibleName() for button in buttons)
    for button in buttons:
        qtbot.mouseClick(button, LEFT)
    driven.view.bind({})
    driven.view.grab()


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


def test_pressing_leaves_it_to_the_action_whether_it_is_on(bound: Bound, qtbot) -> None:
    action = bound.actions["tool_move"]
    action.setChecked(True)
    action.triggered.connect(lambda: action.setChecked(True))
    qtbot.mouseClick(bound.button("tool_move"), LEFT)
    assert bound.button("tool_move").isChecked()


@pytest.mark.parametrize(
    ("word", "names"),
    [("Orientation", ORIENTATIONS), ("Pivot", PIVOTS), ("Display", (*BONES, *OVER_BONES, *FIGURES))],
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


def test_a_menu_wears_the_theme_and_ticks_what_is_on(bound: Bound, opened) -> None:
    pictures = []
    for colours in (DARK, LIGHT):
        bound.view.show_colours(colours)
        menu = opened("Display")
        pictures.append(menu.grab().toImage())
        beside_words = pictures[-1].pixelColor(menu.width() - 10, 12)
        assert abs(beside_words.lightness() - QtGui.QColor(*colours.float_panel).lightness()) < 8
        menu.close()
    bound.actions["show_names"].setChecked(True)
    menu = opened("Display")
    row = menu.actionGeometry(bound.actions["show_names"])
    plain, ticked = (image.copy(row) for image in (pictures[1], menu.grab().toImage()))
    assert plain != ticked


def test_tab_goes_on_to_the_buttons_but_not_out_of_a_drag(bound: Bound) -> None:
    view, driven = bound.view, bound.driven
    view.activateWindow()
    view.setFocus()
    driven.click(*driven.place("head"))
    view.begin("rotate")
    driven.key(Qt.Key.Key_Tab)
    assert view.focusWidget() in (view, None)
    driven.key(Qt.Key.Key_Escape)
    assert view.focusNextPrevChild(True) and isinstance(view.window().focusWidget(), Button)


def test_settings_are_shown_where_they_are_changed(bound: Bound) -> None:
    auto_ik, orientation = bound.button("auto_ik"), bound.opening("Orientation")
    bar = orientation.parentWidget()
    wide = bar.width()
    bound.view.change_settings(chain_length=3, orientation="parent", pivot="median")
    assert orientation.icon_name == "orientation-parent" and bound.opening("Pivot").icon_name == "pivot-median"
    assert bar.width() > wide and bar.geometry().center().x() == pytest.approx(443, abs=1)
    assert auto_ik.parentWidget() is not bar or auto_ik.width() < 40


@pytest.mark.parametrize("width", [376, 420, 480, 600, 886, 1600])
@pytest.mark.parametrize("height", [260, 682])
@pytest.mark.parametrize("resting", [False, True])
def test_nothing_that_floats_lies_over_anything_else_that_floats(
    bound: Bound, width: int, height: int, resting: bool
) -> None:
    bound.view.change_settings(chain_length=12, orientation="parent", pivot="individual")
    if resting:
        look = at_rest(bound.driven.stage.document)
        bound.view.show_state(look.document, look.evaluated, resting=True)
    bound.view.resize(width, height)
    panels = [panel.geometry() for panel in bound.view.findChildren(Panel) if not panel.isHidden()]
    axes = QtCore.QRect(width - 100, 16, 88, 88)
    title = QtCore.QRect(14, 8, 160, 30)
    assert all(bound.view.rect().contains(panel) for panel in panels)
    for place, one in enumerate([*panels, axes, title]):
        for other in [*panels, axes, title][place + 1 :]:
            assert not one.intersects(other), (one, other)


@pytest.mark.parametrize("what", ["drag", "wheel", "right click"])
def test_what_happens_on_a_panel_does_not_happen_to_the_picture(bound: Bound, what: str, qtbot) -> None:
    view, stage, asked = bound.view, bound.driven.stage, []
    view.context_asked.connect(lambda *said: asked.append(said))
    camera, document = view.camera, stage.document
    for panel in view.findChildren(Panel):
        place = QtCore.QPoint(1, 1)
        if what == "wheel":
            at = QtCore.QPointF(place)
            phase, none = Qt.ScrollPhase.NoScrollPhase, Qt.KeyboardModifier.NoModifier
            angle = QtCore.QPoint(0, 120)
            event = QtGui.QWheelEvent(
                at, panel.mapToGlobal(at), QtCore.QPoint(), angle, Qt.MouseButton.NoButton, none, phase, False
            )
            QtWidgets.QApplication.sendEvent(panel, event)
        elif what == "right click":
            qtbot.mouseClick(panel, Qt.MouseButton.RightButton, pos=place)
        else:
            qtbot.mousePress(panel, LEFT, pos=place)
            qtbot.mouseMove(panel, QtCore.QPoint(30, 60))
            qtbot.mouseRelease(panel, LEFT, pos=QtCore.QPoint(30, 60))
    assert view.camera == camera and stage.document is document and not stage.previews and not asked


def test_over_a_panel_nothing_of_the_picture_is_pointed_at(bound: Bound, qtbot) -> None:
    driven, told = bound.driven, []
    driven.view.hovered.connect(told.append)
    driven.move(*driven.place("chest"))
    qtbot.waitUntil(lambda: told[-1:] == ["chest"])
    panel = driven.view.findChildren(Panel)[0]
    at = QtCore.QPointF(1, 1)
    QtWidgets.QApplication.sendEvent(panel, QtGui.QEnterEvent(at, at, panel.mapToGlobal(at)))
    assert told[-1] is None and panel.cursor().shape() == Qt.CursorShape.ArrowCursor
    assert driven.view.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_panels_let_the_pointer_through_while_a_drag_lasts(bound: Bound) -> None:
    driven, through = bound.driven, Qt.WidgetAttribute.WA_TransparentForMouseEvents
    panels = driven.view.findChildren(Panel)
    driven.click(*driven.place("head"))
    assert not any(panel.testAttribute(through) for panel in panels)
    driven.view.begin("rotate")
    assert all(panel.testAttribute(through) for panel in panels)
    driven.key(Qt.Key.Key_Escape)
    assert not any(panel.testAttribute(through) for panel in panels)


def test_panels_cast_a_shadow_and_change_with_the_theme(bound: Bound) -> None:
    dark = bound.view.grab().toImage()
    bound.view.show_colours(LIGHT)
    light = bound.view.grab().toImage()
    inside = bound.view.findChildren(Panel)[0].geometry().topLeft() + QtCore.QPoint(3, 12)
    assert dark.pixelColor(inside).lightness() < 60 and light.pixelColor(inside).lightness() > 230
