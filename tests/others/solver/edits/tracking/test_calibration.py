"""Points fit a figure by proportions alone where they are worn as the body is turned."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from pantin.rigs import rotations as rot
from pantin.rigs.fields import Quaternion
from pantin.rigs.tracking.points import Point
from pantin.rigs.vectors import four
from pantin.solver.edits.tracking.calibration import by_height, by_skeleton, by_t_pose
from pantin.solver.edits.tracking.stance import body_of
from tests.others.solver.edits.tracking.recordings import MOTIONS
from tests.solver.edits.tracking.followed import motion
from tests.solver.edits.tracking.standing_points import standing


@pytest.mark.parametrize("file", MOTIONS, ids=lambda file: file.stem)
def test_recordings_tell_whether_their_points_are_worn_as_the_body_is(file: Path) -> None:
    """Strapped on anyhow they are refused; turned as the body is they are taken."""
    document, points = standing()[0], motion(file, rows="measured")
    assert points.source is not None
    body, worn = body_of(document.rig), by_skeleton(body_of(points.source.rig), motion(file)).worn
    with pytest.raises(ValueError, match="at an angle"):
        by_height(body, frames=points.frames)
    level = [
        {part: replace(point, rotation=unworn(point, worn[part].rotation)) for part, point in each.items()}
        for each in motion(file).frames
    ]
    assert by_height(body, frames=level).scale > 0.0


def unworn(point: Point, worn: Quaternion) -> Quaternion:
    """The turn of a part from the stance, of a point that is worn so."""
    return four(
        rot.quaternion_from_matrix(rot.matrix_from_quaternion(point.rotation) @ rot.matrix_from_quaternion(worn).T)
    )


@pytest.mark.parametrize("file", MOTIONS, ids=lambda file: file.stem)
def test_a_motion_that_begins_otherwise_is_no_t_pose(file: Path) -> None:
    with pytest.raises(ValueError, match="T-pose"):
        by_t_pose(body_of(standing()[0].rig), motion(file).frames[0])
