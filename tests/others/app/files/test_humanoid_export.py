"""Avatars of other people leave as VRM animation by their own maps, and their figures stand as the file says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.app.clips.imported_motion import imported_motion
from pantin.app.files import export
from pantin.app.files.baking import at_frame
from pantin.app.files.humanoid_baking import baked_humanoid
from pantin.rigs.clip import Clip
from pantin.solver import evaluate
from tests.others.samples import SAMPLES, sample
from tests.readers.glb import Glb

AVATARS = ("cool_loops.vrm", "godette.vrm", "debug_robot.vrm", "vrmc_override.vrm")
Z_UP = np.array(((1.0, 0, 0), (0, 0, -1.0), (0, 1.0, 0)))


@pytest.mark.parametrize("name", AVATARS)
def test_joints_of_the_file_stand_where_the_figure_s_do_and_come_back(name: str, tmp_path: Path) -> None:
    """By a reader of glTF that knows nothing of VRM: the file's own T-pose and turns put each joint there."""
    document = sample(f"vrm/{name}")
    bones = baked_humanoid(document, ()).humanoid.bones
    random = np.random.default_rng(3)
    rows = np.tile((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0), (3, len(bones), 1))
    rows[1:, :, 3:6] = random.uniform(-0.2, 0.2, (2, len(bones), 3))
    rows[..., 6] = np.sqrt(1.0 - (rows[..., 3:6] ** 2).sum(axis=-1))
    clip = Clip.of("dance", 30.0, list(bones.values()), rows)
    dancing = document.with_figure(replace(document.figure, clips=(clip,)))
    found = export.write(dancing, tmp_path / "dance.vrma")
    assert found is not None and not found.lost
    moving = Glb(tmp_path / "dance.vrma").moving()
    (again,) = imported_motion(tmp_path / "dance.vrma", document).clips
    back = document.with_figure(replace(document.figure, clips=(again,)))
    for frame in range(3):
        posed, returned = evaluate(at_frame(dancing, clip, frame)), evaluate(at_frame(back, again, frame))
        for called, bone in bones.items():
            at = posed.matrix(bone)[:3, 3]
            np.testing.assert_allclose(Z_UP @ moving[called][frame, :3, 3], at, atol=2e-6, err_msg=called)
            np.testing.assert_allclose(returned.matrix(bone)[:3, 3], at, atol=1e-5, err_msg=called)


@pytest.mark.parametrize("name", AVATARS[:3])
def test_animations_of_others_turn_bones_and_leave_hips_that_they_do_not_move(name: str) -> None:
    document = sample(f"vrm/{name}")
    for file in ("test.vrma", "hips_spine_twisting.vrma"):
        (clip,) = imported_motion(SAMPLES / "vrm" / file, document).clips
        places = np.stack([track.array[:, :3] for track in clip.tracks.values()])
        turns = np.stack([track.array[:, 3:6] for track in clip.tracks.values()])
        assert np.abs(places).max() < 1e-6 and np.ptp(turns, axis=1).max() > 0.05
        assert bool(clip.expressions) == (file == "test.vrma")
