"""Stretch To: the owner points at the target and is as long as that is far; its section may give way."""

from __future__ import annotations

from math import pi

from pantin.rigs.constraints import StretchTo
from pantin.solver.compiling.functions import atan2, sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import OWNER_LENGTH, OWNER_ROW, TARGET_ROW, Table
from pantin.solver.constraints.columns import OWN, Row
from pantin.solver.maths.euler import remove_shear
from pantin.solver.maths.rotations import (
    Vector,
    axis,
    cross,
    length,
    perpendicular,
    rotate,
    scaled,
    shortest_arc,
    store_axis,
    subtract,
    unit,
)

REST_LENGTH, VOLUME, TURNS, BULGE = OWN, OWN + 1, OWN + 2, OWN + 3
HOLD_THIN, THINNEST, HOLD_THICK, THICKEST, SMOOTH = OWN + 4, OWN + 5, OWN + 6, OWN + 7, OWN + 8

VOLUME_NONE, VOLUME_X, VOLUME_Z, VOLUME_BOTH = 0, 1, 2, 3
VOLUMES = {"none": VOLUME_NONE, "x": VOLUME_X, "z": VOLUME_Z, "both": VOLUME_BOTH}
PLANE_X, PLANE_Z, SWING_Y = 0, 1, 2
WAYS = {"plane_x": PLANE_X, "plane_z": PLANE_Z, "swing_y": SWING_Y}

TOO_NEAR = 1e-12
"""A target nearer than this, metres, has no direction; a bone shorter than this cannot stretch."""


def write(row: Row, stretch: StretchTo) -> None:
    """Write the settings."""
    row[REST_LENGTH], row[BULGE], row[SMOOTH] = stretch.rest_length, stretch.bulge, stretch.smooth
    row[VOLUME], row[TURNS] = VOLUMES[stretch.volume], WAYS[stretch.turns]
    row[HOLD_THIN], row[THINNEST] = stretch.hold_thin, stretch.thinnest
    row[HOLD_THICK], row[THICKEST] = stretch.hold_thick, stretch.thickest


@kernel
def act(m: Table, constraints: Table, k: int) -> bool:
    """Turn the axes, and give each its length."""
    away = subtract(axis(m, TARGET_ROW, 0, 3), axis(m, OWNER_ROW, 0, 3))
    far, along = length(away), length(axis(m, OWNER_ROW, 0, 1))
    rest = constraints[k, REST_LENGTH] if constraints[k, REST_LENGTH] > 0.0 else constraints[k, OWNER_LENGTH]
    if far < TOO_NEAR or along < TOO_NEAR or rest < TOO_NEAR:
        return False
    if constraints[k, TURNS] == SWING_Y:
        remove_shear(m, OWNER_ROW)
    sizes = (length(axis(m, OWNER_ROW, 0, 0)), along, length(axis(m, OWNER_ROW, 0, 2)))
    ratio = far / (sizes[1] * rest)
    wide, deep = _section(constraints, k, 1.0 / ratio)
    nx, ny, nz = _turned(m, constraints[k, TURNS], scaled(away, 1.0 / far))
    store_axis(m, OWNER_ROW, 0, scaled(nx, sizes[0] * wide))
    store_axis(m, OWNER_ROW, 1, scaled(ny, sizes[1] * ratio))
    store_axis(m, OWNER_ROW, 2, scaled(nz, sizes[2] * deep))
    return True


@kernel
def _turned(m: Table, how: float, line: Vector) -> tuple[Vector, Vector, Vector]:
    """The owner's axes with Y along the unit vector `line`."""
    x = unit(axis(m, OWNER_ROW, 0, 0), (1.0, 0.0, 0.0))
    y = unit(axis(m, OWNER_ROW, 0, 1), (0.0, 1.0, 0.0))
    z = unit(axis(m, OWNER_ROW, 0, 2), (0.0, 0.0, 1.0))
    if how == SWING_Y:
        turn = shortest_arc(y, line, x)
        return rotate(turn, x), line, rotate(turn, z)
    if how == PLANE_X:
        nz = unit(cross(x, line), perpendicular(line))
        return cross(line, nz), line, nz
    nx = unit(cross(line, z), perpendicular(line))
    return nx, line, cross(nx, line)


@kernel
def _section(constraints: Table, k: int, shortened: float) -> tuple[float, float]:
    """By how much X and Z grow where the length becomes 1 / `shortened` of what it was."""
    volume = constraints[k, VOLUME]
    if volume == VOLUME_NONE:
        return 1.0, 1.0
    bulge = shortened ** constraints[k, BULGE]
    smooth = constraints[k, SMOOTH]
    if bulge > 1.0 and constraints[k, HOLD_THICK] != 0.0:
        bulge = 1.0 + _held(bulge - 1.0, max(constraints[k, THICKEST] - 1.0, 0.0), smooth)
    if bulge < 1.0 and constraints[k, HOLD_THIN] != 0.0:
        bulge = 1.0 - _held(1.0 - bulge, 1.0 - constraints[k, THINNEST], smooth)
    if volume == VOLUME_BOTH:
        return sqrt(bulge), sqrt(bulge)
    return (bulge, 1.0) if volume == VOLUME_X else (1.0, bulge)


@kernel
def _held(beyond: float, most: float, smooth: float) -> float:
    """`beyond` held to `most`: at once, or the softer the larger `smooth` is."""
    hard = min(beyond, most)
    soft = most * atan2(beyond, most) / (0.5 * pi) if most > 0.0 else 0.0
    return hard + (soft - hard) * smooth
