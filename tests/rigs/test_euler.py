"""Rotations as people read them: a half turn is told as +180° whichever way the quaternion says it."""

from __future__ import annotations

from math import cos, degrees, radians, sin

import pytest

from pantin.rigs.euler import bend_twist_sway, euler_near

AXES = [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]


def about(axis: tuple[float, float, float], angle: float, sign: float = 1.0) -> tuple[float, float, float, float]:
    """The unit quaternion [x, y, z, w] of a turn of `angle` degrees, or its negative, which is the same turn."""
    half = radians(angle) / 2
    x, y, z = (sign * part * sin(half) for part in axis)
    return x, y, z, sign * cos(half)


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("angle", [180.0, -180.0, 179.0, -179.0, 0.0])
def test_angles_about_one_axis_are_told_between_minus_and_plus_180(axis, sign: float, angle: float) -> None:
    wanted = [part * (180.0 if angle == -180.0 else angle) for part in axis]
    rotation = about(axis, angle, sign)
    assert [degrees(each) for each in bend_twist_sway(rotation)] == pytest.approx(wanted, abs=1e-6)
    assert [degrees(each) for each in euler_near(rotation)] == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("angle", [180.0, -180.0, 270.0, -359.0, 540.0])
def test_angles_that_were_typed_stay(axis, angle: float) -> None:
    near = tuple(radians(angle) * part for part in axis)
    assert [degrees(each) for each in euler_near(about(axis, angle), near)] == pytest.approx(
        [angle * part for part in axis], abs=1e-6
    )
