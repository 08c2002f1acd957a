"""Calibration of somebody's points to a figure: by one T-pose, by their height, or by the skeleton they were taken
from.

A T-pose tells how each point is worn, wherever and however it is strapped on. Without one, points are taken to sit on
their joints, turned as the world while the person stands straight: so senders do that name points after bones. Points
that are worn at an angle do not, and are refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations, product
from math import pi

import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.tracking.humanoid import NO_TURN
from pantin.rigs.tracking.points import PARTS, Calibration, Motion, Point, Points, TrackedPart, Worn
from pantin.rigs.vectors import FRONT, LEFT, UP, Matrix, Vector, four, heading_of, three
from pantin.rigs.wording import quoted
from pantin.solver.edits.tracking.body import Body
from pantin.solver.edits.tracking.finite import check_finite
from pantin.solver.edits.tracking.stance import body_of
from pantin.solver.edits.tracking.t_poses import check_t_pose
from pantin.solver.messages import _

OF_HEIGHT = 0.905
"""Height of the joint of the head, parts of a person's: at the opening of the ears, as adults are measured."""
USUAL_HEIGHT = 1.75
"""Metres: what a person is taken to measure who does not say."""
LEAST_HEIGHT, MOST_HEIGHT = 0.3, 3.0
"""Metres: heights that people have, with room."""
UPRIGHT, FOOT_UPRIGHT = 0.6, 0.0
"""Cosine: head, hips and feet that lean farther are worn at an angle. Feet lean as far as they roll, and more in the
air."""
POINTS_BACK = -0.3
"""Cosine: hands that point so far back to the shoulders are."""
BELOW_HEAD = 0.25
"""Metres: the shoulders below the joint of the head."""
APART = 0.01
"""Metres: hands that are nearer to each other tell no side."""
ABOVE = 0.2
"""Metres: a head that is lower over the floor in a T-pose is not standing."""


def by_t_pose(body: Body, points: Points) -> Calibration:
    """The calibration for points worn by somebody who stands upright, arms out to the sides, facing anywhere.

    Raises ValueError, in one sentence, where no head is among them, it is not up, hands or feet are elsewhere, or a
    number is none.
    """
    check_finite(points)
    if "head" not in points:
        raise ValueError(_("There is no point on the head; say which one it is, then stand in a T-pose."))
    height = float(points["head"].position[2])
    if height < ABOVE:
        raise ValueError(_("The head is on the floor; stand upright in a T-pose and calibrate again."))
    check_t_pose(points, height)
    hands = [np.array(points[part].position) for part in ("hand.L", "hand.R") if part in points]
    scale = body.height / height
    if len(hands) == 2 and min(float(hand[2]) for hand in hands) > ABOVE:
        scale = float(body.at["hand.L"][2] + body.at["hand.R"][2]) / float(hands[0][2] + hands[1][2])
    middle = scale * (np.mean(hands, axis=0) if len(hands) == 2 else np.array(points["head"].position))
    facing = rot.exp(_facing(points, hands) * UP)
    own = (body.at["hand.L"] + body.at["hand.R"]) / 2.0 if len(hands) == 2 else body.at["head"]
    ground = np.array((middle[0], middle[1], 0.0)) - facing @ np.array((own[0], own[1], 0.0))
    return Calibration(
        scale, {part: _worn(point, ground + facing @ body.at[part], facing, scale) for part, point in points.items()}
    )


def by_height(body: Body, height: float = USUAL_HEIGHT, frames: Sequence[Points] = ()) -> Calibration:
    """The calibration for points on the joints of somebody of this height, metres.

    Raises ValueError, in one sentence, where nobody is so tall, or where `frames` show points that are worn at an
    angle: how, proportions do not tell.
    """
    if not LEAST_HEIGHT <= height <= MOST_HEIGHT:
        raise ValueError(
            _("A person is {least} to {most} m tall; write such a height.").format(least=LEAST_HEIGHT, most=MOST_HEIGHT)
        )
    ahead = rot.exp(_zero_heading(frames) * UP)
    askew = next((part for part in PARTS if _worn_askew(part, frames, ahead)), None)
    if askew is not None:
        sentence = _("The point on {part} is worn at an angle, which proportions do not tell; stand in a T-pose.")
        raise ValueError(sentence.format(part=quoted(askew)))
    plain = Worn(four(rot.quaternion_from_matrix(ahead)), (0.0, 0.0, 0.0))
    return Calibration(body.height / (OF_HEIGHT * height), dict.fromkeys(PARTS, plain))


def _zero_heading(frames: Sequence[Points]) -> float:
    """By how many quarter turns about Z, radians, points are turned that are worn by somebody who faces -Y.

    Programs count turns from where their own figures face. The hands tell: the left one is on the left of the head.
    """
    lefts = [
        rot.matrix_from_quaternion(points["head"].rotation).T
        @ np.subtract(points["hand.L"].position, points["hand.R"].position)
        for points in frames
        if points.keys() >= {"head", "hand.L", "hand.R"}
    ]
    x, y, _z = np.mean(lefts or [LEFT], axis=0)
    if np.hypot(x, y) < APART:
        return 0.0
    return -round(float(np.arctan2(y, x)) / (pi / 2.0)) * pi / 2.0


def _worn_askew(part: TrackedPart, frames: Sequence[Points], ahead: Matrix) -> bool:
    """Return whether a point is turned as no part of a person is, in the mean of a quarter of the frames.

    Points of somebody who stands straight and faces -Y are turned by `ahead`.

    Head and hips stand upright while the head is highest, and so does a foot while it is lowest. Hands point away from
    where the shoulders are about, below the head.
    """
    seen = [points for points in frames if part in points and "head" in points]
    foot = part.startswith("foot")
    seen.sort(key=lambda points: points[part].position[2] if foot else -points["head"].position[2])
    seen = seen[: (len(seen) + 3) // 4]
    if not part.startswith("hand"):
        ups = [rot.matrix_from_quaternion(points[part].rotation)[2, 2] for points in seen]
        return bool(ups) and float(np.mean(ups)) < (FOOT_UPRIGHT if foot else UPRIGHT)
    out = ahead.T @ (LEFT if part == "hand.L" else -LEFT)
    cosines = []
    for points in seen:
        away = np.subtract(points[part].position, points["head"].position) + BELOW_HEAD * UP
        far = float(np.linalg.norm(away))
        cosines.append(
            float(rot.matrix_from_quaternion(points[part].rotation) @ out @ away) / far if far > 0.0 else 1.0
        )
    return bool(cosines) and float(np.mean(cosines)) < POINTS_BACK


def by_skeleton(body: Body, motion: Motion) -> Calibration:
    """The calibration for points on the joints of another skeleton, `motion.source`, or mounted on these.

    Raises ValueError, in one sentence, where there is no person in it.
    """
    if motion.source is None:
        raise ValueError(_("These points come without a skeleton; calibrate by a T-pose or by a height."))
    source, first = body_of(motion.source.rig), motion.frames[0]
    scale = body.height / source.height
    rests = _rests(source, first, motion.mounts)
    worn = {}
    for part, at_rest in rests.items():
        mount = motion.mounts.get(part, Point((0.0, 0.0, 0.0)))
        back = rot.matrix_from_quaternion(mount.rotation).T
        more = at_rest @ _longer(part, body, source, scale)
        offset = back @ (more - scale * np.array(mount.position))
        worn[part] = Worn(
            four(rot.quaternion_from_matrix(at_rest.T @ rot.matrix_from_quaternion(mount.rotation))), three(offset)
        )
    return Calibration(scale, worn)


def _facing(points: Points, hands: list[Vector]) -> float:
    """Return the heading of a person in a T-pose, radians about Z from -Y."""
    if len(hands) == 2:
        x, y, _z = (hands[0] - hands[1]).tolist()
        return float(np.arctan2(y, x))
    return heading_of(rot.matrix_from_quaternion(points["head"].rotation) @ FRONT)


def _worn(point: Point, joint: Vector, facing: Matrix, scale: float) -> Worn:
    """Return how a point is worn by its place, that of the joint, and the turn of the figure."""
    turned = rot.matrix_from_quaternion(point.rotation)
    offset = turned.T @ (joint - scale * np.array(point.position))
    return Worn(four(rot.quaternion_from_matrix(facing.T @ turned)), three(offset))


def _longer(part: TrackedPart, body: Body, source: Body, scale: float) -> Vector:
    """From where a joint of the source is, scaled, to where that of the figure should be, in the stance.

    Hands go as far out as its arms are longer, ankles and hips as high as its own.
    """
    more = body.at[part] - scale * source.at[part]
    if part == "head":
        return np.zeros(3)
    return np.asarray(more * LEFT if part.startswith("hand") else more * UP)


def _rests(source: Body, first: Points, mounts: Mapping[TrackedPart, Point]) -> dict[TrackedPart, Matrix]:
    """By part: the rotation from the stance to how the joint of a skeleton rests. What is not tracked is left out."""
    names: dict[TrackedPart, str] = {"head": source.chain[-1], "hips": source.hips}
    for arm, leg, hand, foot in zip(source.arms, source.legs, PARTS[1:3], PARTS[4:6], strict=True):
        names |= {hand: arm.end, foot: leg.end}
    found = {part: source.turns[names[part]].T for part in PARTS if part in first}
    if source.stands:
        return found
    turned = {
        part: rot.matrix_from_quaternion(first[part].rotation)
        @ rot.matrix_from_quaternion(mounts[part].rotation if part in mounts else NO_TURN).T
        for part in found
    }
    ahead = rot.exp(_standing_heading(first, turned, found) * UP)
    for part in found:
        if part == "head":
            found[part] = max(_CUBE, key=lambda rest: float(np.trace((turned[part] @ rest).T @ ahead)))
        elif part.startswith("foot"):
            leg = source.legs[PARTS[4:6].index(part)]
            found[part] = _nearest_twist(turned[part], found[part], leg.toes, ahead)
    return found


def _standing_heading(
    first: Points, turned: Mapping[TrackedPart, Matrix], rests: Mapping[TrackedPart, Matrix]
) -> float:
    """Return the heading of somebody whose head does not tell: as the hips do, else across the line of the hands."""
    if "hips" in rests:
        return heading_of(turned["hips"] @ rests["hips"] @ FRONT)
    hands = [np.array(first[part].position) for part in ("hand.L", "hand.R") if part in first]
    return _facing(first, hands)


def _nearest_twist(turned: Matrix, rest: Matrix, along: Vector, ahead: Matrix) -> Matrix:
    """A foot rests twisted by quarter turns about its own length: of these, that which is flattest now."""
    axis = along / np.linalg.norm(along)
    twists = [rest @ rot.exp(quarter * pi / 2.0 * axis) for quarter in range(4)]
    return max(twists, key=lambda each: float(np.trace((turned @ each).T @ ahead)))


def _cube() -> list[Matrix]:
    """The 24 rotations that turn axes onto axes: a joint rests along axes of its file, whichever these are."""
    found = []
    for order, signs in product(permutations(range(3)), product((1.0, -1.0), repeat=3)):
        matrix = np.zeros((3, 3))
        for row in range(3):
            matrix[row, order[row]] = signs[row]
        if np.linalg.det(matrix) > 0.0:
            found.append(matrix)
    return found


_CUBE = _cube()
