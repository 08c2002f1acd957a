"""The light that falls on figure and floor: a warm key light, which capsules keep from what is behind them."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.viewport.figure.mannequin import MOST_CAPSULES


class Light(msgspec.Struct, frozen=True, eq=False):
    """The capsules (c, 8) that cast shadows, the size of the figure against one of 1.77 m, and the unit vector `key`
    (3,) towards the key light, armature space."""

    capsules: NDArray[np.float32]
    scale: float
    key: NDArray[np.float64]

    def same(self, other: Light) -> bool:
        """Whether both cast the same shadow."""
        return np.array_equal(self.capsules, other.capsules) and np.array_equal(self.key, other.key)

    def uniforms(self) -> dict[str, Any]:
        """For shaders that begin with light.glsl."""
        count = min(len(self.capsules), MOST_CAPSULES)
        found: dict[str, Any] = {"key": self.key, "scale": self.scale, "capsules": count}
        if count:
            found |= {"starts": self.capsules[:count, :4], "ends": self.capsules[:count, 4:]}
        return found
