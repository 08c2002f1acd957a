"""Limits of joints, and turns within and beyond them, in radians; and how kernels have them, as coordinates."""

from __future__ import annotations

from math import atan, hypot, pi, sin, tan

from hypothesis import strategies as st

from pantin.solver.compiling.layout import FREE
from tests.rigs.strategies import numbers
from tests.solver import wrappers as kernels

Quaternion = tuple[float, float, float, float]

UNBOUNDED, LOCKED = (-FREE, FREE), (0.0, 0.0)

low, high = numbers(-pi, -0.05), numbers(0.05, pi)

one_sided = low.map(lambda a: (a, 0.0)) | high.map(lambda a: (0.0, a))

ranges = st.just(UNBOUNDED) | st.just(LOCKED) | one_sided | st.tuples(low, high)

bounds = st.tuples(ranges, ranges, ranges).map(lambda found: tuple(zip(*found, strict=True)))
"""The lower and the upper bounds of a joint; each axis free, locked, open to one side or to both."""

turns = numbers(-3.1, 3.1)

swings = st.tuples(turns, turns).filter(lambda s: hypot(*s) < 3.1)


def coordinates(swing: tuple[float, float], t: float) -> tuple[float, float, float]:
    """4·tan(θ/4) of swing and twist."""
    angle = hypot(*swing)
    k = 4.0 * tan(angle / 4.0) / angle if angle > 0.0 else 1.0
    return (swing[0] * k, 4.0 * tan(t / 4.0), swing[1] * k)


def angles(c: tuple[float, float, float]) -> tuple[float, float, float]:
    """The swing about X, the twist and the swing about Z with these coordinates."""
    size = hypot(c[0], c[2])
    k = 4.0 * atan(size / 4.0) / size if size > 0.0 else 1.0
    return (c[0] * k, 4.0 * atan(c[1] / 4.0), c[2] * k)


def compared(bound: tuple[float, float, float]) -> tuple[float, float, float]:
    """A bound as coordinates are compared with it."""
    x, y, z = (max(min(angle, pi), -pi) for angle in bound)
    found = (sin(x / 2.0), 4.0 * tan(y / 4.0), sin(z / 2.0))
    a, b, c = (bound if abs(bound) >= FREE else each for bound, each in zip(bound, found, strict=True))
    return (a, b, c)


def swing_twist(q: Quaternion) -> tuple[float, float, float]:
    """Return how kernels split a rotation: swing about X, twist and swing about Z, radians."""
    return angles(kernels.coordinates_of(q))


def from_swing_twist(sx: float, t: float, sz: float) -> Quaternion:
    """The rotation by a twist, then by a swing."""
    return kernels.multiply(kernels.exponential((sx, 0.0, sz)), kernels.exponential((0.0, t, 0.0)))


def clamped(lower, upper, sx: float, t: float, sz: float) -> tuple[float, float, float, bool]:
    """Return how kernels draw a turn back into bounds in radians, and whether that changes it."""
    held, hit, _, _ = kernels.clamp_coordinates(compared(lower), compared(upper), coordinates((sx, sz), t))
    return (*angles(held), hit)
