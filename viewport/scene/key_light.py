"""The direction of the key light: above the left front of who looks, or fixed to the world."""

from __future__ import annotations

from math import cos, sin

import numpy as np
from numpy.typing import NDArray

from pantin.viewport.values.camera import Camera

WORLD: NDArray[np.float64] = np.array((0.52, -0.62, 0.86)) / np.linalg.norm((0.52, -0.62, 0.86))
"""Towards the key light (3,) where it is fixed to the world, armature space. The camera that a document opens with sees
the figure in the same light either way."""


def key_light(camera: Camera, fixed: bool) -> NDArray[np.float64]:
    """Return the unit vector (3,) towards the key light, armature space.

    Unless it is `fixed` to the world it turns about the vertical with the camera, so that no side of the figure is dark
    when one orbits it; its height stays, so that shadows keep their length.
    """
    if fixed:
        return WORLD
    turn = camera.yaw - Camera().yaw
    c, s = cos(turn), sin(turn)
    return np.array((c * WORLD[0] - s * WORLD[1], s * WORLD[0] + c * WORLD[1], WORLD[2]))
