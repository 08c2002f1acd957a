"""The menu of constraints that can be added: type to find one, arrows and Enter or a click to choose it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QLabel, QStyle, QStyleOptionViewItem, QVBoxLayout

from pantin.rigs.constraints.acting import Look
from pantin.widgets.constraints.card_looks import LOOKS
from pantin.widgets.controls.frames.popup import Popup
from pantin.widgets.controls.row_list import Index, ListDelegate, RoleData, RowList
from pantin.widgets.controls.search_line import SearchLine
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.matching import match

WIDTH, ROW, INSET, SEARCH = 448, 28, 5, 24
TITLE = 32
HELP = 152
"""Left edge of the line of help, pixels."""

STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -len(LOOKS), Qt.Key.Key_PageDown: len(LOOKS)}
ROLE_DATA: RoleData = {
    Qt.ItemDataRole.DisplayRole: lambda kind: LOOKS[kind].title,
    Qt.ItemDataRole.AccessibleTextRole: lambda kind: f"{LOOKS[kind].title}: {LOOKS[kind].help}",
}


class ConstraintMenu(Popup):
    """Emits `chosen` with a kind of constraint once it is closed."""

    chosen = Signal(object)

    def __init__(self, subject: str) -> None:
        super().__init__()
        self.setAccessibleName(_("Add a constraint to {bones}").format(bones=subject))
        self.search = SearchLine(_("Add a constraint to {bones}").format(bones=subject), pops_up=True)
        self.list = RowList(_("Constraints"), ROLE_DATA)
        self.list.setItemDelegate(_KindDelegate(self.list, ROW))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.entered.connect(self.list.setCurrentIndex)
        self.none = QLabel(_("No constraint is called that."))
        self.none.setAlignment(drawing.CENTRE)
        self.none.setFixedHeight(ROW)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(INSET, INSET, INSET, INSET)
        layout.setSpacing(4)
        layout.addWidget(self.search)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.none)
        self.search.textChanged.connect(self._find)
        self.search.stepped.connect(self._step)
        self.search.entered.connect(lambda: self._choose(self.list.currentIndex().row()))
        self.list.chosen.connect(self._choose)
        self._find("")

    def open_at(self, place: QPoint) -> None:
        """Open with the corner at a place of the screen, or as near as there is room."""
        height = _height(len(LOOKS))
        room = self.screen().availableGeometry()
        x = max(room.left(), min(place.x(), room.right() - WIDTH))
        self.move(x, max(room.top(), min(place.y(), room.bottom() - height)))
        self.show()
        self.search.setFocus()

    def _find(self, typed: str) -> None:
        found = [(how.rank, kind) for kind, look in LOOKS.items() if (how := match(typed, look.title, look.help))]
        kinds = [kind for _, kind in sorted(found, key=lambda each: each[0])]
        self.list.rows.show(kinds)
        self.list.setCurrentIndex(self.list.rows.index(0))
        self.list.setVisible(bool(kinds))
        self.none.setVisible(not kinds)
        self.resize(WIDTH, _height(max(1, len(kinds))))

    def _step(self, key: int) -> None:
        row = self.list.currentIndex().row() + STEPS[Qt.Key(key)]
        self.list.setCurrentIndex(self.list.rows.index(max(0, min(len(self.list.rows.rows) - 1, row))))

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self.list.rows.rows):
            kind = self.list.rows.rows[row]
            self.close()
            self.chosen.emit(kind)


def _height(rows: int) -> int:
    return 2 * INSET + SEARCH + 4 + ROW * rows + 2


class _KindDelegate(ListDelegate):
    """Icon, title and one line of help; a line above the first of a group."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens = appearance().theme
        look: Look = LOOKS[self._list.rows.rows[index.row()]]
        row = QRectF(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_whole = len(self._list.rows.rows) == len(LOOKS)
        if look.begins and is_whole:
            painter.fillRect(QRectF(row.left() + 8, row.top(), row.width() - 16, 1), theme.colour(tokens.line))
        chosen = bool(option.state & QStyle.StateFlag.State_Selected) or index == self._list.currentIndex()
        if chosen:
            drawing.box(painter, row.adjusted(0, 1, 0, -1), tokens.row_active)
        icons.draw(painter, look.icon, getattr(tokens, look.token), row.left() + 8, row.top() + (ROW - icons.SIZE) / 2)
        painter.setFont(theme.font())
        drawing.write(painter, row.adjusted(TITLE, 0, 0, 0), look.title, tokens.t1)
        painter.setFont(theme.font(11))
        room = row.adjusted(HELP, 0, -8, 0)
        help_ = drawing.fitting(look.help, room.width(), 11)
        drawing.write(painter, room, help_, tokens.t2 if chosen else tokens.t3)
