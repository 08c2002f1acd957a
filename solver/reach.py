"""What a chain can reach, where a solver starts, and the straight chain: what every solver does in the same way."""

from __future__ import annotations

import numpy as np

from solver.chain import (
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
from solver.kernel import kernel
from solver.layout import BOUNDED, GOAL_JOINT, HEAD, KIND, PLACE, POLED, Table
from solver.rotations import (
    about,
    across,
    add,
    cross,
    length,
    rotate,
    scaled,
    shortest_arc,
    signed_angle,
    store,
    subtract,
    unit,
    vector,
)


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
