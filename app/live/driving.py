"""Use of received frames, on the thread that receives them: a posed document, and a recording of poses."""

from __future__ import annotations

import time
from bisect import bisect
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from pantin.app.live.vmc import Frame
from pantin.rigs import rotations as rot
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.meshes.expressions import Expression, by_own_names
from pantin.rigs.motion.recorder import Recorder
from pantin.rigs.pose import Transform
from pantin.rigs.tracking.humanoid import Rests, are_from_rest
from pantin.rigs.tracking.points import Calibration, Motion, Point, Points, TrackedPart
from pantin.rigs.vectors import four, three
from pantin.solver.edits.expressions import with_expressions
from pantin.solver.edits.tracking.bones import posed_by_bones
from pantin.solver.edits.tracking.solve import Memory
from pantin.solver.edits.tracking.track import ready_for, track
from pantin.widgets.values.live import CountedFrom

LONGEST = 0.25
"""Seconds between frames that count: after a longer pause feet go on from where they are."""

RATE = 60.0
"""Frames a second of a recording: what most senders send."""
MOST_RECORDED = 36_000
"""Frames: ten minutes at 60 Hz. Recording ends there."""


class LiveRecording:
    """Takes poses and points down, in the order of their times."""

    def __init__(self) -> None:
        self._poses = Recorder(RATE)
        self._points: list[tuple[float, Points]] = []

    @property
    def count(self) -> int:
        """Return the number of frames so far."""
        return self._poses.count

    def take(self, now: float, pose: Mapping[str, Transform], face: Mapping[str, float], points: Points | None) -> None:
        """A pose with its expressions at `now` seconds, and the points that made it, if any did."""
        if points is not None and len(self._points) < MOST_RECORDED:
            self._points.append((now, points))
        if self._poses.count < MOST_RECORDED:
            self._poses.take(now, pose, face)

    def finished(self, name: str) -> tuple[Clip, Motion]:
        """The clip of that name, and the points of its frames. Raises ValueError where no bone was posed."""
        clip = self._poses.clip(name)
        return clip, Motion(name, clip.rate, _frame_by_frame(self._points, clip.count, clip.rate))


class DrivenFigure(msgspec.Struct, frozen=True, eq=False):
    """The figure that frames pose: the kept document, how points fit it, and which point is on which part, by
    serial.
    """

    document: Document
    calibration: Calibration | None = None
    parts: Mapping[str, TrackedPart] = {}
    rests: Rests | None = None
    """The rest rotations of the incoming bones in a T-pose, where they are known."""
    counted: CountedFrom = "told"
    """The reference pose of their rotations."""
    expressions: Sequence[Expression] = ()
    """Those of its character, by whose names blend shapes go on."""

    def with_face(self, posed: Document, blends: Mapping[str, float]) -> Document:
        """Return a document of the figure with blend shapes as its expressions: all that are sent, 0 to 1."""
        if not blends:
            return posed
        meant = by_own_names(self.expressions, blends) if self.expressions else blends
        values = {name: min(max(float(value), 0.0), 1.0) for name, value in meant.items()}
        return posed.with_figure(with_expressions(posed.figure, values))


class FrameDriver:
    """Poses a figure frame after frame. One thread calls `pose`; `figure` and recordings are set by another."""

    def __init__(self) -> None:
        self.figure: DrivenFigure | None = None
        self._by_points = _PointTracking()
        self._rests = _RestsOfSender()
        self._recording: LiveRecording | None = None

    def pose(self, frame: Frame, now: float | None = None) -> Document | None:
        """The document posed by a frame; None where nothing in it poses a figure. Raises ValueError, one sentence."""
        figure, now = self.figure, time.monotonic() if now is None else now
        if figure is None:
            return None
        points = points_of(frame.trackers, figure.parts)
        if figure.calibration is not None and "head" in points:
            posed = self._by_points.pose(figure, figure.calibration, points, now)
            posed = figure.with_face(posed, frame.blends)
            self._record(now, posed, ready_for(figure.document).names, points)
        elif frame.bones:
            posed = posed_by_bones(figure.document, frame.bones, frame.root, self._rests.of(figure, frame))
            posed = figure.with_face(posed, frame.blends)
            self._record(now, posed, ready_for(figure.document, fingers=True).names)
        elif frame.blends:
            posed = figure.with_face(figure.document, frame.blends)
            self._record(now, posed, tuple(figure.document.rig.by_name))
        else:
            return None
        return posed

    @property
    def are_from_rest(self) -> bool:
        """Return whether the rotations that came are counted from the rest of the figure that is open."""
        return self._rests.are_from_rest

    # Recording

    @property
    def recorded(self) -> int | None:
        """Return the number of frames recorded so far; None while nothing is."""
        recording = self._recording
        return None if recording is None else recording.count

    def begin_recording(self) -> None:
        """Record all that is posed from here on."""
        self._recording = LiveRecording()

    def end_recording(self, name: str) -> tuple[Clip, Motion] | None:
        """Return the recording as a clip, with the points of its frames; None where that is less than two frames."""
        recording, self._recording = self._recording, None
        return None if recording is None or recording.count < 2 else recording.finished(name)

    def _record(self, now: float, posed: Document, bones: Sequence[str], points: Points | None = None) -> None:
        recording = self._recording
        if recording is not None:
            transforms = {bone: posed.figure.transform(bone) for bone in bones}
            recording.take(now, transforms, posed.figure.pose.expressions, points)


class _PointTracking:
    """Poses a figure by tracked points, and remembers from frame to frame how its feet stand."""

    def __init__(self) -> None:
        self._memory: Memory | None = None
        self._figure: DrivenFigure | None = None
        self._last = 0.0

    def pose(self, figure: DrivenFigure, calibration: Calibration, points: Points, now: float) -> Document:
        """The document of a figure posed by points, `now` seconds on any clock."""
        if not self._is_same_body(figure):
            self._memory = None
        tracked = track(figure.document, calibration, points, self._memory, min(max(now - self._last, 0.0), LONGEST))
        self._memory, self._figure, self._last = tracked.memory, figure, now
        return tracked.document

    def _is_same_body(self, figure: DrivenFigure) -> bool:
        """Return whether these are the bones and the calibration of the frame before."""
        before = self._figure
        return (
            before is not None
            and before.calibration is figure.calibration
            and before.document.rig.bones is figure.document.rig.bones
        )


class _RestsOfSender:
    """From which rests a sender counts the rotations of bones: where nobody said, the first frame tells."""

    def __init__(self) -> None:
        self.are_from_rest = False
        self._judged: Rests | None = None

    def of(self, figure: DrivenFigure, frame: Frame) -> Rests | None:
        """The rests that the rotations of a frame are counted from; None for those of a T-pose."""
        if figure.rests is None or figure.counted == "t_pose":
            return None
        if figure.counted == "told" and self._judged is not figure.rests:
            self._judged, self.are_from_rest = figure.rests, are_from_rest(frame.bones, figure.rests)
        return figure.rests if figure.counted == "rest" or self.are_from_rest else None


def points_of(points: Mapping[str, Point], parts: Mapping[str, TrackedPart]) -> Points:
    """Points by the parts that they are on."""
    return {parts[serial]: point for serial, point in points.items() if serial in parts}


def _frame_by_frame(taken: Sequence[tuple[float, Points]], count: int, rate: float) -> tuple[Points, ...]:
    """The points of each of `count` frames, on their way between those that came, as the poses are."""
    if not taken:
        return ()
    times = [at for at, _points in taken]
    found = []
    for k in range(count):
        now = times[0] + k / rate
        row = min(max(bisect(times, now) - 1, 0), len(times) - 1)
        after = min(row + 1, len(times) - 1)
        span = times[after] - times[row]
        share = min(max((now - times[row]) / span, 0.0), 1.0) if span > 0.0 else 0.0
        found.append({part: _between(taken[row][1][part], taken[after][1].get(part), share) for part in taken[row][1]})
    return tuple(found)


def _between(start: Point, end: Point | None, share: float) -> Point:
    """A point on its way; one that is lost next stays where it was last."""
    if end is None or share == 0.0:
        return start
    place = np.add(np.multiply(1.0 - share, start.position), np.multiply(share, end.position))
    return Point(three(place), four(rot.slerp(start.rotation, end.rotation, share)))
