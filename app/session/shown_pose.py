"""The pose on screen: the newest document that was asked for, posed by the worker, or at rest without it.

What is asked for is on screen as soon as it is posed. Until the solver is ready, and while bones are edited at rest,
the rest pose is shown at once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from PySide6 import QtCore

from pantin.app.session.evaluator import Evaluator, Request, Result, posed
from pantin.rigs.document import Document
from pantin.rigs.solvers import SolverName
from pantin.solver import Evaluated
from pantin.viewport.values.rest_pose import RestPose

PATIENCE = 0.2
"""Seconds that a press and a release wait for a pose that is under way. It takes some hundred microseconds, but for
rigs made to be hard."""


class ShownPose(QtCore.QObject):
    """Asks the evaluator for poses, and keeps the one that is on screen."""

    changed = QtCore.Signal()
    """Another pose, or another document, is on screen."""

    def __init__(self, evaluator: Evaluator, document: Document, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._evaluator = evaluator
        self._wanted = Request(document)
        self._seen = _at_rest(self._wanted)
        self.in_rest_pose = False
        """Whether everything is shown at rest, because the rest pose is edited."""
        evaluator.arrived.connect(self._take)

    @property
    def document(self) -> Document:
        """The document on screen."""
        return self._seen.request.document

    @property
    def evaluated(self) -> Evaluated:
        """Its pose."""
        return self._seen.evaluated

    @property
    def compared(self) -> Evaluated | None:
        """Its pose by the second solver, where one is compared."""
        return self._seen.compared

    @property
    def solved(self) -> bool:
        """Whether the pose on screen came from the solver; else it is the rest pose."""
        return self._seen.solved

    @property
    def asked(self) -> Document:
        """The document that was last asked for."""
        return self._wanted.document

    @property
    def settled(self) -> bool:
        """Whether what was last asked for is on screen."""
        return self._seen.request is self._wanted

    def ask(self, request: Request) -> None:
        """Show this as soon as it is posed."""
        before, self._wanted = self._wanted, request
        if self.in_rest_pose:
            self._show(_at_rest(request))
        elif self._seen.request is before and request.poses_like(before):
            self._show(replace(self._seen, request=request))
        else:
            self._evaluator.ask(request)

    def ask_compared(self, solver: SolverName | None) -> None:
        """Show the same, compared with this solver."""
        self.ask(replace(self._wanted, compared=solver))

    def show_at_rest_until_ready(self, document: Document) -> None:
        """Show the rest pose of `document` at once, where there is no solver yet."""
        if not self._evaluator.ready:
            self._show(_at_rest(Request(document)))

    def leave_rest(self, request: Request) -> None:
        """Replace a rest pose on screen: by the solved pose where there is a solver and that comes within PATIENCE."""
        self.show_at_rest_until_ready(request.document)
        if self._evaluator.ready and not self.solved:
            self._wanted = request
            self._evaluator.ask(request)
            if (result := self._evaluator.wait_for(request, PATIENCE)) is not None:
                self._show(result)

    def awaited(self) -> Result:
        """What was last asked for, where its pose comes within PATIENCE; else the last pose, that on screen."""
        stale = self.document.rig is not self.asked.rig or self._seen.request.grabs != self._wanted.grabs
        if self.in_rest_pose or not self._evaluator.ready or not (stale or not self.solved):
            return self._seen
        self._seen = self._evaluator.wait_for(self._wanted, PATIENCE) or self._seen
        return self._seen

    def pressed(self) -> Result:
        """What a press takes hold of: as `awaited`, or posed now where the last pose is of other bones."""
        result = self.awaited()
        is_of_these = result.request.document.rig.bones is self.asked.rig.bones
        return result if is_of_these else self.pose(Request(self.asked))

    def pose(self, request: Request) -> Result:
        """Pose now, without showing it."""
        return posed(request)

    def _take(self) -> None:
        """Show the pose that arrives, unless it was asked for before the one on screen."""
        result = self._evaluator.take()
        if result is None or self.in_rest_pose:
            return
        if result.request is self._wanted or not self.settled:
            self._show(result)

    def _show(self, result: Result) -> None:
        self._seen = result
        self.changed.emit()


def _at_rest(request: Request) -> Result:
    """The rest pose in the place of a solved one, of which it has all that is shown: `RestPose` is made like that."""
    return Result(request, cast(Evaluated, RestPose(request.document.rig)), solved=False)
