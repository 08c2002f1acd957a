"""An unlimited chain with one position goal: the same steps as in `continuation`, in closed form, and an exact end.

Only positions and total rotations in armature space are needed. As each joint turns about three axes at right angles,
a joint whose effector is at r from it adds |r|² − r rᵀ to J Jᵀ, and turns by r × y. What remains after the continuation
is closed at once: all joints straighten, or bend further, by the same part until the effector is as far from the root
as the goal, and the root turns it there. That is exact at any distance, where iterations are slow near full reach, and
it joins the straight chain continuously.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.chains import straightening
from pantin.solver.chains.chain import effector, tip
from pantin.solver.chains.goals import are_full_poses
from pantin.solver.chains.joints import parent
from pantin.solver.chains.reach import is_unlimited
from pantin.solver.chains.residual_trace import record_effector
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import ceil, sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.least_squares.damped_step import LARGEST_ROTATION
from pantin.solver.least_squares.levenberg import CONTINUATION_DAMPING
from pantin.solver.maths.axes import solve_symmetric
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
    vector,
)


@kernel
def is_free(joints: Table, goals: Table) -> bool:
    """Return whether this is an unbranched chain of unlimited joints that are not stiff, with a position goal only.

    Reads PARENT_JOINT, LIMITED and MOBILITY of `joints` (j, JOINT_WIDTH); and TIP, WEIGHT, ROTATION_WEIGHT,
    POLE_INFLUENCE, GOAL_KIND, FREE_POSITION_AXES and FREE_ROTATION_AXES of `goals` (k, GOAL_WIDTH).
    """
    if len(goals) != 1 or not are_full_poses(goals) or not is_unlimited(joints):
        return False
    if goals[0, at.WEIGHT] == 0.0 or goals[0, at.ROTATION_WEIGHT] != 0.0 or goals[0, at.POLE_INFLUENCE] != 0.0:
        return False
    for j in range(len(joints)):
        if (
            parent(joints, j) != j - 1
            or joints[j, at.MOBILITY] + joints[j, at.MOBILITY + 1] + joints[j, at.MOBILITY + 2] != 3.0
        ):
            return False
    return tip(goals, 0) == len(joints) - 1


@kernel
def solve(joints: Table, goals: Table, within: bool, step_length: float, most: float, trace: Table) -> tuple[int, bool]:
    """Follow the goal and, `within` reach, bring the effector exactly there. Returns the steps, and whether it did.

    It does not where the chain would have to be folded more than `MOST_FOLDED`. Steps are `step_length` chain lengths,
    or longer where there would be more than `most` of them.

    Reads LENGTH_RATIO, REST_ROTATION, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); TIP, EFFECTOR_OFFSET
    and GOAL_POSITION of `goals` (k, GOAL_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and TRACE_KEEP of
    `trace` (k, TRACE_WIDTH). Writes LOCAL, WORLD and HEAD of `joints`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    chain, position = np.empty((len(joints) + 1, straightening.WIDTH)), vector(goals, 0, at.GOAL_POSITION)
    total = _read_chain(joints, goals, chain)
    taken = _continue_to(chain, position, step_length * total, most, trace)
    arrived = within and straightening.close_gap(chain, position, total)
    _write_chain(chain, joints)
    return taken, arrived


@kernel
def _read_chain(joints: Table, goals: Table, chain: Table) -> float:
    """Fill `chain` (j + 1, WIDTH). Returns its length, metres.

    Reads LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); TIP and EFFECTOR_OFFSET of `goals`
    (k, GOAL_WIDTH); and POSITION and LINK_LENGTH of `chain` (j + 1, WIDTH). Writes POSITION, ROTATION and LINK_LENGTH
    of `chain`.
    """
    last, total = len(joints), 0.0
    store(chain, last, straightening.POSITION, effector(joints, goals, 0))
    for j in range(last - 1, -1, -1):
        store(chain, j, straightening.POSITION, vector(joints, j, at.HEAD))
        store_quaternion(chain, j, straightening.ROTATION, (0.0, 0.0, 0.0, 1.0))
        chain[j, straightening.LINK_LENGTH] = length(straightening.link_of(chain, j))
        total += chain[j, straightening.LINK_LENGTH]
    return total


@kernel
def _continue_to(chain: Table, position: Vector, step_length: float, most: float, trace: Table) -> int:
    """Move the goal from the effector to `position`, on an arc about the root, in steps of `step_length` metres.

    Returns the steps. The first of several is shorter and taken in proportion, as in `continuation`.

    Reads POSITION and ROTATION of `chain` (j + 1, WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and TRACE_KEEP
    of `trace` (k, TRACE_WIDTH). Writes POSITION and ROTATION of `chain`; and TRACE_COUNT and TRACE_RESIDUALS of
    `trace`.
    """
    origin = vector(chain, 0, straightening.POSITION)
    a, b = subtract(straightening.end_of(chain), origin), subtract(position, origin)
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
        record_effector(trace, 0, straightening.end_of(chain))
    return steps


@kernel
def _damped_step(chain: Table, position: Vector, part: float) -> None:
    """Take `part` of a damped step towards `position`, as `levenberg.continuation_step` does.

    Reads POSITION and ROTATION of `chain` (j + 1, WIDTH). Writes POSITION and ROTATION of `chain`.
    """
    end = straightening.end_of(chain)
    xx, yy, zz, xy, xz, yz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for j in range(len(chain) - 1):
        r = subtract(end, vector(chain, j, straightening.POSITION))
        x2, y2, z2 = r[0] * r[0], r[1] * r[1], r[2] * r[2]
        xx, yy, zz = xx + y2 + z2, yy + x2 + z2, zz + x2 + y2
        xy, xz, yz = xy - r[0] * r[1], xz - r[0] * r[2], yz - r[1] * r[2]
    damping = CONTINUATION_DAMPING * (xx + yy + zz) / 3.0
    a, b, c = (xx + damping, xy, xz), (xy, yy + damping, yz), (xz, yz, zz + damping)
    y = solve_symmetric(a, b, c, subtract(position, end))
    _turn_joints(chain, end, y, part)


@kernel
def _turn_joints(chain: Table, end: Vector, y: Vector, part: float) -> None:
    """Turn each joint by `part` of r × `y`, r being the vector from it to the effector at `end`; kinematics.

    Reads POSITION and ROTATION of `chain` (j + 1, WIDTH). Writes POSITION and ROTATION of `chain`.
    """
    here, carried, joints = vector(chain, 0, straightening.POSITION), (0.0, 0.0, 0.0, 1.0), len(chain) - 1
    for j in range(joints):
        carried = multiply(
            carried, _small_rotation(cross(subtract(end, vector(chain, j, straightening.POSITION)), y), part)
        )
        here = straightening.turn_link(chain, j, carried, here)
    store(chain, joints, straightening.POSITION, here)


@kernel
def _small_rotation(turn: Vector, part: float) -> Quaternion:
    """Return `part` of the rotation of one step, by the Cayley map, which is nearly the exponential without a sine."""
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
def _write_chain(chain: Table, joints: Table) -> None:
    """Copy positions and rotations back to the joints.

    Reads POSITION and ROTATION of `chain` (j + 1, WIDTH); and REST_ROTATION and WORLD of `joints` (j, JOINT_WIDTH).
    Writes LOCAL, WORLD and HEAD of `joints`.
    """
    held = (0.0, 0.0, 0.0, 1.0)
    for j in range(len(joints)):
        world = normalised(multiply(quaternion(chain, j, straightening.ROTATION), quaternion(joints, j, at.WORLD)))
        frame = multiply(held, quaternion(joints, j, at.REST_ROTATION))
        store(joints, j, at.HEAD, vector(chain, j, straightening.POSITION))
        store_quaternion(joints, j, at.WORLD, world)
        store_quaternion(joints, j, at.LOCAL, normalised(multiply(inverse(frame), world)))
        held = world
