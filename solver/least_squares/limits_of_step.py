"""Which limits hold a step: an active set that is found anew for each step.

A coordinate on its limit is held where the gradient leads beyond; one that a step would take out of its limits is held
where it meets them, and one that would rather leave the limit at which it is held is released (Hintermüller, Ito and
Kunisch, The Primal-Dual Active Set Strategy as a Semismooth Newton Method, 2002). A swing meets a curve: then its
coordinates are those along and across it.
"""

from __future__ import annotations

from pantin.solver.chains.joints import coordinates_after, limits
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import COORDS, LIMIT_NORMAL, LIMITED, MOBILITY, Numbers, Table
from pantin.solver.least_squares.second_order import System
from pantin.solver.maths.joint_coordinates import bound_of_step, clamp_coordinates, is_swing_blocked, is_twist_blocked
from pantin.solver.maths.rotations import dot, vector

HALF_TURN = 4.0
"""Half a turn, in coordinates."""

SMALL = 1e-4
"""The step, in coordinates, by which normals are differentiated."""


@kernel
def hold_at_limits(system: System, joints: Table) -> None:
    """Hold coordinates on limits beyond which the gradient leads; swings slide along theirs, with its curvature."""
    for j in range(len(joints)):
        if joints[j, LIMITED] == 0.0:
            continue
        c, gradient = 3 * j, system.gradient
        lower, upper = limits(joints, j)
        x, t, z = vector(joints, j, COORDS)
        if is_twist_blocked(lower[1], upper[1], t, gradient[c + 1]):
            _hold(system, c + 1, 0.0, gradient[c + 1])
        if is_swing_blocked(lower[0], upper[0], x, gradient[c]):
            _hold(system, c, 0.0, gradient[c])
        if is_swing_blocked(lower[2], upper[2], z, gradient[c + 2]):
            _hold(system, c + 2, 0.0, gradient[c + 2])
        mx, mz = joints[j, MOBILITY], joints[j, MOBILITY + 2]
        nx, nz = joints[j, LIMIT_NORMAL] * mx, joints[j, LIMIT_NORMAL + 1] * mz
        size = sqrt(nx * nx + nz * nz)
        if nx * gradient[c] + nz * gradient[c + 2] > 1e-12 * (abs(gradient[c]) + abs(gradient[c + 2])) * size:
            pushed = (nx * gradient[c] + nz * gradient[c + 2]) / (size * size)
            _meet_limit(system, j, nx / size, nz / size, 0.0)
            system.square[c, c] += pushed * _limit_curvature(joints, j, nz / size * mx, -nx / size * mz)


@kernel
def _hold(system: System, c: int, room: float, way: float) -> None:
    """Let the step of coordinate `c` be `room`; its limit is on the side to which `way` points."""
    if system.held[c] == 0.0:
        system.held[c], system.given[c], system.side[c] = 1.0, room, (1.0 if way > 0.0 else -1.0)


@kernel
def _meet_limit(system: System, j: int, nx: float, nz: float, room: float) -> None:
    """Replace the swing's coordinates (x, z) of joint `j` by those along and across a limit; across it is `room`."""
    c, square = 3 * j, system.square
    system.normals[j, 0], system.normals[j, 1] = nx, nz
    turn_swing(system, system.gradient, j, 1.0)
    for b in range(len(square)):
        p, q = square[c, b], square[c + 2, b]
        square[c, b], square[c + 2, b] = nz * p - nx * q, nx * p + nz * q
    for b in range(len(square)):
        p, q = square[b, c], square[b, c + 2]
        square[b, c], square[b, c + 2] = nz * p - nx * q, nx * p + nz * q
    system.held[c] = max(system.held[c], system.held[c + 2])  # a locked axis leaves nothing to slide along
    system.held[c + 2], system.given[c + 2], system.side[c + 2] = 1.0, room, 1.0


@kernel
def turn_swing(system: System, numbers: Numbers, j: int, way: float) -> None:
    """Turn joint `j`'s `numbers` from along x and z to along and across the limit that it meets, or back (−1)."""
    nx, nz = way * system.normals[j, 0], system.normals[j, 1]
    if nx != 0.0 or nz != 0.0:
        p, q = numbers[3 * j], numbers[3 * j + 2]
        numbers[3 * j], numbers[3 * j + 2] = nz * p - nx * q, nx * p + nz * q


@kernel
def _limit_curvature(joints: Table, j: int, dx: float, dz: float) -> float:
    """By how much the limit of joint `j` falls back from its tangent (dx, dz), twice, per square of the way."""
    lower, upper = limits(joints, j)
    c = vector(joints, j, COORDS)
    _, _, nx, nz = clamp_coordinates(lower, upper, (c[0] + SMALL * dx, c[1], c[2] + SMALL * dz))
    if nx == 0.0 and nz == 0.0:
        return 0.0
    curvature: float = ((nx - joints[j, LIMIT_NORMAL]) * dx + (nz - joints[j, LIMIT_NORMAL + 1]) * dz) / SMALL
    return curvature


@kernel
def clamp(system: System, joints: Table) -> bool:
    """Where the change leaves limits: let it end there. Returns whether there was anything to clamp."""
    changed = False
    for j in range(len(joints)):
        if joints[j, LIMITED] != 0.0:
            changed = _clamp_joint(system, joints, j) or changed
    return changed


@kernel
def _clamp_joint(system: System, joints: Table, j: int) -> bool:
    """The same for joint `j`: its twist alone, its swing along the normal of the limit that it would meet."""
    first, changed = 3 * j, False
    mobility, c = vector(joints, j, MOBILITY), vector(joints, j, COORDS)
    lower, upper = limits(joints, j)
    step = (system.change[first], system.change[first + 1], system.change[first + 2])
    is_turned = system.normals[j, 0] != 0.0 or system.normals[j, 1] != 0.0
    if is_turned:
        if system.held[first + 2] == 0.0 and step[2] > system.given[first + 2]:
            system.held[first + 2], changed = 1.0, True
        step = (0.0, step[1], 0.0)
    wanted = coordinates_after(joints, j, step)
    if dot(wanted, wanted) > HALF_TURN * HALF_TURN:
        return changed  # on the other side of half a turn coordinates begin anew
    kept, hit, nx, nz = clamp_coordinates(lower, upper, wanted)
    if hit and system.held[first + 1] == 0.0 and kept[1] != wanted[1]:
        _hold(system, first + 1, (kept[1] - c[1]) / mobility[1], step[1])
        changed = True
    if not hit or is_turned or (kept[0] == wanted[0] and kept[2] == wanted[2]):
        return changed
    nx, nz, reach = bound_of_step(nx, nz, mobility, kept[0] - c[0], kept[2] - c[2])
    if nx != 0.0 or nz != 0.0:
        _meet_limit(system, j, nx, nz, max(reach, 0.0))  # not back where the limit is concave
        return True
    for a in range(0, 3, 2):
        if system.held[first + a] == 0.0 and kept[a] != wanted[a]:
            _hold(system, first + a, (kept[a] - c[a]) / mobility[a], step[a])
            changed = True
    return changed


@kernel
def release(system: System, damping: float) -> bool:
    """Release coordinates that would gain by leaving the limit at which they are held. Whether there were any."""
    changed = False
    for c in range(len(system.change)):
        if system.held[c] != 0.0 and system.side[c] != 0.0:
            pull = system.gradient[c] - damping * system.change[c]
            for b in range(len(system.change)):
                pull -= system.square[c, b] * system.change[b]
            if pull * system.side[c] < 0.0:
                system.held[c] = 0.0
                changed = True
    return changed
