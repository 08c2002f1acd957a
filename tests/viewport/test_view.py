"""The real widget on a real screen: mouse and keys go in, the stage is told, and pixels change."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtTest import QTest

import solver
from rigs.document import Document
from rigs.templates import humanoid
from tests.viewport.stages import Told, seen_at
from viewport import gizmo
from viewport.colours import LIGHT
from viewport.view import View, in_words

Qt = QtCore.Qt
NONE, SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton


class Driven:
    """A view with a stage, driven like a person drives it."""

    def __init__(self) -> None:
        self.stage = Told(Document(humanoid.rig()))
        self.view = View(self.stage)
        self.view.reduced_motion = True
        self.stage.shown = self.view.show_state
        self.hints: list = []
        self.view.hints_changed.connect(self.hints.append)
        self.at = QtCore.QPointF()
        self.down = Qt.MouseButton.NoButton

    def place(self, name: str, part: float = 0.5) -> tuple[float, float]:
        return seen_at(self.stage.look(), name, part, self.view.lens)

    def move(self, x: float, y: float, held: Qt.KeyboardModifier = NONE) -> None:
        self.at = QtCore.QPointF(x, y)
        self._mouse(QtCore.QEvent.Type.MouseMove, Qt.MouseButton.NoButton, held)

    def press(self, button: Qt.MouseButton = LEFT, held: Qt.KeyboardModifier = NONE) -> None:
        self.down |= button
        self._mouse(QtCore.QEvent.Type.MouseButtonPress, button, held)

    def release(self, button: Qt.MouseButton = LEFT, held: Qt.KeyboardModifier = NONE) -> None:
        self.down &= ~button
        self._mouse(QtCore.QEvent.Type.MouseButtonRelease, button, held)

    def drag(self, start: tuple, end: tuple, button: Qt.MouseButton = LEFT, held: Qt.KeyboardModifier = NONE) -> None:
        self.move(*start, held)
        self.press(button, held)
        for part in np.linspace(0, 1, 6)[1:]:
            self.move(*(np.array(start) * (1 - part) + np.array(end) * part), held)
        self.release(button, held)

    def click(self, x: float, y: float, held: Qt.KeyboardModifier = NONE) -> None:
        self.drag((x, y), (x, y), held=held)

    def wheel(self, notches: int, held: Qt.KeyboardModifier = NONE) -> None:
        angle, phase = QtCore.QPoint(0, 120 * notches), Qt.ScrollPhase.NoScrollPhase
        event = QtGui.QWheelEvent(self.at, self._globally(), QtCore.QPoint(), angle, self.down, held, phase, False)
        QtWidgets.QApplication.sendEvent(self.view, event)

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.view, key, held)

    def _mouse(self, kind: QtCore.QEvent.Type, button: Qt.MouseButton, held: Qt.KeyboardModifier) -> None:
        event = QtGui.QMouseEvent(kind, self.at, self._globally(), button, self.down, held)
        QtWidgets.QApplication.sendEvent(self.view, event)

    def _globally(self) -> QtCore.QPointF:
        return self.view.mapToGlobal(self.at)


@pytest.fixture
def driven(qtbot) -> Driven:
    driven = Driven()
    qtbot.addWidget(driven.view)
    driven.view.resize(886, 682)
    driven.stage.show()
    with qtbot.waitExposed(driven.view):
        driven.view.show()
    driven.view.setFocus()
    return driven


def hand_of(driven: Driven) -> np.ndarray:
    look = driven.stage.look()
    return np.array(look.evaluated.tails[look.evaluated.index["hand.L"]])


def test_the_figure_is_on_the_screen(driven: Driven) -> None:
    picture = driven.view.grabFramebuffer()
    assert (picture.width(), picture.height()) == (886, 682)
    x, y = driven.place("chest")
    wood, nothing = QtGui.QColor(picture.pixel(round(x) + 25, round(y))), QtGui.QColor(picture.pixel(30, 300))
    assert wood.red() > wood.blue() + 40 and abs(nothing.red() - nothing.blue()) < 12


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
    assert driven.stage.put_backs == 1 and driven.stage.kept == []
    assert driven.stage.document is document and np.array_equal(driven.stage.evaluated.matrices, matrices)
    driven.move(x + 20, y)
    driven.release()
    assert driven.stage.put_backs == 1 and driven.stage.kept == [] and driven.stage.document is document


def test_page_keys_and_wheel_change_the_chain_while_the_pointer_rests(driven: Driven, qtbot) -> None:
    told: list = []
    driven.view.auto_ik_changed.connect(lambda on, length: told.append((on, length)))
    driven.click(*driven.place("head"))
    driven.move(*driven.place("head"))
    driven.press()
    driven.move(driven.at.x() + 30, driven.at.y() + 10)
    camera = driven.view.camera
    lit = [len(driven.stage.previews[-1].overlay.lit)]
    for act in (
        lambda: driven.key(Qt.Key.Key_PageUp),
        lambda: driven.key(Qt.Key.Key_PageUp, CTRL),
        lambda: driven.key(Qt.Key.Key_PageUp, SHIFT),
        lambda: driven.wheel(1),
        lambda: driven.wheel(-1, CTRL),
        lambda: driven.key(Qt.Key.Key_PageDown),
    ):
        act()
        lit.append(len(driven.stage.previews[-1].overlay.lit))
    assert lit[1:] == [1, 2, 3, 2, 3, 2] and lit[0] >= 4
    assert driven.view.camera == camera
    driven.release()
    assert told[-1] == (True, 2) and len(driven.stage.kept) == 1


def test_before_a_drag_keys_and_ctrl_wheel_set_the_chain_and_the_plain_wheel_zooms(driven: Driven) -> None:
    told: list = []
    driven.view.auto_ik_changed.connect(lambda on, length: told.append(length))
    driven.click(*driven.place("head"))
    camera = driven.view.camera
    driven.key(Qt.Key.Key_PageUp)
    driven.key(Qt.Key.Key_PageUp, CTRL)
    driven.wheel(-1, CTRL)
    driven.wheel(1, CTRL)
    for _ in range(3):
        driven.key(Qt.Key.Key_PageDown)
    assert told == [1, 2, 3, 2, 1, 0] and driven.view.camera == camera
    driven.wheel(1)
    assert driven.view.camera.distance < camera.distance and told[-1] == 0


def test_a_click_selects_and_three_pixels_are_still_a_click(driven: Driven) -> None:
    x, y = driven.place("forearm.R")
    driven.drag((x, y), (x + 2, y + 2))
    assert driven.stage.document.active == "forearm.R" and driven.stage.previews == []
    driven.click(*driven.place("head"), SHIFT)
    assert driven.stage.document.selected == ("forearm.R", "head")
    driven.click(300, 60)
    assert driven.stage.document.selected == ()


def test_dragging_nothing_does_nothing(driven: Driven) -> None:
    camera, document = driven.view.camera, driven.stage.document
    driven.drag((250, 250), (300, 400))
    assert driven.view.camera == camera and driven.stage.document is document and driven.stage.previews == []


@pytest.mark.parametrize(
    ("button", "held", "changes"),
    [
        (MIDDLE, NONE, "yaw"),
        (MIDDLE, SHIFT, "target"),
        (MIDDLE, CTRL, "distance"),
        (LEFT, ALT, "yaw"),
        (MIDDLE, ALT, "target"),
        (RIGHT, ALT, "distance"),
    ],
)
def test_both_habits_turn_the_camera(driven: Driven, button, held, changes: str) -> None:
    before, document = driven.view.camera, driven.stage.document
    driven.drag(driven.place("chest"), (500, 300), button, held)
    after = driven.view.camera
    names = ("yaw", "target", "distance")
    changed = {name for name in names if getattr(after, name) != pytest.approx(getattr(before, name), abs=1e-9)}
    assert changed == {changes} and driven.stage.document is document


def test_g_moves_the_selection_without_a_button_and_a_click_keeps_it(driven: Driven) -> None:
    driven.click(*driven.place("knee_pole.L", 0.0))
    driven.move(400, 300)
    driven.key(Qt.Key.Key_G)
    driven.move(450, 300)
    driven.key(Qt.Key.Key_X)
    pose = driven.stage.previews[-1].document.rig.pose
    driven.press()
    driven.release()
    assert [kept.label for kept in driven.stage.kept] == ["Move knee_pole.L"]
    assert driven.stage.document.rig.pose == pose and "knee_pole.L" in pose


def test_r_turns_by_typed_degrees_and_enter_keeps_them(driven: Driven) -> None:
    driven.click(*driven.place("head"))
    driven.key(Qt.Key.Key_R)
    for key in (Qt.Key.Key_Z, Qt.Key.Key_2, Qt.Key.Key_0, Qt.Key.Key_Return):
        driven.key(key)
    assert [kept.label for kept in driven.stage.kept] == ["Rotate head"]
    assert driven.stage.document.rig.transform("head").rotation[3] == pytest.approx(np.cos(np.radians(10)), abs=1e-6)


def test_shortcuts_of_the_program_wait_for_the_end_of_a_drag(driven: Driven) -> None:
    def wanted(key: Qt.Key, held: Qt.KeyboardModifier) -> bool:
        event = QtGui.QKeyEvent(QtCore.QEvent.Type.ShortcutOverride, key, held)
        event.ignore()
        QtWidgets.QApplication.sendEvent(driven.view, event)
        return event.isAccepted()

    assert not wanted(Qt.Key.Key_Z, CTRL) and wanted(Qt.Key.Key_G, NONE)
    driven.move(*driven.place("hand.L"))
    driven.press()
    driven.move(driven.at.x() + 20, driven.at.y())
    assert wanted(Qt.Key.Key_Z, CTRL)
    document = driven.stage.previews[-1].document
    driven.key(Qt.Key.Key_Z, CTRL)
    assert driven.stage.previews[-1].document == document


def test_the_move_gizmo_is_dragged_along_its_axis(driven: Driven) -> None:
    driven.click(*driven.place("knee_pole.L", 0.0))
    driven.view.pick_tool("move")
    look, lens = driven.stage.look(), driven.view.lens
    head = np.array(look.evaluated.heads[look.evaluated.index["knee_pole.L"]])
    start = lens.project(head + np.array([0, 0, 60 * lens.pixel(head)]))[0, :2]
    driven.drag(tuple(start), (start[0] + 15, start[1] - 40))
    moved = driven.stage.evaluated.heads[look.evaluated.index["knee_pole.L"]] - head
    assert moved[2] > 0.08 and moved[:2] == pytest.approx([0, 0], abs=1e-9)
    assert driven.stage.kept[-1].label == "Move knee_pole.L"


def test_the_axes_in_the_corner_look_along_and_turn(driven: Driven) -> None:
    ball = next(ball for ball in gizmo.balls(driven.view.lens) if ball.name == "x")
    driven.click(ball.x, ball.y)
    assert driven.view.camera.name == "Right"
    centre = (886 - gizmo.CORNER[0], gizmo.CORNER[1])
    driven.drag(centre, (centre[0] + 50, centre[1] + 20))
    assert driven.view.camera.name != "Right" and driven.stage.document.selected == ()


def test_framing_by_key(driven: Driven) -> None:
    driven.click(*driven.place("hand.L"))
    driven.key(Qt.Key.Key_F)
    near = driven.view.camera
    assert near.distance < 1.0
    driven.key(Qt.Key.Key_Home)
    assert driven.view.camera.distance > 3.0
    driven.key(Qt.Key.Key_Period)
    assert driven.view.camera.distance == pytest.approx(near.distance)


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


def test_nothing_is_dragged_before_there_is_a_solver(driven: Driven) -> None:
    driven.stage.ready = False
    start = driven.place("head")
    driven.drag(start, (start[0] + 40, start[1] + 40))
    driven.click(*driven.place("head"))
    driven.key(Qt.Key.Key_G)
    assert driven.stage.previews == [] and driven.stage.document.active == "head"
    assert ("LMB", "Select; dragging waits for the solver") in driven.hints[-1]


def test_without_auto_ik_a_drag_swings_the_bone_alone(driven: Driven) -> None:
    driven.view.switch_auto_ik(False)
    x, y = driven.place("head", 0.8)
    driven.drag((x, y), (x + 40, y))
    assert driven.stage.kept[-1].preview.grabs == ()
    assert set(driven.stage.document.rig.pose) == {"head"}


def test_the_floating_buttons_say_what_they_do_and_do_it(driven: Driven, qtbot) -> None:
    told: list = []
    driven.view.tool_changed.connect(told.append)
    driven.view.auto_ik_changed.connect(lambda on, length: told.append(on))
    driven.view.picture_asked.connect(lambda: told.append("picture"))
    buttons = driven.view.findChildren(QtWidgets.QAbstractButton)
    assert all(button.toolTip() and button.accessibleName() for button in buttons)
    for button in buttons:
        qtbot.mouseClick(button, LEFT)
    assert told == ["move", "rotate", False, "picture"] or set(told) == {"select", "move", "rotate", False, "picture"}


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
    for start, axis in ((Qt.Key.Key_R, Qt.Key.Key_X), (Qt.Key.Key_G, Qt.Key.Key_Y)):
        driven.move(500, 200)
        driven.key(start)
        driven.move(520, 240)
        driven.key(axis)
        assert driven.stage.previews[-1].overlay.guides
        assert driven.view.grabFramebuffer() != plain
        driven.key(Qt.Key.Key_Escape)


def test_an_error_while_painting_is_reported(driven: Driven, qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewport.view.scene", lambda *_, **__: 1 / 0)
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
    picture = driven.view.picture(320, 240)
    assert (picture.width(), picture.height()) == (320, 240)


@pytest.mark.parametrize("size", [(1, 1), (300, 700), (886, 682), (2600, 300)])
def test_a_picture_of_any_size_has_no_gizmo_no_axes_and_no_buttons(driven: Driven, size: tuple[int, int]) -> None:
    driven.stage.select(("chest",), "chest")
    plain = driven.view.picture(*size)
    driven.view.pick_tool("move")
    driven.move(*driven.place("head"))
    assert (plain.width(), plain.height()) == size
    assert driven.view.picture(*size) == plain
    x, y = size[0] - gizmo.CORNER[0], gizmo.CORNER[1]
    if plain.rect().adjusted(60, 60, -60, -60).contains(QtCore.QPoint(round(x - 30), round(y + 30))):
        corner = plain.copy(round(x) - 45, 15, 90, 90)
        colours = {corner.pixelColor(i % 90, i // 90).saturation() for i in range(90 * 90)}
        assert max(colours) < 60


def test_x_ray_is_a_button_and_a_switch_of_the_program(driven: Driven, qtbot) -> None:
    told: list[bool] = []
    driven.view.x_ray_changed.connect(told.append)
    front = driven.view.grabFramebuffer()
    button = next(b for b in driven.view.findChildren(QtWidgets.QAbstractButton) if b.text() == "X-ray")
    qtbot.mouseClick(button, LEFT)
    assert told == [True] and button.isChecked()
    x_ray = driven.view.grabFramebuffer()
    assert x_ray != front and driven.view.picture(200, 150) == driven.view.picture(200, 150)
    driven.view.switch_x_ray(False)
    assert told == [True, False] and not button.isChecked()
    assert driven.view.grabFramebuffer() == front


@pytest.mark.parametrize(("metres", "words"), [(10.0, "10 m"), (0.1, "10 cm"), (0.01, "1 cm"), (0.0001, "0.1 mm")])
def test_the_grid_is_named_in_the_unit_that_fits(metres: float, words: str) -> None:
    assert in_words(metres) == words


def test_zooming_finds_what_is_under_the_pointer_now(driven: Driven) -> None:
    told: list = []
    driven.view.hovered.connect(told.append)
    x, y = driven.place("hand.L")
    driven.move(x + 10, y)
    driven.wheel(0)
    assert told[-1] is not None
    for _ in range(12):
        driven.wheel(1)
    assert told[-1] is None


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


def test_the_chain_that_is_kept_holds_without_its_grabs(driven: Driven) -> None:
    start = driven.place("head", 0.8)
    driven.drag(start, (start[0] + 30, start[1] + 20))
    preview = driven.stage.kept[-1].preview
    assert preview.grabs
    pulled = solver.evaluate(preview.document, preview.grabs)
    assert driven.stage.evaluated.matrices == pytest.approx(pulled.matrices, abs=1e-6)
