"""Stretch To: the owner points at the target and is as long as that is far; its section may shrink."""

from __future__ import annotations

from pantin.rigs.constraints import StretchTo
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import power, sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.bulge import held_section
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.surroundings import Surroundings
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

REST_LENGTH, VOLUME, TURNS, SECTION = columns.OWN, columns.OWN + 1, columns.OWN + 2, columns.OWN + 3

VOLUME_NONE, VOLUME_X, VOLUME_Z, VOLUME_BOTH = 0, 1, 2, 3
VOLUMES = {"none": VOLUME_NONE, "x": VOLUME_X, "z": VOLUME_Z, "both": VOLUME_BOTH}
PLANE_X, PLANE_Z, SWING_Y = 0, 1, 2
WAYS = {"plane_x": PLANE_X, "plane_z": PLANE_Z, "swing_y": SWING_Y}


def write(row: Row, stretch: StretchTo) -> None:
    """Write the settings."""
    row[REST_LENGTH] = stretch.rest_length
    row[VOLUME], row[TURNS] = VOLUMES[stretch.volume], WAYS[stretch.turns]
    columns.put_bulge(row, SECTION, stretch)


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Turn the axes, and give each its length.

    Reads `m` (2, 16); and OWNER_LENGTH, BULGE, THINNEST, THICKEST, SMOOTH, SECTION, TURNS, REST_LENGTH and VOLUME of
    `constraints` (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    away = subtract(axis(m, at.TARGET_ROW, 0, 3), axis(m, at.OWNER_ROW, 0, 3))
    far, along = length(away), length(axis(m, at.OWNER_ROW, 0, 1))
    rest = constraints[k, REST_LENGTH] if constraints[k, REST_LENGTH] > 0.0 else constraints[k, at.OWNER_LENGTH]
    if far < columns.TOO_NEAR or along < columns.TOO_NEAR or rest < columns.TOO_NEAR:
        return False
    if constraints[k, TURNS] == SWING_Y:
        remove_shear(m, at.OWNER_ROW)
    sizes = (length(axis(m, at.OWNER_ROW, 0, 0)), along, length(axis(m, at.OWNER_ROW, 0, 2)))
    ratio = far / (sizes[1] * rest)
    wide, deep = _section(constraints, k, 1.0 / ratio)
    nx, ny, nz = _turned(m, constraints[k, TURNS], scaled(away, 1.0 / far))
    store_axis(m, at.OWNER_ROW, 0, scaled(nx, sizes[0] * wide))
    store_axis(m, at.OWNER_ROW, 1, scaled(ny, sizes[1] * ratio))
    store_axis(m, at.OWNER_ROW, 2, scaled(nz, sizes[2] * deep))
    return True


@kernel
def _turned(m: Table, how: float, line: Vector) -> tuple[Vector, Vector, Vector]:
    """Return the owner's axes with Y along the unit vector `line`.

    Reads `m` (2, 16).
    """
    x = unit(axis(m, at.OWNER_ROW, 0, 0), (1.0, 0.0, 0.0))
    y = unit(axis(m, at.OWNER_ROW, 0, 1), (0.0, 1.0, 0.0))
    z = unit(axis(m, at.OWNER_ROW, 0, 2), (0.0, 0.0, 1.0))
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
    """Return the factors of X and Z where the length becomes 1 / `shortened` of what it was.

    Reads BULGE, THINNEST, THICKEST, SMOOTH, SECTION and VOLUME of `constraints` (c, CONSTRAINT_WIDTH).
    """
    volume = constraints[k, VOLUME]
    if volume == VOLUME_NONE:
        return 1.0, 1.0
    section = held_section(constraints, k, SECTION, power(shortened, constraints[k, SECTION + columns.BULGE]))
    if volume == VOLUME_BOTH:
        return sqrt(section), sqrt(section)
    return (section, 1.0) if volume == VOLUME_X else (1.0, section)
