"""The content of the view, and its painting: a document in a pose, theme colours, display options."""

from __future__ import annotations

from functools import partial, reduce

import numpy as np
from msgspec.structs import replace
from PySide6 import QtCore, QtGui

from pantin.solver import Posed
from pantin.viewport.paint.figure_picture import PLAIN, Painting, Pixels, figure_picture
from pantin.viewport.paint.opengl.painter import Painter, bound_frame, forget_errors
from pantin.viewport.scene.figure_alone import figure_alone
from pantin.viewport.scene.scene import DISPLAY, Backdrop, Background, Scene
from pantin.viewport.scene.scene_builder import scene
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import DARK, Colours
from pantin.viewport.values.lengths import Lengths
from pantin.viewport.values.overlay import NOTHING, Overlay, with_others
from pantin.viewport.values.stage import Look

Outlined = tuple[Posed | None, Posed | None]
"""The pose that another solver finds, to compare, and the pose of an earlier document."""

MOST_UPDATED = 300
"""With more bones than this the figure keeps its shape while the rest pose is edited: updating it takes too long."""


class ShownFrame:
    """Everything that a picture depends on, except the camera."""

    def __init__(self) -> None:
        self._painter = Painter()
        self.look: Look | None = None
        self.compared: Posed | None = None
        """The pose that another solver finds, to compare."""
        self.before: Posed | None = None
        """The pose that is outlined as a ghost while nothing is dragged."""
        self.colours: Colours = DARK
        self.display = DISPLAY
        self.lengths: Lengths = "auto"
        self._backdrop: Backdrop | None = None
        self._extras: dict[str, Overlay] = {}
        self.related: tuple[int, ...] = ()
        """The constraints whose relations are drawn: those pointed at elsewhere."""
        self.pointed: str | None = None
        """A bone that is pointed at elsewhere."""

    @property
    def extras(self) -> Overlay:
        """Return what is drawn as well: other poses of the figure, lines, dots and words."""
        return reduce(with_others, self._extras.values(), NOTHING)

    def show_extras(self, overlay: Overlay, source: str) -> None:
        """Draw this as well, in place of what the same source had drawn before."""
        self._extras[source] = overlay

    def begin(self, context: QtGui.QOpenGLContext) -> None:
        """Begin in a new OpenGL context. Its resources are freed before it is destroyed."""
        painter = self._painter = Painter()
        forget_errors()
        shared = QtGui.QOpenGLContext.globalShareContext()
        surface = QtGui.QOffscreenSurface(None, context)  # lasts as long as the context does
        surface.setFormat(context.format())
        surface.create()

        def end() -> None:
            if shared and shared.makeCurrent(surface):
                painter.free()
                shared.doneCurrent()

        context.aboutToBeDestroyed.connect(end, QtCore.Qt.ConnectionType.DirectConnection)

    def show(self, look: Look) -> None:
        """Show this. While the rest pose is edited the figure is not updated: that takes longer than a frame."""
        self.look = look
        if not look.in_rest_pose:
            self._backdrop = None
        elif self._backdrop is None:
            self._set_backdrop(look)

    def update_figure(self) -> bool:
        """Update the figure behind edited bones, if they are few enough. True if it was updated."""
        look = self.look
        if look is None or not look.in_rest_pose or len(look.document.rig.bones) > MOST_UPDATED:
            return False
        self._set_backdrop(look)
        return True

    def _set_backdrop(self, look: Look) -> None:
        self._backdrop = Backdrop(look.document.rig, np.asarray(look.evaluated.matrices))

    def paint(self, overlay: Overlay, camera: Camera, width: int, height: int, ratio: float) -> None:
        """Paint into the bound frame buffer; width and height in logical pixels."""
        if self.look is not None:
            document, evaluated = self.look.document, self.look.evaluated
            if overlay.ghost is None and self.before is not None:
                overlay = replace(overlay, ghost=self.before.matrices)
            seen = scene(
                document,
                evaluated,
                with_others(overlay, self.extras),
                self.colours,
                display=self.display,
                compared=self.compared,
                lengths=self.lengths,
                backdrop=self._backdrop,
                hovered=self.pointed,
                related=self.related,
                others=self.look.others,
                characters=self.look.characters,
            )
            if self.display.alone and not self.look.in_rest_pose:
                seen = replace(figure_alone(seen), overlay=overlay)
            self._paint(seen, camera, width, height, ratio)

    def _paint(self, seen: Scene, camera: Camera, width: int, height: int, ratio: float) -> None:
        """Paint; where what was made in OpenGL is of no use any more, make it anew and paint once more."""
        forget_errors()
        target = bound_frame()
        try:
            self._painter.paint(seen, camera, width, height, ratio, target)
        except Exception:
            self._painter.renew()
            self._painter.paint(seen, camera, width, height, ratio, target)

    @property
    def waits(self) -> bool:
        """Return whether the next frame shows more, though nothing changes: pictures are uploaded a few at a time."""
        return self._painter.waits

    def picture(
        self, look: Look, camera: Camera, size: Pixels, background: Background = PLAIN, controls: bool = False
    ) -> Painting:
        """Return a function that paints the figure in any size, with what lies over it only where its controls are
        asked for.
        """
        shown = (look.document, look.evaluated, size, camera, background, controls, self.colours, self.display)
        return partial(figure_picture, *shown, others=look.others, characters=look.characters)
