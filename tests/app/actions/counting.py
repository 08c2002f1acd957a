"""Somebody in front of the real window whose actions are counted."""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtTest, QtWidgets

from tests.app.person import Person


class Counted:
    """Somebody whose actions are counted."""

    def __init__(self, person: Person) -> None:
        self.person, self.actions = person, 0

    def click(self, at: tuple[float, float]) -> None:
        """Press and release over the figure."""
        self.actions += 1
        self.person.click(at)

    def drag(self, start: tuple[float, float], *ats: tuple[float, float]) -> None:
        """Press, move and release over the figure."""
        self.actions += 1
        self.person.drag(start, *ats)

    def chord(self, keys: str) -> None:
        """A chord over the figure."""
        self.actions += 1
        self.person.press_keys(QtGui.QKeySequence(keys))
        self.person.wait_for_the_pose()

    def keys(self, keys: str) -> None:
        """A chord where the focus is, which is one action."""
        self.actions += 1
        combination = QtGui.QKeySequence(keys)[0]
        where = QtWidgets.QApplication.focusWidget() or self.person.window
        QtTest.QTest.keyClick(where, combination.key(), combination.keyboardModifiers())
        QtWidgets.QApplication.processEvents()

    def confirm(self, text: str) -> None:
        """A value typed where the focus is, and Enter."""
        self.actions += 1
        field = QtWidgets.QApplication.focusWidget()
        QtTest.QTest.keyClicks(field, text)
        QtTest.QTest.keyClick(field, QtCore.Qt.Key.Key_Return)
        self.person.wait_for_the_pose()


def kinds(person: Person) -> dict[str, int]:
    """Return how many bones of each kind there are in the open figure."""
    found = [bone.kind for bone in person.session.document.rig.bones]
    return {kind: found.count(kind) for kind in ("bone", "handle", "pole")}
