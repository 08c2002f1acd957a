"""The palette: everything that can be done, found by a few letters of its name.

What cannot be done now is last and says why, unless its whole title is typed. With nothing typed, what was used a
moment ago is first. Below are explanations of words for which there is nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QLabel, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QVBoxLayout, QWidget

from pantin.widgets.controls import key_caps
from pantin.widgets.controls.frames.overlay import CLOSE, Overlay
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.controls.row_list import TOP, Index
from pantin.widgets.controls.scroll import OverlayBar
from pantin.widgets.controls.search_line import SearchLine
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.matching import Match, match

__all__ = ["Palette", "PaletteEntry"]

WIDTH = 480
FROM_TOP = 48
MOST_ROWS = 12
MOST_RECENT = 8
STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: MOST_ROWS - 1,
    Qt.Key.Key_PageUp: 1 - MOST_ROWS,
}

ROW = 32
ICON_END = 32
NOTE = 160
"""The least room for the menu or the reason behind a title that is too long for both."""


class PaletteEntry(msgspec.Struct, frozen=True):
    """Something to find. `place` is where the menus have it; `why_not` is why it cannot be done now, or empty.

    `checked` is None where there is nothing to be on or off. `words` are found though they are nowhere.
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
        entry = self.found[index.row()][0]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return entry.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(entry.why_not) or None
        return None


class RowDelegate(QStyledItemDelegate):
    """Icon, title with the letters that were matched, menu or reason, keys."""

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


class Palette(Overlay):
    """Emits `picked` with the name of the entry that was chosen, after it is gone."""

    picked = Signal(str)
    hints = ((_("Arrows"), _("Choose")), ("Enter", _("Run")), CLOSE)

    def __init__(self, window: QWidget, note_of: Callable[[str], str] = lambda _typed: "") -> None:
        super().__init__(window)
        self._note_of = note_of
        self._entries: Sequence[PaletteEntry] = ()
        self._recent: list[str] = []
        self.search = SearchLine(_("Find an action, a pose or a bone"), tall=True, pops_up=True)
        self.rows = PaletteRows()
        self.list = _list(self.rows)
        self.note = QLabel()
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.note.setWordWrap(True)
        self.note.setMinimumHeight(ROW)
        layout = QVBoxLayout(self.sheet)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(8)
        layout.addWidget(self.search)
        layout.addWidget(self.list)
        layout.addWidget(self.note)
        self.search.textChanged.connect(self._find)
        self.search.stepped.connect(self._step)
        self.search.entered.connect(lambda: self._run(self.list.currentIndex()))
        self.list.clicked.connect(self._run)
        self.list.entered.connect(self.list.setCurrentIndex)

    def open_with(self, entries: Sequence[PaletteEntry]) -> None:
        """Come up with these entries, nothing typed yet."""
        self._entries = entries
        self.search.clear()
        self._find("")
        self.open()
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)

    def shown(self) -> tuple[PaletteEntry, ...]:
        """The entries that answer what is typed, best first."""
        return tuple(entry for entry, _ in self.rows.found)

    def place(self) -> None:
        """At the top in the middle, as high as the entries need."""
        width = min(WIDTH, self.width() - 32)
        height = 8 + 32 + 8 + ROW * min(MOST_ROWS, len(self.rows.found)) + 8
        if self.note.text():
            between = 8 if self.rows.found else 0
            height += between + max(ROW, self.note.heightForWidth(width - 16))
        height = min(height, self.height() - FROM_TOP - 16)
        self.sheet.setGeometry((self.width() - width) // 2, FROM_TOP, width, height)
        self.update()

    def _find(self, typed: str) -> None:
        self.rows.show_found(ranked(self._entries, typed, self._recent))
        self.list.setVisible(bool(self.rows.found))
        self.note.setText(self._note_of(typed) or ("" if self.rows.found else _("Nothing is called that.")))
        self.note.setVisible(bool(self.note.text()))
        self.list.setCurrentIndex(self.rows.index(0))
        self.list.scrollToTop()
        self.place()

    def _step(self, key: int) -> None:
        row = self.list.currentIndex().row() + STEPS[Qt.Key(key)]
        self.list.setCurrentIndex(self.rows.index(max(0, min(len(self.rows.found) - 1, row))))

    def _run(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        entry, _match = self.rows.found[index.row()]
        if entry.why_not:
            return
        self._recent = [entry.name, *(name for name in self._recent if name != entry.name)][:MOST_RECENT]
        self.put_away()
        self.picked.emit(entry.name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that the line has no use for."""
        if event.key() in STEPS:
            self._step(event.key())
        super().keyPressEvent(event)


def _list(rows: PaletteRows) -> QListView:
    found = QListView()
    found.setModel(rows)
    found.setItemDelegate(RowDelegate(rows, found))
    found.setUniformItemSizes(True)
    found.setMouseTracking(True)
    found.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    found.setAccessibleName(_("Actions"))
    found.setMinimumSize(QSize(0, 0))
    OverlayBar(found)
    return found


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
    """The title, matched letters emphasised. Returns where it ends."""
    title = drawing.fitting(entry.title, width)
    x, found = room.left(), set(how.places)
    for run, is_found in _runs(title, found):
        weight = 600 if is_found else 400
        painter.setFont(theme.font(12, weight))
        drawing.write(painter, QRectF(x, room.top(), 400, ROW), run, tokens.acc_t if is_found else token)
        x += theme.metrics(12, weight).horizontalAdvance(run)
    return x


def _runs(title: str, found: set[int]) -> list[tuple[str, bool]]:
    """The title in pieces whose letters were all matched, or all not."""
    pieces: list[tuple[str, bool]] = []
    for place, letter in enumerate(title):
        is_found = place in found
        if pieces and pieces[-1][1] == is_found:
            pieces[-1] = (pieces[-1][0] + letter, is_found)
        else:
            pieces.append((letter, is_found))
    return pieces
