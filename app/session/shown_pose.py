"""The pose on screen: that of the newest requested document, solved by the worker, or the rest pose.

A requested document is shown as soon as it is posed. Until the solver is ready, and while the rest pose is edited, the
rest pose is shown at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from msgspec.structs import replace
from PySide6 import QtCore

from pantin.app.session.clip_frame import ClipFrame
from pantin.app.session.evaluator import Evaluator
from pantin.app.session.pose_requests import Request, Result, posed
from pantin.rigs.document import Document
from pantin.rigs.editing.grounds import planting_as
from pantin.rigs.rig import Rig
from pantin.rigs.solvers import SolverName
from pantin.solver import Evaluated
from pantin.solver.edits.limbs import limb_drags
from pantin.solver.edits.walking.grounding import out_of_the_ground, where_they_stand
from pantin.viewport.values.rest_pose import RestPose

PATIENCE = 0.2
"""Seconds that a press and a release wait for a pose that is under way. It takes some hundred microseconds, but for
rigs made to be hard."""

QUICK = 20_000.0
"""Microseconds. What takes longer to pose is not posed again, several times, at a release."""


class ShownPose(QtCore.QObject):
    """Requests poses of the evaluator, and holds the one on screen."""

    changed = QtCore.Signal()
    """Another pose, or another document, is on screen."""

    def __init__(self, evaluator: Evaluator, document: Document, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._evaluator = evaluator
        self._request = Request(document)
        self._seen = _rest_result(self._request)
        self._by_frame: dict[ClipFrame, tuple[Rig, Document]] = {}
        """The document that edits began from last at a frame, and the rig that it was made from."""
        self.stepped: Callable[[Request, bool], Request | None] | None = None
        """While a simulation is played: what is asked for to show a document, if anything; at once, if that is told."""
        self.in_rest_pose = False
        """Whether the rest pose is edited, and shown instead of solved poses."""
        evaluator.arrived.connect(self._take)

    @property
    def document(self) -> Document:
        """The document on screen."""
        return self._seen.document

    @property
    def evaluated(self) -> Evaluated:
        """Its pose."""
        return self._seen.evaluated

    @property
    def compared(self) -> Evaluated | None:
        """Its pose by the second solver, where one is compared."""
        return self._seen.compared

    @property
    def before(self) -> Evaluated | None:
        """How the figure stood before, where that was asked for."""
        return self._seen.before

    @property
    def solved(self) -> bool:
        """Whether the pose on screen came from the solver; else it is the rest pose."""
        return self._seen.solved

    @property
    def newest(self) -> Request:
        """What was asked for last."""
        return self._request

    @property
    def answered(self) -> Request:
        """What the pose on screen was asked for by."""
        return self._seen.request

    @property
    def requested(self) -> Document:
        """The document that was requested last."""
        return self._request.document

    @property
    def settled(self) -> bool:
        """Whether the newest request is on screen; while a simulation is played, the newest document."""
        if self.stepped:
            return self._seen.request.document.rig is self._request.document.rig
        return self._seen.request is self._request

    def ask(self, request: Request) -> None:
        """Show this as soon as it is posed."""
        before, self._request = self._request, request
        if self.in_rest_pose:
            self._show(_rest_result(request))
        elif self.stepped:
            if step := self.stepped(request, False):
                self.ask_step(step)
        elif self._seen.request is before and request.poses_like(before):
            self._show(replace(self._seen, request=request, document=self._seen_again(request)))
        else:
            self._evaluator.ask(request)

    def by_frame(self, document: Document, frame: ClipFrame) -> Document:
        """`document` in the pose of this frame; as it is on screen, where it is."""
        seen = self._seen
        rig, posed = self._by_frame.get(frame, (None, document))
        if rig is not document.rig:
            is_seen = seen.request.frame is frame and seen.request.document.rig is document.rig
            posed = seen.document if is_seen else planting_as(frame.on(document), document)
            self._by_frame = {frame: (document.rig, posed)}
        return _selecting(posed, document)

    def _seen_again(self, request: Request) -> Document:
        """The document on screen, with what is selected now."""
        if request.pull:
            return self._seen.document
        return _selecting(self._seen.document, request.document) if request.frame else request.document

    def ask_step(self, request: Request) -> None:
        """Show this step of a simulation as soon as it is made."""
        self._request = request
        self._evaluator.ask(request)

    def ask_compared(self, solver: SolverName | None) -> None:
        """Show the same, compared with this solver."""
        self.ask(replace(self._request, compared=solver))

    def show_rest_pose_until_ready(self, document: Document) -> None:
        """Show the rest pose of `document` at once, where there is no solver yet."""
        if not self._evaluator.ready:
            self._show(_rest_result(Request(document)))

    def leave_rest_pose(self, request: Request) -> None:
        """Replace a rest pose on screen by the solved pose, where that comes within PATIENCE."""
        self.show_rest_pose_until_ready(request.document)
        if self._evaluator.ready and not self.solved:
            self._request = request
            self._evaluator.ask(request)
            if (result := self._evaluator.wait_for(request, PATIENCE)) is not None:
                self._show(result)

    def awaited(self) -> Result:
        """The newest request, where its pose comes within PATIENCE; else the pose on screen."""
        if self.stepped:
            return self._step_awaited()
        stale = not self._seen.request.poses_like(self._request)
        if self.in_rest_pose or not self._evaluator.ready or not (stale or not self.solved):
            return self._seen
        self._seen = self._evaluator.wait_for(self._request, PATIENCE) or self._seen
        return self._seen

    def _step_awaited(self) -> Result:
        """The same while a simulation is played: a step without time where the newest document was not shown yet."""
        shown = self._seen.request.poses_like(replace(self._request, step=self._seen.request.step))
        if not shown and self.stepped and (step := self.stepped(self._request, True)):
            self.ask_step(step)
            self._seen = self._evaluator.wait_for(step, PATIENCE) or self._seen
        return self._seen

    def within_reach(self, before: Document, dropped: Document) -> Document:
        """The document that a drag ends with: handles dropped out of reach come back to what their limbs have reached.

        Those dropped into the ground come out to where feet stand. `before` is what the drag began with. Handles stay
        where they are dropped where posing takes long.
        """
        if self.in_rest_pose or not limb_drags.moves_handles(before, dropped):
            return dropped
        result = self.awaited()
        if not result.solved or result.request.document.rig is not dropped.rig or result.evaluated.microseconds > QUICK:
            return dropped
        back = limb_drags.come_back(before, dropped, result.evaluated)
        return out_of_the_ground(before, where_they_stand(before, back))

    def pressed(self) -> Result:
        """The pose that a press acts on: as `awaited`, or solved now where that is of other bones."""
        result = self.awaited()
        is_of_these = result.document.rig.bones is self.requested.rig.bones
        return result if is_of_these else self.pose(Request(self.requested))

    def pose(self, request: Request) -> Result:
        """Pose now, without showing it."""
        return posed(request)

    def _take(self) -> None:
        """Show the pose that arrives, unless it is older than the one on screen."""
        result = self._evaluator.take()
        if result is None or self.in_rest_pose:
            return
        if result.request is self._request or self.stepped or not self.settled:
            self._show(result)

    def _show(self, result: Result) -> None:
        self._seen = result
        self.changed.emit()


def _selecting(document: Document, like: Document) -> Document:
    """`document` with what is selected in another one."""
    return replace(document, selected=like.selected, active=like.active, ends=like.ends)


def _rest_result(request: Request) -> Result:
    """A result with the rest pose in place of a solved one; see `RestPose`."""
    return Result(request, cast(Evaluated, RestPose(request.document.rig)), request.document, solved=False)
