"""Tests of where tracked points come from: the points of a clip."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs import Document
from pantin.rigs.clip import Clip
from pantin.rigs.templates import humanoid
from pantin.solver.edits.tracking.sources import joints_of_parts, motion_of
from pantin.solver.edits.tracking.stance import body_of


def test_points_are_turned_as_bones_are_and_not_as_they_are_scaled() -> None:
    document = Document.of(humanoid.rig())
    body = body_of(document.rig)
    head = joints_of_parts(body)["head"]
    turn = (0.0, 0.0, 0.6, 0.8)
    told = []
    for scale in ((1.0, 1.0, 1.0), (2.0, 1.0, 0.5)):
        frames = np.array([[[0.0, 0.0, 0.0, *turn, *scale]]])
        told.append(motion_of(document, Clip.of("turned", 30.0, (head,), frames)).frames[0]["head"].rotation)
    assert abs(np.dot(*told)) == pytest.approx(1.0, abs=1e-9)
    plain = motion_of(document, Clip.of("still", 30.0, (head,), np.array([[[0.0] * 6 + [1.0] * 4]])))
    assert abs(np.dot(told[0], plain.frames[0]["head"].rotation)) == pytest.approx(0.8, abs=1e-6)
