"""Tests that what lies over the figure keeps its place, keeps the pointer to itself, and costs a frame nothing."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtTest import QTest

from pantin.app.actions.pose.pinning import REACHES
from pantin.widgets.floating.floating_panel import FloatingPanel
from pantin.widgets.floating.heat_legend import HeatLegend
from pantin.widgets.floating.segments import Segments
from pantin.widgets.theme import theme
from pantin.widgets.theme.style.dressing import apply_theme
from tests.app.overlay.bound import Bound
from tests.viewport.driven import LEFT, Qt


def test_settings_are_shown_where_they_are_changed(bound: Bound) -> None:
    auto_ik, orientation = bound.button("auto_ik"), bound.opening("Orientation")
    bar = orientation.parentWidget()
    before = bar.geometry()
    assert bar.geometry().center().x() == pytest.approx(bound.view.width() / 2, abs=1), "in the middle of the view"
    bound.view.change_settings(chain_length=3, orientation="parent", pivot="median")
    assert orientation.icon_name == "orientation-parent" and bound.opening("Pivot").icon_name == "pivot-median"
    assert auto_ik.parentWidget() is not bar or auto_ik.width() < 40
    [reach] = bound.view.findChildren(Segments)
    assert reach.segments[0].text() == "Chain 3"
    assert bar.geometry() == before, "whatever is set, nothing moves"
    for chain, orientation_, pivot in product((0, 1, 20), ("global", "view"), ("individual", "active")):
        bound.view.change_settings(chain_length=chain, orientation=orientation_, pivot=pivot)
        assert bar.geometry() == before


def test_words_stay_as_long_as_there_is_room_for_them_beside_or_below_the_title(bound: Bound) -> None:
    orientation = bound.opening("Orientation")
    bound.view.resize(1600, 682)
    wordy = orientation.width()
    for width in (1300, 1000, 886, 760):
        bound.view.resize(width, 682)
        assert orientation.width() == wordy, width


WIDTHS, HEIGHTS = (376, 420, 480, 600, 886, 1600), (260, 682)


@pytest.mark.parametrize("in_rest_pose", [False, True])
def test_nothing_that_floats_lies_over_anything_else_that_floats(bound: Bound, in_rest_pose: bool) -> None:
    bound.view.change_settings(chain_length=12, orientation="parent", pivot="individual")
    if in_rest_pose:
        bound.rest()
    for width, height in product(WIDTHS, HEIGHTS):
        bound.view.resize(width, height)
        panels = [panel.geometry() for panel in bound.view.findChildren(FloatingPanel) if not panel.isHidden()]
        axes = QtCore.QRect(width - 100, 16, 88, 88)
        title = QtCore.QRect(14, 8, 160, 30)
        assert all(bound.view.rect().contains(panel) for panel in panels), (width, height, panels)
        for one, other in combinations([*panels, axes, title], 2):
            assert not one.intersects(other), (width, height, one, other)


def test_the_reach_is_there_as_long_as_it_fits(bound: Bound) -> None:
    """Chain and Body have words and no icon; words of the others go first."""
    [reach] = bound.view.findChildren(Segments)
    for width, seen in ((1600, True), (530, True), (300, False)):
        bound.view.resize(width, 682)
        assert reach.isVisible() is seen, width


@pytest.mark.parametrize("height", [260, 682])
def test_what_does_not_fit_into_a_narrow_view_is_reached_by_one_button(bound: Bound, height: int, opened) -> None:
    """Wherever the reach of Auto IK is not seen above, More offers it, and Auto IK with it; never both."""
    [reach] = bound.view.findChildren(Segments)
    for width in (376, 390, 420, 520, 600, 886):
        bound.view.resize(width, height)
        assert bound.opening("More").isVisible() is not reach.isVisible(), width
    bound.view.resize(376, height)
    menu = opened("More")
    assert {"auto_ik", *REACHES} <= {name for name, action in bound.actions.items() if action in menu.actions()}
    row = menu.actionGeometry(bound.actions[REACHES[0]])
    QTest.mouseClick(menu, LEFT, pos=row.center())
    assert bound.triggered == [REACHES[0]]


def test_the_picture_knows_where_panels_lie_over_it(bound: Bound) -> None:
    for width in (886, 1200):
        bound.view.resize(width, 682)
        panels = [panel.geometry() for panel in bound.view.findChildren(FloatingPanel) if not panel.isHidden()]
        known = {(left, top, right - left, bottom - top) for left, top, right, bottom in bound.view.floats}
        assert {(place.x(), place.y(), place.width(), place.height()) for place in panels} <= known


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
    assert not driven.view.window().testAttribute(Qt.WidgetAttribute.WA_Hover)
    driven.key(Qt.Key.Key_Escape)
    assert not any(panel.testAttribute(through) for panel in panels)
    assert driven.view.window().testAttribute(Qt.WidgetAttribute.WA_Hover)


def test_panels_change_with_the_theme(bound: Bound, qapp) -> None:
    dark = bound.view.grab().toImage()
    apply_theme(theme.LIGHT)
    light = bound.view.grab().toImage()
    inside = bound.overlay.panels[0].geometry().topLeft() + QtCore.QPoint(3, 12)
    assert dark.pixelColor(inside).lightness() < 60 and light.pixelColor(inside).lightness() > 230


@pytest.mark.own_window
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


def test_the_legend_of_weights_is_there_while_they_are_seen(bound: Bound) -> None:
    assert not bound.view.findChildren(HeatLegend) or bound.view.findChildren(HeatLegend)[0].isHidden()
    bound.view.change_display(skin="weights")
    [legend] = bound.view.findChildren(HeatLegend)
    assert legend.isVisibleTo(bound.view)
    others = [each for each in bound.overlay.panels if each is not legend and each.isVisibleTo(bound.view)]
    for width, height in product((480, 1600), HEIGHTS):
        bound.view.resize(width, height)
        assert bound.view.rect().contains(legend.geometry())
        assert not any(legend.geometry().intersects(each.geometry()) for each in others)
    bound.view.change_display(skin="skin")
    assert legend.isHidden()


def test_the_legend_goes_from_violet_to_pale_yellow(bound: Bound) -> None:
    bound.view.change_display(skin="weights")
    [legend] = bound.view.findChildren(HeatLegend)
    picture = legend.grab().toImage()
    none, half, whole = (picture.pixelColor(17, y) for y in (115, 66, 16))
    assert none.blue() > 2 * none.green() and none.lightnessF() < 0.3
    assert half.red() > half.green() and half.red() > half.blue()
    assert min(whole.red(), whole.green()) > 230 > whole.blue()
    bound.view.change_display(skin="skin")
