"""Heights of the ground for kernels: the same as `rigs.ground.surface`, point by point.

The front of a step is a wall, over which a point would jump. So the ground of points rises to it beforehand, over the
part EASE of a tread: nowhere is it below the real one, and it changes without a jump.
"""

from __future__ import annotations

from pantin.solver.compiling.functions import ceil
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import ground_rows
from pantin.solver.maths.easing import smoothstep

EASE = 0.25
"""The part of a tread over which points rise to the next step, or come down from it."""


@kernel
def height_at(ground: Table, x: float, y: float) -> float:
    """Return the height of the ground under or over a point, metres.

    Reads START, KIND, HEIGHT, ALONG, TREAD, RISE, COUNT, CELL, ROWS, COLUMNS, MIDDLE and TURN of
    `ground` (g, GROUND_WIDTH).
    """
    kind, height = ground[0, ground_rows.KIND], float(ground[0, ground_rows.HEIGHT])
    if kind == ground_rows.FLAT:
        return height
    if kind == ground_rows.FIELD:
        return _field(ground, x, y)
    along = float(x * ground[0, ground_rows.ALONG] + y * ground[0, ground_rows.ALONG + 1])
    if kind == ground_rows.SLOPING:
        return height + along
    return _stepped(ground, along - ground[0, ground_rows.START])


@kernel
def _stepped(ground: Table, along: float) -> float:
    """Return the height on steps so far behind the first front, which points rise to beforehand.

    Reads HEIGHT, TREAD, RISE and COUNT of `ground` (g, GROUND_WIDTH).
    """
    tread, rise, count = (
        float(ground[0, ground_rows.TREAD]),
        float(ground[0, ground_rows.RISE]),
        float(ground[0, ground_rows.COUNT]),
    )
    passed = min(max(1.0 - ceil(-along / tread), 0.0), count)
    height: float = ground[0, ground_rows.HEIGHT] + rise * passed
    if rise > 0.0 and passed < count:
        return height + rise * smoothstep(1.0 + (along - passed * tread) / (EASE * tread))
    if rise < 0.0 and passed > 0.0:
        return height - rise * smoothstep(1.0 - (along - (passed - 1.0) * tread) / (EASE * tread))
    return height


@kernel
def _field(ground: Table, x: float, y: float) -> float:
    """Return the height between four points of a field.

    Reads CELL, ROWS, COLUMNS, MIDDLE and TURN of `ground` (g, GROUND_WIDTH).
    """
    rows, columns, cell = (
        int(ground[0, ground_rows.ROWS]),
        int(ground[0, ground_rows.COLUMNS]),
        float(ground[0, ground_rows.CELL]),
    )
    x, y = x - float(ground[0, ground_rows.MIDDLE]), y - float(ground[0, ground_rows.MIDDLE + 1])
    along, aside = float(ground[0, ground_rows.TURN]), float(ground[0, ground_rows.TURN + 1])
    x, y = x * along + y * aside, y * along - x * aside
    across = min(max(x / cell + 0.5 * (columns - 1), 0.0), columns - 1.0)
    down = min(max(0.5 * (rows - 1) - y / cell, 0.0), rows - 1.0)
    i, j = min(int(across), columns - 2), min(int(down), rows - 2)
    u, v = across - i, down - j
    upper = _value(ground, j * columns + i) * (1.0 - u) + _value(ground, j * columns + i + 1) * u
    j += 1
    lower = _value(ground, j * columns + i) * (1.0 - u) + _value(ground, j * columns + i + 1) * u
    return upper * (1.0 - v) + lower * v


@kernel
def _value(ground: Table, n: int) -> float:
    """Return the height of one point of a field.

    Reads the rows of heights of `ground` (g, GROUND_WIDTH).
    """
    return float(ground[1 + n // ground_rows.GROUND_WIDTH, n % ground_rows.GROUND_WIDTH])
