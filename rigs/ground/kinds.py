"""The kinds of ground: the floor, a slope, steps, a field of heights. Each is a value with a few numbers.

The ground of a scene is in world space, goes on to all sides, and lies still while figures move. Heading 0 is where a
figure looks, along -Y; a quarter turn is its left, +X.
"""

from __future__ import annotations

from math import isfinite, pi
from typing import Annotated, Literal

import msgspec

from pantin.rigs.fields import Angle, Factor, Length, Weight, field
from pantin.rigs.messages import _

MOST_STEPS = 200
"""A flight of stairs has some twenty."""
MOST_POINTS = 512
"""Rows and columns of a field of heights. More belong into a mesh."""

STEEPEST = pi / 3
"""Nobody stands on a slope that is steeper."""

Height = Annotated[
    float,
    field("Height", "How high the ground is where it begins.", unit="m", step=0.001),
]


class _Ground(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind"):
    """The fields that all kinds of ground share."""

    height: Height = 0.0
    hidden: Annotated[bool, field("Hidden", "The ground is not drawn; feet find it all the same.")] = False


class Floor(_Ground, frozen=True, tag="floor"):
    """Level ground."""


class Slope(_Ground, frozen=True, tag="slope"):
    """A plane that rises towards its heading, through the height at the origin."""

    angle: Annotated[
        float, field("Angle", "How steeply it rises.", unit="rad", step=pi / 360, ge=-STEEPEST, le=STEEPEST)
    ] = pi / 12
    heading: Annotated[
        Angle, field("Heading", "Where it rises to: 0 is before the figure, 90° its left.", unit="rad")
    ] = 0.0


class Steps(_Ground, frozen=True, tag="steps"):
    """Steps that go up, or down where the rise is negative, from level ground to level ground.

    The defaults are those of a staircase in a house, with treads as long as the sole of the sample figure needs.
    """

    rise: Annotated[float, field("Rise", "How much higher each step is; below 0 they lead down.", unit="m")] = 0.17
    tread: Annotated[Length, field("Tread", "How deep each step is.", unit="m")] = 0.32
    count: Annotated[int, field("Steps", "How many there are.", ge=1, le=MOST_STEPS)] = 5
    start: Annotated[
        float, field("Start", "How far from the origin the first step begins, towards the heading.", unit="m")
    ] = 0.35
    heading: Annotated[
        Angle, field("Heading", "Where the steps lead to: 0 is before the figure, 90° its left.", unit="rad")
    ] = 0.0


class Heights(_Ground, frozen=True, tag="heights"):
    """Heights at the points of a square grid; between them the ground is smooth.

    Rows run along +X and follow each other along -Y, as on a map that shows the figure's back at the top, unless the
    grid is turned about its middle: counter-clockwise from above, by its heading. Outside, the
    ground goes on as at the edge. All heights are above `height`.
    """

    rows: tuple[tuple[float, ...], ...] = ()
    cell: Annotated[Length, field("Spacing", "How far apart neighbouring points are.", unit="m")] = 0.5
    strength: Annotated[
        float, field("Strength", "The heights are multiplied by it; 1 leaves them as they are.", step=0.01)
    ] = 1.0
    x: Annotated[float, field("Middle X", "Where the middle of the grid is, along X.", unit="m", step=0.001)] = 0.0
    y: Annotated[float, field("Middle Y", "Where the middle of the grid is, along Y.", unit="m", step=0.001)] = 0.0
    heading: Annotated[
        Angle, field("Heading", "How far the grid is turned, counter-clockwise from above.", unit="rad")
    ] = 0.0


Ground = Floor | Slope | Steps | Heights

HipsFollow = Literal["feet", "stay"]


class Planting(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Settings of the hips over feet that plant."""

    hips: Annotated[
        HipsFollow,
        field(
            "Hips",
            "feet: they come down, as far as the foot that is farthest from them needs. stay: they stay where they "
            "are posed, and a foot that cannot reach the ground hangs above it.",
        ),
    ] = "feet"
    part: Annotated[Weight, field("Part", "How much of the way down they go; 1 lets every foot reach.")] = 1.0
    most: Annotated[
        Factor,
        field(
            "At most", "They come down no farther than this, in lengths of the leg: 0.6 is as deep as a person squats."
        ),
    ] = 0.6


def why_no_ground(ground: Ground) -> str:
    """Return why nothing can stand on it, in one sentence; empty where it can."""
    if not all(isfinite(number) for number in _numbers(ground)):
        return _("a ground of numbers that are not finite cannot be stood on; write plain numbers.")
    match ground:
        case Steps() if ground.rise == 0.0:
            return _("steps without a rise are a floor; give them a rise, or choose the floor.")
        case Steps() if ground.tread <= 0.0:
            return _("steps need a tread that is longer than 0; write how deep each step is.")
        case Heights() if min((len(ground.rows), *map(len, ground.rows))) < 2:
            return _("a field of heights needs two rows of two heights at least; add some, or choose the floor.")
        case Heights() if len({len(row) for row in ground.rows}) > 1:
            return _("the rows of a field of heights are of different lengths; fill them up.")
        case Heights() if max(len(ground.rows), len(ground.rows[0])) > MOST_POINTS:
            return _("a field of heights has {most} rows and columns at most; make it coarser.").format(
                most=MOST_POINTS
            )
        case Heights() if ground.cell <= 0.0:
            return _("the points of a field of heights need a spacing that is longer than 0.")
    return ""


def _numbers(ground: Ground) -> tuple[float, ...]:
    own = tuple(float(getattr(ground, name)) for name in ground.__struct_fields__ if name != "rows")
    return (*own, *(number for row in ground.rows for number in row)) if isinstance(ground, Heights) else own
