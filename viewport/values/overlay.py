"""The overlay that a tool wants drawn on top of the rig: highlighted bones, guide lines, gizmo, read-outs. Values only,
no Qt.

Everything is made of a few shapes. A shape gives its points either in armature space (metres) or in pixels of the view,
the role of its colour, and how thick and how filled it is; the theme and the camera do the rest.
"""

from __future__ import annotations

from typing import Literal

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import ArrayLike, NDArray

from pantin.viewport.messages import _
from pantin.viewport.values.clearing import Room
from pantin.viewport.values.colours import ColourRole

Point = tuple[float, ...]
"""Three numbers: metres in armature space. Two numbers: pixels from the top left of the view."""


def point_of(place: ArrayLike) -> Point:
    """A place (2,) or (3,) as a point."""
    numbers: list[float] = np.asarray(place, dtype=np.float64).tolist()
    return tuple(numbers)


def points_of(places: ArrayLike) -> tuple[Point, ...]:
    """Places (n, 2) or (n, 3) as points."""
    return tuple(map(tuple, np.asarray(places, dtype=np.float64).tolist()))


class Shape(msgspec.Struct, frozen=True):
    """A line, an outline or a filled area; its points are all 3D or all pixels.

    `width` is in pixels, 0 draws no line. `fill` is the opacity of the inside. `casing` is how much wider the line
    underneath is, which is dark in the dark theme and white in the light one. `dash` is in units of the
    width: (on, off, ...).
    """

    points: tuple[Point, ...]
    role: ColourRole = "text"
    width: float = 1.5
    closed: bool = False
    fill: float = 0.0
    opacity: float = 1.0
    casing: float = 1.5
    dash: tuple[float, ...] = ()


class Dot(msgspec.Struct, frozen=True):
    """A small disc of fixed size on screen: `radius` in pixels, filled with `role`, edged with `edge`; or a square."""

    at: Point
    radius: float = 3.0
    role: ColourRole = "white"
    edge: ColourRole = "casing"
    width: float = 1.5
    filled: bool = True
    square: bool = False


class Label(msgspec.Struct, frozen=True):
    """One line of text beside a point, `offset` pixels away from it."""

    at: Point
    text: str
    role: ColourRole = "text"
    offset: tuple[float, float] = (8.0, 4.0)
    align: Literal["left", "centre", "right"] = "left"
    strong: bool = True
    line: tuple[Point, ...] = ()
    """Both ends of the line that it names. Where that is seen shorter than the text is wide, the text is left out."""


class Bubble(msgspec.Struct, frozen=True):
    """The chain read-out beside the pointer: `count` bones highlighted of `longest` that are connected."""

    at: Point
    title: str = _("Auto IK")
    count: int = 0
    longest: int = 0
    hint: str = ""
    text: str | None = None
    """Replaces "3 bones" where the drag moves something else, such as a handle."""
    note: str = ""
    """A line below, where there is more to say."""


class Overlay(msgspec.Struct, frozen=True, eq=False):
    """All that lies over the rig. `ghosts` have the bone matrices (n, 4, 4) of poses to outline behind the figure.

    `ghost` is one more: the pose before a drag.
    """

    highlighted: tuple[str, ...] = ()
    hovered: str | None = None
    hovered_figure: str | None = None
    """The name of another figure under the pointer."""
    pin: str | None = None
    """The bone whose push-pin is under the pointer."""
    joint: tuple[Point, ...] = ()
    """Place of the joint under the pointer, if one is."""
    relations: bool = True
    """Whether what constraints tie to the hovered bone is drawn."""
    ghost: NDArray[np.float64] | None = None
    ghosts: tuple[NDArray[np.float64], ...] = ()
    bubble: Bubble | None = None
    guides: tuple[Shape, ...] = ()
    shapes: tuple[Shape, ...] = ()
    dots: tuple[Dot, ...] = ()
    labels: tuple[Label, ...] = ()
    floats: tuple[Room, ...] = ()
    """The panels over the picture: left, top, right, bottom, pixels. No read-out is drawn under them."""


def with_others(overlay: Overlay, others: Overlay) -> Overlay:
    """An overlay with the ghosts, shapes, dots and labels of another one; the first lies on top."""
    if others is NOTHING:
        return overlay
    return replace(
        overlay,
        ghosts=(*others.ghosts, *overlay.ghosts),
        shapes=(*others.shapes, *overlay.shapes),
        dots=(*others.dots, *overlay.dots),
        labels=(*others.labels, *overlay.labels),
    )


NOTHING = Overlay()
