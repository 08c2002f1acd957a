"""A character of a foreign file is saved with a GLB that the person names, and known by that from then on."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from PySide6 import QtWidgets

from pantin import rigs
from pantin.app.files import kept_work, saving
from pantin.rigs.editing.figures import added_beside
from pantin.rigs.formats.converted import homes
from tests.app.files.open_files import OpenFiles
from tests.rigs.formats.converted import homeless


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A GLB that has no home yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return homeless.kept()


def file_of(files: OpenFiles) -> Path:
    source = files.session.document.figure.source
    assert source is not None and source.file is not None
    return Path(source.file.path)


def save_as(files: OpenFiles, rig: Path) -> None:
    files.files.saving.save_as()
    files.wait(lambda: files.session.path == rig)
    files.files.keep_everything()
    QtWidgets.QApplication.processEvents()


@pytest.fixture
def names(tmp_path: Path) -> dict:
    """What is typed where a place is asked for the first, second … time, in the folder of the test."""
    return {"folder": tmp_path}


@pytest.fixture
def typed(names: dict, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was proposed; answered by `names`, or as it was proposed."""
    proposals: list[str] = []

    def answer(_parent: object, _title: str, start: str, *_more: object) -> tuple[str, str]:
        proposals.append(Path(start).name)
        name = names.get(len(proposals), Path(start).name)
        return (str(names["folder"] / name) if name else ""), ""

    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getSaveFileName", answer)
    return proposals


def test_the_name_is_asked_for_once_and_said(
    open_files: OpenFiles, kept: Path, tmp_path: Path, names: dict, typed: list[str]
) -> None:
    open_files.open(kept)
    names[1] = "hero.rig.json"
    save_as(open_files, tmp_path / "hero.rig.json")
    assert typed[1:] == ["hero.glb"] and (tmp_path / "hero.glb").exists()
    assert file_of(open_files) == tmp_path / "hero.glb" and not open_files.session.unsaved
    assert any("hero.rig.json" in said and "hero.glb" in said for said in open_files.said)
    open_files.rename("pelvis")
    open_files.files.saving.save()
    open_files.wait(lambda: not open_files.session.unsaved)
    assert len(typed) == 2
    open_files.session.undo()
    assert file_of(open_files) == tmp_path / "hero.glb"
    source = rigs.read(tmp_path / "hero.rig.json").figure.source
    assert source is not None and source.file is not None and source.file.path == str(tmp_path / "hero.glb")


def test_another_name_is_taken(
    open_files: OpenFiles, kept: Path, tmp_path: Path, names: dict, typed: list[str]
) -> None:
    open_files.open(kept)
    names |= {1: "hero.rig.json", 2: "mesh"}
    save_as(open_files, tmp_path / "hero.rig.json")
    assert file_of(open_files) == tmp_path / "mesh.glb" and not (tmp_path / "hero.glb").exists()


def test_cancelling_the_name_saves_nothing(
    open_files: OpenFiles, kept: Path, tmp_path: Path, names: dict, typed: list[str]
) -> None:
    open_files.open(kept)
    names |= {1: "hero.rig.json", 2: ""}
    open_files.files.saving.save_as()
    open_files.files.keep_everything()
    assert not (tmp_path / "hero.rig.json").exists() and open_files.session.path is None


@pytest.mark.parametrize("agreed", [True, False])
def test_what_lies_there_is_asked_about(
    agreed: bool, open_files: OpenFiles, kept: Path, tmp_path: Path, names: dict, typed: list[str], monkeypatch
) -> None:
    (tmp_path / "there.glb").write_bytes(b"precious")
    asked: list[str] = []
    monkeypatch.setattr(saving, "ask_to_replace", lambda _, name: asked.append(name) or agreed)
    open_files.open(kept)
    names |= {1: "hero.rig.json", 2: "there.glb"}
    open_files.files.saving.save_as()
    open_files.wait(lambda: bool(asked) and (not agreed or open_files.session.path is not None))
    assert asked == ["there.glb"] and ((tmp_path / "there.glb").read_bytes() == b"precious") != agreed


def test_a_figure_that_is_added_to_a_saved_scene_is_saved_without_a_question(
    open_files: OpenFiles, kept: Path, tmp_path: Path, names: dict, typed: list[str]
) -> None:
    rigs.write(rigs.read(kept), tmp_path / "set.rig.json")
    open_files.open(tmp_path / "set.rig.json")
    other = homeless.character("runner", 2.0)
    open_files.session.edit("Add", lambda document: added_beside(document, *other.scene.figures))
    open_files.files.saving.save()
    open_files.wait(lambda: not open_files.session.unsaved)
    assert typed == [] and not homes.without_home(open_files.session.document)
    assert [path.name for path in sorted(tmp_path.glob("*.glb"))] == ["set-2.glb", "set.glb"]


def test_a_copy_has_a_mesh_of_its_own(
    open_files: OpenFiles, kept: Path, tmp_path: Path, names: dict, typed: list[str]
) -> None:
    open_files.open(kept)
    names[1] = "copy.rig.json"
    open_files.files.saving.save_copy()
    open_files.files.keep_everything()
    assert (tmp_path / "copy.glb").exists() and file_of(open_files) == kept
    assert not homes.without_home(rigs.read(tmp_path / "copy.rig.json"))


def test_work_that_a_crash_left_behind_knows_its_mesh_and_finds_a_home(kept: Path, tmp_path: Path) -> None:
    place = tmp_path / "unsaved" / "left.rig.json"
    place.parent.mkdir()
    kept_work.keep(rigs.read(kept), kept_work.Note("walker", ""), place)
    document, left_out = kept_work.read(kept_work.UnsavedWork(place, "walker", None, datetime.now()))
    source = document.figure.source
    assert not left_out and source is not None and source.file is not None and source.file.path == str(kept)
    rigs.write(document, tmp_path / "again.rig.json")
    assert (tmp_path / "again.glb").read_bytes() == kept.read_bytes()
