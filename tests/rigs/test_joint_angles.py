"""The angles of a joint are the same whoever asks, and make the rotation again."""

from __future__ import annotations

from math import pi, radians

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs import rotations as rot
from pantin.rigs.joint_angles import angles_of, roll_of, rotation_of
from pantin.rigs.rig import Bone

ANGLES = st.tuples(st.floats(-2.0, 2.0), st.floats(-3.0, 3.0), st.floats(-2.0, 2.0))


def swung(bend: float, sway: float, twist: float, roll: float) -> np.ndarray:
    """One turn about (bend, 0, sway) of a joint that is rolled about Y, after a turn about Y (Rodrigues)."""
    axis = np.array((bend * np.cos(roll) + sway * np.sin(roll), 0.0, sway * np.cos(roll) - bend * np.sin(roll)))
    return about(axis) @ about(np.array((0.0, twist, 0.0)))


def about(vector: np.ndarray) -> np.ndarray:
    angle = float(np.linalg.norm(vector))
    x, y, z = vector / angle if angle else (1.0, 0.0, 0.0)
    k = np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))
    return np.eye(3) + np.sin(angle) * k + (1.0 - np.cos(angle)) * k @ k


@given(ANGLES, st.floats(-3.0, 3.0))
def test_a_joint_is_swung_about_one_axis_and_twisted_about_its_bone(angles, roll: float) -> None:
    bend, twist, sway = angles
    rotation = rotation_of(angles, roll)
    np.testing.assert_allclose(rot.matrix_from_quaternion(rotation), swung(bend, sway, twist, roll), atol=1e-9)
    assert angles_of(rotation, roll) == pytest.approx(angles, abs=1e-6)


@pytest.mark.parametrize("roll", [0.0, 0.7, None])
@pytest.mark.parametrize("degrees", [180.0, 190.0, 350.0, -200.0])
def test_angles_that_go_past_half_a_turn_are_told_on(roll: float | None, degrees: float) -> None:
    for axis in range(3):
        angles = tuple(radians(degrees) if place == axis else 0.0 for place in range(3))
        near = tuple(angle * 0.98 for angle in angles)
        assert angles_of(rotation_of(angles, roll), roll, near) == pytest.approx(angles, abs=1e-9)
        half = tuple(pi if place == axis else 0.0 for place in range(3))
        assert angles_of(rotation_of(half, roll), roll)[axis] == pytest.approx(pi), "180° stays 180°"


def test_handles_and_poles_have_no_joint() -> None:
    assert roll_of(Bone(name="hand_ik", kind="handle")) is None and roll_of(Bone(name="hand")) == 0.0
