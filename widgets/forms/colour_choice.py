"""A choice of the colour that bones are drawn in: each with a dab of it before its name."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap

from pantin.widgets.controls.choice import Choice
from pantin.widgets.theme import drawing
from pantin.widgets.theme.appearance import appearance

DAB = 12


class ColourChoice(Choice):
    """Shows one of the colours of `rigs.rig.BoneColour`; what follows from the kind of the bone has no dab."""

    def showPopup(self) -> None:
        """The list in the colours of the present theme."""
        self.setIconSize(QSize(DAB, DAB))
        for row in range(self.count()):
            self.setItemIcon(row, _icon(self.itemData(row), self.devicePixelRatioF()))
        super().showPopup()

    def before_words(self, painter: QPainter) -> int:
        """A dab of the colour, and how much room it takes."""
        token = _token(self.currentData())
        if not token:
            return 8
        drawing.box(painter, QRectF(8, (self.height() - DAB) / 2, DAB, DAB), token, radius=3)
        return 8 + DAB + 8


def _token(colour: str | None) -> str:
    return "" if colour in (None, "auto") else getattr(appearance().theme, colour)


def _icon(colour: str, ratio: float) -> QIcon:
    picture = QPixmap(round(DAB * ratio), round(DAB * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    if _token(colour):
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        drawing.box(painter, QRectF(0, 0, DAB, DAB), _token(colour), radius=3)
        painter.end()
    return QIcon(picture)
