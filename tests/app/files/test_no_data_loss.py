"""Nothing is lost: not by saving over a file, by restoring, by what ends late, nor by what a file would reject."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6 import QtGui, QtWidgets

from pantin import rigs
from pantin.app.files import saving
from pantin.app.files.files import Files
from pantin.app.files.progress import Progress
from pantin.rigs import Bone, Document, Rig, Transform
from pantin.rigs.editing.bones import rename
from pantin.rigs.figure import Figure
from pantin.widgets.start.progress_bar import opening_bar
from tests.app.files.open_files import OpenFiles, first_in
from tests.patience import PATIENCE
from tests.rigs.formats.bvh_text import GOOD

# A file that is there already


WRITERS: dict[str, Callable[[Files], None]] = {
    ".rig.json": lambda files: files.saving.save_as(),
    ".RIG.rig.json": lambda files: files.saving.save_copy(),
    ".pose.json": lambda files: files.saving.export_pose(),
    ".png": lambda files: files.saving.export_picture(lambda: QtGui.QImage(4, 4, QtGui.QImage.Format.Format_RGB888)),
}


@pytest.mark.parametrize("agreed", [True, False])
@pytest.mark.parametrize("ending", WRITERS)
def test_a_file_is_replaced_only_when_that_was_asked(
    ending: str, agreed: bool, open_files: OpenFiles, saved: Path, tmp_path: Path, monkeypatch
) -> None:
    """The name is typed without its ending, so no dialog of the system could ask."""
    there = tmp_path / f"there{ending}"
    there.write_text("precious")
    asked: list[str] = []
    monkeypatch.setattr(saving, "write_pose", lambda document, _, path: rigs.write(document, path))
    monkeypatch.setattr(saving, "ask_to_replace", lambda _, name: asked.append(name) or agreed)
    open_files.open(saved)
    open_files.place(monkeypatch, tmp_path / f"there{ending}".removesuffix(".rig.json").removesuffix(ending))
    if ending == ".RIG.rig.json":
        open_files.place(monkeypatch, tmp_path / "there.RIG")
    WRITERS[ending](open_files.files)
    open_files.wait(lambda: bool(asked))
    open_files.files.keep_everything()
    QtWidgets.QApplication.processEvents()
    assert asked == [there.name]
    assert (there.read_bytes() == b"precious") != agreed
    assert open_files.session.path == (there if agreed and ending == ".rig.json" else saved)


def test_a_new_name_asks_nothing(open_files: OpenFiles, saved: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(saving, "ask_to_replace", lambda *_: pytest.fail("nothing would be lost"))
    open_files.open(saved)
    open_files.place(monkeypatch, tmp_path / "new")
    open_files.files.saving.save_as()
    open_files.wait(lambda: open_files.session.path == tmp_path / "new.rig.json")


@pytest.mark.parametrize("leads", ["to a file", "nowhere"])
@pytest.mark.parametrize("agreed", [True, False])
def test_a_link_is_followed_only_when_the_place_it_leads_to_was_named(
    agreed: bool, leads: str, open_files: OpenFiles, saved: Path, tmp_path: Path, monkeypatch
) -> None:
    """It may have come in an archive."""
    secret, link = tmp_path / "secret", tmp_path / "there.rig.json"
    if leads == "to a file":
        secret.write_text("precious")
    link.symlink_to(secret)
    asked: list[str] = []
    monkeypatch.setattr(saving, "ask_to_replace", lambda _, name: asked.append(name) or agreed)
    open_files.open(saved)
    open_files.place(monkeypatch, link)
    open_files.files.saving.save_as()
    open_files.wait(lambda: bool(asked))
    open_files.files.keep_everything()
    QtWidgets.QApplication.processEvents()
    assert asked == [f"there.rig.json, a link to {secret}"] and link.is_symlink()
    before = b"precious" if leads == "to a file" else b""
    assert agreed == ((secret.read_bytes() if secret.exists() else b"") != before)


# A file that somebody else changed


@pytest.mark.parametrize("answer", ["overwrite", "reload", "save as", "cancel"])
def test_a_file_changed_outside_is_asked_about(
    answer: str, open_files: OpenFiles, saved: Path, tmp_path: Path, monkeypatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(saving, "ask_about_change", lambda _, name: asked.append(name) or answer)
    open_files.open(saved)
    open_files.rename("mine")
    rigs.write(rename(rigs.read(saved), "hips", "theirs"), saved)
    open_files.place(monkeypatch, tmp_path / "other")
    open_files.files.saving.save()
    open_files.wait(lambda: bool(asked))
    if answer != "cancel":
        open_files.wait(lambda: not open_files.session.unsaved)
    assert asked == [saved.name]
    assert first_in(saved) == ("mine" if answer == "overwrite" else "theirs")
    assert open_files.first == ("theirs" if answer == "reload" else "mine")
    assert open_files.session.path == (tmp_path / "other.rig.json" if answer == "save as" else saved)


def test_saving_twice_and_what_is_the_same_ask_nothing(open_files: OpenFiles, saved: Path, monkeypatch) -> None:
    monkeypatch.setattr(saving, "ask_about_change", lambda *_: pytest.fail("nobody changed it"))
    open_files.open(saved)
    saved.write_bytes(saved.read_bytes())
    for name in ("one", "two", "three"):
        open_files.rename(name)
        open_files.files.saving.save()
    open_files.wait(lambda: not open_files.session.unsaved)
    assert first_in(saved) == "three"


def test_two_windows_do_not_overwrite_each_other(open_files: OpenFiles, saved: Path, qapp, qtbot, monkeypatch) -> None:
    top = QtWidgets.QWidget()
    second = OpenFiles(top, qtbot)
    asked: list[str] = []
    monkeypatch.setattr(saving, "ask_about_change", lambda _, name: asked.append(name) or "cancel")
    for window, name in ((open_files, "mine"), (second, "theirs")):
        window.open(saved)
        window.rename(name)
    open_files.files.saving.save()
    open_files.wait(lambda: not open_files.session.unsaved)
    second.files.saving.save()
    second.wait(lambda: bool(asked))
    assert first_in(saved) == "mine" and second.session.unsaved
    second.files.finish()
    top.deleteLater()


# What ends late


def held_up(monkeypatch: pytest.MonkeyPatch, what: str) -> threading.Event:
    """Reading or writing waits until the event is set."""
    go, real = threading.Event(), getattr(rigs, what)

    def slow(*given):
        go.wait(PATIENCE)
        return real(*given)

    monkeypatch.setattr(rigs, what, slow)
    return go


def test_a_save_that_ends_after_new_leaves_the_new_rig_alone(open_files: OpenFiles, saved: Path, monkeypatch) -> None:
    monkeypatch.setattr(saving, "ask_before_losing", lambda *_: "discard")
    open_files.open(saved)
    open_files.rename("mine")
    go = held_up(monkeypatch, "write")
    open_files.files.saving.save()
    open_files.files.new()
    go.set()
    open_files.wait(lambda: "Saved leg.rig.json" in open_files.said)
    assert open_files.session.path is None and not open_files.session.unsaved
    assert first_in(saved) == "mine"


def test_what_is_changed_while_a_save_runs_is_asked_about_again(
    open_files: OpenFiles, saved: Path, monkeypatch
) -> None:
    answers = ["cancel", "save"]
    monkeypatch.setattr(saving, "ask_before_losing", lambda *_: answers.pop())
    open_files.open(saved)
    open_files.rename("mine")
    go = held_up(monkeypatch, "write")
    open_files.files.new()
    open_files.rename("later")
    go.set()
    open_files.wait(lambda: not answers)
    assert open_files.first == "later" and first_in(saved) == "mine"


def test_a_file_that_is_gone_is_written_again_though_nothing_has_changed(open_files: OpenFiles, saved: Path) -> None:
    open_files.open(saved)
    open_files.files.saving.save()
    open_files.wait(lambda: open_files.said == ["Everything is saved."])
    saved.unlink()
    open_files.files.saving.save()
    open_files.wait(lambda: open_files.said[1:] == [f"Saved {saved.name}"])
    assert rigs.read(saved).figure == open_files.session.document.figure


def test_a_file_that_others_changed_is_told_of_though_nothing_has_changed_here(
    open_files: OpenFiles, saved: Path, monkeypatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(saving, "ask_about_change", lambda _, name: asked.append(name) or "reload")
    open_files.open(saved)
    rigs.write(rename(rigs.read(saved), "hips", "theirs"), saved)
    open_files.files.saving.save()
    open_files.wait(lambda: open_files.first == "theirs")
    assert asked == [saved.name] and first_in(saved) == "theirs"


def test_saving_does_not_wait_for_a_file_that_is_read(
    open_files: OpenFiles, saved: Path, tmp_path: Path, monkeypatch
) -> None:
    open_files.open(saved)
    open_files.rename("mine")
    monkeypatch.setattr(saving, "ask_before_losing", lambda *_: "discard")
    bar = Progress(open_files.files.jobs.reader, opening_bar()).bar
    shown: list[str] = []
    monkeypatch.setattr(bar, "show_name", lambda name, _saying: shown.append(name))
    real, go = rigs.read, held_up(monkeypatch, "opened")
    (other := tmp_path / "slow.rig.json").write_bytes(saved.read_bytes())
    open_files.files.open(other)
    open_files.wait(lambda: shown == ["slow.rig.json"])
    open_files.files.saving.save()
    open_files.wait(lambda: not open_files.session.unsaved)
    assert real(saved).rig.bones[0].name == "mine"
    bar.cancelled.emit()
    assert not open_files.files.jobs.reader.doing and open_files.files.jobs.reader.busy
    open_files.files.finish()
    go.set()
    open_files.wait(lambda: not open_files.files.jobs.reader.busy)
    QtWidgets.QApplication.processEvents()
    assert open_files.session.path == saved and open_files.first == "mine"


@pytest.mark.parametrize("answer", ["cancel", "discard"])
def test_what_is_made_while_a_file_is_read_is_asked_about(
    answer: str, open_files: OpenFiles, saved: Path, tmp_path: Path, monkeypatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(saving, "ask_before_losing", lambda _, name: asked.append(name) or answer)
    open_files.open(saved)
    (other := tmp_path / "other.rig.json").write_bytes(saved.read_bytes())
    go = held_up(monkeypatch, "opened")
    open_files.files.open(other)
    open_files.rename("mine")
    go.set()
    open_files.wait(lambda: bool(asked) and not open_files.files.jobs.reader.doing)
    assert (open_files.first == "mine", open_files.session.path) == (
        (True, saved) if answer == "cancel" else (False, other)
    )


def test_what_is_read_while_a_question_stands_asks_after_it_was_cancelled(
    open_files: OpenFiles, saved: Path, tmp_path: Path, monkeypatch
) -> None:
    (other := tmp_path / "other.rig.json").write_bytes(saved.read_bytes())
    seen: list[str] = []

    def ask(*_: object) -> str:
        seen.append("question")
        if len(seen) == 1:
            go.set()
            open_files.wait(lambda: not open_files.files.jobs.reader.doing)
        seen.append("answer")
        return "cancel" if len(seen) == 2 else "discard"

    monkeypatch.setattr(saving, "ask_before_losing", ask)
    open_files.open(saved)
    go = held_up(monkeypatch, "opened")
    open_files.files.open(other)
    open_files.rename("mine")
    open_files.files.new()
    assert seen == ["question", "answer"] * 2 and open_files.session.path == other


# What a file would reject


def test_a_pose_stays_within_what_a_file_can_hold(open_files: OpenFiles, saved: Path) -> None:
    open_files.open(saved)
    far = Transform(location=(2e6, -3e6, 0.5), scale=(9_999_999.0, 1.0, 1.0))
    open_files.session.edit("Move", lambda document: with_pose(document, far))
    assert open_files.session.document.figure.pose.bones["hips"] == Transform(
        location=(1e6, -1e6, 0.5), scale=(1e6, 1.0, 1.0)
    )
    open_files.files.saving.save()
    open_files.wait(lambda: not open_files.session.unsaved)


def with_pose(document: Document, at: Transform) -> Document:
    return document.posed({**document.figure.pose.bones, "hips": at})


@pytest.mark.parametrize(
    ("bone", "words"),
    [
        (Bone(name="far", tail=(2e6, 0.0, 0.0)), '"far": the number is too large'),
        (Bone(name="nan", head=(float("nan"), 0.0, 0.0)), "NaN is no number"),
        (Bone(name="x" * 201), "200 characters are the most"),
        (Bone(name="half \ud800"), "half a character"),
    ],
)
def test_an_edit_that_could_not_be_saved_is_rejected(
    bone: Bone, words: str, open_files: OpenFiles, saved: Path
) -> None:
    open_files.open(saved)
    open_files.session.edit(
        "Add", lambda document: Document.of(Figure(name="Leg", rig=Rig(bones=(*document.rig.bones, bone))))
    )
    assert words in open_files.said[-1] and not open_files.session.unsaved and not open_files.session.history.can_undo


# A file of which a part is damaged


def test_a_skeleton_opens_without_its_damaged_motion(open_files: OpenFiles, tmp_path: Path) -> None:
    path = tmp_path / "walk.bvh"
    path.write_text(f"{GOOD.rstrip()} nonsense\n")
    open_files.open(path)
    assert open_files.first == "Bip01 Hips" and not open_files.session.document.figure.clips
    assert open_files.said[-1].startswith("walk.bvh: The motion was left out: line 19: ")
