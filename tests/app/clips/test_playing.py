"""Frames of clips in the real window: played, scrubbed, posed. Until something is posed the document stays as it is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6 import QtCore, QtGui, QtWidgets

from pantin import solver
from pantin.app.clips.playhead import Playhead
from pantin.rigs import Transform
from pantin.rigs.clip import Clip
from pantin.rigs.editing import clips, pins
from pantin.rigs.editing.bones import rename
from pantin.rigs.editing.pose import with_transforms
from pantin.solver.edits.poses.clips import frame_shown
from pantin.widgets.time.time_strip import TimeStrip
from tests.app.clips.nods import FRAMES, angle, nod, with_clip
from tests.app.person import Person, sample

Key = QtCore.Qt.Key
OWN = Transform(rotation=(0.0, 0.28, 0.0, 0.96))


@pytest.fixture
def nodding(person: Person) -> Person:
    """Somebody with a clip, whose figure has turned its neck."""
    with_clip(person)
    person.session.edit("Pose", lambda document: with_transforms(document, {"neck": OWN}))
    person.wait_for_the_pose()
    return person


def at(person: Person, frame: int) -> tuple[float, float]:
    """Return where a frame stands on the ruler."""
    return person.window.panels.clip.ruler.scale.x(frame), 20.0


def test_scrubbing_shows_frames_and_writes_nothing(nodding: Person) -> None:
    session, ruler = nodding.session, nodding.window.panels.clip.ruler
    kept, steps = session.document, session.history
    nodding.press(at(nodding, 2), ruler)
    nodding.move(at(nodding, 4), at(nodding, 7), on=ruler)
    nodding.wait_for_the_pose()
    assert angle(session.shown) == pytest.approx(7.0, abs=1e-4) and session.shown.figure.transform("neck") == OWN
    assert ruler.marks.head == 7 and ruler.marks.is_shown
    nodding.release(at(nodding, 7), ruler)
    assert session.document is kept and session.history is steps
    nodding.view.setFocus()
    nodding.key(Key.Key_Escape)
    assert session.shown is kept and not ruler.marks.is_shown and ruler.marks.head == 7


def test_what_is_dragged_at_a_frame_takes_its_pose_in_one_step(nodding: Person) -> None:
    session = nodding.session
    nodding.window.clips.playhead.go_to(6)
    nodding.wait_for_the_pose()
    kept, steps = session.document, len(session.history.labels)
    x, y = nodding.where("hand.L", 0.1)
    nodding.drag((x, y), (x + 15, y - 15), (x + 30, y - 30))
    assert len(session.history.labels) == steps + 1 and not nodding.window.clips.playhead.is_shown
    assert angle(session.document) == pytest.approx(6.0, abs=0.5)
    assert session.document.figure.pose.bones["hand_ik.L"] != kept.figure.pose.bones.get("hand_ik.L")
    session.undo()
    assert session.document == kept and session.document.figure.transform("head") == Transform()


def test_undo_shows_the_frame_again_from_which_an_edit_began(nodding: Person) -> None:
    session, clip = nodding.session, nodding.window.panels.clip
    playhead = nodding.window.clips.playhead
    playhead.go_to(6)
    nodding.wait_for_the_pose()
    session.edit("Turn", lambda document: with_transforms(document, {"neck": Transform()}))
    assert not playhead.is_shown and said(clip) == "Own pose"
    playhead.frame = 2  # somebody looked elsewhere meanwhile
    session.undo()
    nodding.wait_for_the_pose()
    assert playhead.is_shown and playhead.frame == clip.ruler.marks.head == 6 and said(clip) != "Own pose"
    assert angle(session.shown) == pytest.approx(6.0, abs=1e-4)
    session.redo()
    assert not playhead.is_shown and said(clip) == "Own pose"
    session.undo()
    nodding.view.setFocus()
    nodding.key(Key.Key_Escape)
    assert not playhead.is_shown and said(clip) == "Own pose"
    session.edit("Turn", lambda document: with_transforms(document, {"neck": Transform()}))
    session.undo()
    assert not playhead.is_shown, "this edit began from the own pose"


def test_posing_a_frame_and_undoing_it_shows_that_frame(nodding: Person) -> None:
    playhead = nodding.window.clips.playhead
    playhead.go_to(5)
    nodding.wait_for_the_pose()
    playhead.pose_frame("{clip} {frame}")
    assert not playhead.is_shown
    nodding.session.undo()
    assert playhead.is_shown and playhead.frame == 5


def said(clip: TimeStrip) -> str:
    """Return what the bar says beside the number of the frame."""
    words = {word.accessibleName() for word in clip.head.findChildren(QtWidgets.QWidget) if word.isVisibleTo(clip.head)}
    return next(iter(words & {"Frame", "Own pose"}), "")  # there may be no room for "Frame"


def test_edits_of_the_pose_take_the_frame_and_others_leave_it(nodding: Person) -> None:
    session, playhead = nodding.session, nodding.window.clips.playhead
    playhead.go_to(3)
    nodding.wait_for_the_pose()
    session.select(("head",), "head")
    session.edit("Trim", lambda document: clips.trimmed(document, "nod", 1, 8))
    nodding.wait_for_the_pose()
    assert playhead.is_shown and angle(session.shown) == pytest.approx(3.0, abs=1e-4)
    assert "head" not in session.document.figure.pose.bones and session.document.figure.clips[0].span == (1, 8)
    assert session.shown.selected == ("head",)
    session.edit("Reset", lambda document: with_transforms(document, {"neck": Transform()}))
    assert not playhead.is_shown and angle(session.document) == pytest.approx(3.0, abs=1e-4)
    assert "neck" not in session.document.figure.pose.bones


def test_a_frame_becomes_the_pose_and_undo_takes_it_back(nodding: Person) -> None:
    session = nodding.session
    kept = session.document
    nodding.window.clips.playhead.go_to(5)
    nodding.press_keys(QtGui.QKeySequence("Ctrl+K"))
    nodding.wait_for_the_pose()
    assert session.history.undo_label == "Pose frame 5 of nod" and session.posed
    assert angle(session.document) == pytest.approx(5.0, abs=1e-4) and session.shown is session.document
    session.undo()
    assert session.document is kept


def test_it_plays_in_real_time_and_leaves_out_what_comes_too_late(nodding: Person) -> None:
    session, now = nodding.session, [100.0]
    session.edit("Trim", lambda document: clips.trimmed(document, "nod", 2, 8))
    head = Playhead(session, nodding.window, lambda: now[0])
    head._follow()
    head.play()
    frames = []
    for seconds in (0.05, 0.11, 0.34, 0.65, 0.75, 2.15):
        now[0] = 100.0 + seconds
        head.advance()
        frames.append(head.frame)
    assert frames == [2, 3, 5, 8, 2, 2] and head.playing
    session.edit("Loop", lambda document: clips.looped(document, "nod", False))
    now[0] += 9.0
    head.advance()
    assert head.frame == 8 and not head.playing
    nodding.wait_for_the_pose()
    assert angle(session.shown) == pytest.approx(8.0, abs=1e-4)


def test_space_plays_a_drag_pauses_and_only_the_figure_moves(nodding: Person, qtbot) -> None:
    session, playhead, panels = nodding.session, nodding.window.clips.playhead, nodding.window.panels
    nodding.press_keys(QtGui.QKeySequence("Space"))
    assert playhead.playing
    seen = []
    shows, panels.show = panels.show, lambda: seen.append(1)
    qtbot.waitUntil(lambda: playhead.frame >= 2)
    panels.show = shows
    assert not seen
    x, y = nodding.where("hand.R", 0.1)
    nodding.press((x, y))
    nodding.move((x + 10, y - 10), (x + 20, y - 20))
    assert not playhead.playing
    frame = playhead.frame
    nodding.release((x + 20, y - 20))
    assert angle(session.document) == pytest.approx(frame, abs=0.5)


def test_a_clip_that_goes_leaves_the_own_pose(nodding: Person) -> None:
    session, playhead = nodding.session, nodding.window.clips.playhead
    playhead.play()
    session.undo()
    session.edit("Remove", lambda document: clips.removed(document, "nod"))
    nodding.wait_for_the_pose()
    assert not playhead.playing and not playhead.is_shown and playhead.clip is None
    assert session.shown is session.document and not nodding.window.panels.clip.ruler.isVisible()


def test_nothing_is_shown_of_a_clip_while_the_rest_pose_is_edited(nodding: Person) -> None:
    nodding.window.clips.playhead.go_to(5)
    nodding.window.mode.switch()
    assert nodding.session.frame is None and "Tab" in nodding.window.menus.why_not("play_clip")
    nodding.window.mode.switch()
    nodding.wait_for_the_pose()
    assert nodding.session.shown is nodding.session.document


def test_motion_that_is_opened_by_itself_is_shown_as_it_begins(person: Person) -> None:
    document = clips.trimmed(clips.added(sample("humanoid"), nod()), "nod", 4, 8)
    told = []
    person.session.opened.connect(lambda: told.append(person.session.shown))
    person.session.open(document)
    person.wait_for_the_pose()
    assert person.window.clips.playhead.is_shown and angle(told[-1]) == pytest.approx(4.0, abs=1e-4)
    assert person.session.document is document and not person.session.unsaved
    person.session.open(document, Path("nods.rig.json"))
    person.wait_for_the_pose()
    assert not person.window.clips.playhead.is_shown and person.session.shown is document


def test_pins_of_lifted_feet_come_back_unless_the_frame_is_posed(nodding: Person) -> None:
    """What leaves pose and pins alone leaves the frame on screen; a pin that is set there is set on what is seen."""
    session, playhead = nodding.session, nodding.window.clips.playhead
    session.edit("Clip", lambda document: clips.added(document, nod("kick", "thigh.L", 0.15)))
    own = session.document.rig.pins
    playhead.choose("kick")
    playhead.go_to(9)
    nodding.wait_for_the_pose()
    assert {pin.bone for pin in own} == {"foot.L", "foot.R"}
    assert {pin.bone for pin in session.shown.rig.pins} == {"foot.R"}
    session.edit("Trim", lambda document: clips.trimmed(document, "kick", 1, 9))
    assert session.document.rig.pins == own and session.frame is not None
    session.edit("Pin", lambda document: pins.pinned(document, ["foot.L"], True))
    nodding.wait_for_the_pose()
    assert session.frame is None and len(session.shown.rig.pins) == 2
    assert session.document.figure.transform("thigh.L") != Transform()


def test_the_whole_clip_poses_as_scripts_pose_it(nodding: Person) -> None:
    session, clip = nodding.session, nodding.session.document.figure.clips[0]
    for frame in (0, FRAMES - 1):
        nodding.window.clips.playhead.go_to(frame)
        nodding.wait_for_the_pose()
        expected = solver.evaluate(frame_shown(session.document, clip, frame))
        assert abs(session.evaluated.matrices - expected.matrices).max() == 0.0


def test_no_frame_of_a_document_that_was_closed_comes_back(nodding: Person) -> None:
    session = nodding.session
    nodding.window.clips.playhead.go_to(6)
    nodding.wait_for_the_pose()
    before = session.document
    session.edit("Turn", lambda document: with_transforms(document, {"neck": Transform()}))
    after = session.document
    session.open(before)
    session.edit("Turn", lambda _document: after)
    session.undo()
    assert session.document.figure is before.figure and session.frame is None


def test_a_clip_of_a_file_is_one_array_whatever_is_done_with_it(person: Person, tmp_path: Path) -> None:
    """Played, edited, undone, saved and kept, its frames are those that were read, which nothing unpacks again."""
    turns = np.random.default_rng(0).normal(size=(2000, 1, 10))
    whole = clips.added(sample("humanoid"), Clip.of("long", 30.0, ("head",), turns))
    person.session.open(whole)
    person.save_to(tmp_path / "long.rig.json")
    session, playhead = person.session, person.window.clips.playhead
    held = session.document.figure.clips[0].tracks["head"].array
    assert np.array_equal(held, turns[:, 0].astype(np.float32)) and session.document.figure.clips == whole.figure.clips

    def array(bone: str = "head") -> np.ndarray:
        return session.document.figure.clips[0].tracks[bone].array

    playhead.go_to(1999)
    person.wait_for_the_pose()
    assert session.frame is not None and session.frame.clip.tracks["head"].array is held
    for edit in (
        lambda document: clips.trimmed(document, "long", 3, 9),
        lambda document: clips.looped(document, "long", False),
        lambda document: with_transforms(document, {"neck": OWN}),
    ):
        session.edit("Edit", edit)
        assert array() is held
    session.edit("Rename", lambda document: rename(document, "head", "skull"))
    assert array("skull") is held
    person.window.files.saving.save()
    person.wait_until(lambda: not session.unsaved)
    person.window.files.recovery.flush()
    for _step in range(4):
        session.undo()
    assert array() is held and session.document.figure.clips == whole.figure.clips
    playhead.go_to(0)
    person.wait_for_the_pose()
    assert session.frame.clip.tracks["head"].array is held
