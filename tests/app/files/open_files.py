"""A session with its files, and no window around them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6 import QtWidgets

from pantin import rigs
from pantin.app.files.files import Files
from pantin.app.files.recovery_offer import RecoveryOffer
from pantin.app.session.evaluator import Evaluator
from pantin.app.session.session import Session
from pantin.app.session.settings import Settings
from pantin.rigs.editing.bones import rename


class OpenFiles:
    """A session with its files, and no window around them. `said` is what people were told or warned of."""

    def __init__(self, top: QtWidgets.QWidget, qtbot) -> None:
        self._qtbot = qtbot
        self.session = Session(Evaluator(top), top)
        self.files = Files(self.session, Settings(), top)
        self.offer = RecoveryOffer(self.files, self.session, top)
        self.said: list[str] = []
        self.session.notified.connect(self.said.append)
        self.session.warned.connect(self.said.append)
        self.session.reported.connect(self.said.append)

    def wait(self, done: Callable[[], bool]) -> None:
        """Something comes to its end."""
        self._qtbot.waitUntil(done)

    def open(self, path: Path) -> None:
        """The rig in the file is open."""
        before = self.session.openings
        self.files.open(path)
        self.wait(lambda: self.session.openings > before)

    def rename(self, name: str) -> None:
        """One change: the hips are called something else."""
        old = self.session.document.rig.bones[0].name
        self.session.edit("Rename", lambda document: rename(document, old, name))

    @property
    def first(self) -> str:
        """Return what the first bone is called."""
        return self.session.document.rig.bones[0].name

    def place(self, monkeypatch: pytest.MonkeyPatch, typed: Path) -> None:
        """What is typed where a dialog asks for a place."""
        monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getSaveFileName", lambda *_: (str(typed), ""))


def first_in(path: Path) -> str:
    return rigs.read(path).rig.bones[0].name
