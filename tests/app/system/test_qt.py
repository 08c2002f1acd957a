"""Faults of Qt's binding that would end the program, held off by the versions in pyproject.toml."""

from __future__ import annotations

import sys

from PySide6 import QtCore


def test_void_methods_keep_their_references(qapp) -> None:
    timer = QtCore.QTimer()
    before = sys.getrefcount(None)
    for _ in range(100):
        timer.stop()
    assert sys.getrefcount(None) - before > -50, "each call drops a reference to None; the process would abort in time"
