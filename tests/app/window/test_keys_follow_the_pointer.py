"""Keys go to what the pointer is over: out of search lines and bars too."""

from __future__ import annotations

import pytest
from PySide6 import QtCore, QtTest, QtWidgets

from pantin.app.window.window import Window
from pantin.widgets.controls.search_line import SearchLine
from pantin.widgets.controls.text_field import TextField
from tests.app.person import LEFT, Person

Key = QtCore.Qt.Key


def searches(window: Window) -> list[SearchLine]:
    """The search lines of the panels."""
    return [line for line in window.findChildren(SearchLine) if line.isVisible()]


@pytest.mark.parametrize("which", [0, 1])
def test_letters_mean_the_figure_once_the_pointer_is_over_it_and_the_search_stays(person: Person, which: int) -> None:
    line = searches(person.window)[which]
    QtTest.QTest.mouseClick(line, LEFT)
    QtTest.QTest.keyClicks(line, "ha")
    assert QtWidgets.QApplication.focusWidget() is line
    person.session.select(("hand.L",), "hand.L")
    person.hover(person.where("chest"))
    person.key(Key.Key_G)
    assert person.view.dragging and line.text() == "ha"
    person.key(Key.Key_Escape)


def test_a_number_that_is_being_typed_keeps_the_keys(person: Person) -> None:
    field = TextField()
    field.setParent(person.window)
    field.show()
    field.setFocus()
    person.hover(person.where("chest"))
    assert QtWidgets.QApplication.focusWidget() is field
    field.deleteLater()


@pytest.mark.parametrize("answer", ["discard_button", "later_button"])
def test_enter_opens_the_figure_beside_the_card_of_unsaved_work_and_after_it(
    window: Window, qtbot, answer: str
) -> None:
    window.show_start_page()
    bar = window.recovery_offer.bar
    bar.offer("dancer.rig.json", "Today")
    bar.discard_asked.connect(bar.hide)
    QtWidgets.QApplication.processEvents()
    QtTest.QTest.mouseClick(getattr(bar, answer), LEFT)
    assert bar.isHidden()
    focused = QtWidgets.QApplication.focusWidget()
    assert focused is not None
    QtTest.QTest.keyClick(focused, Key.Key_Return)
    qtbot.waitUntil(lambda: not window.starting)
    assert "hand.L" in window.session.document.rig.by_name


def test_enter_opens_the_figure_after_the_card_was_answered_by_keys(window: Window, qtbot) -> None:
    window.show_start_page()
    bar = window.recovery_offer.bar
    bar.offer("dancer.rig.json", "Today")
    bar.later_button.setFocus()
    QtTest.QTest.keyClick(bar.later_button, Key.Key_Space)
    assert bar.isHidden()
    QtTest.QTest.keyClick(QtWidgets.QApplication.focusWidget() or window, Key.Key_Return)
    qtbot.waitUntil(lambda: not window.starting)


def test_the_card_of_unsaved_work_goes_with_the_first_edit(person: Person) -> None:
    bar = person.window.recovery_offer.bar
    bar.offer("dancer.rig.json", "Today")
    person.session.select(("head",), "head")
    assert not bar.isHidden(), "a selection is no edit"
    x, y = person.where("hand.L")
    person.drag((x, y), (x + 30, y - 20))
    assert bar.isHidden()
