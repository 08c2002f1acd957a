"""What a chain can reach, where a solver starts, and the straight chain: what every solver does in the same way."""

from __future__ import annotations

import numpy as np

from pantin.solver.chains.chain import (
    above,
    bend,
    bend_straight,
    bend_wanted,
    effector,
    hold_limits,
    link_lengths,
    refresh,
    refresh_joint,
    root,
    root_of,
    tip,
    turn_joint,
)
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    BOUNDED,
    GOAL_JOINT,
    HEAD,
    KIND,
    LOCAL,
    LOWER,
    PLACE,
    POLED,
    UPPER,
    Table,
)
from pantin.solver.maths.joint_coordinates import turn_of
from pantin.solver.maths.rotations import (
    about,
    across,
    add,
    cross,
    exponential,
    length,
    multiply,
    quaternion,
    rotate,
    scaled,
    shortest_arc,
    signed_angle,
    store,
    store_quaternion,
    subtract,
    unit,
    vector,
)

MET = 1e-6
"""A goal nearer than this part of its chain needs no new start."""

RESTARTS = 12
"""New starts tried when a handle within reach is not met; beyond a dozen hardly any goal is gained."""

RESTART_STEPS = 60
"""Steps given to each of them: the good ones need far fewer."""

SEED = 20011
"""Where the poses drawn begin."""


@kernel
def turns_freely(joints: Table) -> bool:
    for j in range(len(joints)):  # noqa: SIM110  (numba has no all())
        if joints[j, BOUNDED] != 0.0:
            return False
    return True


@kernel
def within_reach(joints: Table, goals: Table, led: Table) -> float:
    """Whether a single goal is within reach: 0; or 1, too far; or −1, too near for the longest link to fold back.

    Its place in `led` is then brought within reach: to lead the chain farther would only tear at it.
    """
    total, longest = link_lengths(joints, goals, 0)
    origin = vector(joints, root_of(joints, tip(goals, 0)), HEAD)
    out = subtract(vector(goals, 0, PLACE), origin)
    distance = length(out)
    inner = 2.0 * longest - total
    if distance >= total and total > 0.0:
        store(led, 0, PLACE, add(origin, scaled(out, 0.9999 * total / distance)))
        return 1.0
    if distance <= inner and inner > 0.0:
        away = subtract(effector(joints, goals, 0), origin)
        line = unit(out, unit(away, (0.0, 1.0, 0.0)))
        store(led, 0, PLACE, add(origin, scaled(line, inner + 1e-4 * (total - inner))))
        return -1.0
    return 0.0


@kernel
def start(joints: Table, goals: Table, single: bool) -> None:
    """Bring the chain into its bounds, give a straight one a side, and turn it so that it bends towards its pole."""
    for k in range(len(goals)):
        if goals[k, KIND] != GOAL_JOINT:
            _give_side(joints, goals, k)
    if single and goals[0, POLED] != 0.0:
        turn_to_pole(joints, goals)
    if not turns_freely(joints):
        hold_limits(joints)


@kernel
def _give_side(joints: Table, goals: Table, k: int) -> None:
    total, _ = link_lengths(joints, goals, k)
    origin = vector(joints, root(goals, k), HEAD)
    if tip(goals, k) != root(goals, k) and length(subtract(effector(joints, goals, k), origin)) > total * (1.0 - 1e-6):
        bend_straight(joints, goals, k, 0.1)


@kernel
def turn_to_pole(joints: Table, goals: Table) -> None:
    """Turn the chain about its root, as one piece, onto the goal and to the side of the pole."""
    root = root_of(joints, tip(goals, 0))
    origin = vector(joints, root, HEAD)
    now = unit(subtract(effector(joints, goals, 0), origin), (0.0, 1.0, 0.0))
    wanted = unit(subtract(vector(goals, 0, PLACE), origin), now)
    bent = bend(joints, goals, 0, now)
    onto = shortest_arc(now, wanted, cross(now, unit(bent, (1.0, 0.0, 0.0))))
    turn_joint(joints, root, onto)
    refresh(joints)
    side = bend_wanted(joints, goals, 0, wanted)
    bent = across(rotate(onto, bent), wanted)
    if length(side) > 0.0 and length(bent) > 0.0:
        turn_joint(joints, root, about(wanted, signed_angle(bent, side, wanted)))
        refresh(joints)


@kernel
def line_up(joints: Table, goals: Table, side: float) -> None:
    """Out of reach, exactly: every link points at the goal; too near, the longest does and the others point back."""
    t = tip(goals, 0)
    root = root_of(joints, t)
    origin = vector(joints, root, HEAD)
    line = unit(
        subtract(vector(goals, 0, PLACE), origin), unit(subtract(effector(joints, goals, 0), origin), (0.0, 1.0, 0.0))
    )
    path = np.empty(len(joints), np.int64)
    count, j = 0, t
    while j >= 0:
        path[count] = j
        count, j = count + 1, above(joints, j)
    _, longest = link_lengths(joints, goals, 0)
    found = False
    for n in range(count - 1, -1, -1):
        j = path[n]
        if n > 0:
            refresh_joint(joints, path[n - 1])
        end = vector(joints, path[n - 1], HEAD) if n > 0 else effector(joints, goals, 0)
        link = subtract(end, vector(joints, j, HEAD))
        leads = not found and length(link) >= longest * (1.0 - 1e-12)
        found = found or leads
        if length(link) > 0.0:
            to = line if side > 0.0 or leads else scaled(line, -1.0)
            turn_joint(joints, j, shortest_arc(unit(link, line), to, cross(line, (0.0, 0.0, 1.0))))
            refresh_joint(joints, j)
            if n > 0:
                refresh_joint(joints, path[n - 1])


@kernel
def scatter(joints: Table, seed: np.uint64) -> np.uint64:
    """Turn every joint at random inside its bounds, at most 1.5 rad. Returns the next seed (Knuth's MMIX generator)."""
    turned = np.empty(3)
    for j in range(len(joints)):
        for a in range(3):
            seed = seed * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
            r = float(seed >> np.uint64(40)) / float(1 << 24)
            measure = 1.0 if a == 1 else 2.0  # a swing's bound is a half-angle sine
            low, high = max(measure * joints[j, LOWER + a], -1.5), min(measure * joints[j, UPPER + a], 1.5)
            turned[a] = low + (high - low) * r
        if joints[j, BOUNDED] != 0.0:
            store_quaternion(joints, j, LOCAL, turn_of((turned[0], turned[1], turned[2])))
        else:
            local = quaternion(joints, j, LOCAL)
            store_quaternion(joints, j, LOCAL, multiply(local, exponential((turned[0], turned[1], turned[2]))))
    hold_limits(joints)
    return seed
