"""The rows of the palette: which entries answer, in which order, and how each looks."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QAbstractListModel, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from pantin.widgets.controls import key_caps
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.controls.row_list import TOP, Index
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.matching import Match, match

ROW = 32
ICON_END = 32
NOTE = 160
"""The least room for the menu or the reason behind a title that is too long for both."""


class PaletteEntry(msgspec.Struct, frozen=True):
    """Something to find. `place` is where the menus have it; `why_not` is why it cannot be done now, or empty.

    `checked` is None where there is nothing to be on or off. `words` are found though they stand nowhere.
    """

    name: str
    title: str
    place: str = ""
    keys: tuple[str, ...] = ()
    icon: str = ""
    why_not: str = ""
    checked: bool | None = None
    words: str = ""


Found = tuple[PaletteEntry, Match]


def ranked(entries: Sequence[PaletteEntry], typed: str, recent: Sequence[str]) -> list[Found]:
    """The entries that answer what was typed, best first.

    A title that was typed whole leads, even where it cannot be done: Enter must not run another. What else cannot be
    done now comes last.
    """
    lately = {name: place for place, name in enumerate(recent)}
    found = []
    for order, entry in enumerate(entries):
        named = match(typed, entry.title, entry.words)
        how = named or match(typed, entry.title, f"{entry.place} {entry.words}")
        if how:
            age = lately.get(entry.name, len(lately))
            length = len(entry.title) if typed else 0
            is_last = bool(entry.why_not) and not how.is_whole
            found.append(((is_last, how.rank, named is None, age, length, order), (entry, how)))
    return [pair for _, pair in sorted(found, key=lambda each: each[0])]


class PaletteRows(QAbstractListModel):
    """The rows as Qt's list wants them."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Found] = []

    def show_found(self, found: list[Found]) -> None:
        """Replace the rows."""
        self.beginResetModel()
        self.found = found
        self.endResetModel()

    def rowCount(self, _parent: Index = TOP) -> int:
        return len(self.found)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry, _ = self.found[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return entry.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(entry.why_not) or None
        return None


class RowDelegate(QStyledItemDelegate):
    """Icon, title with the letters that were meant, menu or reason, keys."""

    def __init__(self, rows: PaletteRows, parent: QObject) -> None:
        super().__init__(parent)
        self._rows = rows

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(240, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens = appearance().theme
        entry, how = self._rows.found[index.row()]
        rect = QRectF(option.rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen:
            drawing.box(painter, rect, tokens.row_active)
        _paint_icon(painter, rect, entry, tokens)
        right = _paint_keys(painter, rect, entry, tokens)
        note = entry.why_not or entry.place
        room = QRectF(rect.left() + ICON_END, rect.top(), right - rect.left() - ICON_END - 8, ROW)
        wanted = theme.metrics(11).horizontalAdvance(note) + 16 if note else 0
        title_room = max(room.width() - wanted, room.width() - NOTE)
        faint = tokens.t2 if chosen else tokens.t3
        end = _paint_title(painter, room, title_room, entry, how, faint if entry.why_not else tokens.t1, tokens)
        painter.setFont(theme.font(11))
        left = QRectF(end + 8, rect.top(), room.right() - end - 8, ROW)
        drawing.write(painter, left, drawing.fitting(note, left.width(), 11), faint)


def _paint_icon(painter: QPainter, rect: QRectF, entry: PaletteEntry, tokens: theme.Theme) -> None:
    name = "check" if entry.checked else entry.icon
    if name:
        token = tokens.off if entry.why_not else tokens.acc_t if entry.checked else tokens.t2
        icons.draw(painter, name, token, rect.left() + 8, rect.top() + 8)


def _paint_keys(painter: QPainter, rect: QRectF, entry: PaletteEntry, tokens: theme.Theme) -> float:
    """The first keys at the right end. Returns where they begin."""
    if not entry.keys:
        return rect.right()
    left = rect.right() - 12 - key_caps.width(entry.keys[0])
    key_caps.paint(painter, left, rect.top() + 8, entry.keys[0], tokens)
    return left


def _paint_title(
    painter: QPainter, room: QRectF, width: float, entry: PaletteEntry, how: Match, token: str, tokens: theme.Theme
) -> float:
    """The title, letters that were meant emphasised. Returns where it ends."""
    title = drawing.fitting(entry.title, width)
    x, found = room.left(), set(how.places)
    for run, is_found in _runs(title, found):
        weight = 600 if is_found else 400
        painter.setFont(theme.font(12, weight))
        drawing.write(painter, QRectF(x, room.top(), 400, ROW), run, tokens.acc_t if is_found else token)
        x += theme.metrics(12, weight).horizontalAdvance(run)
    return x


def _runs(title: str, found: set[int]) -> list[tuple[str, bool]]:
    """The title in pieces whose letters were all meant, or all not."""
    pieces: list[tuple[str, bool]] = []
    for place, letter in enumerate(title):
        is_found = place in found
        if pieces and pieces[-1][1] == is_found:
            pieces[-1] = (pieces[-1][0] + letter, is_found)
        else:
            pieces.append((letter, is_found))
    return pieces
