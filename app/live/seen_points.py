"""Points of the figure on screen: those of the frame by which it was posed, live or of a clip."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping

from PySide6 import QtCore

from pantin.app.live.marks import JointsOfRig, Mark, mark, marks_of
from pantin.app.live.takes import Takes
from pantin.app.live.vmc import Frame
from pantin.app.session.clip_frame import ClipFrame
from pantin.app.session.session import Session
from pantin.rigs.scene import Scene
from pantin.rigs.tracking.points import Calibration, Point, TrackedPart

WAITING = 4
"""Poses that are asked for and not yet on screen: the worker takes the newest, so there are hardly two."""

MOST = 256
"""Points that are remembered: of more, those that are lost are forgotten, the one that came first before the others."""


class SeenPoints(QtCore.QObject):
    """Follows one session. `moved` is emitted when points are elsewhere, `more_came` for one that was not there."""

    moved = QtCore.Signal()
    more_came = QtCore.Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self.takes = Takes()
        self._joints = JointsOfRig()
        self._asked: deque[tuple[Scene, Frame]] = deque(maxlen=WAITING)
        self._seen = Frame()
        self._shown: ClipFrame | None = None
        """The frame of a clip that is on screen."""
        self._last: dict[str, Point] = {}
        session.evaluated_changed.connect(self._follow)

    def begin_anew(self) -> None:
        """Nothing has come yet."""
        self._seen, self._last = Frame(), {}
        self._asked.clear()

    def wait_for(self, scene: Scene, frame: Frame) -> None:
        """Note that this scene will be on screen, posed by a frame."""
        self._asked.append((scene, frame))

    def see(self, frame: Frame) -> None:
        """Mark the points of a frame. Those that came before are marked as lost, where they were."""
        more = frame.trackers.keys() - self._last.keys()
        self._seen = frame
        self._last |= frame.trackers
        lost = [serial for serial in self._last if serial not in frame.trackers]
        for serial in lost[: max(len(self._last) - MOST, 0)]:
            del self._last[serial]
        if more:
            self.more_came.emit()
        self.moved.emit()

    def serials(self, used: Collection[str]) -> tuple[str, ...]:
        """Of the points that come, and of `used` ones that have a part, in the order of the table."""
        come = (each for each in self._last if each in used or not self.is_lost(each))
        return tuple(dict.fromkeys((*come, *used)))

    @property
    def came(self) -> tuple[str, ...]:
        """The points that came since listening began."""
        return tuple(self._last)

    def lost(self, used: Collection[str], all_are: bool) -> tuple[str, ...]:
        """Of these in the table, those that came and come no more."""
        return tuple(each for each in self.serials(used) if each in self._last and (all_are or self.is_lost(each)))

    def is_lost(self, serial: str) -> bool:
        """Return whether a point came before and does no more."""
        return serial in self._last and serial not in self._seen.trackers

    def bone_of(self, serial: str, parts: Mapping[str, TrackedPart]) -> str:
        """The bone that a point is on; none while it is on no part, or where the figure has no such part."""
        part = parts.get(serial)
        return self._joints.of(self._session.shown.rig).get(part, "") if part else ""

    def marks(self, parts: Mapping[str, TrackedPart], calibration: Calibration | None) -> tuple[Mark, ...]:
        """The points that come."""
        found = []
        for number, serial in enumerate(self.serials(parts), start=1):
            point, bone = self._last.get(serial), self.bone_of(serial, parts)
            if point is not None:
                found.append(mark(number, serial, point, parts.get(serial), calibration, bone, self.is_lost(serial)))
        return tuple(found)

    def marks_of_take(self) -> tuple[Mark, ...]:
        """The points of the frame of a clip that is on screen; none where the clip was made otherwise."""
        frame = self._session.shown_pose.answered.frame
        found = self.takes.at(frame) if frame is not None else None
        return marks_of(*found, self._joints.of(self._session.shown.rig)) if found else ()

    def _follow(self) -> None:
        """Another pose is on screen: the points are as they were when it was solved."""
        scene = self._session.shown.scene
        frame = next((frame for asked, frame in self._asked if asked is scene), None)
        shown = self._session.shown_pose.answered.frame
        if frame is not None:
            self.see(frame)
        elif self._last or shown or self._shown:
            self.moved.emit()
        self._shown = shown
