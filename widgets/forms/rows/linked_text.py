"""A sentence in a panel whose bones are links: a click on a name selects that bone."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pantin.widgets.controls.sentence import Sentence
from pantin.widgets.forms.rows.row import INSET
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing


class LinkedText(QWidget):
    """`chosen` tells the bone whose name was clicked; Enter chooses the first."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self._names: tuple[str, ...] = ()
        self._pointed: str | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setMouseTracking(True)

    def show_text(self, text: str, names: tuple[str, ...]) -> None:
        """Show a sentence; `names` are in it in quotes."""
        if (text, names) != (self._text, self._names):
            self._text, self._names, self._pointed = text, names, None
            self.setAccessibleName(text)
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus if names else Qt.FocusPolicy.NoFocus)
            self.setToolTip(_("Click a name to select that bone") if names else "")
            self.updateGeometry()
            self.update()

    def text(self) -> str:
        """The sentence, with its quotes."""
        return self._text

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._sentence(width).height

    def sizeHint(self) -> QSize:
        width = max(self.width(), 120)
        return QSize(width, self.heightForWidth(width))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may need other lines; a column that has no height for width asks the hint again."""
        super().resizeEvent(event)
        if self.height() != self.heightForWidth(self.width()):
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.heightForWidth(max(self.width(), 120)))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._point_at(event.position())
        if self._pointed and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(self._pointed)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(QPointF(-1, -1))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._names:
            self.chosen.emit(self._names[0])
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        self._sentence(self.width(), self._pointed).paint(painter, INSET, 0)
        if self.hasFocus():
            drawing.ring(painter, self.rect().adjusted(4, 0, -4, 0).toRectF(), painter.tokens.acc)
        painter.end()

    def _sentence(self, width: int, pointed: str | None = None) -> Sentence:
        return Sentence(self._text, self._names, width - 2 * INSET, pointed)

    def _point_at(self, at: QPointF) -> None:
        name = self._sentence(self.width()).name_at(at - QPointF(INSET, 0))
        if name != self._pointed:
            self._pointed = name
            self.setCursor(Qt.CursorShape.PointingHandCursor if name else Qt.CursorShape.ArrowCursor)
            self.update()
