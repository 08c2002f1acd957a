"""Cases of the actions: clips."""

from __future__ import annotations

from pantin.rigs.clip import Clip
from pantin.rigs.editing import clips
from tests.app.actions.cases.case import Case, Prepare, Truth, is_open
from tests.app.clips.nods import lifting, with_clip
from tests.app.person import Person


def _at(frame: int) -> Prepare:
    """Frames 2 to 8 are played, and this one is shown."""

    def prepare(person: Person) -> None:
        with_clip(person, 2, 8)
        person.window.clips.playhead.go_to(frame)

    return prepare


def _steps(person: Person) -> None:
    """The left foot is lifted, the right one stands."""
    person.session.edit("Clip", lambda document: clips.added(document, lifting(range(30, 60))))


def _stands_at(frame: int) -> Truth:
    return lambda person: person.window.clips.playhead.frame == frame and person.window.clips.playhead.is_shown


def _clip(person: Person) -> Clip:
    return person.session.document.figure.clips[0]


def _plays(person: Person) -> bool:
    playing = person.window.clips.playhead.playing
    person.window.clips.playhead.pause()
    return playing


def _records(person: Person) -> bool:
    """Return whether something is recorded; it is kept then."""
    return person.window.clips.recording.recorder is not None and person.window.clips.recording.end() == "Take 1"


CASES: dict[str, Case] = {
    "play_clip": Case(_plays, _at(3)),
    "previous_frame": Case(_stands_at(3), _at(4)),
    "next_frame": Case(_stands_at(5), _at(4)),
    "first_frame": Case(_stands_at(2), _at(4)),
    "last_frame": Case(_stands_at(8), _at(4)),
    "loop_clip": Case(lambda person: not _clip(person).loop, _at(4)),
    "trim_start": Case(lambda person: _clip(person).span == (4, 8), _at(4)),
    "trim_end": Case(lambda person: _clip(person).span == (2, 4), _at(4)),
    "clip_travels": Case(lambda person: "body" in _clip(person).tracks, _steps),
    "pose_frame": Case(lambda person: person.session.history.undo_label == "Pose frame 4 of nod", _at(4)),
    "leave_clip": Case(lambda person: not person.window.clips.playhead.is_shown, _at(4)),
    "record_clip": Case(_records),
    "import_clip": Case(lambda person: bool(person.asked)),
    "rename_clip": Case(is_open("NameEdit"), _at(4)),
    "remove_clip": Case(lambda person: not person.session.document.figure.clips, _at(4)),
}
