"""Springs while a figure is moved by hand or by what comes live: they follow, and settle when it stops.

Each pose that is asked for goes on from the one on screen, by the time that has passed since. When nothing moves any
more the still is shown, which is the same whatever went before; so it is after undo, after opening, and at once where
springs are not followed. Frames of clips are run from their first one instead.
"""

from __future__ import annotations

from time import perf_counter

import numpy as np
from msgspec.structs import replace
from PySide6 import QtCore

from pantin.app.session.evaluator import Evaluator
from pantin.app.session.pose_requests import Request
from pantin.app.session.shown_pose import ShownPose
from pantin.solver import SpringMemory
from pantin.solver.springing import STEP, Swing, springs_act

INTERVAL = 16
"""Milliseconds from one pose to the next, while springs settle."""

LONGEST = 0.1
"""Seconds of one pose at most: where poses take longer, springs go slower, and nothing leaps."""

PATIENCE = 4.0
"""Seconds after the last movement in which springs come to rest, or are brought to it."""

STILL = 1e-4
"""Units in a step: ends that move by less do not move."""


class SpringMotion(QtCore.QObject):
    """Lets the springs of the figure that is moved swing on until they rest."""

    def __init__(self, shown: ShownPose, evaluator: Evaluator, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._shown, self._evaluator = shown, evaluator
        self._moved_at = 0.0
        self._timer = QtCore.QTimer(self, interval=INTERVAL)
        self._timer.timeout.connect(self._go_on)

    @property
    def active(self) -> bool:
        """Return whether springs swing."""
        return self._timer.isActive()

    def follow(self, request: Request) -> Request:
        """Return a request for a movement in which springs follow; the same where none acts."""
        shown, rig = self._shown, request.document.rig
        if not rig.springs.chains or request.frame or not springs_act(rig):
            return request
        if shown.stepper or shown.in_rest_pose or not shown.solved or not self._evaluator.ready:
            return request
        self._moved_at = perf_counter()
        self._timer.start()
        return self._later(request)

    def _later(self, request: Request) -> Request:
        """Return the request, going on from what is on screen."""
        now, before = perf_counter(), self._shown.answered.swing
        since = now - STEP if before is None else before.until
        seconds = min(now - since, LONGEST)
        return replace(request, swing=Swing(self._memory, seconds, now))

    @property
    def _memory(self) -> SpringMemory | None:
        return self._shown.evaluated.swung

    def _go_on(self) -> None:
        """Ask for the next pose, if the one before is there; the last of them is the still."""
        shown = self._shown
        newest = shown.newest
        if newest.swing is None or shown.in_rest_pose or shown.stepper:
            self._timer.stop()
        elif not shown.settled:
            return
        elif self._rests() or perf_counter() - self._moved_at > PATIENCE:
            self._timer.stop()
            shown.ask(replace(newest, swing=None))
        else:
            shown.ask(self._later(newest))

    def _rests(self) -> bool:
        """Return whether no end has moved in the last step, some time after the last movement."""
        memory = self._memory
        if memory is None or perf_counter() - self._moved_at < 0.25:
            return memory is None
        speed = np.abs(memory.ends[:, :3] - memory.ends[:, 3:]).max(initial=0.0)
        return float(speed) <= STILL * self._shown.document.rig.springs.unit
