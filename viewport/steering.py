"""Turning the camera by hand: which buttons do what, and where a drag, the wheel or a key takes the camera.

Two habits work at once: the middle button alone, with Shift or with Ctrl; Alt with the left, the middle or the right.
"""

from __future__ import annotations

from itertools import product
from math import exp
from typing import Literal

import numpy as np

from viewport.camera import Camera
from viewport.events import Held
from viewport.mannequin import mannequin
from viewport.stage import Look

Button = Literal["left", "middle", "right"]
Steering = Literal["orbit", "pan", "zoom"]

NOTCH = 0.88
"""What one notch of the wheel does to the distance."""

ZOOM = 0.006
"""Zoom per pixel of a drag."""

MARGIN_OF_ALL, MARGIN_OF_SOME = 1.15, 2.0
"""Room around what is framed: selected bones want some of their surroundings."""

_WITH_ALT: dict[Button, Steering] = {"left": "orbit", "middle": "pan", "right": "zoom"}


def steering(button: Button, held: Held) -> Steering | None:
    """What dragging with a button does to the camera; None if it is no business of the camera's."""
    if held.alt:
        return _WITH_ALT[button]
    if button != "middle":
        return None
    return "pan" if held.shift else "zoom" if held.ctrl else "orbit"


def steered(camera: Camera, how: Steering, dx: float, dy: float, width: float, height: float) -> Camera:
    """The camera after the pointer went some pixels."""
    if how == "orbit":
        return camera.orbit(dx, dy)
    if how == "pan":
        return camera.pan(dx, dy, height)
    return camera.zoom(exp((dy - dx) * ZOOM), width / 2, height / 2, width, height)


def framed(camera: Camera, look: Look, names: tuple[str, ...], width: float, height: float) -> Camera:
    """The camera that sees these bones; the whole rig where there are none."""
    evaluated = look.evaluated
    rows = [evaluated.index[name] for name in names if name in evaluated.index]
    margin = MARGIN_OF_SOME if rows else MARGIN_OF_ALL
    rows = rows or list(evaluated.index.values())
    if not rows:
        return Camera(yaw=camera.yaw, pitch=camera.pitch)
    points = [np.asarray(evaluated.heads)[rows], np.asarray(evaluated.tails)[rows], _corners(look, rows)]
    return camera.frame(np.concatenate(points), width, height, margin)


def _corners(look: Look, rows: list[int]) -> np.ndarray:
    """The corners (n, 3) of the boxes round the bodies of these bones: a head is larger than its bone."""
    boxes = mannequin(look.document.rig).boxes[rows]
    matrices = np.asarray(look.evaluated.matrices)[rows]
    bodied = np.isfinite(boxes).all(axis=(1, 2))
    picks = np.array(list(product((0, 1), repeat=3)))
    corners = boxes[bodied][:, picks, np.arange(3)]
    return (corners @ np.swapaxes(matrices[bodied, :3, :3], 1, 2) + matrices[bodied, None, :3, 3]).reshape(-1, 3)
