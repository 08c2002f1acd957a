"""Points fit a figure by proportions alone where they are worn as the body is turned."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.fields import Quaternion
from pantin.rigs.tracking.points import Point, TrackedPart
from pantin.rigs.vectors import matrix_of, quaternion_about, quaternion_of
from pantin.solver.edits.tracking.calibration import by_height, by_skeleton, by_t_pose
from pantin.solver.edits.tracking.stance import body_of
from tests.rigs.samples import needs_samples
from tests.solver.edits.tracking.followed import MOTIONS, SIX, motion
from tests.solver.edits.tracking.standing_points import moved, standing


@pytest.mark.parametrize("part", ["head", "hand.R", "hips", "foot.L"])
def test_points_that_are_worn_at_an_angle_are_refused_by_proportions_and_ask_for_a_t_pose(part: TrackedPart) -> None:
    document, _calibration, points = standing()
    body, askew = body_of(document.rig), quaternion_about(np.array((0.0, 1.0, 0.0)), 2.2)
    worn = {**points, part: replace(points[part], rotation=askew)}
    with pytest.raises(ValueError, match=f"{part}.*at an angle.*T-pose"):
        by_height(body, frames=[worn])
    bowed = {**worn, "head": moved(worn["head"], (0.0, 0.0, -0.5)), "foot.L": moved(worn["foot.L"], (0.0, 0.0, 0.3))}
    assert by_height(body, frames=[points] * 3 + [bowed]).worn.keys() == set(SIX), "who bows wears it well"


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_points_may_be_counted_from_any_side_that_a_figure_faces(quarters: int) -> None:
    """What another program calls unturned may face along another axis: the left hand tells where the left is."""
    document, _calibration, points = standing()
    about = quaternion_about(np.array((0.0, 0.0, 1.0)), quarters * np.pi / 2.0)
    counted = {
        part: replace(point, rotation=quaternion_of(matrix_of(point.rotation) @ matrix_of(about)))
        for part, point in points.items()
    }
    worn = by_height(body_of(document.rig), frames=[counted]).worn
    for part in SIX:
        np.testing.assert_allclose(matrix_of(worn[part].rotation), matrix_of(about), atol=1e-12)


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


@pytest.mark.parametrize("part, way", [("hand.L", (-0.5, 0.0, -0.6)), ("foot.R", (0.0, 0.0, 0.7))])
def test_somebody_who_does_not_stand_in_a_t_pose_is_told_so(part: TrackedPart, way: tuple[float, float, float]) -> None:
    """An arm that hangs down, or a foot in the air, would put the points anywhere."""
    document, _calibration, points = standing()
    body = body_of(document.rig)
    assert by_t_pose(body, points).scale == pytest.approx(1.0, abs=0.1)
    with pytest.raises(ValueError, match=f"{part}.*T-pose"):
        by_t_pose(body, {**points, part: moved(points[part], way)})


@needs_samples
@pytest.mark.parametrize("name", MOTIONS)
def test_a_motion_that_begins_otherwise_is_no_t_pose(name: str) -> None:
    with pytest.raises(ValueError, match="T-pose"):
        by_t_pose(body_of(standing()[0].rig), motion(name).frames[0])
