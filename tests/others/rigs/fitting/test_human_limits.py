"""An adult's joint limits on anybody's skeleton: exact, mirrored, the same body whatever pose it rests in."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.fitting import person_figure_in
from pantin.rigs.fitting.limits.human_limits import human_limits
from tests.others.samples import sample


@pytest.mark.parametrize("file", ["vrm/cool_loops.vrm", "glb/CesiumMan.glb", "glb/godot_platformer_player.glb"])
def test_characters_bend_knees_back_and_elbows_forward(file: str) -> None:
    """Whether they look to the front or to the back of the file, and whatever their names call left."""
    from pantin.rigs.fitting.body_frame import direction_of, frame_of
    from pantin.rigs.rest import rest_matrices

    rig = sample(file).rig
    figure = person_figure_in(rig)
    frame, joints = frame_of(rig, figure), human_limits(rig, figure)
    rest = dict(zip((bone.name for bone in rig.bones), rest_matrices(rig.bones), strict=True))
    for part_name, way in (("shin", -frame.forward), ("forearm", frame.forward)):
        for side in "LR":
            name = figure.bones[f"{part_name}.{side}"]
            swing = np.zeros(3)
            for axis in (0, 2):
                low, high = joints[name].limit[axis] or (0.0, 0.0)
                swing += rest[name][:3, axis] * (high if high > -low else low)
            assert float(np.cross(swing, direction_of(rig, name)) @ way) > 0.0, name
