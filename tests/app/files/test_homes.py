"""A character of a foreign file is saved with a GLB that the person names, and known by that from then on."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from msgspec.structs import replace
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
def names() -> dict[int, str]:
    """The names of meshes in the first, second … question; empty cancels it."""
    return {}


@pytest.fixture
def typed(names: dict[int, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[str, ...]]:
    """The names that were proposed for meshes; answered by `names`, or as proposed. The rig is "hero" or "copy"."""
    proposals: list[tuple[str, ...]] = []

    def place(_parent: object, title: str, *_more: object) -> tuple[str, str]:
        return str(tmp_path / ("copy.rig.json" if "copy" in title else "hero.rig.json")), ""

    def answer(_parent: object, _rig: str, folder: str, _figures: object, proposed: list[str], _is_there: object):
        assert folder == str(tmp_path)
        proposals.append(tuple(proposed))
        name = names.get(len(proposals))
        return None if name == "" else (name,) if name else tuple(proposed)

    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getSaveFileName", place)
    monkeypatch.setattr(saving, "ask_for_mesh_names", answer)
    return proposals


def test_the_name_is_asked_for_once_and_said(open_files: OpenFiles, kept: Path, tmp_path: Path, typed: list) -> None:
    open_files.open(kept)
    save_as(open_files, tmp_path / "hero.rig.json")
    assert typed == [("hero.glb",)] and (tmp_path / "hero.glb").exists()
    assert file_of(open_files) == tmp_path / "hero.glb" and not open_files.session.unsaved
    assert any("hero.rig.json" in said and "hero.glb" in said for said in open_files.said)
    open_files.rename("pelvis")
    open_files.files.saving.save()
    open_files.wait(lambda: not open_files.session.unsaved)
    assert len(typed) == 1
    open_files.session.undo()
    assert file_of(open_files) == tmp_path / "hero.glb"
    source = rigs.read(tmp_path / "hero.rig.json").figure.source
    assert source is not None and source.file is not None and source.file.path == str(tmp_path / "hero.glb")


def test_another_name_is_taken(open_files: OpenFiles, kept: Path, tmp_path: Path, names: dict, typed: list) -> None:
    open_files.open(kept)
    names[1] = "mesh.glb"
    save_as(open_files, tmp_path / "hero.rig.json")
    assert file_of(open_files) == tmp_path / "mesh.glb" and not (tmp_path / "hero.glb").exists()


def test_cancelling_the_name_saves_nothing(
    open_files: OpenFiles, kept: Path, tmp_path: Path, names: dict, typed: list
) -> None:
    open_files.open(kept)
    names[1] = ""
    open_files.files.saving.save_as()
    open_files.files.keep_everything()
    assert not (tmp_path / "hero.rig.json").exists() and open_files.session.path is None


@pytest.mark.parametrize("agreed", [True, False])
def test_what_lies_there_is_asked_about(
    agreed: bool, open_files: OpenFiles, kept: Path, tmp_path: Path, names: dict, typed: list, monkeypatch
) -> None:
    (tmp_path / "there.glb").write_bytes(b"precious")
    asked: list[str] = []
    monkeypatch.setattr(saving, "ask_to_replace", lambda _, name: asked.append(name) or agreed)
    open_files.open(kept)
    names[1] = "there.glb"
    open_files.files.saving.save_as()
    open_files.wait(lambda: bool(asked) and (not agreed or open_files.session.path is not None))
    assert asked == ["there.glb"] and ((tmp_path / "there.glb").read_bytes() == b"precious") != agreed


def test_a_figure_that_is_added_to_a_saved_scene_is_asked_about_too(
    open_files: OpenFiles, kept: Path, tmp_path: Path, typed: list
) -> None:
    rigs.write(rigs.read(kept), tmp_path / "set.rig.json")
    open_files.open(tmp_path / "set.rig.json")
    other = homeless.character("runner", 2.0)
    open_files.session.edit("Add", lambda document: added_beside(document, *other.scene.figures))
    open_files.files.saving.save()
    open_files.wait(lambda: not open_files.session.unsaved)
    assert typed == [("set-2.glb",)] and not homes.without_home(open_files.session.document)
    assert [path.name for path in sorted(tmp_path.glob("*.glb"))] == ["set-2.glb", "set.glb"]


def remade(files: OpenFiles, height: float) -> Path:
    """The mesh of the figure is another one, as painting makes it."""
    made = homeless.kept("walker", height)
    source = rigs.read(made).figure.source
    files.session.edit("Paint", lambda document: document.with_figure(replace(document.figure, source=source)))
    return made


def save_again(files: OpenFiles) -> None:
    files.files.saving.save()
    files.wait(lambda: not files.session.unsaved)
    files.files.keep_everything()
    QtWidgets.QApplication.processEvents()


def test_what_is_made_of_a_mesh_since_it_was_saved_takes_its_file_and_undo_has_it_back(
    open_files: OpenFiles, kept: Path, tmp_path: Path, typed: list
) -> None:
    first, home = kept.read_bytes(), tmp_path / "hero.glb"
    open_files.open(kept)
    save_as(open_files, tmp_path / "hero.rig.json")
    second = remade(open_files, 3.0).read_bytes()
    save_again(open_files)
    assert len(typed) == 1 and home.read_bytes() == second and file_of(open_files) == home
    open_files.session.undo()
    assert file_of(open_files).read_bytes() == first, "it is kept, and its file was written over"
    save_again(open_files)
    assert home.read_bytes() == first and file_of(open_files) == home
    open_files.session.redo()
    assert file_of(open_files).read_bytes() == second
    assert len(typed) == 1 and [path.name for path in tmp_path.glob("*.glb")] == ["hero.glb"]


def test_a_file_that_another_program_wrote_meanwhile_is_not_taken_unasked(
    open_files: OpenFiles, kept: Path, tmp_path: Path, typed: list
) -> None:
    open_files.open(kept)
    save_as(open_files, tmp_path / "hero.rig.json")
    (tmp_path / "hero.glb").write_bytes(b"precious")
    remade(open_files, 3.0)
    save_again(open_files)
    assert typed == [("hero.glb",), ("hero-2.glb",)] and (tmp_path / "hero.glb").read_bytes() == b"precious"


def test_a_mesh_that_was_there_when_the_rig_was_opened_is_not_taken_unasked(
    open_files: OpenFiles, kept: Path, tmp_path: Path, typed: list
) -> None:
    rigs.write(rigs.read(kept), tmp_path / "hero.rig.json")
    open_files.open(tmp_path / "hero.rig.json")
    remade(open_files, 3.0)
    save_again(open_files)
    assert typed == [("hero-2.glb",)] and (tmp_path / "hero.glb").read_bytes() == kept.read_bytes()


def test_a_copy_has_a_mesh_of_its_own(open_files: OpenFiles, kept: Path, tmp_path: Path, typed: list) -> None:
    open_files.open(kept)
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
