"""The plain lines of a picture: bones that nothing marks, strings, the shapes of handles and poles.

They are the same few hundred lines whoever draws them, the graphics card or the processor. Each lies on a casing, a
wider line in the colour of the background, so that it can be read over light wood and dark floor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewport.camera import Camera
from viewport.colours import Colour, Colours
from viewport.scene import ACTIVE, HOVERED, LIT, SELECTED, Bones, Control, Scene

Array = NDArray[np.float64]
MARKED = LIT | SELECTED | ACTIVE | HOVERED
FEW_BONES = 300
"""So many bones are drawn as lines; where there are more, the graphics card draws them as solids."""

SMALLEST = 14.0
"""Pixels. A shorter bone that nothing marks is left out, so that fingers stay calm from afar."""


@dataclass(frozen=True, slots=True, eq=False)
class Strokes:
    """Straight lines, the first ones lowest: ends (n, 4) as x, y, x, y in pixels, colours (n, 4) 0-255, widths (n,)."""

    ends: NDArray[np.float32]
    colours: NDArray[np.uint8]
    widths: NDArray[np.float32]


def strokes(scene: Scene, camera: Camera, width: float, height: float) -> Strokes:
    """The plain lines of a scene."""
    batches = list(_batches(scene, camera, width, height))
    counts = [len(ends) for ends, _, _ in batches]
    return Strokes(
        ends=np.concatenate([np.zeros((0, 4)), *(ends.reshape(-1, 4) for ends, _, _ in batches)]).astype(np.float32),
        colours=np.repeat(np.array([c for _, c, _ in batches], dtype=np.uint8).reshape(-1, 4), counts, axis=0),
        widths=np.repeat(np.array([w for _, _, w in batches], dtype=np.float32), counts),
    )


def octahedra(bones: Bones, shown: NDArray[np.intp], camera: Camera, width: float, height: float) -> Array:
    """Pixels (n, 6, 2) of the corners of bones: head, tail, and the four of the ring between; nan behind the eye."""
    matrices = bones.matrices[shown].astype(np.float64)
    points = np.einsum("nij,kj->nki", matrices[:, :, :3], _CORNERS) + matrices[:, None, :, 3]
    return camera.project(points.reshape(-1, 3), width, height)[:, :2].reshape(-1, 6, 2)


def facing(corners: Array) -> NDArray[np.bool_]:
    """Which of the eight `FACES` of octahedra (n, 6, 2) look at the eye."""
    a = corners[:, FACES[:, 1]] - corners[:, FACES[:, 0]]
    b = corners[:, FACES[:, 2]] - corners[:, FACES[:, 0]]
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0] > 0)


_CORNERS = np.array([(0, 0, 0), (0, 1, 0), (1, 0.1, 0), (0, 0.1, 1), (-1, 0.1, 0), (0, 0.1, -1)], dtype=np.float64)
FACES = np.array([f for i in range(4) for f in ((0, 2 + i, 2 + (i + 1) % 4), (1, 2 + (i + 1) % 4, 2 + i))])
_EDGES = np.array([e for i in range(4) for e in ((0, 2 + i), (1, 2 + i), (2 + i, 2 + (i + 1) % 4))])
_BESIDE = np.array([[k for k, f in enumerate(FACES) if a in f and b in f] for a, b in _EDGES])
"""The two faces beside each edge."""

_TURN = np.linspace(0, 2 * np.pi, 48, endpoint=False)
_RING = np.stack([np.cos(_TURN), np.sin(_TURN), np.zeros(48)], axis=1)
_RING_LINES = np.stack([np.arange(48), (np.arange(48) + 1) % 48], axis=1)
_DIAMOND = np.array([(1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0), (0, 0, 1.25), (0, 0, -1.25)], dtype=np.float64)
_DIAMOND_LINES = np.array([e for i in range(4) for e in ((i, (i + 1) % 4), (i, 4), (i, 5))])

_Batch = tuple[Array, Colour, float]


def _batches(scene: Scene, camera: Camera, width: float, height: float) -> Iterator[_Batch]:
    """Lines (n, 2, 2) of one colour and width at a time."""
    colours = scene.colours
    if len(scene.bones.rows) <= FEW_BONES:
        yield from _cased(_calm(scene.bones, camera, width, height), colours, colours.bone, 1.0, 1.25, 0.5)
    for string in scene.strings:
        if not string.dash:
            line = camera.project(string.points, width, height)[None, :, :2]
            colour = colours.role(string.role)
            yield from _cased(line, colours, colour, string.width, string.casing, string.opacity)
    for control in scene.controls:
        yield from _control(control, colours, camera, width, height)


def _cased(
    lines: Array, colours: Colours, colour: Colour, width: float, casing: float, opacity: float = 1.0
) -> Iterator[_Batch]:
    if len(lines) and np.isfinite(lines).all():
        yield lines, _faded(colours.casing, opacity), width + casing
        yield lines, _faded(colour, opacity), width


def _faded(colour: Colour, opacity: float) -> Colour:
    red, green, blue, alpha = colour
    return red, green, blue, round(alpha * opacity)


def _calm(bones: Bones, camera: Camera, width: float, height: float) -> Array:
    """The edges (n, 2, 2) that the eye sees of bones that nothing marks."""
    corners = octahedra(bones, np.flatnonzero(bones.flags & MARKED == 0), camera, width, height)
    length = np.hypot(*(corners[:, 1] - corners[:, 0]).T)
    corners = corners[np.isfinite(corners).all(axis=(1, 2)) & (length >= SMALLEST)]
    shown = facing(corners)[:, _BESIDE].any(axis=2)
    return np.asarray(corners[:, _EDGES][shown])


def _control(control: Control, colours: Colours, camera: Camera, width: float, height: float) -> Iterator[_Batch]:
    """A ring lies as its handle lies, a diamond stands upright."""
    colour, heavier = colours.role(control.role), 0.5
    if control.flags & (SELECTED | ACTIVE | LIT):
        colour = colours.accent
    elif control.flags & HOVERED:
        colour = colours.white if colours.dark else colours.text
    else:
        heavier = 0.0
    ring = control.shape == "ring"
    points, lines, thick = (_RING, _RING_LINES, 2.0) if ring else (_DIAMOND, _DIAMOND_LINES, 1.5)
    turn = control.axes[:3, :3] if ring else np.eye(3)
    pixels = camera.project((points * control.radius) @ turn.T + control.axes[:3, 3], width, height)[:, :2]
    yield from _cased(pixels[lines], colours, colour, thick + heavier, 2.0)
