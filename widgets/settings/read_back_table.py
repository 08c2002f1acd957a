"""The table of what was read back of a file: a row for each thing that was compared, and the line that says how it
went.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pantin.widgets.forms.rows.row import INSET
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.motion_choices import MotionResult

HEAD, ROW, LINE = 28, 23, 32
DIFFERENCE = 116
"""How wide the last column is, pixels."""
TINT = 0.12
"""How much of its colour the line has over the panel."""


class ReadBackTable(QWidget):
    """As high as what it shows; nothing while nothing was written."""

    def __init__(self) -> None:
        super().__init__()
        self._result = MotionResult()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_result(self, result: MotionResult) -> None:
        """Show what became of the file."""
        self._result = result
        self.setVisible(result.state != "none")
        self.setAccessibleName(" ".join((result.line, result.note)))
        self.updateGeometry()
        self.update()

    @property
    def result(self) -> MotionResult:
        """Return the result that is shown."""
        return self._result

    def sizeHint(self) -> QSize:
        facts = len(self._result.facts)
        return QSize(200, (HEAD + ROW * facts + 8 if facts else 0) + LINE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        if self._result.facts:
            self._paint_facts(painter)
        tokens, result = painter.tokens, self._result
        token = {"done": tokens.green, "failed": tokens.miss}.get(result.state, tokens.t3)
        rect = QRectF(0, self.height() - LINE, self.width(), LINE)
        painter.fillRect(rect, theme.colour(token, TINT))
        drawing.dot(painter, QPointF(INSET + drawing.DOT, rect.center().y()), token, result.state == "done")
        painter.setFont(theme.font(12, 500))
        room = rect.adjusted(INSET + 16, 0, -INSET, 0)
        noted = theme.metrics(11).horizontalAdvance(result.note) + 12 if result.note else 0
        drawing.write(painter, room, drawing.fitting(result.line, room.width() - noted, 12, 500), tokens.t1)
        painter.setFont(theme.font(11))
        drawing.write(painter, room, result.note, tokens.t2, drawing.MIDDLE_RIGHT)
        painter.end()

    def _paint_facts(self, painter: drawing.Painter) -> None:
        tokens, wide = painter.tokens, self.width() - 2 * INSET
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(INSET, 0, wide, HEAD), _("Read back and compared"), tokens.t1)
        painter.setFont(theme.font(11))
        drawing.write(painter, QRectF(INSET, 0, wide, HEAD), _("largest difference"), tokens.t3, drawing.MIDDLE_RIGHT)
        for place, fact in enumerate(self._result.facts):
            row = QRectF(INSET, HEAD + ROW * place, wide, ROW)
            token = tokens.green if fact.good else tokens.limit
            drawing.dot(painter, QPointF(INSET + drawing.DOT, row.center().y()), token, fact.good)
            painter.setFont(theme.font())
            drawing.write(painter, row.adjusted(16, 0, 0, 0), fact.title, tokens.t2)
            value = row.adjusted(0, 0, -DIFFERENCE, 0)
            drawing.write(painter, value, fact.value, tokens.t1, drawing.MIDDLE_RIGHT)
            painter.setFont(theme.font(11))
            drawing.write(painter, row, fact.difference, tokens.t2, drawing.MIDDLE_RIGHT)
