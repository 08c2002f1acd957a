"""Rest frames of bones: head, tail and roll become a frame in armature space.

With roll 0 the frame is world space turned by the shortest arc that takes +Y to the bone's direction; roll then turns
X and Z about the bone. Straight down -Y, where every arc is equally short, X points to -X and Z to +Z. A bone without a
length has no direction of its own and takes its parent's, or +Z where no bone above it has one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rigs.remembered import remembered
from pantin.rigs.rig import Bone

Matrices = NDArray[np.float64]

SHORTEST = 1e-9
"""Metres. A bone that is not longer than this counts as having no length."""

_DOWN = 2.5e-4
"""Radians. Directions closer than this to -Y share one frame: there the shortest arc would turn with rounding noise."""


def rest_matrices(bones: Sequence[Bone]) -> Matrices:
    """The rest frames (n, 4, 4) of all bones in armature space, in their order. The array is read-only."""
    return _frames(bones, np.array([bone.roll for bone in bones], dtype=np.float64))


def joint_matrices(bones: Sequence[Bone]) -> Matrices:
    """The rest frames (n, 4, 4) in the axes of the joints, in which locks, limits and stiffness count. Read-only."""
    return _frames(bones, np.array([bone.roll + bone.joint.roll for bone in bones], dtype=np.float64))


def joint_frame(bone: Bone) -> Matrices:
    """The axes (3, 3) of the joint of one bone at rest, armature space."""
    return np.asarray(joint_matrices([bone])[0, :3, :3])


def _frames(bones: Sequence[Bone], rolls: Matrices) -> Matrices:
    ends = ends_of(bones)
    matrices = np.zeros((len(bones), 4, 4))
    matrices[:, :3, :3] = _rolled(_unrolled(directions_along(bones, ends[:, 1] - ends[:, 0])), rolls)
    matrices[:, :3, 3] = ends[:, 0]
    matrices[:, 3, 3] = 1.0
    matrices.setflags(write=False)
    return matrices


def rest_frame(head: ArrayLike, tail: ArrayLike, roll: float) -> Matrices:
    """The rest frame (4, 4) of one bone that has no parent."""
    start, end = np.asarray(head, dtype=np.float64), np.asarray(tail, dtype=np.float64)
    matrices = rest_matrices([Bone(name="bone", head=tuple(start.tolist()), tail=tuple(end.tolist()), roll=roll)])
    return np.asarray(matrices[0])


def rest_lengths(bones: Sequence[Bone]) -> Matrices:
    """The distances (n,) from head to tail, in metres."""
    return _lengths(_spans(bones))


def directions(bones: Sequence[Bone]) -> Matrices:
    """The unit vectors (n, 3) from head to tail, with a sensible one for bones that have no length."""
    return directions_along(bones, _spans(bones))


def ends_of(bones: Sequence[Bone]) -> Matrices:
    """Heads and tails (n, 2, 3)."""
    numbers = chain.from_iterable((*bone.head, *bone.tail) for bone in bones)
    return np.fromiter(numbers, np.float64, 6 * len(bones)).reshape(-1, 2, 3)


def directions_along(bones: Sequence[Bone], spans: Matrices) -> Matrices:
    """The unit vectors (n, 3) along `spans` (n, 3), from head to tail, with a sensible one for spans without length."""
    lengths = _lengths(spans)
    found: Matrices = np.divide(spans, lengths[:, None], out=np.zeros_like(spans), where=lengths[:, None] > SHORTEST)
    if not (lengths > SHORTEST).all():
        _borrow_directions(bones, found, lengths)
    return found


def roll_of(axes: ArrayLike, y: ArrayLike) -> float:
    """The roll with which a bone along `y` comes closest to the axes (3, 3), in radians within [-pi, pi].

    Where the Y axis of `axes` runs along `y` this undoes `rest_frame`.
    """
    rolls = rolls_of(np.asarray(axes, dtype=np.float64)[None], np.asarray(y, dtype=np.float64)[None])
    return float(rolls[0])


def rolls_of(axes: Matrices, y: Matrices) -> Matrices:
    """`roll_of` for many: axes (n, 3, 3) and directions (n, 3) of any length but zero."""
    x, z = axes[:, :, 0], axes[:, :, 2]
    unrolled = _unrolled(y / np.linalg.norm(y, axis=1, keepdims=True))
    x_x, x_z = _dots(x, unrolled[:, :, 0]), _dots(x, unrolled[:, :, 2])
    z_x, z_z = _dots(z, unrolled[:, :, 0]), _dots(z, unrolled[:, :, 2])
    sine, cosine = z_x - x_z, z_z + x_x
    # Axes that are turned over ask for opposite rolls with X and Z. Z decides.
    opposed = np.hypot(sine, cosine) < 1e-6 * np.linalg.norm(axes, axis=(1, 2))
    return np.asarray(np.arctan2(np.where(opposed, z_x, sine), np.where(opposed, z_z, cosine)))


def _dots(a: Matrices, b: Matrices) -> Matrices:
    return np.asarray(np.einsum("ij,ij->i", a, b))


def _spans(bones: Sequence[Bone]) -> Matrices:
    ends = ends_of(bones)
    return np.asarray(ends[:, 1] - ends[:, 0])


def _lengths(spans: Matrices) -> Matrices:
    return np.asarray(np.linalg.norm(spans, axis=1))


def _borrow_directions(bones: Sequence[Bone], found: Matrices, lengths: Matrices) -> None:
    """Give every bone without a length the direction of the nearest bone above that has one, or +Z."""
    row = {bone.name: index for index, bone in enumerate(bones)}
    settled = lengths > SHORTEST
    for start in np.flatnonzero(~settled):
        path, at = [], int(start)
        while not settled[at]:
            path.append(at)
            settled[at] = True
            above = row.get(bones[at].parent or "")
            if above is None:
                found[at] = (0.0, 0.0, 1.0)
            else:
                at = above
        found[path] = found[at]


def _unrolled(y: Matrices) -> Matrices:
    """The frames (n, 3, 3) with roll 0 along the unit vectors y (n, 3)."""
    across2 = y[:, 0] ** 2 + y[:, 2] ** 2
    down = (y[:, 1] < 0.0) & (across2 < _DOWN**2)
    # 1 + y.y, written so that nothing cancels near -Y.
    along = np.where(y[:, 1] < 0.0, across2 / (1.0 - np.minimum(y[:, 1], 0.0)), 1.0 + y[:, 1])
    along = np.where(down, 1.0, along)
    frames = np.empty((len(y), 3, 3))
    frames[:, 0, 0] = 1.0 - y[:, 0] ** 2 / along
    frames[:, 1, 0] = -y[:, 0]
    frames[:, 2, 0] = frames[:, 0, 2] = -y[:, 0] * y[:, 2] / along
    frames[:, 1, 2] = -y[:, 2]
    frames[:, 2, 2] = 1.0 - y[:, 2] ** 2 / along
    frames[:, :, 1] = y
    if down.any():
        x_axes = np.array([-1.0, 0.0, 0.0]) + y[down, :1] * y[down]
        x_axes /= np.linalg.norm(x_axes, axis=1, keepdims=True)
        frames[down, :, 0] = x_axes
        frames[down, :, 2] = np.cross(x_axes, y[down])
    return frames


def _rolled(frames: Matrices, rolls: Matrices) -> Matrices:
    """The frames turned by their rolls, right-handed, about their own Y axes."""
    sine, cosine = np.sin(rolls)[:, None], np.cos(rolls)[:, None]
    turned = frames.copy()
    turned[:, :, 0] = cosine * frames[:, :, 0] - sine * frames[:, :, 2]
    turned[:, :, 2] = sine * frames[:, :, 0] + cosine * frames[:, :, 2]
    return turned


SMALLEST_HEIGHT = 1e-6
"""Metres: of figures whose bones are all in one place, since others divide by it."""


@remembered()
def rest_height(bones: Sequence[Bone]) -> float:
    """Return the size of a figure at rest: the longest side of the box around the bones of its body, metres.

    A bone without children that stands farther from all the others than these are large, as the point does that eyes
    refer to, is no part of the body.
    """
    body = [bone for bone in bones if bone.kind == "bone"]
    if not body:
        return SMALLEST_HEIGHT
    ends, parents = ends_of(body), {bone.parent for bone in bones}
    inner = np.array([bone.connected or bone.name in parents for bone in body])
    if 2 * inner.sum() > len(body):
        low, high = ends[inner].min(axis=(0, 1)), ends[inner].max(axis=(0, 1))
        outside = np.maximum(low - ends[:, 0], ends[:, 0] - high).max(axis=1)
        ends = ends[inner | (outside <= (high - low).max())]
    return max(SMALLEST_HEIGHT, float(np.ptp(ends, axis=(0, 1)).max()))
