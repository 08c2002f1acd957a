"""The light that falls on a figure and on the floor: a warm key light, which the figure keeps from what is behind it.

Capsules stand for a wooden figure; that of a skin is found from a map of depths.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.scene.scene import DrawnFigure
from pantin.viewport.values.mesh import MOST_CAPSULES

CAST_UNIT = 2
"""The texture unit of maps of depths."""


Floats = NDArray[np.float64]


class Cast(msgspec.Struct, frozen=True, eq=False):
    """The shadow of a figure as a map of depths: the texture, the matrix (4, 4) from the world to clip coordinates of
    the light, and the corners (8, 3) of the box around the figure."""

    figure: DrawnFigure
    key: Floats
    texture: int
    matrix: Floats
    around: Floats

    def rows(self) -> NDArray[np.float32]:
        """Return the rows (3, 4) from the world to the map: coordinates of the texture and the depth, each 0 to 1."""
        return (0.5 * self.matrix[:3] + 0.5 * self.matrix[3:]).astype(np.float32)


class Light(msgspec.Struct, frozen=True, eq=False):
    """The capsules (c, 8) that cast shadows, the size of the figure against one of 1.77 m, and the unit vector `key`
    (3,) towards the key light, in the world; `cast` is the shadow of what has no capsules."""

    capsules: NDArray[np.float32]
    scale: float
    key: NDArray[np.float64]
    cast: Cast | None = None

    @property
    def has_shadow(self) -> bool:
        """Return whether anything keeps it off."""
        return len(self.capsules) > 0 or self.cast is not None

    def same(self, other: Light) -> bool:
        """Return whether both cast the same shadow."""
        same = self.cast is other.cast and np.array_equal(self.key, other.key)
        return same and np.array_equal(self.capsules, other.capsules)

    def uniforms(self) -> dict[str, Any]:
        """For shaders that include light.glsl."""
        count = min(len(self.capsules), MOST_CAPSULES)
        found: dict[str, Any] = {"key": self.key, "scale": self.scale, "capsules": count}
        if count:
            found |= {"starts": self.capsules[:count, :4], "ends": self.capsules[:count, 4:]}
        if self.cast is not None:
            found |= {"cast_depths": CAST_UNIT, "to_light": self.cast.rows()}
        return found

    def bind(self) -> None:
        """Bind the map of depths to the texture unit CAST_UNIT, where there is one."""
        if self.cast is not None:
            GL.glActiveTexture(GL.GL_TEXTURE0 + CAST_UNIT)
            GL.glBindTexture(GL.GL_TEXTURE_2D, self.cast.texture)
            GL.glActiveTexture(GL.GL_TEXTURE0)
