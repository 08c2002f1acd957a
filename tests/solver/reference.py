"""What a rig should do, written anew with numpy alone: forward kinematics, and how far a bone has turned from rest.

Follows the conventions of the oracle: column vectors, M = M_parent · rest offset · T(location) · R · diag(scale). A
turn from rest is swing · twist; limits on X and Z bound the swing by an ellipse of half-angle sines.
"""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rigs import Bone, Joint, Rig
from pantin.rigs.figure import Figure
from pantin.rigs.rest import rest_matrices
from pantin.solver import Evaluated

Array = NDArray[np.float64]


def matrix_of(q: ArrayLike) -> Array:
    """The rotation matrix (3, 3) of a unit quaternion [x, y, z, w]."""
    x, y, z, w = np.asarray(q, np.float64)
    s = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.eye(3) + 2.0 * w * s + 2.0 * s @ s


def quaternion_of(matrix: Array) -> Array:
    """The unit quaternion of a rotation (3, 3), w ≥ 0."""
    k = np.empty((4, 4))
    k[:3, :3] = matrix + matrix.T - np.trace(matrix) * np.eye(3)
    k[3, :3] = k[:3, 3] = matrix[2, 1] - matrix[1, 2], matrix[0, 2] - matrix[2, 0], matrix[1, 0] - matrix[0, 1]
    k[3, 3] = np.trace(matrix)
    q = np.linalg.eigh(k)[1][:, -1]
    return q if q[3] >= 0.0 else -q


def angle_between(a: Array, b: Array) -> float:
    """The angle from rotation (3, 3) `a` to `b`, radians."""
    q = quaternion_of(a.T @ b)
    return 2.0 * atan2(float(np.linalg.norm(q[:3])), float(q[3]))


def forward(figure: Figure) -> dict[str, Array]:
    """The matrices (4, 4) of a figure's bones as they are posed, without constraints."""
    rig = figure.rig
    rest = dict(zip((bone.name for bone in rig.bones), rest_matrices(rig.bones), strict=True))
    found: dict[str, Array] = {}
    waiting = list(rig.children[None])
    while waiting:
        bone = waiting.pop()
        found[bone.name] = _posed(figure, bone, rest, found)
        waiting.extend(rig.children.get(bone.name, ()))
    return found


def _posed(figure: Figure, bone: Bone, rest: dict[str, Array], found: dict[str, Array]) -> Array:
    transform = figure.transform(bone.name)
    local = np.eye(4)
    local[:3, :3] = matrix_of(transform.rotation) @ np.diag(transform.scale)
    if bone.parent is None:
        moved = np.eye(4)
        moved[:3, 3] = transform.location if not bone.local_location else rest[bone.name][:3, :3] @ transform.location
        return moved @ rest[bone.name] @ local
    if not bone.connected:
        local[:3, 3] = transform.location
    parent = found[bone.parent]
    offset = np.linalg.inv(rest[bone.parent]) @ rest[bone.name]
    placed = parent @ offset @ local
    if not bone.local_location:
        placed[:3, 3] = (parent @ offset)[:3, 3] + parent[:3, :3] @ local[:3, 3]
    taken, grown = _inherited(bone, parent[:3, :3], rest[bone.parent][:3, :3])
    held = taken @ offset[:3, :3]
    placed[:3, :3] = (_squared(held) if bone.inherit_scale == "fix_shear" else held) @ local[:3, :3] * grown
    return placed


def _inherited(bone: Bone, parent: Array, rest: Array) -> tuple[Array, Array]:
    """The parent's axes (3, 3) as far as the bone takes them over, and what is multiplied onto its own in the end."""
    way, plain = bone.inherit_scale, np.ones(3)
    volume, sizes = abs(np.linalg.det(parent)), np.linalg.norm(parent, axis=0)
    base = _upright(parent) if bone.inherit_rotation else rest
    if way == "none_legacy":
        return (parent / sizes if bone.inherit_rotation else rest), plain
    if way == "average":
        return base * np.cbrt(volume), plain
    if way == "none":
        return base, plain
    exact = sizes * np.cbrt(volume / np.prod(sizes))
    if way == "aligned":
        return base, np.linalg.norm(_squared(parent), axis=0) if bone.inherit_rotation else exact
    return (parent if bone.inherit_rotation else rest * (sizes if way == "full" else exact)), plain


def _squared(axes: Array) -> Array:
    """Axes (3, 3) without shear, of the same volume: Y is kept, X and Z are turned as far as each other."""
    straight = _upright(axes)
    across = axes - np.outer(straight[:, 1], straight[:, 1] @ axes)
    sizes = np.array([np.linalg.norm(across[:, 0]), np.linalg.norm(axes[:, 1]), np.linalg.norm(across[:, 2])])
    sizes[[0, 2]] *= np.sqrt(abs(np.linalg.det(axes)) / np.prod(sizes))
    return straight * sizes


def _upright(axes: Array) -> Array:
    """Unit axes: Y is kept, X and Z are the orthonormal pair nearest to what they were (Löwdin)."""
    y = axes[:, 1] / np.linalg.norm(axes[:, 1])
    across = axes[:, [0, 2]] - np.outer(y, y @ axes[:, [0, 2]])
    u, _, v = np.linalg.svd(across / np.linalg.norm(across, axis=0), full_matrices=False)
    x, z = (u @ v).T
    return np.array([x, y, z]).T


def turn_from_rest(rig: Rig, evaluated: Evaluated, name: str) -> Array:
    """Return how a bone (of unit scale, that inherits rotation) is turned against its parent, as a rotation (3, 3)."""
    rest = rest_matrices(rig.bones)[:, :3, :3]
    row = evaluated.index[name]
    axes, bind = _unit(evaluated.matrices[row]), rest[row]
    parent = rig.by_name[name].parent
    if parent is not None:
        above = evaluated.index[parent]
        axes, bind = _unit(evaluated.matrices[above]).T @ axes, rest[above].T @ bind
    return bind.T @ axes


def _unit(matrix: Array) -> Array:
    return matrix[:3, :3] / np.linalg.norm(matrix[:3, :3], axis=0)


def swing_and_twist(turn: Array) -> tuple[float, float, float]:
    """(sx, t, sz) of a rotation (3, 3): the swing's rotation vector is (sx, 0, sz), the twist t is about Y."""
    x, y, z, w = quaternion_of(turn)
    twist = atan2(y, w)
    c, s = np.cos(twist), np.sin(twist)
    sx, sz, sw = x * c + z * s, z * c - x * s, hypot(y, w)  # q · (0, −s, 0, c), y being 0
    size = hypot(sx, sz)
    scale = 2.0 * atan2(size, sw) / size if size > 1e-15 else 2.0
    return sx * scale, (2.0 * twist + pi) % (2.0 * pi) - pi, sz * scale


def overshoot(joint: Joint, turn: Array) -> float:
    """Return how far a turn from rest is outside what the joint allows, about in radians; 0 inside.

    The twist is brought back to where it may be, and what is left is measured. So the measure holds near a swing of
    half a turn too, where rounding alone moves the twist far, and the turn not at all.
    """
    s, c = sin(joint.roll), cos(joint.roll)
    own = np.array(((c, 0.0, s), (0.0, 1.0, 0.0), (-s, 0.0, c)))  # the joint's axes as the bone sees them
    x, y, z, w = quaternion_of(own.T @ turn @ own)
    bounds = [_bounds(joint, axis) for axis in range(3)]
    if bounds[1] is None and None in (bounds[0], bounds[2]) and hypot(y, w) < 1e-6:
        return 0.0  # half a turn about the free axis with some twist is half a turn about any other
    twist = 2.0 * atan2(y, w)
    nearest = twist if bounds[1] is None else min(max(twist, bounds[1][0]), bounds[1][1])
    c, s = cos(nearest / 2.0), sin(nearest / 2.0)
    over = 0.0 if nearest == twist else 2.0 * abs(y * c - w * s)
    held = [(half, bound) for half, bound in ((x * c + z * s, bounds[0]), (z * c - x * s, bounds[2])) if bound]
    if len(held) == 2:
        return max(over, _past_ellipse(*held[0], *held[1]))
    for half, (lower, upper) in held:
        over = max(over, 2.0 * (half - sin(upper / 2.0)), 2.0 * (sin(lower / 2.0) - half))
    return over


def _past_ellipse(ux: float, x: tuple[float, float], uz: float, z: tuple[float, float]) -> float:
    """Return how far half sines of a swing about X and Z lie outside their quarter of an ellipse, about in radians."""
    ax = sin(abs(x[1] if ux >= 0.0 else x[0]) / 2.0)
    az = sin(abs(z[1] if uz >= 0.0 else z[0]) / 2.0)
    if ax < 1e-9 or az < 1e-9:
        return 2.0 * max(abs(ux) - ax, abs(uz) - az, 0.0)
    filled = sqrt((ux / ax) ** 2 + (uz / az) ** 2)
    return 2.0 * hypot(ux, uz) * max(1.0 - 1.0 / filled, 0.0) if filled > 0.0 else 0.0


def _bounds(joint: Joint, axis: int) -> tuple[float, float] | None:
    return (0.0, 0.0) if joint.lock[axis] else joint.limit[axis]
