"""An arm or a leg between two points: two long bones in the plane of their natural bend.

The turn of the upper bone says where elbow or knee points; the lower one bends in the same plane.
"""

from __future__ import annotations

from typing import NamedTuple

from pantin.rigs import rotations as rot
from pantin.rigs.bent_limbs import bent
from pantin.rigs.vectors import Matrix, Vector, cross, length

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
    """Return the limb from `root` to `point`, or as near as it comes.

    `upper` and `lower` are its bones in the stance. `way` is where the middle joint points, `side` the same in the
    stance, at a right angle to the limb there.
    """
    middle, end = bent(root, point, length(upper), length(lower), way, SHORT_OF_STRAIGHT)
    hinge, rest = cross(end - root, middle - root), cross(upper, side)
    turned = rot.aligning(upper, rest, middle - root, hinge), rot.aligning(lower, rest, end - middle, hinge)
    return Bent(*turned, middle, end)


def twist_of(turn: Matrix, before: Matrix, along: Vector) -> float:
    """Return the twist of a bone (3, 3) about itself against another (3, 3), as the sine of that angle, less the more
    it is bent.

    `along` is the direction of both in the stance. The angle itself jumps where it is half a turn, and means nothing
    where one bone is bent back along the other; this goes smoothly through both.
    """
    (_a, b, c), (d, _e, f), (g, h, _i) = (before.T @ turn).tolist()
    x, y, z = along.tolist()
    return float(x * (h - f) + y * (c - g) + z * (d - b)) / 2.0
