"""Picking a bone in the view or the tree, for the pipette of a field or for a constraint that was just added.

The first click in either picks. A change or a save of the document meanwhile cancels the request.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from PySide6 import QtCore, QtGui

from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.rigs.fields import AnyBone, BoneRef
from pantin.viewport.interaction.bone_pick import BonePick
from pantin.viewport.window.view import View
from pantin.widgets.hierarchy.hierarchy import Hierarchy
from pantin.widgets.values.exchange import BoneRequest

Qt = QtCore.Qt


class BonePicker(QtCore.QObject):
    """Shows a request for a bone in the view and the tree, one at a time, and passes on which bone was picked."""

    def __init__(self, session: Session, view: View, hierarchy: Hierarchy) -> None:
        super().__init__(view)
        self._view, self._hierarchy = view, hierarchy
        self._request: BoneRequest | None = None
        self._leave = QtGui.QShortcut(QtGui.QKeySequence(Qt.Key.Key_Escape), view.window())
        self._leave.setEnabled(False)
        self._leave.activated.connect(lambda: self._answer(None))
        session.document_changed.connect(lambda: self._show(None))
        session.file_changed.connect(lambda: self._show(None))
        hierarchy.answered.connect(self._answer)

    @property
    def request(self) -> BoneRequest | None:
        """The open request."""
        return self._request

    def ask(self, request: BoneRequest) -> None:
        """Ask for a bone; a request that is still open is dropped."""
        self._show(request)
        self._view.setFocus()

    def _answer(self, bone: AnyBone | None) -> None:
        request = self._request
        self._show(None)
        if request is not None:
            if bone is None:
                request.on_cancelled()
            else:
                request.on_picked(bone)

    def _show(self, request: BoneRequest | None) -> None:
        if request is None and self._request is None:
            return
        self._request = request
        self._leave.setEnabled(request is not None)
        self._hierarchy.ask_for_bone(request)
        if request is None:
            self._view.ask_for_bone(None)
        else:
            self._view.ask_for_bone(BonePick(request.purpose, _why_not(request), self._answer, request.cancel_label))


def _why_not(request: BoneRequest) -> Callable[[AnyBone], str]:
    """Return what says why a bone, of whatever figure, cannot be picked; each is asked about only once."""

    def why_not(bone: AnyBone) -> str:
        if isinstance(bone, BoneRef) and not request.of_others:
            return _("it is of another figure")
        return request.why_not(bone)

    return cache(why_not)
