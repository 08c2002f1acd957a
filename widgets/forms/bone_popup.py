"""The list of bones that opens under a reference field: type to search, arrows and Enter or a click to choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from pantin.rigs.rig import Bone
from pantin.widgets.controls.row_list import Index
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance

KIND_TOKENS = {"bone": "t2", "handle": "handle", "pole": "pole"}
"""Each kind of bone has an icon of its name and this token's colour."""

KIND = Qt.ItemDataRole.UserRole
MOST_ROWS = 10
FAINT = 0.5


class BonePopup(QFrame):
    """Emits `chosen` with a name and closes. What `why_invalid` gives a reason for is faint and cannot be chosen."""

    chosen = Signal(object)

    def __init__(
        self, bones: Sequence[Bone], chosen: str | None, why_invalid: Callable[[str], str] = lambda _: ""
    ) -> None:
        super().__init__(None, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._bones = bones
        self.why_invalid = cache(why_invalid)
        self.search = QLineEdit()
        self.search.setPlaceholderText(_("Search bones"))
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        self.list = QListWidget()
        self.list.setItemDelegate(_BoneDelegate(self.list, self.why_invalid))
        self.list.setUniformItemSizes(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemEntered.connect(self.list.setCurrentItem)
        self.list.itemEntered.connect(lambda item: item.setToolTip(_sentence(self.why_invalid(item.text()))))
        self.list.itemClicked.connect(self._choose)
        self.none = QLabel(_("No bone is called that."))
        self.none.setAlignment(drawing.CENTRE)
        self.none.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(5, 5, 5, 5)
        layout.setSpacing(4)
        layout.addWidget(self.search)
        layout.addWidget(self.list)
        layout.addWidget(self.none)
        self._fill("")
        self._stand_on(chosen)

    def open_below(self, widget: QWidget) -> None:
        """Open under `widget`, as wide as it, on its screen."""
        height = 24 + 4 + 10 + 24 * max(1, min(MOST_ROWS, len(self._bones)))
        self.resize(max(200, widget.width()), height)
        corner = widget.mapToGlobal(QPoint(0, widget.height() + 4))
        screen = widget.screen().availableGeometry()
        if corner.y() + height > screen.bottom():
            corner.setY(widget.mapToGlobal(QPoint(0, 0)).y() - height - 4)
        corner.setX(min(corner.x(), screen.right() - self.width()))
        self.move(corner)
        self.show()
        self.search.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            self.list.setCurrentRow(max(0, min(self.list.count() - 1, self.list.currentRow() + step)))
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.list.currentItem())
            return True
        return False

    def _fill(self, text: str) -> None:
        self.list.clear()
        wanted = text.casefold().strip()
        for bone in self._bones:
            if wanted in bone.name.casefold():
                item = QListWidgetItem(bone.name, self.list)
                item.setData(KIND, bone.kind)
        self.list.setCurrentRow(0)
        self.list.setVisible(self.list.count() > 0)
        self.none.setVisible(self.list.count() == 0)

    def _stand_on(self, name: str | None) -> None:
        for item in self.list.findItems(name or "", Qt.MatchFlag.MatchExactly):
            self.list.setCurrentItem(item)

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item and not self.why_invalid(item.text()):
            self.chosen.emit(item.text())
            self.close()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        painter.fillRect(self.rect(), theme.colour(tokens.panel))
        drawing.ring(painter, QRectF(self.rect()), tokens.key_edge, radius=1, width=1)
        painter.end()


def _sentence(why: str) -> str:
    return _("Cannot be chosen: {why}.").format(why=why) if why else ""


class _BoneDelegate(QStyledItemDelegate):
    """Icon, name and side of one bone; faint, with the reason, where it cannot be chosen."""

    def __init__(self, rows: QListWidget, why_invalid: Callable[[str], str]) -> None:
        super().__init__(rows)
        self._why_invalid = why_invalid

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(120, 24)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens = appearance().theme
        rect = QRectF(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            drawing.box(painter, rect, tokens.row_active)
        kind, why = index.data(KIND), self._why_invalid(index.data())
        painter.setOpacity(FAINT if why else 1.0)
        icons.draw(painter, kind, getattr(tokens, KIND_TOKENS[kind]), rect.left() + 4, rect.top() + 4)
        end = drawing.name_with_side(painter, rect.adjusted(24, 0, -4, 0), index.data(), tokens.t1, tokens)
        painter.setOpacity(1.0)
        if why:
            room = rect.adjusted(end + 12 - rect.left(), 0, -8, 0)
            painter.setFont(theme.font(11))
            drawing.write(painter, room, drawing.fitting(why, room.width(), 11), tokens.t3, drawing.MIDDLE_RIGHT)
            painter.setFont(theme.font())
