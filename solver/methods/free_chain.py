"""A chain without bounds and one place to reach: the same steps as anywhere, in closed form, and an exact end.

Only places and turns in armature space are needed for that: where each joint is, and how it has turned in all. Three
axes at right angles make the sums of the damped step short: a joint whose end is at r from it adds |r|² − r rᵀ to J Jᵀ,
and turns by r × y. What is left after walking is closed at once: all joints unbend, or bend on, by the same part until
the end is as far from the root as the goal, and the root turns it there. This is exact at any distance, where steps
would take long near full reach, and it goes over into the straight chain without a jump.
"""

from __future__ import annotations

from math import ceil, sqrt

import numpy as np

from pantin.solver.chains.chain import above, effector, tip
from pantin.solver.chains.goals import is_plain
from pantin.solver.chains.reach import turns_freely
from pantin.solver.chains.residual_trace import note_end
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    BASE,
    EASE,
    HEAD,
    LOCAL,
    PLACE,
    POLED,
    ROTATION_WEIGHT,
    WEIGHT,
    WORLD,
    Table,
)
from pantin.solver.least_squares.damped_step import LARGEST_TURN
from pantin.solver.least_squares.levenberg import STRIDE_DAMPING
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

AT = 0  # 3: where the joint is; in the last row the end
TURNED = 3  # 4: how the joint has turned since the chain was found
UNBEND, SHARE = 7, 10  # 3 and 1: the turn that brings its link into line with the one before, as a quaternion
SIZE = 11  # the length of its link, from there to the next row
WIDTH = 12
"""Columns of a free chain: one row for each joint, and one for the end."""

ROUNDS = 60
"""Most rounds in the search for how far to unbend; it needs about four."""

FOLDED = 1.96
"""How far the chain may bend on: two fifths as far as it is from the straight one, squared as in `_close`."""

EXACT = 1e-13
"""So exactly the end is at the goal's distance from the root, in lengths of the chain."""


@kernel
def is_free(joints: Table, goals: Table) -> bool:
    """Whether this is one chain of willing joints without bounds, with one place to reach and nothing else."""
    if len(goals) != 1 or not is_plain(goals) or not turns_freely(joints):
        return False
    if goals[0, WEIGHT] == 0.0 or goals[0, ROTATION_WEIGHT] != 0.0 or goals[0, POLED] != 0.0:
        return False
    for j in range(len(joints)):
        if above(joints, j) != j - 1 or joints[j, EASE] + joints[j, EASE + 1] + joints[j, EASE + 2] != 3.0:
            return False
    return tip(goals, 0) == len(joints) - 1


@kernel
def solve(joints: Table, goals: Table, within: bool, pace: float, most: float, trace: Table) -> tuple[int, bool]:
    """Walk to the goal and, `within` reach, bring the end exactly there. Returns the steps, and whether it arrived.

    It does not where the chain would have to be folded more tightly than `_close` does. No step is longer than `pace`
    lengths of the chain, unless it takes more than `most` of them.
    """
    chain, place = np.empty((len(joints) + 1, WIDTH)), vector(goals, 0, PLACE)
    total = _take(joints, goals, chain)
    taken = _walk(chain, place, pace * total, most, trace)
    arrived = within and _close(chain, place, total)
    _give_back(chain, joints)
    return taken, arrived


@kernel
def _take(joints: Table, goals: Table, chain: Table) -> float:
    """Fill `chain`. Returns how long it is."""
    last, total = len(joints), 0.0
    store(chain, last, AT, effector(joints, goals, 0))
    for j in range(last - 1, -1, -1):
        store(chain, j, AT, vector(joints, j, HEAD))
        store_quaternion(chain, j, TURNED, (0.0, 0.0, 0.0, 1.0))
        chain[j, SIZE] = length(_link(chain, j))
        total += chain[j, SIZE]
    return total


@kernel
def _end(chain: Table) -> Vector:
    return vector(chain, len(chain) - 1, AT)


@kernel
def _link(chain: Table, j: int) -> Vector:
    """From joint `j` to the next one."""
    return subtract(vector(chain, j + 1, AT), vector(chain, j, AT))


@kernel
def _walk(chain: Table, place: Vector, pace: float, most: float, trace: Table) -> int:
    """Lead the end to its place, on an arc about the root, in steps of `pace`. Returns the steps.

    All steps are as long but the first of several, which is what is left and is taken in that part, as in `seek`.
    """
    origin = vector(chain, 0, AT)
    a, b = subtract(_end(chain), origin), subtract(place, origin)
    la, lb = length(a), length(b)
    ua, turn = a, (0.0, 0.0, 0.0)
    on_arc = la > 1e-12 and lb > 1e-12
    if on_arc:
        ua = scaled(a, 1.0 / la)
        turn = logarithm(shortest_arc(ua, scaled(b, 1.0 / lb), (0.0, 0.0, 1.0)))
    way = abs(lb - la) + max(la, lb) * length(turn)
    paces = min(way / max(pace, 1e-12), most)
    steps = ceil(paces)
    onwards, first = exponential(scaled(turn, 1.0 / max(paces, 1.0))), 1.0 - (steps - 1) / max(paces, 1e-12)
    for step in range(steps):
        ahead = steps - 1 - step
        ua = rotate(onwards if step > 0 else exponential(scaled(turn, first)), ua)
        t = 1.0 - ahead / paces
        led = scaled(ua, la + (lb - la) * t) if on_arc else add(a, scaled(subtract(b, a), t))
        _stride(chain, add(origin, led) if ahead > 0 else place, min(paces - ahead, 1.0) if ahead > 0 else 1.0)
        note_end(trace, 0, _end(chain))
    return steps


@kernel
def _stride(chain: Table, place: Vector, part: float) -> None:
    """`part` of a damped step towards `place`, as `levenberg.stride` takes it."""
    end, joints = _end(chain), len(chain) - 1
    xx, yy, zz, xy, xz, yz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for j in range(joints):
        r = subtract(end, vector(chain, j, AT))
        x2, y2, z2 = r[0] * r[0], r[1] * r[1], r[2] * r[2]
        xx, yy, zz = xx + y2 + z2, yy + x2 + z2, zz + x2 + y2
        xy, xz, yz = xy - r[0] * r[1], xz - r[0] * r[2], yz - r[1] * r[2]
    damping = STRIDE_DAMPING * (xx + yy + zz) / 3.0
    y = _solved((xx + damping, xy, xz), (xy, yy + damping, yz), (xz, yz, zz + damping), subtract(place, end))
    here, carried = vector(chain, 0, AT), (0.0, 0.0, 0.0, 1.0)
    for j in range(joints):
        link = _link(chain, j)
        carried = multiply(carried, _small_turn(cross(subtract(end, vector(chain, j, AT)), y), part))
        store(chain, j, AT, here)
        store_quaternion(chain, j, TURNED, multiply(carried, quaternion(chain, j, TURNED)))
        here = add(here, rotate(carried, link))
    store(chain, joints, AT, here)


@kernel
def _small_turn(turn: Vector, part: float) -> Quaternion:
    """`part` of the turn of one step by the Cayley map, which is nearly the exponential and needs no sine."""
    size2 = dot(turn, turn)
    half = 0.5 * part
    if size2 > LARGEST_TURN * LARGEST_TURN:
        half *= LARGEST_TURN / sqrt(size2)
        size2 = LARGEST_TURN * LARGEST_TURN
    size2 *= part * part
    cosine = 1.0 / sqrt(1.0 + 0.25 * size2)
    sine = half * cosine
    return (turn[0] * sine, turn[1] * sine, turn[2] * sine, cosine)


@kernel
def _solved(a: Vector, b: Vector, c: Vector, right: Vector) -> Vector:
    """The solution of the three symmetric equations with the rows a, b, c: Cramer's rule."""
    bc, ca, ab = cross(b, c), cross(c, a), cross(a, b)
    volume = dot(a, bc)
    if volume <= 0.0:
        return (0.0, 0.0, 0.0)
    total = add(add(scaled(bc, right[0]), scaled(ca, right[1])), scaled(ab, right[2]))
    return scaled(total, 1.0 / volume)


@kernel
def _close(chain: Table, place: Vector, total: float) -> bool:
    """Bring the end exactly to `place`, which is within reach, by unbending or bending on.

    How far the end is from the root grows all but evenly with (1 − t)², where t is the part of the way to the straight
    chain: sought is that square, 0 where the chain is straight, 1 as it stands. False where it would have to fold more
    tightly than `FOLDED`: then nothing was done.
    """
    origin = vector(chain, 0, AT)
    out = subtract(place, origin)
    distance = length(out)
    line = unit(out, (0.0, 1.0, 0.0))
    _line_up(chain, line)
    end = subtract(_end(chain), origin)
    near, far, short, over = 1.0, 0.0, length(end) - distance, total - distance
    if short > 0.0:
        near, far, over = FOLDED, 1.0, short
        end = _unbent(chain, near)
        short = length(end) - distance
        if short > 0.0:
            return False
    part = near
    # false position; the end that stays is weighed down (Anderson and Björck, A new high order method, 1973)
    for _ in range(ROUNDS):
        part = max(near + (far - near) * short / (short - over), far) if over > short else far
        end = _unbent(chain, part)
        here = length(end) - distance
        if abs(here) <= EXACT * total or part >= near or part <= far:
            break
        if here < 0.0:
            weight = 1.0 - here / short
            over *= weight if weight > 0.0 else 0.5
            near, short = part, here
        else:
            weight = 1.0 - here / over
            short *= weight if weight > 0.0 else 0.5
            far, over = part, here
    _unbend(chain, part, shortest_arc(unit(end, line), line, (0.0, 0.0, 1.0)))
    return True


@kernel
def _line_up(chain: Table, line: Vector) -> None:
    """Find how each joint has to turn so that its link continues the one before, the first along unit `line`."""
    before = line
    for j in range(len(chain) - 1):
        size = chain[j, SIZE]
        along = scaled(_link(chain, j), 1.0 / size) if size > 0.0 else before
        store_quaternion(chain, j, UNBEND, shortest_arc(along, before, cross(before, (0.0, 0.0, 1.0))))
        before = along


@kernel
def _part_of(chain: Table, j: int, t: float) -> Quaternion:
    """Part `t` of the turn that unbends joint `j`, not of unit length; below 0 it bends on."""
    return (
        t * chain[j, UNBEND],
        t * chain[j, UNBEND + 1],
        t * chain[j, UNBEND + 2],
        1.0 - t + t * chain[j, SHARE],
    )


@kernel
def _unbent(chain: Table, part: float) -> Vector:
    """From the root to the end of the chain when its joints have unbent, (1 − t)² being `part`."""
    t, v = 1.0 - sqrt(part), (0.0, 0.0, 0.0)
    for j in range(len(chain) - 2, -1, -1):
        q = _part_of(chain, j, t)
        v = add(v, _link(chain, j))
        # turned by q, which has the length 1 − 2 t (1 − t) (1 − w), squared
        double = 2.0 / (1.0 - 2.0 * t * (1.0 - t) * (1.0 - chain[j, SHARE]))
        once = cross((q[0], q[1], q[2]), v)
        v = add(v, scaled(add(scaled(once, q[3]), cross((q[0], q[1], q[2]), once)), double))
    return v


@kernel
def _unbend(chain: Table, part: float, onto: Quaternion) -> None:
    """Let the joints unbend so far, and turn the chain about its root by `onto`."""
    t, carried, here = 1.0 - sqrt(part), onto, vector(chain, 0, AT)
    for j in range(len(chain) - 1):
        link = _link(chain, j)
        carried = multiply(carried, normalised(_part_of(chain, j, t)))
        store(chain, j, AT, here)
        store_quaternion(chain, j, TURNED, multiply(carried, quaternion(chain, j, TURNED)))
        here = add(here, rotate(carried, link))
    store(chain, len(chain) - 1, AT, here)


@kernel
def _give_back(chain: Table, joints: Table) -> None:
    """Let the joints stand as the chain does."""
    held = (0.0, 0.0, 0.0, 1.0)
    for j in range(len(joints)):
        world = normalised(multiply(quaternion(chain, j, TURNED), quaternion(joints, j, WORLD)))
        frame = multiply(held, quaternion(joints, j, BASE))
        store(joints, j, HEAD, vector(chain, j, AT))
        store_quaternion(joints, j, WORLD, world)
        store_quaternion(joints, j, LOCAL, normalised(multiply(inverse(frame), world)))
        held = world
