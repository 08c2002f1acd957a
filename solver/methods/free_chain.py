"""An unlimited chain with one position goal: the same steps as in `continuation`, in closed form, and an exact end.

Only positions and total rotations in armature space are needed. As each joint turns about three axes at right angles,
a joint whose effector is at r from it adds |r|² − r rᵀ to J Jᵀ, and turns by r × y. What remains after the continuation
is closed at once: all joints straighten, or bend further, by the same part until the effector is as far from the root
as the goal, and the root turns it there. That is exact at any distance, where iterations are slow near full reach, and
it joins the straight chain continuously.
"""

from __future__ import annotations

from math import ceil, sqrt

import numpy as np

from pantin.solver.chains.chain import effector, tip
from pantin.solver.chains.goals import are_full_poses
from pantin.solver.chains.joints import parent
from pantin.solver.chains.reach import is_unlimited
from pantin.solver.chains.residual_trace import record_effector
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    GOAL_POSITION,
    HEAD,
    LOCAL,
    MOBILITY,
    POLE_INFLUENCE,
    REST_ROTATION,
    ROTATION_WEIGHT,
    WEIGHT,
    WORLD,
    Table,
)
from pantin.solver.least_squares.damped_step import LARGEST_ROTATION
from pantin.solver.least_squares.levenberg import CONTINUATION_DAMPING
from pantin.solver.maths.rotations import (
    Quaternion,
    Vector,
    add,
    cross,
    dot,
    exponential,
    inverse,
    length,
    logarithm,
    multiply,
    normalised,
    quaternion,
    rotate,
    scaled,
    shortest_arc,
    store,
    store_quaternion,
    subtract,
    unit,
    vector,
)

POSITION = 0  # 3: where the joint is; in the last row the effector
ROTATION = 3  # 4: by how much it has turned since the beginning, armature space
STRAIGHTENING, STRAIGHTENING_W = 7, 10  # 3 and 1: the quaternion that aligns its link with the one before
LINK_LENGTH = 11  # the length of its link, from there to the next row
WIDTH = 12
"""Columns of a free chain: one row for each joint, and one for the effector."""

ROUNDS = 60
"""Most iterations in the search for how far to straighten; it needs about four."""

MOST_FOLDED = 1.96
"""How far the chain may bend further: by 0.4 of its way from the straight chain, squared as in `_close_gap`."""

DISTANCE_TOLERANCE = 1e-13
"""Largest error of the effector's distance from the root, in chain lengths."""


@kernel
def is_free(joints: Table, goals: Table) -> bool:
    """Whether this is an unbranched chain of unlimited joints that are not stiff, with a position goal only."""
    if len(goals) != 1 or not are_full_poses(goals) or not is_unlimited(joints):
        return False
    if goals[0, WEIGHT] == 0.0 or goals[0, ROTATION_WEIGHT] != 0.0 or goals[0, POLE_INFLUENCE] != 0.0:
        return False
    for j in range(len(joints)):
        if parent(joints, j) != j - 1 or joints[j, MOBILITY] + joints[j, MOBILITY + 1] + joints[j, MOBILITY + 2] != 3.0:
            return False
    return tip(goals, 0) == len(joints) - 1


@kernel
def solve(joints: Table, goals: Table, within: bool, step_length: float, most: float, trace: Table) -> tuple[int, bool]:
    """Follow the goal and, `within` reach, bring the effector exactly there. Returns the steps, and whether it did.

    It does not where the chain would have to be folded more than `MOST_FOLDED`. Steps are `step_length` chain lengths,
    or longer where there would be more than `most` of them.
    """
    chain, position = np.empty((len(joints) + 1, WIDTH)), vector(goals, 0, GOAL_POSITION)
    total = _read_chain(joints, goals, chain)
    taken = _continue_to(chain, position, step_length * total, most, trace)
    arrived = within and _close_gap(chain, position, total)
    _write_chain(chain, joints)
    return taken, arrived


@kernel
def _read_chain(joints: Table, goals: Table, chain: Table) -> float:
    """Fill `chain` (j + 1, WIDTH). Returns its length, metres."""
    last, total = len(joints), 0.0
    store(chain, last, POSITION, effector(joints, goals, 0))
    for j in range(last - 1, -1, -1):
        store(chain, j, POSITION, vector(joints, j, HEAD))
        store_quaternion(chain, j, ROTATION, (0.0, 0.0, 0.0, 1.0))
        chain[j, LINK_LENGTH] = length(_link(chain, j))
        total += chain[j, LINK_LENGTH]
    return total


@kernel
def _effector(chain: Table) -> Vector:
    """Where the effector is."""
    return vector(chain, len(chain) - 1, POSITION)


@kernel
def _link(chain: Table, j: int) -> Vector:
    """The vector from joint `j` to the next."""
    return subtract(vector(chain, j + 1, POSITION), vector(chain, j, POSITION))


@kernel
def _continue_to(chain: Table, position: Vector, step_length: float, most: float, trace: Table) -> int:
    """Move the goal from the effector to `position`, on an arc about the root, in steps of `step_length` metres.

    Returns the steps. The first of several is shorter and taken in proportion, as in `continuation`.
    """
    origin = vector(chain, 0, POSITION)
    a, b = subtract(_effector(chain), origin), subtract(position, origin)
    la, lb = length(a), length(b)
    ua, turn = a, (0.0, 0.0, 0.0)
    on_arc = la > 1e-12 and lb > 1e-12
    if on_arc:
        ua = scaled(a, 1.0 / la)
        turn = logarithm(shortest_arc(ua, scaled(b, 1.0 / lb), (0.0, 0.0, 1.0)))
    way = abs(lb - la) + max(la, lb) * length(turn)
    count = min(way / max(step_length, 1e-12), most)
    steps = ceil(count)
    onwards, first = exponential(scaled(turn, 1.0 / max(count, 1.0))), 1.0 - (steps - 1) / max(count, 1e-12)
    for step in range(steps):
        ahead = steps - 1 - step
        ua = rotate(onwards if step > 0 else exponential(scaled(turn, first)), ua)
        t = 1.0 - ahead / count
        goal = scaled(ua, la + (lb - la) * t) if on_arc else add(a, scaled(subtract(b, a), t))
        _damped_step(chain, add(origin, goal) if ahead > 0 else position, min(count - ahead, 1.0) if ahead > 0 else 1.0)
        record_effector(trace, 0, _effector(chain))
    return steps


@kernel
def _damped_step(chain: Table, position: Vector, part: float) -> None:
    """`part` of a damped step towards `position`, as `levenberg.continuation_step` takes it."""
    end, joints = _effector(chain), len(chain) - 1
    xx, yy, zz, xy, xz, yz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for j in range(joints):
        r = subtract(end, vector(chain, j, POSITION))
        x2, y2, z2 = r[0] * r[0], r[1] * r[1], r[2] * r[2]
        xx, yy, zz = xx + y2 + z2, yy + x2 + z2, zz + x2 + y2
        xy, xz, yz = xy - r[0] * r[1], xz - r[0] * r[2], yz - r[1] * r[2]
    damping = CONTINUATION_DAMPING * (xx + yy + zz) / 3.0
    y = _solve_symmetric(
        (xx + damping, xy, xz), (xy, yy + damping, yz), (xz, yz, zz + damping), subtract(position, end)
    )
    here, carried = vector(chain, 0, POSITION), (0.0, 0.0, 0.0, 1.0)
    for j in range(joints):
        link = _link(chain, j)
        carried = multiply(carried, _small_rotation(cross(subtract(end, vector(chain, j, POSITION)), y), part))
        store(chain, j, POSITION, here)
        store_quaternion(chain, j, ROTATION, multiply(carried, quaternion(chain, j, ROTATION)))
        here = add(here, rotate(carried, link))
    store(chain, joints, POSITION, here)


@kernel
def _small_rotation(turn: Vector, part: float) -> Quaternion:
    """`part` of the rotation of one step, by the Cayley map, which is nearly the exponential and needs no sine."""
    size2 = dot(turn, turn)
    half = 0.5 * part
    if size2 > LARGEST_ROTATION * LARGEST_ROTATION:
        half *= LARGEST_ROTATION / sqrt(size2)
        size2 = LARGEST_ROTATION * LARGEST_ROTATION
    size2 *= part * part
    cosine = 1.0 / sqrt(1.0 + 0.25 * size2)
    sine = half * cosine
    return (turn[0] * sine, turn[1] * sine, turn[2] * sine, cosine)


@kernel
def _solve_symmetric(a: Vector, b: Vector, c: Vector, right: Vector) -> Vector:
    """The solution of the symmetric 3 × 3 system with the rows a, b, c, by Cramer's rule."""
    bc, ca, ab = cross(b, c), cross(c, a), cross(a, b)
    volume = dot(a, bc)
    if volume <= 0.0:
        return (0.0, 0.0, 0.0)
    total = add(add(scaled(bc, right[0]), scaled(ca, right[1])), scaled(ab, right[2]))
    return scaled(total, 1.0 / volume)


@kernel
def _close_gap(chain: Table, position: Vector, total: float) -> bool:
    """Bring the effector exactly to `position`, which is within reach, by straightening or bending further.

    The distance of the effector from the root grows almost linearly with (1 − t)², where t is the part of the way to
    the straight chain: that square is sought, 0 where the chain is straight, 1 as it stands. False, with nothing done,
    where the chain would have to be folded more than `MOST_FOLDED`.
    """
    origin = vector(chain, 0, POSITION)
    out = subtract(position, origin)
    distance, line = length(out), unit(out, (0.0, 1.0, 0.0))
    _find_straightening(chain, line)
    near, far, over = 1.0, 0.0, total - distance
    short = length(subtract(_effector(chain), origin)) - distance
    if short > 0.0:
        near, far, over = MOST_FOLDED, 1.0, short
        short = length(_effector_straightened(chain, near)) - distance
        if short > 0.0:
            return False
    part, end = _find_part(chain, distance, DISTANCE_TOLERANCE * total, near, far, short, over)
    _straighten(chain, part, shortest_arc(unit(end, line), line, (0.0, 0.0, 1.0)))
    return True


@kernel
def _find_part(
    chain: Table, distance: float, tolerance: float, near: float, far: float, short: float, over: float
) -> tuple[float, Vector]:
    """The part at which the effector is `distance` from the root, and where it is then, by false position.

    It lies between the parts `near` and `far`, at which the distance is wrong by `short` ≤ 0 and `over` ≥ 0. The error
    at the end that stays is reduced (Anderson and Björck, A new high order method of regula falsi type, 1973).
    """
    part, end = near, (0.0, 0.0, 0.0)
    for _ in range(ROUNDS):
        part = max(near + (far - near) * short / (short - over), far) if over > short else far
        end = _effector_straightened(chain, part)
        error = length(end) - distance
        if abs(error) <= tolerance or part >= near or part <= far:
            break
        if error < 0.0:
            weight = 1.0 - error / short
            over *= weight if weight > 0.0 else 0.5
            near, short = part, error
        else:
            weight = 1.0 - error / over
            short *= weight if weight > 0.0 else 0.5
            far, over = part, error
    return part, end


@kernel
def _find_straightening(chain: Table, line: Vector) -> None:
    """For each joint the rotation that aligns its link with the one before; for the first, with unit `line`."""
    before = line
    for j in range(len(chain) - 1):
        size = chain[j, LINK_LENGTH]
        along = scaled(_link(chain, j), 1.0 / size) if size > 0.0 else before
        store_quaternion(chain, j, STRAIGHTENING, shortest_arc(along, before, cross(before, (0.0, 0.0, 1.0))))
        before = along


@kernel
def _partial_straightening(chain: Table, j: int, t: float) -> Quaternion:
    """Part `t` of the rotation that straightens joint `j`, not normalised; below 0 it bends further."""
    return (
        t * chain[j, STRAIGHTENING],
        t * chain[j, STRAIGHTENING + 1],
        t * chain[j, STRAIGHTENING + 2],
        1.0 - t + t * chain[j, STRAIGHTENING_W],
    )


@kernel
def _effector_straightened(chain: Table, part: float) -> Vector:
    """The vector from root to effector when the joints have straightened by t, (1 − t)² being `part`."""
    t, v = 1.0 - sqrt(part), (0.0, 0.0, 0.0)
    for j in range(len(chain) - 2, -1, -1):
        q = _partial_straightening(chain, j, t)
        v = add(v, _link(chain, j))
        # rotated by q, whose squared norm is 1 − 2 t (1 − t) (1 − w)
        double = 2.0 / (1.0 - 2.0 * t * (1.0 - t) * (1.0 - chain[j, STRAIGHTENING_W]))
        once = cross((q[0], q[1], q[2]), v)
        v = add(v, scaled(add(scaled(once, q[3]), cross((q[0], q[1], q[2]), once)), double))
    return v


@kernel
def _straighten(chain: Table, part: float, onto: Quaternion) -> None:
    """Straighten the joints so far, and turn the chain about its root by `onto`."""
    t, carried, here = 1.0 - sqrt(part), onto, vector(chain, 0, POSITION)
    for j in range(len(chain) - 1):
        link = _link(chain, j)
        carried = multiply(carried, normalised(_partial_straightening(chain, j, t)))
        store(chain, j, POSITION, here)
        store_quaternion(chain, j, ROTATION, multiply(carried, quaternion(chain, j, ROTATION)))
        here = add(here, rotate(carried, link))
    store(chain, len(chain) - 1, POSITION, here)


@kernel
def _write_chain(chain: Table, joints: Table) -> None:
    """Copy positions and rotations back to the joints."""
    held = (0.0, 0.0, 0.0, 1.0)
    for j in range(len(joints)):
        world = normalised(multiply(quaternion(chain, j, ROTATION), quaternion(joints, j, WORLD)))
        frame = multiply(held, quaternion(joints, j, REST_ROTATION))
        store(joints, j, HEAD, vector(chain, j, POSITION))
        store_quaternion(joints, j, WORLD, world)
        store_quaternion(joints, j, LOCAL, normalised(multiply(inverse(frame), world)))
        held = world
