"""Many poses at once: the same as one after the other."""

from __future__ import annotations

import numpy as np
import pytest

from pantin import rigs
from pantin.resources import FOLDER
from pantin.rigs import Transform
from pantin.rigs.editing.pose import with_transforms
from pantin.solver import evaluate, evaluate_many, pose_rows

HUMANOID = rigs.read(FOLDER / "rigs" / "humanoid.rig.json")


def moved(step: int):
    """The sample figure with a hand and the chest elsewhere."""
    half = 0.05 * step
    turned = Transform(rotation=(np.sin(half), 0.0, 0.0, np.cos(half)))
    return with_transforms(
        HUMANOID, {"hand_ik.L": Transform(location=(0.0, -0.02 * step, 0.03 * step)), "chest": turned}
    )


def test_each_frame_is_what_evaluate_makes_of_it() -> None:
    documents = [moved(step) for step in range(8)]
    matrices = evaluate_many(HUMANOID, np.array([pose_rows(document) for document in documents]))
    for document, found in zip(documents, matrices, strict=True):
        np.testing.assert_array_equal(found, evaluate(document).matrices)


def test_no_frames_are_no_matrices() -> None:
    count = len(HUMANOID.rig.bones)
    assert evaluate_many(HUMANOID, np.empty((0, count, 10))).shape == (0, count, 4, 4)


def test_poses_of_another_rig_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"arrays \(frames, 60, 12\), not \(3, 4, 10\)"):
        evaluate_many(HUMANOID, np.zeros((3, 4, 10)))
