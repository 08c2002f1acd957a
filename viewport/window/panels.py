"""The rounded panels that lie over the picture, their shadow on it, and the title of the view."""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets

from pantin.viewport.paint.overlay.pen import font, line, outline_of
from pantin.viewport.values.colours import DARK, Colours
from pantin.viewport.window.pixmaps import qcolour

Qt = QtCore.Qt
RADIUS = 8
SHADOW, DROP = 18, 6
"""How far a shadow spreads and how far it falls, pixels."""
DARKEST, PALEST = 10, 5
"""How much each layer of a shadow darkens the picture where it is densest, of 255, in the dark theme and the light."""


class Panel(QtWidgets.QWidget):
    """A rounded panel of buttons. What happens on it does not happen to the picture behind."""

    entered = QtCore.Signal()

    def __init__(self, parent: QtWidgets.QWidget, vertical: bool, inset: int = 4, gap: int = 2) -> None:
        super().__init__(parent)
        direction = QtWidgets.QBoxLayout.Direction
        self.row = QtWidgets.QBoxLayout(direction.TopToBottom if vertical else direction.LeftToRight, self)
        self.row.setContentsMargins(inset, inset, inset, inset)
        self.row.setSpacing(gap)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.colours = DARK

    def show_colours(self, colours: Colours) -> None:
        """Wear another theme."""
        self.colours = colours
        for part in self.findChildren(QtWidgets.QWidget):
            part.colours = colours
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

    def mouseDoubleClickEvent(self, event: QtGui.QMouseEvent) -> None:
        """Nor pressed twice."""
        event.accept()

    def mouseMoveEvent(self, event: QtGui.QMouseEvent) -> None:
        """Nor pointed at."""
        event.accept()

    def mouseReleaseEvent(self, event: QtGui.QMouseEvent) -> None:
        """Nor let go."""
        event.accept()

    def wheelEvent(self, event: QtGui.QWheelEvent) -> None:
        """Nor does it zoom."""
        event.accept()

    def contextMenuEvent(self, event: QtGui.QContextMenuEvent) -> None:
        """Nor has it a menu."""
        event.accept()


class Divider(QtWidgets.QWidget):
    """A hairline between two groups of tools."""

    def __init__(self) -> None:
        super().__init__()
        self.colours = DARK
        self.setFixedHeight(5)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        """Short of the edges."""
        QtGui.QPainter(self).fillRect(4, 2, self.width() - 8, 1, qcolour(self.colours.text, 30))


class Shadow(QtWidgets.QWidget):
    """The soft shadow of the panels on the picture. The mouse goes through it."""

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.colours = DARK
        self._panels: tuple[QtCore.QRect, ...] = ()

    def cast(self, panels: tuple[QtCore.QRect, ...]) -> None:
        """Fall from these."""
        if panels != self._panels:
            self._panels = panels
            self.update()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        """Faint panels, each a little larger and fainter."""
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        densest = DARKEST if self.colours.dark else PALEST
        for panel in self._panels:
            area = QtCore.QRectF(panel).translated(0, DROP)
            if event.rect().intersects(panel.adjusted(-SHADOW, -SHADOW, SHADOW, SHADOW + DROP)):
                for spread in range(0, SHADOW, 2):
                    painter.setBrush(QtGui.QColor(0, 0, 0, round(densest * (1 - spread / SHADOW))))
                    painter.drawRoundedRect(
                        area.adjusted(-spread, -spread, spread, spread), RADIUS + spread, RADIUS + spread
                    )


class Title(QtWidgets.QWidget):
    """The name of the view, and beneath it a line about it or the numbers of a drag. Clicks fall through it."""

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(480, 52)
        self.colours = DARK
        self.room = self.width()
        """How wide a line may be before it goes on in the next one."""
        self._name, self._line, self._strong = "", "", False

    @property
    def words(self) -> tuple[str, str]:
        """The two lines."""
        return self._name, self._line

    def show_title(self, name: str, line: str, strong: bool = False) -> None:
        """The two lines; the second stronger while it counts."""
        if (name, line, strong) != (self._name, self._line, self._strong):
            self._name, self._line, self._strong = name, line, strong
            self.update()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        """The name stronger than the line, both cased: they may lie over the figure."""
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        colours, weight = self.colours, QtGui.QFont.Weight
        second = weight.Medium if self._strong else weight.Normal
        self._write(painter, 12, self._name, font(12, weight.Medium), colours.text)
        for place, part in enumerate(_broken(self._line, self.room)):
            told = colours.text if self._strong else colours.text_dim
            self._write(painter, 28 + 16 * place, part, font(11, second), told)

    def _write(self, painter: QtGui.QPainter, y: int, text: str, made: QtGui.QFont, colour: tuple[int, ...]) -> None:
        path = outline_of(text, made, 2, y)
        painter.strokePath(path, line(qcolour(self.colours.background_edge, 191), 4))
        painter.fillPath(path, qcolour(colour))


def _broken(text: str, room: float) -> list[str]:
    """The line, or the two lines that it makes where it is too long; it may be broken at a dot between two facts."""
    first, dot, rest = text.partition("  ·  ")
    return [first, rest] if dot and width_of_title(text) > room else [text]


def width_of_title(text: str) -> int:
    """How much room a second line takes, pixels."""
    return round(QtGui.QFontMetricsF(font(11)).horizontalAdvance(text)) + 4
