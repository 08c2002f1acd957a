"""A window in the hands of somebody who does anything (`anybody`), and what is seen of it meanwhile."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from types import TracebackType

import msgspec
from PySide6 import QtCore, QtGui, QtTest, QtWidgets

from pantin.app.docks.layouts import FIRST
from pantin.app.session.session import NEW, NEW_RIG
from pantin.app.window.window import Window
from pantin.viewport.paint import offscreen
from tests.app.random_use.anybody import Anybody
from tests.bench.measuring.driving import Driven, application, ticking, wait_until
from tests.others.samples import SAMPLES

EVERY, TICK = 12, 5
"""Milliseconds between two events of the person, and between two looks at whether the window still answers."""

LONG = 0.2
"""Seconds without an answer from which on a gap is told, with what was being done."""

WARM, BETWEEN, LOOKS = 0.1, 0.02, 3
"""The part of the time after which memory is looked at first, the part between two looks, and how many there are then
and at the end. Everything was done once before: cards, icons and names of bones are made when they are first shown, and
stay. One look tells little: a software renderer that was far behind holds textures of what it painted then, 4 to 25 MB
by the size of the window, until it is as far behind again."""

FRAMES = 70
"""Frames after which nothing is held any more of what the window showed before: Qt keeps what it has uploaded, 5 MB for
all of the window, until one of its 64 batches of uploads has its turn again."""

LARGEST = 1_000_000
"""Bytes of the files of other people that are opened."""


class Gap(msgspec.Struct, frozen=True):
    """A time in which the window did not answer."""

    seconds: float
    processor: float
    """Of these the drawing thread's own, seconds; the others it waited, for a lock or for a core."""
    queued: float
    """Of these it was ready and had no core, for other programs had them; 0 where the system does not tell."""
    doing: str


class Seen(msgspec.Struct):
    """What was seen of a window in use."""

    doings: int = 0
    longest: float = 0.0
    """Seconds of the longest gap."""
    gaps: list[Gap] = msgspec.field(default_factory=list)
    errors: list[str] = msgspec.field(default_factory=list)
    """Tracebacks, each after what was done before it."""
    memory: list[float] = msgspec.field(default_factory=list)
    """MB at each look after the first part of the time, then at its end, with a new document open; none where not
    known."""

    @property
    def grown(self) -> float | None:
        """MB between the middle ones of the looks at first and at the end."""
        first, last = self.memory[:LOOKS], self.memory[LOOKS:]
        return median(last) - median(first) if last else None


def used(seed: int, seconds: float, most: int = sys.maxsize, files: Sequence[Path] = ()) -> Seen:
    """Let somebody do anything for so long, at most so many things."""
    application()
    with tempfile.TemporaryDirectory() as folder:
        driven = Driven()
        driven.open(driven.session.document)
        size = driven.window.size()
        somebody = Anybody(driven.window, seed, Path(folder), files)
        with somebody.answers_dialogs(), _watched(driven, somebody) as seen:
            parts: tuple[float, ...] = (1.0,)
            if most == sys.maxsize:
                somebody.begin_with_everything()
                _let(somebody, 0.0, most)
                shortly = (BETWEEN,) * (LOOKS - 1)
                parts = (WARM, *shortly, 1 - WARM - 2 * sum(shortly), *shortly)
            for part in parts:
                _let(somebody, part * seconds, most)
                with _told(seen):
                    _come_to_rest(driven, size)
                seen.memory += _memory()
        driven.close()
    return seen


def _let(somebody: Anybody, seconds: float, most: int) -> None:
    """Until the time is up or so much was done, and no question is open: its loop runs inside this one."""
    loop, until, begun = QtCore.QEventLoop(), time.monotonic() + seconds, somebody.count

    def go_on() -> None:
        is_warm = somebody.has_done_everything or most < sys.maxsize
        is_over = (time.monotonic() > until and is_warm) or somebody.count - begun >= most
        if is_over and not QtWidgets.QApplication.activeModalWidget():
            loop.quit()
            return
        QtCore.QTimer.singleShot(EVERY, go_on)  # before what may ask something and wait: a timer rests meanwhile
        somebody.go_on()

    go_on()
    loop.exec()


@contextmanager
def _told(seen: Seen) -> Iterator[None]:
    """Yield what keeps the window from coming to rest is an error like others."""
    try:
        yield
    except RuntimeError as error:
        seen.errors.append(f"at rest\n{error}")


def _come_to_rest(driven: Driven, size: QtCore.QSize) -> None:
    """A new document, nothing open, played, copied or under way; window and view as large as the other times.

    What is painted for the largest view takes 40 MB more than for the smallest, and the context of small pictures some
    30, which is given back seconds after the last one: a shelf that was just shown asks for some.
    """
    while asking := QtWidgets.QApplication.activePopupWidget() or QtWidgets.QApplication.activeModalWidget():
        asking.close()
    window = driven.window
    window.view.cancel()
    window.live.stop()
    window.files.finish()
    QtGui.QGuiApplication.clipboard().clear()  # a picture that was copied takes up to 270 MB, and is the person's
    window.session.open(NEW, label=NEW_RIG)
    window.templates.leave()
    window.start_page.leave()
    window.docks.show_layout(FIRST)
    window.docks.reset()
    window.showNormal()
    window.resize(size)
    wait_until(lambda: window.session.ready and window.session.settled)
    for _ in range(FRAMES):
        _show_a_frame(window)
    is_trimmed = False
    while not is_trimmed or not offscreen.is_released():
        wait_until(offscreen.is_released)
        gc.collect()
        window.memory_trimmer.soon()  # as after any other document
        wait_until(lambda: not window.memory_trimmer.is_due)
        QtCore.QThreadPool.globalInstance().waitForDone()
        is_trimmed = True


def _show_a_frame(window: Window) -> None:
    """Paint the view and the status bar once, and wait until that is on screen."""
    shown = QtTest.QSignalSpy(window.view.frameSwapped)
    window.panels.status.update()
    window.view.update()
    wait_until(lambda: shown.count() > 0)


@contextmanager
def _watched(driven: Driven, somebody: Anybody) -> Iterator[Seen]:
    """Collects errors and gaps while the window is used."""
    seen = Seen()

    def note(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        words = "".join(traceback.format_exception(kind, error, trace))
        if words not in (told.partition("\n")[2] for told in seen.errors):
            seen.errors.append(f"{' · '.join(somebody.done)}\n{words}")

    heartbeat = _Heartbeat(seen, lambda: " · ".join([*somebody.done][-2:]))
    before, before_in_threads = sys.excepthook, threading.excepthook
    sys.excepthook = note
    threading.excepthook = lambda given: note(given.exc_type, given.exc_value or given.exc_type(), given.exc_traceback)
    driven.window.evaluator.failed.connect(lambda sentence: seen.errors.append(sentence))
    try:
        yield seen
    finally:
        heartbeat.stop()
        sys.excepthook, threading.excepthook = before, before_in_threads
        seen.doings = somebody.count


class _Heartbeat:
    """Looks again and again whether the window answers, and notes where it does not."""

    def __init__(self, seen: Seen, doing: Callable[[], str]) -> None:
        self._seen, self._doing = seen, doing
        self._last, self._spent, self._queued = time.perf_counter(), time.thread_time(), _queued()
        self._timer = ticking(TICK, self._beat)

    def stop(self) -> None:
        self._timer.stop()

    def _beat(self) -> None:
        now, spent, queued = time.perf_counter(), time.thread_time(), _queued()
        gap = now - self._last - TICK / 1000
        self._seen.longest = max(self._seen.longest, gap)
        if gap > LONG:
            self._seen.gaps.append(Gap(gap, spent - self._spent, queued - self._queued, self._doing()))
        self._last, self._spent, self._queued = now, spent, queued


def _queued() -> float:
    """Seconds that this thread has waited for a core so far."""
    table = Path("/proc/thread-self/schedstat")
    return int(table.read_text().split()[1]) / 1e9 if table.exists() else 0.0


def _memory() -> list[float]:
    """MB that the process holds now."""
    table = Path("/proc/self/statm")
    return [int(table.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6] if table.exists() else []


def small_files(top: Path) -> tuple[Path, ...]:
    """The files of a folder of samples that are opened quickly, without those that are made to hurt."""
    return tuple(
        path
        for path in sorted(top.rglob("*"))
        if path.is_file() and path.stat().st_size < LARGEST and not {"hostile", "LICENSES"} & set(path.parts)
    )


def watch(seed: int, seconds: float) -> None:
    """Use a window for so long, print what was seen as JSON, and end the process."""
    seen = used(seed, seconds, files=small_files(SAMPLES) if SAMPLES.exists() else ())
    sys.stdout.buffer.write(msgspec.json.encode(seen))
    sys.stdout.flush()
    os._exit(0)  # threads that still read or compile are left behind
