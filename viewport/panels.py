"""The rounded panels that lie over the picture, their shadow on it, and the title of the view."""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets

from viewport.colours import DARK, Colours
from viewport.paint.pen import font, line
from viewport.pixmaps import qcolour

Qt = QtCore.Qt
RADIUS = 8
SHADOW, DROP = 18, 5
"""How far a shadow spreads and how far it falls, pixels."""

UNITS = ((1.0, "m"), (0.01, "cm"), (0.001, "mm"))


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
        """Many faint panels, each a little larger."""
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QtGui.QColor(0, 0, 0, 4 if self.colours.dark else 2))
        for panel in self._panels:
            area = QtCore.QRectF(panel).translated(0, DROP)
            if event.rect().intersects(panel.adjusted(-SHADOW, -SHADOW, SHADOW, SHADOW + DROP)):
                for spread in range(-1, SHADOW):
                    painter.drawRoundedRect(
                        area.adjusted(-spread, -spread, spread, spread), RADIUS + spread, RADIUS + spread
                    )


class Title(QtWidgets.QWidget):
    """The name of the view, and beneath it a line about it or the numbers of a drag. Clicks fall through it."""

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(480, 36)
        self.colours = DARK
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
        self._write(painter, 28, self._line, font(11, second), colours.text if self._strong else colours.text_dim)

    def _write(self, painter: QtGui.QPainter, y: int, text: str, made: QtGui.QFont, colour: tuple[int, ...]) -> None:
        made.setFeature(QtGui.QFont.Tag("tnum"), 1)
        path = QtGui.QPainterPath()
        path.addText(QtCore.QPointF(2, y), made, text)
        painter.strokePath(path, line(qcolour(self.colours.background_edge, 191), 4))
        painter.fillPath(path, qcolour(colour))


def width_of_title(text: str) -> int:
    """How much room a second line takes, pixels."""
    return round(QtGui.QFontMetricsF(font(11)).horizontalAdvance(text)) + 4


def in_words(metres: float) -> str:
    """A round length in the unit that fits it: "10 cm"."""
    size, unit = next((u for u in UNITS if metres > 0.999 * u[0]), UNITS[-1])
    return f"{metres / size:g} {unit}"
