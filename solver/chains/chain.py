"""The bones that one solve turns, and the goals that they are turned for.

A chain (or a tree, where goals share bones) is a set of rigid links. Each joint has a frame, in which it stands at
rest, and a local turn from there; everything else follows from these. Solvers change the local turns only.
"""

from __future__ import annotations

from math import cos, sin, sqrt

import numpy as np

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    ABOVE,
    BASE,
    BONE,
    BONE_LEAST,
    BONE_MOST,
    BONE_STRETCH,
    BOUNDED,
    COORDS,
    EASE,
    FIRST,
    FREE,
    HEAD,
    JOINT_WIDTH,
    KEEP_INSIDE,
    KEEP_OUTSIDE,
    LINK,
    LOCAL,
    LONGER,
    LOWER,
    OUTWARD,
    POLE,
    POLE_ANGLE,
    REACH,
    REST_TURN,
    ROOT,
    STIFFNESS,
    STRETCH,
    TIP,
    UPPER,
    VOLUME,
    WORLD,
    Numbers,
    Rows,
    Table,
)
from pantin.solver.maths.forward import combine
from pantin.solver.maths.forward import frame as rest_frame
from pantin.solver.maths.joint_coordinates import coordinates_of, turn_of, within
from pantin.solver.maths.rotations import (
    Quaternion,
    Vector,
    about,
    across,
    add,
    axis,
    columns,
    cross,
    exponential,
    inverse,
    length,
    multiply,
    normalised,
    orientation,
    perpendicular,
    quaternion,
    rotate,
    scaled,
    slerp,
    store,
    store_axis,
    store_quaternion,
    subtract,
    unit,
    upright,
    vector,
)


@kernel
def gather(bones: Table, joint_bones: Rows, matrices: Table, stretches: Table) -> Table:
    """The joints of a chain as it stands in `matrices`.

    `joint_bones` (j, 2) has, parents first, the bone of each joint and the joint above it.
    """
    joints = np.empty((len(joint_bones), JOINT_WIDTH))
    for j in range(len(joints)):
        i, p = joint_bones[j, 0], joint_bones[j, 1]
        joints[j, BONE], joints[j, ABOVE], joints[j, VOLUME] = i, p, 0.0
        store(joints, j, COORDS, (0.0, 0.0, 0.0))
        joints[j, OUTWARD], joints[j, OUTWARD + 1] = 0.0, 0.0
        joints[j, STRETCH], joints[j, LONGER] = bones[i, BONE_STRETCH], 1.0
        q = orientation(matrices, i)
        store_quaternion(joints, j, FIRST, q)
        store_quaternion(joints, j, WORLD, q)
        head = link = axis(matrices, i, 0, 3)
        if p >= 0:
            held = quaternion(joints, p, FIRST)
            base = quaternion(bones, i, REST_TURN)
            frame = multiply(held, base)
            link = rotate(inverse(held), subtract(head, vector(joints, p, HEAD)))
        else:
            x, y, _, _ = rest_frame(bones, i, matrices, stretches)
            base = frame = upright(x, y)
        store(joints, j, HEAD, head)
        store_quaternion(joints, j, BASE, base)
        store(joints, j, LINK, link)
        store_quaternion(joints, j, LOCAL, normalised(multiply(inverse(frame), q)))
        _bound(joints, j, bones, i)
    return joints


@kernel
def _bound(joints: Table, j: int, bones: Table, i: int) -> None:
    """Take over how far and how willingly bone `i` turns."""
    joints[j, BOUNDED] = 0.0
    for a in range(3):
        low, high = bones[i, BONE_LEAST + a], bones[i, BONE_MOST + a]
        locked = low == 0.0 and high == 0.0
        joints[j, LOWER + a], joints[j, UPPER + a] = low, high
        joints[j, EASE + a] = 0.0 if locked else 1.0 - bones[i, STIFFNESS + a]
        if low > -FREE or high < FREE:
            joints[j, BOUNDED] = 1.0


@kernel
def above(joints: Table, j: int) -> int:
    """The joint that carries `j`; −1 for a root."""
    return int(joints[j, ABOVE])


@kernel
def tip(goals: Table, k: int) -> int:
    """The last joint of goal `k`'s chain."""
    return int(goals[k, TIP])


@kernel
def root(goals: Table, k: int) -> int:
    """The first joint of goal `k`'s chain. Others may carry it."""
    return int(goals[k, ROOT])


@kernel
def bounds(joints: Table, j: int) -> tuple[Vector, Vector]:
    """The lower and the upper bounds of joint `j`, as `coordinates` compares them."""
    return vector(joints, j, LOWER), vector(joints, j, UPPER)


@kernel
def frame_of(joints: Table, j: int) -> Quaternion:
    """The rotation in which joint `j` would stand at rest now."""
    p = above(joints, j)
    if p < 0:
        return quaternion(joints, j, BASE)
    return multiply(quaternion(joints, p, WORLD), quaternion(joints, j, BASE))


@kernel
def stretched(joints: Table, j: int, v: Vector) -> Vector:
    """The point `v` of joint `j`, given in its axes, when it is as long as it is now."""
    thin = girth(joints, j)
    return (v[0] * thin, v[1] * joints[j, LONGER], v[2] * thin)


@kernel
def girth(joints: Table, j: int) -> float:
    """How thick joint `j` is now: less where it is longer and keeps its volume."""
    return 1.0 / sqrt(joints[j, LONGER]) if joints[j, VOLUME] != 0.0 else 1.0


@kernel
def refresh(joints: Table) -> None:
    """Let places and rotations follow from the local turns."""
    for j in range(len(joints)):
        refresh_joint(joints, j)


@kernel
def refresh_joint(joints: Table, j: int) -> None:
    """Let the place and the rotation of joint `j` follow from its local turn and from the joint above."""
    p = above(joints, j)
    v = vector(joints, j, LINK)
    if p >= 0:
        v = add(vector(joints, p, HEAD), rotate(quaternion(joints, p, WORLD), stretched(joints, p, v)))
    store(joints, j, HEAD, v)
    turn = multiply(quaternion(joints, j, BASE), quaternion(joints, j, LOCAL))
    if p >= 0:
        turn = multiply(quaternion(joints, p, WORLD), turn)
    store_quaternion(joints, j, WORLD, turn)


@kernel
def hold_limits(joints: Table) -> bool:
    """Bring every bounded joint into its bounds. Returns whether any was outside."""
    moved = False
    for j in range(len(joints)):
        if joints[j, BOUNDED] != 0.0:
            c = coordinates_of(quaternion(joints, j, LOCAL))
            held, hit = _hold(joints, j, c)
            # rounding alone is no violation: an exact answer on the bound stays one
            moved = moved or abs(held[0] - c[0]) + abs(held[1] - c[1]) + abs(held[2] - c[2]) > 1e-7
            if hit:
                store_quaternion(joints, j, LOCAL, turn_of(held))
    refresh(joints)
    return moved


@kernel
def turn_joint(joints: Table, j: int, q: Quaternion) -> None:
    """Turn joint `j` by `q`, given in armature space. The joints after it follow at the next refresh."""
    frame = frame_of(joints, j)
    world = multiply(q, multiply(frame, quaternion(joints, j, LOCAL)))
    store_quaternion(joints, j, LOCAL, normalised(multiply(inverse(frame), world)))


@kernel
def turn_by(joints: Table, j: int, d: Vector) -> None:
    """Let the three coordinates of joint `j` grow by `d`, no further than they may. What hangs on it has to follow."""
    if joints[j, BOUNDED] != 0.0:
        held, _ = _hold(joints, j, add(vector(joints, j, COORDS), d))
        store_quaternion(joints, j, LOCAL, turn_of(held))
    else:
        store_quaternion(joints, j, LOCAL, normalised(multiply(quaternion(joints, j, LOCAL), exponential(d))))


@kernel
def turn_on(joints: Table, j: int, d: Vector) -> None:
    """The same for small turns, and joint `j` follows, as in `refresh_joint`: all in one go, for the innermost loop.

    Without bounds it turns by the Cayley map, which is nearly the exponential and needs no sine.
    """
    local = quaternion(joints, j, LOCAL)
    if d[0] != 0.0 or d[1] != 0.0 or d[2] != 0.0:
        if joints[j, BOUNDED] != 0.0:
            held, _ = _hold(joints, j, add(vector(joints, j, COORDS), d))
            local = turn_of(held)
        else:
            local = normalised(multiply(local, (0.5 * d[0], 0.5 * d[1], 0.5 * d[2], 1.0)))
        store_quaternion(joints, j, LOCAL, local)
    head, world, p = vector(joints, j, LINK), multiply(quaternion(joints, j, BASE), local), above(joints, j)
    if p >= 0:
        held_by = quaternion(joints, p, WORLD)
        head = add(vector(joints, p, HEAD), rotate(held_by, stretched(joints, p, head)))
        world = multiply(held_by, world)
    store(joints, j, HEAD, head)
    store_quaternion(joints, j, WORLD, world)


@kernel
def _hold(joints: Table, j: int, c: Vector) -> tuple[Vector, bool]:
    """Give joint `j` the coordinates `c`, drawn back into its bounds. Returns them, and whether they were outside."""
    lower, upper = bounds(joints, j)
    held, hit, nx, nz = within(lower, upper, c)
    store(joints, j, COORDS, held)
    joints[j, OUTWARD], joints[j, OUTWARD + 1] = nx, nz
    return held, hit


@kernel
def effector(joints: Table, goals: Table, k: int) -> Vector:
    """Where goal `k`'s end of the chain is now."""
    t = tip(goals, k)
    v = stretched(joints, t, vector(goals, k, REACH))
    return add(vector(joints, t, HEAD), rotate(quaternion(joints, t, WORLD), v))


@kernel
def beyond(keep: float, radius: float, distance: float) -> float:
    """How much farther than allowed `distance` is; below 0 how much nearer. A place is a sphere of no radius."""
    if keep == KEEP_INSIDE:
        return max(distance - radius, 0.0)
    if keep == KEEP_OUTSIDE:
        return min(distance - radius, 0.0)
    return distance - radius


@kernel
def root_of(joints: Table, j: int) -> int:
    """The first joint above `j`."""
    while above(joints, j) >= 0:
        j = above(joints, j)
    return j


@kernel
def bend(joints: Table, goals: Table, k: int, line: Vector) -> Vector:
    """Which way goal `k`'s chain bends off unit `line` through its root, times how much: the sum over its joints."""
    j = tip(goals, k)
    origin = vector(joints, root(goals, k), HEAD)
    total = (0.0, 0.0, 0.0)
    while j != root(goals, k):
        total = add(total, across(subtract(vector(joints, j, HEAD), origin), line))
        j = above(joints, j)
    return total


@kernel
def bend_wanted(joints: Table, goals: Table, k: int, line: Vector) -> Vector:
    """The unit direction off `line` that the pole asks for; (0, 0, 0) where the pole lies on it."""
    origin = vector(joints, root(goals, k), HEAD)
    side = across(subtract(vector(goals, k, POLE), origin), line)
    if length(side) < 1e-6 * max(1e-9, length(subtract(vector(goals, k, POLE), origin))):
        return (0.0, 0.0, 0.0)
    side = unit(side, side)
    a = goals[k, POLE_ANGLE]
    return add(scaled(side, cos(a)), scaled(cross(line, side), sin(a)))


@kernel
def link_lengths(joints: Table, goals: Table, k: int) -> tuple[float, float]:
    """The whole length of goal `k`'s chain and its longest link: what it can and cannot reach."""
    j = tip(goals, k)
    size = length(stretched(joints, j, vector(goals, k, REACH)))
    total, longest = size, size
    while j != root(goals, k):
        size = length(stretched(joints, above(joints, j), vector(joints, j, LINK)))
        total, longest = total + size, max(longest, size)
        j = above(joints, j)
    return total, longest


@kernel
def bend_straight(joints: Table, goals: Table, k: int, angle: float) -> None:
    """Bend a straight chain a little, so that the solver has a side to go to: as it is built. A pole turns it later.

    The root gives the bend back, so that the end stays nearly where it was.
    """
    t = tip(goals, k)
    line = unit(subtract(effector(joints, goals, k), vector(joints, root(goals, k), HEAD)), (0.0, 1.0, 0.0))
    normal = natural_hinge(joints, t, line)
    j = t
    while j != root(goals, k):
        turn_joint(joints, j, about(normal, -angle))
        j = above(joints, j)
    turn_joint(joints, j, about(normal, angle))
    hold_limits(joints)


@kernel
def natural_hinge(joints: Table, j: int, line: Vector) -> Vector:
    """The normal about which joint `j` bends a chain that is straight along `line`: its X axis, or Z where X is locked.

    It points so that the joint turns to the side on which it may turn further.
    """
    a = 2 if joints[j, EASE] == 0.0 and joints[j, EASE + 2] > 0.0 else 0
    hinge = rotate(quaternion(joints, j, WORLD), (0.0, 0.0, 1.0) if a == 2 else (1.0, 0.0, 0.0))
    if -joints[j, LOWER + a] <= joints[j, UPPER + a]:
        hinge = scaled(hinge, -1.0)
    return unit(across(hinge, line), perpendicular(line))


@kernel
def release(joints: Table, blend: Numbers, matrices: Table, stretches: Table) -> None:
    """Write the solved chain into `matrices`, blended with what stood there: rotations on an arc, lengths linearly.

    At blend 1 the solution is written as it is. `blend` (j,) has one value for each joint.
    """
    turned = np.empty((len(joints), 7))  # the blended rotation, and the place
    whole = True
    for j in range(len(joints)):
        i = int(joints[j, BONE])
        whole = whole and blend[j] >= 1.0
        now, place = quaternion(joints, j, WORLD), vector(joints, j, HEAD)
        if not whole:
            now, place = _blended(joints, j, blend[j], turned, stretches)
        now = normalised(now)
        store_quaternion(turned, j, 0, now)
        store(turned, j, 4, place)
        longer = 1.0 + blend[j] * (joints[j, LONGER] - 1.0)
        thin = 1.0 / sqrt(longer) if joints[j, VOLUME] != 0.0 else 1.0
        stretches[i, 0], stretches[i, 1] = longer, thin
        x, y, z = columns(multiply(now, inverse(quaternion(joints, j, FIRST))))
        store_axis(matrices, i, 0, scaled(combine(x, y, z, axis(matrices, i, 0, 0)), thin))
        store_axis(matrices, i, 1, scaled(combine(x, y, z, axis(matrices, i, 0, 1)), longer))
        store_axis(matrices, i, 2, scaled(combine(x, y, z, axis(matrices, i, 0, 2)), thin))
        store_axis(matrices, i, 3, place)


@kernel
def _blended(joints: Table, j: int, blend: float, turned: Table, stretches: Table) -> tuple[Quaternion, Vector]:
    """Rotation and place of joint `j` when it takes the part `blend` of the solution, on what is `turned` already."""
    p = above(joints, j)
    now, place = quaternion(joints, j, WORLD), vector(joints, j, LINK)
    if p < 0:
        return (now if blend >= 1.0 else slerp(quaternion(joints, j, FIRST), now, blend)), place
    held = quaternion(turned, p, 0)
    grown, thin = stretches[int(joints[p, BONE]), 0], stretches[int(joints[p, BONE]), 1]
    place = add(vector(turned, p, 4), rotate(held, (place[0] * thin, place[1] * grown, place[2] * thin)))
    after = multiply(inverse(quaternion(joints, p, WORLD)), now)
    if blend < 1.0:
        before = multiply(inverse(quaternion(joints, p, FIRST)), quaternion(joints, j, FIRST))
        after = slerp(before, after, blend)
    return multiply(held, after), place
