"""Painting shared by panels: filled and ringed boxes, dots, side tags, key caps, mouse glyphs, text that fits."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPaintDevice, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QWidget

from pantin.rigs.fields import AnyBone, BoneRef
from pantin.rigs.sides import side_of, without_side_letter
from pantin.rigs.wording import APART
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.theme.theme import Theme, colour, font, metrics

MIDDLE_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
MIDDLE_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
CENTRE = Qt.AlignmentFlag.AlignCenter

RADIUS = 4
RING = 1.5
DOT, DOT_LINE = 4.0, 1.75
"""The radius of the dots that tell a state, and the line of an open one, pixels."""
CHANGED_DOT = 2.0
"""The radius of the dot before what was changed, pixels."""
TAG = 14
CAP = 16
FIGURE_PART = 0.35
"""The part of a line that the name of a figure may take before that of its bone, where there is no room for both."""
STATUS = 24
"""The height of the status bar."""


class Painter(QPainter):
    """A painter that carries the colours of the theme in `tokens`."""

    def __init__(self, device: QPaintDevice, tokens: Theme) -> None:
        super().__init__(device)
        self.tokens = tokens


def painter_of(widget: QWidget) -> Painter:
    """A painter on `widget` with the colours of the theme, antialiased, in the program's font."""
    painter = Painter(widget, appearance().theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(font())
    return painter


def box(painter: QPainter, rect: QRectF, token: str, radius: float = RADIUS, alpha: float = 1.0) -> None:
    """A filled rectangle with round corners."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(token, alpha))
    painter.drawRoundedRect(rect, radius, radius)


def field(painter: Painter, widget: QWidget, token: str = "") -> bool:
    """The ground of a field, in a colour of its own or lit where it is pointed at; faint where it cannot be changed.

    Returns whether it is pointed at and can be changed.
    """
    if not widget.isEnabled():
        painter.setOpacity(0.5)
    lit = widget.underMouse() and widget.isEnabled()
    box(painter, QRectF(widget.rect()), token or (painter.tokens.field_hover if lit else painter.tokens.field))
    return lit


def ring(painter: QPainter, rect: QRectF, token: str, radius: float = RADIUS, width: float = RING) -> None:
    """A line along the inside of a rectangle with round corners."""
    half = width / 2
    painter.setPen(QPen(colour(token), width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), radius - half, radius - half)


def dot(painter: QPainter, centre: QPointF, token: str, is_full: bool = True, radius: float = DOT) -> None:
    """A round mark: full for what is well, open for what is not, so that it can be read without its colour."""
    circle = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
    if is_full:
        box(painter, circle, token, radius)
    else:
        ring(painter, circle, token, radius, DOT_LINE)


def radio(painter: QPainter, x: float, y: float, on: bool, theme: Theme) -> None:
    """The circle of a choice of which one is on, 16 px wide, with its corner at (x, y)."""
    painter.setBrush(colour(theme.knob) if on else Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(theme.acc if on else theme.t3), 5 if on else 1.5))
    inset = 2.5 if on else 0.75
    painter.drawEllipse(QRectF(x + inset, y + inset, 16 - 2 * inset, 16 - 2 * inset))


def rounded(rect: QRectF, radius: float = RADIUS) -> QPainterPath:
    """The outline of a rectangle with round corners, to clip with."""
    path = QPainterPath()
    path.addRoundedRect(rect, radius, radius)
    return path


def write(painter: QPainter, rect: QRectF, text: str, token: str, align: Qt.AlignmentFlag = MIDDLE_LEFT) -> None:
    """One line of text in the painter's font."""
    painter.setPen(colour(token))
    painter.drawText(rect, align, text)


def fitting(text: str, width: float, size: int = 12, weight: int = 400) -> str:
    """`text`, shortened with an ellipsis where it is wider than `width`."""
    return metrics(size, weight).elidedText(text, Qt.TextElideMode.ElideRight, width)


def fitting_name(name: str, width: float, size: int = 12, weight: int = 400) -> str:
    """The name of a bone, shortened in its middle where it is too long: names differ at their ends."""
    return metrics(size, weight).elidedText(name, Qt.TextElideMode.ElideMiddle, width)


def split_side(name: str) -> tuple[str, str]:
    """A bone's name without a letter at its end that tells its side, and that: "L", "R" or ""; words stay in the name.

    "hand.L" and "hand_l" are "hand", and "LeftHand" keeps its side.
    """
    return without_side_letter(name), side_of(name)


def side_tag(painter: QPainter, x: float, y: float, side: str, theme: Theme) -> None:
    """The small letter that says which side a bone is on, with its corner at (x, y)."""
    token = theme.left if side == "L" else theme.right
    rect = QRectF(x, y, TAG, TAG)
    box(painter, rect, theme.card, radius=3)
    box(painter, rect, token, radius=3, alpha=0.15)
    painter.setFont(font(10, 600))
    write(painter, rect, side, token, CENTRE)
    painter.setFont(font())


def name_with_side(painter: QPainter, rect: QRectF, name: str, token: str, theme: Theme, weight: int = 400) -> float:
    """A bone's name and its side tag, shortened to fit `rect`. Returns where they end."""
    stem, side = split_side(name)
    room = rect.width() - (TAG + 8 if side else 0)
    text = fitting_name(stem, room, 12, weight)
    painter.setFont(font(12, weight))
    write(painter, rect, text, token)
    end = rect.left() + metrics(12, weight).horizontalAdvance(text)
    painter.setFont(font())
    if side:
        side_tag(painter, round(end + 8), rect.center().y() - TAG / 2, side, theme)
        end = round(end + 8) + TAG
    return end


def bone_of_any_figure(painter: QPainter, rect: QRectF, bone: AnyBone, token: str, theme: Theme) -> float:
    """A bone's name with its side tag, behind that of its figure where that is another one. Returns where they end.

    Of a narrow `rect` the name of the figure takes the smaller part.
    """
    left = 0.0
    if isinstance(bone, BoneRef):
        metric = metrics(12)
        name = width_with_side(bone.bone, 400)
        room = max(FIGURE_PART * rect.width(), rect.width() - name) - metric.horizontalAdvance(APART)
        figure = fitting(bone.figure, room) + APART
        painter.setFont(font(12))
        write(painter, rect, figure, theme.t2)
        left = metric.horizontalAdvance(figure)
    return name_with_side(
        painter, rect.adjusted(left, 0, 0, 0), bone.bone if isinstance(bone, BoneRef) else bone, token, theme
    )


def width_with_side(name: str, weight: int = 500) -> float:
    """Return the width of a bone's name with its side tag."""
    stem, side = split_side(name)
    return metrics(12, weight).horizontalAdvance(stem) + (TAG + 8 if side else 0)


def key_cap(painter: QPainter, x: float, y: float, text: str, theme: Theme) -> float:
    """A key of the keyboard, with its corner at (x, y). Returns its width."""
    width = cap_width(text)
    rect = QRectF(x, y, width, CAP)
    box(painter, rect, theme.key_cap, radius=3)
    ring(painter, rect, theme.key_edge, radius=3, width=1)
    painter.setFont(font(10, 500))
    write(painter, rect, text, theme.t1, CENTRE)
    painter.setFont(font())
    return width


def cap_width(text: str) -> float:
    """Return the width of the key cap of `text`."""
    return max(CAP, round(metrics(10, 500).horizontalAdvance(text)) + 8)


def mouse(painter: QPainter, x: float, y: float, button: str, theme: Theme) -> None:
    """A mouse with "left", "middle" or "right" marked, or "wheel" and which ways it turns; see `mouse_width`."""
    painter.save()
    painter.translate(x, y)
    painter.setPen(QPen(colour(theme.t2), 1.25))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(1, 1, 10, 14), 5, 5)
    if button in ("wheel", "middle"):
        painter.setPen(QPen(colour(theme.t2), 2.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QLineF(6, 4, 6, 7))
        if button == "wheel":
            painter.setPen(QPen(colour(theme.t2), 1.25, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLines([QLineF(x, y, 15.5, tip) for tip, y in ((4, 6), (12, 10)) for x in (13.5, 17.5)])
    else:
        painter.drawLines([QLineF(6, 1, 6, 7), QLineF(1, 7, 11, 7)])
        painter.fillPath(_half(button), colour(theme.t2))
    painter.restore()


def mouse_width(button: str) -> int:
    """Return the width of the glyph of that button."""
    return 18 if button == "wheel" else 12


def _half(button: str) -> QPainterPath:
    path = QPainterPath(QPointF(1.5, 6.6))
    path.lineTo(1.5, 6)
    path.arcTo(QRectF(1.5, 1.5, 9, 9), 180, -90)
    path.lineTo(5.6, 6.6)
    path.closeSubpath()
    if button == "left":
        return path
    mirrored = QPainterPath(QPointF(10.5, 6.6))
    mirrored.lineTo(10.5, 6)
    mirrored.arcTo(QRectF(1.5, 1.5, 9, 9), 0, 90)
    mirrored.lineTo(6.4, 6.6)
    mirrored.closeSubpath()
    return mirrored
