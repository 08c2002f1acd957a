"""The light that falls on figure and floor: a warm key from above the figure's left front, kept from it by capsules."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.viewport.figure.mannequin import MOST_CAPSULES

KEY = np.array((0.52, -0.62, 0.86)) / np.linalg.norm((0.52, -0.62, 0.86))
"""Towards the key light, armature space."""


class Light(msgspec.Struct, frozen=True, eq=False):
    """What stands in the light: capsules (c, 8), and the size of the figure against one of 1.77 m."""

    capsules: NDArray[np.float32]
    scale: float

    def uniforms(self) -> dict[str, Any]:
        """For shaders that begin with light.glsl."""
        count = min(len(self.capsules), MOST_CAPSULES)
        found: dict[str, Any] = {"key": KEY, "scale": self.scale, "capsules": count}
        if count:
            found |= {"starts": self.capsules[:count, :4], "ends": self.capsules[:count, 4:]}
        return found
