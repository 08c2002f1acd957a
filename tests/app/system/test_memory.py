"""Free memory is given back when a document is open, and once for many that are opened one after the other."""

from __future__ import annotations

import pytest
from PySide6 import QtCore

from pantin.app.system import memory
from pantin.app.system.memory import GivingBack


def test_memory_is_given_back_once_when_the_last_document_is_gone(qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[bool] = []
    monkeypatch.setattr(memory, "REST", 20)
    monkeypatch.setattr(memory, "_trim", lambda: given.append(True))
    top = QtCore.QObject()
    giving_back = GivingBack(top)
    for _ in range(3):
        giving_back.soon()
        assert giving_back.is_due and not given
    qtbot.waitUntil(lambda: not giving_back.is_due)
    QtCore.QThreadPool.globalInstance().waitForDone()
    assert given == [True]


def test_another_document_gives_memory_back(person) -> None:
    assert person.window.giving_back.is_due
