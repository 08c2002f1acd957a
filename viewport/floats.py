"""What floats over the picture: the tools, the options of posing, the buttons of the view, and its name.

Small widgets that paint themselves in the viewport's colours. They hold no state of their own beside what is shown:
a click is a signal, and what it changes comes back through `show_…`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from PySide6 import QtCore, QtGui, QtSvg, QtWidgets

from resources import FOLDER
from viewport.colours import DARK, Colour, Colours
from viewport.tools import TOOLS

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
        painter.setPen(QtGui.QPen(_colour(self.colours.float_line), 1))
        painter.setBrush(_colour(self.colours.float_panel))
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
        colours, accent = self.colours, _colour(self.colours.accent)
        if self.isChecked() and self._solid:
            return accent, _colour(colours.background_edge if colours.dark else colours.white)
        if self.isChecked():
            accent.setAlphaF(0.34 if self.underMouse() else 0.26)
            return accent, _colour(colours.accent_text)
        ink = _colour(colours.text)
        ink.setAlpha(36 if self.isDown() else 20 if self.underMouse() and self.isEnabled() else 0)
        return ink, _colour(colours.text)


class Tools(Panel):
    """The tools at the left edge."""

    picked = QtCore.Signal(str)

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent, vertical=True)
        self._buttons: dict[str, Button] = {}
        for tool in TOOLS:
            button = Button(tool.name, f"{tool.title}  ({tool.key})\n{tool.help}", 32, solid=True)
            button.setCheckable(True)
            button.clicked.connect(_emitting(self.picked, tool.name))
            self._buttons[tool.name] = button
            self.row.addWidget(button)

    def show_tool(self, name: str) -> None:
        """The tool that is picked."""
        for tool, button in self._buttons.items():
            button.setChecked(tool == name)


class Options(Panel):
    """Above the picture: Auto IK with its chain length."""

    auto_ik_switched = QtCore.Signal(bool)

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent, vertical=False)
        tip = "Auto IK\nDragging a bone takes its chain along. PageUp and PageDown, or Ctrl and the wheel, set how far."
        self.auto_ik = Button("auto-ik", tip, 24, "Auto IK")
        self.auto_ik.setCheckable(True)
        self.auto_ik.clicked.connect(self.auto_ik_switched)
        self.row.addWidget(self.auto_ik)

    def show_auto_ik(self, on: bool, chain_length: int) -> None:
        """Whether Auto IK is on, and its chain length; 0, as far as connected, needs no words."""
        self.auto_ik.setChecked(on)
        bones = "bone" if chain_length == 1 else "bones"
        self.auto_ik.setText(f"Auto IK  {chain_length} {bones}" if chain_length else "Auto IK")
        self.auto_ik.updateGeometry()


class Navigation(Panel):
    """Under the axes: frame what is selected, make a picture."""

    frame_asked = QtCore.Signal()
    picture_asked = QtCore.Signal()

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent, vertical=True, inset=2)
        for icon, tip, signal in (
            ("frame", "Frame selected  (F)\nHome frames everything.", self.frame_asked),
            ("camera", "Export picture…", self.picture_asked),
        ):
            button = Button(icon, tip, 28)
            button.clicked.connect(_emitting(signal))
            self.row.addWidget(button)


class Title(QtWidgets.QWidget):
    """The name of the view, and beneath it a line about it or the numbers of a drag. Clicks fall through it."""

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(QtCore.Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(420, 36)
        self.colours = DARK
        self._name, self._line = "", ""

    def show_title(self, name: str, line: str) -> None:
        """The two lines."""
        if (name, line) != (self._name, self._line):
            self._name, self._line = name, line
            self.update()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        """The name stronger than the line, both cased: they may lie over the figure."""
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        for text, y, size, weight, colour in (
            (self._name, 12, 12, 500, self.colours.text),
            (self._line, 28, 11, 400, self.colours.text_dim),
        ):
            font = QtGui.QFont(self.font())
            font.setPixelSize(size)
            font.setWeight(QtGui.QFont.Weight(weight))
            font.setFeature(QtGui.QFont.Tag("tnum"), 1)
            path = QtGui.QPainterPath()
            path.addText(QtCore.QPointF(2, y), font, text)
            painter.strokePath(path, QtGui.QPen(_colour(self.colours.background_edge), 3))
            painter.fillPath(path, _colour(colour))


def _emitting(signal: QtCore.SignalInstance, *values: object) -> Callable[..., None]:
    """A slot that sends these values whatever it is called with."""
    return lambda *_: signal.emit(*values)


def _colour(colour: Colour) -> QtGui.QColor:
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
