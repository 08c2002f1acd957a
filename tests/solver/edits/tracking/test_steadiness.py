"""Nothing that head and hands do makes a bone leap: spinning, looking at the ceiling, hands that pull both ways."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, sin

import numpy as np
from msgspec.structs import replace

from pantin.rigs.tracking.points import Points
from pantin.rigs.vectors import matrix_of, quaternion_about, quaternion_of, three
from pantin.solver import evaluate
from pantin.solver.edits.tracking.track import track
from tests.solver.edits.tracking.followed import THREE, turned
from tests.solver.edits.tracking.test_track import standing

FRAME = 1.0 / 30.0
UP, LEFT = np.array((0.0, 0.0, 1.0)), np.array((1.0, 0.0, 0.0))


def quickest(frames: Iterable[Points]) -> dict[str, float]:
    """How far each bone turns from one frame to the next at most, radians."""
    document, calibration, _points = standing()
    memory, found = None, []
    for points in frames:
        tracked = track(document, calibration, points, memory, FRAME)
        memory = tracked.memory
        found.append(evaluate(tracked.document).matrices[:, :3, :3])
    turns = np.array(found)
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
    turn = quaternion_about(UP, angle)
    at = matrix_of(turn)
    return {
        part: replace(
            point, position=three(at @ point.position), rotation=quaternion_of(at @ matrix_of(point.rotation))
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
        back = quaternion_about(LEFT, -angle)
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
