"""The lines of bones: edges of octahedra, sticks, wire, their joints, and their axes.

A joint that an IK chain turns is a square, any other is round, so that the two are distinguished without their colour.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pantin.viewport.paint.strokes.cased_lines import (
    Array,
    Batch,
    before_all,
    cased,
    dots,
    squares,
)
from pantin.viewport.scene.scene import (
    ACTIVE,
    HIGHLIGHTED,
    HOVERED,
    SELECTED,
    Bones,
    Scene,
)
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import Colour, ColourRole

CHOSEN = HIGHLIGHTED | SELECTED | ACTIVE
MARKED = CHOSEN | HOVERED
FEW_BONES = 300
"""So many bones are drawn as lines; where there are more, the graphics card draws them as solids."""

SMALLEST = 14.0
"""Pixels. A shorter bone that nothing marks is left out, so that fingers stay calm from afar."""

JOINT = (3.75, 2.5)
"""Size of a joint's dot and how much wider its casing is, pixels."""

STICK, CHOSEN_STICK = 2.0, 3.0
"""Thickness of a bone drawn as a stick, pixels."""

AXIS = 18.0
"""Length of a bone's axes, pixels."""

CORNERS = np.array([(0, 0, 0), (0, 1, 0), (1, 0.1, 0), (0, 0.1, 1), (-1, 0.1, 0), (0, 0.1, -1)], dtype=np.float64)
FACES = np.array([f for i in range(4) for f in ((0, 2 + i, 2 + (i + 1) % 4), (1, 2 + (i + 1) % 4, 2 + i))])
EDGES = np.array([e for i in range(4) for e in ((0, 2 + i), (1, 2 + i), (2 + i, 2 + (i + 1) % 4))])
_BESIDE = np.array([[k for k, f in enumerate(FACES) if a in f and b in f] for a, b in EDGES])
"""The two faces beside each edge."""


def octahedra(bones: Bones, shown: NDArray[np.intp], camera: Camera, width: float, height: float) -> Array:
    """Corners of bones (n, 6, 3), pixels and depth: head, tail, the four of the ring; NaN behind the camera."""
    matrices = bones.matrices[shown].astype(np.float64)
    points = CORNERS @ matrices[:, :, :3].transpose(0, 2, 1) + matrices[:, None, :, 3]
    return camera.project(points.reshape(-1, 3), width, height).reshape(-1, 6, 3)


def facing(corners: Array) -> NDArray[np.bool_]:
    """Return which of the eight `FACES` of octahedra (n, 6, 3) face the camera (n, 8)."""
    a = corners[:, FACES[:, 1]] - corners[:, FACES[:, 0]]
    b = corners[:, FACES[:, 2]] - corners[:, FACES[:, 0]]
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0] > 0)


def bone_lines(scene: Scene, camera: Camera, width: float, height: float) -> Iterator[Batch]:
    """The lines of unmarked bones, which are drawn lowest."""
    bones, style = scene.bones, scene.display.bones
    calm = np.flatnonzero(bones.flags & MARKED == 0)
    if style == "sticks":
        yield from _sticks(scene, calm, camera, width, height)
    elif len(bones.rows) > FEW_BONES:
        return
    elif scene.solid:
        ends = _ends(bones, calm, camera, width, height)
        yield from _joints(
            scene, before_all(ends[_long(ends)]).reshape(-1, 3), np.repeat(bones.driven[calm][_long(ends)], 2)
        )
    else:
        yield from _octahedra(scene, calm, camera, width, height)


def chosen_lines(scene: Scene, camera: Camera, width: float, height: float) -> Iterator[Batch]:
    """Marked bones in styles of lines, drawn over all others and never hidden."""
    bones, style = scene.bones, scene.display.bones
    if style == "octahedra" or (style == "wire" and len(bones.rows) > FEW_BONES):
        return
    for mark, colour in _colours_of_marks(scene):
        rows = np.flatnonzero(bones.flags & MARKED & mark if mark == HOVERED else bones.flags & mark)
        rows = rows[bones.flags[rows] & CHOSEN == 0] if mark == HOVERED else rows
        if not len(rows):
            continue
        if style == "sticks":
            ends = before_all(_ends(bones, rows, camera, width, height))
            yield from cased(ends, scene.colours, colour, CHOSEN_STICK, 2.0)
            yield from dots(ends.reshape(-1, 3), scene.colours, colour, JOINT[0] + 2.0, JOINT[1])
        else:
            corners = before_all(octahedra(bones, rows, camera, width, height))
            yield from cased(corners[:, EDGES].reshape(-1, 2, 3), scene.colours, colour, 1.5, 1.5)


def axis_lines(scene: Scene, camera: Camera, width: float, height: float) -> Iterator[Batch]:
    """X, Y and Z axes at the tail of every bone that is large enough, all of one length on the screen."""
    bones = scene.bones
    ends = _ends(bones, np.arange(len(bones.rows)), camera, width, height)
    rows = np.flatnonzero(_long(ends))
    tips = axis_tips(bones, rows, camera, width, height)
    roles: tuple[ColourRole, ...] = ("axis_x", "axis_y", "axis_z")
    for axis, role in enumerate(roles):
        lines = np.stack([ends[rows, 1], tips[:, axis]], axis=1)
        yield from cased(before_all(lines), scene.colours, scene.colours.role(role), 1.75, 1.5)


def axis_tips(bones: Bones, rows: NDArray[np.intp], camera: Camera, width: float, height: float) -> Array:
    """The ends of the axes of bones (n, 3, 3): for each axis, pixels and depth."""
    axes = bones.matrices[rows, :, :3].astype(np.float64)
    axes = axes / np.maximum(np.linalg.norm(axes, axis=1, keepdims=True), 1e-30)
    depth = camera.project(bones.tails[rows], width, height)[:, 2]
    length = AXIS * camera.pixel(np.maximum(depth, camera.near), height)
    tips = bones.tails[rows][:, None, :] + axes.transpose(0, 2, 1) * length[:, None, None]
    return camera.project(tips.reshape(-1, 3), width, height).reshape(-1, 3, 3)


def long_enough(bones: Bones, camera: Camera, width: float, height: float, pixels: float) -> NDArray[np.bool_]:
    """Return which bones are at least so many pixels long on the screen (n,)."""
    return _long(_ends(bones, np.arange(len(bones.rows)), camera, width, height), pixels)


def _octahedra(scene: Scene, calm: NDArray[np.intp], camera: Camera, width: float, height: float) -> Iterator[Batch]:
    """Edges and joints that the camera sees; as wire all edges and no joints."""
    colours, wire = scene.colours, scene.display.bones == "wire"
    corners = octahedra(scene.bones, calm, camera, width, height)
    corners[:, :, 2] = camera.depth_drawn(corners[:, :, 2])
    seen = np.isfinite(corners).all(axis=(1, 2)) & _long(corners[:, :2])
    joints = seen & _long(corners[:, :2], 1.5 * SMALLEST)
    edges = corners[seen][:, EDGES]
    if wire:
        for own, colour in _by_colour(scene, calm[seen]):
            yield from cased(edges[own].reshape(-1, 2, 3), colours, colour, 1.0, 1.0, 0.7)
        return
    fronts: NDArray[np.bool_] = np.any(facing(corners[seen])[:, _BESIDE], axis=2)
    for own, colour in _by_colour(scene, calm[seen]):
        opacity = 0.5 if colour == colours.bone else 0.9
        yield from cased(edges[own][fronts[own]], colours, colour, 1.0, 1.25, opacity)
    yield from _joints(scene, corners[joints, 0], scene.bones.driven[calm][joints])


def _sticks(scene: Scene, calm: NDArray[np.intp], camera: Camera, width: float, height: float) -> Iterator[Batch]:
    """Straight lines from head to tail, and joints."""
    ends = _ends(scene.bones, calm, camera, width, height)
    seen = np.flatnonzero(_long(ends, 3.0))
    for own, colour in _by_colour(scene, calm[seen]):
        yield from cased(ends[seen[own]], scene.colours, colour, STICK, 1.5, 0.85)
    joints = _long(ends, 1.5 * SMALLEST)
    yield from _joints(scene, ends[joints].reshape(-1, 3), np.repeat(scene.bones.driven[calm][joints], 2))


def _by_colour(scene: Scene, calm: NDArray[np.intp]) -> Iterator[tuple[NDArray[np.intp], Colour]]:
    """Rows of unmarked bones by colour, those without a colour of their own first."""
    plain = scene.colours.bone
    own = scene.bones.colours[calm, :3]
    apart: NDArray[np.bool_] = np.any(own != np.array(plain[:3], dtype=np.uint8), axis=1)
    yield np.flatnonzero(~apart), plain
    for red, green, blue in sorted(set(map(tuple, own[apart].tolist()))):  # np.unique loads np.ma first
        yield np.flatnonzero(np.all(own == np.array((red, green, blue)), axis=1)), (red, green, blue, 255)


def _joints(scene: Scene, points: Array, driven: NDArray[np.bool_]) -> Iterator[Batch]:
    yield from dots(points[~driven], scene.colours, scene.colours.bone, *JOINT)
    yield from squares(points[driven], scene.colours, scene.colours.bone, *JOINT)


def _ends(bones: Bones, rows: NDArray[np.intp], camera: Camera, width: float, height: float) -> Array:
    """Heads and tails (n, 2, 3): pixels, and depth as in the depth buffer."""
    points = np.stack([bones.heads[rows], bones.tails[rows]], axis=1)
    ends = camera.project(points.reshape(-1, 3), width, height).reshape(-1, 2, 3)
    ends[:, :, 2] = camera.depth_drawn(ends[:, :, 2])
    return ends


def _long(ends: Array, pixels: float = SMALLEST) -> NDArray[np.bool_]:
    """Return which lines from head to tail are long enough on the screen; none behind the camera."""
    return np.asarray(np.hypot(*(ends[:, 1, :2] - ends[:, 0, :2]).T) >= pixels)


def _colours_of_marks(scene: Scene) -> tuple[tuple[int, Colour], ...]:
    colours = scene.colours
    light = colours.white if colours.dark else colours.text
    return (HOVERED, light), (CHOSEN, colours.accent), (ACTIVE, colours.accent_text)
