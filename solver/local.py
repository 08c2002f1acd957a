"""Back from matrices to poses: how each bone would have to be posed to stand where it stands.

This is what a drag writes into the document when it ends, and what an exported pose contains.
"""

from __future__ import annotations

from solver.copying import divide
from solver.forward import frame, location_axes
from solver.kernel import entry
from solver.layout import BONE_LOWER, BONE_UPPER, Table
from solver.limits import clamp_rotation
from solver.rotations import axis, length, quaternion, store, store_quaternion, subtract, upright, vector


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
        store(poses, i, 7, (length(cx), length(cy) / stretches[i, 0], length(cz)))


def hold_rotations(bones: Table, poses: Table) -> None:
    """Bring the rotations of `poses` (n, 10) into the locks and limits of their joints."""
    for i in range(len(bones)):
        turn = clamp_rotation(vector(bones, i, BONE_LOWER), vector(bones, i, BONE_UPPER), quaternion(poses, i, 3))
        store_quaternion(poses, i, 3, turn)


_TABLE = "f8[:,::1]"
to_local = entry(f"void({_TABLE},{_TABLE},{_TABLE},{_TABLE})")(localise)
"""`localise` in machine code."""
hold = entry(f"void({_TABLE},{_TABLE})")(hold_rotations)
"""`hold_rotations` in machine code."""
