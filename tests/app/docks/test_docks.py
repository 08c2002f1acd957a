"""Panels are floated, docked, tabbed and hidden, layouts switched, the window resized: nothing of the work is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from OpenGL import GL
from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.docks.arrangement import AREAS
from pantin.app.docks.layouts import LAYOUTS
from pantin.app.docks.panels import PANELS
from pantin.app.window.window import Window
from pantin.viewport.values.camera import Camera
from tests.app.docks.arranging import SIZES, Mover, blue, lay, wood, work
from tests.app.person import Person

Qt = QtCore.Qt

TURNS = 24


@pytest.fixture
def posed(person: Person) -> Person:
    """A hand was pulled and a bone is selected, seen from somewhere of one's own."""
    x, y = person.where("hand.L")
    person.drag((x, y), (x + 10, y - 40), (x + 20, y - 90))
    person.session.select(("thigh.L", "shin.L"), "shin.L")
    person.view.camera = Camera(target=(0.05, 0.0, 0.9), distance=4.0, yaw=0.5, pitch=0.2)
    person.wait_for_the_pose()
    person.wait_until(lambda: person.window.panels.preparation.is_done)
    return person


@pytest.fixture
def frames(posed: Person) -> Iterator[list[int]]:
    """The OpenGL errors found after each frame that the view put on the screen."""
    found: list[int] = []

    def look() -> None:
        posed.view.makeCurrent()
        found.append(int(GL.glGetError()))
        posed.view.doneCurrent()

    posed.view.frameSwapped.connect(look)
    yield found
    posed.view.frameSwapped.disconnect(look)


def test_resized_floated_and_docked_over_and_over_nothing_is_lost(posed: Person, frames: list[int], qtbot) -> None:
    before, mover = work(posed), Mover(posed)
    panels = {name: dock.widget() for name, dock in posed.window.docks.docks.items()}
    context = posed.view.context()
    for turn in range(TURNS):
        mover.turn()
        painted, told = len(frames), f"turn {turn}: {mover.done[-1]}"
        posed.view.update()
        qtbot.waitUntil(lambda painted=painted: len(frames) > painted)
        posed.wait_for_the_pose()
        assert work(posed) == before, told
        assert {name: dock.widget() for name, dock in posed.window.docks.docks.items()} == panels, told
        assert all(dock.parent() is posed.window for dock in posed.window.docks.docks.values()), told
        room, picture = posed.view.width() * posed.view.height(), posed.picture()
        assert room >= 376 * 260, told
        assert wood(picture, posed.session.editing) > 0.01 * room, f"{told}: no figure"
        assert blue(picture) > 60, f"{told}: nothing selected is seen"
    assert len(set(mover.done)) == 6, "each of the ways was gone"
    assert len(frames) >= TURNS
    assert set(frames) == {GL.GL_NO_ERROR}
    assert posed.view.context() is context, "the view was never made anew"
    mover.dock_all()
    for name in LAYOUTS:
        posed.window.docks.show_layout(name)
        posed.window.docks.reset()
        QtWidgets.QApplication.processEvents()
        shown = {panel for panel in PANELS if posed.window.docks.docks[panel].isVisible()}
        assert shown == set(LAYOUTS[name].panels)
    x, y = posed.where("hand.R")
    posed.drag((x, y), (x - 10, y - 30), (x - 20, y - 60))
    assert len(posed.session.history.labels) == len(before[2]) + 1, "the figure is pulled as before"


def floated(person: Person) -> None:
    dock = person.window.docks.docks["properties"]
    dock.setFloating(True)
    dock.setGeometry(120, 90, 340, 400)


def tabbed(person: Person) -> None:
    docks = person.window.docks.docks
    person.window.tabifyDockWidget(docks["history"], docks["bones"])


def moved(person: Person) -> None:
    person.window.addDockWidget(AREAS["right"], person.window.docks.docks["history"])


def hidden(person: Person) -> None:
    person.window.docks.switch("bones")


ARRANGED: tuple[Callable[[Person], None], ...] = (floated, tabbed, moved, hidden)


@pytest.mark.parametrize("arrange", ARRANGED)
def test_each_layout_remembers_its_own_places(arrange: Callable[[Person], None], person: Person) -> None:
    docks = person.window.docks
    docks.show_layout("pose")
    began = lay(person)
    arrange(person)
    QtWidgets.QApplication.processEvents()
    arranged = lay(person)
    assert arranged != began
    for other in ("rig", "solve", "pose"):
        docks.show_layout(other)
        QtWidgets.QApplication.processEvents()
    assert lay(person) == arranged
    docks.reset()
    assert lay(person) == began


@pytest.mark.own_window
@pytest.mark.parametrize("arrange", ARRANGED)
def test_the_next_window_finds_the_panels_where_they_were(arrange, person: Person, qtbot) -> None:
    person.window.docks.show_layout("pose")
    arrange(person)
    QtWidgets.QApplication.processEvents()
    arranged = lay(person)
    person.window.close()
    person.window.settings.finish()
    second = Window()
    second.show()
    qtbot.waitExposed(second)
    assert second.docks.layout == "pose"
    assert lay(Person(second)) == arranged
    second.files.finish()
    second.evaluator.stop()
    second.deleteLater()


def test_panels_come_back_when_the_figure_was_alone(person: Person, qtbot) -> None:
    docks = person.window.docks
    floated(person)
    arranged, width = lay(person), person.view.width()
    person.shortcut("Ctrl+Space")
    assert not any(map(docks.is_shown, PANELS))
    qtbot.waitUntil(lambda: person.view.width() > width)
    person.shortcut("Ctrl+Space")
    assert lay(person) == arranged


def test_opening_the_start_page_keeps_the_places(person: Person) -> None:
    floated(person)
    arranged = lay(person)
    person.window.show_start_page()
    assert not any(map(person.window.docks.is_shown, PANELS))
    person.open_sample("arm")
    assert lay(person) == arranged


def test_a_layout_switched_while_the_figure_is_alone_shows_its_panels(person: Person) -> None:
    person.window.docks.alone(True)
    person.window.docks.show_layout("rig")
    assert {name for name in PANELS if person.window.docks.is_shown(name)} == set(LAYOUTS["rig"].panels)
    assert not person.window.docks.is_alone


def test_places_that_cannot_be_read_give_the_layout_as_it_began(person: Person) -> None:
    began = lay(person)
    person.window.settings.keep_layout("pose", b"nothing that Qt wrote")
    person.window.docks.restore("pose")
    assert lay(person) == began


def test_a_panel_is_floated_and_closed_by_its_title(person: Person) -> None:
    docks = person.window.docks
    title = docks.docks["properties"].titleBarWidget()
    title.float_asked.emit()
    assert docks.docks["properties"].isFloating()
    title.float_asked.emit()
    assert not docks.docks["properties"].isFloating()
    title.close_asked.emit()
    assert not docks.is_shown("properties")
    assert not person.window.menus.current("panel_properties").isChecked()


@pytest.mark.parametrize("go", ["layout_solve", "reset_layout", "panel_history", "figure_alone"])
def test_the_keys_stay_where_they_went_or_go_to_the_figure(go: str, person: Person) -> None:
    """Not to the next button in the window, where Space would press it."""
    tree, docks = person.window.panels.hierarchy.tree, person.window.docks
    tree.setFocus()
    person.window.menus.actions[go].trigger()
    assert QtWidgets.QApplication.focusWidget() is (tree if docks.is_shown("bones") else person.view)


def test_the_keys_go_to_the_figure_when_their_panel_goes(person: Person) -> None:
    person.window.panels.hierarchy.tree.setFocus()
    person.window.docks.switch("bones")
    assert QtWidgets.QApplication.focusWidget() is person.view


def test_what_is_typed_goes_to_the_palette_though_a_floating_panel_had_the_keys(person: Person, qtbot) -> None:
    panel = person.window.docks.docks["history"]
    panel.setFloating(True)
    panel.activateWindow()
    qtbot.waitUntil(lambda: QtWidgets.QApplication.activeWindow() is panel)
    person.window.dialogs.open_palette()
    qtbot.waitUntil(lambda: QtWidgets.QApplication.activeWindow() is person.window)
    assert isinstance(QtWidgets.QApplication.focusWidget(), QtWidgets.QLineEdit)


def test_the_picture_follows_the_size_of_the_window(posed: Person) -> None:
    for width, height in SIZES:
        posed.window.resize(width, height)
        QtWidgets.QApplication.processEvents()
        picture = posed.picture()
        ratio = posed.view.devicePixelRatioF()
        assert picture.shape[:2] == (round(posed.view.height() * ratio), round(posed.view.width() * ratio))
        assert isinstance(posed.view.picture((64, 64))(), QtGui.QImage)


def test_the_menu_of_a_title_floats_and_closes_the_panel(person: Person) -> None:
    docks = person.window.docks
    dock = docks.docks["history"]
    float_, close = dock.titleBarWidget().menu().actions()
    assert (float_.text(), close.text()) == ("Float", "Close")
    float_.trigger()
    assert dock.isFloating()
    back, _ = dock.titleBarWidget().menu().actions()
    assert back.text() == "Put back"
    back.trigger()
    assert not dock.isFloating()
    close.trigger()
    assert not docks.is_shown("history")


@pytest.mark.own_window
@pytest.mark.parametrize("from_start_page", [False, True])
def test_the_first_layout_has_the_sizes_it_should_have(from_start_page: bool, window: Window, qtbot) -> None:
    person, docks = Person(window), window.docks.docks
    if from_start_page:
        window.show_start_page()
    person.open_sample("arm")
    qtbot.waitUntil(lambda: docks["history"].height() == PANELS["history"].size)
    assert docks["bones"].width() == PANELS["bones"].size
    assert docks["properties"].width() == PANELS["properties"].size
