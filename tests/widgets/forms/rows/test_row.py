"""A row of a form: its label scrubs, its dot resets."""

from __future__ import annotations

from math import radians

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from pantin.widgets.forms.field_editors import number_editor
from pantin.widgets.forms.rows.row import Row, RowLabel, labelled
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.values.quantity import degrees


def test_the_label_scrubs(shown, heard, drag) -> None:
    field = NumberField(degrees())
    row = Row("Pole angle", number_editor(field))
    shown(row, 308, 24)
    said = heard(committed=field.committed)
    drag(row.label, 23, start=QPoint(30, 12))
    assert said == [("committed", pytest.approx(radians(10)))]


def test_the_dot_resets(shown, heard) -> None:
    row = Row("Pole angle", number_editor(NumberField(degrees())))
    shown(row, 308, 24)
    said = heard(reset=row.reset_asked)
    QTest.mouseClick(row.label, Qt.MouseButton.LeftButton, pos=QPoint(6, 12))
    assert not said
    row.label.show_changed(True)
    QTest.mouseClick(row.label, Qt.MouseButton.LeftButton, pos=QPoint(6, 12))
    assert said == [("reset",)]


def test_a_label_stands_at_the_first_of_several_lines(shown) -> None:
    row = labelled("Left out", QLabel("One line.\nAnother line.\nA third line.\nA fourth line."))
    shown(row, 308, 80)
    (label,) = row.findChildren(RowLabel)
    assert label.y() == 0 and label.height() < row.height() / 2
