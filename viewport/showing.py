"""What the view shows now, and its painting: a document in its pose, in the colours of a theme, as it is displayed."""

from __future__ import annotations

from PySide6 import QtGui

from solver import Evaluated
from viewport.camera import Camera
from viewport.colours import DARK, Colours
from viewport.lengths import Lengths
from viewport.overlay import Overlay
from viewport.paint import offscreen
from viewport.paint.painter import Painter
from viewport.scene import DISPLAY, scene
from viewport.stage import Look


class Showing:
    """Everything that a picture is made of but the camera."""

    def __init__(self) -> None:
        self._painter = Painter()
        self.look: Look | None = None
        self.compared: Evaluated | None = None
        """The pose that another solver finds, to compare."""
        self.colours: Colours = DARK
        self.display = DISPLAY
        self.lengths: Lengths = "auto"
        self.related: tuple[int, ...] = ()
        """The constraints whose relations are drawn: those pointed at elsewhere."""
        self.pointed: str | None = None
        """A bone that is pointed at elsewhere."""

    def begin(self) -> None:
        """A context begins: what was made in another one is of no use in it."""
        self._painter = Painter()

    def paint(self, overlay: Overlay, camera: Camera, width: int, height: int, ratio: float) -> None:
        """Paint into the bound frame buffer; width and height in logical pixels."""
        if self.look is not None:
            document, evaluated = self.look.document, self.look.evaluated
            seen = scene(
                document,
                evaluated,
                overlay,
                self.colours,
                display=self.display,
                compared=self.compared,
                lengths=self.lengths,
                hovered=self.pointed,
                related=self.related,
            )
            self._painter.paint(seen, camera, width, height, ratio)

    def picture(self, look: Look, camera: Camera, width: int, height: int) -> QtGui.QImage:
        """The rig alone, without what lies over it, in any size."""
        return offscreen.render(
            look.document, look.evaluated, camera, width, height, self.colours, display=self.display
        )
