"""A file is read upright by the window, the commands and scripts alike, and leaves so in formats with Y up."""

from __future__ import annotations

from pathlib import Path

import pytest

from pantin import rigs
from pantin.app.files import export, reading
from pantin.app.files.files import LIES, RESTS
from pantin.rigs import Document, FileProblem, Transform
from pantin.rigs.editing.building.scaling import scaled
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.figure import Figure
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
    export.write(Document.of(Figure(rig=rig, source=Source(nodes=(), z_up=True))), path)
    open_files.open(path)
    assert open_files.session.document.rig.by_name["head"].head[2] > 1.0 and not open_files.session.unsaved
    assert open_files.said[-1] == "Z is up in walk.bvh, as its figure tells; Rig › Z is up in the file turns it back."


def test_a_figure_that_lies_against_its_format_is_told(open_files: OpenFiles, tmp_path: Path) -> None:
    lying, standing = tmp_path / "lying.glb", tmp_path / "standing.glb"
    rig = plain(TEMPLATES["humanoid"]()).rig
    export.write(Document.of(rig), standing)
    export.write(Document.of(turned(rig)), lying)
    open_files.open(standing)
    said = len(open_files.said)
    open_files.open(lying)
    assert open_files.said[said:] == [LIES]


def giant_in_a_pose(path: Path) -> Path:
    """A file of a person who is 17 m tall, whose skin was bound in another pose than the nodes are saved in."""
    document = scaled(plain(TEMPLATES["humanoid"]()), 10.0)
    turn = Transform(rotation=(0.0, 0.0, 0.28, 0.96))
    export.write(with_transforms(document, {"upper_arm.L": turn, "upper_arm.R": turn}), path)
    return path


def test_what_there_is_to_know_of_a_file_is_said_together(open_files: OpenFiles, tmp_path: Path) -> None:
    open_files.open(giant_in_a_pose(tmp_path / "giant.glb"))
    assert open_files.files.rested_from == "nodes"
    said = open_files.said[-1]
    assert "m tall; Rig › Body › A person's height" in said and said.endswith(RESTS["nodes"])


def test_a_figure_that_is_named_at_the_start_has_its_two_rests_as_well(open_files: OpenFiles, tmp_path: Path) -> None:
    path = giant_in_a_pose(tmp_path / "giant.glb")
    open_files.files.opened(path, rigs.opened(path))
    assert open_files.said[-1].endswith(RESTS["nodes"])
    openings, session = open_files.session.openings, open_files.session
    open_files.files.rest_otherwise()
    open_files.wait(lambda: open_files.files.rested_from == "bind")
    assert session.openings == openings and session.history.labels[-1] == "Rest in the bind pose"
    session.undo()
    assert open_files.files.rested_from == "nodes"
