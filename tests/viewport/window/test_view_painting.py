"""Tests of what the real widget puts on a real screen, and the pictures that it makes."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6 import QtCore, QtGui, QtWidgets

from pantin.solver import rest_pose
from pantin.viewport.navigation import axes_corner
from pantin.viewport.values.colours import DARK, LIGHT
from tests.viewport.driven import (
    Driven,
    Qt,
)
from tests.viewport.pictures import figure_of, picture
from tests.viewport.two_figures import RIG, beside, two


def test_the_figure_is_on_the_screen(driven: Driven) -> None:
    seen = driven.view.grabFramebuffer()
    assert (seen.width(), seen.height()) == (886, 682)
    x, y = driven.place("chest")
    wood, nothing = QtGui.QColor(seen.pixel(round(x) + 25, round(y))), QtGui.QColor(seen.pixel(30, 300))
    assert wood.red() > wood.blue() + 40 and abs(nothing.red() - nothing.blue()) < 12


def purple(driven: Driven) -> int:
    """Return how many pixels have the colour of handles."""
    return int((np.abs(picture(driven.view.grabFramebuffer()) - DARK.handle[:3]).max(axis=2) < 24).sum())


def test_a_handle_comes_with_its_limb_and_dragging_the_end_of_the_limb_drags_it(driven: Driven) -> None:
    driven.move(20, 300)
    assert purple(driven) == 0, "at rest there is the figure alone"
    driven.move(*driven.place("forearm.L"))
    driven.view.leave()
    driven.move(*driven.place("forearm.L"))
    assert purple(driven) > 60
    driven.view.change_display(alone=True)
    assert purple(driven) == 0
    driven.view.change_display(alone=False, controls="always")
    assert purple(driven) > 300
    driven.view.change_display(controls="needed")
    x, y = driven.place("hand.L")
    driven.drag((x, y), (x + 20, y - 60))
    assert (
        "hand_ik.L" in driven.stage.document.figure.pose.bones
        and "hand.L" not in driven.stage.document.figure.pose.bones
    )


@pytest.mark.own_window
def test_it_survives_resizing_hiding_and_moving_into_another_window(driven: Driven, qtbot) -> None:
    driven.view.resize(400, 300)
    driven.view.hide()
    driven.view.show()
    driven.view.resize(700, 500)
    other = QtWidgets.QMainWindow()
    qtbot.addWidget(other)
    other.setCentralWidget(driven.view)
    other.resize(600, 500)
    with qtbot.waitExposed(other):
        other.show()
    x, y = driven.place("chest")
    picture = driven.view.grabFramebuffer()
    wood = QtGui.QColor(picture.pixel(round(x) + 12, round(y)))
    assert wood.red() > wood.blue() + 40
    other.takeCentralWidget()


def test_everything_that_a_tool_lays_over_the_figure_can_be_painted(driven: Driven) -> None:
    plain = driven.view.grabFramebuffer()
    driven.click(*driven.place("head"))
    for start, axis in (("rotate", Qt.Key.Key_X), ("move", Qt.Key.Key_Y)):
        driven.move(500, 200)
        driven.view.begin(start)
        driven.move(520, 240)
        driven.key(axis)
        assert driven.stage.previews[-1].overlay.guides
        assert driven.view.grabFramebuffer() != plain
        driven.key(Qt.Key.Key_Escape)


@pytest.mark.own_window
def test_an_error_while_painting_is_reported(driven: Driven, qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pantin.viewport.window.shown_frame.scene", lambda *_, **__: 1 / 0)
    with qtbot.capture_exceptions() as errors:
        driven.view.grabFramebuffer()
    assert [kind for kind, _, _ in errors] == [ZeroDivisionError]


def test_the_light_theme_repaints_everything(driven: Driven) -> None:
    driven.view.show_colours(LIGHT)
    corner = QtGui.QColor(driven.view.grabFramebuffer().pixel(200, 200))
    assert corner.lightness() > 200


def test_a_picture_has_its_own_size_and_nothing_over_the_figure(driven: Driven) -> None:
    driven.view.pick_tool("move")
    driven.click(*driven.place("chest"))
    picture = driven.view.picture((320, 240))()
    assert (picture.width(), picture.height()) == (320, 240)


@pytest.mark.parametrize("size", [(1, 1), (300, 700), (886, 682), (2600, 300)])
def test_a_picture_of_any_size_has_no_gizmo_no_axes_and_no_buttons(driven: Driven, size: tuple[int, int]) -> None:
    driven.stage.select(("chest",), "chest")
    plain = driven.view.picture(size)()
    driven.view.pick_tool("move")
    driven.move(*driven.place("head"))
    assert (plain.width(), plain.height()) == size
    assert driven.view.picture(size)() == plain
    x, y = size[0] - axes_corner.PLACE[0], axes_corner.PLACE[1]
    if plain.rect().adjusted(60, 60, -60, -60).contains(QtCore.QPoint(round(x - 30), round(y + 30))):
        cut = plain.copy(round(x) - 45, 15, 90, 90)
        colours = {cut.pixelColor(i % 90, i // 90).saturation() for i in range(90 * 90)}
        assert max(colours) < 60


def test_items_of_others_are_drawn_with_our_camera(driven: Driven) -> None:
    view = driven.view
    place = np.array([0.2, -0.1, 1.0, 1.0])
    region = view.getViewport()
    whole = np.array(view.projectionMatrix(region, region).data()).reshape(4, 4).T
    seen = np.array(view.viewMatrix().data()).reshape(4, 4).T
    clip = whole @ seen @ place
    x, y, _ = view.lens.project(place[:3])[0]
    assert ((clip[0] / clip[3] + 1) * 443, (1 - clip[1] / clip[3]) * 341) == pytest.approx((x, y), abs=0.01)
    part = np.array(view.projectionMatrix((443, 341, 443, 341), region).data()).reshape(4, 4).T @ seen @ place
    assert part[0] / part[3] == pytest.approx(2 * clip[0] / clip[3] - 1, abs=1e-5)


def test_an_item_of_pyqtgraph_is_drawn_in_its_place(driven: Driven) -> None:
    from pyqtgraph.opengl import GLLinePlotItem

    view, plain = driven.view, driven.view.grabFramebuffer()
    ends = np.array([[-0.5, 0.0, 1.9], [0.5, 0.0, 1.9]])
    line = GLLinePlotItem(pos=np.zeros((2, 3)), color=(1.0, 0.0, 1.0, 1.0), glOptions="opaque")
    line.setData(pos=ends - (0.0, 0.0, 1.0))
    line.translate(0.0, 0.0, 1.0)
    view.addItem(line)
    drawn = view.grabFramebuffer()
    x, y, _ = view.lens.project(ends.mean(axis=0))[0]
    near = [drawn.pixelColor(round(x), round(y) + step) for step in (-2, -1, 0, 1, 2)]
    assert QtGui.QColor(255, 0, 255) in near
    view.removeItem(line)
    assert view.grabFramebuffer() == plain


def test_a_picture_of_all_figures_has_each_of_them_whole(driven: Driven) -> None:
    """Ben stands 3 m beside Anna, out of the view; in the picture both are, and neither touches its edges."""
    others = beside((3.0, 0.0, 0.0))
    driven.view.show_state(two(), rest_pose(RIG), others=others)
    view = driven.view
    alone, all_of_them = (
        figure_of(picture(view.picture((360, 200), camera=camera)()))
        for camera in (view.camera, view.camera_of_all((360, 200)))
    )
    assert alone.any() and all_of_them[:, 20:140].any() and all_of_them[:, 220:340].any()
    assert not all_of_them[:, :3].any() and not all_of_them[:, -3:].any() and not all_of_them[:, 160:200].any()
