"""Springs as an entry: the bones of a posed skeleton that swing, and what they carry, turned to where they swing to."""

from __future__ import annotations

from pantin.solver.compiling import layout
from pantin.solver.compiling.kernel import entry, kernel
from pantin.solver.compiling.layout import Rows, Table
from pantin.solver.maths.axes import apply_axes
from pantin.solver.maths.rotations import (
    Quaternion,
    Vector,
    add,
    axis,
    columns,
    inverse,
    length,
    multiply,
    orientation,
    quaternion,
    rotate,
    rotation_along_y,
    scaled,
    shortest_arc,
    store_axis,
    store_quaternion,
    subtract,
    unit,
    vector,
)
from pantin.solver.springs import columns as at
from pantin.solver.springs.swing import after_step, at_rest, remember, remembered_end

SETTLE = -1
"""In place of a number of steps: the bones are at rest."""

_TABLE = "f8[:,::1]"


@kernel
def _resting(bones: Table, i: int, matrices: Table) -> Quaternion:
    """Return the rotation that bone `i` has at rest on its parent, which is turned already; armature space.

    Reads OFFSET and PARENT_BONE of `bones` (n, BONE_WIDTH); and `matrices` (n, 16).
    """
    x, y = axis(bones, i, layout.OFFSET, 0), axis(bones, i, layout.OFFSET, 1)
    parent = int(bones[i, layout.PARENT_BONE])
    if parent >= 0:
        px, py, pz = axis(matrices, parent, 0, 0), axis(matrices, parent, 0, 1), axis(matrices, parent, 0, 2)
        x, y = apply_axes(px, py, pz, x), apply_axes(px, py, pz, y)
    return rotation_along_y(x, y)


@kernel
def _swung(
    joints: Table,
    j: int,
    colliders: Table,
    bones: Table,
    posed: Table,
    matrices: Table,
    memory: Table,
    i: int,
    head: Vector,
    steps: int,
) -> Quaternion:
    """Return the turn of bone `i`, joint `j`, from how it is posed; its head is there already.

    Reads AXIS, LENGTH, PULL, STIFFNESS, DRAG, RADIUS, FIRST_COLLIDER, LAST_COLLIDER and CENTRE of `joints` (j,
    JOINT_WIDTH); `colliders` (c, COLLIDER_WIDTH); OFFSET and PARENT_BONE of `bones` (n, BONE_WIDTH); `posed` (n, 16);
    `matrices` (n, 16); and NOW and BEFORE of `memory` (j, MEMORY_WIDTH). Writes NOW and BEFORE of `memory`.
    """
    before, base, own = orientation(posed, i), _resting(bones, i, matrices), vector(joints, j, at.AXIS)
    line = rotate(base, own)
    span = apply_axes(axis(posed, i, 0, 0), axis(posed, i, 0, 1), axis(posed, i, 0, 2), own)
    reach = joints[j, at.LENGTH] * length(span)
    if steps < 0:
        end = at_rest(joints, j, colliders, matrices, head, line, reach)
        remember(joints, j, matrices, memory, end, True)
    elif steps > 0:
        end = after_step(joints, j, colliders, matrices, memory, head, line, reach)
        remember(joints, j, matrices, memory, end, False)
    else:
        end = remembered_end(joints, j, matrices, memory)
    way = unit(scaled(subtract(end, head), 1.0 / reach if reach > 0.0 else 0.0), line)
    x, _y, _z = columns(base)
    return multiply(multiply(shortest_arc(line, way, x), base), inverse(before))


@entry(f"void(i8[:,::1],{_TABLE},{_TABLE},{_TABLE},{_TABLE},{_TABLE},{_TABLE},{_TABLE},i8,i8)")
def swing(
    moved: Rows,
    joints: Table,
    colliders: Table,
    bones: Table,
    posed: Table,
    matrices: Table,
    turns: Table,
    memory: Table,
    steps: int,
    rounds: int,
) -> None:
    """Turn the bones that springs move, from how they are posed (n, 16), in `matrices` (n, 16).

    They swing on by so many `steps`, or with SETTLE come to rest in so many `rounds`: more than one where colliders
    hang on bones that are turned after those that mind them. `memory` is read, and written for the next time. Without
    a step they point to where their ends were.

    Reads `moved` (m, MOVED_WIDTH); AXIS, LENGTH, PULL, STIFFNESS, DRAG, RADIUS, FIRST_COLLIDER, LAST_COLLIDER and
    CENTRE of `joints` (j, JOINT_WIDTH); `colliders` (c, COLLIDER_WIDTH); OFFSET of `bones` (n, BONE_WIDTH); `posed`
    (n, 16); and NOW and BEFORE of `memory` (j, MEMORY_WIDTH). Writes `matrices`, `turns` (n, 4), which has room for
    the turns of bones, and NOW and BEFORE of `memory`.
    """
    for _ in range(rounds if steps < 0 else max(steps, 1)):
        for row in range(len(moved)):
            i, parent, j = moved[row, at.MOVED_BONE], moved[row, at.MOVED_PARENT], moved[row, at.MOVED_JOINT]
            turn, head = (0.0, 0.0, 0.0, 1.0), axis(posed, i, 0, 3)
            if parent >= 0:
                turn = quaternion(turns, parent, 0)
                arm = rotate(turn, subtract(head, axis(posed, parent, 0, 3)))
                head = add(axis(matrices, parent, 0, 3), arm)
            if j >= 0:
                turn = _swung(joints, j, colliders, bones, posed, matrices, memory, i, head, steps)
            store_quaternion(turns, i, 0, turn)
            store_axis(matrices, i, 3, head)
            for c in range(3):
                store_axis(matrices, i, c, rotate(turn, axis(posed, i, 0, c)))
