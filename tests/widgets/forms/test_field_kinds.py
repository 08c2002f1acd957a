"""A new kind of field: an editor and a text of its own, and one line in the table of kinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NewType

import msgspec
import pytest
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSlider

from pantin.rigs import fields
from pantin.rigs.fields import Field, field
from pantin.widgets.forms.field_commands import commands_of
from pantin.widgets.forms.field_kinds import FIELD_KINDS, Kind
from pantin.widgets.forms.form import Form
from pantin.widgets.forms.rows.editor import Editor
from pantin.widgets.values.quantity import Quantity
from pantin.widgets.values.shared_values import shared
from pantin.widgets.values.value_text import NotAValue, ValueText

Level = NewType("Level", int)


class LevelSlider(QSlider):
    """The editor: a slider from 0 to 9."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setRange(0, 9)
        self.sliderMoved.connect(lambda level: self.scrubbed.emit(level))
        self.actionTriggered.connect(lambda _action: self.committed.emit(self.sliderPosition()))

    def show_values(self, values: Sequence[Any]) -> None:
        same = shared(values)
        self.setValue(same if isinstance(same, int) else 0)


def level_editor(slider: LevelSlider) -> Editor:
    return Editor(slider, slider, why_not=lambda value: "" if 0 <= value <= 9 else "A level is 0 to 9.")


def read_level(_field: Field, _quantity: Quantity, text: str) -> int:
    if not text.isdigit():
        raise NotAValue("The clipboard holds no level.")
    return int(text)


LEVEL = Kind(
    lambda field, bones: level_editor(LevelSlider()),
    ValueText(lambda _quantity, value: str(value), read_level),
    lambda field, _quantity: f"level {field.default}",
)


class Tone(msgspec.Struct, frozen=True):
    """A model with a field of the new kind."""

    loud: Annotated[Level, field("Loudness", "How loud it is.")] = Level(3)


@pytest.fixture
def form(monkeypatch: pytest.MonkeyPatch, shown) -> Form:
    """A form with a field of the new kind, which its two lines have registered."""
    monkeypatch.setitem(fields._KINDS, Level, "level")
    monkeypatch.setitem(FIELD_KINDS, "level", LEVEL)
    made = Form(Tone)
    made.show_value(Tone())
    return shown(made, 308, 100)


def test_it_is_shown_with_its_default(form: Form) -> None:
    assert form.editors["loud"].value() == 3
    assert "Loudness" in form.rows["loud"].label.toolTip() and "level 3" in form.rows["loud"].label.toolTip()


def test_an_edit_is_one_commit(form: Form, heard) -> None:
    said = heard(committed=form.committed)
    QTest.keyClick(form.editors["loud"], Qt.Key.Key_Right)
    assert said == [("committed", "loud", 4)]


def run(form: Form, title: str) -> None:
    next(command for command in commands_of(form, "loud", None) if command.title == title).run()


def test_it_is_copied_pasted_and_reset(form: Form, heard) -> None:
    said = heard(committed=form.committed)
    run(form, "Copy value")
    assert QGuiApplication.clipboard().text() == "3"
    run(form, "Paste value")
    run(form, "Reset to default")
    assert said == [("committed", "loud", 3)] * 2
    QGuiApplication.clipboard().setText("12")
    assert commands_of(form, "loud", None)[1].why_not == "A level is 0 to 9."
