"""Files: revert, copies, what is dropped, and work that outlives a crash."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui, QtWidgets

from pantin import rigs
from pantin.app.files import files as files_module
from pantin.app.files.dropping import dropped, sorted_out
from pantin.app.files.export import write_pose
from pantin.app.files.recovery import Recovery
from pantin.resources import FOLDER
from pantin.rigs.editing.bones import rename
from pantin.rigs.rig import Bone
from pantin.rigs.templates import TEMPLATES
from pantin.viewport.scene import rig_arrays
from pantin.widgets.start.drop_frame import DropFrame
from tests.app.person import Person

COPY, LEFT = QtCore.Qt.DropAction.CopyAction, QtCore.Qt.MouseButton.LeftButton
NO_KEYS = QtCore.Qt.KeyboardModifier.NoModifier


@pytest.fixture
def saved(person: Person, tmp_path: Path, qtbot) -> Path:
    """A rig that was opened from a file of one's own."""
    path = tmp_path / "dancer.rig.json"
    path.write_bytes((FOLDER / "rigs" / "humanoid.rig.json").read_bytes())
    person.window.files.open(path)
    qtbot.waitUntil(lambda: person.session.path == path)
    person.wait_for_the_pose()
    return path


def test_what_the_window_asks_of_a_rig_first_is_worked_out_while_it_is_read(
    person: Person, saved: Path, tmp_path: Path, qtbot, monkeypatch
) -> None:
    (other := tmp_path / "other.rig.json").write_bytes(saved.read_bytes())
    work, done = rig_arrays.rest_height, []

    def noted(bones: tuple[Bone, ...]) -> float:
        done.append((bones, threading.current_thread().name))
        return work(bones)

    monkeypatch.setattr(rig_arrays, "rest_height", noted)
    person.window.files.open(other)
    qtbot.waitUntil(lambda: person.session.path == other)
    person.wait_for_the_pose()
    assert [name for bones, name in done if bones is person.session.document.rig.bones] == ["background"]


def test_a_new_rig_is_saved_and_opened_before_anything_is_drawn(
    person: Person, tmp_path: Path, qtbot, monkeypatch
) -> None:
    path, files = tmp_path / "plan.rig.json", person.window.files
    monkeypatch.setattr(files.saving, "_place", lambda *_, **_also: path)
    files.new()
    person.wait_for_the_pose()
    assert person.session.history.labels == ("New rig",)
    person.shortcut("Ctrl+S")
    qtbot.waitUntil(lambda: person.session.path == path)
    person.open_sample("arm")
    files.open(path)
    qtbot.waitUntil(lambda: person.session.path == path)
    person.wait_for_the_pose()
    assert person.session.document.rig.bones == () and person.session.history.labels == ("Open",)
    assert not person.window.notice.isVisible()
    person.view.frame_all()
    person.window.mode.draw()
    for at in ((300.0, 300.0), (320.0, 200.0)):
        person.click(at)
    assert len(person.session.document.rig.bones) == 1


def change(person: Person, name: str = "pelvis") -> None:
    person.session.edit("Rename hips", lambda document: rename(document, "hips", name))


def test_every_sample_opens(person: Person, qtbot) -> None:
    for name, template in TEMPLATES.items():
        title = template.title
        person.window.files.open_sample(name)
        qtbot.waitUntil(lambda wanted=title: person.session.document.figure.name == wanted)
        assert person.session.path is None and not person.session.unsaved


@pytest.mark.parametrize("agreed", [True, False])
def test_revert_asks_and_reads_the_file_again(agreed: bool, person: Person, saved: Path, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(files_module, "ask_to_revert", lambda *_: agreed)
    change(person)
    person.window.files.revert()
    if agreed:
        qtbot.waitUntil(lambda: not person.session.unsaved)
        assert "hips" in person.session.document.rig.by_name
        assert not person.session.history.can_undo, "the history begins anew"
    else:
        person.window.files.finish()
        assert person.session.unsaved and "pelvis" in person.session.document.rig.by_name
    assert person.session.path == saved


def test_revert_takes_what_others_wrote_without_asking(person: Person, saved: Path, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(files_module, "ask_to_revert", lambda *_: pytest.fail("nothing would be lost"))
    rigs.write(rename(rigs.read(saved), "hips", "pelvis"), saved)
    person.window.menus.actions["revert"].trigger()
    qtbot.waitUntil(lambda: "pelvis" in person.session.document.rig.by_name)


def test_a_copy_is_written_and_saving_stays_where_it_was(person: Person, saved: Path, qtbot, monkeypatch) -> None:
    copy = saved.with_name("copy.rig.json")
    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getSaveFileName", lambda *_: (str(copy), ""))
    change(person)
    with qtbot.waitSignal(person.session.notified) as told:
        person.window.files.saving.save_copy()
    assert "copy.rig.json" in told.args[0]
    assert rigs.read(copy).figure == person.session.document.figure
    assert person.session.path == saved and person.session.unsaved


def test_what_is_dropped_is_sorted_and_said() -> None:
    fox, arm, wave, photo = map(Path, ("fox.glb", "ARM.RIG.JSON", "wave.pose.json", "photo.jpg"))
    assert sorted_out([fox]).words == "Drop to open fox.glb"
    assert sorted_out([wave]).words == "Drop to apply wave.pose.json"
    assert sorted_out([wave, fox, wave]).words == "Drop to open fox.glb and apply 2 poses"
    assert sorted_out([arm]).rigs == (arm,)
    assert sorted_out([photo]).words == "" and sorted_out([photo]).left_out == "Pantin cannot read photo.jpg."
    assert "ARM.RIG.JSON, photo.jpg" in sorted_out([fox, arm, photo]).left_out
    assert sorted_out([fox, wave]).left_out == "" == sorted_out([]).words
    assert sorted_out([fox]).words_to_add == "Drop to add fox.glb to the scene"
    assert sorted_out([fox, arm, photo]).words_to_add == "Drop to add 2 files to the scene"
    assert sorted_out([fox, arm, photo]).unread == "Pantin cannot read photo.jpg."
    assert sorted_out([wave]).words_to_add == "" == sorted_out([fox]).unread


def test_motion_is_for_the_open_figure_or_for_the_rig_that_is_dropped_with_it() -> None:
    dance, walk, take, fox, wave = map(Path, ("dance.vrma", "walk.BVH", "take.clip.json", "fox.glb", "wave.pose.json"))
    one = sorted_out([dance])
    assert one.choices(None) == {"open": "Drop to open dance.vrma"}
    assert list(one.choices("Fox").items()) == [
        ("move", "Drop to apply dance.vrma to Fox"),
        ("open", "Drop to open dance.vrma"),
        ("add", "Drop to add dance.vrma to the scene"),
    ]
    assert sorted_out([dance, walk]).choices("Fox")["move"] == "Drop to apply 2 motions to Fox"
    assert sorted_out([take]).choices("Fox") == {"move": "Drop to apply take.clip.json to Fox"}
    assert sorted_out([take]).choices(None) == {}
    assert "walk.BVH, take.clip.json" in sorted_out([dance, walk, take]).left_out
    both = sorted_out([dance, fox])
    assert both.choices("Fox") == {
        "open": "Drop to open fox.glb and apply dance.vrma",
        "add": "Drop to add fox.glb to the scene",
    }
    assert sorted_out([dance, fox, wave]).words == "Drop to open fox.glb and apply 2 files"
    assert both.left_out == "" and both.after_opening == (dance,)


def drag(window: QtWidgets.QWidget, part: float, *paths: Path) -> DropFrame:
    """Drag files over the window, to a `part` of its width; the frame that shows then."""
    data, at = dragged(window, part, *paths)
    entered = QtGui.QDragEnterEvent(at.toPoint(), COPY, data, LEFT, NO_KEYS)
    QtWidgets.QApplication.sendEvent(window, entered)
    assert entered.isAccepted()
    QtWidgets.QApplication.sendEvent(window, QtGui.QDragMoveEvent(at.toPoint(), COPY, data, LEFT, NO_KEYS))
    [frame] = window.findChildren(DropFrame)
    return frame


def drop(window: QtWidgets.QWidget, part: float, *paths: Path) -> None:
    """Drag files over the window and let them go there."""
    drag(window, part, *paths)
    data, at = dragged(window, part, *paths)
    QtWidgets.QApplication.sendEvent(window, QtGui.QDropEvent(at, COPY, data, LEFT, NO_KEYS))


def dragged(window: QtWidgets.QWidget, part: float, *paths: Path) -> tuple[QtCore.QMimeData, QtCore.QPointF]:
    data = QtCore.QMimeData()
    data.setUrls([QtCore.QUrl.fromLocalFile(str(path)) for path in paths])
    return data, QtCore.QPointF(part * window.width(), window.height() / 2)


def test_a_file_dropped_on_the_right_half_is_added_to_the_scene(person: Person, saved: Path, qtbot) -> None:
    frame = drag(person.window, 0.8, saved)
    words = f"Drop to open {saved.name}; Drop to add {saved.name} to the scene"
    assert frame.isVisible() and frame.accessibleName() == words and frame.part == 1
    drop(person.window, 0.8, saved)
    assert not frame.isVisible()
    qtbot.waitUntil(lambda: len(person.session.document.scene.figures) == 2)
    assert person.session.path == saved and person.session.history.undo_label == f"Add {saved.name}"
    person.session.undo()
    drop(person.window, 0.8, saved, saved)
    qtbot.waitUntil(lambda: len(person.session.document.scene.figures) == 3)


def test_a_file_dropped_on_the_left_half_is_opened(person: Person, saved: Path, qtbot) -> None:
    openings = person.session.openings
    drop(person.window, 0.2, saved)
    qtbot.waitUntil(lambda: person.session.openings > openings)
    assert len(person.session.document.scene.figures) == 1


def test_where_no_figure_is_open_and_for_poses_there_is_no_choice(person: Person, saved: Path, tmp_path: Path) -> None:
    assert drag(person.window, 0.8, tmp_path / "wave.pose.json").accessibleName() == "Drop to apply wave.pose.json"
    person.window.files.new()
    frame = drag(person.window, 0.8, saved)
    assert frame.accessibleName() == f"Drop to open {saved.name}" and frame.part == 0
    frame.hide()


def test_only_files_of_this_machine_count() -> None:
    data = QtCore.QMimeData()
    data.setUrls([QtCore.QUrl("https://example.org/fox.glb"), QtCore.QUrl.fromLocalFile("/rigs/fox.glb")])
    assert dropped(data).rigs == (Path("/rigs/fox.glb"),)


def test_a_rig_and_a_pose_dropped_together(person: Person, saved: Path, qtbot, tmp_path: Path) -> None:
    pose = tmp_path / "reach.pose.json"
    x, y = person.where("hand.L")
    person.drag((x, y), (x + 10, y - 50), (x + 20, y - 90))
    write_pose(person.session.shown, person.session.evaluated, pose)
    person.session.undo()
    person.window.files.drop(sorted_out([pose, saved]))
    qtbot.waitUntil(lambda: person.session.history.undo_label == "Apply reach")
    assert person.session.path == saved


def test_unsaved_work_is_kept_and_goes_when_it_is_saved(person: Person, saved: Path, qtbot) -> None:
    recovery = person.window.files.recovery
    folder = Path(recovery.folder)
    recovery.keep()
    assert not list(folder.glob("*.rig.json")), "nothing would be lost"
    change(person)
    recovery.keep()
    qtbot.waitUntil(lambda: len(list(folder.glob("*.rig.json"))) == 1)
    (kept,) = folder.glob("*.rig.json")
    assert "pelvis" in rigs.read(kept).rig.by_name
    assert recovery.left_behind() == (), "one's own work is not left behind"
    assert Recovery(person.session, person.window).left_behind() == (), "nor is that of a Pantin that still runs"
    person.window.files.saving.save()
    qtbot.waitUntil(lambda: not list(folder.glob("*.rig.json")))


LEAVING = """
import os, sys
from pathlib import Path
from PySide6 import QtCore, QtGui, QtWidgets
from pantin.app.files.recovery import Recovery
from pantin import rigs

class Session(QtCore.QObject):
    document_changed, file_changed, drag_began = QtCore.Signal(), QtCore.Signal(), QtCore.Signal()
    unsaved, title, path = True, "dancer.rig.json", Path(sys.argv[2])
    document = rigs.read(sys.argv[1])

app = QtCore.QCoreApplication([])
session = Session()
recovery = Recovery(session, app)
recovery.keep()
recovery.flush()
os._exit(9)
"""


def test_work_of_a_pantin_that_crashed_is_restored_on_top_of_its_file(
    person: Person, saved: Path, tmp_path: Path
) -> None:
    work = tmp_path / "work.rig.json"
    rigs.write(rename(rigs.read(saved), "hips", "pelvis"), work)
    subprocess.run([sys.executable, "-c", LEAVING, str(work), str(saved)], check=False)
    recovery = person.window.files.recovery
    (left,) = recovery.left_behind()
    assert (left.title, left.path) == ("dancer.rig.json", saved)
    recovery.open(recovery.read(left))
    recovery.flush()
    session = person.session
    assert session.path == saved and session.unsaved and "pelvis" in session.document.rig.by_name
    assert recovery.left_behind() == ()
    session.undo()
    assert "hips" in session.document.rig.by_name and not session.unsaved


def test_work_left_behind_can_be_thrown_away(person: Person, saved: Path) -> None:
    subprocess.run([sys.executable, "-c", LEAVING, str(saved), ""], check=False)
    recovery = person.window.files.recovery
    (left,) = recovery.left_behind()
    assert left.path is None or left.path == Path()
    recovery.discard(left)
    assert recovery.left_behind() == () and not left.kept.exists()
