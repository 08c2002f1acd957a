"""Preparation of what the first click on a bone shows, piece by piece, and of the panels nobody has seen yet."""

from __future__ import annotations

from PySide6 import QtCore

from pantin.app.docks.docks import Docks
from pantin.app.session.session import Session
from pantin.widgets.properties.properties import Properties

PIECE = 20
"""Milliseconds between two pieces: a frame, and what the person does, come between them."""


class PanelPreparation(QtCore.QObject):
    """Prepares the panels of one window while nothing is dragged."""

    def __init__(self, session: Session, properties: Properties, docks: Docks) -> None:
        super().__init__(docks)
        self._session, self._properties, self._docks = session, properties, docks
        self._has_begun = False
        self._soon = QtCore.QTimer(self, singleShot=True, interval=PIECE)
        self._soon.timeout.connect(self.begin)
        session.opened.connect(self._begin_again)

    @property
    def is_done(self) -> bool:
        """Return whether all is made that a click shows."""
        return self._has_begun and not self._soon.isActive()

    def begin(self) -> None:
        """Make one piece, and others after it. The figure has been painted: there is time."""
        self._has_begun = True
        if (
            self._session.is_previewing
            or self._properties.prepare_next(self._session.document)
            or self._docks.fill_next()
        ):
            self._soon.start()

    def _begin_again(self) -> None:
        """Another document may have constraints of other kinds."""
        if self._has_begun:
            self._soon.start()
