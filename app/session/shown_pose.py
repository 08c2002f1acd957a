"""The pose on screen: that of the newest requested document, solved by the worker, or the rest pose.

A requested document is shown as soon as it is posed. Until the solver is ready, and while the rest pose is edited, the
rest pose is shown at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec.structs import replace
from PySide6 import QtCore

from pantin.app.session.clip_frame import with_selection_of
from pantin.app.session.evaluator import Evaluator
from pantin.app.session.pose_requests import Request, Result, posed
from pantin.rigs.document import Document
from pantin.rigs.solvers import SolverName
from pantin.solver import Posed, rest_pose
from pantin.solver.edits.limbs import limb_drags
from pantin.solver.edits.walking.grounding import out_of_the_ground, where_they_stand

PATIENCE = 0.2
"""Seconds that a press and a release wait for a pose that is under way. It takes some hundred microseconds, but for
rigs made to be hard."""

MOST_STEPS = 1000
"""Steps of solvers. What takes more of them is not posed again, several times, at a release."""


class Stepper(Protocol):
    """Moves the figure on in steps of time."""

    def step_for(self, request: Request) -> Request | None:
        """Return the request to make so that a request is shown soon; None where the next step will show it anyway."""

    def step_now(self, request: Request) -> Request:
        """The step that shows a request at once: it takes no time, and replaces the one that is under way."""


class ShownPose(QtCore.QObject):
    """Requests poses of the evaluator, and holds the one on screen."""

    changed = QtCore.Signal()
    """Another pose, or another document, is on screen."""

    def __init__(self, evaluator: Evaluator, document: Document, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._evaluator = evaluator
        self._request = Request(document)
        self._seen = _rest_result(self._request)
        self.stepper: Stepper | None = None
        """The player that moves the figure while a simulation runs."""
        self.in_rest_pose = False
        """Whether the rest pose is edited, and shown instead of solved poses."""
        evaluator.arrived.connect(self._take)

    @property
    def document(self) -> Document:
        """The document on screen."""
        return self._seen.document

    @property
    def evaluated(self) -> Posed:
        """Its pose."""
        return self._seen.evaluated

    @property
    def compared(self) -> Posed | None:
        """Its pose by the second solver, where one is compared."""
        return self._seen.compared

    @property
    def before(self) -> Posed | None:
        """Return the pose before, where that was asked for."""
        return self._seen.before

    @property
    def other_figures(self) -> Mapping[str, Posed]:
        """The poses of the other figures of the scene, by name."""
        return self._seen.other_figures

    @property
    def solved(self) -> bool:
        """Return whether the pose on screen came from the solver; else it is the rest pose."""
        return self._seen.solved

    @property
    def postponed(self) -> bool:
        """Return whether the goals wait until the solver is compiled."""
        return self._seen.postponed

    @property
    def newest(self) -> Request:
        """Return the last request."""
        return self._request

    @property
    def answered(self) -> Request:
        """Return the request of the pose on screen."""
        return self._seen.request

    @property
    def requested(self) -> Document:
        """The document that was requested last."""
        return self._request.document

    @property
    def settled(self) -> bool:
        """Return whether the newest request is on screen; while a simulation is played, the newest document."""
        if self.stepper:
            return self._seen.request.document.scene is self._request.document.scene
        return self._seen.request is self._request

    def ask(self, request: Request) -> None:
        """Show this as soon as it is posed."""
        before, self._request = self._request, request
        if self.in_rest_pose:
            self._show(_rest_result(request, self._seen))
        elif self.stepper:
            if step := self.stepper.step_for(request):
                self.ask_step(step)
        elif self._seen.request is before and _is_same_still(request, before) and not self.postponed:
            self._show(replace(self._seen, request=request, document=self._seen_again(request)))
        else:
            self._evaluator.ask(request)

    def ask_step(self, request: Request) -> None:
        """Show this step of a simulation as soon as it is made."""
        self._request = request
        self._evaluator.ask(request)

    def ask_compared(self, solver: SolverName | None) -> None:
        """Show the same, compared with this solver."""
        self.ask(replace(self._request, compared=solver))

    def show_rest_pose_until_ready(self, request: Request) -> None:
        """Show the rest pose of what is requested at once, where there is no solver yet."""
        if not self._evaluator.ready:
            self._show(_rest_result(Request(request.document, opening=request.opening), self._seen))

    def leave_rest_pose(self, request: Request) -> None:
        """Replace a rest pose on screen by the solved pose, where that comes within PATIENCE."""
        self.show_rest_pose_until_ready(request)
        if self._evaluator.ready and not self.solved:
            self._request = request
            self._evaluator.ask(request)
            if (result := self._evaluator.wait_for(request, PATIENCE)) is not None:
                self._show(result)

    def awaited(self) -> Result:
        """The newest request, where its pose comes within PATIENCE; else the pose on screen."""
        if self.stepper:
            return self._step_awaited()
        is_there = self.solved and self._seen.request.poses_like(self._request)
        if self._evaluator.ready and not (is_there or self.in_rest_pose):
            self._seen = self._evaluator.wait_for(self._request, PATIENCE) or self._seen
        return self._seen

    def has_come(self, asked: Request) -> bool:
        """Return whether the pose on screen is the one that was asked for, with all its goals."""
        return self._seen.request.poses_like(asked) and not self.postponed

    def _step_awaited(self) -> Result:
        """The same while a simulation is played: a step without time where the newest document was not shown yet."""
        shown = self._seen.request.poses_like(replace(self._request, step=self._seen.request.step))
        if not shown and self.stepper:
            step = self.stepper.step_now(self._request)
            self.ask_step(step)
            self._seen = self._evaluator.wait_for(step, PATIENCE) or self._seen
        return self._seen

    def within_reach(self, before: Document, dropped: Document) -> Document:
        """The document that a drag ends with: handles dropped out of reach come back to what their limbs have reached.

        Those dropped into the ground come out to where feet are. `before` is what the drag began with. Handles stay
        where they are dropped where posing takes long.
        """
        if self.in_rest_pose or not limb_drags.moves_handles(before, dropped):
            return dropped
        result = self.awaited()
        unsolved = not result.solved or result.postponed or result.request.document.scene is not dropped.scene
        if unsolved or sum(goal.iterations for goal in result.evaluated.goals) > MOST_STEPS:
            return dropped
        back = limb_drags.come_back(before, dropped, result.evaluated)
        return out_of_the_ground(before, where_they_stand(before, back))

    def pressed(self) -> Result:
        """The pose that a press acts on: as `awaited`, or solved now where that is of other bones."""
        result = self.awaited()
        same_figure = result.document.active_figure == self.requested.active_figure
        is_of_these = same_figure and result.document.rig.bones is self.requested.rig.bones
        return result if is_of_these else posed(Request(self.requested))

    def _seen_again(self, request: Request) -> Document:
        """The document on screen, with what is selected now."""
        if request.pull:
            return self._seen.document
        return with_selection_of(request.document, self._seen.document) if request.frame else request.document

    def _take(self) -> None:
        """Show the pose that arrives, unless it is older than the one on screen."""
        result = self._evaluator.take()
        if result is None or self.in_rest_pose:
            return
        if result.request is self._request or self.stepper or not self.settled:
            self._show(result)

    def _show(self, result: Result) -> None:
        self._seen = result
        self.changed.emit()


def _is_same_still(request: Request, before: Request) -> bool:
    """Return whether both have the same poses, in which no spring swings."""
    return request.poses_like(before) and request.swing is None and before.swing is None


def _rest_result(request: Request, seen: Result | None = None) -> Result:
    """Return a result with the rest pose in place of a solved one; other figures stay as they were `seen`.

    So does this one among them, for when another one is edited at rest.
    """
    document = request.document
    posed = {} if seen is None else dict(seen.other_figures)
    if seen is not None and seen.solved:
        posed[seen.document.active_figure] = seen.evaluated
    others = {}
    for each in document.scene.figures:
        known = posed.get(each.name)
        if known is not None and known.skeleton.bones is each.rig.bones:
            others[each.name] = known
        elif each.name != document.active_figure:
            others[each.name] = rest_pose(each.rig)
    return Result(request, rest_pose(document.rig), document, solved=False, other_figures=others)
