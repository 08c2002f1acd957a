"""How long tests wait for what is to come: until it is there, which on a loaded machine may take a while."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pytestqt.qtbot import QtBot, SignalBlocker

PATIENCE = 120.0
"""Seconds after which something is taken never to come. Only a failing test takes them: waiting ends when it comes."""
MILLISECONDS = int(1000 * PATIENCE)


class PatientBot(QtBot):
    """Waits as long as that, where that of pytest-qt gives up after five seconds."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = MILLISECONDS) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = MILLISECONDS, **how: Any) -> SignalBlocker:
        return super().waitSignal(signal, timeout=timeout, **how)

    def waitActive(self, widget: Any, *, timeout: int = MILLISECONDS) -> Any:
        return super().waitActive(widget, timeout=timeout)

    def waitExposed(self, widget: Any, *, timeout: int = MILLISECONDS) -> Any:
        return super().waitExposed(widget, timeout=timeout)
