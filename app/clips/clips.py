"""The clips of one window: the playhead, recording, clips from files, and the strip that shows them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6 import QtCore

from pantin.app.clips.imported_motion import ImportedMotion, imported_motion
from pantin.app.clips.playhead import Playhead
from pantin.app.clips.recording import Recording
from pantin.app.clips.standing_feet import StandingFeet
from pantin.app.files.files import Files
from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.editing import clips
from pantin.widgets.time.time_strip import TimeStrip


class Clips(QtCore.QObject):
    """The clips as actions ask for them, and as the strip shows them."""

    changed = QtCore.Signal()
    """Something is played, recorded or chosen, or no longer: buttons may look otherwise."""

    def __init__(self, session: Session, files: Files, strip: TimeStrip, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self.session, self._files, self.strip = session, files, strip
        self.playhead, self.recording = Playhead(session, self), Recording(session, self)
        self._feet = StandingFeet(self)
        self._connect()
        self._show_clip()

    def play(self) -> None:
        """Play or pause; while something is recorded, end that."""
        if self.recording.recorder is not None:
            self.record()
        elif self.playhead.playing:
            self.playhead.pause()
        else:
            self.playhead.play()

    def record(self) -> None:
        """Begin to record what is on screen, or keep what was recorded."""
        if self.recording.recorder is None:
            self.playhead.leave()
            self.recording.begin()
        elif name := self.recording.end():
            self.playhead.choose(name)
            self.playhead.leave()

    def rename(self) -> None:
        """Let another name be typed in the strip."""
        self.strip.edit_name()

    def bring(self) -> None:
        """Ask for a file, and bring the clips in it onto the open rig."""
        self._files.ask_for_motion(self.import_from)

    def import_from(self, path: Path) -> None:
        """Bring the clips of a file onto the open rig: one step of undo."""
        session = self.session
        work = partial(imported_motion, path, session.document, self._files.jobs.reader.progress)
        self._files.jobs.read(path.name, work, partial(self._take, path, session.edited_figure))

    # Inside

    def _connect(self) -> None:
        playhead, strip = self.playhead, self.strip
        playhead.changed.connect(self._show_clip)
        playhead.moved.connect(self._show_head)
        self.recording.changed.connect(self._show_recording)
        strip.edited.connect(self.session.edit)
        strip.chosen.connect(playhead.choose)
        strip.scrubbed.connect(playhead.go_to)
        self._feet.found.connect(strip.show_lanes)
        self._files.motion_given.connect(self.import_from)
        self.session.document_changed.connect(self._show_clip)

    def _show_clip(self) -> None:
        if self.recording.recorder is None:
            names = [clip.name for clip in self.session.document.figure.clips]
            self.strip.show_clip(self.playhead.clip, names)
            self._feet.look(self.session.document.figure, self.playhead.clip)
            self.strip.show_playing(self.playhead.playing)
            self._show_head()
        self.changed.emit()

    def _show_head(self) -> None:
        self.strip.show_head(self.playhead.frame, self.playhead.is_shown)

    def _show_recording(self) -> None:
        recorder = self.recording.recorder
        if recorder is None:
            self._show_clip()
        else:
            self.strip.show_recording(recorder.seconds, recorder.count)
            if recorder.count <= 1:
                self.changed.emit()

    def _take(self, path: Path, of: tuple[int, str], found: ImportedMotion) -> None:
        """Add the clips of a file that was read, and say how they fit."""
        session = self.session
        if of != session.edited_figure:
            return
        session.edit(_("Import {file}").format(file=path.name), lambda document: _with_all(document, found.clips))
        self.playhead.choose(session.document.figure.clips[-len(found.clips)].name)
        if found.missing:
            session.warned.emit(found.missing)
        elif found.remarks:
            session.notified.emit(found.remarks)


def _with_all(document: Document, found: Sequence[Clip]) -> Document:
    for each in found:
        document = clips.added_under_free_name(document, each)
    return document
