"""From matrices back to poses: how each bone would have to be posed to be where it is.

A drag writes this into the document when it ends, and exported poses contain it.
"""

from __future__ import annotations

from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import entry, kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.axes import solve_axes
from pantin.solver.maths.forward import frame, growth, location_axes
from pantin.solver.maths.joint_axes import in_bone_axes, in_joint_axes
from pantin.solver.maths.joint_coordinates import ZERO_LIMIT, clamp_coordinates, clamp_rotation, coordinates_of
from pantin.solver.maths.rotations import (
    axis,
    length,
    quaternion,
    ratio,
    rotation_along_y,
    store,
    store_quaternion,
    subtract,
    vector,
)

_TABLE = "f8[:,::1]"

TWIST_TOLERANCE = 1e-6
"""A twist nearer to its limit than this, coordinates, is on it."""

REPORTED_SHARE = 0.35
"""Smaller components of the limit's unit normal are not reported: within 20° of an axis only that axis is."""


@kernel
def _swing_side(lower: float, upper: float, c: float, share: float) -> float:
    """Return 1 or −1 where the component of the limit's unit normal exceeds REPORTED_SHARE, else 0.

    Where rest itself is the limit on the side of the coordinate `c`, rounding tells sides; it is not reported.
    """
    if lower >= upper or (upper if c >= 0.0 else -lower) <= ZERO_LIMIT:
        return 0.0
    return 1.0 if share > REPORTED_SHARE else (-1.0 if share < -REPORTED_SHARE else 0.0)


@entry(f"void({_TABLE},{_TABLE},{_TABLE},{_TABLE})")
def to_local_poses(bones: Table, matrices: Table, stretches: Table, poses: Table) -> None:
    """Fill `poses` (n, POSE_WIDTH) with how each bone is posed relative to rest; shear is dropped.

    Reads OFFSET, REST, PARENT_BONE and FLAGS of `bones` (n, BONE_WIDTH); `matrices` (n, 16); and `stretches` (n, 2).
    Writes location, rotation, scale, POSE_LENGTH and POSE_THICKNESS of `poses` (n, POSE_WIDTH).
    """
    for i in range(len(bones)):
        x, y, z, origin = frame(bones, i, matrices, stretches)
        lx, ly, lz = location_axes(bones, i, matrices)
        store(poses, i, 0, solve_axes(lx, ly, lz, subtract(axis(matrices, i, 0, 3), origin)))
        cx = solve_axes(x, y, z, axis(matrices, i, 0, 0))
        cy = solve_axes(x, y, z, axis(matrices, i, 0, 1))
        cz = solve_axes(x, y, z, axis(matrices, i, 0, 2))
        store_quaternion(poses, i, 3, rotation_along_y(cx, cy))
        thick = stretches[i, 1]
        size = (length(cx) / thick, length(cy) / stretches[i, 0], length(cz) / thick)
        store(poses, i, 7, ratio(size, growth(bones, i, matrices, stretches)))
        poses[i, at.POSE_LENGTH], poses[i, at.POSE_THICKNESS] = stretches[i, 0], stretches[i, 1]


@entry(f"void({_TABLE},{_TABLE})")
def clamp_poses(bones: Table, poses: Table) -> None:
    """Clamp the rotations of `poses` (n, POSE_WIDTH) to the locks and limits of their joints.

    Reads JOINT_REST, JOINT_ROLL, BONE_LOWER_COORDS and BONE_UPPER_COORDS of `bones` (n, BONE_WIDTH); and rotation of
    `poses` (n, POSE_WIDTH). Writes rotation of `poses`.
    """
    for i in range(len(bones)):
        turn = in_joint_axes(bones, i, quaternion(poses, i, 3))
        turn = clamp_rotation(vector(bones, i, at.BONE_LOWER_COORDS), vector(bones, i, at.BONE_UPPER_COORDS), turn)
        store_quaternion(poses, i, 3, in_bone_axes(bones, i, turn))


@entry(f"void({_TABLE},{_TABLE},{_TABLE})")
def limits_reached(bones: Table, poses: Table, standing: Table) -> None:
    """Fill `standing` (n, 3): for each axis 1 where a joint is on its upper limit or beyond, −1 the lower, 0 inside.

    Where X and Z limit the swing together, both are reported if both components of the normal are large enough.

    Reads JOINT_REST, JOINT_ROLL, BONE_LOWER_COORDS and BONE_UPPER_COORDS of `bones` (n, BONE_WIDTH); and rotation of
    `poses` (n, POSE_WIDTH). Writes `standing` (n, 3).
    """
    for i in range(len(bones)):
        lower, upper = vector(bones, i, at.BONE_LOWER_COORDS), vector(bones, i, at.BONE_UPPER_COORDS)
        x, t, z = coordinates_of(in_joint_axes(bones, i, quaternion(poses, i, 3)))
        _, _, nx, nz = clamp_coordinates(lower, upper, (x, t, z))
        standing[i, 0] = _swing_side(lower[0], upper[0], x, nx)
        standing[i, 1] = 0.0
        if lower[1] < upper[1]:
            standing[i, 1] = (1.0 if t >= upper[1] - TWIST_TOLERANCE else 0.0) - (
                1.0 if t <= lower[1] + TWIST_TOLERANCE else 0.0
            )
        standing[i, 2] = _swing_side(lower[2], upper[2], z, nz)
