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


def test_the_preview_is_as_large_the_second_time_as_the_first(person: Person) -> None:
    """It is framed when the view shows it, and not by the figure that is open."""
    seen = []
    for _again in range(3):
        person.window.choose_template()
        person.wait_for_the_pose()
        person.look()
        seen.append(person.view.camera)
        person.key(QtCore.Qt.Key.Key_Escape)
        person.wait_for_the_pose()
        person.look()
    assert seen[1] == seen[0] and seen[2] == seen[0]
