"""A mesh in the axes of its body: upright, its left +X, its back +Y, its height 1, the floor at 0."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.solid import Solid, solid_of

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


class Frame(msgspec.Struct, frozen=True, eq=False):
    """The axes of a body in armature space."""

    axes: Floats
    """(3, 3): the rows are its left, its back and up."""
    origin: Floats
    """(3,): on the floor below its middle."""
    height: float

    def inside(self, points: Floats) -> Floats:
        """Return points (..., 3) of armature space in the axes of the body."""
        return ((points - self.origin) @ self.axes.T) / self.height

    def outside(self, points: Floats) -> Floats:
        """Return points (..., 3) given in the axes of the body in armature space."""
        return np.asarray(points * self.height) @ self.axes + self.origin


class Body(msgspec.Struct, frozen=True, eq=False):
    """A mesh in the axes of a body, and the solid inside it there."""

    frame: Frame
    points: Floats
    """(p, 3)."""
    triangles: Ints
    """(t, 3)."""
    solid: Solid


FINE = 150
"""Cubes along the longest side of a body whose joints are placed."""


def framed(points: Floats, triangles: Ints, left: Floats, middle: Floats | None = None) -> Body:
    """Return a mesh in the axes of a body that has its left along `left` (3,), which is level.

    Its middle is above or below `middle` (3,), or else that of the box around the mesh. Raises ValueError where it has
    no height.
    """
    up = np.array([0.0, 0.0, 1.0])
    axes = np.stack([left, np.cross(up, left), up])
    used = points[np.unique(triangles)] @ axes.T
    low, high = used.min(axis=0), used.max(axis=0)
    height = float(high[2] - low[2])
    if not height > 0.0:
        raise ValueError("no height")
    inner = (low + high) / 2 if middle is None else axes @ middle
    origin = np.array([inner[0], inner[1], low[2]]) @ axes
    frame = Frame(axes, origin, height)
    inside = frame.inside(points)
    return Body(frame, inside, triangles, solid_of(inside, triangles, FINE))
