"""A simulation while it is played: its memory, its clock, and the pose of handles that were dragged meanwhile.

Playing writes nothing into the document. What is dragged lies over the document's pose until it is put back or kept.
The frames that were played are kept meanwhile, so that one can go back to any of them, look, and play on from there.
Steps are taken by the evaluator's worker, one after the other; each is as long as the time since the one before.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from time import perf_counter
from typing import Literal, NamedTuple

from msgspec.structs import replace
from PySide6 import QtCore

from pantin.app.session.evaluator import Evaluator
from pantin.app.session.pose_requests import Request, Step
from pantin.app.session.shown_pose import ShownPose
from pantin.rigs.document import Document
from pantin.rigs.pose import Transform
from pantin.solver import Memory

State = Literal["off", "running", "paused"]

INTERVAL = 16
"""Milliseconds from one step to the next."""

LONGEST = 0.1
"""Seconds of a step at most: where steps take longer, time goes slower, and nothing leaps."""

MOST_FRAMES = 3600
"""Frames that are kept: a minute of them. Of a longer play the oldest are forgotten."""


class PlayedFrame(NamedTuple):
    """A frame that was played: what was remembered, and the pose of the handles."""

    memory: Memory
    pose: dict[str, Transform]


class SimulationPlayer(QtCore.QObject):
    """Plays the simulation of the session's document. Implements `shown_pose.Stepper`."""

    changed = QtCore.Signal()
    """It began, rests, goes on, or is over."""
    scrubbed = QtCore.Signal()
    """Another of the played frames is to be shown."""

    def __init__(self, shown: ShownPose, evaluator: Evaluator, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._shown, self._evaluator = shown, evaluator
        self.state: State = "off"
        self._memory: Memory | None = None
        """The result of the last step; None before the first."""
        self._kept_pose: Mapping[str, Transform] = {}
        """The pose of the document, over which that of the dragged handles lies."""
        self._pose: dict[str, Transform] = {}
        """The same with what was dragged."""
        self._frames: list[PlayedFrame] = []
        self._asked: Request | None = None
        """The step that is under way."""
        self._asked_at = 0.0
        self._timer = QtCore.QTimer(self, interval=INTERVAL, timerType=QtCore.Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._step)
        shown.changed.connect(self._take)
        evaluator.failed.connect(self.pause)

    @property
    def active(self) -> bool:
        """Return whether it runs, or rests."""
        return self.state != "off"

    @property
    def seconds(self) -> float:
        """Return the time that it has run, seconds."""
        return self._memory.seconds if self._memory else 0.0

    @property
    def span(self) -> tuple[float, float]:
        """The times of the first and the last frame that is kept, seconds."""
        return (self._frames[0].memory.seconds, self._frames[-1].memory.seconds) if self._frames else (0.0, 0.0)

    def scrub_to(self, seconds: float) -> None:
        """Let the body rest as it was played at a time, with its handles where they were; it plays on from there."""
        if self.active and self._frames:
            self.pause()
            at = bisect_left(self._frames, seconds, key=lambda frame: frame.memory.seconds)
            near = self._frames[max(at - 1, 0) : at + 1]
            frame = min(reversed(near), key=lambda each: abs(each.memory.seconds - seconds))
            self._memory, self._pose = frame.memory, frame.pose
            self.scrubbed.emit()
            self.changed.emit()

    def play(self, document: Document) -> None:
        """Begin with the document as it is posed, or go on from the frame that is shown: later ones are forgotten."""
        self._frames = [frame for frame in self._frames if frame.memory.seconds <= self.seconds]
        if not self.active:
            self._memory, self._frames = None, []
            self._kept_pose = self._pose = document.figure.pose.bones
            self._shown.stepper = self
            self._evaluator.compile_simulation()
        self._asked, self._asked_at = None, perf_counter()
        self._timer.start()
        self._set("running")

    def pause(self) -> None:
        """Let the body rest where it is."""
        if self.state == "running":
            self._timer.stop()
            self._set("paused")

    def end(self) -> None:
        """Forget it; the document is shown as it is posed, when it is asked for again."""
        if self.active:
            self._timer.stop()
            self._shown.stepper = None
            self._memory, self._frames = None, []
            self._set("off")

    def over(self, document: Document) -> Document:
        """The document with what was dragged meanwhile. Its own pose wins where that was edited."""
        if document.rig.simulation.mode == "animation":
            self.end()
        if not self.active:
            return document
        if document.figure.pose.bones is not self._kept_pose:
            self._kept_pose = self._pose = document.figure.pose.bones
        return document.posed(self._pose)

    def drag_to(self, dragged: Document) -> None:
        """Keep what was dragged so until it is put back or kept."""
        self._pose = dragged.figure.pose.bones

    def step_for(self, request: Request) -> Request | None:
        """While it runs nothing needs to be asked for: the next step shows it."""
        return None if self.state == "running" else self.step_now(request)

    def step_now(self, request: Request) -> Request:
        """A step that takes no time. It replaces the one that is under way."""
        self._asked = replace(request, step=Step(self._memory, 0.0))
        return self._asked

    def _step(self) -> None:
        """Ask for the next step, if the one before is there."""
        if self._asked is not None or self._shown.in_rest_pose or not self._evaluator.ready:
            return
        now = perf_counter()
        seconds = min(now - self._asked_at, LONGEST) if self._memory else 0.0
        self._asked_at = now
        self._asked = replace(self._shown.newest, step=Step(self._memory, seconds))
        self._shown.ask_step(self._asked)

    def _take(self) -> None:
        """Remember what a step came to."""
        if self.active and self._shown.answered is self._asked:
            self._asked = None
            self._memory = self._shown.evaluated.memory
            self._keep_frame()

    def _keep_frame(self) -> None:
        """Keep the frame that is shown, if it is a new one."""
        if self._memory and (not self._frames or self._memory.seconds > self._frames[-1].memory.seconds):
            self._frames.append(PlayedFrame(self._memory, self._pose))
            del self._frames[:-MOST_FRAMES]

    def _set(self, state: State) -> None:
        self.state = state
        self.changed.emit()
