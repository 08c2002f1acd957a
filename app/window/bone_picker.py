"""Picking a bone in the view or the tree, for the pipette of a field or for a constraint that was just added.

The first click in either answers. Whatever changes or saves the document meanwhile ends the question.
"""

from __future__ import annotations

from functools import cache

from PySide6 import QtCore, QtGui

from pantin.app.session.session import Session
from pantin.viewport.interaction.bone_question import Question
from pantin.viewport.window.view import View
from pantin.widgets.hierarchy.hierarchy import Hierarchy
from pantin.widgets.values.exchange import BoneWanted

Qt = QtCore.Qt


class BonePicker(QtCore.QObject):
    """Asks for one bone at a time."""

    def __init__(self, session: Session, view: View, hierarchy: Hierarchy) -> None:
        super().__init__(view)
        self._view, self._hierarchy = view, hierarchy
        self._wanted: BoneWanted | None = None
        self._leave = QtGui.QShortcut(QtGui.QKeySequence(Qt.Key.Key_Escape), view.window())
        self._leave.setEnabled(False)
        self._leave.activated.connect(lambda: self._answer(None))
        session.document_changed.connect(lambda: self._show(None))
        session.file_changed.connect(lambda: self._show(None))
        hierarchy.answered.connect(self._answer)

    @property
    def wanted(self) -> BoneWanted | None:
        """What is asked for now."""
        return self._wanted

    def ask(self, wanted: BoneWanted) -> None:
        """Ask for a bone; a question that is still open is dropped."""
        self._show(wanted)
        self._view.setFocus()

    def _answer(self, bone: str | None) -> None:
        wanted = self._wanted
        self._show(None)
        if wanted is not None:
            if bone is None:
                wanted.leave()
            else:
                wanted.take(bone)

    def _show(self, wanted: BoneWanted | None) -> None:
        if wanted is None and self._wanted is None:
            return
        self._wanted = wanted
        self._leave.setEnabled(wanted is not None)
        self._hierarchy.ask_for_bone(wanted)
        if wanted is None:
            self._view.ask_for_bone(None)
        else:
            self._view.ask_for_bone(Question(wanted.what, cache(wanted.why_not), self._answer, wanted.without))
