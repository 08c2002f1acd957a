"""Nothing that head and hands do makes a bone leap: spinning, looking at the ceiling, hands that pull both ways."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, sin

import numpy as np
from msgspec.structs import replace

from pantin.rigs import rotations as rot
from pantin.rigs.tracking.points import Point, Points
from pantin.rigs.vectors import four, three
from pantin.solver import Evaluated, evaluate
from pantin.solver.edits.tracking.stance import body_of
from pantin.solver.edits.tracking.track import track
from tests.solver.edits.tracking.followed import THREE, turned
from tests.solver.edits.tracking.standing_points import standing

FRAME = 1.0 / 30.0
UP, LEFT = np.array((0.0, 0.0, 1.0)), np.array((1.0, 0.0, 0.0))


def followed(frames: Iterable[Points]) -> list[Evaluated]:
    """The figure in each frame."""
    document, calibration, _points = standing()
    memory, found = None, []
    for points in frames:
        tracked = track(document, calibration, points, memory, FRAME)
        memory = tracked.memory
        found.append(evaluate(tracked.document))
    return found


def quickest(frames: Iterable[Points]) -> dict[str, float]:
    """Return how far each bone turns from one frame to the next at most, radians."""
    document = standing()[0]
    turns = np.array([each.matrices[:, :3, :3] for each in followed(frames)])
    names = [bone.name for bone in document.rig.bones if bone.kind == "bone"]
    index = evaluate(document).index
    return {name: float(turned(turns[:, index[name]]).max()) for name in names}


def alone() -> Points:
    """Head and hands, the arms bent before the body."""
    _document, _calibration, points = standing()
    hands = {f"hand.{side}": (x, -0.25, 1.1) for side, x in (("L", 0.25), ("R", -0.25))}
    return {part: replace(points[part], position=hands.get(part, points[part].position)) for part in THREE}


def spun(points: Points, angle: float) -> Points:
    """The points of a body that has turned about its own axis."""
    turn = four(rot.quaternion_about(UP, angle))
    at = rot.matrix_from_quaternion(turn)
    return {
        part: replace(
            point,
            position=three(at @ point.position),
            rotation=four(rot.quaternion_from_matrix(at @ rot.matrix_from_quaternion(point.rotation))),
        )
        for part, point in points.items()
    }


def test_feet_and_back_of_who_spins_never_turn_the_other_way_round() -> None:
    points, turn = alone(), 7.0 * FRAME
    worst = quickest(spun(points, turn * frame) for frame in range(60))
    assert max(worst.values()) <= turn + 0.2, worst


def test_hips_stay_under_a_head_that_looks_at_the_ceiling_and_beyond() -> None:
    points = alone()

    def looking(angle: float) -> Points:
        back = four(rot.quaternion_about(LEFT, -angle))
        return {**points, "head": replace(points["head"], rotation=back)}

    worst = quickest(looking(0.04 * frame) for frame in range(50))
    assert worst["hips"] <= 0.05 and max(worst.values()) <= 0.2, worst


def test_hands_that_pull_a_chest_both_ways_do_not_turn_it_to_and_fro() -> None:
    points = alone()

    def pulled(angle: float) -> Points:
        """One hand ahead and one behind, farther away than arms reach."""
        reach = np.array((cos(angle), sin(angle), 0.0))
        head = np.array(points["head"].position)
        return {
            **points,
            "hand.L": replace(points["hand.L"], position=three(head + reach - 0.2 * UP)),
            "hand.R": replace(points["hand.R"], position=three(head - reach - 0.2 * UP)),
        }

    worst = quickest(pulled(0.02 * frame - 0.6) for frame in range(60))
    assert worst["hips"] <= 0.2 and max(worst[name] for name in ("spine", "chest")) <= 0.5, worst


def test_hands_that_go_round_a_head_that_stays_do_not_turn_the_hips_to_and_fro() -> None:
    """Behind the back they tell nothing of where a body faces; the way that is shorter would change sides there."""
    points = alone()

    def passed(frame: int) -> Points:
        return {**spun(points, 0.1 * frame), "head": points["head"]}

    ways = [each.matrix("hips")[:2, :3] @ (0.0, 0.0, 1.0) for each in followed(passed(frame) for frame in range(70))]
    headings = np.unwrap([float(np.arctan2(x, -y)) for x, y in ways])
    assert np.ptp(headings) < 1.0 and np.abs(np.diff(headings)).max() < 0.07


def test_two_straight_arms_reach_without_a_chest_that_swings() -> None:
    """Arms out to the sides, as long as they are: to and fro, a hand is where its point is all the same."""
    points = standing()[2]

    def swaying(frame: int) -> Points:
        turned = spun({part: points[part] for part in THREE}, 0.4 * sin(0.2 * frame))
        return turned | {"head": points["head"]}

    frames = [swaying(frame) for frame in range(40)]
    posed = followed(frames)
    for part in THREE:
        far = [np.linalg.norm(e.matrix(part)[:3, 3] - f[part].position) for e, f in zip(posed, frames, strict=True)]
        assert max(far) <= 1e-3, part
    worst = quickest(frames)
    assert max(worst.values()) <= 0.2, worst


def test_a_hand_that_is_twisted_at_once_does_not_twist_its_forearm_at_once() -> None:
    points = alone()

    def twisted(frame: int) -> Points:
        turn = rot.matrix_from_quaternion(rot.quaternion_about(LEFT, 1.5 * (frame > 3)))
        hand = points["hand.L"]
        return {
            **points,
            "hand.L": replace(
                hand, rotation=four(rot.quaternion_from_matrix(turn @ rot.matrix_from_quaternion(hand.rotation)))
            ),
        }

    assert quickest(twisted(frame) for frame in range(10))["forearm.L"] <= 0.25


def test_legs_that_nobody_tracks_do_not_leap_under_who_drops() -> None:
    """Head and hands come down by half a metre in three frames."""
    points = alone()

    def dropped(frame: int) -> Points:
        down = np.array((0.0, 0.0, -0.5 * min(max(frame - 3, 0) / 3.0, 1.0)))
        return {part: replace(point, position=three(point.position + down)) for part, point in points.items()}

    worst = quickest(dropped(frame) for frame in range(20))
    assert max(worst[f"{bone}.{side}"] for bone in ("thigh", "shin", "foot") for side in "LR") <= 0.3, worst


def test_who_falls_on_the_back_is_laid_down_in_time() -> None:
    """A head that lies at once does not lay the hips down at once."""
    points = alone()

    def fallen(frame: int) -> Points:
        if frame < 3:
            return points
        head = replace(points["head"], position=(0.0, 0.3, 0.2), rotation=four(rot.quaternion_about(LEFT, -1.5)))
        return {"head": head}

    worst = quickest(fallen(frame) for frame in range(20))
    assert worst["hips"] <= 0.2, worst


def test_toes_stay_on_the_floor_while_a_tracked_heel_is_up() -> None:
    document, calibration, points = standing()
    leg = body_of(document.rig).legs[0]
    up = rot.matrix_from_quaternion(rot.quaternion_about(LEFT, 0.6))
    ball = points["foot.L"].position + leg.toes
    ankle = Point(three(ball - up @ leg.toes), four(rot.quaternion_from_matrix(up)))
    plain, raised = (
        evaluate(track(document, calibration, {**points, "foot.L": foot}).document)
        for foot in (points["foot.L"], ankle)
    )
    turned_up = {
        bone: float(turned(np.array((plain.matrix(bone)[:3, :3], raised.matrix(bone)[:3, :3])))[0])
        for bone in ("foot.L", "toe.L")
    }
    assert turned_up["foot.L"] > 0.55 and turned_up["toe.L"] < 0.5 * turned_up["foot.L"]
