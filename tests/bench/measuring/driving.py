"""The real window with a document in it, and a mouse over it, for the benches that measure how quickly it answers."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from weakref import WeakKeyDictionary

from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.session.evaluator import Evaluator
from pantin.app.system.surface import prepare_surface
from pantin.app.window.window import Window
from pantin.rigs import Document
from pantin.widgets.theme import theme
from pantin.widgets.theme.style.dressing import apply_theme
from tests.bench.measuring.machine import on_a_screen

LEFT, NONE = QtCore.Qt.MouseButton.LeftButton, QtCore.Qt.MouseButton.NoButton
Type = QtCore.QEvent.Type
LIMIT = 120.0
"""Seconds that anything waited for may take."""
HEARTBEAT = 100
"""Milliseconds after which a wait looks again where no event comes."""


def application() -> QtWidgets.QApplication:
    """The process's application in the dark theme, made as the program makes it where there is none."""
    app = QtWidgets.QApplication.instance()
    if app is None:
        on_a_screen()
        prepare_surface()
        app = QtWidgets.QApplication(sys.argv[:1])
    apply_theme(theme.DARK)
    return app


@contextmanager
def opened(document: Document) -> Iterator[Driven]:
    """A window that shows this document, posed; it is closed afterwards."""
    application()
    driven = Driven()
    try:
        driven.open(document)
        yield driven
    finally:
        driven.close()


class Driven:
    """A window, and a mouse over it."""

    def __init__(self) -> None:
        self.window = Window()
        self.session, self.view = self.window.session, self.window.view
        self._warnings: list[str] = []
        self.session.warned.connect(self._warnings.append)

    def open(self, document: Document) -> None:
        """Show it and wait for its pose, and for the panels that are made while nothing else is to be done."""
        self.window.show()
        self.session.open(document)
        self.wait(lambda: self.session.ready and self.session.settled)
        self.wait(lambda: self.window.panels.preparation.is_done)

    def close(self) -> None:
        """The window is gone, and its threads with it."""
        self.window.hide()
        self.window.files.finish()
        self.window.evaluator.stop()
        self.window.deleteLater()
        QtCore.QCoreApplication.sendPostedEvents(self.window, QtCore.QEvent.Type.DeferredDelete.value)

    def wait(self, done: Callable[[], bool]) -> None:
        """Let events through until something is so. Raises RuntimeError where it does not come, or on a warning."""
        wait_until(done, self._warnings)

    def on_repaint(self, then: Callable[[], None]) -> None:
        """Call `then` whenever the view asks for a repaint, and nothing that was to be called before."""
        update = super(type(self.view), self.view).update

        def asked() -> None:
            then()
            update()

        self.view.update = asked

    def middle(self, row: int) -> tuple[float, float]:
        """Return where the middle of a bone is on screen, in whole pixels of the view."""
        evaluated = self.session.evaluated
        point = (evaluated.heads[row] + evaluated.tails[row]) / 2
        x, y, _ = self.view.camera.project(point[None], self.view.width(), self.view.height())[0]
        return float(round(x)), float(round(y))

    def send(
        self,
        kind: Type,
        at: tuple[float, float],
        button: QtCore.Qt.MouseButton = NONE,
        buttons: QtCore.Qt.MouseButton = NONE,
        on: QtWidgets.QWidget | None = None,
    ) -> float:
        """A mouse event on the view, or on another widget, at logical pixels of it. Returns when it arrived, s."""
        widget = on or self.view
        local, plain = QtCore.QPointF(*at), QtCore.Qt.KeyboardModifier.NoModifier
        event = QtGui.QMouseEvent(kind, local, QtCore.QPointF(widget.mapToGlobal(local)), button, buttons, plain)
        arrived = time.perf_counter()
        QtWidgets.QApplication.sendEvent(widget, event)
        return arrived


def wait_until(done: Callable[[], bool], failures: Sequence[str] = ()) -> None:
    """Let events through until something is so, asleep between them, as the program's own loop is.

    Raises RuntimeError where it does not come within LIMIT, and at once where there is a failure or an error that
    nobody caught, on any thread.
    """
    deadline, heartbeat = time.perf_counter() + LIMIT, ticking(HEARTBEAT, lambda: None)
    with _uncaught() as errors:
        while not done():
            QtWidgets.QApplication.processEvents(QtCore.QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            if errors:
                raise RuntimeError(f"it will not come: {errors[0]!r}") from errors[0]
            if failures:
                raise RuntimeError(failures[0])
            if time.perf_counter() > deadline:
                raise RuntimeError(f"no answer within {LIMIT:.0f} s")
    heartbeat.stop()


def wait_for_the_worker(evaluator: Evaluator, done: Callable[[], bool]) -> None:
    """Wait for what the worker brings about. Raises RuntimeError at once where it failed at that, or has ended."""

    def is_done() -> bool:
        holds = done()
        if not holds and evaluator.started and not evaluator._thread.is_alive():
            raise RuntimeError("the worker has ended")
        return holds

    wait_until(is_done, failures_of(evaluator))
    failures_of(evaluator).clear()


_failures: WeakKeyDictionary[Evaluator, list[str]] = WeakKeyDictionary()


def failures_of(evaluator: Evaluator) -> list[str]:
    """Return what a worker failed at since it was last waited for, or since this was first asked."""
    if evaluator not in _failures:
        _failures[evaluator] = failures = []
        evaluator.failed.connect(failures.append)
    return _failures[evaluator]


@contextmanager
def _uncaught() -> Iterator[list[BaseException]]:
    """Errors that nobody catches meanwhile, beside what else is done about them."""
    errors: list[BaseException] = []
    hook, hook_of_threads = sys.excepthook, threading.excepthook

    def note(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        errors.append(error)
        hook(kind, error, trace)

    def note_of_thread(args: threading.ExceptHookArgs) -> None:
        errors.append(args.exc_value or args.exc_type())
        hook_of_threads(args)

    sys.excepthook, threading.excepthook = note, note_of_thread
    try:
        yield errors
    finally:
        sys.excepthook, threading.excepthook = hook, hook_of_threads


def ticking(every: int, then: Callable[[], None]) -> QtCore.QTimer:
    """A precise timer that runs, `every` milliseconds, as long as somebody holds it."""
    timer = QtCore.QTimer(interval=every, timerType=QtCore.Qt.TimerType.PreciseTimer)
    timer.timeout.connect(then)
    timer.start()
    return timer


class Lateness:
    """How late a timer of this thread is, milliseconds each time."""

    def __init__(self, every: int) -> None:
        self.late: list[float] = []
        self._every = every / 1000
        self._expected = time.perf_counter() + self._every
        self._timer = ticking(every, self._tick)

    def stop(self) -> None:
        """No more."""
        self._timer.stop()

    def _tick(self) -> None:
        now = time.perf_counter()
        self.late.append(max(0.0, now - self._expected) * 1000)
        self._expected = now + self._every
