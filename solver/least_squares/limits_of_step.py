"""The limits that hold a step: an active set that is found anew for each step.

A coordinate on its limit is held where the gradient leads beyond; one that a step would take out of its limits is held
where it meets them, and one that would rather leave the limit at which it is held is released (Hintermüller, Ito and
Kunisch, The Primal-Dual Active Set Strategy as a Semismooth Newton Method, 2002). A swing meets a curve: then its
coordinates are those along and across it.
"""

from __future__ import annotations

from pantin.solver.chains.joints import (
    LimitMet,
    coordinates_after,
    leaves_limit,
    limit_met,
    limit_of_swing,
    limit_of_twist_met,
    limits,
    room_to_limit,
)
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.least_squares.second_order import System
from pantin.solver.maths import joint_coordinates as coords
from pantin.solver.maths.rotations import Vector, dot, vector


@kernel
def hold_at_limits(system: System, joints: Table) -> None:
    """Hold coordinates on limits beyond which the gradient leads; swings slide along theirs, with its curvature.

    Before what of `square` is between joints: a swing that slides has its columns turned, so that it need not be.

    Reads LIMITED, LOWER, COORDS, UPPER, MOBILITY and LIMIT_NORMAL of `joints` (j, JOINT_WIDTH).
    """
    gradient = system.gradient
    for j in range(len(joints)):
        if joints[j, at.LIMITED] == 0.0:
            continue
        lower, upper = limits(joints, j)
        pull = (gradient[3 * j], gradient[3 * j + 1], gradient[3 * j + 2])
        blocked = coords.blocked_axes(lower, upper, vector(joints, j, at.COORDS), pull)
        for a in range(3):
            if blocked[a]:
                _hold(system, 3 * j + a, 0.0, pull[a])
        _slide_along_limit(system, joints, j, pull, blocked)


@kernel
def _slide_along_limit(system: System, joints: Table, j: int, pull: Vector, blocked: tuple[bool, bool, bool]) -> None:
    """Let the swing of joint `j` slide along the limit on which it is, where the gradient `pull` leads beyond.

    What holds an axis that is `blocked` is no such limit, though a step that ended there has left its normal.

    Reads LOWER, COORDS, UPPER, MOBILITY and LIMIT_NORMAL of `joints` (j, JOINT_WIDTH).
    """
    mx = 0.0 if blocked[0] else joints[j, at.MOBILITY]
    mz = 0.0 if blocked[2] else joints[j, at.MOBILITY + 2]
    nx, nz = joints[j, at.LIMIT_NORMAL] * mx, joints[j, at.LIMIT_NORMAL + 1] * mz
    size = sqrt(nx * nx + nz * nz)
    if coords.leads_beyond(nx, nz, size, pull[0], pull[2]):
        pushed = (nx * pull[0] + nz * pull[2]) / (size * size)
        _turn_columns(system, j, nx / size, nz / size)
        _turn_block(system, j, nx / size, nz / size, 3 * j, 3 * j + 3)
        _hold_swing(system, j, 0.0)
        lower, upper = limits(joints, j)
        bent = coords.limit_curvature(lower, upper, vector(joints, j, at.COORDS), nz / size * mx, -nx / size * mz)
        system.square[3 * j, 3 * j] += pushed * bent


@kernel
def _hold(system: System, c: int, room: float, way: float) -> None:
    """Let the step of coordinate `c` be `room`; its limit is on the side to which `way` points."""
    if system.held[c] == 0.0:
        system.held[c], system.given[c], system.side[c] = 1.0, room, (1.0 if way > 0.0 else -1.0)


@kernel
def _meet_limit(system: System, j: int, nx: float, nz: float, room: float) -> None:
    """Replace the swing's coordinates (x, z) of joint `j` by those along and across a limit; across it is `room`."""
    _turn_block(system, j, nx, nz, 0, len(system.square))
    _hold_swing(system, j, room)


@kernel
def _turn_columns(system: System, j: int, nx: float, nz: float) -> None:
    """Turn the columns of the swing of joint `j` to those along and across a limit with the unit normal (nx, nz)."""
    c = 3 * j
    for a in range(3):
        x, z = system.moved[c, a], system.moved[c + 2, a]
        system.moved[c, a], system.moved[c + 2, a] = coords.along_and_across(nx, nz, x, z)
        x, z = system.toward[c, a], system.toward[c + 2, a]
        system.toward[c, a], system.toward[c + 2, a] = coords.along_and_across(nx, nz, x, z)
    system.aside[c], system.aside[c + 2] = coords.along_and_across(nx, nz, system.aside[c], system.aside[c + 2])


@kernel
def _turn_block(system: System, j: int, nx: float, nz: float, first: int, end: int) -> None:
    """Turn the gradient, and what of `square` it has in common with coordinates from `first` to `end`."""
    c, square = 3 * j, system.square
    system.normals[j, 0], system.normals[j, 1] = nx, nz
    turn_swing(system, system.gradient, j, 1.0)
    for b in range(first, end):
        square[c, b], square[c + 2, b] = coords.along_and_across(nx, nz, square[c, b], square[c + 2, b])
    for b in range(first, end):
        square[b, c], square[b, c + 2] = coords.along_and_across(nx, nz, square[b, c], square[b, c + 2])


@kernel
def _hold_swing(system: System, j: int, room: float) -> None:
    """Let the step of joint `j`'s swing across the limit that it meets be `room`."""
    c = 3 * j
    system.held[c] = max(system.held[c], system.held[c + 2])  # a locked axis leaves nothing to slide along
    system.held[c + 2], system.given[c + 2], system.side[c + 2] = 1.0, room, 1.0


@kernel
def _slides(system: System, j: int) -> bool:
    """Return whether the swing of joint `j` has the coordinates along and across a limit that it meets."""
    sliding: bool = system.normals[j, 0] != 0.0 or system.normals[j, 1] != 0.0
    return sliding


@kernel
def turn_swing(system: System, numbers: Numbers, j: int, way: float) -> None:
    """Turn joint `j`'s `numbers` from along x and z to along and across the limit that it meets, or back (−1).

    Reads `numbers` (3 j,). Writes `numbers`.
    """
    if _slides(system, j):
        nx, nz = way * system.normals[j, 0], system.normals[j, 1]
        numbers[3 * j], numbers[3 * j + 2] = coords.along_and_across(nx, nz, numbers[3 * j], numbers[3 * j + 2])


@kernel
def clamp(system: System, joints: Table) -> bool:
    """End the change at the limits that it would leave. Returns whether there was anything to clamp.

    Reads LIMITED, LOWER, COORDS, UPPER and MOBILITY of `joints` (j, JOINT_WIDTH).
    """
    changed = False
    for j in range(len(joints)):
        if joints[j, at.LIMITED] != 0.0:
            changed = _clamp_joint(system, joints, j) or changed
    return changed


@kernel
def _clamp_joint(system: System, joints: Table, j: int) -> bool:
    """Return the same for joint `j`: its twist alone, its swing along the normal of the limit that it would meet.

    Reads LOWER, COORDS, UPPER and MOBILITY of `joints` (j, JOINT_WIDTH).
    """
    change, first, changed = system.change, 3 * j, False
    step = (change[first], change[first + 1], change[first + 2])
    slides = _slides(system, j)
    if slides:
        changed = _hold_across(system, first + 2)
        step = (0.0, change[first + 1], 0.0)
    wanted = coordinates_after(joints, j, step)
    if dot(wanted, wanted) > coords.HALF_TURN * coords.HALF_TURN:
        return changed
    met = limit_of_twist_met(joints, j, wanted) if slides else limit_met(joints, j, wanted)
    if not met.is_met:
        return changed
    changed = _clamp_axis(system, joints, j, 1, met) or changed
    if slides or (met.kept[0] == wanted[0] and met.kept[2] == wanted[2]):
        return changed
    return _clamp_swing(system, joints, j, met) or changed


@kernel
def _hold_across(system: System, c: int) -> bool:
    """Hold coordinate `c`, across a limit, where it was released and would go beyond again. Whether it would."""
    if system.held[c] == 0.0 and system.change[c] > system.given[c]:
        system.held[c] = 1.0
        return True
    return False


@kernel
def _clamp_swing(system: System, joints: Table, j: int, met: LimitMet) -> bool:
    """Let the swing of joint `j`, which leaves its limits, end there. Returns whether there was anything to clamp.

    Reads COORDS and MOBILITY of `joints` (j, JOINT_WIDTH).
    """
    nx, nz, reach = limit_of_swing(joints, j, met)
    if nx != 0.0 or nz != 0.0:
        _meet_limit(system, j, nx, nz, max(reach, 0.0))  # not back where the limit is concave
        return True
    changed = _clamp_axis(system, joints, j, 0, met)
    return _clamp_axis(system, joints, j, 2, met) or changed


@kernel
def _clamp_axis(system: System, joints: Table, j: int, a: int, met: LimitMet) -> bool:
    """Let coordinate `a` of joint `j` end at its limit. Returns whether it would have left it.

    Reads COORDS and MOBILITY of `joints` (j, JOINT_WIDTH).
    """
    c = 3 * j + a
    if system.held[c] != 0.0 or not leaves_limit(joints, j, a, met):
        return False
    _hold(system, c, room_to_limit(joints, j, a, met), system.change[c])
    return True


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
