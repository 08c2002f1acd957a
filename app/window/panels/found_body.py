"""The panel of fitting: the body in a large skeleton is found on another thread, and shown when it is there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6 import QtCore

from pantin.app.session.session import Session
from pantin.app.system.background import BackgroundJobs, Then
from pantin.rigs.fitting.mapping.body_map import body_map
from pantin.rigs.rig import Rig
from pantin.widgets.fitting.fitting_panel import FittingPanel

FEW = 500
"""Bones in which the body is found at once: that takes some 30 ms, and in twenty thousand 2 s."""


class FoundBody(QtCore.QObject):
    """Shows the kept document in the panel of fitting."""

    def __init__(self, session: Session, is_shown: Callable[[str], bool], panel: FittingPanel) -> None:
        super().__init__(panel)
        self._session, self._is_shown, self._panel = session, is_shown, panel
        self._found: tuple[object, object] | None = None
        """Bones and assigned parts of the large skeleton whose body was found last."""
        self._jobs = BackgroundJobs(self)

    def show(self) -> None:
        """Show the document, at once where the body is found quickly or is known."""
        rig = self._session.document.rig
        if len(rig.bones) <= FEW or self._is_known(rig):
            self._panel.show_document(self._session.document)
        elif not self._jobs.doing:
            self._jobs.start("fitting", partial(self._find, rig))

    def _is_known(self, rig: Rig) -> bool:
        return self._found is not None and self._found[0] is rig.bones and self._found[1] is rig.parts

    def _find(self, rig: Rig) -> Then:
        """Find the body; `body_map` itself keeps it."""
        body_map(rig)
        return partial(self._arrive, rig)

    def _arrive(self, rig: Rig) -> None:
        self._found = rig.bones, rig.parts
        if self._is_shown("fitting"):
            self.show()
