"""The number field: a gesture previews as it goes and ends in exactly one commit, or in none."""

from __future__ import annotations

from math import radians

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from pantin.rigs.constraints import Ik
from pantin.rigs.fields import field_named
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.values.quantity import degrees, positions, quantity_of
from pantin.widgets.values.shared_values import MIXED
from tests.widgets.conftest import move, wheel

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def kinds(said: list) -> list[str]:
    return [one[0] for one in said]


def type_into(field: NumberField, text: str, key: Qt.Key | None = Qt.Key.Key_Return) -> None:
    QTest.mouseClick(field, Qt.MouseButton.LeftButton, pos=QPoint(40, 12))
    line = QApplication.focusWidget()
    for letter in text:
        QApplication.sendEvent(line, QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, letter))
    if key is not None:
        QTest.keyClick(line, key)


def test_a_scrub_previews_and_commits_once(field, said, drag) -> None:
    drag(field, 23)
    assert kinds(said).count("committed") == 1 and said[-1][0] == "committed"
    assert kinds(said).count("scrubbed") >= 15
    assert said[-1][1] == pytest.approx(radians(12 + 20 * 0.5))
    assert field.value() == said[-1][1]


def test_shift_scrubs_ten_times_finer(field, said, drag) -> None:
    drag(field, 23, SHIFT)
    assert said[-1][1] == pytest.approx(radians(12 + 20 * 0.05))


def test_ctrl_snaps_to_round_numbers(field, said, drag) -> None:
    drag(field, 23, CTRL)
    assert said[-1][1] == pytest.approx(radians(20))


def test_two_pixels_are_a_click_and_start_typing(field, said, drag) -> None:
    drag(field, 2)
    assert not said
    assert QApplication.focusWidget().parent() is field


@pytest.mark.parametrize("how", ["escape", "right button"])
def test_a_scrub_put_back_restores_exactly(field, said, drag, how) -> None:
    drag(field, 30, release=False)
    if how == "escape":
        QTest.keyClick(field, Qt.Key.Key_Escape)
    else:
        QTest.mousePress(field, Qt.MouseButton.RightButton, pos=QPoint(70, 12))
    QTest.mouseRelease(field, Qt.MouseButton.LeftButton, pos=QPoint(70, 12))
    assert field.value() == radians(12)
    assert kinds(said)[-1] == "cancelled" and "committed" not in kinds(said)


def test_a_scrub_back_to_where_it_began_commits_nothing(field, said, drag) -> None:
    drag(field, 13, release=False)
    drag_back = [QPoint(53 - step, 12) for step in range(1, 11)]
    for at in drag_back:
        move(field, at, Qt.KeyboardModifier.NoModifier)
    QTest.mouseRelease(field, Qt.MouseButton.LeftButton, pos=drag_back[-1])
    assert field.value() == pytest.approx(radians(12))
    assert kinds(said)[-1] == "cancelled"


def test_values_shown_during_a_scrub_do_not_disturb_it(field, said, drag) -> None:
    field.scrubbed.connect(lambda value: field.show_value(radians(99)))
    drag(field, 23)
    assert said[-1] == ("committed", pytest.approx(radians(22)))


@pytest.mark.parametrize(
    "typed, degrees_meant",
    [
        ("45", 45),
        ("45deg", 45),
        ("(90 - 12.5) / 2", 38.75),
        ("pi rad", 180),
        ("-3", -3),
        ("−3", -3),
        ("2*7+1", 15),
        ("7,5", 7.5),
    ],
)
def test_typing_takes_arithmetic_and_units(field, said, typed, degrees_meant) -> None:
    type_into(field, typed)
    assert kinds(said) == ["committed"]
    assert field.value() == pytest.approx(radians(degrees_meant))


def test_lengths_take_their_units(shown) -> None:
    field = NumberField(positions())
    shown(field, 160, 24)
    type_into(field, "2cm + 10 mm")
    assert field.value() == pytest.approx(0.03)


@pytest.mark.parametrize("typed", ["1/0", "abc", "(3", "", "5 apples", "__import__('os')"])
def test_what_is_no_number_keeps_the_old_one(field, said, typed) -> None:
    type_into(field, typed or " ")
    line = QApplication.focusWidget()
    assert line is not field and line.toolTip()
    assert not said and field.value() == radians(12)
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is field
    assert not said and field.value() == radians(12)


def test_typing_stays_within_the_range(field, said) -> None:
    type_into(field, "1000")
    assert said == [("committed", pytest.approx(radians(360)))]


def test_escape_while_typing_puts_back(field, said) -> None:
    type_into(field, "77", Qt.Key.Key_Escape)
    assert not said and field.value() == radians(12)


def test_typing_nothing_new_commits_nothing(field, said) -> None:
    type_into(field, "")
    assert not said


def test_tab_commits_and_goes_on_to_the_next(shown, heard) -> None:
    page = QWidget()
    layout = QVBoxLayout(page)
    first, second = NumberField(degrees()), NumberField(degrees())
    layout.addWidget(first)
    layout.addWidget(second)
    shown(page, 200, 80)
    said = heard(committed=first.committed)
    type_into(first, "5", Qt.Key.Key_Tab)
    assert said == [("committed", pytest.approx(radians(5)))]
    assert QApplication.focusWidget().parent() is second
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab)
    assert QApplication.focusWidget().parent() is first


def test_arrow_keys_step(field, said) -> None:
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Up)
    QTest.keyClick(field, Qt.Key.Key_Down, SHIFT)
    assert [one[1] for one in said] == [pytest.approx(radians(12.5)), pytest.approx(radians(12.45))]


def test_the_wheel_changes_nothing_without_the_focus(shown, heard) -> None:
    page = QWidget()
    layout = QVBoxLayout(page)
    field, other = NumberField(degrees()), NumberField(degrees())
    layout.addWidget(field)
    layout.addWidget(other)
    shown(page, 200, 80)
    other.setFocus()
    said = heard(committed=field.committed)
    assert not wheel(field, 1).isAccepted() and not said
    field.setFocus()
    wheel(field, 1)
    assert len(said) == 1


def test_text_has_a_true_minus_and_fixed_decimals(field) -> None:
    field.show_value(radians(-4.25))
    assert field.text() == "−4.2" and "-" not in field.text()
    field.show_value(radians(-0.001))
    assert field.text() == "0.0"


def test_mixed_values_say_so_and_can_be_typed_over(field, said) -> None:
    field.show_values((radians(1), radians(2)))
    assert field.text() == "Mixed" and field.value() is MIXED
    type_into(field, "3")
    assert said == [("committed", pytest.approx(radians(3)))]


def test_a_scrub_of_mixed_values_begins_with_the_first_and_can_be_put_back(field, said, drag) -> None:
    field.show_values((radians(10), radians(50)))
    drag(field, 23)
    assert said[-1] == ("committed", pytest.approx(radians(20)))
    field.show_values((radians(10), radians(50)))
    drag(field, 23, release=False)
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.value() is MIXED and field.text() == "Mixed"


def test_the_right_button_that_puts_back_opens_no_menu(field, drag) -> None:
    drag(field, 20, release=False)
    QTest.mousePress(field, Qt.MouseButton.RightButton, pos=QPoint(60, 12))
    at = QPoint(60, 12)
    swallowed, passed_on = (
        QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, field.mapToGlobal(at)) for _ in range(2)
    )
    QApplication.sendEvent(field, swallowed)
    QApplication.sendEvent(field, passed_on)
    assert swallowed.isAccepted() and not passed_on.isAccepted()


def test_counts_are_whole(shown, heard, drag) -> None:
    field = NumberField(quantity_of(field_named(Ik, "chain_length")))
    shown(field, 160, 24)
    said = heard(committed=field.committed)
    drag(field, 23)
    assert said[0][1] == 2 and isinstance(said[0][1], int)
    type_into(field, "4.6")
    assert said[1][1] == 5 and isinstance(said[1][1], int)


def test_a_scrub_gives_the_focus_back(shown, drag) -> None:
    page = QWidget()
    layout = QVBoxLayout(page)
    field, other = NumberField(degrees()), NumberField(degrees())
    layout.addWidget(field)
    layout.addWidget(other)
    shown(page, 200, 80)
    other.setFocus()
    drag(field, 20)
    assert QApplication.focusWidget() is other


def test_a_scrub_that_ends_typing_elsewhere_leaves_no_line_behind(shown, drag) -> None:
    page = QWidget()
    layout = QVBoxLayout(page)
    field, other = NumberField(degrees()), NumberField(degrees())
    layout.addWidget(field)
    layout.addWidget(other)
    shown(page, 200, 80)
    type_into(other, "7", None)
    drag(field, 20)
    assert other.value() == pytest.approx(radians(7)) and field.value() == pytest.approx(radians(8.5))
    assert QApplication.focusWidget() is not field
