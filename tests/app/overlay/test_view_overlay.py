"""What lies over the figure: every button stands for an action, keeps its place, and keeps the pointer to itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtTest import QTest

from pantin.app.actions import ACTIONS
from pantin.app.actions.drawing import SNAPS
from pantin.app.actions.posing import ORIENTATIONS, PIVOTS
from pantin.app.actions.viewing import BONES, FIGURE, LIMITS
from pantin.app.overlay.options import OVER_BONES, snapped_to
from pantin.app.overlay.tools import TOOLS
from pantin.app.overlay.view_buttons import BUTTONS
from pantin.app.overlay.view_overlay import ViewOverlay
from pantin.viewport.tools.dragging.events import Snap
from pantin.widgets.floating.action_button import ActionButton
from pantin.widgets.floating.floating_panel import FloatingPanel
from pantin.widgets.floating.grouped_menu import GroupedMenu
from pantin.widgets.theme import theme
from tests.viewport.driven import LEFT, Driven, Qt
from tests.viewport.resting import resting as at_rest

NAMES = (
    *(*TOOLS, *BUTTONS, "auto_ik", "tool_draw", "extrude", "mirror_x", "snap"),
    *(*ORIENTATIONS, *PIVOTS, *BONES, *OVER_BONES, *LIMITS, *FIGURE, *SNAPS),
)
ONCE = ("frame_selected", "export_picture", "extrude")
"""What is done and not on or off."""


class Bound:
    """A view with buttons over it that stand for actions; what was triggered, in order."""

    def __init__(self, driven: Driven) -> None:
        self.driven, self.view = driven, driven.view
        self.triggered: list[str] = []
        self.actions = {name: self._made(name) for name in NAMES}
        self.overlay = ViewOverlay(self.view, self.actions)

    def _made(self, name: str) -> QtGui.QAction:
        action = QtGui.QAction(f"Title of {name}", self.view, checkable=name not in ONCE)
        action.setToolTip(f"Tip of {name}")
        action.triggered.connect(lambda: self.triggered.append(name))
        return action

    @property
    def buttons(self) -> list[ActionButton]:
        return self.view.findChildren(ActionButton)

    def button(self, name: str) -> ActionButton:
        return next(button for button in self.buttons if button.toolTip() == f"Tip of {name}")

    def opening(self, word: str) -> ActionButton:
        return next(button for button in self.buttons if button.accessibleName().startswith(word))

    def rest(self) -> None:
        """The rest pose is edited from now on."""
        look = at_rest(self.driven.stage.document)
        self.view.show_state(look.document, look.evaluated, resting=True)


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
def driven(qtbot, qapp) -> Driven:
    theme.apply(qapp, theme.DARK)
    driven = Driven()
    qtbot.addWidget(driven.view)
    driven.view.resize(886, 682)
    driven.stage.show()
    with qtbot.waitExposed(driven.view):
        driven.view.show()
    driven.view.frame_all()
    return driven


@pytest.fixture
def bound(driven: Driven) -> Bound:
    return Bound(driven)


@pytest.fixture
def opened(bound: Bound, qtbot) -> Iterator:
    """Opens the menu of a button."""

    def open_menu(word: str) -> GroupedMenu:
        button = bound.opening(word)
        qtbot.mouseClick(button, LEFT)
        qtbot.waitUntil(button.menu.isVisible)
        return button.menu

    yield open_menu
    for menu in bound.view.findChildren(GroupedMenu):
        menu.close()


def test_everything_stands_for_an_action_of_the_program(bound: Bound) -> None:
    assert set(NAMES) <= set(ACTIONS)
    assert all(button.toolTip() and button.accessibleName() and button.isEnabled() for button in bound.buttons)
    assert len([button for button in bound.buttons if button.isVisible()]) == 12
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


def test_pressing_leaves_it_to_the_action_whether_it_is_on(bound: Bound, qtbot) -> None:
    action = bound.actions["tool_move"]
    action.setChecked(True)
    action.triggered.connect(lambda: action.setChecked(True))
    qtbot.mouseClick(bound.button("tool_move"), LEFT)
    assert bound.button("tool_move").isChecked()


@pytest.mark.parametrize(
    ("word", "names"),
    [("Orientation", ORIENTATIONS), ("Pivot", PIVOTS), ("Display", (*BONES, *OVER_BONES, *LIMITS, *FIGURE))],
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
        theme.apply(qapp, worn)
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
        bound.rest()
    bound.view.resize(width, height)
    panels = [panel.geometry() for panel in bound.view.findChildren(FloatingPanel) if not panel.isHidden()]
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
    for panel in view.findChildren(FloatingPanel):
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
    panel = driven.view.findChildren(FloatingPanel)[0]
    at = QtCore.QPointF(1, 1)
    QtWidgets.QApplication.sendEvent(panel, QtGui.QEnterEvent(at, at, panel.mapToGlobal(at)))
    assert told[-1] is None and panel.cursor().shape() == Qt.CursorShape.ArrowCursor
    assert driven.view.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_panels_let_the_pointer_through_while_a_drag_lasts(bound: Bound) -> None:
    driven, through = bound.driven, Qt.WidgetAttribute.WA_TransparentForMouseEvents
    panels = driven.view.findChildren(FloatingPanel)
    driven.click(*driven.place("head"))
    assert not any(panel.testAttribute(through) for panel in panels)
    driven.view.begin("rotate")
    assert all(panel.testAttribute(through) for panel in panels)
    driven.key(Qt.Key.Key_Escape)
    assert not any(panel.testAttribute(through) for panel in panels)


def test_panels_change_with_the_theme(bound: Bound, qapp) -> None:
    dark = bound.view.grab().toImage()
    theme.apply(qapp, theme.LIGHT)
    light = bound.view.grab().toImage()
    inside = bound.overlay.panels[0].geometry().topLeft() + QtCore.QPoint(3, 12)
    assert dark.pixelColor(inside).lightness() < 60 and light.pixelColor(inside).lightness() > 230


def test_panels_cast_a_shadow_which_the_mouse_goes_through(bound: Bound) -> None:
    tools = bound.overlay.panels[0]
    beside, below = tools.geometry().bottomRight() + QtCore.QPoint(40, 0), tools.geometry().center()
    below.setY(tools.geometry().bottom() + 3)
    picture = bound.view.grab().toImage()
    assert picture.pixelColor(below).lightness() < picture.pixelColor(beside).lightness() - 3
    assert bound.view.childAt(below) is None
    tools.hide()
    assert bound.view.grab().toImage().pixelColor(below) != picture.pixelColor(below)


def test_the_view_knows_how_much_of_it_is_covered_before_it_frames_anew(bound: Bound) -> None:
    bound.view.frame_all()
    bound.view.resize(886, 341)
    tools, options, _, buttons = (panel.geometry() for panel in bound.overlay.panels)
    assert bound.view.covered == (tools.right(), options.bottom(), 886 - buttons.x(), 0)
    evaluated = bound.driven.stage.look().evaluated
    seen = bound.view.camera.project(evaluated.tails, bound.view.width(), bound.view.height())
    assert seen[:, 1].min() > options.bottom()


def test_the_name_of_the_view_follows_the_camera_and_a_drag(bound: Bound) -> None:
    assert bound.overlay.title.words == bound.view.title[:2]
    bound.view.look_from("top")
    assert bound.overlay.title.words == ("Top", "Orthographic · grid 10 cm")
    bound.rest()
    assert bound.overlay.title.words[1] == "Orthographic · rest pose, editing"


class Painted(QtCore.QObject):
    """Counts the frames of a view in a window, and what is painted of the widgets that lie over it."""

    def __init__(self, view: QtWidgets.QWidget) -> None:
        super().__init__()
        self.frames, self.counts = 0, 0
        view.frameSwapped.connect(self._count)
        for widget in view.findChildren(QtWidgets.QWidget):
            widget.installEventFilter(self)

    def _count(self) -> None:
        self.frames += 1

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        self.counts += event.type() == QtCore.QEvent.Type.Paint
        return False


def test_frames_paint_nothing_of_what_lies_over_the_view(bound: Bound, qtbot) -> None:
    """Neither while the camera is turned nor in a drag; only the numbers of a drag are painted when they change."""
    driven = bound.driven
    driven.click(*driven.place("head"))
    QTest.qWait(100)
    painted = Painted(bound.view)

    def frame(do) -> None:
        before = painted.frames
        do()
        qtbot.waitUntil(lambda: painted.frames > before)

    driven.move(300, 400)
    driven.press(Qt.MouseButton.MiddleButton)
    frame(lambda: driven.move(305, 400))
    painted.counts = 0
    for step in range(20):
        frame(lambda step=step: driven.move(311 + step % 2, 400))
    driven.release(Qt.MouseButton.MiddleButton)
    assert painted.frames > 20 and painted.counts == 0
    driven.view.begin("rotate")
    x, y = driven.place("head")
    frame(lambda: driven.move(x + 20, y))
    painted.counts = 0
    for _ in range(20):
        frame(bound.view.update)
    assert painted.counts == 0
    frame(lambda: driven.move(x + 40, y + 10))
    assert painted.counts > 0
    driven.key(Qt.Key.Key_Escape)
