"""Files of every program are read as they were made: joints rest and move where the mathematics has them."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.rigs import Rig
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from tests.dialects.body import z_up
from tests.dialects.programs import DIALECTS, Dialect, FileOf


def heads(one: Dialect, rig: Rig) -> tuple[np.ndarray, np.ndarray]:
    """Return where the joints of a dialect are at rest (n, 3) and in the frames of the only clip (f, n, 3)."""
    rows, (clip,) = [rig.rows[name] for name in one.order], rig.clips
    moved = forward_kinematics(rig.bones, np.asarray(clip.frames, float))
    return np.array([rig.bones[row].head for row in rows]), moved[..., :3, 3][:, rows]


@pytest.mark.parametrize("name", DIALECTS)
def test_joints_rest_and_move_as_they_were_made(name: str, file_of: FileOf) -> None:
    one = DIALECTS[name]
    rig = pantin.read(file_of(name)).rig
    at_rest, moving = heads(one, rig)
    np.testing.assert_allclose(at_rest / one.unit, z_up(one.body.places), atol=one.tolerance)
    assert len(moving) == 64 and rig.clips[0].rate == pytest.approx(30.0)
    np.testing.assert_allclose(moving / one.unit, one.places, atol=one.tolerance)
