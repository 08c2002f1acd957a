"""A file is read upright by the window, the commands and scripts alike, and leaves so in formats with Y up."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.app.files import reading
from pantin.rigs import Document, read
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.rest import rest_matrices
from tests.app.start.command import pantin as run
from tests.others.samples import SAMPLES

Z_UP = ["pybvh_test1", "pybvh_test3", "mh_zombieWalk1"]
"""With Z up in all of the file, or in its motion alone."""


@pytest.mark.parametrize("name", Z_UP)
def test_a_figure_with_z_up_stands_in_what_is_made_of_its_file(name: str, tmp_path: Path) -> None:
    path = SAMPLES / "bvh" / f"{name}.bvh"
    converted, written = tmp_path / "converted.glb", tmp_path / "written.glb"
    assert run("convert", path, converted).returncode == 0
    pantin.write(pantin.read(path), written)
    for document in (read(converted), read(written), reading.opened(path).document):
        assert is_taller_than_deep(document)
    bvh = tmp_path / "again.bvh"
    assert run("convert", path, bvh).returncode == 0
    np.testing.assert_allclose(places(read(bvh)), places(read(path)), atol=1e-3)


def is_taller_than_deep(document: Document) -> bool:
    """Return whether the heads of a figure go higher than they go from front to back, at rest and in its first
    frame."""
    return all(np.ptp(heads[:, 2]) > 1.5 * np.ptp(heads[:, 1]) for heads in places(document))


def places(document: Document) -> np.ndarray:
    """The heads of all bones (2, n, 3), at rest and in the first frame of the clip."""
    rig = document.rig
    moved = forward_kinematics(rig.bones, np.asarray(document.figure.clips[0].frames[:1], np.float64))[0]
    return np.array((rest_matrices(rig.bones), moved))[..., :3, 3]
