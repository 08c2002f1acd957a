"""An error that nobody caught is told in one sentence, once, and the program goes on."""

from __future__ import annotations

import sys
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6 import QtCore

from pantin.app.window.uncaught_errors import UncaughtErrors


@pytest.fixture
def told(qapp, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    said: list[str] = []
    monkeypatch.setattr(sys, "excepthook", lambda *_: said.append("printed"))
    monkeypatch.setattr(threading, "excepthook", lambda _: said.append("printed"))
    errors = UncaughtErrors()
    errors.notified.connect(said.append)
    yield said
    errors.stop()


def _fail() -> None:
    raise KeyError("thigh.L")


def test_an_error_in_a_slot_is_printed_and_told_once(told: list[str], qtbot) -> None:
    for _ in range(3):
        QtCore.QTimer.singleShot(0, _fail)
    after: list[bool] = []
    QtCore.QTimer.singleShot(10, lambda: after.append(True))
    qtbot.waitUntil(lambda: bool(after))
    assert told[0] == "printed" and len(told) == 2
    assert told[1].startswith("Something went wrong inside Pantin (KeyError: 'thigh.L' at test_uncaught_errors.py:")
    assert told[1].count(".") - told[1].count(".L") - told[1].count(".py") == 1


def test_an_error_in_a_thread_is_told_as_well(told: list[str], qtbot) -> None:
    thread = threading.Thread(target=_fail)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(told) == 2)
    assert told[0] == "printed" and "KeyError" in told[1]


def test_the_interrupt_of_a_person_is_no_error(told: list[str]) -> None:
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert told == ["printed"]


def test_the_hooks_that_were_there_come_back(qapp) -> None:
    before = sys.excepthook, threading.excepthook
    errors = UncaughtErrors()
    assert sys.excepthook != before[0]
    errors.stop()
    assert (sys.excepthook, threading.excepthook) == before


def test_what_an_error_left_behind_goes_at_once(told: list[str]) -> None:
    """A painter that lives on in the frame of a paint event would end the process with the next one."""

    class Held:
        pass

    def paints() -> None:
        painter = Held()
        seen.append(weakref.ref(painter))
        _fail()

    seen: list[weakref.ref[Held]] = []
    with pytest.raises(KeyError) as failed:
        paints()
    assert seen[0]() is not None
    sys.excepthook(failed.type, failed.value, failed.tb)
    assert seen[0]() is None
