"""The panels that are not seen at first: each is made when its dock is first shown, or when there is time for it.

Importing and making them would be a tenth of what a start takes. Their signals lead to the session from the moment they
are there; what only the window can do is asked for by the signals of `LatePanels`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6 import QtCore

from pantin.app.live.live import Live
from pantin.app.session.session import Session
from pantin.app.session.solver_figures import COMPARED, COMPARED_FIRST, solved
from pantin.solver import Posed
from pantin.widgets.values.exchange import Playing

if TYPE_CHECKING:
    from pantin.app.window.panels.found_body import FoundBody
    from pantin.widgets.fitting.fitting_panel import FittingPanel
    from pantin.widgets.solving.solve_shelf import SolveShelf
    from pantin.widgets.solving.solver_panel import SolverPanel
    from pantin.widgets.status.problems_panel import ProblemsPanel
    from pantin.widgets.tracking.trackers_panel import TrackersPanel


class LatePanels(QtCore.QObject):
    """Makes those panels, and shows the figures of the solver, of the simulation and of live motion in them."""

    action_asked = QtCore.Signal(str)
    """The name of an action."""
    pointed = QtCore.Signal(object)
    """The item under the pointer in a panel: `exchange.PointedAt`."""
    bone_requested = QtCore.Signal(object)
    """An `exchange.BoneRequest`."""
    frame_asked = QtCore.Signal(object)
    """The bones that the view is to frame."""

    def __init__(self, session: Session, live: Live, is_shown: Callable[[str], bool], parent: QtCore.QObject) -> None:
        """`is_shown` says whether the panel of a name of `PANELS` is open."""
        super().__init__(parent)
        self._session, self._live, self._is_shown = session, live, is_shown
        self._solved_before: tuple[Posed | None, Posed | None] = (None, None)
        live.changed.connect(self.show_live)
        session.document_changed.connect(self.show_live)
        session.simulating.changed.connect(self._show_playing)

    # Making

    @cached_property
    def solver(self) -> SolverPanel:
        """The solver of the rig, simulation and ground."""
        from pantin.widgets.solving.solver_panel import SolverPanel

        session, panel = self._session, SolverPanel(COMPARED, COMPARED_FIRST)
        panel.edited.connect(session.edit)
        panel.selection_asked.connect(session.select)
        panel.compare_asked.connect(session.compare)
        for part in (panel, panel.simulation):
            part.previewed.connect(session.preview_edit)
            part.cancelled.connect(session.cancel_preview)
        panel.simulation.action_asked.connect(self.action_asked)
        panel.simulation.time_asked.connect(session.simulating.scrub_to)
        return panel

    @cached_property
    def solve_shelf(self) -> SolveShelf:
        """Return the panel of the solver's steps."""
        from pantin.widgets.solving.solve_shelf import SolveShelf

        panel = SolveShelf()
        panel.selection_asked.connect(self._session.select)
        return panel

    @cached_property
    def problems(self) -> ProblemsPanel:
        """Return the panel of what is wrong with the rig."""
        from pantin.widgets.status.problems_panel import ProblemsPanel

        panel = ProblemsPanel()
        panel.edited.connect(self._session.edit)
        panel.selection_asked.connect(self._session.select)
        panel.frame_asked.connect(self.frame_asked)
        return panel

    @cached_property
    def fitting(self) -> FittingPanel:
        """Return the panel that says which bone is which part of the body."""
        from pantin.widgets.fitting.fitting_panel import FittingPanel

        panel = FittingPanel()
        panel.edited.connect(self._session.edit)
        panel.selection_asked.connect(self._session.select)
        panel.action_asked.connect(self.action_asked)
        panel.pointed.connect(self.pointed)
        panel.bone_requested.connect(self.bone_requested)
        return panel

    @cached_property
    def found_body(self) -> FoundBody:
        """Return the object that fills the panel of fitting."""
        from pantin.app.window.panels.found_body import FoundBody

        return FoundBody(self._session, self._is_shown, self.fitting)

    @cached_property
    def trackers(self) -> TrackersPanel:
        """Motion from other programs."""
        from pantin.widgets.tracking.trackers_panel import TrackersPanel

        live, panel = self._live, TrackersPanel()
        source = panel.source
        source.receive_asked.connect(lambda: live.stop() if live.receiving else live.start())
        source.send_asked.connect(live.send)
        source.used.connect(live.files.choose)
        source.add_asked.connect(lambda: live.files.ask(live.choices, make=False))
        source.make_asked.connect(lambda: live.files.make(live.choices))
        panel.chosen.connect(live.choose)
        panel.calibrate_asked.connect(live.calibrate)
        panel.record_asked.connect(live.record)
        panel.keep_asked.connect(live.keep)
        panel.select_asked.connect(live.select)
        return panel

    # Showing

    def show_solved(self) -> None:
        """Show the figures of the solver and of the compared one."""
        session = self._session
        evaluated, compared = session.evaluated, session.shown_pose.compared
        evaluated_before, compared_before = self._solved_before
        self._solved_before = evaluated, compared
        a = solved(evaluated, evaluated_before, session.shown.rig.solver)
        b = solved(compared, compared_before, session.compared) if compared is not None and session.compared else None
        if self._is_shown("solver"):
            self.solver.show_document(session.shown)
            self._show_playing()
            self.solver.show_solved(a, b, session.compared)
        if self._is_shown("solve"):
            self.solve_shelf.show_solved(a, b)

    def _show_playing(self) -> None:
        """Show whether the simulation is played."""
        if self._is_shown("solver"):
            playing = self._session.simulating
            self.solver.simulation.show_playing(Playing(playing.state, playing.seconds, playing.span))

    def show_live(self) -> None:
        """Show the state of live motion."""
        if self._is_shown("trackers"):
            self.trackers.show_live(self._live.shown)
