"""An arm or a leg between two points: two long bones in the plane of their natural bend.

The turn of the upper bone says where elbow or knee points; the lower one bends in the same plane.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.rigs.vectors import Matrix, Vector, across, cross, length

SHORTEST = 1e-9
SHORT_OF_STRAIGHT = 2e-5
"""Of its length: a limb stays so far from straight, a hundredth of a millimetre. The chain of a handle comes nearer
only in hundreds of steps, which would take longer than all else of a frame."""


class Bent(NamedTuple):
    """A limb that reaches: the turns of its two long bones, and where it comes to."""

    upper: Matrix
    lower: Matrix
    middle: Vector
    end: Vector


def limb(root: Vector, point: Vector, upper: Vector, lower: Vector, way: Vector, side: Vector) -> Bent:
    """A limb from `root` to `point`, or as near as it comes.

    `upper` and `lower` are its bones in the stance. `way` is where the middle joint points, `side` the same in the
    stance, at a right angle to the limb there.
    """
    a, b = length(upper), length(lower)
    away = point - root
    far = length(away)
    line = away / far if far > SHORTEST else upper / a
    near = min(max(far, abs(a - b) + 1e-6 * (a + b)), (a + b) * (1.0 - SHORT_OF_STRAIGHT))
    along = (a * a + near * near - b * b) / (2.0 * near)
    out = across(way, line)
    size = length(out)
    out = out / size if size > SHORTEST else _any_across(line)
    middle = root + along * line + np.sqrt(max(a * a - along * along, 0.0)) * out
    end = root + near * line
    hinge, rest = cross(line, out), cross(upper / a, side)
    return Bent(
        _frame_turn(upper / a, rest, (middle - root) / a, hinge),
        _frame_turn(lower / b, rest, (end - middle) / b, hinge),
        middle,
        end,
    )


def _any_across(line: Vector) -> Vector:
    """A unit vector (3,) that is orthogonal to a unit one, always the same."""
    found = across(np.eye(3)[int(np.argmin(np.abs(line)))], line)
    return np.asarray(found / length(found))


def _frame_turn(rest: Vector, rest_hinge: Vector, now: Vector, hinge: Vector) -> Matrix:
    """The rotation of a bone from one direction to another, and of its hinge as near as can be."""
    return _frame(now, hinge) @ _frame(rest, rest_hinge).T


def _frame(along: Vector, hinge: Vector) -> Matrix:
    """The axes (3, 3), as columns, of a bone along a unit vector: the third as near to the `hinge` as can be."""
    z = across(hinge, along)
    z = z / length(z)
    return np.array((along, cross(z, along), z)).T


def twist_of(turn: Matrix, before: Matrix, along: Vector) -> float:
    """How far a bone is twisted about itself against another, as the sine of that angle, less the more it is bent.

    `along` is the direction of both in the stance. The angle itself jumps where it is half a turn, and means nothing
    where one bone is bent back along the other; this goes smoothly through both.
    """
    (_a, b, c), (d, _e, f), (g, h, _i) = (before.T @ turn).tolist()
    x, y, z = along.tolist()
    return float(x * (h - f) + y * (c - g) + z * (d - b)) / 2.0
