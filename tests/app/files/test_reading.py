"""A file is read upright by the window, the commands and scripts alike, and leaves so in formats with Y up."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from pantin.app.files import export, reading
from pantin.app.files.files import LIES
from pantin.rigs import Document, FileProblem
from pantin.rigs.source import Source
from pantin.rigs.templates import TEMPLATES
from tests.app.files.open_files import OpenFiles
from tests.rigs.samples import plain
from tests.rigs.skeletons import turned


def test_what_is_no_file_is_said(tmp_path: Path) -> None:
    for attempt in (reading.read, reading.opened):
        with pytest.raises(FileProblem):
            attempt(tmp_path / "none.bvh")


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
