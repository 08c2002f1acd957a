"""A chain without bounds and one place to reach: the same steps as anywhere, in closed form, and an exact end.

Three axes at right angles make the sums of the damped step short: a joint whose end is at r from it adds |r|² − r rᵀ to
J Jᵀ, and turns by r × y. What is left after walking is closed at once: all joints unbend, or bend on, by the same part
until the end is as far from the root as the goal, and the root turns it there. This is exact at any distance, where
steps would take long near full reach, and it goes over into the straight chain without a jump.
"""

from __future__ import annotations

from solver.chain import above, effector, nudge, refresh, refresh_joint, root_of, tip, turn_joint
from solver.damped_step import LARGEST_TURN
from solver.goals import is_plain
from solver.kernel import kernel
from solver.layout import EASE, HEAD, LOCAL, PLACE, POLED, ROTATION_WEIGHT, WEIGHT, WORLD, Table
from solver.levenberg import STRIDE_DAMPING
from solver.reach import line_up, turns_freely
from solver.rotations import (
    Vector,
    add,
    cross,
    dot,
    inverse,
    length,
    normalised,
    overwrite,
    quaternion,
    rotate,
    scaled,
    shortest_arc,
    store_quaternion,
    subtract,
    unit,
    vector,
)

ROUNDS = 60
"""Most rounds in the search for how far to unbend; it needs about six."""

FURTHER = 0.4
"""How far the chain may bend on, in parts of the way to the straight one; beyond that it is folded too tightly."""


@kernel
def is_free(joints: Table, goals: Table) -> bool:
    """Whether this is one chain of willing joints without bounds, with one place to reach and nothing else."""
    if len(goals) != 1 or not is_plain(goals) or not turns_freely(joints):
        return False
    if goals[0, WEIGHT] == 0.0 or goals[0, ROTATION_WEIGHT] != 0.0 or goals[0, POLED] != 0.0:
        return False
    return is_willing(joints)


@kernel
def is_willing(joints: Table) -> bool:
    """Whether no joint is stiff or locked."""
    for j in range(len(joints)):
        for a in range(3):
            if joints[j, EASE + a] != 1.0:
                return False
    return True


@kernel
def stride(joints: Table, goals: Table, part: float) -> None:
    """`part` of a damped step towards the goal, as `levenberg.stride` takes it."""
    end, t = effector(joints, goals, 0), tip(goals, 0)
    a, b, c = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    j = t
    while j >= 0:
        r = subtract(end, vector(joints, j, HEAD))
        size = dot(r, r)
        a = add(a, (size - r[0] * r[0], -r[0] * r[1], -r[0] * r[2]))
        b = add(b, (-r[0] * r[1], size - r[1] * r[1], -r[1] * r[2]))
        c = add(c, (-r[0] * r[2], -r[1] * r[2], size - r[2] * r[2]))
        j = above(joints, j)
    damping = STRIDE_DAMPING * (a[0] + b[1] + c[2]) / 3.0
    a, b, c = add(a, (damping, 0.0, 0.0)), add(b, (0.0, damping, 0.0)), add(c, (0.0, 0.0, damping))
    y = _solved(a, b, c, subtract(vector(goals, 0, PLACE), end))
    for j in range(len(joints)):
        turn = cross(subtract(end, vector(joints, j, HEAD)), y)
        size = length(turn)
        turn = scaled(turn, part * min(LARGEST_TURN / size, 1.0) if size > 0.0 else 0.0)
        nudge(joints, j, rotate(inverse(quaternion(joints, j, WORLD)), turn))
    refresh(joints)


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
def close(joints: Table, goals: Table, folding: bool) -> bool:
    """Bring the end exactly to the goal, which is within reach, by unbending or, if `folding`, bending on.

    False where the chain would have to fold, but may not or would have to fold tightly: then nothing was done.
    """
    root = root_of(joints, tip(goals, 0))
    origin, place = vector(joints, root, HEAD), vector(goals, 0, PLACE)
    distance = length(subtract(place, origin))
    bent = joints.copy()
    line_up(joints, goals, 1.0)
    straight = joints.copy()
    near, far = 0.0, 1.0
    short, over = _excess(bent, goals, origin, distance), _excess(straight, goals, origin, distance)
    if short > 0.0:
        near, far, over = -FURTHER, 0.0, short
        _between(bent, straight, near, joints)
        short = _excess(joints, goals, origin, distance)
        if short > 0.0 or not folding:
            overwrite(joints, bent)
            return False
    if over < 0.0:
        near = far
    # false position; the end that stays is weighed down (Anderson and Björck, A new high order method, 1973)
    for _ in range(ROUNDS):
        t = near + (far - near) * short / (short - over) if over > short else far
        _between(bent, straight, t, joints)
        here = _excess(joints, goals, origin, distance)
        if abs(here) <= 1e-14 * distance or t <= near or t >= far:
            break
        if here < 0.0:
            weight = 1.0 - here / short
            over *= weight if weight > 0.0 else 0.5
            near, short = t, here
        else:
            weight = 1.0 - here / over
            short *= weight if weight > 0.0 else 0.5
            far, over = t, here
    line = unit(subtract(place, origin), (0.0, 1.0, 0.0))
    end = unit(subtract(effector(joints, goals, 0), origin), line)
    turn_joint(joints, root, shortest_arc(end, line, (0.0, 0.0, 1.0)))
    refresh(joints)
    return True


@kernel
def _excess(joints: Table, goals: Table, origin: Vector, distance: float) -> float:
    """How much farther than `distance` the end is from the root, metres."""
    return length(subtract(effector(joints, goals, 0), origin)) - distance


@kernel
def _between(bent: Table, straight: Table, t: float, joints: Table) -> None:
    """Turn the joints to part `t` of the way from the turns of `bent` to those of `straight`; below 0 they bend on."""
    for j in range(len(joints)):
        a, b = quaternion(bent, j, LOCAL), quaternion(straight, j, LOCAL)
        same = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
        p, r = 1.0 - t, t if same >= 0.0 else -t
        turn = (p * a[0] + r * b[0], p * a[1] + r * b[1], p * a[2] + r * b[2], p * a[3] + r * b[3])
        store_quaternion(joints, j, LOCAL, normalised(turn))
        refresh_joint(joints, j)
