"""What is made of received frames, on the thread that receives them: a posed document, and a recording of poses."""

from __future__ import annotations

import time
from bisect import bisect
from collections.abc import Mapping, Sequence

import msgspec

from pantin.app.live.vmc import Frame
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.motion.recorder import Recorder
from pantin.rigs.tracking.humanoid import Rests, are_from_rest
from pantin.rigs.tracking.points import Calibration, Motion, Point, Points, TrackedPart
from pantin.solver.edits.tracking.bones import posed_by_bones
from pantin.solver.edits.tracking.solve import Memory
from pantin.solver.edits.tracking.track import ready_for, track
from pantin.widgets.values.live import CountedFrom

LONGEST = 0.25
"""Seconds between frames that count: after a longer pause feet go on from where they stand."""
RATE = 60.0
"""Frames a second of a recording: what most senders send."""
MOST_RECORDED = 36_000
"""Frames: ten minutes at 60 Hz. Recording ends there."""


class Work(msgspec.Struct, frozen=True, eq=False):
    """What frames pose: the kept document, how points fit it, and which point is on which part, by serial."""

    document: Document
    calibration: Calibration | None = None
    parts: Mapping[str, TrackedPart] = {}
    rests: Rests | None = None
    """How the bones that come rest in a T-pose, where that is known."""
    counted: CountedFrom = "told"
    """What their rotations are counted from."""


class Driving:
    """Poses frame after frame. One thread calls `pose`; `work` and `record` may be set by another."""

    def __init__(self) -> None:
        self.work: Work | None = None
        self._memory: Memory | None = None
        self._driven: Work | None = None
        self._last = 0.0
        self._recorder: Recorder | None = None
        self._judged: Rests | None = None
        self._from_rest = False
        self._points: list[tuple[float, Points]] = []

    def pose(self, frame: Frame, now: float | None = None) -> Document | None:
        """The document posed by a frame; None where nothing in it poses a figure. Raises ValueError, one sentence."""
        work, now = self.work, time.monotonic() if now is None else now
        if work is None:
            return None
        points, by_bones = points_of(frame.trackers, work.parts), False
        if work.calibration is not None and "head" in points:
            found = self._tracked(work, work.calibration, points, now)
            if self._recorder is not None and len(self._points) < MOST_RECORDED:
                self._points.append((now, points))
        elif "Hips" in frame.bones:
            by_bones = True
            found = posed_by_bones(work.document, frame.bones, frame.root, self._rests_of(work, frame))
        else:
            return None
        recorder = self._recorder
        if recorder is not None and recorder.count < MOST_RECORDED:
            recorder.take(now, {bone: found.rig.transform(bone) for bone in ready_for(work.document, by_bones).names})
        return found

    def _tracked(self, work: Work, calibration: Calibration, points: Points, now: float) -> Document:
        """Posed by points; with another calibration, or on another figure, the feet begin anew."""
        before = self._driven
        if (
            before is None
            or before.calibration is not calibration
            or before.document.rig.bones is not (work.document.rig.bones)
        ):
            self._memory = None
        found = track(work.document, calibration, points, self._memory, min(max(now - self._last, 0.0), LONGEST))
        self._memory, self._driven, self._last = found.memory, work, now
        return found.document

    def _rests_of(self, work: Work, frame: Frame) -> Rests | None:
        """The rests that the rotations of a frame are counted from; None for those of a T-pose."""
        if work.rests is None or work.counted == "t_pose":
            return None
        if work.counted == "told" and self._judged is not work.rests:
            self._judged, self._from_rest = work.rests, are_from_rest(frame.bones, work.rests)
        return work.rests if work.counted == "rest" or self._from_rest else None

    @property
    def are_from_rest(self) -> bool:
        """Whether rotations were told to be counted from the rest of the figure that is open."""
        return self._from_rest

    @property
    def recorded(self) -> int | None:
        """How many frames are recorded so far; None while nothing is."""
        recorder = self._recorder
        return None if recorder is None else recorder.count

    def begin_recording(self) -> None:
        """Record all that is posed from here on."""
        self._points = []
        self._recorder = Recorder(RATE)

    def end_recording(self, name: str) -> tuple[Clip, Motion] | None:
        """What was recorded as a clip, with the points of its frames; None where that is less than two frames."""
        recorder, self._recorder = self._recorder, None
        if recorder is None or recorder.count < 2:
            return None
        clip = recorder.clip(name)
        return clip, Motion(name, clip.rate, _frame_by_frame(self._points, clip.count, clip.rate))


def _frame_by_frame(points: Sequence[tuple[float, Points]], count: int, rate: float) -> tuple[Points, ...]:
    """For each of `count` frames the points that had come by then; none where no points came at all."""
    if not points:
        return ()
    times = [at for at, _points in points]
    return tuple(points[max(bisect(times, times[0] + k / rate) - 1, 0)][1] for k in range(count))


def points_of(points: Mapping[str, Point], parts: Mapping[str, TrackedPart]) -> Points:
    """Points by the parts that they are on."""
    return {parts[serial]: point for serial, point in points.items() if serial in parts}
