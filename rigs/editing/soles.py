"""The sole of a foot: where it touches level ground at rest.

Its points are those that were measured on the figure's mesh, or else found from the bones of foot and toes: from the
heel behind the ankle over the ball to the tip of the toes. A figure that is drawn with its feet a little above the
floor, as shoes are drawn, still has its soles on it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.anatomy.foot import FLOOR, HEEL
from pantin.rigs.constraints import Ik
from pantin.rigs.editing.limbs import visible_control
from pantin.rigs.fields import Vector3
from pantin.rigs.limb import Limb
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.tree.chains import acts, chain_bones
from pantin.rigs.tree.traversal import ancestors
from pantin.rigs.vectors import FRONT, Vector, three

HALF_WIDTH = 0.17
"""Half the width of the sole, in lengths of the foot from the ankle to the tip."""
ROWS = 8
"""Points from heel to tip; what is smaller than the gap between them does not hold a sole up."""
SHORTEST = 0.05
"""A foot that reaches forward by less, in its own lengths, points down: it stands on its tip, as a paw does."""
PAW = 0.5
"""Length of the sole of such a foot before its tip, in its own lengths."""
LEGS = ("limb", "reverse_foot")
"""The kinds of limb that may end in a foot."""
SMALLEST = 0.05
"""A sole that is shorter or narrower than this, in lengths of the foot, is none: it was measured on a splinter."""
NO_LENGTH = 1e-9
"""Metres. A foot whose tip is nearer to the ankle has no direction."""
"""Where a foot that points down reaches: figures look along −Y."""


class Sole(NamedTuple):
    """A foot that can plant, and the points of its sole at rest, armature space, metres."""

    limb: str
    constraint: int
    """The place of the IK constraint that brings the foot to its handle."""
    leg: tuple[str, ...]
    """From the hip joint down to the ankle."""
    foot: str
    toe: str | None
    target: str
    """The bone that the leg reaches for, with the ankle."""
    handle: str
    """The bone that is grabbed to move that."""
    points: Vector
    """(n, 3), on one level, in three lines from heel to tip: on the right, in the middle and on the left."""
    on_toe: NDArray[np.bool_]
    """(n,): which of them are under the toes."""
    ball: int
    """The place of the middle point under the ball: where the toes begin, else the end of the foot's bone."""
    anchor: Vector
    """The point (3,) of the sole below the ankle."""
    thickness: float
    """Height of the ankle above the sole."""
    length: float
    """From heel to tip."""


def sole_of(rig: Rig, limb: Limb) -> Sole | None:
    """The sole at the end of a limb; None where it ends in no foot that a handle brings to its place.

    Hands can be planted as feet can. Spines, tails and fingers end in none.
    """
    if limb.kind not in LEGS:
        return None
    found = _foot(rig, limb)
    if found is None:
        return None
    place, ik, foot = found
    toe = _toe(rig, foot)
    reach = _reach(foot, toe)
    if reach is None:
        return None
    forward, size, toe = reach
    ankle, outline = np.array(foot.head), _outline(rig, foot, forward, size) or _usual(foot, toe, size)
    level = outline.level
    points, on_toe, ball = _points(ankle, forward, size, outline, toe)
    target = str(ik.target)
    return Sole(
        limb=limb.name,
        constraint=place,
        leg=tuple(reversed(chain_bones(rig, ik))),
        foot=foot.name,
        toe=toe.name if toe else None,
        target=target,
        handle=visible_control(rig, target),
        points=points,
        on_toe=on_toe,
        ball=ball,
        anchor=np.array((ankle[0], ankle[1], level)),
        thickness=float(ankle[2]) - level,
        length=(outline.tip - outline.heel) * size,
    )


def with_soles_of_limbs(rig: Rig) -> Rig:
    """Return the rig of a figure without a mesh as if its soles had been measured: those of the feet of its limbs."""
    found = dict[str, tuple[Vector3, ...]]()
    for sole in filter(None, (sole_of(rig, limb) for limb in rig.limbs)):
        for bone, there in ((sole.foot, ~sole.on_toe), (sole.toe, sole.on_toe)):
            if bone is not None and there.any():
                found[bone] = tuple(three(point) for point in sole.points[there])
    return rig.changed(soles=found)


class _Outline(NamedTuple):
    """A level sole seen from above, in lengths of the foot from the ankle."""

    heel: float
    tip: float
    right: float
    left: float
    """Where its sides are, to the left of the line from the ankle forward."""
    level: float
    """Its height at rest, metres."""


def _usual(foot: Bone, toe: Bone | None, size: float) -> _Outline:
    """Return the outline that is assumed of every foot."""
    return _Outline(-HEEL, 1.0, -HALF_WIDTH, HALF_WIDTH, _level(foot, toe, size))


def _outline(rig: Rig, foot: Bone, forward: Vector, size: float) -> _Outline | None:
    """Return the outline of the points that a foot has on its mesh; None where it has none that make a sole."""
    of_foot = (points for name, points in rig.soles.items() if foot.name in (name, *ancestors(rig, name)))
    points = np.array([point for each in of_foot for point in each]).reshape(-1, 3)
    if not len(points):
        return None
    ends = (points - foot.head) @ np.stack([forward, _left_of(forward)], axis=1) / size
    (heel, right), (tip, left) = ends.min(axis=0).tolist(), ends.max(axis=0).tolist()
    if min(tip - heel, left - right) < SMALLEST:
        return None
    return _Outline(heel, tip, right, left, float(points[:, 2].min()))


def _left_of(forward: Vector) -> Vector:
    return np.array((-forward[1], forward[0], 0.0))


def _reach(foot: Bone, toe: Bone | None) -> tuple[Vector, float, Bone | None] | None:
    """The level unit direction (3,) from the ankle to the tip of the toes, how far that is, metres, and the toe.

    A foot that points down stands on its tip: it reaches to the front by a part of its length, and has no toe of its
    own. None where ankle and tip are in one place.
    """
    span = np.subtract(toe.tail if toe else foot.tail, foot.head)
    along = span * (1.0, 1.0, 0.0)
    size, whole = float(np.linalg.norm(along)), float(np.linalg.norm(span))
    if whole <= NO_LENGTH:
        return None
    return (along / size, size, toe) if size > SHORTEST * whole else (FRONT, PAW * whole, None)


def _foot(rig: Rig, limb: Limb) -> tuple[int, Ik, Bone] | None:
    """The constraint that brings the foot of a limb to its handle, its place among the rig's, and the foot."""
    for place, each in enumerate(rig.constraints):
        if isinstance(each, Ik) and _steers(rig, limb, each):
            foot = next((bone for bone in rig.children.get(each.owner, ()) if bone.name in limb.bones), None)
            return None if foot is None else (place, each, foot)
    return None


def _steers(rig: Rig, limb: Limb, ik: Ik) -> bool:
    """Return whether it brings the end of the limb to one of its controls."""
    return ik.use_tail and ik.target in limb.controls and ik.owner in limb.bones and acts(rig, ik)


def _toe(rig: Rig, foot: Bone) -> Bone | None:
    """The toes: of several the one that reaches farthest forward."""
    along = np.subtract(foot.tail, foot.head)
    toes = [bone for bone in rig.children.get(foot.name, ()) if bone.kind == "bone"]
    return max(toes, key=lambda bone: float(np.subtract(bone.tail, foot.head) @ along), default=None)


def _level(foot: Bone, toe: Bone | None, size: float) -> float:
    """Return the height of the sole at rest.

    The end of a foot may be a guess: one that goes through the floor stands on it.
    """
    lowest = min(foot.head[2], foot.tail[2], toe.tail[2] if toe else foot.tail[2])
    return 0.0 if lowest <= 0.0 <= foot.head[2] or 0.0 <= lowest <= FLOOR * size else lowest


def _points(
    ankle: Vector, forward: Vector, size: float, outline: _Outline, toe: Bone | None
) -> tuple[Vector, NDArray[np.bool_], int]:
    """Return the points of a sole (n, 3), in three lines from heel to tip, which of them are under the toes (n,), and
    the place of the middle one under the ball.
    """
    heel, tip = outline.heel * size, outline.tip * size
    place = size if toe is None else float((np.array(toe.head) - ankle) @ forward)
    ball = float(np.clip(place, heel, tip))
    along = np.unique(np.append(np.linspace(outline.heel, outline.tip, ROWS) * size, ball))
    left = _left_of(forward)
    middle = ankle * (1.0, 1.0, 0.0) + (0.0, 0.0, outline.level) + along[:, None] * forward
    points = np.concatenate([middle + left * outline.right * size, middle, middle + left * outline.left * size])
    on_toe = np.tile(along >= place if toe else along > np.inf, 3)
    return points, on_toe, len(along) + int(np.searchsorted(along, ball))
