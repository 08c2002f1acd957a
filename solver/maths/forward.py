"""Forward kinematics: from a bone's pose and its parent's matrix to its own matrix.

A bone's matrix is frame · location · rotation · scale. The frame is where the bone would be without a pose: its
parent's matrix times the rest offset between them, without what the bone does not inherit. The children of a stretched
bone sit at its stretched end and do not inherit the stretch.
"""

from __future__ import annotations

from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.axes import apply_axes
from pantin.solver.maths.inheritance import inherited, sizes_of_volume, unsheared
from pantin.solver.maths.rotations import (
    Vector,
    add,
    axis,
    columns,
    length,
    product,
    quaternion,
    scaled,
    store_axis,
    vector,
)


@kernel
def frame(bones: Table, i: int, matrices: Table, stretches: Table) -> tuple[Vector, Vector, Vector, Vector]:
    """Return the frame of bone `i` without its pose: the axes x, y, z (with scale) and the origin, armature space.

    What comes of scale after the pose, not before it, is in `growth`.

    Reads OFFSET, REST, PARENT_BONE and FLAGS of `bones` (n, BONE_WIDTH); `matrices` (n, 16); and `stretches` (n, 2).
    """
    p = int(bones[i, at.PARENT_BONE])
    if p < 0:
        x, y, z = axis(bones, i, at.OFFSET, 0), axis(bones, i, at.OFFSET, 1), axis(bones, i, at.OFFSET, 2)
        return x, y, z, axis(bones, i, at.OFFSET, 3)
    px, py, pz = axis(matrices, p, 0, 0), axis(matrices, p, 0, 1), axis(matrices, p, 0, 2)
    origin = add(axis(matrices, p, 0, 3), apply_axes(px, py, pz, axis(bones, i, at.OFFSET, 3)))
    px, py, pz = _without_stretch(matrices, p, stretches)
    flags = int(bones[i, at.FLAGS])
    if not (flags & at.INHERIT_ROTATION and flags & at.INHERIT_SCALE):
        px, py, pz = inherited(bones, p, flags, px, py, pz)
    x = apply_axes(px, py, pz, axis(bones, i, at.OFFSET, 0))
    y = apply_axes(px, py, pz, axis(bones, i, at.OFFSET, 1))
    z = apply_axes(px, py, pz, axis(bones, i, at.OFFSET, 2))
    if flags // at.INHERIT_MODE == at.SCALE_FIX_SHEAR:
        x, y, z = unsheared(x, y, z)
    return x, y, z, origin


@kernel
def growth(bones: Table, i: int, matrices: Table, stretches: Table) -> Vector:
    """Return the scale that bone `i` inherits along its own axes after its pose: 1 unless inherited axis by axis.

    Reads PARENT_BONE and FLAGS of `bones` (n, BONE_WIDTH); `matrices` (n, 16); and `stretches` (n, 2).
    """
    p = int(bones[i, at.PARENT_BONE])
    flags = int(bones[i, at.FLAGS])
    if p < 0 or flags // at.INHERIT_MODE != at.SCALE_ALIGNED:
        return (1.0, 1.0, 1.0)
    px, py, pz = _without_stretch(matrices, p, stretches)
    if flags & at.INHERIT_ROTATION:
        px, py, pz = unsheared(px, py, pz)
        return (length(px), length(py), length(pz))
    return sizes_of_volume(px, py, pz)


@kernel
def _without_stretch(matrices: Table, p: int, stretches: Table) -> tuple[Vector, Vector, Vector]:
    """Return the axes of parent `p`, as its children see them: without the stretch that its pose or IK gives it.

    Reads `matrices` (n, 16) and `stretches` (n, 2).
    """
    px, py, pz = axis(matrices, p, 0, 0), axis(matrices, p, 0, 1), axis(matrices, p, 0, 2)
    if stretches[p, 0] != 1.0 or stretches[p, 1] != 1.0:
        thick = 1.0 / stretches[p, 1]
        px, py, pz = scaled(px, thick), scaled(py, 1.0 / stretches[p, 0]), scaled(pz, thick)
    return px, py, pz


@kernel
def location_axes(bones: Table, i: int, matrices: Table) -> tuple[Vector, Vector, Vector]:
    """Return the axes, armature space, in which a location of bone `i` counts.

    The parent's full ones, whatever is inherited: turned as the bone is at rest, or as they are.

    Reads OFFSET, PARENT_BONE and FLAGS of `bones` (n, BONE_WIDTH); and `matrices` (n, 16).
    """
    x, y, z = axis(bones, i, at.OFFSET, 0), axis(bones, i, at.OFFSET, 1), axis(bones, i, at.OFFSET, 2)
    if int(bones[i, at.FLAGS]) & at.PARENT_LOCATION:
        x, y, z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
    p = int(bones[i, at.PARENT_BONE])
    if p < 0:
        return x, y, z
    px, py, pz = axis(matrices, p, 0, 0), axis(matrices, p, 0, 1), axis(matrices, p, 0, 2)
    return apply_axes(px, py, pz, x), apply_axes(px, py, pz, y), apply_axes(px, py, pz, z)


@kernel
def forward(bones: Table, i: int, poses: Table, matrices: Table, stretches: Table) -> None:
    """Pose bone `i`, whose parent is posed: write its matrix, and its stretch.

    Reads OFFSET, REST, PARENT_BONE and FLAGS of `bones` (n, BONE_WIDTH); location, rotation, scale, POSE_LENGTH and
    POSE_THICKNESS of `poses` (n, POSE_WIDTH); `matrices` (n, 16); and `stretches` (n, 2). Writes `matrices` and
    `stretches`.
    """
    x, y, z, origin = frame(bones, i, matrices, stretches)
    moved = vector(poses, i, 0)
    if (moved[0] != 0.0 or moved[1] != 0.0 or moved[2] != 0.0) and not int(bones[i, at.FLAGS]) & at.CONNECTED:
        lx, ly, lz = location_axes(bones, i, matrices)
        origin = add(origin, apply_axes(lx, ly, lz, moved))
    q, size = quaternion(poses, i, 3), vector(poses, i, 7)
    if int(bones[i, at.FLAGS]) // at.INHERIT_MODE == at.SCALE_ALIGNED:
        size = product(size, growth(bones, i, matrices, stretches))
    if q[0] != 0.0 or q[1] != 0.0 or q[2] != 0.0:
        tx, ty, tz = columns(q)
        x, y, z = apply_axes(x, y, z, tx), apply_axes(x, y, z, ty), apply_axes(x, y, z, tz)
    longer, thick = poses[i, at.POSE_LENGTH], poses[i, at.POSE_THICKNESS]
    store_axis(matrices, i, 0, scaled(x, size[0] * thick))
    store_axis(matrices, i, 1, scaled(y, size[1] * longer))
    store_axis(matrices, i, 2, scaled(z, size[2] * thick))
    store_axis(matrices, i, 3, origin)
    matrices[i, 12], matrices[i, 13], matrices[i, 14], matrices[i, 15] = 0.0, 0.0, 0.0, 1.0
    stretches[i, 0], stretches[i, 1] = longer, thick


@kernel
def reconnect(bones: Table, i: int, matrices: Table, stretches: Table) -> None:
    """Move the head of connected bone `i` back to its parent's tail, after constraints.

    Reads OFFSET, REST, PARENT_BONE and FLAGS of `bones` (n, BONE_WIDTH); `matrices` (n, 16); and `stretches` (n, 2).
    Writes `matrices`.
    """
    _, _, _, origin = frame(bones, i, matrices, stretches)
    store_axis(matrices, i, 3, origin)


@kernel
def tail(bones: Table, i: int, matrices: Table) -> Vector:
    """Return the tail of bone `i`, armature space. Its Y axis contains scale and stretch.

    Reads LENGTH of `bones` (n, BONE_WIDTH) and `matrices` (n, 16).
    """
    return add(axis(matrices, i, 0, 3), scaled(axis(matrices, i, 0, 1), bones[i, at.LENGTH]))
