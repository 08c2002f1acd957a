"""The steps of the document as a list, the newest at the top: a click goes back to one, or forward again."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QVBoxLayout, QWidget

from widgets import drawing, icons, theme
from widgets.panel_head import PanelHead
from widgets.scroll import OverlayBar

ROW = 24
ICONS = {
    "Open": "folder",
    "Drag": "auto-ik",
    "Move": "move",
    "Rotate": "rotate",
    "Rotation": "rotate",
    "Scale": "scale",
    "Position": "move",
    "Reset": "undo",
    "Hide": "eye-off",
    "Show": "eye",
    "Rename": "bone",
    "Parent": "bone",
    "Apply": "pose",
    "Remove": "trash",
    "Add": "plus",
}
"""What is drawn before a step, by the first word of its label."""
OTHER = "settings"


class HistoryPanel(QWidget):
    """Shows what a history holds. Emits `step_asked` with the place of the step to go to."""

    step_asked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.head = PanelHead("History")
        self.steps = _Steps()
        self.list = QListView()
        self.list.setModel(self.steps)
        self.list.setItemDelegate(_Row(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setAccessibleName("Steps, newest first")
        OverlayBar(self.list)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.list)
        self.list.clicked.connect(self._ask)
        self.list.activated.connect(self._ask)

    def show_history(self, labels: Sequence[str], position: int) -> None:
        """Show these steps, oldest first, and where the document stands among them."""
        if self.steps.show(labels, position):
            here = self.steps.index_of(position)
            self.list.setCurrentIndex(here)
            self.list.scrollTo(here)

    def _ask(self, index: QModelIndex) -> None:
        self.step_asked.emit(self.steps.place(index))


class _Steps(QAbstractListModel):
    """The steps, newest first."""

    def __init__(self) -> None:
        super().__init__()
        self._labels: tuple[str, ...] = ()
        self.position = 0

    def show(self, labels: Sequence[str], position: int) -> bool:
        """Take over steps; whether they are others than before."""
        labels = tuple(labels)
        if (labels, position) == (self._labels, self.position):
            return False
        self.beginResetModel()
        self._labels, self.position = labels, position
        self.endResetModel()
        return True

    def place(self, index: QModelIndex) -> int:
        """The place in the history of a row."""
        return len(self._labels) - 1 - index.row()

    def index_of(self, place: int) -> QModelIndex:
        """The row of a place in the history."""
        return self.index(len(self._labels) - 1 - place)

    def rowCount(self, parent: QModelIndex | None = None) -> int:
        return 0 if parent and parent.isValid() else len(self._labels)

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        place = self.place(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return self._labels[place]
        if role == Qt.ItemDataRole.ToolTipRole:
            return "The document stands here" if place == self.position else f"Go to “{self._labels[place]}”"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            stands = ", now" if place == self.position else ", undone" if place > self.position else ""
            return f"{self._labels[place]}{stands}"
        return None


class _Row(QStyledItemDelegate):
    """Icon, label, and "now" at the step where the document stands; undone steps are pale."""

    def sizeHint(self, option, index) -> QSize:
        return QSize(0, ROW)

    def paint(self, painter, option, index) -> None:
        tokens, steps = theme.current(), index.model()
        place = steps.place(index)
        now, undone = place == steps.position, place > steps.position
        rect = QRectF(option.rect)
        if option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.colour(tokens.row_hover))
        label = index.data()
        icon = ICONS.get(label.partition(" ")[0], OTHER)
        painter.save()
        painter.setOpacity(0.5 if undone else 1.0)
        icons.draw(painter, icon, tokens.t1 if now else tokens.t2, rect.left() + 12, rect.top() + 4)
        painter.setFont(theme.font(12, 500 if now else 400))
        room = rect.adjusted(36, 0, -48 if now else -12, 0)
        drawing.write(painter, room, drawing.fitting(label, room.width()), tokens.t1 if now else tokens.t2)
        if now:
            painter.setFont(theme.font(11))
            drawing.write(painter, rect.adjusted(0, 0, -12, 0), "now", tokens.t3, drawing.MIDDLE_RIGHT)
        if option.state & QStyle.StateFlag.State_HasFocus and option.widget.hasFocus():
            drawing.ring(painter, rect.adjusted(4, 1, -4, -1), tokens.acc)
        painter.restore()
