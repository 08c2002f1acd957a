"""Recovery of unsaved work after a crash: written to the cache folder every minute, offered at the next start.

Each running Pantin has a file name of its own there, with a lock that the system releases however the process ends.
Work without a live lock was left behind. Saving, discarding and quitting remove it.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import msgspec
from PySide6 import QtCore

from pantin import rigs
from pantin.app.files.export import RIG
from pantin.app.files.thumbnails import cache_folder
from pantin.app.session.session import NEW, NEW_RIG, Session
from pantin.rigs.document import Document
from pantin.rigs.formats import FileProblem
from pantin.rigs.rig import Rig

EVERY = 60_000
"""Milliseconds."""


class UnsavedWork(NamedTuple):
    """Unsaved work of a process that ended: the copy in the cache, its title, the file it belongs to, and its date."""

    kept: Path
    title: str
    path: Path | None
    when: datetime


class _Note(msgspec.Struct):
    """What is stored beside the copy: its title, and the file it belongs to."""

    title: str
    path: str


class Recovery(QtCore.QObject):
    """Keeps the unsaved work of one session."""

    def __init__(self, session: Session, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._folder = cache_folder() / "unsaved"
        self._name = uuid.uuid4().hex
        self._lock = QtCore.QLockFile(str(self._folder / f"{self._name}.lock"))
        self._kept: Rig | None = None
        self._worker = QtCore.QThreadPool(self)
        self._worker.setMaxThreadCount(1)
        session.document_changed.connect(self._drop_when_saved)
        session.file_changed.connect(self._drop_when_saved)
        timer = QtCore.QTimer(self, interval=EVERY)
        timer.timeout.connect(self.keep)
        timer.start()

    def keep(self) -> None:
        """Write the document to the cache, if it is unsaved and not written there yet."""
        session = self._session
        if not session.unsaved or session.document.rig is self._kept:
            return
        self._kept = session.document.rig
        note = _Note(session.title, str(session.path or ""))
        document = session.document
        self._worker.start(lambda: self._write(document, note))

    def left_behind(self) -> tuple[UnsavedWork, ...]:
        """Unsaved work of other processes that ended, newest first."""
        found = [left for left in self._others() if left is not None]
        return tuple(sorted(found, key=lambda left: left.when, reverse=True))

    def restore(self, left: UnsavedWork) -> None:
        """Open the file that the work belongs to; the work is one unsaved step of undo after it. Raises FileProblem."""
        work = rigs.read(left.kept)
        try:
            before = rigs.read(left.path) if left.path else NEW
        except (FileProblem, OSError):
            before, left = NEW, left._replace(path=None)
        self._session.open(before, left.path, "Open" if left.path else NEW_RIG)
        self._session.edit("Restore unsaved work", lambda _: work)
        self.keep()
        self._worker.waitForDone()
        self.discard(left)

    def discard(self, left: UnsavedWork) -> None:
        """Delete work that was left behind."""
        for path in (left.kept, _note_of(left.kept)):
            path.unlink(missing_ok=True)

    def finish(self) -> None:
        """Delete this process's own copy: what was not saved was discarded on purpose."""
        self._worker.clear()
        self._worker.waitForDone()
        self._remove()
        self._lock.unlock()

    # Inside

    @property
    def _place(self) -> Path:
        return self._folder / f"{self._name}{RIG}"

    def _drop_when_saved(self) -> None:
        if self._kept is not None and not self._session.unsaved:
            self._kept = None
            self._worker.start(self._remove)

    def _write(self, document: Document, note: _Note) -> None:
        """Runs on the worker. A cache that cannot be written is ignored."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._lock.tryLock(0)
            rigs.write(document, self._place)
            _note_of(self._place).write_bytes(msgspec.json.encode(note))
        except (OSError, FileProblem):
            return

    def _remove(self) -> None:
        for path in (self._place, _note_of(self._place)):
            path.unlink(missing_ok=True)

    def _others(self) -> Iterator[UnsavedWork | None]:
        for kept in self._folder.glob(f"*{RIG}"):
            if kept == self._place:
                continue
            lock = QtCore.QLockFile(str(kept.with_name(kept.name.removesuffix(RIG) + ".lock")))
            lock.setStaleLockTime(0)
            if lock.tryLock(0):
                lock.unlock()
                yield _left(kept)


def _left(kept: Path) -> UnsavedWork | None:
    try:
        note = msgspec.json.decode(_note_of(kept).read_bytes(), type=_Note)
        when = datetime.fromtimestamp(kept.stat().st_mtime)
    except (OSError, msgspec.DecodeError):
        return None
    return UnsavedWork(kept, note.title, Path(note.path) if note.path else None, when)


def _note_of(kept: Path) -> Path:
    return kept.with_name(kept.name.removesuffix(RIG) + ".note")
