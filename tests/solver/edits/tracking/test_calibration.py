"""Points fit a figure by proportions alone where they are worn as the body is turned."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.fields import Quaternion
from pantin.rigs.tracking.points import Point, TrackedPart
from pantin.rigs.vectors import matrix_of, quaternion_about, quaternion_of
from pantin.solver.edits.tracking.calibration import by_height, by_skeleton
from pantin.solver.edits.tracking.stance import body_of
from tests.rigs.samples import needs_samples
from tests.solver.edits.tracking.followed import MOTIONS, SIX, motion
from tests.solver.edits.tracking.test_track import moved, standing


@pytest.mark.parametrize("part", ["head", "hand.R", "hips", "foot.L"])
def test_points_that_are_worn_at_an_angle_are_refused_by_proportions_and_ask_for_a_t_pose(part: TrackedPart) -> None:
    document, _calibration, points = standing()
    body, askew = body_of(document.rig), quaternion_about(np.array((0.0, 1.0, 0.0)), 2.2)
    worn = {**points, part: replace(points[part], rotation=askew)}
    with pytest.raises(ValueError, match=f"{part}.*at an angle.*T-pose"):
        by_height(body, frames=[worn])
    bowed = {**worn, "head": moved(worn["head"], (0.0, 0.0, -0.5)), "foot.L": moved(worn["foot.L"], (0.0, 0.0, 0.3))}
    assert by_height(body, frames=[points] * 3 + [bowed]).worn.keys() == set(SIX), "who bows wears it well"


@needs_samples
@pytest.mark.parametrize("name", MOTIONS)
def test_recordings_tell_whether_their_points_are_worn_as_the_body_is(name: str) -> None:
    """Strapped on anyhow they are refused; turned as the body is they are taken."""
    document, points = standing()[0], motion(name, rows="measured")
    assert points.source is not None
    body, worn = body_of(document.rig), by_skeleton(body_of(points.source), motion(name)).worn
    with pytest.raises(ValueError, match="at an angle"):
        by_height(body, frames=points.frames)
    level = [
        {part: replace(point, rotation=unworn(point, worn[part].rotation)) for part, point in each.items()}
        for each in motion(name).frames
    ]
    assert by_height(body, frames=level).scale > 0.0


def unworn(point: Point, worn: Quaternion) -> Quaternion:
    """The turn of a part from the stance, of a point that is worn so."""
    return quaternion_of(matrix_of(point.rotation) @ matrix_of(worn).T)
