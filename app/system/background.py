"""Jobs that are done one after the other on a thread that nobody ever waits for: it can be left behind.

What comes of a job arrives on the drawing thread, and so does an error that it did not catch; the next one is done all
the same. A job may tell how far it is; one that is cancelled ends there, or else goes on by itself, and what comes of
it is thrown away. Whether the next one waits for that is
to be chosen: nobody waits for a file to be left unread, but where edits ask anew and anew, jobs left behind would share
the interpreter with the drawing thread.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any

import msgspec
from PySide6 import QtCore

Then = Callable[[], None]

BETWEEN = 1 / 30
"""Seconds between two tellings of how far a job is, at least."""


class Left(Exception):
    """Nobody waits for this job any more."""


class _Job(msgspec.Struct, frozen=True, eq=False):
    """A job: its subject, such as a file's name, and the work, which returns what is to be done on the drawing
    thread.
    """

    name: str
    work: Callable[[], Then]
    saying: str = ""
    """A sentence that says what is done, where it is not what these jobs usually do."""


class BackgroundJobs(QtCore.QObject):
    """Does one job at a time: reading a file, posing a frame, painting a picture."""

    changed = QtCore.Signal()
    """Another job is being done, or none."""
    progressed = QtCore.Signal(float)
    """The part, 0 … 1, of the job that is done, as it tells itself."""
    _arrived = QtCore.Signal(object, object)
    _advanced = QtCore.Signal(object, float)

    def __init__(self, parent: QtCore.QObject, one_thread: bool = False) -> None:
        """`one_thread`: a job begins when the one before has ended, even if that was cancelled."""
        super().__init__(parent)
        self._one_thread = one_thread
        self._waiting: deque[_Job] = deque()
        self._now: _Job | None = None
        self._begun = 0
        """The number of running jobs, cancelled ones too."""
        self._threads: list[threading.Thread] = []
        self._at_work = threading.local()
        """The job of a thread, and the time of its last report of progress."""
        self._arrived.connect(self._take, QtCore.Qt.ConnectionType.QueuedConnection)
        self._advanced.connect(self._tell, QtCore.Qt.ConnectionType.QueuedConnection)

    @property
    def doing(self) -> str:
        """The name of the job that is being done; empty where none is."""
        return self._now.name if self._now else ""

    @property
    def busy(self) -> bool:
        """Return whether a thread still works, even for nobody."""
        return any(thread.is_alive() for thread in self._threads)

    @property
    def saying(self) -> str:
        """A sentence about the job that goes on; empty where it is the usual, or none."""
        return self._now.saying if self._now else ""

    def start(self, name: str, work: Callable[[], Then], saying: str = "") -> None:
        """Do `work` after what was asked for before; what it returns is done on the drawing thread."""
        self._waiting.append(_Job(name, work, saying))
        self._go_on()

    def progress(self, part: float) -> None:
        """Tell, from within a job, which part of it is done. Raises Left where that was cancelled."""
        job: _Job = self._at_work.job
        if job is not self._now:
            raise Left
        if monotonic() >= self._at_work.reported + BETWEEN:
            self._at_work.reported = monotonic()
            self._advanced.emit(job, part)

    def cancel(self) -> None:
        """Nothing of what was asked for arrives."""
        self._waiting.clear()
        if self._now is not None:
            self._now = None
            self.changed.emit()

    def _go_on(self) -> None:
        if self._now is None and self._waiting and not (self._one_thread and self._begun):
            self._begun += 1
            self._now = self._waiting.popleft()
            thread = threading.Thread(target=self._run, args=(self._now,), name="background", daemon=True)
            self._threads = [*(other for other in self._threads if other.is_alive()), thread]
            thread.start()
            self.changed.emit()

    def _run(self, job: _Job) -> None:
        self._at_work.job, self._at_work.reported = job, 0.0
        try:
            then = job.work()
        except Left:
            then = _nothing
        except Exception as error:
            then = partial(_raise, error)
        with suppress(RuntimeError):  # the window is gone
            self._arrived.emit(job, then)

    def _tell(self, job: Any, part: float) -> None:
        if job is self._now:
            self.progressed.emit(part)

    def _take(self, job: Any, then: Then) -> None:
        self._begun -= 1
        if job is not self._now:
            self._go_on()
        else:
            self._now = None
            self.changed.emit()
            try:
                then()
            finally:
                self._go_on()


def _nothing() -> None:
    """Do nothing: the job was left."""


def _raise(error: Exception) -> None:
    raise error
