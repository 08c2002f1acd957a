"""Grounds of other things: the status bar, tooltips, and nothing where Qt would paint a frame."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOption

from pantin.widgets.theme import drawing
from pantin.widgets.theme.theme import Theme, colour


def paint_nothing(_option: QStyleOption, _painter: QPainter, _tokens: Theme) -> None:
    """Paint nothing where Qt would paint a frame."""


def paint_status_bar(option: QStyleOption, painter: QPainter, tokens: Theme) -> None:
    """The status bar, and the line above it."""
    painter.fillRect(option.rect, colour(tokens.panel))
    painter.fillRect(option.rect.left(), option.rect.top(), option.rect.width(), 1, colour(tokens.edge))


def paint_tooltip(option: QStyleOption, painter: QPainter, tokens: Theme) -> None:
    """Paint the ground of a tooltip."""
    painter.fillRect(option.rect, colour(tokens.card))
    drawing.ring(painter, QRectF(option.rect), tokens.key_edge, 0, 1)
