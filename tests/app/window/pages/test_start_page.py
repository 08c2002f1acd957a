"""Tests of how the window begins: the start page and what Enter does there, and where the keys go once something is
open.
"""

from __future__ import annotations

import pytest
from PySide6 import QtCore, QtTest, QtWidgets

from pantin.app.files.files import FOLDER
from pantin.app.window.window import Window
from pantin.rigs import opened
from pantin.widgets.properties.transform_section import TransformSection
from tests.app.person import Person

Key = QtCore.Qt.Key


def hints(window: Window) -> dict[str, str]:
    """Return what the status bar says keys do, by key."""
    line = window.panels.status.hints
    return dict((*line._first, *line._others))


def test_a_figure_that_is_named_at_the_start_has_the_keys(qapp, qtbot, warm_solver) -> None:
    window = Window()
    path = FOLDER / "rigs" / "arm.rig.json"
    window.files.opened(path, opened(path))
    window.show()
    qtbot.waitExposed(window)
    assert window.focusWidget() is window.view, "it has them as soon as the window is active"
    window.files.finish()
    window.evaluator.stop()
    window.deleteLater()


def test_opening_from_the_start_page_gives_the_keys_to_the_figure(person: Person, qtbot) -> None:
    person.window.show_start_page()
    assert not person.view.hasFocus()
    QtTest.QTest.keyClick(QtWidgets.QApplication.focusWidget(), Key.Key_Return)
    qtbot.waitUntil(lambda: not person.window.starting)
    assert person.view.hasFocus()


def test_opening_takes_the_keys_from_the_search(person: Person) -> None:
    person.window.panels.hierarchy.search.setFocus()
    person.open_sample("arm")
    assert person.view.hasFocus()


def test_the_hint_names_the_figure_that_enter_opens(person: Person) -> None:
    person.window.show_start_page()
    assert hints(person.window)["Enter"] == "Open Humanoid"
    QtTest.QTest.keyClick(QtWidgets.QApplication.focusWidget(), Key.Key_Right)
    assert hints(person.window)["Enter"] == "Open Biped"
    person.window.start_page.show().new_button.setFocus()
    assert "Enter" not in hints(person.window)
    person.open_sample("arm")
    assert hints(person.window)["LMB"] != "Choose" and "Arrows" not in hints(person.window)


def test_the_hints_name_the_keys_in_effect(person: Person) -> None:
    window = person.window
    window.show_start_page()
    assert hints(window)["Ctrl+N"] == "New rig"
    window.preferences.change_keys("new", ("Ctrl+Shift+F9",))
    assert hints(window)["Ctrl+Shift+F9"] == "New rig" and "Ctrl+N" not in hints(window)


@pytest.mark.own_window
def test_the_properties_are_made_while_nobody_waits(person: Person, qtbot) -> None:
    assert not person.session.document.selected
    qtbot.waitUntil(lambda: bool(person.window.panels.properties.findChildren(TransformSection)))
