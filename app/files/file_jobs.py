"""The threads that files are read, written and painted on, and what is said where one of them fails.

Writing has a thread of its own, which is waited for when the program ends: neither reading nor painting pictures keeps
a save waiting.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from PySide6 import QtCore, QtGui

from pantin.app.files.fingerprints import Occupied
from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.app.system.background import BackgroundJobs, Left

Then = Callable[[], None]
T = TypeVar("T")


class FileJobs(QtCore.QObject):
    """Does work beside the drawing thread, and hands its result back there; errors are reported through the session."""

    _finished = QtCore.Signal(object)

    def __init__(self, session: Session, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.reader = BackgroundJobs(self)
        self.painter = BackgroundJobs(self)
        self._writer = QtCore.QThreadPool(self)
        self._writer.setMaxThreadCount(1)
        self._finished.connect(lambda outcome: outcome())

    def read(self, name: str, work: Callable[[], Any], done: Callable[[Any], None], saying: str = "") -> None:
        """Do `work`, which reads the file `name`, and take its result, or say why there is none.

        `saying` is a sentence for work that does something else with it.
        """
        self.reader.start(name, lambda: self._outcome(work, done), saying)

    def paint(self, name: str, paint: Callable[[], QtGui.QImage], done: Callable[[QtGui.QImage], None]) -> None:
        """Have the picture `name` painted, on a thread of its own, and take it; nothing where that is cancelled."""
        self.painter.start(name, lambda: self._outcome(paint, done))

    def in_turn(
        self,
        work: Callable[[], T],
        done: Callable[[T], None],
        occupied: Callable[[Occupied], None] = lambda _: None,
        failed: Callable[[str], None] | None = None,
    ) -> None:
        """Do `work` on the thread that writes, after what was asked of it before, and take its result.

        `occupied` gets the file that is in the way, `failed` the sentence that says why there is no result.
        """
        self._writer.start(lambda: self._finished.emit(self._outcome(work, done, occupied, failed)))

    def wait_for_writing(self) -> None:
        """Wait until everything that was to be written is on the disk."""
        self._writer.waitForDone()

    def finish(self) -> None:
        """Wait until everything is on the disk. What is still being read or painted is not waited for."""
        self.reader.cancel()
        self.painter.cancel()
        self.wait_for_writing()

    def say(self, text: str) -> None:
        """Show one sentence in the status bar."""
        self._session.notified.emit(text)

    def warn(self, text: str) -> None:
        """Warn in one sentence."""
        self._session.warned.emit(text)

    def report(self, text: str) -> None:
        """Say in one sentence what was read otherwise than it is in its file."""
        self._session.reported.emit(text)

    def _outcome(
        self,
        work: Callable[[], Any],
        done: Callable[[Any], None],
        occupied: Callable[[Occupied], None] = lambda _: None,
        failed: Callable[[str], None] | None = None,
    ) -> Then:
        """Do `work` and return what the drawing thread is to do next: take the result, or say why there is none."""
        warn = failed or self.warn
        try:
            return partial(done, work())
        except Occupied as by:
            return partial(occupied, by)
        except (ValueError, OSError) as error:
            return partial(warn, sentence(error))
        except Left:
            raise
        except Exception as error:
            traceback.print_exc()
            return partial(warn, _("This went wrong inside Pantin: {error!r}").format(error=error))


def sentence(error: ValueError | OSError) -> str:
    """Return what went wrong with a file, as one sentence."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)
