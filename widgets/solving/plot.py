"""A static plot: no menus, frame or panning; fonts and colours are those of the program."""

from __future__ import annotations

import pyqtgraph  # type: ignore[import-untyped]  # it ships no types
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QFrame

from pantin.widgets.solving.solve_head import pen
from pantin.widgets.theme import theme

LABELS = 10
"""The size of the words in a plot, px."""


class Plot(pyqtgraph.PlotWidget):  # type: ignore[misc]  # its base is untyped
    """An empty plot. `texts` are words in it, each with the name of its colour's token."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(name)
        self.setMenuEnabled(False)
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.getPlotItem().layout.setContentsMargins(0, 0, 0, 0)
        self.getViewBox().setDefaultPadding(0)
        self.getViewBox().disableAutoRange()

    def pen(self, token: str, width: float, dashed: bool = False) -> QPen:
        """A pen of constant width in logical pixels, whatever the scale of the plot."""
        found = pen(token, width * self.devicePixelRatioF(), dashed)
        found.setCosmetic(True)
        return found

    def apply_theme(self, tokens: theme.Theme) -> None:
        """Use the colours of a theme."""
        self.setBackground(theme.colour(tokens.panel))
        for side in ("left", "bottom"):
            axis = self.getAxis(side)
            axis.setPen(None)
            axis.setTickPen(theme.colour(tokens.line))
            axis.setTextPen(theme.colour(tokens.t3))
            axis.setTickFont(theme.font(LABELS))


class StraightLine(pyqtgraph.InfiniteLine):  # type: ignore[misc]  # pyqtgraph ships no types
    """A horizontal or vertical line through the plot, without antialiasing, which would spread it over two pixels."""

    def paint(self, painter: QPainter, *rest: object) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        super().paint(painter, *rest)


def words(size: int = LABELS, weight: int = 400, anchor: tuple[float, float] = (0.0, 0.5)) -> pyqtgraph.TextItem:
    """A text item of a plot."""
    found = pyqtgraph.TextItem(anchor=anchor)
    found.setFont(theme.font(size, weight))
    found.textItem.document().setDocumentMargin(0)
    found.setVisible(False)
    return found
