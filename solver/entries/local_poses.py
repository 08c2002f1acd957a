"""Back from matrices to poses: how each bone would have to be posed to stand where it stands.

This is what a drag writes into the document when it ends, and what an exported pose contains.
"""

from __future__ import annotations

from pantin.solver.compiling.kernel import entry, kernel
from pantin.solver.compiling.layout import BONE_LOWER, BONE_UPPER, Table
from pantin.solver.constraints.spaces import divide
from pantin.solver.maths.forward import frame, location_axes
from pantin.solver.maths.joint_limits import clamp_rotation, outward, split
from pantin.solver.maths.rotations import (
    axis,
    length,
    quaternion,
    store,
    store_quaternion,
    subtract,
    upright,
    vector,
)

NEAR = 1e-6
"""A twist nearer to its bound than this, radians, stands on it."""

HOLDING = 0.35
"""The part of a swing's bound that X or Z must be to be told: 20°, so that one of them always is."""


def localise(bones: Table, matrices: Table, stretches: Table, poses: Table) -> None:
    """Fill `poses` (n, 10) with location, rotation and scale of each bone relative to its rest pose, without shear."""
    for i in range(len(bones)):
        x, y, z, origin = frame(bones, i, matrices, stretches)
        lx, ly, lz = location_axes(bones, i, matrices)
        store(poses, i, 0, divide(lx, ly, lz, subtract(axis(matrices, i, 0, 3), origin)))
        cx = divide(x, y, z, axis(matrices, i, 0, 0))
        cy = divide(x, y, z, axis(matrices, i, 0, 1))
        cz = divide(x, y, z, axis(matrices, i, 0, 2))
        store_quaternion(poses, i, 3, upright(cx, cy))
        thick = stretches[i, 1]
        store(poses, i, 7, (length(cx) / thick, length(cy) / stretches[i, 0], length(cz) / thick))


def hold_rotations(bones: Table, poses: Table) -> None:
    """Bring the rotations of `poses` (n, 10) into the locks and limits of their joints."""
    for i in range(len(bones)):
        turn = clamp_rotation(vector(bones, i, BONE_LOWER), vector(bones, i, BONE_UPPER), quaternion(poses, i, 3))
        store_quaternion(poses, i, 3, turn)


def stand_on_limits(bones: Table, poses: Table, standing: Table) -> None:
    """Fill `standing` (n, 3): by axis 1 where a joint has come to its upper limit or is posed beyond it, −1 the lower.

    Where X and Z bound the swing together, both are told that hold it there for a good part.
    """
    for i in range(len(bones)):
        lower, upper = vector(bones, i, BONE_LOWER), vector(bones, i, BONE_UPPER)
        sx, t, sz = split(quaternion(poses, i, 3))
        nx, nz = outward(lower, upper, sx, sz)
        standing[i, 0] = _sign(nx) if lower[0] < upper[0] else 0.0
        standing[i, 1] = 0.0
        if lower[1] < upper[1]:
            standing[i, 1] = (1.0 if t >= upper[1] - NEAR else 0.0) - (1.0 if t <= lower[1] + NEAR else 0.0)
        standing[i, 2] = _sign(nz) if lower[2] < upper[2] else 0.0


@kernel
def _sign(share: float) -> float:
    """1 or −1 for what is more than HOLDING of a unit vector."""
    return 1.0 if share > HOLDING else (-1.0 if share < -HOLDING else 0.0)


_TABLE = "f8[:,::1]"
to_local = entry(f"void({_TABLE},{_TABLE},{_TABLE},{_TABLE})")(localise)
"""`localise` in machine code."""
hold = entry(f"void({_TABLE},{_TABLE})")(hold_rotations)
"""`hold_rotations` in machine code."""
on_limits = entry(f"void({_TABLE},{_TABLE},{_TABLE})")(stand_on_limits)
"""`stand_on_limits` in machine code."""
