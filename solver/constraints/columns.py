"""Columns of a constraint's row that several kinds share, and what writes them.

Behind those that all kinds have (`compiling.layout`), the columns from `OWN` on are the kind's own: each kind names its
columns in its module.
"""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.constraints import SplineIk, StretchTo
from pantin.solver.compiling import layout

Row = NDArray[np.float64]
Ends = tuple[float | None, float | None, float | None]

OWN = layout.TARGETS + 1

AXES, INVERT, MIX = OWN, OWN + 3, OWN + 6  # copies; 3 each of the first two
LIMIT_LOWER, LIMIT_UPPER = OWN, OWN + 3  # limits of location, rotation, scale; 3 each
ORDER = OWN + 7  # of Euler angles, where copies and limits count in them

BULGE, THINNEST, THICKEST, SMOOTH = range(4)
"""Of a kind that keeps its volume, from where it has them: the exponent, the bounds of its section, and how softly it
comes to them."""

MIX_REPLACE, MIX_ADD, MIX_BEFORE, MIX_AFTER = 0, 1, 2, 3
TOO_NEAR = 1e-12
"""Vectors shorter than this, metres, have no direction."""

MIXES = {"replace": MIX_REPLACE, "add": MIX_ADD, "before": MIX_BEFORE, "after": MIX_AFTER}


def put(row: Row, at: int, values: tuple[float, ...]) -> None:
    """Write three numbers to the columns `at` to `at + 2` of a constraint's row (CONSTRAINT_WIDTH,)."""
    row[at : at + 3] = values


def put_axis(row: Row, at: int, named: str) -> None:
    """Write an axis, such as "x" or "-z", to a constraint's row (CONSTRAINT_WIDTH,).

    Its number goes to the column `at`, its sign to `at + 1`.
    """
    row[at], row[at + 1] = "xyz".index(named[-1]), -1.0 if named.startswith("-") else 1.0


def put_bulge(row: Row, at: int, kind: StretchTo | SplineIk) -> None:
    """Write how a section changes with length to a constraint's row (CONSTRAINT_WIDTH,).

    The columns are BULGE, THINNEST, THICKEST and SMOOTH, counted from `at`. Bounds that are off are infinite.
    """
    row[at + BULGE], row[at + SMOOTH] = kind.bulge, kind.smooth
    row[at + THINNEST] = kind.thinnest if kind.hold_thin else -inf
    row[at + THICKEST] = kind.thickest if kind.hold_thick else inf


def put_range(row: Row, lower: Ends, upper: Ends) -> None:
    """Write the ranges of three axes to LIMIT_LOWER and LIMIT_UPPER of a constraint's row (CONSTRAINT_WIDTH,).

    Open ends are infinite.
    """
    for a in range(3):
        low, high = lower[a], upper[a]
        put_end(row, a, -inf if low is None else low, inf if high is None else high)


def put_end(row: Row, a: int, low: float, high: float) -> None:
    """Write the range of axis `a` to LIMIT_LOWER and LIMIT_UPPER of a constraint's row (CONSTRAINT_WIDTH,).

    Ends in the wrong order are a problem of the rig, and leave the axis free.
    """
    row[LIMIT_LOWER + a], row[LIMIT_UPPER + a] = (low, high) if low <= high else (-inf, inf)
