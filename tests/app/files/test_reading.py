"""A file is read upright by the window, the commands and scripts alike, and leaves so in formats with Y up."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

import pantin
from pantin.app.files import export, reading
from pantin.app.files.files import LIES
from pantin.rigs import Document, FileProblem, read
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.rest import rest_matrices
from pantin.rigs.source import Source
from pantin.rigs.templates import TEMPLATES
from tests.app.files.open_files import OpenFiles
from tests.app.start.command import pantin as run
from tests.rigs.samples import SAMPLES, needs_samples, plain
from tests.rigs.skeletons import turned

Z_UP = ["pybvh_test1", "pybvh_test3", "mh_zombieWalk1"]
"""With Z up in all of the file, or in its motion alone."""


@needs_samples
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


def test_what_is_no_file_is_said(tmp_path: Path) -> None:
    for attempt in (reading.read, reading.opened):
        with pytest.raises(FileProblem):
            attempt(tmp_path / "none.bvh")


def is_taller_than_deep(document: Document) -> bool:
    """Whether the heads of a figure go higher than they go from front to back, at rest and in its first frame."""
    return all(np.ptp(heads[:, 2]) > 1.5 * np.ptp(heads[:, 1]) for heads in places(document))


def places(document: Document) -> np.ndarray:
    """The heads of all bones (2, n, 3), at rest and in the first frame of the clip."""
    rig = document.rig
    moved = forward_kinematics(rig.bones, np.asarray(rig.clips[0].frames[:1], np.float64))[0]
    return np.array((rest_matrices(rig.bones), moved))[..., :3, 3]


def test_a_file_with_z_up_opens_upright_and_says_so(open_files: OpenFiles, tmp_path: Path) -> None:
    path, rig = tmp_path / "walk.bvh", plain(TEMPLATES["humanoid"]()).rig
    export.write(Document(rig=msgspec.structs.replace(rig, source=Source(nodes=(), z_up=True))), path)
    open_files.open(path)
    assert open_files.session.document.rig.by_name["head"].head[2] > 1.0 and not open_files.session.unsaved
    assert open_files.said[-1] == "Z is up in walk.bvh, as its figure tells; Rig › Z is up in the file turns it back."


def test_a_figure_that_lies_against_its_format_is_told(open_files: OpenFiles, tmp_path: Path) -> None:
    lying, standing = tmp_path / "lying.glb", tmp_path / "standing.glb"
    rig = plain(TEMPLATES["humanoid"]()).rig
    export.write(Document(rig=rig), standing)
    export.write(Document(rig=turned(rig)), lying)
    open_files.open(standing)
    said = len(open_files.said)
    open_files.open(lying)
    assert open_files.said[said:] == [LIES]
