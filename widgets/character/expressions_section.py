"""Expressions of the character: a slider for each, found by its name, and what weakens it.

Values go out by name: `previewed` while one is dragged, `edited` once at the end. What mirrors them is not for here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from pantin.rigs.figure import Figure
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.expressions import Expression, strengths
from pantin.rigs.meshes.faces import in_order, matching, weakened_by
from pantin.widgets.controls.explain import explain, remark
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.kept_rows import show_rows
from pantin.widgets.controls.search_line import SearchLine
from pantin.widgets.controls.switch import Switch
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.forms.rows.row import INSET, RowLabel
from pantin.widgets.messages import _, ngettext
from pantin.widgets.numbers.knob_slider import KnobSlider, SliderAndNumber
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.values.quantity import Quantity
from pantin.widgets.values.units import Unit

LABEL, NUMBER = 96, 56
FEW = 18
"""Expressions that are listed at once, beside those that are set: all presets of a VRM."""
MOST = 200
"""Rows at the most: who has more finds them by searching."""


class ExpressionsSection(Section):
    """Shown where the character has been read; one without expressions has the line alone that says so."""

    previewed = Signal(object)
    """Values of expressions by name."""
    edited = Signal(object)
    """The same, to be kept as one step of undo."""
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__(_("Expressions"))
        self._character: Character | None = None
        self._expressions: tuple[Expression, ...] = ()
        self._values: Mapping[str, float] = {}
        self._lists_all = False
        self.rows: list[ExpressionRow] = []
        self.reset = TextButton(_("Put all back"), _("Set no expression any more."), quiet=True)
        self.reset.clicked.connect(lambda: self.edited.emit(dict.fromkeys(self._values, 0.0)))
        self.search = SearchLine(_("Find an expression"))
        explain(self.search, _("List only expressions whose name or preset contains this."))
        self.search.textChanged.connect(self._list)
        self.search.entered.connect(self._take_first)
        self.more = TextButton("", _("List all expressions, or few of them and those that are set."), quiet=True)
        self.more.clicked.connect(self._list_more)
        self.add(_indented(self.search))
        self.foot = _indented(self.more, self.reset)
        self.add(self.foot)
        self.hide()

    def show_character(self, figure: Figure, character: Character | None, in_rest_pose: bool) -> None:
        """Show how far each expression of a figure's character is there. Nothing is emitted."""
        self.setVisible(character is not None and not in_rest_pose)
        if character is None or in_rest_pose:
            return
        values = figure.pose.expressions
        if self._character is character and values is self._values:
            return
        is_other, self._character, self._values = self._character is not character, character, values
        if is_other:
            self._expressions = in_order(character.expressions)
            self._lists_all = False
            self.search.setPlaceholderText(_("Find one of {count}").format(count=len(self._expressions)))
            self.show_body(bool(self._expressions))
        self._list()

    def prepare_next(self) -> bool:
        """Make one more row beforehand. False where there are as many as are listed at first."""
        is_missing = len(self.rows) < FEW
        if is_missing:
            self._add()
            self.rows[-1].hide()
        return is_missing

    def _list(self) -> None:
        """Show rows for what is searched for, or else for the first ones and those that are set."""
        listed = self._listed()
        show_rows(self.rows, len(listed), self._add)
        there = strengths(self._expressions, self._values)
        for row, expression in zip(self.rows, listed, strict=False):
            value = self._values.get(expression.name, 0.0)
            weakening = weakened_by(expression, self._expressions, self._values) if value else ()
            row.show_expression(expression, value, there.get(expression.name, 0.0), weakening)
        self._show_notes(len(listed))

    def _listed(self) -> tuple[Expression, ...]:
        searched = self.search.text().strip()
        if searched:
            return matching(self._expressions, searched)[:MOST]
        few = {each.name for each in self._expressions[: MOST if self._lists_all else FEW]}
        return tuple(each for each in self._expressions if each.name in few or each.name in self._values)[:MOST]

    def _show_notes(self, listed: int) -> None:
        """Say how many are set, and offer what there is to do with all of them."""
        count, is_set, is_searching = len(self._expressions), len(self._values), bool(self.search.text().strip())
        if not count:
            self.show_note(_("none in the file"))
        elif is_searching and not listed:
            self.show_note(_("none is called so"))
        else:
            words = ngettext("{count} set", "{count} set", is_set).format(count=is_set)
            self.show_note(words if is_set else "")
        has_more = count > FEW and not is_searching
        self.more.setVisible(has_more)
        self.more.show_words(_("Show few") if self._lists_all else _("Show all {count}").format(count=count))
        self.reset.setVisible(bool(is_set))
        self.foot.setVisible(has_more or bool(is_set))

    def _list_more(self) -> None:
        self._lists_all = not self._lists_all
        self._list()

    def _take_first(self) -> None:
        if self._listed():
            self.rows[0].editor.setFocus()

    def _add(self) -> None:
        row = ExpressionRow()
        row.previewed.connect(self.previewed)
        row.edited.connect(self.edited)
        row.cancelled.connect(self.cancelled)
        self.rows.append(row)
        self.insert(len(self.rows), row)


class ExpressionRow(QWidget):
    """One expression: its name with the dot of what is set, and a slider with its number, or a switch."""

    previewed = Signal(object)
    edited = Signal(object)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.expression = Expression("")
        self._value = 0.0
        percent = Unit("%", _("percent"), 100.0, 0, 0.005, 0.1, {"%": 1.0})
        self._percent = percent
        self.number, self.slider = NumberField(Quantity(percent)), _Slider(0.0, 1.0, 0.0)
        self.editor = SliderAndNumber(self.slider, self.number, NUMBER)
        self.switch = Switch(_("There"), _("Not there"))
        self.label = _Label("", None, LABEL, self.number)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(24)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, INSET, 0)
        layout.setSpacing(0)
        self._parts: tuple[QWidget, ...] = (self.label, self.editor, self.switch)
        for part in self._parts:
            layout.addWidget(part)
        self.editor.scrubbed.connect(lambda value: self.previewed.emit({self.expression.name: value}))
        self.editor.committed.connect(self._set)
        self.editor.cancelled.connect(self.cancelled)
        self.switch.committed.connect(lambda on: self._set(float(on)))
        self.label.reset_asked.connect(self._reset)
        self.slider.reset_asked.connect(self._reset)

    @property
    def value(self) -> float:
        """Return the value that is shown."""
        return self._value

    def show_expression(self, expression: Expression, value: float, there: float, weakening: Sequence[str]) -> None:
        """Show an expression that is set to `value`; `there` is what the `weakening` ones, by name, leave of it."""
        if expression is not self.expression:
            self.expression = expression
            bounds = (0.0, 1.0) if expression.bounded else (None, None)
            self.number.show_quantity(Quantity(self._percent, None, *bounds))
            self.editor.setVisible(not expression.is_binary)
            self.switch.setVisible(expression.is_binary)
            for named in (self.slider, self.number, self.switch):
                named.setAccessibleName(expression.name)
            for part in self._parts:
                explain(part, _hint(expression))
        self._value = value
        self.editor.show_value(value)
        self.switch.show_value(value > 0.5)
        self.label.show_changed(bool(value))
        asked = float(value > 0.5) if expression.is_binary else value
        is_less = bool(weakening) and there < asked - 1e-6
        self.label.show_text(expression.name, is_less)
        words = _("{others} blocks it.") if there <= 0.0 else _("{others} leaves {part:.0%} of it.")
        for part in self._parts:
            remark(part, words.format(others=", ".join(weakening), part=there) if is_less else "")

    def _set(self, value: float) -> None:
        self.edited.emit({self.expression.name: value})

    def _reset(self) -> None:
        if self._value:
            self._set(0.0)


class _Label(RowLabel):
    """The name of an expression; a double click puts it back, as the dot does."""

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        self.reset_asked.emit()


class _Slider(KnobSlider):
    """A slider that a double click puts back."""

    reset_asked = Signal()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.reset_asked.emit()


def _hint(expression: Expression) -> str:
    what = _("How far {expression} is there. A double click puts it back.").format(expression=expression.name)
    return (
        what
        if expression.preset is None
        else _("{what} Its preset is {preset}.").format(what=what, preset=expression.preset)
    )


def _indented(*widgets: QWidget) -> QWidget:
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(INSET, 0, INSET, 4)
    for widget in widgets:
        layout.addWidget(widget)
    return row
