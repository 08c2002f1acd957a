"""Pictures of the figure: without bones, handles and marks unless they are asked for, of any size, on any background.

Exported pictures, the cards of poses, the portraits of templates and `pantin render` are all made here.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from msgspec.structs import replace
from PySide6 import QtGui

from pantin.rigs.document import Document
from pantin.solver import Posed
from pantin.viewport.figure.mannequin import mannequin
from pantin.viewport.paint import offscreen
from pantin.viewport.scene.figure_alone import figure_alone
from pantin.viewport.scene.scene import DISPLAY, Background, Display
from pantin.viewport.scene.scene_builder import scene
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import DARK, Colours

Pixels = tuple[int, int]
"""Width and height of a picture."""


class Painting(Protocol):
    """A picture that is yet to be painted, of what was shown when it was asked for: now or later, on any thread."""

    def __call__(self, *, surface: QtGui.QOffscreenSurface | None = None) -> QtGui.QImage:
        """The picture; with a `surface` by OpenGL on another thread than the window's, see `figure_picture`."""


FILLED = 0.86
"""The part of the height or the width of a picture that the figure fills."""

PLAIN = Background(grid=False)
"""The background of the view without the grid, which belongs to the tool."""


def figure_picture(
    document: Document,
    evaluated: Posed,
    size: Pixels,
    camera: Camera | None = None,
    background: Background = PLAIN,
    controls: bool = False,
    colours: Colours = DARK,
    display: Display = DISPLAY,
    surface: QtGui.QOffscreenSurface | None = None,
) -> QtGui.QImage:
    """A picture of a document in its evaluated pose. Without a camera it is framed from the front.

    With `controls` it has all bones, handles, poles and labels: nobody points at one there. Needs a QGuiApplication.
    May be called on any thread: outside the window's the processor paints, which takes longer for large pictures, or
    OpenGL on a `surface` made for that (`offscreen.surface_for_another_thread`).
    """
    if camera is None:
        camera = framing(document, evaluated, size)
    finish = "wood" if not controls and display.figure == "off" else display.figure
    display = replace(display, figure=finish, controls="always")
    seen = scene(document, evaluated, colours=colours, display=display)
    if not controls:
        seen = figure_alone(seen)
    return offscreen.paint(replace(seen, background=background), camera, *size, surface)


def framing(document: Document, evaluated: Posed, size: Pixels, camera: Camera | None = None) -> Camera:
    """The camera moved so that the figure fills a picture of this size; its direction stays."""
    wood = mannequin(document.rig)
    carried = np.asarray(evaluated.matrices)[wood.rows]
    places = np.einsum("nij,nj->ni", carried[:, :3, :3], wood.vertices) + carried[:, :3, 3]
    if not len(places):
        places = np.asarray(evaluated.matrices).reshape(-1, 4, 4)[:, :3, 3]
    return (camera or Camera()).frame(places, *size, 1 / FILLED)
