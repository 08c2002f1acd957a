"""How a joint swings: a step of time, the state of rest, and what colliders leave of both.

VRMC_springBone 1.0: a step is Verlet's, on the end of the joint. It keeps a part of its speed, is drawn to where it
rests and pulled by gravity, comes back to its distance from the head, and out of each collider in turn.
"""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.axes import apply_axes, move_point, solve_axes
from pantin.solver.maths.rotations import TINY, Vector, add, axis, dot, length, scaled, subtract, unit, vector
from pantin.solver.springs import columns as at

STEP = 1.0 / 60.0
"""Seconds of a step."""

LEAST = 0.05
"""Part of its length by which a step towards rest pulls the end of a joint at least, so that weak springs rest soon."""

MOST = 400
"""Steps towards rest that a joint takes at most, among colliders: then it is within a millionth of its length."""

NEAR = 1e-8
"""A joint rests whose end moves by no more than this part of its length in a step."""


@kernel
def _from_collider(colliders: Table, c: int, matrices: Table, point: Vector) -> tuple[Vector, float]:
    """Return the way out of collider `c` for a point, a unit vector, and how far it has that way; less than 0 inside.

    Reads `colliders` (c, COLLIDER_WIDTH) and `matrices` (n, 16).
    """
    bone = int(colliders[c, at.COLLIDER_BONE])
    place = move_point(matrices, bone, vector(colliders, c, at.OFFSET))
    away = subtract(point, place)
    if colliders[c, at.SHAPE] == at.PLANE:
        x, y, z = axis(matrices, bone, 0, 0), axis(matrices, bone, 0, 1), axis(matrices, bone, 0, 2)
        normal = unit(apply_axes(x, y, z, vector(colliders, c, at.TAIL)), (0.0, 0.0, 1.0))
        return normal, dot(away, normal)
    if colliders[c, at.SHAPE] == at.CAPSULE:
        along = subtract(move_point(matrices, bone, vector(colliders, c, at.TAIL)), place)
        part, whole = dot(along, away), dot(along, along)
        if part > 0.0 and whole > 0.0:
            away = subtract(away, scaled(along, min(part / whole, 1.0)))
    out, radius = unit(away, (0.0, 0.0, 1.0)), colliders[c, at.COLLIDER_RADIUS]
    if colliders[c, at.INSIDE] != 0.0:
        return scaled(out, -1.0), radius - length(away)
    return out, length(away) - radius


@kernel
def _out_of_colliders(
    joints: Table, j: int, colliders: Table, matrices: Table, head: Vector, end: Vector, reach: float
) -> Vector:
    """Return where colliders leave the end of joint `j`, at its distance `reach` from its head.

    Reads RADIUS, FIRST_COLLIDER and LAST_COLLIDER of `joints` (j, JOINT_WIDTH). Takes `colliders` (c, COLLIDER_WIDTH)
    and `matrices` (n, 16) as `_from_collider` does.
    """
    for c in range(int(joints[j, at.FIRST_COLLIDER]), int(joints[j, at.LAST_COLLIDER])):
        out, room = _from_collider(colliders, c, matrices, end)
        if room < joints[j, at.RADIUS]:
            pushed = subtract(add(end, scaled(out, joints[j, at.RADIUS] - room)), head)
            end = add(head, scaled(unit(pushed, out), reach))
    return end


@kernel
def _may_collide(joints: Table, j: int, colliders: Table, matrices: Table, head: Vector, reach: float) -> bool:
    """Return whether some collider is so near that the end of joint `j` may come into it.

    Reads RADIUS, FIRST_COLLIDER and LAST_COLLIDER of `joints` (j, JOINT_WIDTH). Takes `colliders` (c, COLLIDER_WIDTH)
    and `matrices` (n, 16) as `_from_collider` does.
    """
    for c in range(int(joints[j, at.FIRST_COLLIDER]), int(joints[j, at.LAST_COLLIDER])):
        _out, room = _from_collider(colliders, c, matrices, head)
        if room < joints[j, at.RADIUS] + reach:
            return True
    return False


@kernel
def at_rest(
    joints: Table, j: int, colliders: Table, matrices: Table, head: Vector, line: Vector, reach: float
) -> Vector:
    """Return where the end of joint `j` comes to rest, which begins where the bone itself would have it.

    `line` is the direction of the bone at rest on its parent. What steps of time come to, without their speed: in free
    space the direction in which stiffness and gravity pull together; among colliders step by step.

    Reads PULL, STIFFNESS, RADIUS, FIRST_COLLIDER and LAST_COLLIDER of `joints` (j, JOINT_WIDTH). Takes `colliders` (c,
    COLLIDER_WIDTH) and `matrices` (n, 16) as `_from_collider` does.
    """
    pull = add(scaled(line, joints[j, at.STIFFNESS]), vector(joints, j, at.PULL))
    strength = length(pull)
    if not _may_collide(joints, j, colliders, matrices, head, reach):
        return add(head, scaled(unit(pull, line), reach))
    end = add(head, scaled(line, reach))
    if strength > TINY:
        pull = scaled(pull, max(STEP, LEAST * reach / strength))
    for _ in range(MOST):
        before = end
        end = add(head, scaled(unit(subtract(add(end, pull), head), line), reach))
        end = _out_of_colliders(joints, j, colliders, matrices, head, end, reach)
        if length(subtract(end, before)) <= NEAR * reach:
            break
    return end


@kernel
def _in_armature(matrices: Table, centre: int, place: Vector) -> Vector:
    """Return a place in the axes of bone `centre`, −1 for none, in armature space.

    Reads `matrices` (n, 16).
    """
    return place if centre < 0 else move_point(matrices, centre, place)


@kernel
def remembered_end(joints: Table, j: int, matrices: Table, memory: Table) -> Vector:
    """Return where the end of joint `j` was last, armature space.

    Reads CENTRE of `joints` (j, JOINT_WIDTH); `matrices` (n, 16); and NOW of `memory` (j, MEMORY_WIDTH).
    """
    return _in_armature(matrices, int(joints[j, at.CENTRE]), vector(memory, j, at.NOW))


@kernel
def remember(joints: Table, j: int, matrices: Table, memory: Table, end: Vector, still: bool) -> None:
    """Note where the end of joint `j` is; one that is `still` has no speed.

    Reads CENTRE of `joints` (j, JOINT_WIDTH); `matrices` (n, 16); and NOW of `memory` (j, MEMORY_WIDTH). Writes NOW and
    BEFORE of `memory`.
    """
    centre = int(joints[j, at.CENTRE])
    if centre >= 0:
        x, y, z = axis(matrices, centre, 0, 0), axis(matrices, centre, 0, 1), axis(matrices, centre, 0, 2)
        end = solve_axes(x, y, z, subtract(end, axis(matrices, centre, 0, 3)))
    for c in range(3):
        memory[j, at.BEFORE + c] = end[c] if still else memory[j, at.NOW + c]
        memory[j, at.NOW + c] = end[c]


@kernel
def after_step(
    joints: Table,
    j: int,
    colliders: Table,
    matrices: Table,
    memory: Table,
    head: Vector,
    line: Vector,
    reach: float,
) -> Vector:
    """Return where the end of joint `j` is after a step.

    Reads PULL, STIFFNESS, DRAG, RADIUS, FIRST_COLLIDER, LAST_COLLIDER and CENTRE of `joints` (j, JOINT_WIDTH); and NOW
    and BEFORE of `memory` (j, MEMORY_WIDTH). Takes `colliders` (c, COLLIDER_WIDTH) and `matrices` (n, 16) as
    `_from_collider` does.
    """
    now, before = vector(memory, j, at.NOW), vector(memory, j, at.BEFORE)
    kept = add(now, scaled(subtract(now, before), 1.0 - joints[j, at.DRAG]))
    pull = add(scaled(line, joints[j, at.STIFFNESS]), vector(joints, j, at.PULL))
    end = add(_in_armature(matrices, int(joints[j, at.CENTRE]), kept), scaled(pull, STEP))
    end = add(head, scaled(unit(subtract(end, head), line), reach))
    return _out_of_colliders(joints, j, colliders, matrices, head, end, reach)
