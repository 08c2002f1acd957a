"""Letters as outlines, as labels and titles are painted, cover what the same letters cover as text."""

from __future__ import annotations

import string

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter

from pantin.viewport.paint.overlay.pen import font, outline_of


@pytest.mark.parametrize("weight", [400, 500, 600, 700])
def test_letters_whose_parts_overlap_have_no_holes(qapp, weight: int) -> None:
    wrong = [
        letter
        for letter in string.ascii_letters + string.digits
        if covered(letter, weight, outlined=True) != pytest.approx(covered(letter, weight, outlined=False), rel=0.02)
    ]
    assert wrong == []


def covered(letter: str, weight: int, outlined: bool) -> float:
    """Return how many pixels a large letter covers."""
    image = QImage(140, 140, QImage.Format.Format_Grayscale8)
    image.fill(Qt.GlobalColor.black)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if outlined:
        painter.fillPath(outline_of(letter, font(100, weight), 10, 110), Qt.GlobalColor.white)
    else:
        painter.setFont(font(100, weight))
        painter.setPen(Qt.GlobalColor.white)
        painter.drawText(QPointF(10, 110), letter)
    painter.end()
    return sum(bytes(image.constBits())) / 255
