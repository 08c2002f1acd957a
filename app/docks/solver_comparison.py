"""Comparison with a second solver: its ghost and its figures are shown while a panel of the solver is open.

With none of them open the comparison is suspended, and nothing is solved twice; it resumes when one opens again.
"""

from __future__ import annotations

from PySide6 import QtCore

from pantin.app.docks.docks import Docks
from pantin.app.session.session import Session
from pantin.app.session.solver_figures import COMPARED_FIRST
from pantin.rigs.solvers import SolverName

PANELS = ("solver", "solve")
LAYOUT = "solve"


class SolverComparison(QtCore.QObject):
    """Switches the session's comparison off while no panel shows it, and on again."""

    def __init__(self, docks: Docks, session: Session) -> None:
        super().__init__(session)
        self._docks, self._session = docks, session
        self._suspended: SolverName | None = None
        docks.changed.connect(self._follow)

    def switch(self) -> None:
        """Stop comparing; or start, in a layout that shows the figures of both solvers."""
        if self._session.compared is not None:
            self._session.compare(None)
            return
        if not self._is_shown():
            self._docks.show_layout(LAYOUT)  # which may resume a comparison
        self._session.compare(self._session.compared or COMPARED_FIRST)

    def _follow(self) -> None:
        """Suspend or resume after panels were opened or closed; panels hidden to show the figure alone do not count."""
        session = self._session
        if self._docks.is_alone:
            return
        if not self._is_shown() and session.compared is not None:
            self._suspended = session.compared
            session.compare(None)
        elif self._is_shown() and self._suspended is not None:
            session.compare(self._suspended)
            self._suspended = None

    def _is_shown(self) -> bool:
        return any(self._docks.is_shown(panel) for panel in PANELS)
