"""Jobs are done one after the other, whatever goes wrong with one of them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6 import QtCore

from pantin.app.system.background import BackgroundJobs


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
