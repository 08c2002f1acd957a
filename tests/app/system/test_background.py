"""Jobs are done one after the other, whatever goes wrong with one of them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

import pytest
from PySide6 import QtCore, QtWidgets

from pantin.app.files.progress import Progress
from pantin.app.system.background import BackgroundJobs
from pantin.widgets.start.progress_bar import opening_bar


def test_work_that_fails_is_told_and_the_next_is_done(qtbot) -> None:
    top, done = QtCore.QObject(), list[str]()
    reader = BackgroundJobs(top)

    def fails() -> Callable[[], None]:
        raise LookupError("while it was read")

    def fails_late() -> Callable[[], None]:
        return lambda: done[7].strip()

    with qtbot.captureExceptions() as told:
        reader.start("one", fails)
        reader.start("two", fails_late)
        reader.start("three", lambda: lambda: done.append("three"))
        qtbot.waitUntil(lambda: done == ["three"])
    assert [str(error) for _kind, error, _trace in told] == ["while it was read", "list index out of range"]
    assert not reader.doing


@pytest.mark.parametrize("one_thread", [False, True])
def test_the_next_job_waits_for_one_that_was_cancelled_where_there_is_one_thread(qtbot, one_thread: bool) -> None:
    top, done = QtCore.QObject(), list[str]()
    jobs, goes_on = BackgroundJobs(top, one_thread), threading.Event()

    def first() -> Callable[[], None]:
        goes_on.wait()
        done.append("first was left behind")
        return lambda: done.append("never")

    def second() -> Callable[[], None]:
        done.append("second began")
        return lambda: done.append("second arrived")

    jobs.start("first", first)
    jobs.cancel()
    jobs.start("second", second)
    if not one_thread:
        qtbot.waitUntil(lambda: done == ["second began", "second arrived"])
    goes_on.set()
    qtbot.waitUntil(lambda: len(done) == 3)
    if one_thread:
        assert done == ["first was left behind", "second began", "second arrived"]
    assert not jobs.doing


def test_of_jobs_that_were_asked_for_and_cancelled_only_the_last_is_done(qtbot) -> None:
    top, done = QtCore.QObject(), list[int]()
    jobs, goes_on = BackgroundJobs(top, one_thread=True), threading.Event()

    def numbered(number: int) -> Callable[[], None]:
        goes_on.wait()
        return lambda: done.append(number)

    for number in range(5):
        jobs.cancel()
        jobs.start(str(number), partial(numbered, number))
    goes_on.set()
    qtbot.waitUntil(lambda: done == [4])


def test_how_far_a_job_is_fills_its_bar_and_esc_ends_it(qtbot) -> None:
    """The job goes on part by part, as it is let; where nobody waits for it any more it ends at the next part."""
    top = QtWidgets.QWidget()
    qtbot.addWidget(top)
    jobs, bar = BackgroundJobs(top), opening_bar()
    bar.setParent(top)
    Progress(jobs, bar)
    top.show()
    told, ended, goes_on = list[float](), list[str](), threading.Event()
    jobs.progressed.connect(told.append)

    def reads() -> Callable[[], None]:
        try:
            jobs.progress(0.25)
            goes_on.wait()
            jobs.progress(0.75)
        except Exception as error:
            ended.append(type(error).__name__)
            raise
        return lambda: ended.append("never")

    jobs.start("long.bvh", reads)
    qtbot.waitUntil(lambda: bar.isVisible() and bar.line.part == 0.25)
    assert "long.bvh" in bar.label.text()
    top.activateWindow()
    qtbot.waitUntil(top.isActiveWindow)
    qtbot.keyClick(top, QtCore.Qt.Key.Key_Escape)
    assert not jobs.doing and not bar.isVisible()
    goes_on.set()
    qtbot.waitUntil(lambda: not jobs.busy)
    assert ended == ["Left"] and told == [0.25]
    jobs.start("next.bvh", lambda: lambda: ended.append("next"))
    qtbot.waitUntil(lambda: ended == ["Left", "next"])
    waits = threading.Event()
    jobs.start("horse.glb", lambda: waits.wait() and (lambda: None), "Binding horse.glb…")
    qtbot.waitUntil(bar.isVisible)
    assert bar.label.text() == "Binding horse.glb…", "not every job opens a file"
    waits.set()
    qtbot.waitUntil(lambda: not jobs.busy)
