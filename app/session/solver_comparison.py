"""Comparing with a second solver: its ghost is seen where its figures are, in the panels of the solver.

Where none of them is open the comparison rests, and nothing is solved twice; it goes on when one is open again.
"""

from __future__ import annotations

from PySide6 import QtCore

from pantin.app.session.docks import Docks
from pantin.app.session.session import Session
from pantin.app.session.solver_figures import COMPARED_FIRST

PANELS = ("solver", "solve")
LAYOUT = "solve"


class Comparing(QtCore.QObject):
    """Lets the session compare while somebody looks at it."""

    def __init__(self, docks: Docks, session: Session) -> None:
        super().__init__(session)
        self._docks, self._session = docks, session
        self._resting: str | None = None
        docks.changed.connect(self._follow)

    def switch(self) -> None:
        """Stop comparing; or compare, where the figures of both solvers can be seen."""
        if self._session.compared is not None:
            self._session.compare(None)
            return
        if not self._is_seen():
            self._docks.show_layout(LAYOUT)
        self._session.compare(self._session.compared or COMPARED_FIRST)

    def _follow(self) -> None:
        """Panels came or went; those that were put away for the sake of the figure come back."""
        session = self._session
        if self._docks.is_alone:
            return
        if not self._is_seen() and session.compared is not None:
            self._resting = session.compared
            session.compare(None)
        elif self._is_seen() and self._resting is not None:
            session.compare(self._resting)
            self._resting = None

    def _is_seen(self) -> bool:
        return any(self._docks.is_shown(panel) for panel in PANELS)
