"""Pictures of figures: without bones, handles and marks unless they are asked for, of any size, on any background.

Exported pictures, the cards of poses, the portraits of templates and `pantin render` are all made here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray
from PySide6 import QtGui

from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.solver import Posed
from pantin.viewport.figure.mannequin import outline
from pantin.viewport.figure.skin import skin_of
from pantin.viewport.paint import offscreen
from pantin.viewport.scene.figure_alone import figure_alone
from pantin.viewport.scene.scene import DISPLAY, Background, Display
from pantin.viewport.scene.scene_builder import scene
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import DARK, Colours
from pantin.viewport.values.loaded_character import NO_CHARACTERS, Characters
from pantin.viewport.values.place import NO_OTHERS, place_of, placed, points_in_world, posed_others

Pixels = tuple[int, int]
"""Width and height of a picture."""


class Painting(Protocol):
    """A picture that is yet to be painted, of what was shown when it was asked for: now or later, on any thread."""

    def __call__(self, *, surface: QtGui.QOffscreenSurface | None = None) -> QtGui.QImage:
        """Return the picture; a `surface` is for another thread than the window's, see `figure_picture`."""


FILLED = 0.89
"""The part of the height or the width of a picture that the boxes around the bodies of a figure fill. The figure itself
fills 0.86 to 0.88."""

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
    others: Mapping[str, Posed] = NO_OTHERS,
    characters: Characters = NO_CHARACTERS,
) -> QtGui.QImage:
    """Return a picture of a document in its evaluated pose. Without a camera it is framed from the front.

    `others` are the poses of the figures that are not edited, by name. Ground is seen where the background is that of
    the view. With `controls` the picture has all bones, handles, poles and labels: nobody points at one there. Needs a
    QGuiApplication. May be called on any thread; outside the window's it is painted on a `surface` made for that
    (`offscreen.surface_for_another_thread`), or by EGL. Raises `offscreen.NoOpenGL`.
    """
    if camera is None:
        camera = framing(document, evaluated, size, others=others, characters=characters)
    finish = "wood" if not controls and display.figure == "off" else display.figure
    display = replace(display, figure=finish, controls="always")
    seen = scene(document, evaluated, colours=colours, display=display, others=others, characters=characters)
    if not controls:
        seen = figure_alone(seen)
        if background.fill != "view":
            seen = replace(seen, terrain=None)
    return offscreen.paint(replace(seen, background=background), camera, *size, surface)


def framing(
    document: Document,
    evaluated: Posed,
    size: Pixels,
    camera: Camera | None = None,
    others: Mapping[str, Posed] = NO_OTHERS,
    characters: Characters = NO_CHARACTERS,
) -> Camera:
    """Return the camera moved so that all figures fill a picture of this size; its direction stays.

    Their bounds are found from the boxes of their joints.
    """
    posed = ((document.figure, evaluated), *posed_others(document, others))
    return (camera or Camera()).frame(
        np.concatenate([_outline(*each, characters) for each in posed]), *size, 1 / FILLED
    )


def _outline(figure: Figure, pose: Posed, characters: Characters) -> NDArray[np.float64]:
    """Return points (n, 3) around the bodies of a figure in the world; its joints where it has no bodies."""
    place, matrices = place_of(figure), np.asarray(pose.matrices).reshape(-1, 4, 4)
    skin = skin_of(figure, characters)
    if skin is not None:
        return points_in_world(figure, skin.around(matrices))
    matrices = placed(place, matrices)
    around = outline(figure.rig, matrices)
    return around if len(around) else matrices[:, :3, 3]
