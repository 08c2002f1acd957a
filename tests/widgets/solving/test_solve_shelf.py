"""The shelf of solves on a real screen: lines and bars in theme colours, a row per goal, nothing while hidden."""

from __future__ import annotations

import threading
from dataclasses import replace
from importlib import import_module

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from pantin.widgets.solving import solve_shelf, step_plot
from pantin.widgets.solving.solve_shelf import SolveShelf
from pantin.widgets.theme import theme
from pantin.widgets.theme.style.dressing import apply_theme
from tests.widgets.conftest import LEFT, NONE
from tests.widgets.solves import FAR, NEAR, solved

B = replace(FAR, residual=0.216, iterations=24, residuals=tuple(0.216 + 0.9 * 0.75**k for k in range(25)))


@pytest.fixture
def shelf(shown) -> SolveShelf:
    """The shelf, as wide as the view beside two docks, with nothing solved yet."""
    for name in solve_shelf.PLOTS:
        import_module(name)
    return shown(SolveShelf(), 886, 218)


def settle(qtbot, shelf: SolveShelf) -> None:
    qtbot.waitUntil(lambda: not shelf._due)


def colours(shelf: SolveShelf, widget) -> set[str]:
    image = widget.grab().toImage()
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def near(colour: str, found: set[str]) -> bool:
    """Return whether a colour was painted, give or take what smoothing does to thin lines."""
    wanted = QColor(colour)
    apart = (abs(QColor(c).red() - wanted.red()) + abs(QColor(c).green() - wanted.green()) for c in found)
    return min(apart) <= 6


def test_without_goals_it_says_what_to_do(shelf) -> None:
    shelf.show_solved(solved(), None)
    assert shelf._pages.currentIndex() == 0


def test_the_plots_are_made_when_it_is_first_seen(qtbot, qapp) -> None:
    shelf = SolveShelf()
    qtbot.addWidget(shelf)
    shelf.show_solved(solved(FAR), None)
    assert shelf.steps is None


def test_the_shelf_is_seen_before_the_plotting_library_is_there(shown, qtbot, monkeypatch) -> None:
    go, threads = threading.Event(), []
    monkeypatch.setattr(solve_shelf, "PLOTS", ("not imported yet",))
    monkeypatch.setattr(
        solve_shelf, "import_module", lambda _: threads.append(threading.current_thread()) or go.wait(60)
    )
    shelf = shown(SolveShelf(), 886, 218)
    shelf.show_solved(solved(FAR), None)
    assert shelf.steps is None and shelf.isVisible()
    go.set()
    qtbot.waitUntil(lambda: shelf.steps is not None)
    qtbot.waitUntil(lambda: shelf.table.isVisible() and shelf.time.isVisible())  # as Qt shows what a layout takes
    assert threads != [threading.main_thread()]


def test_plots_are_made_once_where_the_shelf_is_shown_again_before_they_come(shown, qtbot, monkeypatch) -> None:
    made: list[object] = []
    make = SolveShelf._make_plots
    monkeypatch.setattr(SolveShelf, "_make_plots", lambda shelf: made.append(shelf) or make(shelf))
    shelf = SolveShelf()
    shelf._importing = threading.Thread(target=shelf._imported.emit)
    monkeypatch.setattr(solve_shelf, "PLOTS", ("not imported yet",))
    shelf.show()
    shelf._importing.join()
    monkeypatch.setattr(solve_shelf, "PLOTS", ("sys",))
    shelf.hide()
    shown(shelf, 886, 218)
    qtbot.waitUntil(lambda: shelf.steps is not None)
    assert made == [shelf]


@pytest.mark.parametrize("tokens", theme.THEMES.values(), ids=theme.THEMES)
def test_lines_wear_the_colours_of_the_theme(shelf, qtbot, qapp, tokens) -> None:
    shelf.show_solved(solved(FAR, NEAR), solved(B, NEAR, title="FABRIK", microseconds=11.0))
    settle(qtbot, shelf)
    apply_theme(tokens)
    qtbot.waitUntil(lambda: shelf.palette().window().color().name() == tokens.panel)
    steps, time = colours(shelf, shelf.steps.plot), colours(shelf, shelf.time.plot)
    for token in (tokens.acc, tokens.right, tokens.t3, tokens.pin):
        assert near(token, steps)
    assert near(tokens.acc, time)
    assert steps.isdisjoint({theme.DARK.panel, theme.LIGHT.panel} - {tokens.panel})


def test_the_line_of_a_is_as_long_as_its_steps(shelf, qtbot) -> None:
    shelf.show_solved(solved(FAR), None)
    settle(qtbot, shelf)
    x, y = shelf.steps._a.getData()
    assert len(x) == len(FAR.residuals)
    assert 10 ** y[-1] == pytest.approx(FAR.residuals[-1])
    assert not shelf.steps._b.isVisible()
    assert shelf.steps._word_a.toPlainText() == "A  127 mm, stopped at 8"


def test_nothing_left_stands_on_the_ground(shelf, qtbot) -> None:
    shelf.show_solved(solved(replace(NEAR, residuals=(0.2, 0.0), residual=0.0)), None)
    settle(qtbot, shelf)
    assert shelf.steps._a.getData()[1][-1] == -6.0


def test_the_last_120_solves_are_kept(shelf, qtbot) -> None:
    for step in range(150):
        shelf.show_solved(solved(FAR, microseconds=float(step)), None)
    settle(qtbot, shelf)
    assert len(shelf.time._a.opts["height"]) == 120
    assert shelf.time.summary() == "A 90 µs, p99 148 µs"


def test_the_same_solve_shown_again_is_no_other(shelf) -> None:
    one = solved(FAR)
    shelf.show_solved(one, None)
    shelf.show_solved(one, None)
    assert len(shelf._times[0]) == 1


def test_the_legend_names_both(shelf) -> None:
    shelf.show_solved(solved(FAR), solved(B, title="FABRIK"))
    assert shelf.head.accessibleDescription() == "A Auto, B FABRIK"
    shelf.show_solved(solved(FAR, NEAR), None)
    assert shelf.head.accessibleDescription() == "A Auto"


def test_a_click_on_a_row_selects_the_bone_and_draws_its_way(shelf, qtbot, heard) -> None:
    shelf.show_solved(solved(FAR, NEAR), None)
    settle(qtbot, shelf)
    said = heard(selection=shelf.selection_asked)
    assert shelf.table.list.rows.data(shelf.table.list.rows.index(0)) == "hand_ik.L"
    QTest.mouseClick(shelf.table.list.viewport(), LEFT, NONE, QPoint(60, 36))
    assert said == [("selection", ("foot_ik.R",), "foot_ik.R")]
    assert len(shelf.steps._a.getData()[0]) == 2


def test_the_keyboard_chooses_too(shelf, qtbot, heard) -> None:
    shelf.show_solved(solved(FAR, NEAR), None)
    settle(qtbot, shelf)
    said = heard(selection=shelf.selection_asked)
    shelf.table.list.setFocus()
    shelf.table.list.setCurrentIndex(shelf.table.list.rows.index(1))
    QTest.keyClick(shelf.table.list, Qt.Key.Key_Return)
    assert said == [("selection", ("foot_ik.R",), "foot_ik.R")]


def test_rows_say_what_was_reached(shelf, qtbot) -> None:
    shelf.show_solved(solved(FAR, NEAR), solved(B, NEAR))
    settle(qtbot, shelf)
    spoken = [row.spoken for row in shelf.table.list.rows.rows]
    assert spoken == [
        "hand_ik.L, not reached, 127 mm left after 8 steps; with B not reached, 216 mm left after 24 steps",
        "foot_ik.R, reached, 0.00 mm left after 1 steps; with B reached, 0.00 mm left after 1 steps",
    ]


def test_it_works_600_pixels_wide(shown, qtbot) -> None:
    shelf = shown(SolveShelf(), 600, 218)
    shelf.show_solved(solved(FAR, NEAR), solved(B, NEAR, title="FABRIK"))
    settle(qtbot, shelf)
    assert shelf.width() == 600
    assert shelf.table.width() >= 280


def test_nothing_is_drawn_while_it_is_hidden(shelf, qtbot) -> None:
    shelf.show_solved(solved(FAR), None)
    settle(qtbot, shelf)
    shelf.hide()
    shelf.show_solved(solved(replace(FAR, iterations=3)), None)
    assert not shelf._due
    shelf.show()
    assert "stopped at 3" in shelf.steps._word_a.toPlainText()


def test_presses_on_the_head_go_to_the_dock(shelf) -> None:
    assert shelf.head.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


def test_a_goal_farther_away_than_the_axis_has_names_for_is_drawn(qtbot, shelf) -> None:
    shelf.show_solved(solved(replace(FAR, residual=1e9, residuals=(1e12, 1e9))), None)
    settle(qtbot, shelf)
    labels = [label for _, label in shelf.steps.plot.getAxis("left")._tickLevels[0]]
    assert labels == list(step_plot.TICKS)
