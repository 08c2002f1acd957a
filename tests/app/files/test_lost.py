"""Nothing is lost: not by saving over a file, by restoring, by what ends late, nor by what a file would refuse."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6 import QtGui, QtWidgets

from pantin import rigs
from pantin.app.files import files as files_module
from pantin.app.files import kept_work, saving
from pantin.app.files.files import Files
from pantin.app.files.kept_work import Note
from pantin.app.files.opening_progress import OpeningProgress
from pantin.app.files.recovery import Recovery
from pantin.app.files.recovery_offer import RecoveryOffer
from pantin.app.session.evaluator import Evaluator
from pantin.app.session.session import Session
from pantin.app.session.settings import Settings
from pantin.rigs import Bone, Document, Rig, Transform
from pantin.rigs.editing.bones import rename
from tests.rigs.samples import leg


class Desk:
    """A session with its files, and no window around them. `said` is what people were told or warned of."""

    def __init__(self, top: QtWidgets.QWidget, qtbot) -> None:
        self._qtbot = qtbot
        self.session = Session(Evaluator(top), top)
        self.files = Files(self.session, Settings(), top)
        self.offer = RecoveryOffer(self.files, self.session, top)
        self.said: list[str] = []
        self.session.told.connect(self.said.append)
        self.session.warned.connect(self.said.append)

    def wait(self, done: Callable[[], bool]) -> None:
        """Something comes to its end."""
        self._qtbot.waitUntil(done)

    def open(self, path: Path) -> None:
        """The rig in the file is open."""
        before = self.session.openings
        self.files.open(path)
        self.wait(lambda: self.session.openings > before)

    def rename(self, name: str) -> None:
        """One change: the hips are called something else."""
        old = self.session.document.rig.bones[0].name
        self.session.edit("Rename", lambda document: rename(document, old, name))

    @property
    def first(self) -> str:
        """What the first bone is called."""
        return self.session.document.rig.bones[0].name

    def place(self, monkeypatch: pytest.MonkeyPatch, typed: Path) -> None:
        """What is typed where a dialog asks for a place."""
        monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getSaveFileName", lambda *_: (str(typed), ""))


@pytest.fixture
def desk(qapp, qtbot) -> Iterator[Desk]:
    top = QtWidgets.QWidget()
    made = Desk(top, qtbot)
    yield made
    made.files.finish()
    top.deleteLater()


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "leg.rig.json"
    rigs.write(Document(rig=leg()), path)
    return path


def first_in(path: Path) -> str:
    return rigs.read(path).rig.bones[0].name


# A file that is there already


WRITERS: dict[str, Callable[[Files], None]] = {
    ".rig.json": lambda files: files.save_as(),
    ".RIG.rig.json": lambda files: files.save_copy(),
    ".pose.json": lambda files: files.export_pose(),
    ".png": lambda files: files.export_picture(QtGui.QImage(4, 4, QtGui.QImage.Format.Format_RGB888)),
}


@pytest.mark.parametrize("agreed", [True, False])
@pytest.mark.parametrize("ending", WRITERS)
def test_a_file_is_replaced_only_when_that_was_asked(
    ending: str, agreed: bool, desk: Desk, saved: Path, tmp_path: Path, monkeypatch
) -> None:
    """The name is typed without its ending, so no dialog of the system could ask."""
    there = tmp_path / f"there{ending}"
    there.write_text("precious")
    asked: list[str] = []
    monkeypatch.setattr(saving, "write_pose", lambda document, _, path: rigs.write(document, path))
    monkeypatch.setattr(saving, "ask_to_replace", lambda _, name: asked.append(name) or agreed)
    desk.open(saved)
    desk.place(monkeypatch, tmp_path / f"there{ending}".removesuffix(".rig.json").removesuffix(ending))
    if ending == ".RIG.rig.json":
        desk.place(monkeypatch, tmp_path / "there.RIG")
    WRITERS[ending](desk.files)
    desk.wait(lambda: bool(asked))
    desk.wait(lambda: desk.files._worker.waitForDone(0))
    QtWidgets.QApplication.processEvents()
    assert asked == [there.name]
    assert (there.read_bytes() == b"precious") != agreed
    assert desk.session.path == (there if agreed and ending == ".rig.json" else saved)


def test_a_new_name_asks_nothing(desk: Desk, saved: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(saving, "ask_to_replace", lambda *_: pytest.fail("nothing would be lost"))
    desk.open(saved)
    desk.place(monkeypatch, tmp_path / "new")
    desk.files.save_as()
    desk.wait(lambda: desk.session.path == tmp_path / "new.rig.json")


# A file that somebody else changed


@pytest.mark.parametrize("answer", ["overwrite", "reload", "save as", "cancel"])
def test_a_file_changed_outside_is_asked_about(
    answer: str, desk: Desk, saved: Path, tmp_path: Path, monkeypatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(saving, "ask_about_change", lambda _, name: asked.append(name) or answer)
    desk.open(saved)
    desk.rename("mine")
    rigs.write(rename(rigs.read(saved), "hips", "theirs"), saved)
    desk.place(monkeypatch, tmp_path / "other")
    desk.files.save()
    desk.wait(lambda: bool(asked))
    if answer != "cancel":
        desk.wait(lambda: not desk.session.unsaved)
    assert asked == [saved.name]
    assert first_in(saved) == ("mine" if answer == "overwrite" else "theirs")
    assert desk.first == ("theirs" if answer == "reload" else "mine")
    assert desk.session.path == (tmp_path / "other.rig.json" if answer == "save as" else saved)


def test_saving_twice_and_what_is_the_same_ask_nothing(desk: Desk, saved: Path, monkeypatch) -> None:
    monkeypatch.setattr(saving, "ask_about_change", lambda *_: pytest.fail("nobody changed it"))
    desk.open(saved)
    saved.write_bytes(saved.read_bytes())
    for name in ("one", "two", "three"):
        desk.rename(name)
        desk.files.save()
    desk.wait(lambda: not desk.session.unsaved)
    assert first_in(saved) == "three"


def test_two_windows_do_not_overwrite_each_other(desk: Desk, saved: Path, qapp, qtbot, monkeypatch) -> None:
    top = QtWidgets.QWidget()
    second = Desk(top, qtbot)
    asked: list[str] = []
    monkeypatch.setattr(saving, "ask_about_change", lambda _, name: asked.append(name) or "cancel")
    for window, name in ((desk, "mine"), (second, "theirs")):
        window.open(saved)
        window.rename(name)
    desk.files.save()
    desk.wait(lambda: not desk.session.unsaved)
    second.files.save()
    second.wait(lambda: bool(asked))
    assert first_in(saved) == "mine" and second.session.unsaved
    second.files.finish()
    top.deleteLater()


# What ends late


def held_up(monkeypatch: pytest.MonkeyPatch, what: str) -> threading.Event:
    """Reading or writing waits until the event is set."""
    go, real = threading.Event(), getattr(rigs, what)

    def slow(*given):
        go.wait(20)
        return real(*given)

    monkeypatch.setattr(rigs, what, slow)
    return go


def test_a_save_that_ends_after_new_leaves_the_new_rig_alone(desk: Desk, saved: Path, monkeypatch) -> None:
    monkeypatch.setattr(files_module, "ask_before_losing", lambda *_: "discard")
    desk.open(saved)
    desk.rename("mine")
    go = held_up(monkeypatch, "write")
    desk.files.save()
    desk.files.new()
    go.set()
    desk.wait(lambda: "Saved leg.rig.json" in desk.said)
    assert desk.session.path is None and not desk.session.unsaved
    assert first_in(saved) == "mine"


def test_what_is_changed_while_a_save_runs_is_asked_about_again(desk: Desk, saved: Path, monkeypatch) -> None:
    answers = ["cancel", "save"]
    monkeypatch.setattr(files_module, "ask_before_losing", lambda *_: answers.pop())
    desk.open(saved)
    desk.rename("mine")
    go = held_up(monkeypatch, "write")
    desk.files.new()
    desk.rename("later")
    go.set()
    desk.wait(lambda: not answers)
    assert desk.first == "later" and first_in(saved) == "mine"


def test_saving_does_not_wait_for_a_file_that_is_read(desk: Desk, saved: Path, tmp_path: Path, monkeypatch) -> None:
    desk.open(saved)
    desk.rename("mine")
    monkeypatch.setattr(files_module, "ask_before_losing", lambda *_: "discard")
    bar = OpeningProgress(desk.files.reader).bar
    shown: list[str] = []
    monkeypatch.setattr(bar, "show_name", shown.append)
    real, go = rigs.read, held_up(monkeypatch, "read")
    (other := tmp_path / "slow.rig.json").write_bytes(saved.read_bytes())
    desk.files.open(other)
    desk.wait(lambda: shown == ["slow.rig.json"])
    desk.files.save()
    desk.wait(lambda: not desk.session.unsaved)
    assert real(saved).rig.bones[0].name == "mine"
    bar.cancelled.emit()
    assert not desk.files.reader.reading and desk.files.reader.busy
    desk.files.finish()
    go.set()
    desk.wait(lambda: not desk.files.reader.busy)
    QtWidgets.QApplication.processEvents()
    assert desk.session.path == saved and desk.first == "mine"


@pytest.mark.parametrize("answer", ["cancel", "discard"])
def test_what_is_made_while_a_file_is_read_is_asked_about(
    answer: str, desk: Desk, saved: Path, tmp_path: Path, monkeypatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(files_module, "ask_before_losing", lambda _, name: asked.append(name) or answer)
    desk.open(saved)
    (other := tmp_path / "other.rig.json").write_bytes(saved.read_bytes())
    go = held_up(monkeypatch, "read")
    desk.files.open(other)
    desk.rename("mine")
    go.set()
    desk.wait(lambda: bool(asked) and not desk.files.reader.reading)
    assert (desk.first == "mine", desk.session.path) == ((True, saved) if answer == "cancel" else (False, other))


# What a file would refuse


def test_a_pose_stays_within_what_a_file_can_hold(desk: Desk, saved: Path) -> None:
    desk.open(saved)
    far = Transform(location=(2e6, -3e6, 0.5), scale=(9_999_999.0, 1.0, 1.0))
    desk.session.edit("Move", lambda document: with_pose(document, far))
    assert desk.session.document.rig.pose["hips"] == Transform(location=(1e6, -1e6, 0.5), scale=(1e6, 1.0, 1.0))
    desk.files.save()
    desk.wait(lambda: not desk.session.unsaved)


def with_pose(document: Document, at: Transform) -> Document:
    return msgspec.structs.replace(document, rig=document.rig.posed({**document.rig.pose, "hips": at}))


@pytest.mark.parametrize(
    ("bone", "words"),
    [
        (Bone(name="far", tail=(2e6, 0.0, 0.0)), '"far": the number is too large'),
        (Bone(name="nan", head=(float("nan"), 0.0, 0.0)), "NaN is no number"),
        (Bone(name="x" * 201), "200 characters are the most"),
        (Bone(name="half \ud800"), "half a character"),
    ],
)
def test_an_edit_that_could_not_be_saved_is_refused(bone: Bone, words: str, desk: Desk, saved: Path) -> None:
    desk.open(saved)
    desk.session.edit("Add", lambda document: Document(rig=Rig(name="Leg", bones=(*document.rig.bones, bone))))
    assert words in desk.said[-1] and not desk.session.unsaved and not desk.session.history.can_undo


# Recovery


def left(desk: Desk, document: Document, path: Path | None, name: str = "left") -> Path:
    """Work that another process left behind."""
    folder = desk.files.recovery._folder
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / f"{name}.rig.json"
    kept_work.keep(document, Note(path.name if path else "New", str(path or "")), kept)
    return kept


def change(path: Path, name: str) -> Document:
    return rename(rigs.read(path), "hips", name)


def test_every_change_is_kept_at_once(desk: Desk, saved: Path) -> None:
    desk.open(saved)
    for name in ("one", "two", "three"):
        desk.rename(name)
    desk.files.recovery.flush()
    [kept] = desk.files.recovery._folder.glob("*.rig.json")
    assert first_in(kept) == "three"
    for _ in range(3):
        desk.session.undo()
    desk.files.recovery.flush()
    assert not kept.exists()


@pytest.mark.parametrize("answer", ["cancel", "discard"])
def test_restore_asks_before_it_throws_work_away(answer: str, desk: Desk, saved: Path, monkeypatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(files_module, "ask_before_losing", lambda _, name: asked.append(name) or answer)
    kept = left(desk, change(saved, "lost"), saved)
    desk.offer.offer(saved)
    desk.wait(lambda: bool(desk.offer._left))
    desk.open(saved)
    desk.rename("newer")
    desk.offer.bar.restore_asked.emit()
    assert asked == [saved.name]
    if answer == "discard":
        desk.wait(lambda: desk.first == "lost")
        desk.files.recovery.flush()
    assert kept.exists() == (answer == "cancel") == (desk.first == "newer")


def test_the_other_offers_stay(desk: Desk, saved: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.rig.json"
    other.write_bytes(saved.read_bytes())
    left(desk, change(saved, "lost"), saved, "one")
    left(desk, change(other, "gone"), other, "two")
    desk.offer.offer(saved)
    desk.wait(lambda: not desk.offer.bar.isHidden())
    assert "leg.rig.json" in desk.offer.bar.label.text() and "1 other" in desk.offer.bar.label.text()
    desk.offer.bar.restore_asked.emit()
    desk.wait(lambda: desk.session.path == saved and desk.first == "lost")
    assert not desk.offer.bar.isHidden() and "other.rig.json" in desk.offer.bar.label.text()
    desk.offer.bar.discard_asked.emit()
    assert desk.offer.bar.isHidden()


def test_work_that_was_saved_since_is_not_offered(desk: Desk, saved: Path) -> None:
    kept = left(desk, change(saved, "old"), saved)
    assert len(desk.files.recovery.left_behind()) == 1
    rigs.write(change(saved, "new"), saved)
    assert desk.files.recovery.left_behind() == ()
    assert kept.exists(), "it is not thrown away either"


def test_work_that_the_file_holds_is_not_offered(desk: Desk, saved: Path) -> None:
    left(desk, rigs.read(saved), saved)
    assert desk.files.recovery.left_behind() == ()


def test_whatever_there_is_is_kept(desk: Desk, saved: Path) -> None:
    """A document that no file would take is kept all the same, and what can be is read back."""
    rig = leg()
    bad = Bone(name="far", head=(3e6, 0.0, 0.0), tail=(float("nan"), 0.0, 1.0), roll=99.0)
    kept = left(desk, Document(rig=msgspec.structs.replace(rig, bones=(*rig.bones, bad))), None)
    document, left_out = kept_work.read(kept)
    assert document.rig.bones[:-1] == rig.bones and document.rig.constraints == rig.constraints
    assert document.rig.bones[-1] == Bone(name="far", head=(1e6, 0.0, 0.0), tail=(0.0, 0.0, 1.0))
    assert left_out
    [work] = desk.files.recovery.left_behind()
    desk.files.recovery.restore(work)
    assert desk.session.document.rig == document.rig and left_out in desk.said


def test_a_cache_that_cannot_be_written_is_said_once(desk: Desk, saved: Path) -> None:
    desk.files.recovery._folder.parent.mkdir(parents=True, exist_ok=True)
    desk.files.recovery._folder.write_text("in the way")
    desk.open(saved)
    for name in ("one", "two"):
        desk.rename(name)
        desk.files.recovery.flush()
    desk.wait(lambda: bool(desk.said))
    QtWidgets.QApplication.processEvents()
    assert len(desk.said) == 1 and "cannot be kept" in desk.said[0]
    desk.files.recovery._folder.unlink()


def test_a_living_pantin_keeps_its_work_to_itself(desk: Desk, saved: Path) -> None:
    desk.open(saved)
    desk.rename("mine")
    desk.files.recovery.flush()
    assert Recovery(desk.session, desk.files).left_behind() == ()
