"""One expression that is set: its name with the dot that puts it back, a slider with its number, or a switch.

Where others weaken it, a line below says so, and it is faint: setting it changes little now.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QGraphicsOpacityEffect, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from pantin.rigs.meshes.expressions import GROUPS, Expression
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.controls.switch import Switch
from pantin.widgets.forms.rows.row import GAP, INSET, RowLabel
from pantin.widgets.messages import _
from pantin.widgets.numbers.knob_slider import KnobSlider, SliderAndNumber
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.quantity import Quantity
from pantin.widgets.values.units import Unit

LABEL, NUMBER = 76, 56
BAR = 2
"""Pixels of the bar that marks what others drive."""
FAINT = 0.5
"""Opacity of what others drive."""
PERCENT = Unit("%", _("percent"), 100.0, 0, 0.005, 0.1, {"%": 1.0})


class ExpressionRow(QWidget):
    """Shows one expression. Values go out by its name."""

    previewed = Signal(str, float)
    edited = Signal(str, float)
    reset_asked = Signal(str)
    """It is to be put back to 0."""
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.expression = Expression("")
        self._value = 0.0
        self.number, self.slider = NumberField(Quantity(PERCENT)), _Slider(0.0, 1.0, 0.0)
        self.editor = SliderAndNumber(self.slider, self.number, NUMBER)
        self.switch = Switch()
        self.label = _Label("", None, LABEL, self.number, is_name=True)
        self.blocked = QLabel()
        self.blocked.setTextFormat(Qt.TextFormat.PlainText)
        self.blocked.setFont(theme.font(11))
        self.blocked.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self.blocked.setContentsMargins(INSET + LABEL + GAP, 0, INSET, 4)
        self.blocked.hide()
        self._parts: tuple[QWidget, ...] = (self.label, self.editor, self.switch)
        self._lay_out()
        self.editor.scrubbed.connect(lambda value: self.previewed.emit(self.expression.name, value))
        self.editor.committed.connect(self._set)
        self.editor.cancelled.connect(self.cancelled)
        self.switch.committed.connect(lambda on: self._set(float(on)))
        self.label.reset_asked.connect(self._reset)
        self.slider.reset_asked.connect(self._reset)

    def _lay_out(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        across, below = QHBoxLayout(), QVBoxLayout(self)
        for layout in (across, below):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        across.setContentsMargins(0, 0, INSET, 0)
        self._faint: list[QGraphicsOpacityEffect] = []
        for part in self._parts:
            across.addWidget(part)
            if part is not self.label:
                effect = QGraphicsOpacityEffect(part, opacity=FAINT)
                effect.setEnabled(False)
                part.setGraphicsEffect(effect)
                self._faint.append(effect)
        below.addLayout(across)
        below.addWidget(self.blocked)

    @property
    def value(self) -> float:
        """Return the value that is shown."""
        return self._value

    def show_expression(self, expression: Expression, value: float, there: float, weakening: Sequence[str]) -> None:
        """Show an expression that is set to `value`; `there` is what the `weakening` ones, by name, leave of it."""
        if expression is not self.expression:
            self._show_kind(expression)
        self._value = value
        self.editor.show_value(value)
        self.switch.show_value(value > 0.5)
        self.label.show_changed(bool(value))
        asked = float(value > 0.5) if expression.is_binary else value
        is_less = bool(weakening) and there < asked - 1e-6
        words = blocking(expression.name, weakening, there) if is_less else ""
        self.blocked.setText(words)
        self.blocked.setToolTip(plain(words))
        self.blocked.setVisible(is_less)
        self.label.show_text(expression.name, is_less)
        for effect in self._faint:
            effect.setEnabled(is_less)
        self.update()

    def _show_kind(self, expression: Expression) -> None:
        """Show which expression it is, and by what that is set."""
        self.expression = expression
        bounds = (0.0, 1.0) if expression.bounded else (None, None)
        self.number.show_quantity(Quantity(PERCENT, None, *bounds))
        self.editor.setVisible(not expression.is_binary)
        self.switch.setVisible(expression.is_binary)
        is_of_lids = GROUPS.get(expression.preset or "") == "blink"
        self.switch.show_note(_("Shut or open") if is_of_lids else _("On or off"))
        for named in (self.slider, self.number, self.switch):
            named.setAccessibleName(expression.name)
        for part in self._parts:
            explain(part, hint_of(expression))

    def _set(self, value: float) -> None:
        self.edited.emit(self.expression.name, value)

    def _reset(self) -> None:
        if self._value:
            self.reset_asked.emit(self.expression.name)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self.blocked.isHidden():
            painter = drawing.painter_of(self)
            drawing.box(painter, QRectF(0, 2, BAR, self.height() - 4), painter.tokens.acc, BAR / 2)
            painter.end()


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


def blocking(name: str, weakening: Sequence[str], there: float) -> str:
    """Return a sentence: what is left of an expression where these others weaken it."""
    others = ", ".join(weakening)
    if there <= 0.0:
        return _("{expression} is blocked by {others}").format(expression=name, others=others)
    return _("{others} leaves {part:.0%} of {expression}").format(expression=name, others=others, part=there)


def hint_of(expression: Expression) -> str:
    """Return what setting an expression does, and which preset it is."""
    what = _("How far {expression} is there. A double click puts it back.")
    return with_preset(what.format(expression=expression.name), expression)


def with_preset(words: str, expression: Expression) -> str:
    """Return words about an expression, and which preset it is, where it is one."""
    preset = expression.preset
    return words if preset is None else _("{what} Its preset is {preset}.").format(what=words, preset=preset)
