"""A body seen from its front, with a dot for each of the points from which its skeleton is placed; dots are dragged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from pantin.rigs.sides import mirrored_name
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme

HEIGHT, MARGIN = 400, 22
"""Of the picture, and what is free around the body, pixels."""
DOT, CHOSEN, JOINT = 5.0, 8.0, 2.5
"""Radii of dots, and of the joints of bones, pixels."""
NEAR = 16.0
"""A press takes a dot that is nearer than this."""
STEP = 0.002
"""How far a key moves a dot, of the body's height."""

TITLES: Mapping[str, str] = {
    "chin": _("Chin"),
    "crotch": _("Crotch"),
    "wrist.L": _("Left wrist"),
    "wrist.R": _("Right wrist"),
    "elbow.L": _("Left elbow"),
    "elbow.R": _("Right elbow"),
    "ankle.L": _("Left ankle"),
    "ankle.R": _("Right ankle"),
}
ARROWS = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, 1.0),
    Qt.Key.Key_Down: (0.0, -1.0),
}

Place = tuple[float, float]
"""To the left of the body and up, of its height."""


class BodyPointsPicture(QWidget):
    """Shows a body and its points. A dot that is dragged is sent, with its image, and comes back with `show_points`."""

    moved = Signal(object)
    """Places by the names of points."""

    def __init__(self) -> None:
        super().__init__()
        self.mirrors = True
        self._image = QImage()
        self._origin = QPointF()
        self._points: dict[str, Place] = {}
        self._bones: tuple[tuple[Place, Place], ...] = ()
        self._chosen: str | None = None
        self._grabbed = QPointF()
        self.setFixedHeight(HEIGHT)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(_("The body from its front, with a dot for each point"))

    def show_body(self, image: QImage, left: float, top: float) -> None:
        """Show the picture of a body, whose height fills it; the middle of its floor is there, in pixels of it."""
        self._image, self._origin = image, QPointF(left, top)
        self.update()

    def show_points(self, points: Mapping[str, Place], bones: Iterable[tuple[Place, Place]] = ()) -> None:
        """Show where the points are, and bones, which are not dragged here. Nothing is emitted."""
        self._points, self._bones = dict(points), tuple(bones)
        self.update()

    def at(self, name: str) -> QPointF:
        """Return the place of a dot, pixels."""
        return self._on_picture(self._points[name])

    def _on_picture(self, place: Place) -> QPointF:
        aside, height = place
        scale = self._scale()
        corner = self._corner()
        high = self._image.height()
        return QPointF(
            corner.x() + (self._origin.x() + aside * high) * scale,
            corner.y() + (self._origin.y() - height * high) * scale,
        )

    def _scale(self) -> float:
        """Return how large a pixel of the picture is shown."""
        if self._image.isNull():
            return 1.0
        wide, high = self.width() - 2 * MARGIN, self.height() - 2 * MARGIN
        return min(wide / self._image.width(), high / self._image.height())

    def _corner(self) -> QPointF:
        scale = self._scale()
        wide, high = self._image.width() * scale, self._image.height() * scale
        return QPointF((self.width() - wide) / 2, (self.height() - high) / 2)

    def _name_at(self, point: QPointF) -> str | None:
        near = [(_far(self.at(name), point), name) for name in self._points]
        far, name = min(near, default=(NEAR, ""))
        return name if far < NEAR else None

    def _move(self, name: str, aside: float, height: float) -> None:
        """Send where a point is moved to; with Mirror that of the other side moves as well."""
        if name not in ("chin", "crotch") and self.mirrors:
            self.moved.emit({name: (aside, height), mirrored_name(name): (-aside, height)})
        else:
            self.moved.emit({name: (0.0 if self.mirrors else aside, height)})

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._chosen = self._name_at(event.position())
        if self._chosen is not None:
            self._grabbed = self.at(self._chosen) - event.position()
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._chosen is None or not event.buttons() & Qt.MouseButton.LeftButton:
            over = self._name_at(event.position())
            self.setCursor(Qt.CursorShape.OpenHandCursor if over else Qt.CursorShape.ArrowCursor)
            return
        to = event.position() + self._grabbed
        high = self._image.height() * self._scale()
        corner, scale = self._corner(), self._scale()
        aside = (to.x() - corner.x() - self._origin.x() * scale) / high
        height = (corner.y() + self._origin.y() * scale - to.y()) / high
        self._move(self._chosen, aside, min(max(height, 0.0), 1.0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move the dot that was pressed last; the page keys choose another one."""
        names = list(self._points)
        way = ARROWS.get(Qt.Key(event.key()))
        if event.key() in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp) and names:
            step = 1 if event.key() == Qt.Key.Key_PageDown else -1
            at = names.index(self._chosen) + step if self._chosen in names else 0
            self._chosen = names[at % len(names)]
            self.update()
        elif way is not None and self._chosen is not None:
            aside, height = self._points[self._chosen]
            self._move(self._chosen, aside + way[0] * STEP, height + way[1] * STEP)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """A dot says what it is when the pointer rests on it."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            name = self._name_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), TITLES[name] if name else "", self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        frame = QRectF(self.rect())
        painter.setClipPath(drawing.rounded(frame, 8))
        painter.fillRect(frame, theme.colour(tokens.track))
        if not self._image.isNull():
            scale = self._scale()
            place = QRectF(self._corner(), QPointF())
            place.setSize(self._image.size().toSizeF() * scale)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(place, self._image)
        for head, tail in self._bones:
            self._bone(painter, head, tail, tokens)
        for name in self._points:
            self._draw(painter, name, tokens)
        if self._chosen in self._points:
            self._label(painter, self._chosen, tokens)
        painter.end()

    def _bone(self, painter: QPainter, head: Place, tail: Place, tokens: theme.Theme) -> None:
        painter.setPen(QPen(theme.colour(tokens.acc), 1.5))
        painter.drawLine(self._on_picture(head), self._on_picture(tail))
        box = QRectF(0, 0, 2 * JOINT, 2 * JOINT)
        box.moveCenter(self._on_picture(head))
        drawing.box(painter, box, tokens.acc, radius=JOINT)

    def _draw(self, painter: QPainter, name: str, tokens: theme.Theme) -> None:
        token = tokens.left if name.endswith(".L") else tokens.right if name.endswith(".R") else tokens.acc
        radius = CHOSEN if name == self._chosen else DOT
        box = QRectF(0, 0, 2 * radius, 2 * radius)
        box.moveCenter(self.at(name))
        drawing.box(painter, box.adjusted(-2, -2, 2, 2), tokens.panel, radius=radius + 2)
        drawing.box(painter, box, token, radius=radius)

    def _label(self, painter: QPainter, name: str, tokens: theme.Theme) -> None:
        words = TITLES[name]
        painter.setFont(theme.font(11))
        wide = theme.metrics(11).horizontalAdvance(words) + 16
        at = self.at(name)
        left = at.x() + 14 if at.x() + 14 + wide < self.width() else at.x() - 14 - wide
        pill = QRectF(left, at.y() - 10, wide, 20)
        drawing.box(painter, pill, tokens.floating, radius=10)
        drawing.write(painter, pill, words, tokens.t1, drawing.CENTRE)


def _far(one: QPointF, other: QPointF) -> float:
    away = one - other
    return float((away.x() ** 2 + away.y() ** 2) ** 0.5)
