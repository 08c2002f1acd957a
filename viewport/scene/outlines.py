"""The shapes that stand for handles, poles and bones, as straight lines in the axes of the bone.

A shape of its own is as long as the bone: what goes round the bone lies about its head and across it, what has a
direction runs along it, sole and palm to +Z. The ring of a handle and the diamond of a pole are of radius 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Outline = Literal["ring", "diamond", "circle", "square", "cube", "sphere", "arrow", "cross", "foot", "hand", "eye"]

_TURN = np.linspace(0.0, 2 * np.pi, 49)
_COS, _SIN, _NONE = np.cos(_TURN), np.sin(_TURN), np.zeros(49)


def _through(points: Array) -> Array:
    """Lines (n − 1, 2, 3) from point to point."""
    return np.stack([points[:-1], points[1:]], axis=1)


def _across(*points: tuple[float, float]) -> Array:
    """A closed line across the bone, through its head: X and Z."""
    x, z = np.array([*points, points[0]]).T
    return _through(np.stack([x, np.zeros(len(x)), z], axis=1))


def _along(*points: tuple[float, float]) -> Array:
    """A closed line along the bone: X and Y."""
    x, y = np.array([*points, points[0]]).T
    return _through(np.stack([x, y, np.zeros(len(x))], axis=1))


def _cube() -> Array:
    corners = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (0.0, 1.0) for z in (-0.5, 0.5)])
    return np.array([(a, b) for i, a in enumerate(corners) for b in corners[i + 1 :] if (a != b).sum() == 1])


def _sphere() -> Array:
    middle = np.array((0.0, 0.5, 0.0))
    circles = ((_COS, _SIN, _NONE), (_COS, _NONE, _SIN), (_NONE, _COS, _SIN))
    return np.concatenate([_through(middle + 0.5 * np.stack(circle, axis=1)) for circle in circles])


def _diamond() -> Array:
    around = np.array([(1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0), (1, 0, 0)], dtype=np.float64)
    ends = (np.array((0.0, 0.0, 1.25)), np.array((0.0, 0.0, -1.25)))
    spokes = np.array([(corner, end) for corner in around[:4] for end in ends])
    return np.concatenate([_through(around), spokes])


def _eye() -> Array:
    """Two lids and the pupil, looking along the bone."""
    x = np.linspace(-0.5, 0.5, 25)
    lid = 0.24 * (1.0 - (2 * x) ** 2)
    lids = [(a, b) for a, b in zip(x, lid, strict=True)] + [(a, -b) for a, b in zip(x[::-1], lid[::-1], strict=True)]
    pupil = list(zip(0.15 * _COS, 0.15 * _SIN, strict=True))
    return np.concatenate([_across(*lids[:-1]), _across(*pupil[:-1])])


_SOLE = (0.0, -0.25), (0.12, -0.2), (0.15, -0.05), (0.13, 0.2), (0.2, 0.45), (0.19, 0.62), (0.1, 0.75), (0.0, 0.75)
_THUMB = (0.24, 0.3), (0.4, 0.5), (0.34, 0.58), (0.22, 0.48)
_FINGERS = (0.22, 0.9), (0.12, 0.92), (0.11, 0.62), (0.1, 1.0), (0.0, 1.0), (-0.01, 0.62), (-0.02, 0.96), (-0.11, 0.94)
_REST = (-0.12, 0.6), (-0.14, 0.82), (-0.22, 0.8), (-0.22, 0.3), (-0.13, 0.0), (0.13, 0.0)

OUTLINES: Mapping[Outline, Array] = {
    "ring": _through(np.stack([_COS, _SIN, _NONE], axis=1)),
    "diamond": _diamond(),
    "circle": _through(0.5 * np.stack([_COS, _NONE, _SIN], axis=1)),
    "square": _across((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),
    "cube": _cube(),
    "sphere": _sphere(),
    "arrow": _along((-0.07, 0.0), (-0.07, 0.65), (-0.2, 0.65), (0.0, 1.0), (0.2, 0.65), (0.07, 0.65), (0.07, 0.0)),
    "cross": _across(
        *((0.5 * x, 0.5 * z) for x, z in ((-0.3, -1), (0.3, -1), (0.3, -0.3), (1, -0.3), (1, 0.3), (0.3, 0.3))),
        *((0.5 * x, 0.5 * z) for x, z in ((0.3, 1), (-0.3, 1), (-0.3, 0.3), (-1, 0.3), (-1, -0.3), (-0.3, -0.3))),
    ),
    "foot": _along(*_SOLE, *((-x, y) for x, y in _SOLE[-2:0:-1])),
    "hand": _along(*_THUMB, *_FINGERS, *_REST),
    "eye": _eye(),
}
"""Lines (n, 2, 3) of each shape."""
