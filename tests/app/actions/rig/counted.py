"""Somebody whose chords and keys are counted, and the bones of each kind in the open figure."""

from __future__ import annotations

from PySide6 import QtGui, QtTest, QtWidgets

from tests.app.person import Person


class Counted:
    """Somebody whose chords and keys are counted."""

    def __init__(self, person: Person) -> None:
        self.person, self.actions = person, 0

    def chord(self, keys: str) -> None:
        """A chord where the focus is, which is one action."""
        self.actions += 1
        combination = QtGui.QKeySequence(keys)[0]
        where = QtWidgets.QApplication.focusWidget() or self.person.window
        QtTest.QTest.keyClick(where, combination.key(), combination.keyboardModifiers())
        QtWidgets.QApplication.processEvents()


def kinds(person: Person) -> dict[str, int]:
    found = [bone.kind for bone in person.session.document.rig.bones]
    return {kind: found.count(kind) for kind in ("bone", "handle", "pole")}
