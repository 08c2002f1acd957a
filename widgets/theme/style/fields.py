"""Lines of text, and the buttons of questions: how large they are, and how they are painted."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyleOption, QStyleOptionButton, QStyleOptionFrame

from pantin.widgets.theme import drawing
from pantin.widgets.theme.style.menus import mnemonics
from pantin.widgets.theme.theme import Theme, colour, font

HEIGHT = 24
PADDING = 8
BUTTON_PADDING = 10
BUTTON_RADIUS = 5
FOCUS_RING = 2
NARROWEST = 68
"""The least width of a button of a question, pixels: "No" is pressed as easily as "Don't save"."""
State = QStyle.StateFlag
Feature = QStyleOptionButton.ButtonFeature


def line_size(option: QStyleOptionFrame, contents: QSize) -> QSize:
    """The size of a line of text; one without a frame takes what its text takes."""
    if not option.lineWidth:
        return contents
    return QSize(contents.width() + 2 * PADDING, max(HEIGHT, contents.height()))


def line_contents(option: QStyleOptionFrame) -> QRect:
    """Return the rectangle for the text of a line."""
    return option.rect.adjusted(PADDING, 0, -PADDING, 0) if option.lineWidth else option.rect


def paint_line(option: QStyleOptionFrame, painter: QPainter, tokens: Theme) -> None:
    """The ground of a line of text, lit where it is pointed at; a line without a frame has none."""
    if option.lineWidth:
        is_lit = _is(option, State.State_MouseOver) and _is(option, State.State_Enabled)
        drawing.box(painter, QRectF(option.rect), tokens.field_hover if is_lit else tokens.field)


def button_size(option: QStyleOptionButton, contents: QSize) -> QSize:
    """The size of a button, whose words are heavier where it is the one that Enter presses."""
    one_line = Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextShowMnemonic
    words = QFontMetrics(_button_font(option)).size(one_line, option.text).width()
    return QSize(max(NARROWEST, words + 2 * BUTTON_PADDING), max(HEIGHT, contents.height()))


def paint_button(option: QStyleOptionButton, painter: QPainter, tokens: Theme) -> None:
    """A button with its words, and a ring where it has the focus."""
    rect = QRectF(option.rect)
    is_default = _is_default(option)
    drawing.box(painter, rect, _ground(option, tokens), BUTTON_RADIUS)
    if _is(option, State.State_HasFocus):
        drawing.ring(painter, rect, tokens.t1 if is_default else tokens.acc, BUTTON_RADIUS, FOCUS_RING)
    words = tokens.on_acc if is_default else tokens.t1
    painter.setFont(_button_font(option))
    painter.setPen(colour(words if _is(option, State.State_Enabled) else tokens.off))
    painter.drawText(rect, drawing.CENTRE | Qt.TextFlag.TextSingleLine | mnemonics(), option.text)


def _ground(option: QStyleOptionButton, tokens: Theme) -> str:
    if not _is(option, State.State_Enabled):
        return tokens.field
    is_lit = _is(option, State.State_MouseOver)
    if _is_default(option):
        return tokens.acc_t if is_lit else tokens.acc
    if _is(option, State.State_Sunken):
        return tokens.track
    return tokens.field_hover if is_lit else tokens.field


def _button_font(option: QStyleOptionButton) -> QFont:
    return font(12, 600 if _is_default(option) else 400)


def _is_default(option: QStyleOptionButton) -> bool:
    return bool(option.features & Feature.DefaultButton) and _is(option, State.State_Enabled)


def _is(option: QStyleOption, state: State) -> bool:
    return bool(option.state & state)
