"""What floats over the picture: the tools, the options of posing, the buttons of the view, and its name.

They hold no state of their own beside what is shown: a click is a signal, and what it changes comes back through
`show_…`.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6 import QtCore, QtGui, QtWidgets

from viewport.buttons import Button, Panel, qcolour
from viewport.colours import DARK, Colours
from viewport.tools import TOOLS


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
    """Above the picture: Auto IK with its chain length, and how bones are shown."""

    auto_ik_switched = QtCore.Signal(bool)
    x_ray_switched = QtCore.Signal(bool)

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent, vertical=False)
        tip = "Auto IK\nDragging a bone takes its chain along. PageUp and PageDown, or Ctrl and the wheel, set how far."
        self.auto_ik = Button("auto-ik", tip, 24, "Auto IK")
        self.auto_ik.setCheckable(True)
        self.auto_ik.clicked.connect(self.auto_ik_switched)
        self.row.addWidget(self.auto_ik)
        tip = "X-ray\nBones shine through the figure faintly where it hides them. Off: all of them lie in front."
        self.x_ray = Button("x-ray", tip, 24, "X-ray")
        self.x_ray.setCheckable(True)
        self.x_ray.clicked.connect(self.x_ray_switched)
        self.row.addWidget(self.x_ray)

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
            painter.strokePath(path, QtGui.QPen(qcolour(self.colours.background_edge), 4))
            painter.fillPath(path, qcolour(colour))


class Floats:
    """All that floats over one view, each in its place."""

    def __init__(self, view: QtWidgets.QWidget) -> None:
        self._view = view
        self.tools, self.options = Tools(view), Options(view)
        self.navigation, self.title = Navigation(view), Title(view)
        self.panels: tuple[Panel, ...] = (self.tools, self.options, self.navigation)

    def place(self) -> None:
        """Tools at the left, options above, the view's buttons under the axes in the corner."""
        width = self._view.width()
        for panel in self.panels:
            panel.adjustSize()
        self.title.move(14, 8)
        self.tools.move(12, 64)
        self.options.move((width - self.options.width()) // 2, 12)
        self.navigation.move(width - 12 - self.navigation.width(), 116)

    def show_colours(self, colours: Colours) -> None:
        """Wear another theme."""
        for panel in self.panels:
            panel.show_colours(colours)
        self.title.colours = colours

    def step_aside(self, aside: bool) -> None:
        """Let the pointer through to the picture, for as long as a drag needs all of it."""
        for panel in self.panels:
            panel.setAttribute(QtCore.Qt.WidgetAttribute.WA_TransparentForMouseEvents, aside)


def _emitting(signal: QtCore.SignalInstance, *values: object) -> Callable[..., None]:
    """A slot that sends these values whatever it is called with."""
    return lambda *_: signal.emit(*values)
