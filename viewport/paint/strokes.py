"""The plain lines of a picture: bones that nothing marks and their joints, strings, the shapes of handles and poles.

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

JOINT = (3.75, 2.5)
"""Width of a joint's dot and how much wider its casing is, pixels."""

FAINT = 0.3
"""Opacity of what the figure hides of bones, against what is seen of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Strokes:
    """Straight lines, the first ones lowest: ends (n, 4) as x, y, x, y in pixels, colours (n, 4) 0-255, widths (n,).

    A line without length is a dot. Depths (n, 2) of both ends are those of the depth buffer: 0 lies before everything.
    """

    ends: NDArray[np.float32]
    depths: NDArray[np.float32]
    colours: NDArray[np.uint8]
    widths: NDArray[np.float32]


def strokes(scene: Scene, camera: Camera, width: float, height: float) -> Strokes:
    """The plain lines of a scene."""
    batches = list(_batches(scene, camera, width, height))
    counts = [len(ends) for ends, _, _ in batches]
    ends = np.concatenate([NO_LINES, *(ends for ends, _, _ in batches)]).astype(np.float32)
    return Strokes(
        ends=np.ascontiguousarray(ends[:, :, :2]).reshape(-1, 4),
        depths=np.ascontiguousarray(ends[:, :, 2]),
        colours=np.repeat(np.array([c for _, c, _ in batches], dtype=np.uint8).reshape(-1, 4), counts, axis=0),
        widths=np.repeat(np.array([w for _, _, w in batches], dtype=np.float32), counts),
    )


def octahedra(bones: Bones, shown: NDArray[np.intp], camera: Camera, width: float, height: float) -> Array:
    """Corners of bones (n, 6, 3), pixels and depth: head, tail, the four of the ring between; nan behind the eye."""
    matrices = bones.matrices[shown].astype(np.float64)
    points = np.einsum("nij,kj->nki", matrices[:, :, :3], _CORNERS) + matrices[:, None, :, 3]
    return camera.project(points.reshape(-1, 3), width, height).reshape(-1, 6, 3)


def facing(corners: Array) -> NDArray[np.bool_]:
    """Which of the eight `FACES` of octahedra (n, 6, 3) look at the eye."""
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

NO_LINES = np.zeros((0, 2, 3))

_Batch = tuple[Array, Colour, float]


def _batches(scene: Scene, camera: Camera, width: float, height: float) -> Iterator[_Batch]:
    """Lines (n, 2, 3) of one colour and width at a time: pixels, and depth in the depth buffer."""
    colours = scene.colours
    few = len(scene.bones.rows) <= FEW_BONES
    edges, joints = _calm(scene.bones, camera, width, height) if few else (NO_LINES, NO_LINES)
    yield from _cased(edges, colours, colours.bone, 1.0, 1.25, 0.5)
    for string in scene.strings:
        if not string.dash:
            line = _before_all(camera.project(string.points, width, height)[None])
            colour = colours.role(string.role)
            yield from _cased(line, colours, colour, string.width, string.casing, string.opacity)
    yield from _cased(joints, colours, colours.bone, *JOINT)
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


def _before_all(lines: Array) -> Array:
    """Lines (n, 2, 3) that nothing hides."""
    return lines * (1.0, 1.0, 0.0)


def _calm(bones: Bones, camera: Camera, width: float, height: float) -> tuple[Array, Array]:
    """Of bones that nothing marks: the edges (n, 2, 3) that the eye sees, and the joints, lines without length."""
    corners = octahedra(bones, np.flatnonzero(bones.flags & MARKED == 0), camera, width, height)
    corners[:, :, 2] = camera.depth_drawn(corners[:, :, 2])
    length = np.hypot(*(corners[:, 1, :2] - corners[:, 0, :2]).T)
    seen = np.isfinite(corners).all(axis=(1, 2)) & (length >= SMALLEST)
    heads, corners = corners[seen & (length >= 1.5 * SMALLEST), 0], corners[seen]
    shown = facing(corners)[:, _BESIDE].any(axis=2)
    return corners[:, _EDGES][shown], np.stack([heads, heads], axis=1)


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
    pixels = camera.project((points * control.radius) @ turn.T + control.axes[:3, 3], width, height)
    yield from _cased(_before_all(pixels[lines]), colours, colour, thick + heavier, 2.0)
