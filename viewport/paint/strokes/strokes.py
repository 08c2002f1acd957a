"""The plain lines of a picture: bones, joints and axes, lines to poles and targets, the shapes of handles and poles.

They are the same few hundred lines whoever draws them, the graphics card or the processor. Each lies on a casing, a
wider line in the colour of the background, so that it can be read over light wood and dark floor.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.viewport.paint.strokes.bone_lines import axis_lines, bone_lines, chosen_lines
from pantin.viewport.paint.strokes.cased_lines import Array, Batch, before_all, cased
from pantin.viewport.scene.outlines import OUTLINES
from pantin.viewport.scene.rig_arrays import seen_radius
from pantin.viewport.scene.scene import (
    ACTIVE,
    HIGHLIGHTED,
    HOVERED,
    SELECTED,
    Control,
    Scene,
)
from pantin.viewport.values.camera import Camera, Lens
from pantin.viewport.values.overlay import Shape

FRAME = 2.0
"""Width of the frame that says that the rest pose is edited, pixels."""

FAINT = 0.3
"""Opacity of what the figure hides of bones, against what is seen of them."""


class Strokes(msgspec.Struct, frozen=True, eq=False):
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
    ends = np.concatenate([np.zeros((0, 2, 3)), *(ends for ends, _, _ in batches)]).astype(np.float32)
    return Strokes(
        ends=np.ascontiguousarray(ends[:, :, :2]).reshape(-1, 4),
        depths=np.ascontiguousarray(ends[:, :, 2]),
        colours=np.repeat(np.array([c for _, c, _ in batches], dtype=np.uint8).reshape(-1, 4), counts, axis=0),
        widths=np.repeat(np.array([w for _, _, w in batches], dtype=np.float32), counts),
    )


def needs_painter(line: Shape) -> bool:
    """Return whether a line is left to QPainter, because it has dashes or bends."""
    return bool(line.dash) or len(line.points) > 2


def _batches(scene: Scene, camera: Camera, width: float, height: float) -> Iterator[Batch]:
    yield from bone_lines(scene, camera, width, height)
    for line in scene.lines:
        if not needs_painter(line):
            ends = before_all(camera.project(line.points, width, height))[None]
            colour = scene.colours.role(line.role)
            yield from cased(ends, scene.colours, colour, line.width, line.casing, line.opacity)
    yield from chosen_lines(scene, camera, width, height)
    if scene.display.axes:
        yield from axis_lines(scene, camera, width, height)
    yield from _controls(scene, camera, width, height)
    if scene.in_rest_pose:
        yield _frame(width, height), scene.colours.accent, FRAME


def _frame(width: float, height: float) -> Array:
    """The border of the picture, before everything."""
    right, bottom, half = width - FRAME / 2, height - FRAME / 2, FRAME / 2
    top, left = (0.0, half, width, half), (half, height, half, 0.0)
    corners = (top, (right, 0.0, right, height), (width, bottom, 0.0, bottom), left)
    return np.array([((x, y, 0.0), (u, v, 0.0)) for x, y, u, v in corners])


def _controls(scene: Scene, camera: Camera, width: float, height: float) -> Iterator[Batch]:
    """The outlines of handles, poles and other shapes, projected together."""
    if not scene.controls:
        return
    lens = Lens(camera, width, height)
    lines = [_lines(control, lens) for control in scene.controls]
    pixels = before_all(camera.project(np.concatenate(lines).reshape(-1, 3), width, height)).reshape(-1, 2, 3)
    runs = pairwise((0, *np.cumsum([len(own) for own in lines]).tolist()))
    for control, (first, last) in zip(scene.controls, runs, strict=True):
        colours, colour, heavier = scene.colours, scene.colours.role(control.role), 0.5
        if control.flags & (SELECTED | ACTIVE | HIGHLIGHTED):
            colour = colours.accent
        elif control.flags & HOVERED:
            colour = colours.white if colours.dark else colours.text
        else:
            heavier = 0.0
        thick = 1.5 if control.shape == "diamond" else 2.0
        yield from cased(pixels[first:last], colours, colour, thick + heavier, 2.0)


def _lines(control: Control, lens: Lens) -> Array:
    radius = seen_radius(control.radius, control.axes[:3, 3], control.beside, lens)
    return np.asarray(radius * OUTLINES[control.shape] @ control.axes[:3, :3].T + control.axes[:3, 3])
