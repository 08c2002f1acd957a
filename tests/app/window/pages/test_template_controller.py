"""The choice of a template: what becomes of keys and panels when it is left."""

from __future__ import annotations

from PySide6 import QtCore, QtWidgets

from pantin.widgets.start.template_list import MARGIN, TEXT
from pantin.widgets.theme import theme
from tests.app.person import Person


def test_keys_are_those_of_the_figure_again_when_the_choice_is_dismissed(person: Person) -> None:
    person.window.choose_template()
    person.look()
    person.key(QtCore.Qt.Key.Key_Escape)
    assert not person.window.templates.shown
    assert QtWidgets.QApplication.focusWidget() is person.view


def test_what_is_said_of_each_figure_can_be_read_whole(person: Person) -> None:
    person.window.choose_template()
    person.look()
    choices, _measures = person.window.templates._panels
    metrics = theme.metrics(11, 400)
    for row in choices.rows.values():
        assert metrics.horizontalAdvance(row.sample.remark) <= row.width() - TEXT - MARGIN
