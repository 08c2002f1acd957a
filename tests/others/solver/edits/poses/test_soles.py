"""Other people's characters stand on their own soles in the poses of the library, and on the way there."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.app.pose_library.folders import SHIPPED
from pantin.app.pose_library.shipped_person import fitted
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.formats.pose import read_pose
from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.meshes.posed_points import points
from pantin.solver.edits.poses.poses import mixed
from pantin.solver.evaluate import evaluate
from tests.others.samples import SAMPLES, sample

POSES = ("Crouch", "Kneel", "Walk contact", "Run", "Sit on the floor", "Tailor seat", "Push", "Throw", "Stand")
FLOORS = {
    "vrm/godette.vrm": 0.0,
    "vrm/cool_loops.vrm": 0.0,
    "vrm/debug_robot.vrm": 0.0,  # saved 16 cm in the floor
    "glb/CesiumMan.glb": 0.0,
    "glb/kaykit_Knight.glb": 0.0,
    "glb/RobotExpressive.glb": -0.0203,
}
"""Metres over the origin on which each stands."""
CLOSE = 0.003
"""Heights of the figure: 5 mm of a person."""


@pytest.mark.parametrize("name", FLOORS)
def test_soles_are_on_the_floor_in_poses_and_mixes(name: str) -> None:
    """Vertices that feet carry mostly, wherever the file has them, and not the points that a figure keeps of them."""
    path = SAMPLES / name
    document, mesh = sample(path), character(path)
    bound = binding(document.rig, document.figure.source, mesh)
    feet = [row for name, row in document.rig.rows.items() if name in document.rig.soles]
    assert feet
    carried = []
    for part, first in zip(mesh.parts, bound.firsts, strict=True):
        if part.joints is None:
            carried.append(np.full(len(part.positions), bound.rows[first] in feet))
        else:
            carried.append((part.weights * np.isin(bound.rows[first:][part.joints], feet)).sum(axis=1) > 0.5)

    def vertices(posed) -> np.ndarray:
        moved = points(mesh, bound, palette(bound, np.asarray(posed.matrices)))
        return np.concatenate([each.positions for each in moved])

    of_feet, rest = np.concatenate(carried), vertices(evaluate(document))
    close = CLOSE * float(np.ptp(rest[:, 2]))
    for pose in POSES:
        kept = fitted(document.figure, read_pose(SHIPPED[0] / f"{pose}.pose.json").pose)
        whole = float(vertices(evaluate(mixed(document, kept, 1.0)))[of_feet, 2].min())
        assert whole == pytest.approx(FLOORS[name], abs=close), pose
        half, begin = vertices(evaluate(mixed(document, kept, 0.5)))[of_feet, 2].min(), rest[of_feet, 2].min()
        assert float(half) == pytest.approx((float(begin) + whole) / 2, abs=close), pose
