"""The mathematical functions of kernels, alike interpreted and compiled.

Compiled they are those of `math`, where they give nan or inf. Interpreted, those of `math` would raise there, and their
results would raise when divided by zero; and `math.hypot` rounds otherwise than the C library.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from pantin.solver.compiling.kernel import is_compiling

SMALLEST_INT = -(2**63)
"""The integer that machine code makes of a number too large for one."""

_as_number: Any = np.float64


def _interpreted(function: Callable[[float], float], beyond: float = math.nan) -> Callable[[float], float]:
    """`function` with nan where it is not defined, and `beyond` where its result is too large."""
    if is_compiling():
        return function

    def total(x: float) -> float:
        try:
            number: float = _as_number(function(x))
        except ValueError:
            return math.nan
        except OverflowError:
            return beyond
        return number

    return total


def _interpreted_ceil(x: float) -> int:
    """The least integer that is not below `x`; what machine code makes of a number that has none."""
    return math.ceil(x) if math.isfinite(x) and abs(x) < -SMALLEST_INT else SMALLEST_INT


def _interpreted_power(x: float, exponent: float) -> float:
    """`x` to a power; nan for a part of a negative number, inf where it is too large."""
    try:
        number: float = _as_number(math.pow(x, exponent))
    except ValueError:
        return math.nan if x < 0.0 else math.inf
    except OverflowError:
        return math.inf
    return number


sqrt = _interpreted(math.sqrt)
power: Callable[[float, float], float] = math.pow if is_compiling() else _interpreted_power
sin = _interpreted(math.sin)
cos = _interpreted(math.cos)
asin = _interpreted(math.asin)
acos = _interpreted(math.acos)
exp = _interpreted(math.exp, math.inf)
atan2: Callable[[float, float], float] = math.atan2
ceil: Callable[[float], int] = math.ceil if is_compiling() else _interpreted_ceil
hypot: Callable[[float, float], float] = math.hypot if is_compiling() else np.hypot
