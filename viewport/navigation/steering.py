"""Turning the camera by hand: which buttons do what, and where a drag, the wheel or a side takes the camera.

Two habits work at once: the middle button alone, with Shift or with Ctrl; Alt with the left, the middle or the right.
They differ in the middle button alone: it orbits as in Blender, or pans as where Alt is what orbits.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, exp, pi
from typing import Literal

import msgspec
import numpy as np
from msgspec.structs import replace

from pantin.rigs.figure import Figure
from pantin.solver import Posed
from pantin.viewport.figure.mannequin import ONE_DETAIL_FROM, outline
from pantin.viewport.figure.skin import skin_of
from pantin.viewport.navigation.framed_parts import framed_bones
from pantin.viewport.tools.dragging.events import Held
from pantin.viewport.values.camera import NOTHING, Camera, Edges, Point
from pantin.viewport.values.loaded_character import Characters
from pantin.viewport.values.place import place_of, placed, points_in_world, posed_others
from pantin.viewport.values.stage import Look

Button = Literal["left", "middle", "right"]
Steering = Literal["orbit", "pan", "zoom"]
Side = Literal["front", "back", "left", "right", "top", "bottom"]

NOTCH = 0.88
"""Factor of one notch of the wheel on the distance."""

ZOOM = 0.006
"""Zoom per pixel of a drag."""

NOTHING_THERE = (0.0, 0.0, 0.99)
"""The target of the camera where there is no bone: a person's middle, in the mirror plane, where one begins to draw."""

MARGIN_OF_ALL, MARGIN_OF_SOME = 1.15, 2.0
"""Room around what is framed: selected bones want some of their surroundings."""

SIDES: dict[Side, tuple[float, float]] = {
    "front": (0.0, 0.0),
    "back": (pi, 0.0),
    "left": (-pi / 2, 0.0),
    "right": (pi / 2, 0.0),
    "top": (0.0, pi / 2),
    "bottom": (0.0, -pi / 2),
}
"""Yaw and pitch that look from each side. From the top, the figure's left is at the right as it is from the front."""

OPPOSITE: dict[Side, Side] = {
    "front": "back",
    "back": "front",
    "left": "right",
    "right": "left",
    "top": "bottom",
    "bottom": "top",
}

_WITH_ALT: dict[Button, Steering] = {"left": "orbit", "middle": "pan", "right": "zoom"}


class Navigation(msgspec.Struct, frozen=True):
    """The user's settings for turning the view."""

    orbit_about: Literal["selection", "view centre"] = "selection"
    orbit_speed: float = 1.0
    zoom_to_pointer: bool = True
    invert_zoom: bool = False
    preset: Literal["blender", "industry"] = "blender"


def steering(button: Button, held: Held, navigation: Navigation) -> Steering | None:
    """Return the effect of dragging with a button on the camera; None if it is no business of the camera's."""
    if held.alt:
        return _WITH_ALT[button]
    if button != "middle":
        return None
    if held.shift:
        return "pan"
    if held.ctrl:
        return "zoom"
    return "orbit" if navigation.preset == "blender" else "pan"


def steered(
    camera: Camera,
    how: Steering,
    dx: float,
    dy: float,
    size: tuple[float, float],
    navigation: Navigation,
    about: Point | None,
) -> Camera:
    """The camera after the pointer went some pixels; it orbits about a point, or about its target."""
    if how == "orbit":
        return camera.orbit(dx * navigation.orbit_speed, dy * navigation.orbit_speed, about)
    if how == "pan":
        return camera.pan(dx, dy, size[1])
    nearer = (dx - dy) if navigation.invert_zoom else (dy - dx)
    return camera.zoom(exp(nearer * ZOOM), size[0] / 2, size[1] / 2, *size)


def zoomed(
    camera: Camera, factor: float, pointer: tuple[float, float], size: tuple[float, float], navigation: Navigation
) -> Camera:
    """The camera closer or farther away; what stays in its place lies under the pointer or in the middle."""
    x, y = pointer if navigation.zoom_to_pointer else (size[0] / 2, size[1] / 2)
    return camera.zoom(factor, x, y, *size)


def looking_from(camera: Camera, side: Side, about: Point | None = None) -> Camera:
    """The camera looking from a side, orthographic."""
    yaw, pitch = SIDES[side]
    passing = camera.passing or not camera.orthographic
    return replace(camera.facing(yaw, pitch, about), orthographic=True, passing=passing)


def looks_from(camera: Camera, side: Side) -> bool:
    """Return whether the camera looks straight at this side."""
    yaw, pitch = SIDES[side]
    return abs(camera.pitch - pitch) < 1e-6 and cos(camera.yaw - yaw) > 1 - 1e-12


def framed(
    camera: Camera, look: Look, names: tuple[str, ...], width: float, height: float, taken: Edges = NOTHING
) -> Camera:
    """Return the camera that sees the parts which these bones mean, beside what lies over the picture; without any, all
    figures."""
    document, evaluated = look.document, look.evaluated
    rows = [evaluated.index[name] for name in framed_bones(look, names) if name in evaluated.index]
    if rows:
        around = _around(document.figure, evaluated, rows, look.characters)
        return camera.frame(around, width, height, MARGIN_OF_SOME, taken)
    posed = [(document.figure, evaluated), *(() if names else posed_others(document, look.others))]
    points = np.concatenate([_around(figure, pose, range(len(pose.names)), look.characters) for figure, pose in posed])
    if len(points):
        return camera.frame(points, width, height, MARGIN_OF_ALL, taken)
    return replace(
        Camera(),
        target=NOTHING_THERE,
        yaw=camera.yaw,
        pitch=camera.pitch,
        orthographic=camera.orthographic,
        passing=camera.passing,
    )


def centre_of_selected(look: Look) -> Point | None:
    """Return the middle of the selected bones, in the world; None if there are none."""
    evaluated = look.evaluated
    rows = [evaluated.index[name] for name in look.document.selected if name in evaluated.index]
    if not rows:
        return None
    ends = _ends(look.document.figure, evaluated, rows)
    x, y, z = ((ends.min(axis=0) + ends.max(axis=0)) / 2).tolist()
    return x, y, z


def _around(figure: Figure, pose: Posed, rows: Sequence[int], characters: Characters) -> np.ndarray:
    """Return the ends of bones and the corners of their bodies, or of what is shown of their skin (n, 3), in the world.

    Among very many bones, a body is hardly larger than its bone.
    """
    ends = _ends(figure, pose, rows)
    if len(rows) > ONE_DETAIL_FROM:
        return ends
    skin = skin_of(figure, characters)
    if skin is not None:
        return np.concatenate([ends, points_in_world(figure, skin.around(np.asarray(pose.matrices), rows))])
    return np.concatenate([ends, outline(figure.rig, placed(place_of(figure), np.asarray(pose.matrices)), rows)])


def _ends(figure: Figure, pose: Posed, rows: Sequence[int]) -> np.ndarray:
    """Return the heads and the tails of bones (n, 3), in the world."""
    return points_in_world(figure, np.concatenate([np.asarray(pose.heads)[rows], np.asarray(pose.tails)[rows]]))
