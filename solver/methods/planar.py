"""Planar chains: every joint turns about one axis only, the normal of the chain's plane, whatever its roll.

Which axis that is for each joint, and how far it may turn about it, is found when a program is made (`planes`). Here
the joint is looked at along that axis: its frame is rolled until its X axis is the normal; then it is a hinge, which
every solver knows, and bends about X while Y and Z are locked. Goals are brought into the plane.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.chains.chain import (
    above,
    bend,
    bend_straight,
    effector,
    hold_limits,
    link_lengths,
    refresh,
    root_of,
    tip,
    turn_joint,
)
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    BASE,
    BOUNDED,
    EASE,
    FIRST,
    HEAD,
    HINGE_AXIS,
    HINGE_EASE,
    HINGE_LOWER,
    HINGE_UPPER,
    LEAN,
    LINK,
    LINK_PLANAR,
    LOCAL,
    LOWER,
    PLACE,
    POLE,
    POLED,
    REACH,
    STRETCH,
    UPPER,
    WORLD,
    Table,
)
from pantin.solver.maths.rotations import (
    Quaternion,
    Vector,
    about,
    across,
    add,
    cross,
    dot,
    inverse,
    length,
    multiply,
    normalised,
    overwrite,
    perpendicular,
    quaternion,
    rotate,
    scaled,
    signed_angle,
    store,
    store_quaternion,
    subtract,
    to_quaternion,
    unit,
    vector,
)

SQUARE = 1e-6
"""A bone that leaves the plane by more than this sine cannot stretch: its length would not stay in the plane."""


@kernel
def any_hinge(hinges: Table) -> bool:
    """Whether a joint of the group is held in a plane."""
    for j in range(len(hinges)):  # noqa: SIM110  (numba has no any())
        if length(vector(hinges, j, HINGE_AXIS)) > 0.0:
            return True
    return False


@kernel
def flatten(joints: Table, goals: Table, hinges: Table) -> None:
    """Look at joints and goals along the hinges, and let the joints turn about those alone."""
    rolls = np.zeros((len(joints), 4))
    for j in range(len(joints)):
        _roll_frame(joints, j, hinges, rolls)
    for k in range(len(goals)):
        back = inverse(quaternion(rolls, tip(goals, k), 0))
        store(goals, k, REACH, rotate(back, vector(goals, k, REACH)))
        store_quaternion(goals, k, LEAN, multiply(back, quaternion(goals, k, LEAN)))
    hold_limits(joints)


@kernel
def _roll_frame(joints: Table, j: int, hinges: Table, rolls: Table) -> None:
    """Give joint `j` a frame whose X axis is its hinge. `rolls` (j, 4) are the rotations to the new frames."""
    normal, p = vector(hinges, j, HINGE_AXIS), above(joints, j)
    roll = (0.0, 0.0, 0.0, 1.0)
    if length(normal) > 0.0:
        y = unit(across((0.0, 1.0, 0.0), normal), perpendicular(normal))
        roll = to_quaternion(normal, y, cross(normal, y))
    store_quaternion(rolls, j, 0, roll)
    held = inverse(quaternion(rolls, p, 0)) if p >= 0 else (0.0, 0.0, 0.0, 1.0)
    if p >= 0:
        store(joints, j, LINK, rotate(held, vector(joints, j, LINK)))
    store_quaternion(joints, j, BASE, multiply(held, multiply(quaternion(joints, j, BASE), roll)))
    store_quaternion(joints, j, FIRST, multiply(quaternion(joints, j, FIRST), roll))
    local = multiply(inverse(roll), multiply(quaternion(joints, j, LOCAL), roll))
    if length(normal) > 0.0:
        local = _about_x(local)
        _make_hinge(joints, j, hinges)
        if abs(normal[1]) > SQUARE:
            joints[j, STRETCH] = 0.0
    store_quaternion(joints, j, LOCAL, local)


@kernel
def _about_x(q: Quaternion) -> Quaternion:
    """The turn about X that is nearest to `q`."""
    return normalised((q[0], 0.0, 0.0, q[3]))


@kernel
def _make_hinge(joints: Table, j: int, hinges: Table) -> None:
    joints[j, BOUNDED] = 1.0
    for a in range(3):
        joints[j, LOWER + a] = hinges[j, HINGE_LOWER] if a == 0 else 0.0
        joints[j, UPPER + a] = hinges[j, HINGE_UPPER] if a == 0 else 0.0
        joints[j, EASE + a] = hinges[j, HINGE_EASE] if a == 0 else 0.0


@kernel
def project(joints: Table, goals: Table, links: Table, first: int) -> None:
    """Bring the goals of planar chains, and their poles, into the plane in which their ends can move."""
    for k in range(len(goals)):
        if links[first + k, LINK_PLANAR] != 0.0:
            normal, end = _normal(joints, tip(goals, k)), effector(joints, goals, k)
            store(goals, k, PLACE, _into(vector(goals, k, PLACE), end, normal))
            store(goals, k, POLE, _into(vector(goals, k, POLE), end, normal))


@kernel
def _normal(joints: Table, j: int) -> Vector:
    return rotate(quaternion(joints, j, WORLD), (1.0, 0.0, 0.0))


@kernel
def _into(place: Vector, end: Vector, normal: Vector) -> Vector:
    """`place` moved along `normal` until it is level with `end`."""
    return add(place, scaled(normal, dot(normal, subtract(end, place))))


@kernel
def choose_sides(joints: Table, goals: Table, links: Table, first: int) -> None:
    """Bend planar chains to the side of their poles; in a plane there are two. The poles have then done their work."""
    for k in range(len(goals)):
        if links[first + k, LINK_PLANAR] != 0.0 and goals[k, POLED] != 0.0:
            _bend_to_pole(joints, goals, k)
            hold_limits(joints)
            goals[k, POLED] = 0.0


@kernel
def _bend_to_pole(joints: Table, goals: Table, k: int) -> None:
    """Mirror goal `k`'s chain, in its plane, where its bend is not on the side of the pole; a straight one is bent."""
    t = tip(goals, k)
    normal, origin = _normal(joints, t), vector(joints, root_of(joints, t), HEAD)
    total, _ = link_lengths(joints, goals, k)
    if length(subtract(effector(joints, goals, k), origin)) > total * (1.0 - 1e-6):
        bend_straight(joints, goals, k, 0.1)
    line = unit(subtract(effector(joints, goals, k), origin), (0.0, 1.0, 0.0))
    wanted = unit(subtract(vector(goals, k, PLACE), origin), line)
    side = dot(cross(wanted, subtract(vector(goals, k, POLE), origin)), normal)
    bent = dot(cross(line, bend(joints, goals, k, line)), normal)
    if side * bent < 0.0:
        _mirror(joints, goals, k, line, normal)


@kernel
def _mirror(joints: Table, goals: Table, k: int, line: Vector, normal: Vector) -> None:
    """Mirror goal `k`'s chain, in its plane, across `line` through its root."""
    path = _path(joints, goals, k)
    for n in range(len(path)):
        link = _link(joints, goals, k, path, n)
        store(path, n, 1, subtract(scaled(line, 2.0 * dot(link, line)), link))
    for n in range(len(path)):
        mirrored = across(vector(path, n, 1), normal)
        here = across(_link(joints, goals, k, path, n), normal)
        turn_joint(joints, int(path[n, 0]), about(normal, signed_angle(here, mirrored, normal)))
        refresh(joints)


@kernel
def _path(joints: Table, goals: Table, k: int) -> Table:
    """(n, 4): the joints of goal `k`'s chain from its root on, each with room for a vector."""
    count, j = 0, tip(goals, k)
    while j >= 0:
        count, j = count + 1, above(joints, j)
    path, j = np.zeros((count, 4)), tip(goals, k)
    for n in range(count - 1, -1, -1):
        path[n, 0], j = j, above(joints, j)
    return path


@kernel
def _link(joints: Table, goals: Table, k: int, path: Table, n: int) -> Vector:
    """From joint `n` of the path to the next, or to the end."""
    end = vector(joints, int(path[n + 1, 0]), HEAD) if n + 1 < len(path) else effector(joints, goals, k)
    return subtract(end, vector(joints, int(path[n, 0]), HEAD))


@kernel
def tidy(joints: Table, goals: Table, poled: bool) -> None:
    """What solvers that know nothing of planes leave to be done for a single goal, where bounds allow it.

    Out of reach the chain points straight at it, exactly; else it is bent to the side of the pole, if it left that.
    """
    total, _ = link_lengths(joints, goals, 0)
    origin = vector(joints, root_of(joints, tip(goals, 0)), HEAD)
    before = joints.copy()
    if length(subtract(vector(goals, 0, PLACE), origin)) >= total:
        _straighten(joints, goals, origin)
    elif poled and length(subtract(effector(joints, goals, 0), origin)) < total * (1.0 - 1e-6):
        _bend_to_pole(joints, goals, 0)
    if hold_limits(joints):
        overwrite(joints, before)


@kernel
def _straighten(joints: Table, goals: Table, origin: Vector) -> None:
    """Point every link at the goal."""
    way, normal, path = (
        subtract(vector(goals, 0, PLACE), origin),
        _normal(joints, tip(goals, 0)),
        _path(joints, goals, 0),
    )
    for n in range(len(path)):
        link = _link(joints, goals, 0, path, n)
        if length(link) > 0.0:
            angle = signed_angle(across(link, normal), across(way, normal), normal)
            turn_joint(joints, int(path[n, 0]), about(normal, angle))
            refresh(joints)
