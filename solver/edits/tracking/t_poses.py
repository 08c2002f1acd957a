"""Somebody who is in a T-pose: whether points show that, and who wears which of them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.tracking.points import FEET, HANDS, PARTS, Point, Points, TrackedPart
from pantin.rigs.vectors import FRONT, UP, Vector
from pantin.rigs.wording import quoted
from pantin.solver.edits.tracking.finite import check_finite
from pantin.solver.messages import _

ASIDE, LOWEST_HAND, HIGHEST_HAND, HIGHEST_FOOT = 0.28, -0.4, 0.2, 0.3
"""Parts of the height of the head: how far beside it hands are in a T-pose, how far below and above it, and how high
feet are at most. Arms that hang down are nearer, however points are strapped on."""


def check_t_pose(points: Points, height: float) -> None:
    """Raise ValueError, in one sentence, where hands or feet tell that nobody is in a T-pose, the head so high."""
    head = np.array(points["head"].position)
    for part in HANDS.values():
        x, y, z = (np.array(points[part].position) - head) / height if part in points else (1.0, 0.0, 0.0)
        if np.hypot(x, y) < ASIDE or not LOWEST_HAND < z < HIGHEST_HAND:
            sentence = _("{part} is not straight out to the side; calibrate again in a T-pose, or by the height.")
            raise ValueError(sentence.format(part=quoted(part)))
    for part in FEET.values():
        if part in points and points[part].position[2] > HIGHEST_FOOT * height:
            sentence = _("{part} is not on the floor; calibrate again in a T-pose, or by the height.")
            raise ValueError(sentence.format(part=quoted(part)))


def parts_in_t_pose(points: Mapping[str, Point]) -> dict[str, TrackedPart]:
    """Return the part that each point is on, by name of the point, from where they are in a T-pose.

    The highest is on the head, the outermost on the hands, the lowest two on the feet, and one between on the hips.
    Raises ValueError where there are not three to six, or a number is none.
    """
    check_finite(points)
    if not 3 <= len(points) <= len(PARTS):
        raise ValueError(
            _("Three to six points tell a body in a T-pose, and there are {count}.").format(count=len(points))
        )
    names = list(points)
    places = np.array([points[name].position for name in names])
    head = int(np.argmax(places[:, 2]))
    a, b = _outermost(places, [k for k in range(len(names)) if k != head])
    side = np.cross(UP, _ahead(points[names[head]], places, a, b))
    left, right = _left_first((a, b), places, side)
    found: dict[str, TrackedPart] = {names[head]: "head", names[left]: HANDS["L"], names[right]: HANDS["R"]}
    low = sorted((k for k in range(len(names)) if k not in (head, a, b)), key=lambda k: float(places[k, 2]))
    if len(low) in (1, 3):
        found[names[low.pop()]] = "hips"
    if low:
        left, right = _left_first((low[0], low[1]), places, side)
        found |= {names[left]: FEET["L"], names[right]: FEET["R"]}
    return found


def _outermost(places: Vector, rows: list[int]) -> tuple[int, int]:
    """Those two of `rows` whose places (n, 3) are farthest from each other, seen from above."""
    spans = np.linalg.norm(places[rows, None, :2] - places[None, rows, :2], axis=2)
    a, b = np.unravel_index(int(np.argmax(spans)), spans.shape)
    return rows[int(a)], rows[int(b)]


def _left_first(pair: tuple[int, int], places: Vector, left: Vector) -> tuple[int, int]:
    """Of two points the one farther to the left, then the other."""
    return pair if float((places[pair[0]] - places[pair[1]]) @ left) >= 0.0 else pair[::-1]


def _ahead(head: Point, places: Vector, a: int, b: int) -> Vector:
    """Return the direction that a person in a T-pose faces: across the line of the hands, to the side that the head
    looks to.
    """
    across = np.cross(UP, places[a] - places[b])
    looks = rot.matrix_from_quaternion(head.rotation) @ FRONT
    return np.asarray(across if float(across @ looks) >= 0.0 else -across)
