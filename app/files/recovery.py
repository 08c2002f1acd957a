"""Recovery of unsaved work after a crash: written to the cache folder at every change, offered at the next start.

A thread of its own writes the newest document; what was asked for before and not begun is left out. Each running Pantin
has a file name of its own there, with a lock that the system releases however the process ends. Work without a live
lock was left behind. Saving, discarding and quitting remove it.
"""

from __future__ import annotations

import threading
import uuid
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace
from PySide6 import QtCore

from pantin import rigs
from pantin.app.files import kept_work
from pantin.app.files.export import RIG
from pantin.app.files.file_jobs import sentence
from pantin.app.files.fingerprints import NO_FILE, KnownFiles, fingerprint, fingerprint_when_saved
from pantin.app.files.kept_work import Note, UnsavedWork
from pantin.app.files.living import LivingLock
from pantin.app.files.thumbnails import cache_folder
from pantin.app.messages import _
from pantin.app.session.session import NEW, NEW_RIG, Session
from pantin.rigs.document import Document
from pantin.rigs.formats import FileProblem
from pantin.rigs.scene import Scene

__all__ = ["Recovered", "Recovery", "UnsavedWork"]

MOMENT = 200
"""Milliseconds that the beginning of a drag waits for the change before it, so that a kill loses at most that drag.
Between two drags of a person there is more time than writing takes."""

_OVERTAKEN = _("{file} was changed after this work was made; undo shows it as it is, and saving asks first.")


class Recovered(NamedTuple):
    """Work that was read back: the file below it and its fingerprint, the work itself, and what of it was left out."""

    left: UnsavedWork
    before: Document
    held: str
    work: Document
    left_out: str


class _Wanted(NamedTuple):
    """The content that the cache is to have: a document with its note, or nothing; `instead` of work that was left
    behind.

    `saves` are the documents that were being written to its file when it was wanted.
    """

    document: Document | None
    note: Note
    saves: tuple[Document, ...] = ()
    instead: UnsavedWork | None = None


class Recovery(QtCore.QObject):
    """Keeps the unsaved work of one session."""

    failed = QtCore.Signal(str)
    """One sentence: unsaved work cannot be kept. Said once until it can."""

    def __init__(self, session: Session, parent: QtCore.QObject, known: KnownFiles | None = None) -> None:
        super().__init__(parent)
        self._session, self._known = session, known or KnownFiles()
        self.folder = cache_folder() / "unsaved"
        """The folder in which the unsaved work of all Pantins is kept."""
        self._name = uuid.uuid4().hex
        self._lock = LivingLock(self.folder / f"{self._name}{kept_work.LOCK}")
        self._kept: tuple[Scene | None, Path | None] = (None, None)
        self._wanted: _Wanted | None = None
        self._handing_over = threading.Lock()
        self._failing = False
        self._worker = QtCore.QThreadPool(self)
        self._worker.setMaxThreadCount(1)
        session.document_changed.connect(self.keep)
        session.file_changed.connect(self.keep)
        session.drag_began.connect(lambda: self._worker.waitForDone(MOMENT))

    def keep(self) -> None:
        """Have the document written to the cache, or what is there removed once nothing is unsaved."""
        self._keep()

    def flush(self) -> None:
        """Wait until what is to be kept is kept: the process is about to end."""
        self._worker.waitForDone()

    def left_behind(self, path: Path | None = None) -> tuple[UnsavedWork, ...]:
        """Return unsaved work of other processes that ended, newest first.

        Work on the file at `path` is before all other, and saves of it that were interrupted before that. Reads
        files. Raises FileProblem where the folder of unsaved work cannot be read.
        """
        left = kept_work.left_in(self.folder, self._name)
        if path is None:
            return left
        return (*kept_work.interrupted(path), *sorted(left, key=lambda each: not each.is_on(path)))

    def left_on(self, path: Path) -> tuple[UnsavedWork, ...]:
        """Return saves of a file that were interrupted, and then unsaved work on it, newest first. Reads files."""
        try:
            return tuple(each for each in self.left_behind(path) if each.is_on(path))
        except FileProblem:  # it is said where all is looked for
            return kept_work.interrupted(path)

    def read(self, left: UnsavedWork) -> Recovered:
        """Read work that was left behind, and the file that it belongs to. Raises FileProblem."""
        work, left_out = kept_work.read(left)
        held = fingerprint(left.path) if left.path else NO_FILE
        try:
            before = rigs.read(left.path) if left.path else NEW
        except (FileProblem, OSError):
            before, left = NEW, left._replace(path=None)
        return Recovered(left, before, held, work, left_out)

    def open(self, recovered: Recovered) -> None:
        """Open the file that the work belongs to; the work is one unsaved step of undo after it.

        Where somebody else has changed the file since, it is said, and saving asks before that is lost.
        """
        left = recovered.left
        if left.path:
            self._known.hold(left.path, left.overtaken or recovered.held)
        self._session.open(recovered.before, left.path, _("Open") if left.path else NEW_RIG)
        self._session.edit(_("Restore unsaved work"), lambda _document: recovered.work)
        self._keep(instead=left)
        for said in (recovered.left_out, _OVERTAKEN.format(file=left.title) if left.overtaken else ""):
            if said:
                self._session.warned.emit(said)

    def discard(self, left: UnsavedWork) -> None:
        """Delete work that was left behind. Raises OSError."""
        kept_work.discard(left)

    def finish(self) -> None:
        """Delete this process's own copy: what was not saved was discarded on purpose."""
        with self._handing_over:
            self._wanted = None
        self._worker.waitForDone()
        with suppress(OSError):  # it could not be kept there either, which was said
            kept_work.forget(self._place)
        self._kept = (None, None)
        self._lock.release()

    # Inside

    @property
    def _place(self) -> Path:
        return self.folder / f"{self._name}{RIG}"

    def _keep(self, instead: UnsavedWork | None = None) -> None:
        session = self._session
        scene, path = session.document.scene if session.unsaved else None, session.path
        if scene is self._kept[0] and path == self._kept[1] and instead is None:
            return
        self._kept = (scene, path)
        note, saves = Note(session.title, str(path or "")), self._known.saves_to(path) if path else ()
        with self._handing_over:
            before, self._wanted = self._wanted, _Wanted(session.document if scene else None, note, saves, instead)
            if before is not None and before.instead is not None and instead is None:
                self._wanted = self._wanted._replace(instead=before.instead)
        if before is None:
            self._worker.start(self._write)

    def _write(self) -> None:
        """Runs on the worker: keep the newest document."""
        with self._handing_over:
            wanted, self._wanted = self._wanted, None
        if wanted is None:
            return
        try:
            if wanted.document is None:
                kept_work.forget(self._place)
            else:
                self.folder.mkdir(parents=True, exist_ok=True)
                self._lock.take()
                kept_work.keep(wanted.document, self._with_fingerprints(wanted), self._place)
            if wanted.instead is not None:
                kept_work.discard(wanted.instead)
            self._failing = False
        except Exception as problem:
            self._say(sentence(problem) if isinstance(problem, OSError) else str(problem))

    def _with_fingerprints(self, wanted: _Wanted) -> Note:
        """The note with the fingerprint of its file, as it is known, and those that saves are giving it."""
        note = wanted.note
        if not note.path:
            return note
        path = Path(note.path)
        held = self._known.held(path) or fingerprint(path)
        return replace(note, contents=held, saves=tuple(fingerprint_when_saved(each, path) for each in wanted.saves))

    def _say(self, problem: str) -> None:
        if not self._failing:
            self._failing = True
            self.failed.emit(
                _("Unsaved work cannot be kept for a crash, so save often: {problem}").format(problem=problem)
            )
