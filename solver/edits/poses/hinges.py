"""Motion from elsewhere bent about the hinges that a figure has, so that its limbs play on their handles and poles.

Another skeleton's knee or elbow bends about another axis, seen from its thigh or upper arm, and a hinge does not follow
that. Root, middle joint and end of the limb are places, though, which a hinge reaches as well: the upper bone turns
about itself until the bend is the hinge's, and the lower one and what hangs on it turn as before. By how much is nearly
the same in all frames of a clip. A limb that is nearly straight has no side, so it keeps that turn: a side taken from
its joints would flip from frame to frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import pi, radians
from typing import NamedTuple

import numpy as np

from pantin.rigs import Document, Rig
from pantin.rigs import rotations as rot
from pantin.rigs.clip import Clip
from pantin.rigs.editing.clips import rows_at
from pantin.rigs.fields import Range
from pantin.rigs.joint import Joint
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.rest import rest_lengths, rest_matrices
from pantin.rigs.vectors import smoothstep
from pantin.solver.edits.controls.pose_controls import SHORTEST, Steered
from pantin.solver.edits.poses.clips import ROUNDING, posed_by_tracks
from pantin.solver.edits.posing.joint_bounds import beyond_in
from pantin.solver.program.skeleton import skeleton_of

STRAIGHT, BENT = radians(3.0), radians(12.0)
"""A limb bent by less takes its side from its hinge; one bent by more has its middle joint where the motion has it."""

SLACK = 1e-4
"""Parts of a limb's length by which its end may be missed where its hinge stops short of straight."""

ALIKE = radians(0.1)
"""Two bends whose distances from the limits differ by less are as far within them."""


ALONG = np.array((0.0, 1.0, 0.0))
"""Of a bone, in its own axes."""


class _Hinge(NamedTuple):
    """The middle joint of a limb: its axis and limits, in the axes of the upper bone at rest."""

    axis: Floats
    away: Floats
    """The direction to the head of the lower bone, a unit vector (3,) from the root."""
    rest: Floats
    """The axes of the lower bone (3, 3)."""
    limit: Range | None
    twist: Range | None
    """The range of the turn of the lower bone about itself; None where it is free."""

    def is_same(self, other: _Hinge | None) -> bool:
        """Return True if another rig's limb has this hinge, with the same limits."""
        if other is None or (self.limit, self.twist) != (other.limit, other.twist):
            return False
        pairs = (self.axis, other.axis), (self.away, other.away), (self.rest, other.rest)
        return all(np.allclose(ours, theirs, rtol=0.0, atol=ALIKE) for ours, theirs in pairs)

    @property
    def across(self) -> Floats:
        """The direction (3,) into which the lower bone turns from rest."""
        return np.cross(self.axis, self.rest[:, 1])

    @property
    def straight(self) -> float:
        """The angle from rest at which the limb is as long as it can be, radians."""
        return float(np.arctan2(self.away @ self.across, self.away @ self.rest[:, 1]))


class _PlacedLimb(NamedTuple):
    """The places of a limb in the frames of a clip: the axes of both bones (f, 3, 3), and its joints (f, 3)."""

    upper: Floats
    lower: Floats
    root: Floats
    middle: Floats
    end: Floats

    @property
    def lengths(self) -> tuple[Floats, Floats, Floats]:
        """The lengths (f,) of both bones, and of the line from root to end, metres."""
        parts = self.middle - self.root, self.end - self.middle, self.end - self.root
        upper, lower, line = (np.maximum(np.linalg.norm(part, axis=1), SHORTEST) for part in parts)
        return upper, lower, line


class _Bend(NamedTuple):
    """A limb bent about its hinge: angles (f,), the upper bone's axes (f, 3, 3), and the turn that is left (f,)."""

    angles: Floats
    upper: Floats
    turn: Floats
    """About the line from root to end, until the middle joint is where the motion has it; radians."""


def bent_about_hinges(document: Document, clip: Clip, source: Rig | None = None) -> Clip:
    """Return the clip with limbs of two bones bent about their hinges alone, so that IK shows the same.

    Ends of limbs and what hangs on them stay where they are, and as they are turned; so do middle joints of limbs that
    are bent. A limb that bends to the other side than its hinge keeps doing so. Chains that IK does not bend, and those
    whose middle joint is no hinge, are left alone; to the bit also limbs that bend about their hinge already, and those
    that have the same hinge in `source`, the rig by whose bone names the clip came.
    """
    limbs, matrices = posed_by_tracks(document, clip)
    rows, rig, bent = rows_at(clip, slice(None)), document.rig, False
    off = beyond_in(skeleton_of(rig.bones), [clip], ROUNDING) if limbs else ()
    for limb in limbs:
        hinge = _hinge_of(rig, limb, clip) if limb.chain[0] in off else None
        if hinge is not None and not (source is not None and hinge.is_same(_hinge_of(source, limb, clip))):
            placed = _placed_limb(rig, limb, matrices)
            for name, turn in _turned(rig, limb, placed, *_bent(hinge, placed), clip.bones):
                _turn(rows, clip.bones.index(name), rot.orthonormalised(matrices[:, rig.rows[name], :3, :3]), *turn)
            bent = True
    if not bent:
        return clip
    rows[..., 3:7] = rot.without_sign_flips(rows[..., 3:7])
    return clip.with_frames(rows)


def _hinge_of(rig: Rig, limb: Steered, clip: Clip) -> _Hinge | None:
    """Return the hinge of a limb of two bones that the clip turns; None where its middle joint is none."""
    if len(limb.chain) != 2 or not set(limb.chain) <= clip.tracks.keys():
        return None
    lower, upper = (rig.by_name[name] for name in limb.chain)
    joint: Joint = lower.joint
    if lower.parent != upper.name or joint.lock[0] == joint.lock[2] or not lower.inherit_rotation:
        return None
    above, below = rest_matrices((upper, lower))
    away = above[:3, :3].T @ (below[:3, 3] - above[:3, 3])
    size, bends = float(np.linalg.norm(away)), 2 if joint.lock[0] else 0
    if size < SHORTEST:
        return None
    rest = above[:3, :3].T @ below[:3, :3]
    rolled = rest @ rot.exp(joint.roll * ALONG)
    twist = (0.0, 0.0) if joint.lock[1] else joint.limit[1]
    return _Hinge(rolled[:, bends], away / size, rest, joint.limit[bends], twist)


def _placed_limb(rig: Rig, limb: Steered, matrices: Floats) -> _PlacedLimb:
    """Return how a limb stands where the bones of the rig are posed as in matrices (f, n, 4, 4)."""
    lower, upper = (matrices[:, rig.rows[name]] for name in limb.chain)
    length = float(rest_lengths((rig.by_name[limb.chain[0]],))[0])
    root, middle = upper[:, :3, 3], lower[:, :3, 3]
    axes, below = (rot.orthonormalised(each[:, :3, :3]) for each in (upper, lower))
    return _PlacedLimb(axes, below, root, middle, middle + lower[:, :3, 1] * length)


def _bent(hinge: _Hinge, placed: _PlacedLimb) -> tuple[Floats, Floats]:
    """Return the axes (f, 3, 3) of the upper and the lower bone of a limb that is bent about its hinge."""
    bend, within = _bends(hinge, placed)
    weight = smoothstep(np.clip((bend - STRAIGHT) / (BENT - STRAIGHT), 0.0, 1.0))
    first = _bend(hinge, placed, within[:, 0])
    usual = float(np.angle(np.sum(weight * np.sin(bend) * np.exp(1j * first.turn))))
    other = np.abs(rot.wrapped(first.turn - usual)) > pi / 2
    made = _bend(hinge, placed, np.where(other, within[:, 1], within[:, 0]))
    turn = usual + weight * rot.wrapped(made.turn - usual)
    upper = rot.exp(turn[:, None] * rot.directions(placed.end - placed.root)) @ made.upper
    lower = upper @ rot.exp(made.angles[:, None] * hinge.axis) @ hinge.rest
    return upper, lower @ rot.exp(_twist(hinge, lower, placed.lower)[:, None] * ALONG)


def _bends(hinge: _Hinge, placed: _PlacedLimb) -> tuple[Floats, Floats]:
    """Return how far a limb is from straight (f,), and both angles of its hinge with that bend (f, 2).

    The first is the one that is within the limits; where both are, the one that the motion is nearer to. Radians.
    """
    a, b, line = placed.lengths
    reach = float(np.hypot(hinge.away @ hinge.rest[:, 1], hinge.away @ hinge.across))
    bend = np.arccos(np.clip((line**2 - a**2 - b**2) / (2.0 * a * b * max(reach, SHORTEST)), -1.0, 1.0))
    both = rot.wrapped(hinge.straight + np.stack((-bend, bend), axis=1))
    way = np.einsum("fji,fj->fi", placed.upper, placed.lower[:, :, 1])
    now = np.arctan2(way @ hinge.across, way @ hinge.rest[:, 1])
    off = np.abs(_held(both, hinge.limit) - both)
    near = np.abs(rot.wrapped(both - now[:, None]))
    clear = np.abs(off[:, 0] - off[:, 1]) > ALIKE
    second = np.where(clear, off[:, 1] < off[:, 0], near[:, 1] < near[:, 0])
    return bend, np.where(second[:, None], both[:, ::-1], both)


def _bend(hinge: _Hinge, placed: _PlacedLimb, angles: Floats) -> _Bend:
    """Return a limb with these angles (f,) of its hinge, its end as far from its root, turned as little as can be.

    An angle that is beyond the limits by so little that nobody sees it is put within.
    """
    a, b, line = placed.lengths
    held = _held(angles, hinge.limit)
    missed = np.abs(np.linalg.norm(_end(hinge, a, b, held), axis=1) - line)
    angles = np.where(missed <= SLACK * (a + b), held, angles)
    way = rot.directions(placed.end - placed.root)
    end = np.einsum("fij,fj->fi", placed.upper, rot.directions(_end(hinge, a, b, angles)))
    upper = rot.shortest_arc(end, way) @ placed.upper
    return _Bend(angles, upper, rot.signed_angle(upper @ hinge.away, placed.middle - placed.root, way))


def _end(hinge: _Hinge, a: Floats, b: Floats, angles: Floats) -> Floats:
    """Return the end of a limb (f, 3), from its root, in the axes of its upper bone."""
    lower = np.outer(np.cos(angles), hinge.rest[:, 1]) + np.outer(np.sin(angles), hinge.across)
    return np.asarray(a[:, None] * hinge.away + b[:, None] * lower)


def _twist(hinge: _Hinge, bare: Floats, wanted: Floats) -> Floats:
    """Return the turns (f,) of the lower bone about itself that take `bare` axes (f, 3, 3) to the wanted, radians."""
    laid = rot.shortest_arc(wanted[:, :, 1], bare[:, :, 1]) @ wanted
    x, z = (np.einsum("fi,fi->f", bare[:, :, axis], laid[:, :, 0]) for axis in (0, 2))
    return _held(np.arctan2(-z, x), hinge.twist)


def _turned(
    rig: Rig, limb: Steered, placed: _PlacedLimb, upper: Floats, lower: Floats, tracked: tuple[str, ...]
) -> Iterator[tuple[str, tuple[Floats, Floats]]]:
    """Yield bones whose tracks change: by what that on which they hang is turned, and their axes then (f, 3, 3)."""
    end, root = limb.chain
    by_upper, by_lower = upper @ _transposed(placed.upper), lower @ _transposed(placed.lower)
    none = np.broadcast_to(np.eye(3), upper.shape)
    yield root, (none, by_upper)
    yield end, (by_upper, by_lower)
    for below in rig.children.get(end, ()):
        if below.name in tracked:
            yield below.name, (by_lower if below.inherit_rotation else none, none)


def _turn(rows: Floats, column: int, before: Floats, carried: Floats, turned: Floats) -> None:
    """Turn a bone in its rows, by a rotation (f, 3, 3) from how it was posed, where what carries it was turned as
    well."""
    own = rot.matrix_from_quaternion(rot.normalised(rows[:, column, 3:7]))
    turn = own @ _transposed(before) @ _transposed(carried) @ turned @ before
    rows[:, column, 3:7] = rot.quaternion_from_matrix(turn)


def _held(angles: Floats, limit: Range | None) -> Floats:
    return angles if limit is None else np.clip(angles, *limit)


def _transposed(matrices: Floats) -> Floats:
    return np.swapaxes(matrices, -1, -2)
