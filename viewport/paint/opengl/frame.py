"""One frame: what is painted, seen by which camera, in which light and into how many pixels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.viewport.paint.opengl.bands import Part
from pantin.viewport.paint.opengl.light import Light
from pantin.viewport.paint.opengl.skins import Sight
from pantin.viewport.scene.scene import Scene
from pantin.viewport.values.camera import Camera


class Frame(NamedTuple):
    """A scene, the `camera` in the world and its `own` in the armature space of the edited figure.

    `matrix` (4, 4) takes the world to the picture. There is a light for each figure. Width and height are logical
    pixels, of which each has `ratio` device pixels on a side.
    """

    scene: Scene
    camera: Camera
    own: Camera
    matrix: NDArray[np.float32]
    lights: list[Light]
    width: float
    height: float
    ratio: float

    @property
    def size(self) -> tuple[int, int]:
        """Return the width and the height in device pixels."""
        return max(round(self.width * self.ratio), 1), max(round(self.height * self.ratio), 1)

    @property
    def sight(self) -> Sight:
        """Return what figures are seen by."""
        return Sight(self.matrix, self.camera, self.scene.colours, self.size)

    @property
    def whole(self) -> Part:
        """Return the whole picture as a part of itself."""
        return (0, 0, *self.size)
