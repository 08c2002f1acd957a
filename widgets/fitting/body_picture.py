"""The picture of a body with a dot for each part: green where its bone was found, an amber diamond where in doubt.

A click on a dot chooses the part.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from pantin.rigs.fitting.found_body import FigureKind, Role, part_of_role, side_of_role
from pantin.rigs.fitting.mapping.body_map import BodyMap, Found
from pantin.rigs.fitting.mapping.rows import COUNTED, FINGER_TITLES, title_of
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.fitting.drawings import DRAWINGS, VIEWED, joined_in, place_of
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme

WIDTH, MARGIN = 216, 12
DOT, DIAMOND, RING = 4.0, 6.0, 9.0
"""Half of what dots and diamonds measure, and the radius of the ring about the chosen one, pixels."""
NEAR = 14.0
"""A click takes a dot that is nearer than this."""


class BodyPicture(QWidget):
    """Shows a map; `chosen` sends the part whose dot was clicked."""

    chosen = Signal(str)
    pointed = Signal(object)
    """The part under the pointer, then None."""

    def __init__(self) -> None:
        super().__init__()
        self._map: BodyMap | None = None
        self._chosen: Role | None = None
        self._pointed: Role | None = None
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        self.setAccessibleName(_("The body, with a dot for each part"))

    def show_map(self, found: BodyMap, chosen: Role | None) -> None:
        """Show what was found, and which part is chosen."""
        if (found, chosen) != (self._map, self._chosen):
            self._map, self._chosen = found, chosen
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 300)

    def at(self, each: Role) -> QPointF | None:
        """Return the place of a part's dot, pixels."""
        if self._map is None or each not in self._roles():
            return None
        place = place_of(self.kind, each)
        return None if place is None else self._pixels((-place[0], place[1]) if self._is_right_hand() else place)

    @property
    def kind(self) -> FigureKind:
        """Return the kind of drawing: the figure, or a hand of a person one of whose fingers is chosen, from its
        back.
        """
        assert self._map is not None
        fingers = (COUNTED, *FINGER_TITLES)
        of_fingers = self._chosen is not None and part_of_role(self._chosen) in fingers
        return "hand" if of_fingers else self._map.figure.kind

    def _is_right_hand(self) -> bool:
        return self.kind == "hand" and self._chosen is not None and side_of_role(self._chosen) == "R"

    def role_at(self, point: QPointF) -> Role | None:
        """The part whose dot is nearest to a point, if it is near enough."""
        near = [(_far(at, point), each) for each in self._roles() if (at := self.at(each)) is not None]
        far, each = min(near, default=(NEAR, None))
        return each if far < NEAR else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        each = self.role_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and each is not None:
            self.chosen.emit(each)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self.role_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(None)

    def event(self, event: QEvent) -> bool:
        """A dot says what it is when the pointer rests on it."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self._map is not None:
            each = self.role_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if each is None else plain(_sentence(self._map, each)), self)
            return True
        return super().event(event)

    def _point_at(self, each: Role | None) -> None:
        if each != self._pointed:
            self._pointed = each
            self.setCursor(Qt.CursorShape.PointingHandCursor if each else Qt.CursorShape.ArrowCursor)
            self.pointed.emit(each)
            self.update()

    def _roles(self) -> tuple[Role, ...]:
        """The parts that have dots; in the picture of one hand those of its side."""
        if self._map is None:
            return ()
        if self.kind != "hand" or self._map.figure.kind == "hand" or self._chosen is None:
            return tuple(self._map.found)
        side = side_of_role(self._chosen)
        return tuple(each for each in self._map.found if side_of_role(each) == side)

    def _pixels(self, place: tuple[float, float]) -> QPointF:
        frame = self._frame()
        high = min(frame.height() - 8, (frame.width() - 8) / 0.84)
        return QPointF(frame.center().x() + place[0] * high, frame.center().y() + (place[1] - 0.5) * high)

    def _frame(self) -> QRectF:
        return QRectF(self.rect()).adjusted(MARGIN, 4, -4, -MARGIN)

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, frame = painter.tokens, self._frame()
        drawing.box(painter, frame, tokens.track, radius=8)
        if self._map is None:
            painter.end()
            return
        self._paint_body(painter, tokens)
        self._paint_bones(painter, tokens)
        for each in self._roles():
            self._paint_dot(painter, tokens, each)
        self._paint_sides(painter, tokens, frame)
        painter.end()

    def _paint_sides(self, painter: drawing.Painter, tokens: theme.Theme, frame: QRectF) -> None:
        """Paint which side of the picture is which of the figure; of a hand alone, which hand it is."""
        left, right = (QPointF(x, frame.bottom() - 22) for x in (frame.right() - 22, frame.left() + 8))
        if not DRAWINGS[self.kind].mirrored:
            if self._chosen is not None and (own := side_of_role(self._chosen)):
                drawing.side_tag(painter, left.x(), left.y(), own, tokens)
            return
        for side, corner in zip("RL" if VIEWED[self.kind] == "above" else "LR", (left, right), strict=True):
            drawing.side_tag(painter, corner.x(), corner.y(), side, tokens)

    def _paint_body(self, painter: QPainter, tokens: theme.Theme) -> None:
        """The body behind the dots, of one tone: thick lines with round ends that run into each other."""
        shape, own = DRAWINGS[self.kind], -1.0 if self._is_right_hand() else 1.0
        unit = self._pixels((0.0, 1.0)).y() - self._pixels((0.0, 0.0)).y()
        for points, thick in shape.lines:
            pen = QPen(theme.colour(tokens.field_hover), thick * unit)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            for sign in (1.0, -1.0) if shape.mirrored else (own,):
                painter.drawPolyline(QPolygonF([self._pixels((sign * x, y)) for x, y in points]))

    def _paint_bones(self, painter: QPainter, tokens: theme.Theme) -> None:
        assert self._map is not None
        painter.setPen(QPen(theme.colour(tokens.t3), 1.25))
        found = [each for each, part in self._map.found.items() if part.bone and self.at(each) is not None]
        for one, other in joined_in(self.kind, found):
            start, end = self.at(one), self.at(other)
            if start is not None and end is not None:
                painter.drawLine(start, end)

    def _paint_dot(self, painter: QPainter, tokens: theme.Theme, each: Role) -> None:
        assert self._map is not None
        at, found = self.at(each), self._map.found[each]
        if at is None:
            return
        paint_mark(painter, tokens, at, found)
        if each == self._chosen:
            painter.setPen(QPen(theme.colour(tokens.acc), 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(at, RING, RING)
        elif each == self._pointed:
            painter.setPen(QPen(theme.colour(tokens.t1), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(at, RING - 1.0, RING - 1.0)


def paint_mark(painter: QPainter, tokens: theme.Theme, at: QPointF, found: Found, size: float = 1.0) -> None:
    """A green dot for what was found, an amber diamond for what is in doubt; hollow where there is no bone."""
    painter.setPen(Qt.PenStyle.NoPen)
    token = tokens.limit if found.doubtful else tokens.pin if found.bone else tokens.t3
    if found.bone is None:
        painter.setPen(QPen(theme.colour(token), 1.5))
        painter.setBrush(theme.colour(tokens.track))
    else:
        painter.setBrush(theme.colour(token))
    if found.doubtful:
        half = DIAMOND * size
        painter.drawPolygon(
            QPolygonF([at + QPointF(x * half, y * half) for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0))])
        )
    else:
        painter.drawEllipse(at, DOT * size, DOT * size)


def _sentence(shown: BodyMap, each: Role) -> str:
    found = shown.found[each]
    return _("{part}: {bone}. {why}.").format(
        part=title_of(shown.figure, each), bone=found.bone or _("no bone"), why=found.why
    )


def _far(one: QPointF, other: QPointF) -> float:
    return float(QPointF.dotProduct(one - other, one - other) ** 0.5)
