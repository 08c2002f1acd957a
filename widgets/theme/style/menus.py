"""Menus and the menu bar: how large their entries are, and how they are painted.

An entry has a column for icons and ticks at its left where any entry of its menu has one, and its keys at the right.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QIcon, QPainter, QRegion
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QStyle, QStyleOption, QStyleOptionMenuItem, QWidget

from pantin.widgets.theme import drawing, icons
from pantin.widgets.theme.theme import Theme, colour

RADIUS = 8
INSET = 8
ROW = 24
ICON_COLUMN = icons.SIZE + 8
GAP = 24
"""Between the words and the keys, or the arrow of a menu within."""
SEPARATOR = 9
Item = QStyleOptionMenuItem.MenuItemType
State = QStyle.StateFlag


class RoundCorners(QObject):
    """Cuts the corners of every menu that it watches, whether or not the screen can show what is half transparent."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """After a change of size."""
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            outline = drawing.rounded(QRectF(watched.rect()), RADIUS)
            watched.setMask(QRegion(outline.toFillPolygon().toPolygon()))
        return False


def item_size(option: QStyleOptionMenuItem, _contents: QSize) -> QSize:
    """The size of an entry without its keys, which Qt adds."""
    if option.menuItemType == Item.Separator:
        return QSize(INSET, SEPARATOR)
    one_line = Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextShowMnemonic
    words = QFontMetrics(option.font).size(one_line, _words(option)).width()
    return QSize(INSET + _before_words(option) + words + GAP + INSET, ROW)


def bar_item_size(_option: QStyleOption, contents: QSize) -> QSize:
    """The size of an entry of a menu bar whose words need `contents`."""
    return contents + QSize(2 * INSET, INSET)


def paint_menu(option: QStyleOption, painter: QPainter, tokens: Theme) -> None:
    """Paint the ground of a menu."""
    paint_panel(QRectF(option.rect), painter, tokens)


def paint_panel(rect: QRectF, painter: QPainter, tokens: Theme) -> None:
    """A panel, and the line round it."""
    painter.fillRect(rect, colour(tokens.panel))
    drawing.ring(painter, rect, tokens.key_edge, RADIUS, 1)


def paint_item(option: QStyleOptionMenuItem, painter: QPainter, tokens: Theme) -> None:
    """An entry: its icon or tick, its words, and its keys or the arrow of a menu within."""
    rect = option.rect
    if option.menuItemType == Item.Separator:
        painter.fillRect(rect.left() + 4, rect.center().y(), rect.width() - 8, 1, colour(tokens.line))
        return
    is_enabled = bool(option.state & State.State_Enabled)
    if is_enabled and option.state & State.State_Selected:
        drawing.box(painter, QRectF(rect), tokens.acc_bg)
    painter.setFont(option.font)
    top = rect.top() + (rect.height() - icons.SIZE) // 2
    _paint_mark(option, painter, tokens, QRect(rect.left() + INSET, top, icons.SIZE, icons.SIZE))
    words = QRectF(rect.adjusted(INSET + _before_words(option), 0, -INSET, 0))
    align = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
    painter.setPen(colour(tokens.t1 if is_enabled else tokens.off))
    painter.drawText(words, align | Qt.AlignmentFlag.AlignLeft | mnemonics(), _words(option))
    if option.menuItemType == Item.SubMenu:
        icons.draw(painter, "right", tokens.t2 if is_enabled else tokens.off, rect.right() - INSET - 12, top)
    painter.setPen(colour(tokens.t3 if is_enabled else tokens.off))
    painter.drawText(words, align | Qt.AlignmentFlag.AlignRight, option.text.partition("\t")[2])


def paint_bar(option: QStyleOption, painter: QPainter, tokens: Theme) -> None:
    """Paint the part of a menu bar that bears no entry."""
    painter.fillRect(option.rect, colour(tokens.panel))


def paint_bar_item(option: QStyleOptionMenuItem, painter: QPainter, tokens: Theme) -> None:
    """An entry of a menu bar, lit while it is pointed at or its menu is open."""
    paint_bar(option, painter, tokens)
    is_lit = bool(option.state & (State.State_Selected | State.State_Sunken))
    if is_lit:
        drawing.box(painter, QRectF(option.rect), tokens.field)
    painter.setPen(colour(tokens.t1 if is_lit else tokens.t2))
    painter.drawText(QRectF(option.rect), drawing.CENTRE | Qt.TextFlag.TextSingleLine | mnemonics(), option.text)


def _paint_mark(option: QStyleOptionMenuItem, painter: QPainter, tokens: Theme, rect: QRect) -> None:
    """The icon, which is a tick where the entry is on; or a tick alone."""
    is_enabled = bool(option.state & State.State_Enabled)
    if not option.icon.isNull():
        active = QIcon.Mode.Active if option.state & State.State_Selected else QIcon.Mode.Normal
        mode = active if is_enabled else QIcon.Mode.Disabled
        state = QIcon.State.On if option.checked else QIcon.State.Off
        option.icon.paint(painter, rect, Qt.AlignmentFlag.AlignCenter, mode, state)
    elif option.checked:
        icons.draw(painter, "check", tokens.acc_t if is_enabled else tokens.off, rect.left(), rect.top())


def _before_words(option: QStyleOptionMenuItem) -> int:
    return ICON_COLUMN if option.maxIconWidth or option.menuHasCheckableItems else 0


def _words(option: QStyleOptionMenuItem) -> str:
    return option.text.partition("\t")[0]


def are_mnemonics_underlined() -> bool:
    """Return whether the letters that choose an entry are underlined: only while they can be pressed."""
    is_alt_held = bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.AltModifier)
    return is_alt_held or isinstance(QApplication.focusWidget(), QMenuBar | QMenu)


def mnemonics() -> Qt.TextFlag:
    """Return the flag by which text is painted whose letters may be underlined."""
    return Qt.TextFlag.TextShowMnemonic if are_mnemonics_underlined() else Qt.TextFlag.TextHideMnemonic
