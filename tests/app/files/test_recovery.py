"""Unsaved work outlives the program: it is kept at every change, and offered with care."""

from __future__ import annotations

import json
import os
import shutil
import threading
from pathlib import Path

import msgspec
import numpy as np
import pytest
from PySide6 import QtWidgets

from pantin import rigs
from pantin.app.files import kept_work, saving
from pantin.app.files import recovery as recovery_module
from pantin.app.files.kept_work import Note, UnsavedWork
from pantin.app.files.recovery import Recovery
from pantin.rigs import Bone, CopyLocation, Document
from pantin.rigs.clip import Clip
from pantin.rigs.editing.bones import rename
from pantin.rigs.editing.figures import added_beside
from pantin.rigs.fields import BoneRef
from pantin.rigs.scene import Scene
from pantin.viewport.values.stage import Preview
from tests.app.files.open_files import OpenFiles, first_in
from tests.rigs.samples import leg


def left(open_files: OpenFiles, document: Document, path: Path | None, name: str = "left") -> Path:
    """Work that another process left behind."""
    folder = open_files.files.recovery.folder
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / f"{name}.rig.json"
    kept_work.keep(document, Note(path.name if path else "New", str(path or "")), kept)
    return kept


def change(path: Path, name: str) -> Document:
    return rename(rigs.read(path), "hips", name)


def test_every_change_is_kept_at_once(open_files: OpenFiles, saved: Path) -> None:
    open_files.open(saved)
    for name in ("one", "two", "three"):
        open_files.rename(name)
    open_files.files.recovery.flush()
    [kept] = open_files.files.recovery.folder.glob("*.rig.json")
    assert first_in(kept) == "three"
    for _ in range(3):
        open_files.session.undo()
    open_files.files.recovery.flush()
    assert not kept.exists()


def test_a_drag_begins_when_the_change_before_it_is_kept(open_files: OpenFiles, saved: Path, monkeypatch) -> None:
    monkeypatch.setattr(recovery_module, "MOMENT", -1)
    open_files.open(saved)
    for name in ("one", "two", "three"):
        open_files.rename(name)
        open_files.session.preview(Preview(open_files.session.document))
        [kept] = open_files.files.recovery.folder.glob("*.rig.json")
        assert first_in(kept) == name
        open_files.session.cancel_preview()


def test_a_drag_does_not_wait_for_ever_until_the_change_before_it_is_kept(
    open_files: OpenFiles, saved: Path, monkeypatch
) -> None:
    monkeypatch.setattr(recovery_module, "MOMENT", 1)
    writing, written = threading.Event(), kept_work.keep
    monkeypatch.setattr(kept_work, "keep", lambda *given: writing.wait(60) and written(*given))
    open_files.open(saved)
    open_files.rename("one")
    open_files.session.preview(Preview(open_files.session.document))
    assert not list(open_files.files.recovery.folder.glob("*.rig.json"))
    writing.set()
    open_files.files.recovery.flush()
    assert list(open_files.files.recovery.folder.glob("*.rig.json"))


@pytest.mark.parametrize("answer", ["cancel", "discard"])
def test_restore_asks_before_it_throws_work_away(answer: str, open_files: OpenFiles, saved: Path, monkeypatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(saving, "ask_before_losing", lambda _, name: asked.append(name) or answer)
    kept = left(open_files, change(saved, "lost"), saved)
    open_files.offer.offer(saved)
    open_files.wait(lambda: bool(open_files.offer._left))
    open_files.open(saved)
    open_files.rename("newer")
    open_files.offer.bar.restore_asked.emit(0)
    assert asked == [saved.name]
    if answer == "discard":
        open_files.wait(lambda: open_files.first == "lost")
        open_files.files.recovery.flush()
    assert kept.exists() == (answer == "cancel") == (open_files.first == "newer")


def test_the_other_offers_stay(open_files: OpenFiles, saved: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.rig.json"
    other.write_bytes(saved.read_bytes())
    left(open_files, change(saved, "lost"), saved, "one")
    left(open_files, change(other, "gone"), other, "two")
    open_files.offer.offer(saved)
    open_files.wait(lambda: not open_files.offer.bar.isHidden())
    bar = open_files.offer.bar
    assert "leg.rig.json" in bar.label.text() and bar.others_button.text() == "1 more"
    bar.restore_asked.emit(0)
    open_files.wait(lambda: open_files.session.path == saved and open_files.first == "lost")
    assert not open_files.offer.bar.isHidden() and "other.rig.json" in open_files.offer.bar.label.text()
    open_files.offer.bar.discard_asked.emit()
    assert open_files.offer.bar.isHidden()


def test_work_that_another_window_has_taken_is_offered_no_more(open_files: OpenFiles, saved: Path) -> None:
    open_files.open(saved)
    taken = left(open_files, change(saved, "taken"), saved)
    open_files.offer.offer(saved)
    open_files.wait(lambda: bool(open_files.offer._left))
    kept_work.forget(taken)
    open_files.offer.bar.restore_asked.emit(0)
    assert open_files.said == [f"Another window has restored or discarded the unsaved work on {saved.name}."]
    assert open_files.offer.bar.isHidden()


def test_old_work_is_not_offered_by_itself_but_listed_and_thrown_away_at_once(
    open_files: OpenFiles, saved: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.rig.json"
    other.write_bytes(saved.read_bytes())
    old = [left(open_files, change(saved, name), path, name) for name, path in (("one", saved), ("two", other))]
    for each in old:
        os.utime(each, (1.7e9, 1.7e9))
    for file in (saved, other):
        os.utime(file, (1.6e9, 1.6e9))
    offer = open_files.offer
    offer.offer()
    open_files.files.keep_everything()
    QtWidgets.QApplication.processEvents()
    assert offer.bar.isHidden()
    offer.offer_all()
    open_files.wait(lambda: not offer.bar.isHidden())
    assert any("other.rig.json" in each.text() or "leg.rig.json" in each.text() for each in offer.bar.menu.actions())
    offer.bar.discard_old_asked.emit()
    assert offer.bar.isHidden() and not any(each.exists() for each in old)


def test_restoring_work_whose_file_was_saved_since_loses_neither(
    open_files: OpenFiles, saved: Path, monkeypatch
) -> None:
    """Another window, or another machine, saved over the file: undo has that, and saving asks first."""
    asked: list[str] = []
    monkeypatch.setattr(saving, "ask_about_change", lambda _, name: asked.append(name) or "cancel")
    left(open_files, change(saved, "work"), saved)
    rigs.write(change(saved, "theirs"), saved)
    recovery = open_files.files.recovery
    [work] = recovery.left_behind()
    recovery.open(recovery.read(work))
    assert open_files.first == "work" and "was changed after this work" in open_files.said[-1]
    open_files.files.saving.save()
    open_files.wait(lambda: bool(asked))
    assert first_in(saved) == "theirs"
    open_files.session.undo()
    assert open_files.first == "theirs"


def test_work_is_offered_where_the_newer_file_is_damaged(open_files: OpenFiles, saved: Path) -> None:
    left(open_files, change(saved, "work"), saved)
    saved.write_bytes(saved.read_bytes()[:100])
    recovery = open_files.files.recovery
    [work] = recovery.left_behind()
    recovery.open(recovery.read(work))
    assert open_files.first == "work" and open_files.session.path is None


def test_work_that_the_file_holds_is_not_offered(open_files: OpenFiles, saved: Path) -> None:
    left(open_files, rigs.read(saved), saved)
    assert open_files.files.recovery.left_behind() == ()


@pytest.mark.parametrize("heard", [True, False])
def test_what_is_changed_while_a_save_runs_outlives_the_end_of_the_save(
    heard: bool, open_files: OpenFiles, saved: Path, monkeypatch
) -> None:
    """The file is newer than the work by then, and holds less."""
    go, write = threading.Event(), rigs.write
    monkeypatch.setattr(rigs, "write", lambda *given: go.wait(60) and write(*given))
    open_files.open(saved)
    open_files.rename("saved")
    open_files.files.saving.save()
    open_files.rename("later")
    open_files.files.recovery.flush()
    go.set()
    open_files.files.keep_everything()
    if heard:
        open_files.wait(lambda: "Saved leg.rig.json" in open_files.said)
        open_files.files.recovery.flush()
    assert first_in(saved) == "saved"
    [work] = as_another_finds_it(open_files)
    assert work.path == saved and first_in(work.kept) == "later"


def test_what_is_changed_while_it_is_saved_elsewhere_belongs_to_the_new_file(
    open_files: OpenFiles, saved: Path, tmp_path: Path, monkeypatch
) -> None:
    go, write = threading.Event(), rigs.write
    monkeypatch.setattr(rigs, "write", lambda *given: go.wait(60) and write(*given))
    open_files.open(saved)
    open_files.rename("saved")
    open_files.place(monkeypatch, tmp_path / "new")
    open_files.files.saving.save_as()
    open_files.rename("later")
    go.set()
    open_files.wait(lambda: "Saved new.rig.json" in open_files.said)
    open_files.files.recovery.flush()
    [work] = as_another_finds_it(open_files)
    assert work.path == tmp_path / "new.rig.json" and first_in(work.kept) == "later"


def test_restored_work_is_saved_over_its_file_without_a_question(
    open_files: OpenFiles, saved: Path, monkeypatch
) -> None:
    monkeypatch.setattr(saving, "ask_about_change", lambda *_: pytest.fail("nobody changed it"))
    left(open_files, change(saved, "lost"), saved)
    recovery = open_files.files.recovery
    recovery.open(recovery.read(recovery.left_behind()[0]))
    recovery.flush()
    open_files.files.saving.save()
    open_files.wait(lambda: not open_files.session.unsaved)
    assert first_in(saved) == "lost"


def as_another_finds_it(open_files: OpenFiles) -> tuple[UnsavedWork, ...]:
    """Return what another process would offer if this one were killed now."""
    folder = open_files.files.recovery.folder
    left = shutil.copytree(folder, folder.with_name("left"), ignore=shutil.ignore_patterns("*.lock"))
    return kept_work.left_in(left, "")


def test_whatever_there_is_is_kept(open_files: OpenFiles, saved: Path) -> None:
    """A document that no file would take is kept all the same, and what can be is read back."""
    figure = leg()
    rig = figure.rig
    bad = Bone(name="far", head=(3e6, 0.0, 0.0), tail=(float("nan"), 0.0, 1.0), roll=99.0)
    whole = Document.of(figure)
    kept = left(open_files, whole.with_rig(msgspec.structs.replace(rig, bones=(*rig.bones, bad))), None)
    [work] = open_files.files.recovery.left_behind()
    assert work.kept == kept
    document, left_out = kept_work.read(work)
    assert document.rig.bones[:-1] == rig.bones and document.rig.constraints == rig.constraints
    assert document.rig.bones[-1] == Bone(name="far", head=(1e6, 0.0, 0.0), tail=(0.0, 0.0, 1.0))
    assert left_out
    recovery = open_files.files.recovery
    recovery.open(recovery.read(work))
    recovery.flush()
    assert open_files.session.document.figure == document.figure and left_out in open_files.said


def test_clips_are_kept_to_the_bit(open_files: OpenFiles, saved: Path) -> None:
    """Also those of a document that no file would take; whatever is damaged of them goes alone."""
    frames = np.random.default_rng(0).normal(size=(50, 2, 10))
    clips = tuple(Clip.of(name, 30.0, ("hips", "gone"), frames * size) for name, size in (("walk", 1.0), ("rest", 0.0)))
    figure = msgspec.structs.replace(leg(), clips=clips, name="")
    kept = left(open_files, Document.of(figure), None)
    [work] = open_files.files.recovery.left_behind()
    document, left_out = kept_work.read(work)
    assert document.figure.clips == clips and left_out
    plain = json.loads(kept.read_text())
    plain["figures"][0]["clips"][0]["tracks"]["gone"] = "damaged"
    kept.write_text(json.dumps(plain))
    document, left_out = kept_work.read(work)
    assert document.figure.clips == clips[1:] and left_out


def test_a_cache_that_cannot_be_written_is_said_once(open_files: OpenFiles, saved: Path) -> None:
    open_files.files.recovery.folder.parent.mkdir(parents=True, exist_ok=True)
    open_files.files.recovery.folder.write_text("in the way")
    open_files.open(saved)
    for name in ("one", "two"):
        open_files.rename(name)
        open_files.files.recovery.flush()
    open_files.wait(lambda: bool(open_files.said))
    QtWidgets.QApplication.processEvents()
    assert len(open_files.said) == 1 and "cannot be kept" in open_files.said[0]
    assert str(open_files.files.recovery.folder) in open_files.said[0] and "Errno" not in open_files.said[0]
    open_files.files.recovery.folder.unlink()


def test_a_living_pantin_keeps_its_work_to_itself(open_files: OpenFiles, saved: Path) -> None:
    open_files.open(saved)
    open_files.rename("mine")
    open_files.files.recovery.flush()
    assert Recovery(open_files.session, open_files.files).left_behind() == ()


def test_all_figures_of_a_scene_come_back_and_what_cannot_be_of_one_goes_alone(open_files: OpenFiles) -> None:
    """The second figure stands at a place, and looks at a bone of the first that is not there."""
    look = CopyLocation(owner="hips", target=BoneRef("gone", "Leg"))
    second = added_beside(Document.of(leg()), msgspec.structs.replace(leg(), name="Second"))
    scene = second.with_rig(second.rig.changed(constraints=(look,))).scene
    kept = left(open_files, Document.in_scene(scene), None)
    [work] = open_files.files.recovery.left_behind()
    document, left_out = kept_work.read(work)
    assert document.scene == scene and not left_out
    plain = json.loads(kept.read_text())
    plain["figures"][1]["rig"]["bones"][0]["roll"] = 99.0
    plain["figures"][1]["place"]["size"] = -1.0
    kept.write_text(json.dumps(plain))
    document, left_out = kept_work.read(work)
    assert left_out and document.scene.figures[0] == scene.figures[0]
    mended = document.scene.figures[1]
    assert mended.name == "Second" and mended.rig.bones[1:] == scene.figures[1].rig.bones[1:]
    assert mended.place.location == scene.figures[1].place.location and mended.place.size == 1.0


def test_figures_of_one_name_come_back_under_names_of_their_own(open_files: OpenFiles) -> None:
    scene = Scene(tuple(msgspec.structs.replace(leg(), name=name) for name in "ABC"))
    kept = left(open_files, Document.in_scene(scene), None)
    kept.write_text(kept.read_text().replace('"name": "B"', '"name": "A"').replace('"name": "C"', '"name": "A"'))
    [work] = open_files.files.recovery.left_behind()
    document, left_out = kept_work.read(work)
    assert left_out and len({each.name for each in document.scene.figures}) == 3
    assert all(each.rig.bones == leg().rig.bones for each in document.scene.figures)
