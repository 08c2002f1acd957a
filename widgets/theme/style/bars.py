"""Scroll bars, the tabs of docks, and what lies between docks: how large they are, and how they are painted."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOption, QStyleOptionSlider, QStyleOptionTab

from pantin.widgets.theme import drawing
from pantin.widgets.theme.theme import Theme, colour, font, metrics

SCROLL_BAR = 8
SHORTEST_HANDLE = 24
HANDLE_RADIUS = 3
TAB_HEIGHT, TAB_PADDING = 32, 12
SELECTED_LINE = 2
SELECTED_WEIGHT = 500
State = QStyle.StateFlag
Part = QStyle.SubControl


def scroll_part(option: QStyleOptionSlider, part: QStyle.SubControl) -> QRect:
    """Return the rectangle of that part of a scroll bar: its handle, what is before and behind it, or the whole groove.

    There are no buttons at its ends.
    """
    rect = option.rect
    if part == Part.SC_ScrollBarGroove:
        return rect
    is_level = option.orientation == Qt.Orientation.Horizontal
    start, length = _handle(option, rect.width() if is_level else rect.height())
    spans = {
        Part.SC_ScrollBarSlider: (start, length),
        Part.SC_ScrollBarSubPage: (0, start),
        Part.SC_ScrollBarAddPage: (start + length, (rect.width() if is_level else rect.height()) - start - length),
    }
    if part not in spans:
        return QRect()
    begin, long = spans[part]
    if is_level:
        return QRect(rect.left() + begin, rect.top(), long, rect.height())
    return QRect(rect.left(), rect.top() + begin, rect.width(), long)


def paint_scroll_bar(option: QStyleOptionSlider, painter: QPainter, tokens: Theme) -> None:
    """The handle; what it slides on shows what lies below."""
    handle = scroll_part(option, Part.SC_ScrollBarSlider)
    is_lit = option.state & State.State_MouseOver and option.activeSubControls & Part.SC_ScrollBarSlider
    is_held = option.state & State.State_Sunken
    token = tokens.off if is_lit or is_held else tokens.field_hover
    drawing.box(painter, QRectF(handle).adjusted(1, 1, -1, -1), token, HANDLE_RADIUS)


def tab_size(option: QStyleOptionTab, _contents: QSize) -> QSize:
    """The size of the tab of a dock; its words are never cut when it is chosen and they grow heavier."""
    words = metrics(12, SELECTED_WEIGHT).horizontalAdvance(option.text)
    return QSize(round(words) + 2 * TAB_PADDING, TAB_HEIGHT)


def tab_words(option: QStyleOptionTab) -> QRect:
    """Return the rectangle for the words of a tab; Qt cuts them there."""
    return option.rect.adjusted(TAB_PADDING - 1, 0, 1 - TAB_PADDING, 0)


def paint_tab(option: QStyleOptionTab, painter: QPainter, tokens: Theme) -> None:
    """A tab of docks, lit where it is pointed at, with a line below it where it is the one that is shown."""
    is_selected = bool(option.state & State.State_Selected)
    is_lit = bool(option.state & State.State_MouseOver) and not is_selected
    painter.fillRect(option.rect, colour(tokens.field if is_lit else tokens.panel))
    if is_selected:
        bottom = option.rect.bottom() + 1 - SELECTED_LINE
        painter.fillRect(option.rect.left(), bottom, option.rect.width(), SELECTED_LINE, colour(tokens.acc))
    painter.setFont(font(12, SELECTED_WEIGHT if is_selected else 400))
    token = tokens.t1 if is_selected or is_lit else tokens.t2
    drawing.write(painter, QRectF(option.rect), option.text, token, drawing.CENTRE | Qt.TextFlag.TextHideMnemonic)


def paint_separator(option: QStyleOption, painter: QPainter, tokens: Theme) -> None:
    """The line between two docks."""
    painter.fillRect(option.rect, colour(tokens.edge))


def _handle(option: QStyleOptionSlider, room: int) -> tuple[int, int]:
    """Return the beginning and the length of the handle, pixels of `room`."""
    steps = option.maximum - option.minimum
    whole = steps + option.pageStep
    length = room if whole <= 0 else min(room, max(SHORTEST_HANDLE, room * option.pageStep // whole))
    at = option.sliderPosition
    start = QStyle.sliderPositionFromValue(option.minimum, option.maximum, at, room - length, option.upsideDown)
    return start, length
