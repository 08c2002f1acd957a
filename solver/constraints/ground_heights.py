"""Heights of the ground for kernels: the same as `rigs.ground.surface`, point by point.

The front of a step is a wall, over which a point would jump. So the ground of points rises to it beforehand, over the
part EASE of a tread: nowhere is it below the real one, and it changes without a jump.
"""

from __future__ import annotations

from pantin.solver.compiling.functions import ceil
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import CONSTRAINT_WIDTH, Table
from pantin.solver.constraints.ground_rows import (
    ALONG,
    CELL,
    COLUMNS,
    COUNT,
    FIELD,
    FLAT,
    HEIGHT,
    KIND,
    MIDDLE,
    RISE,
    ROWS,
    SLOPING,
    START,
    TREAD,
    TURN,
)
from pantin.solver.maths.easing import smoothstep

EASE = 0.25
"""The part of a tread over which points rise to the next step, or come down from it."""


@kernel
def height_at(grounds: Table, g: int, x: float, y: float) -> float:
    """Return the height of the ground that begins in row `g` under or over a point, metres.

    Reads CONSTRAINT_WIDTH, START, KIND, HEIGHT, ALONG, TREAD, RISE, COUNT, CELL, ROWS, COLUMNS, MIDDLE and TURN of
    `grounds` (c, CONSTRAINT_WIDTH).
    """
    kind, height = grounds[g, KIND], float(grounds[g, HEIGHT])
    if kind == FLAT:
        return height
    if kind == FIELD:
        return _field(grounds, g, x, y)
    along = float(x * grounds[g, ALONG] + y * grounds[g, ALONG + 1])
    if kind == SLOPING:
        return height + along
    return _stepped(grounds, g, along - grounds[g, START])


@kernel
def _stepped(grounds: Table, g: int, along: float) -> float:
    """Return the height on steps so far behind the first front, which points rise to beforehand.

    Reads HEIGHT, TREAD, RISE and COUNT of `grounds` (c, CONSTRAINT_WIDTH).
    """
    tread, rise, count = float(grounds[g, TREAD]), float(grounds[g, RISE]), float(grounds[g, COUNT])
    passed = min(max(1.0 - ceil(-along / tread), 0.0), count)
    height: float = grounds[g, HEIGHT] + rise * passed
    if rise > 0.0 and passed < count:
        return height + rise * smoothstep(1.0 + (along - passed * tread) / (EASE * tread))
    if rise < 0.0 and passed > 0.0:
        return height - rise * smoothstep(1.0 - (along - (passed - 1.0) * tread) / (EASE * tread))
    return height


@kernel
def _field(grounds: Table, g: int, x: float, y: float) -> float:
    """Return the height between four points of a field.

    Reads CONSTRAINT_WIDTH, CELL, ROWS, COLUMNS, MIDDLE and TURN of `grounds` (c, CONSTRAINT_WIDTH).
    """
    rows, columns, cell = int(grounds[g, ROWS]), int(grounds[g, COLUMNS]), float(grounds[g, CELL])
    x, y = x - float(grounds[g, MIDDLE]), y - float(grounds[g, MIDDLE + 1])
    along, aside = float(grounds[g, TURN]), float(grounds[g, TURN + 1])
    x, y = x * along + y * aside, y * along - x * aside
    across = min(max(x / cell + 0.5 * (columns - 1), 0.0), columns - 1.0)
    down = min(max(0.5 * (rows - 1) - y / cell, 0.0), rows - 1.0)
    i, j = min(int(across), columns - 2), min(int(down), rows - 2)
    u, v = across - i, down - j
    upper = _value(grounds, g, j * columns + i) * (1.0 - u) + _value(grounds, g, j * columns + i + 1) * u
    j += 1
    lower = _value(grounds, g, j * columns + i) * (1.0 - u) + _value(grounds, g, j * columns + i + 1) * u
    return upper * (1.0 - v) + lower * v


@kernel
def _value(grounds: Table, g: int, n: int) -> float:
    """Return the height of one point of a field.

    Reads CONSTRAINT_WIDTH of `grounds` (c, CONSTRAINT_WIDTH).
    """
    return float(grounds[g + 1 + n // CONSTRAINT_WIDTH, n % CONSTRAINT_WIDTH])
