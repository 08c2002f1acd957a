"""Errors that nobody caught: the program goes on with the document as it is, and says so in one sentence."""

from __future__ import annotations

import sys
import threading
import traceback
from pathlib import Path
from types import TracebackType

from PySide6 import QtCore

from pantin.app.messages import _

Kind = type[BaseException]


class UncaughtErrors(QtCore.QObject):
    """Takes the place of Python's hooks for uncaught errors, of all threads, until `stop`.

    The first error from each place goes on to the hook that was there before, which prints it; one that comes back at
    every frame is not said again.
    """

    notified = QtCore.Signal(str)
    """One sentence for the person. It arrives on the thread that made this object."""

    def __init__(self, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self._known: set[tuple[Kind, str, int]] = set()
        self._before, self._before_in_threads = sys.excepthook, threading.excepthook
        sys.excepthook, threading.excepthook = self._take, self._take_from_thread

    def stop(self) -> None:
        """Put back the hooks that were there before."""
        sys.excepthook, threading.excepthook = self._before, self._before_in_threads

    def _take(self, kind: Kind, error: BaseException, trace: TracebackType | None) -> None:
        if self._is_new(kind, trace):
            self._before(kind, error, trace)
            self._tell(kind, error, trace)
        traceback.clear_frames(trace)  # a painter that lives on in one would end the process with the next paint event

    def _take_from_thread(self, args: threading.ExceptHookArgs) -> None:
        if self._is_new(args.exc_type, args.exc_traceback):
            self._before_in_threads(args)
            self._tell(args.exc_type, args.exc_value, args.exc_traceback)

    def _is_new(self, kind: Kind, trace: TracebackType | None) -> bool:
        where = (kind, *_place(trace))
        new = where not in self._known
        self._known.add(where)
        return new

    def _tell(self, kind: Kind, error: BaseException | None, trace: TracebackType | None) -> None:
        if issubclass(kind, Exception):
            file, line = _place(trace)
            what = f"{kind.__name__}: {error}".removesuffix(": ").removesuffix(": None")
            sentence = (
                _(
                    "Something went wrong inside Pantin ({error} at {file}:{line}); the document is kept, "
                    "undo what looks odd."
                )
                if file
                else _("Something went wrong inside Pantin ({error}); the document is kept, undo what looks odd.")
            )
            self.notified.emit(sentence.format(error=what, file=Path(file).name, line=line))


def _place(trace: TracebackType | None) -> tuple[str, int]:
    """File and line where the error was raised."""
    frames = traceback.extract_tb(trace)
    return (frames[-1].filename, frames[-1].lineno or 0) if frames else ("", 0)
