"""Transformation: a range becomes a range."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs import (
    Bone,
    Document,
    Rig,
    Transform,
    Transformation,
)
from pantin.rigs.euler import quaternion_from_euler
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.solver import evaluate
from tests.solver.constraints.constraint_pairs import (
    rotation_about,
)


def mapped(**settings: object) -> np.ndarray:
    """The matrix of `own`, driven by `other`, which is moved to (0.5, 0, 0.25), turned by 0.5 about X and doubled."""
    bones = (Bone(name="own", tail=(0.0, 1.0, 0.0)), Bone(name="other", tail=(0.0, 1.0, 0.0)))
    posed = {
        "own": Transform(location=(1.0, 1.0, 1.0)),
        "other": Transform(
            location=(0.5, 0.0, 0.25), rotation=quaternion_from_euler((0.5, 0.0, 0.0)), scale=(2.0, 2.0, 2.0)
        ),
    }
    constraint = Transformation(owner="own", target="other", **settings)
    return evaluate(Document.of(Figure(rig=Rig(bones=bones, constraints=(constraint,)), pose=Pose(posed)))).matrix(
        "own"
    )


def test_as_it_comes_it_changes_nothing() -> None:
    for read in ("location", "rotation", "scale"):
        for write in ("location", "rotation", "scale"):
            np.testing.assert_allclose(mapped(read=read, write=write), _moved(1.0, 1.0, 1.0), atol=1e-12)


def _moved(x: float, y: float, z: float) -> np.ndarray:
    found = np.eye(4)
    found[:3, 3] = x, y, z
    return found


def test_a_range_becomes_a_range() -> None:
    turning = mapped(
        read_location_from=(0.0, 0.0, 0.0),
        read_location_to=(1.0, 0.0, 0.0),
        write="rotation",
        write_rotation_from=(0.0, 0.2, 0.0),
        write_rotation_to=(0.0, 0.8, 0.0),
        y_follows="x",
    )
    np.testing.assert_allclose(turning[:3, :3], rotation_about((0.0, 0.5, 0.0)), atol=1e-12)
    growing = mapped(
        read="rotation",
        read_rotation_to=(1.0, 0.0, 0.0),
        write="scale",
        write_scale_to=(3.0, 1.0, 1.0),
        mix="replace",
    )
    np.testing.assert_allclose(np.diag(growing)[:3], (2.0, 1.0, 1.0), atol=1e-12)
    moving = mapped(read="scale", read_scale_to=(3.0, 3.0, 3.0), write_location_to=(0.0, 0.0, -4.0))
    np.testing.assert_allclose(moving[:3, 3], (1.0, 1.0, -1.0), atol=1e-12)


@pytest.mark.parametrize(("extrapolate", "z"), [(False, 1.0), (True, 5.0)])
def test_beyond_its_end_a_range_stops_or_goes_on(extrapolate, z) -> None:
    found = mapped(
        read_location_to=(0.1, 0.0, 0.0),
        write_location_to=(0.0, 0.0, 1.0),
        z_follows="x",
        mix="replace",
        extrapolate=extrapolate,
    )
    np.testing.assert_allclose(found[:3, 3], (0.0, 0.0, z), atol=1e-12)


def test_a_range_may_run_backwards() -> None:
    found = mapped(read_location_from=(1.0, 0.0, 0.0), write_location_to=(4.0, 0.0, 0.0), mix="replace")
    np.testing.assert_allclose(found[:3, 3], (2.0, 0.0, 0.0), atol=1e-12)
