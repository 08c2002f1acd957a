"""The frame that is shown over the window while a file is dragged over it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from pantin.rigs.formats import READABLE
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme

DROPPABLE = _("Drop a rig, a character or a mesh anywhere")
OPENED = _("Files that end in {readable} are opened.").format(readable=READABLE)
LINE, PILL = 2, 40
LIT, UNLIT = 0.08, 0.02
"""The opacity of the colour over a part under the pointer, and over another one."""


def dashed_box(painter: QPainter, rect: QRectF, token: str, radius: float) -> None:
    """Draw a dashed line along the inside of a rounded rectangle."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.colour(token), 1.0, Qt.PenStyle.DashLine))
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


class DropFrame(QWidget):
    """Covers its parent, lets the pointer through, and shows the effect of a drop in words.

    Where there is a choice, it has a part for each, side by side, and the one under the pointer is lit.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._covered = parent
        self._words: tuple[str, ...] = ()
        self.part = 0
        """The place of the part under the pointer, from the left."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        parent.installEventFilter(self)
        self.hide()

    def show_words(self, *words: str) -> None:
        """Show the frame with these words, those of each part: "Drop to open fox.glb"."""
        self._words, self.part = words, 0
        self.setAccessibleName("; ".join(words))
        self.setGeometry(self._covered.rect())
        self.show()
        self.raise_()
        self.update()

    def point_at(self, x: float) -> None:
        """Light the part under the pointer, which is `x` pixels from the left."""
        parts = len(self._words)
        self.part = min(max(int(x * parts / max(1, self.width())), 0), parts - 1)
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the size of the covered widget when it changes."""
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._covered.rect())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        width = self.width() / len(self._words) if self._words else 0.0
        for place, words in enumerate(self._words):
            self._paint_part(painter, QRectF(place * width, 0, width, self.height()), words, place == self.part)
        painter.end()

    def _paint_part(self, painter: drawing.Painter, rect: QRectF, words: str, lit: bool) -> None:
        """A ring around a part, and its words in the middle; faint where the pointer is on another one."""
        tokens = painter.tokens
        painter.fillRect(rect, theme.colour(tokens.acc, LIT if lit else UNLIT))
        if lit:
            drawing.ring(painter, rect.adjusted(4, 4, -4, -4), tokens.acc, 8, LINE)
        words = drawing.fitting(words, rect.width() - 120, 13, 600)
        width = theme.metrics(13, 600).horizontalAdvance(words) + icons.SIZE + 40
        pill = QRectF(rect.center().x() - width / 2, rect.center().y() - PILL / 2, width, PILL)
        drawing.box(painter, pill, tokens.acc if lit else tokens.panel, PILL / 2)
        token = tokens.on_acc if lit else tokens.t1
        icons.draw(painter, "file", token, pill.left() + 16, pill.center().y() - icons.SIZE / 2)
        painter.setFont(theme.font(13, 600))
        drawing.write(painter, pill.adjusted(40, 0, 0, 0), words, token)
