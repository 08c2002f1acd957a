"""Rounded panels of buttons that lie over the picture, painted in the viewport's colours."""

from __future__ import annotations

from functools import cache

from PySide6 import QtCore, QtGui, QtSvg, QtWidgets

from resources import FOLDER
from viewport.colours import DARK, Colour, Colours

RADIUS, INSET, GAP = 8, 4, 2


class Panel(QtWidgets.QWidget):
    """A rounded panel of buttons that lies over the picture."""

    entered = QtCore.Signal()

    def __init__(self, parent: QtWidgets.QWidget, vertical: bool, inset: int = INSET) -> None:
        super().__init__(parent)
        direction = QtWidgets.QBoxLayout.Direction
        self.row = QtWidgets.QBoxLayout(direction.TopToBottom if vertical else direction.LeftToRight, self)
        self.row.setContentsMargins(inset, inset, inset, inset)
        self.row.setSpacing(GAP)
        self.row.setSizeConstraint(QtWidgets.QLayout.SizeConstraint.SetFixedSize)
        self.setCursor(QtCore.Qt.CursorShape.ArrowCursor)
        self.colours = DARK

    def show_colours(self, colours: Colours) -> None:
        """Wear another theme."""
        self.colours = colours
        for button in self.findChildren(Button):
            button.colours = colours
        self.update()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        """The panel with its hairline."""
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        painter.setPen(QtGui.QPen(qcolour(self.colours.float_line), 1))
        painter.setBrush(qcolour(self.colours.float_panel))
        painter.drawRoundedRect(QtCore.QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)

    def enterEvent(self, event: QtGui.QEnterEvent) -> None:
        """The pointer is no longer over the picture."""
        self.entered.emit()

    def mousePressEvent(self, event: QtGui.QMouseEvent) -> None:
        """The picture behind is not pressed."""
        event.accept()

    def wheelEvent(self, event: QtGui.QWheelEvent) -> None:
        """Nor does it zoom."""
        event.accept()


class Button(QtWidgets.QAbstractButton):
    """An icon, with or without words. `solid` fills it with the accent while it is on, else the accent tints it."""

    def __init__(self, icon: str, tip: str, size: int, text: str = "", solid: bool = False) -> None:
        super().__init__()
        self.colours = DARK
        self._icon, self._size, self._solid = icon, size, solid
        self.setText(text)
        self.setToolTip(tip)
        self.setAccessibleName(text or tip.partition("\n")[0])
        self.setFocusPolicy(QtCore.Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Fixed, QtWidgets.QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QtCore.QSize:
        """Square, or as wide as the words."""
        if not self.text():
            return QtCore.QSize(self._size, self._size)
        return QtCore.QSize(self.fontMetrics().horizontalAdvance(self.text()) + 36, self._size)

    def enterEvent(self, event: QtGui.QEnterEvent) -> None:
        """Light up."""
        self.update()

    def leaveEvent(self, event: QtCore.QEvent) -> None:
        """Go back to rest."""
        self.update()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        """Background by state, icon, words."""
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        fill, ink = self._paints()
        painter.setPen(QtCore.Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        radius = 6 if self._solid else 4
        painter.drawRoundedRect(self.rect(), radius, radius)
        x = 8 if self.text() else (self.width() - 16) // 2
        painter.drawPixmap(x, (self.height() - 16) // 2, _icon(self._icon, ink.name(), self.devicePixelRatioF()))
        painter.setPen(ink)
        painter.drawText(self.rect().adjusted(28, 0, -8, 0), QtCore.Qt.AlignmentFlag.AlignVCenter, self.text())

    def _paints(self) -> tuple[QtGui.QColor, QtGui.QColor]:
        """Background and ink of the present state."""
        colours, accent = self.colours, qcolour(self.colours.accent)
        if self.isChecked() and self._solid:
            return accent, qcolour(colours.background_edge if colours.dark else colours.white)
        if self.isChecked():
            accent.setAlphaF(0.34 if self.underMouse() else 0.26)
            return accent, qcolour(colours.accent_text)
        ink = qcolour(colours.text)
        ink.setAlpha(36 if self.isDown() else 20 if self.underMouse() and self.isEnabled() else 0)
        return ink, qcolour(colours.text)


def qcolour(colour: Colour) -> QtGui.QColor:
    """A colour of the theme for Qt."""
    return QtGui.QColor(*colour)


@cache
def _icon(name: str, ink: str, ratio: float) -> QtGui.QPixmap:
    drawing = (FOLDER / "icons" / f"{name}.svg").read_bytes().replace(b"currentColor", ink.encode())
    pixmap = QtGui.QPixmap(round(16 * ratio), round(16 * ratio))
    pixmap.fill(QtCore.Qt.GlobalColor.transparent)
    painter = QtGui.QPainter(pixmap)
    QtSvg.QSvgRenderer(QtCore.QByteArray(drawing)).render(painter)
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
