"""The program does not take its leave in Python's way while a thread of its own still works: that can be a crash."""

from __future__ import annotations

import threading
from collections.abc import Callable

from PySide6 import QtCore

from pantin.app.start.start import others_work
from pantin.app.system.background import BackgroundJobs


def test_whoever_still_reads_works(qtbot) -> None:
    """Any of the readers: of files, of folders of poses, of frames."""
    before, go = {*threading.enumerate()}, threading.Event()

    def waits() -> Callable[[], None]:
        go.wait(20)
        return lambda: None

    top = QtCore.QObject()
    reader = BackgroundJobs(top)
    reader.start("slow", waits)
    reader.cancel()
    assert others_work() and {*threading.enumerate()} > before
    go.set()
    qtbot.waitUntil(lambda: not reader.busy)
    assert others_work() == (len(before) > 1)


def test_threads_of_qt_do_not_count(qtbot, monkeypatch) -> None:
    seen: list[threading.Thread] = []
    pool = QtCore.QThreadPool.globalInstance()
    pool.start(lambda: seen.append(threading.current_thread()))
    pool.waitForDone()
    monkeypatch.setattr(threading, "enumerate", lambda: [threading.main_thread(), *seen])
    assert seen and not others_work()
