"""Ctrl+C while the program starts ends it without a traceback, and never in the middle of Qt."""

from __future__ import annotations

import signal

import pytest

from pantin import __main__ as program
from pantin.app.start import command_line, start
from pantin.app.system import loading


def test_until_the_window_listens_the_system_ends_the_program(qapp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python would raise an exception in whatever Qt calls just then, and that is a crash."""
    seen: list[object] = []
    monkeypatch.setattr(start, "edit", lambda *_: seen.append(signal.getsignal(signal.SIGINT)) or 0)
    monkeypatch.setattr(loading, "begin", lambda: None)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert command_line.main([]) == 0
    finally:
        signal.signal(signal.SIGINT, before)
    assert seen == [signal.SIG_DFL]


def test_a_command_that_is_interrupted_ends_in_silence(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line, "main", interrupted)
    assert program.main() == program.INTERRUPTED
    assert capsys.readouterr() == ("", "")
