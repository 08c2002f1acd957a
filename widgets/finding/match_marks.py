"""Marks on what was searched for, where it was found."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from pantin.widgets.theme import drawing, theme


def answers(typed: str, text: str) -> bool:
    """Return whether `text` has every word that was typed, in any order."""
    found = text.casefold()
    return all(word in found for word in typed.casefold().split())


def highlight(painter: QPainter, rect: QRectF, text: str, typed: str, tokens: theme.Theme) -> None:
    """Paint a ground behind what of `text` was typed. The text itself is painted afterwards, at the left of `rect`."""
    found, advance = text.casefold(), theme.metrics().horizontalAdvance
    for word in typed.casefold().split():
        at = found.find(word)
        if at >= 0:
            left, width = advance(text[:at]), advance(text[at : at + len(word)])
            mark = QRectF(rect.left() + left - 1, rect.center().y() - 8, width + 2, 16)
            drawing.box(painter, mark, tokens.acc_bg, radius=3)
