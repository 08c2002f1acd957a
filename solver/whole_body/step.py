"""One step of a whole-body solve: the cheapest change that corrects the errors as far as they matter, within limits.

With D the cost of each unknown, p its pull towards the posture and Λ the softness of each row of errors e, the step Δ
minimises Δᵀ D Δ / 2 − pᵀ Δ + |e − J Δ|² / (2 Λ). In its dual form that is as many equations as there are rows:
(J D⁻¹ Jᵀ + Λ) y = e − J D⁻¹ p, Δ = D⁻¹ (p + Jᵀ y).

Limits make it a quadratic programme, solved by block pivoting: what stands on its limit is held there at first, as is
what would leave its limit; a swing slides along its ellipse instead. What is held and would go inwards is let go, and
the rest solved again, until nothing changes. From pass BLOCKS on one at a time changes sides, which comes to an end
where several together would go round in circles (Júdice and Pires, 1994). So the step has one answer, and changes
smoothly with the target: held for good, a joint would decide by a hair how far others turn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.maths import cholesky
from pantin.solver.maths.joint_coordinates import HALF_TURN, along_and_across, clamp_coordinates
from pantin.solver.maths.rotations import Vector, copy_into, store, vector
from pantin.solver.whole_body import columns as col
from pantin.solver.whole_body.bodies import ROOT_UNKNOWNS

BLOCKS, PASSES = 2, 30
"""After how many passes limits change sides one at a time; and most passes, after which what is still beyond a limit is
clamped: 1 step of 10,000 beyond reach takes as many, and the mean is 1.6."""


class System(NamedTuple):
    """The arrays of a step, for u unknowns, r rows of errors and j bones."""

    columns: Table
    """(u, r): how the errors shrink as each unknown grows."""
    square: Table
    """(r, r): J D⁻¹ Jᵀ + Λ."""
    factor: Table
    """(r, r): its Cholesky factor."""
    error: Numbers
    """(r,)"""
    softness: Numbers
    """(r,): Λ."""
    right: Numbers
    answer: Numbers
    """(r,): the right side of the equations, and y."""
    compliance: Numbers
    """(u,): 1 / D; 0 for an unknown that is held."""
    pull: Numbers
    """(u,): p."""
    change: Numbers
    """(u,): Δ; of a swing that slides along its limit first along, then across it."""
    held: Numbers
    """(u,): where the change is given, on which side the limit is: 1 at the upper one, -1 at the lower one; else 0."""
    free: Numbers
    """(u,): the compliance of each unknown as long as no limit holds it."""
    normals: Table
    """(j, 2): the outward normal of the limit along which a swing slides; (0, 0) where it is free."""


@kernel
def system_for(unknowns: int, rows: int, bones: int) -> System:
    """Return arrays for so many unknowns, rows of errors and bones."""
    return System(
        np.zeros((unknowns, rows)),
        np.empty((rows, rows)),
        np.empty((rows, rows)),
        np.zeros(rows),
        np.zeros(rows),
        np.empty(rows),
        np.zeros(rows),
        np.zeros(unknowns),
        np.zeros(unknowns),
        np.zeros(unknowns),
        np.zeros(unknowns),
        np.zeros(unknowns),
        np.zeros((bones, 2)),
    )


@kernel
def find_change(system: System, bones: Table) -> None:
    """Fill `change`, within the limits of the bones, from `columns`, `error`, `softness`, `compliance` and `pull`.

    Reads FREE, LOWER, COORDS and UPPER of `bones` (n, BONE_WIDTH).
    """
    for u in range(len(system.change)):
        system.held[u], system.change[u], system.free[u] = 0.0, 0.0, system.compliance[u]
    for i in range(len(bones)):
        system.normals[i, 0], system.normals[i, 1] = 0.0, 0.0
    _fill_square(system)
    for i in range(len(bones)):
        if can_turn(bones, i):
            _hold_on_limit(system, bones, i, ROOT_UNKNOWNS + 3 * i)
    for pass_number in range(PASSES):
        _solve(system)
        if not _exchange(system, bones, pass_number >= BLOCKS):
            break
    for i in range(len(bones)):
        _turn_back(system, i)


@kernel
def _fill_square(system: System) -> None:
    """Fill the lower half of J D⁻¹ Jᵀ + Λ."""
    square = system.square
    for a in range(len(square)):
        for b in range(a):
            square[a, b] = 0.0
        square[a, a] = system.softness[a]
    for u in range(len(system.compliance)):
        if system.compliance[u] != 0.0:
            _add_product(system, u, system.compliance[u])


@kernel
def _add_product(system: System, u: int, weight: float) -> None:
    """Add what unknown `u` contributes to the square, `weight` times. Most unknowns move few of the points."""
    square, column = system.square, system.columns[u]
    first = 0
    while first < len(column) and column[first] == 0.0:
        first += 1
    for a in range(first, len(column)):
        if column[a] != 0.0:
            x = weight * column[a]
            for b in range(first, a + 1):
                square[a, b] += x * column[b]


@kernel
def _solve(system: System) -> None:
    """Compute the change of all unknowns that are not held."""
    columns, right, change = system.columns, system.right, system.change
    for a in range(len(right)):
        right[a] = system.error[a]
    for u in range(len(change)):
        moved = change[u] if system.held[u] != 0.0 else system.compliance[u] * system.pull[u]
        if moved != 0.0:
            for a in range(len(right)):
                right[a] -= columns[u, a] * moved
    copy_into(system.factor, system.square)
    cholesky.factor(system.factor)
    cholesky.solve(system.factor, right, system.answer)
    for u in range(len(change)):
        if system.held[u] == 0.0 and system.compliance[u] != 0.0:
            wanted = system.pull[u]
            for a in range(len(right)):
                wanted += columns[u, a] * system.answer[a]
            change[u] = system.compliance[u] * wanted


@kernel
def can_turn(bones: Table, i: int) -> bool:
    """Return whether a coordinate of bone `i` may change.

    Reads FREE of `bones` (n, BONE_WIDTH).
    """
    turning: bool = bones[i, col.FREE] != 0.0 or bones[i, col.FREE + 1] != 0.0 or bones[i, col.FREE + 2] != 0.0
    return turning


@kernel
def _exchange(system: System, bones: Table, one: bool) -> bool:
    """Let go of what would go inwards, hold what would leave its limit; of `one` bone alone. Whether there was any.

    Reads FREE, LOWER, COORDS and UPPER of `bones` (n, BONE_WIDTH).
    """
    found = False
    for i in range(len(bones)):
        if can_turn(bones, i):
            u = ROOT_UNKNOWNS + 3 * i
            found = _let_go(system, i, u) or found
            if not (found and one):
                found = _meet_limit(system, bones, i, u) or found
            if found and one:
                return True
    return found


@kernel
def _hold_on_limit(system: System, bones: Table, i: int, u: int) -> None:
    """Hold what stands on its limit of bone `i`, whose unknowns begin at `u`.

    Reads LOWER, COORDS and UPPER of `bones` (n, BONE_WIDTH).
    """
    coords, lower, upper = vector(bones, i, col.COORDS), vector(bones, i, col.LOWER), vector(bones, i, col.UPPER)
    _kept, _hit, nx, nz = clamp_coordinates(lower, upper, coords)
    if _is_free(system, u + 1) and (coords[1] <= lower[1] or coords[1] >= upper[1]):
        _hold(system, u + 1, 0.0, 1.0 if coords[1] >= upper[1] else -1.0)
    if nx == 0.0 and nz == 0.0:
        return
    if _is_free(system, u) and _is_free(system, u + 2):
        _slide(system, i, u, nx, nz, 0.0)
    elif nx != 0.0 and _is_free(system, u):
        _hold(system, u, 0.0, 1.0 if nx > 0.0 else -1.0)
    elif nz != 0.0 and _is_free(system, u + 2):
        _hold(system, u + 2, 0.0, 1.0 if nz > 0.0 else -1.0)


@kernel
def _let_go(system: System, i: int, u: int) -> bool:
    """Let go of what is held of bone `i` and would go inwards. Whether there was anything."""
    if _slides(system, i):
        if _force_across(system, i, u) >= 0.0:
            return _let_go_coordinate(system, u + 1)
        _let_go_slide(system, i, u)
        _let_go_coordinate(system, u + 1)
        return True
    found = False
    for a in range(3):
        found = _let_go_coordinate(system, u + a) or found
    return found


@kernel
def _let_go_coordinate(system: System, u: int) -> bool:
    """Return the same for unknown `u`."""
    if system.held[u] == 0.0:
        return False
    force = _pushed(system, u) - system.change[u] / system.free[u]
    if force * system.held[u] >= 0.0:
        return False
    _add_product(system, u, system.free[u])
    system.held[u] = 0.0
    return True


@kernel
def _pushed(system: System, u: int) -> float:
    """Return the force on unknown `u`: its pull towards the posture, and the errors."""
    force: float = system.pull[u]
    for a in range(len(system.answer)):
        force += system.columns[u, a] * system.answer[a]
    return force


@kernel
def _force_across(system: System, i: int, u: int) -> float:
    """Return the outward force on a swing that slides, less what it costs to be there."""
    nx, nz = system.normals[i, 0], system.normals[i, 1]
    x, z = 1.0 / system.free[u], 1.0 / system.free[u + 2]
    cost = (nx * nx * x + nz * nz * z) * system.change[u + 2] + nx * nz * (x - z) * system.change[u]
    force: float = _pushed(system, u + 2) - cost
    return force


@kernel
def _let_go_slide(system: System, i: int, u: int) -> None:
    """Let a swing that slides go wherever it is pushed; it is taken back to the coordinates x and z."""
    columns, nx, nz = system.columns, system.normals[i, 0], system.normals[i, 1]
    _add_product(system, u, -system.compliance[u])
    for a in range(columns.shape[1]):
        columns[u, a], columns[u + 2, a] = along_and_across(-nx, nz, columns[u, a], columns[u + 2, a])
    system.pull[u], system.pull[u + 2] = along_and_across(-nx, nz, system.pull[u], system.pull[u + 2])
    system.change[u], system.change[u + 2] = along_and_across(-nx, nz, system.change[u], system.change[u + 2])
    system.compliance[u] = system.free[u]
    _add_product(system, u, system.free[u])
    _add_product(system, u + 2, system.free[u + 2])
    system.held[u + 2], system.normals[i, 0], system.normals[i, 1] = 0.0, 0.0, 0.0


@kernel
def _meet_limit(system: System, bones: Table, i: int, u: int) -> bool:
    """Return the same for bone `i`, whose unknowns begin at `u`.

    Reads LOWER, COORDS and UPPER of `bones` (n, BONE_WIDTH).
    """
    step, coords = coordinates_step(system, i, u), vector(bones, i, col.COORDS)
    wanted = (coords[0] + step[0], coords[1] + step[1], coords[2] + step[2])
    if wanted[0] * wanted[0] + wanted[2] * wanted[2] > HALF_TURN * HALF_TURN or abs(wanted[1]) > HALF_TURN:
        return False
    kept, hit, nx, nz = clamp_coordinates(vector(bones, i, col.LOWER), vector(bones, i, col.UPPER), wanted)
    if not hit:
        return False
    met = False
    if kept[1] != wanted[1] and _is_free(system, u + 1):
        _hold(system, u + 1, kept[1] - coords[1], 1.0 if wanted[1] > kept[1] else -1.0)
        met = True
    if (kept[0] == wanted[0] and kept[2] == wanted[2]) or _slides(system, i):
        return met
    if (nx != 0.0 or nz != 0.0) and _is_free(system, u) and _is_free(system, u + 2):
        _slide(system, i, u, nx, nz, nx * (kept[0] - coords[0]) + nz * (kept[2] - coords[2]))
        return True
    for a in range(0, 3, 2):
        if kept[a] != wanted[a] and _is_free(system, u + a):
            _hold(system, u + a, kept[a] - coords[a], 1.0 if wanted[a] > kept[a] else -1.0)
            met = True
    return met


@kernel
def _is_free(system: System, u: int) -> bool:
    """Return whether unknown `u` may change and is not held."""
    free: bool = system.held[u] == 0.0 and system.compliance[u] != 0.0
    return free


@kernel
def _slides(system: System, i: int) -> bool:
    """Return whether the swing of bone `i` slides along its limit."""
    sliding: bool = system.normals[i, 0] != 0.0 or system.normals[i, 1] != 0.0
    return sliding


@kernel
def _hold(system: System, u: int, change: float, side: float) -> None:
    """Let unknown `u` change by so much, to its upper limit (`side` 1) or its lower one (-1)."""
    _add_product(system, u, -system.compliance[u])
    system.held[u], system.change[u] = side, change


@kernel
def _slide(system: System, i: int, u: int, nx: float, nz: float, reach: float) -> None:
    """Let the swing of bone `i` change along its limit, and across it by `reach`. Its normal is (nx, nz)."""
    columns = system.columns
    x, z = system.compliance[u], system.compliance[u + 2]
    _add_product(system, u, -x)
    _add_product(system, u + 2, -z)
    for a in range(columns.shape[1]):
        columns[u, a], columns[u + 2, a] = along_and_across(nx, nz, columns[u, a], columns[u + 2, a])
    system.pull[u], system.pull[u + 2] = along_and_across(nx, nz, system.pull[u], system.pull[u + 2])
    system.compliance[u] = 1.0 / (nz * nz / x + nx * nx / z)
    system.normals[i, 0], system.normals[i, 1] = nx, nz
    system.held[u + 2], system.change[u + 2] = 1.0, reach
    _add_product(system, u, system.compliance[u])


@kernel
def coordinates_step(system: System, i: int, u: int) -> Vector:
    """Return the change of bone `i` in its coordinates, also while it slides."""
    along, across = system.change[u], system.change[u + 2]
    nx, nz = system.normals[i, 0], system.normals[i, 1]
    if nx == 0.0 and nz == 0.0:
        return (along, system.change[u + 1], across)
    return (nz * along + nx * across, system.change[u + 1], nz * across - nx * along)


@kernel
def _turn_back(system: System, i: int) -> None:
    """Turn the change of bone `i` back to its coordinates."""
    u = ROOT_UNKNOWNS + 3 * i
    step = coordinates_step(system, i, u)
    system.change[u], system.change[u + 1], system.change[u + 2] = step[0], step[1], step[2]
    system.normals[i, 0], system.normals[i, 1] = 0.0, 0.0


@kernel
def clamp_bone(bones: Table, i: int) -> None:
    """Bring the coordinates of bone `i` within its limits.

    Reads LOWER, COORDS and UPPER of `bones` (n, BONE_WIDTH). Writes COORDS of `bones`.
    """
    kept, _hit, _nx, _nz = clamp_coordinates(
        vector(bones, i, col.LOWER), vector(bones, i, col.UPPER), vector(bones, i, col.COORDS)
    )
    store(bones, i, col.COORDS, kept)
