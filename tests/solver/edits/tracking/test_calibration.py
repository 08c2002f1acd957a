"""Points fit a figure by proportions alone where they are worn as the body is turned."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import rotations as rot
from pantin.rigs.tracking.points import TrackedPart
from pantin.rigs.vectors import four
from pantin.solver.edits.tracking.calibration import by_height, by_t_pose
from pantin.solver.edits.tracking.stance import body_of
from tests.solver.edits.tracking.followed import SIX
from tests.solver.edits.tracking.standing_points import moved, standing


@pytest.mark.parametrize("part", ["head", "hand.R", "hips", "foot.L"])
def test_points_that_are_worn_at_an_angle_are_refused_by_proportions_and_ask_for_a_t_pose(part: TrackedPart) -> None:
    document, _calibration, points = standing()
    body, askew = body_of(document.rig), four(rot.quaternion_about(np.array((0.0, 1.0, 0.0)), 2.2))
    worn = {**points, part: replace(points[part], rotation=askew)}
    with pytest.raises(ValueError, match=f"{part}.*at an angle.*T-pose"):
        by_height(body, frames=[worn])
    bowed = {**worn, "head": moved(worn["head"], (0.0, 0.0, -0.5)), "foot.L": moved(worn["foot.L"], (0.0, 0.0, 0.3))}
    assert by_height(body, frames=[points] * 3 + [bowed]).worn.keys() == set(SIX), "who bows wears it well"


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_points_may_be_counted_from_any_side_that_a_figure_faces(quarters: int) -> None:
    """What another program calls unturned may face along another axis: the left hand tells where the left is."""
    document, _calibration, points = standing()
    about = four(rot.quaternion_about(np.array((0.0, 0.0, 1.0)), quarters * np.pi / 2.0))
    counted = {
        part: replace(
            point,
            rotation=four(
                rot.quaternion_from_matrix(
                    rot.matrix_from_quaternion(point.rotation) @ rot.matrix_from_quaternion(about)
                )
            ),
        )
        for part, point in points.items()
    }
    worn = by_height(body_of(document.rig), frames=[counted]).worn
    for part in SIX:
        np.testing.assert_allclose(
            rot.matrix_from_quaternion(worn[part].rotation), rot.matrix_from_quaternion(about), atol=1e-12
        )


@pytest.mark.parametrize("part, way", [("hand.L", (-0.5, 0.0, -0.6)), ("foot.R", (0.0, 0.0, 0.7))])
def test_somebody_who_does_not_stand_in_a_t_pose_is_told_so(part: TrackedPart, way: tuple[float, float, float]) -> None:
    """An arm that hangs down, or a foot in the air, would put the points anywhere."""
    document, _calibration, points = standing()
    body = body_of(document.rig)
    assert by_t_pose(body, points).scale == pytest.approx(1.0, abs=0.1)
    with pytest.raises(ValueError, match=f"{part}.*T-pose"):
        by_t_pose(body, {**points, part: moved(points[part], way)})
