"""The picture of a character with what was found drawn on it: its height, its front, its joints. A drag turns it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QWidget

from pantin.widgets.controls.picture_frame import paint_picture
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.opening_shown import Marks, Spot

WIDE, HIGH, RADIUS = 320, 424, 8
"""The size of the frame where there is room, pixels."""
JOINT, DIAMOND, TICK = 4.5, 6.0, 5.0
"""Radii of joints, of those in doubt, and half the length of the ends of the rule, pixels."""
CASING = QColor(12, 13, 15, 158)
STEP = 20.0
"""Pixels of a drag that an arrow key stands for."""
ARROWS = {
    Qt.Key.Key_Left: (-STEP, 0.0),
    Qt.Key.Key_Right: (STEP, 0.0),
    Qt.Key.Key_Up: (0.0, -STEP),
    Qt.Key.Key_Down: (0.0, STEP),
}


class TurnedPicture(QWidget):
    """Shows what it is given; `turned` sends how far the pointer was dragged, pixels."""

    turned = Signal(float, float)
    let_go = Signal()
    """A drag ended."""
    resized = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._picture, self._marks = QPixmap(), Marks()
        self._grabbed: QPointF | None = None
        self.setFixedWidth(WIDE)
        self.setMinimumHeight(HIGH // 2)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setAccessibleName(_("The character; drag to turn it"))

    @property
    def picture(self) -> QPixmap:
        """Return the picture that is shown."""
        return self._picture

    @property
    def marks(self) -> Marks:
        """Return what is drawn over it."""
        return self._marks

    def show_picture(self, picture: QPixmap, marks: Marks) -> None:
        """Show a picture, and marks that belong to it."""
        self._picture, self._marks = picture, marks
        self.setAccessibleDescription(marks.height)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(WIDE, HIGH)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._grabbed = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grabbed is not None:
            by, self._grabbed = event.position() - self._grabbed, event.position()
            self.turned.emit(by.x(), by.y())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._grabbed is not None:
            self._grabbed = None
            self.setCursor(Qt.CursorShape.OpenHandCursor)
            self.let_go.emit()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ARROWS:
            self.turned.emit(*ARROWS[Qt.Key(event.key())])
            self.let_go.emit()
            event.accept()
        else:
            super().keyPressEvent(event)

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        frame = QRectF(self.rect())
        paint_picture(painter, frame, self._picture, RADIUS)
        painter.setClipPath(drawing.rounded(frame, RADIUS))
        self._paint_rule(painter)
        self._paint_front(painter)
        self._paint_joints(painter)
        self._paint_hint(painter)
        painter.setClipping(False)
        if self.hasFocus():
            drawing.ring(painter, frame, painter.tokens.acc, RADIUS)
        painter.end()

    def _at(self, spot: Spot) -> QPointF:
        return QPointF(spot[0] * self.width(), spot[1] * self.height())

    def _line(self, painter: QPainter, points: tuple[QPointF, ...], colour: QColor, width: float) -> None:
        """Draw a line over a darker one, so that it is seen on any ground."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in (QPen(CASING, width + 1.5), QPen(colour, width)):
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF(points))

    def _label(self, painter: drawing.Painter, at: QPointF, words: str, token: str, align: Qt.AlignmentFlag) -> None:
        painter.setFont(theme.font(12, 600))
        wide = theme.metrics(12, 600).horizontalAdvance(words) + 8
        left = at.x() if align == drawing.MIDDLE_LEFT else at.x() - wide / 2
        rect = QRectF(min(max(left, 4.0), max(self.width() - wide - 4, 4.0)), at.y() - 9, wide, 18)
        drawing.box(painter, rect, painter.tokens.floating, 4, 0.55)
        drawing.write(painter, rect, words, token, drawing.CENTRE)

    def _paint_rule(self, painter: drawing.Painter) -> None:
        marks = self._marks
        if marks.low is None or marks.high is None:
            return
        low, high, white = self._at(marks.low), self._at(marks.high), theme.colour(painter.tokens.knob)
        self._line(painter, (low, high), white, 1.25)
        for end in (low, high):
            self._line(painter, (end - QPointF(TICK, 0), end + QPointF(TICK, 0)), white, 1.25)
        self._label(painter, high + QPointF(9, 0), marks.height, painter.tokens.t1, drawing.MIDDLE_LEFT)

    def _paint_front(self, painter: drawing.Painter) -> None:
        if self._marks.front is None:
            return
        tail, tip = (self._at(end) for end in self._marks.front)
        along, accent = tip - tail, theme.colour(painter.tokens.acc)
        aside, back = QPointF(-along.y(), along.x()) * 0.28, along * 0.36
        self._line(painter, (tail, tip), accent, 2.5)
        self._line(painter, (tip - back + aside, tip, tip - back - aside), accent, 2.5)
        at = tip + QPointF(-34.0 if tip.x() > 80 else 34.0, 2.0)
        self._label(painter, at, _("Front"), painter.tokens.acc_t, drawing.CENTRE)

    def _paint_joints(self, painter: drawing.Painter) -> None:
        tokens = painter.tokens
        for ends in self._marks.bones:
            self._line(painter, tuple(map(self._at, ends)), theme.colour(tokens.knob), 1.5)
        painter.setPen(QPen(QColor(13, 42, 26), 1.25))
        for spot, doubtful in self._marks.joints:
            at = self._at(spot)
            painter.setBrush(theme.colour(tokens.limit if doubtful else tokens.pin))
            if doubtful:
                corners = ((0.0, -DIAMOND), (DIAMOND, 0.0), (0.0, DIAMOND), (-DIAMOND, 0.0))
                painter.drawPolygon(QPolygonF([at + QPointF(*corner) for corner in corners]))
            else:
                painter.drawEllipse(at, JOINT, JOINT)
        for spot, side in self._marks.hands:
            at = self._at(spot) + QPointF(0, 18)
            self._label(painter, at, side, tokens.left if side == "L" else tokens.right, drawing.CENTRE)

    def _paint_hint(self, painter: drawing.Painter) -> None:
        words = _("Drag to turn")
        wide = theme.metrics(11).horizontalAdvance(words) + 34
        pill = QRectF(self.width() - wide - 8, self.height() - 28, wide, 20)
        drawing.box(painter, pill, painter.tokens.floating, radius=10)
        drawing.mouse(painter, pill.left() + 8, pill.top() + 2, "left", painter.tokens)
        painter.setFont(theme.font(11))
        drawing.write(painter, pill.adjusted(26, 0, 0, 0), words, painter.tokens.t1)
