"""The brush in the properties: its fields follow the brush, and the brush its fields."""

from __future__ import annotations

import pytest
from PySide6 import QtCore, QtGui, QtTest

from pantin.viewport.values.brush import LARGEST, Brush
from pantin.widgets.character.brush_section import BrushSection
from pantin.widgets.controls.switch import Switch
from pantin.widgets.floating.segments import Segment
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.numbers.typing_line import TypingLine
from tests.app.files.painted_tube import LONG, WIDE, file_of, painter, pixel, places, shares, written
from tests.app.person import Person

__all__ = ["painter"]


def section(person: Person) -> BrushSection:
    """The section of the brush."""
    [found] = person.window.findChildren(BrushSection)
    return found


def typed(person: Person, name: str, text: str) -> None:
    """A number is typed into a field."""
    field = section(person).form.editors[name]
    assert isinstance(field, NumberField)
    field.type()
    [line] = [each for each in field.findChildren(TypingLine) if each.isVisible()]
    QtTest.QTest.keyClicks(line, text)
    QtTest.QTest.keyClick(line, QtCore.Qt.Key.Key_Return)


def clicked(person: Person, name: str) -> None:
    """A switch of the section is clicked."""
    switch = section(person).form.editors[name]
    assert isinstance(switch, Switch)
    switch.click()


def mode(person: Person, words: str) -> None:
    """The brush does what these words say."""
    [segment] = [each for each in section(person).findChildren(Segment) if each.text() == words]
    segment.click()


def test_it_is_shown_while_the_brush_is_in_hand(painter: Person) -> None:
    assert section(painter).isVisible()
    painter.view.pick_tool("select")
    assert not section(painter).isVisible()
    painter.view.pick_tool("brush")
    assert section(painter).isVisible()


def test_fields_change_the_brush(painter: Person) -> None:
    typed(painter, "size", "20 cm")
    assert painter.view.settings.brush.radius == pytest.approx(0.2 / (2.0 * LONG), rel=0.05)
    typed(painter, "strength", "0.25")
    assert painter.view.settings.brush.effect == pytest.approx(0.25)
    mode(painter, "Set")
    assert painter.view.settings.brush.mode == "set" and painter.view.settings.brush.effect == 1.0
    typed(painter, "value", "0.3")
    assert painter.view.settings.brush.value == pytest.approx(0.3)
    clicked(painter, "mirror")
    clicked(painter, "through")
    assert painter.view.settings.mirror_x and painter.view.settings.brush.through


def test_fields_follow_keys_and_buttons_over_the_figure(painter: Person) -> None:
    shown = section(painter).form
    before = shown.value("size")
    painter.press_keys(QtGui.QKeySequence("]"))
    assert shown.value("size") == pytest.approx(1.25 * before)
    painter.window.menus.run("brush_smooth")
    assert section(painter).modes["smooth"].isChecked()
    painter.window.menus.run("mirror_x")
    assert shown.value("mirror") is True


def test_fields_that_do_not_count_in_a_mode_say_so(painter: Person) -> None:
    form = section(painter).form
    assert form.why_disabled("value", None) and form.why_disabled("all_bones", None)
    mode(painter, "Set")
    assert not form.why_disabled("value", None) and form.why_disabled("all_bones", None)
    mode(painter, "Smooth")
    assert form.why_disabled("value", None) and not form.why_disabled("all_bones", None)


def test_a_size_beyond_the_largest_is_the_largest_and_shown_so(painter: Person) -> None:
    typed(painter, "size", "100 m")
    brush = painter.view.settings.brush
    assert brush.radius == LARGEST
    shown = section(painter).form.value("size")
    typed(painter, "size", "100 m")
    assert section(painter).form.value("size") == shown < 2.0


def test_a_drag_of_a_field_that_is_put_back_changes_nothing(painter: Person) -> None:
    before, form = painter.view.settings.brush, section(painter).form
    form.previewed.emit("strength", 0.9)
    assert painter.view.settings.brush.strength == pytest.approx(0.9)
    form.cancelled.emit()
    assert painter.view.settings.brush == before and form.value("strength") == before.strength


def test_all_bones_are_smoothed_at_once_while_one_is_active(painter: Person) -> None:
    """At the border of the other arm the active bone has no weight to be smoothed."""
    before = file_of(painter)
    painter.view.change_settings(brush=Brush(mode="smooth", radius=WIDE, strength=1.0))
    clicked(painter, "all_bones")
    start, end = pixel(painter, -0.2, -0.15, 1.0), pixel(painter, -0.25, -0.15, 1.0)
    painter.drag(start, end)
    written(painter)
    changed = abs(shares(file_of(painter), 2) - shares(before, 2))
    assert changed.max() > 0.1 and abs(places(before)[changed > 0.01, 0] + 0.2).max() < 0.2
    assert painter.session.document.active == "arm.L"
