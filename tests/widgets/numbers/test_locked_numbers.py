"""Numbers that cannot be changed: locked ones, and those of fields that are disabled."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pantin.widgets.controls.explain import disable, explain
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.values.quantity import degrees
from tests.widgets.conftest import wheel

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def test_a_locked_number_is_neither_scrubbed_nor_typed_nor_stepped(shown, heard, drag) -> None:
    field = NumberField(degrees(), axis=0, lockable=True)
    shown(field, 80, 24)
    field.show_locked("Rotation X is locked.")
    said = heard(scrubbed=field.scrubbed, committed=field.committed, lock=field.lock_asked)
    drag(field, 20)
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Up)
    QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.keyClicks(field, "5")
    wheel(field, 1)
    assert not said and QApplication.focusWidget() is field
    assert "locked" in field.toolTip() and field.padlock.isVisible()
    QTest.mouseClick(field.padlock, Qt.MouseButton.LeftButton)
    assert said == [("lock", False)]


def test_the_padlock_is_quiet_until_the_pointer_comes(shown) -> None:
    field = NumberField(degrees(), axis=0, lockable=True)
    shown(field, 80, 24)
    QCursor.setPos(field.mapToGlobal(QPoint(300, 300)))
    QTest.qWait(50)
    assert not field.padlock.isVisible()
    QCursor.setPos(field.mapToGlobal(QPoint(40, 12)))
    QTest.qWait(50)
    assert field.padlock.isVisible()


def test_a_disabled_field_says_why_and_cannot_be_scrubbed(field, said, drag) -> None:
    explain(field, "What it is.")
    disable(field, "Choose a pole first.")
    assert "Choose a pole first." in field.toolTip() and "What it is." in field.toolTip()
    assert not field.isEnabled()
    disable(field, "")
    assert field.isEnabled() and field.toolTip() == "What it is."
