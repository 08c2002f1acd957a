"""The hints in the status bar are those of what has the keys: the figure, or a sheet or dialog over the window."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6 import QtCore, QtWidgets

from pantin.app.window.window import Window
from pantin.widgets.controls.frames.overlay import Overlay
from pantin.widgets.settings.settings_dialog import SettingsDialog
from tests.app.person import Person

Qt = QtCore.Qt


@pytest.mark.parametrize(
    ("action", "hints"),
    [
        ("export", (("Enter", "Export"), ("Esc", "Close"))),
        ("export_picture", (("Enter", "Export"), ("Esc", "Close"))),
        ("palette", (("Arrows", "Choose"), ("Enter", "Run"), ("Esc", "Close"))),
        ("keys", (("Arrows", "Scroll"), ("Esc", "Close"))),
    ],
)
def test_a_sheet_over_the_window_says_its_own_keys(
    person: Person, qtbot, action: str, hints: tuple[tuple[str, str], ...]
) -> None:
    line = person.window.panels.status.hints
    before = line.shown()
    person.window.menus.run(action)
    assert line.shown() == hints
    [sheet] = [sheet for sheet in person.window.findChildren(Overlay) if sheet.isVisible()]
    qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    assert line.shown() == before


def test_a_dialog_has_the_keys_and_nothing_is_said_of_the_figure(person: Person, qtbot) -> None:
    line = person.window.panels.status.hints
    before = line.shown()
    assert before
    person.window.menus.run("settings")
    [dialog] = person.window.findChildren(SettingsDialog)
    dialog.search.setFocus()
    qtbot.waitUntil(lambda: QtWidgets.QApplication.focusWidget() is dialog.search and line.shown() == ())
    dialog.close()
    person.view.setFocus()
    qtbot.waitUntil(lambda: line.shown() == before)


def test_the_tree_says_what_letters_do_there_while_it_has_the_keys(person: Person, qtbot) -> None:
    line, tree = person.window.panels.status.hints, person.window.panels.hierarchy.tree
    before = line.shown()
    with qtbot.waitActive(person.window):
        person.window.activateWindow()
    tree.setFocus()
    qtbot.waitUntil(lambda: line.shown()[:1] == (("A–Z", "Find a bone by its name"),))
    assert "Move" not in [what for _key, what in line.shown()], "letters begin no drag there"
    person.view.setFocus()
    qtbot.waitUntil(lambda: line.shown() == before)


def test_a_window_that_goes_follows_the_keys_no_longer(qapp, warm_solver) -> None:
    """Its status bar goes before what shows hints in it, and the keys go elsewhere meanwhile."""
    window = Window()
    shiboken6.delete(window.panels.status)
    qapp.focusChanged.emit(None, None)
    window.files.finish()
    window.evaluator.stop()
    window.deleteLater()
