"""Clips that are recorded in the real window, and brought from files."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtGui

from pantin import rigs
from pantin.app.clips.recording import Recording
from pantin.rigs import Document, Transform
from pantin.rigs.editing import clips
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.formats import clip_file
from pantin.rigs.rig import Bone, Rig
from tests.app.clips.nods import nod
from tests.app.person import Person, sample


def test_what_is_posed_is_recorded_with_its_pauses(person: Person) -> None:
    session, now = person.session, [5.0]
    recording = Recording(session, person.window, lambda: now[0])
    recording.begin()
    for seconds, side in ((1.0, 0.0), (2.0, 0.6)):
        now[0] = 5.0 + seconds - 0.001
        recording.take()
        now[0] = 5.0 + seconds
        session.edit("Pose", lambda document, side=side: turned(document, side))
        person.wait_for_the_pose()
        recording.take()
    now[0] = 8.0
    assert recording.end() == "Take 1" and session.history.undo_label == "Record Take 1"
    clip = session.document.figure.clips[0]
    assert (clip.rate, clip.count) == (30.0, 91) and set(clip.bones) >= {"head", "hand_ik.L"}
    sways = clip.frames[:, clip.bones.index("head"), 4]
    assert sways[59] == pytest.approx(0.0, abs=1e-6) and sways[60:] == pytest.approx(0.6, abs=1e-6)


def turned(document: Document, side: float) -> Document:
    return with_transforms(document, {"head": Transform(rotation=(0.0, side, 0.0, (1.0 - side * side) ** 0.5))})


def test_the_button_records_and_space_keeps_it(person: Person) -> None:
    strip = person.window.panels.clip
    person.press_keys(QtGui.QKeySequence("Shift+Space"))
    assert person.window.clips.recording.recorder is not None and strip.head.play.isVisible()
    assert not strip.ruler.isVisible()
    person.press_keys(QtGui.QKeySequence("Space"))
    assert [clip.name for clip in person.session.document.figure.clips] == ["Take 1"]
    assert strip.ruler.isVisible() and strip.head.choice.name == "Take 1" and not person.window.clips.playhead.is_shown


def test_clips_come_from_files_by_names(person: Person, tmp_path: Path, qtbot) -> None:
    path = tmp_path / "nods.rig.json"
    rigs.write(clips.added(clips.added(sample("humanoid"), nod()), nod("nod 2")), path)
    person.session.edit("Clip", lambda document: clips.added(document, nod()))
    person.window.clips.import_from(path)
    qtbot.waitUntil(lambda: len(person.session.document.figure.clips) == 3)
    assert [clip.name for clip in person.session.document.figure.clips] == ["nod", "nod 2", "nod 2 2"]
    assert person.session.history.undo_label == "Import nods.rig.json"
    assert person.window.panels.clip.head.choice.name == "nod 2" and person.window.clips.playhead.is_shown


def test_a_file_of_clips_alone_fits_by_its_names(person: Person, tmp_path: Path, qtbot) -> None:
    path = tmp_path / "nod.clip.json"
    path.write_text(clip_file.text("Humanoid", nod()))
    person.window.clips.import_from(path)
    qtbot.waitUntil(lambda: person.session.document.figure.clips == (nod(),))


@pytest.mark.parametrize("bones, said", [(("tail_1", "tail_2"), "another skeleton"), ((), "holds no motion")])
def test_a_clip_of_another_skeleton_is_one_sentence(
    bones: tuple[str, ...], said: str, person: Person, tmp_path: Path, qtbot
) -> None:
    path, before = tmp_path / "other.rig.json", person.session.document
    other = Document.of(Rig(bones=tuple(Bone(name) for name in ("tail_1", "tail_2"))))
    for bone in bones[:1]:
        other = clips.added(other, nod(bone=bone))
    rigs.write(other, path)
    told: list[str] = []
    person.session.warned.connect(told.append)
    person.window.clips.import_from(path)
    qtbot.waitUntil(lambda: bool(told))
    assert said in told[0] and told[0].count(".") <= 3 and person.session.document is before
