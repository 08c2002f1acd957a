"""The frame that is shown over the window while a file is dragged over it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from pantin.rigs.formats import READABLE
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme

DROPPABLE = _("Drop a rig or a skeleton anywhere")
OPENED = _("Files that end in {readable} are opened.").format(readable=READABLE)
LINE, PILL = 2, 40


def dashed_box(painter: QPainter, rect: QRectF, token: str, radius: float) -> None:
    """Draw a dashed line along the inside of a rounded rectangle."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.colour(token), 1.0, Qt.PenStyle.DashLine))
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


class DropFrame(QWidget):
    """Covers its parent, lets the pointer through, and says what a drop would do."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._covered = parent
        self._words = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        parent.installEventFilter(self)
        self.hide()

    def show_words(self, words: str) -> None:
        """Show the frame with these words: "Drop to open fox.glb"."""
        self._words = words
        self.setAccessibleName(words)
        self.setGeometry(self._covered.rect())
        self.show()
        self.raise_()
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the size of the covered widget when it changes."""
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._covered.rect())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        rect = QRectF(self.rect())
        painter.fillRect(rect, theme.colour(tokens.acc, 0.08))
        drawing.ring(painter, rect.adjusted(4, 4, -4, -4), tokens.acc, 8, LINE)
        words = drawing.fitting(self._words, rect.width() - 120, 13, 600)
        width = theme.metrics(13, 600).horizontalAdvance(words) + icons.SIZE + 40
        pill = QRectF(rect.center().x() - width / 2, rect.center().y() - PILL / 2, width, PILL)
        drawing.box(painter, pill, tokens.acc, PILL / 2)
        icons.draw(painter, "file", tokens.on_acc, pill.left() + 16, pill.center().y() - icons.SIZE / 2)
        painter.setFont(theme.font(13, 600))
        drawing.write(painter, pill.adjusted(40, 0, 0, 0), words, tokens.on_acc)
        painter.end()
