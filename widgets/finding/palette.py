"""The palette: everything that can be done, found by a few letters of its name.

What cannot be done now stands last and says why, unless its whole title is typed. With nothing typed, what was used a
moment ago stands first. Below stands what is told of words for which there is nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QListView, QVBoxLayout, QWidget

from pantin.widgets.controls.frames.overlay import CLOSE, Overlay
from pantin.widgets.controls.scroll import OverlayBar
from pantin.widgets.controls.search_line import SearchLine
from pantin.widgets.finding.palette_rows import ROW, PaletteEntry, PaletteRows, RowDelegate, ranked
from pantin.widgets.messages import _

__all__ = ["Palette", "PaletteEntry"]

WIDTH = 480
TOP = 48
MOST_ROWS = 12
MOST_RECENT = 8
STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: MOST_ROWS - 1,
    Qt.Key.Key_PageUp: 1 - MOST_ROWS,
}


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
        height = min(height, self.height() - TOP - 16)
        self.sheet.setGeometry((self.width() - width) // 2, TOP, width, height)
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
