"""Live motion: what comes poses the figure on screen and writes nothing, until the person keeps a pose or a recording.

The receiver's thread decodes and solves; here the newest pose is shown, by one wake-up for however many there were.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from msgspec.structs import replace
from PySide6 import QtCore

from pantin.app.live import osc
from pantin.app.live.driving import Driving, Work, points_of
from pantin.app.live.marks import Mark
from pantin.app.live.point_files import PointFiles, with_clip
from pantin.app.live.receiver import NoPort, Receiver, Told
from pantin.app.live.rests import rests_of
from pantin.app.live.seen_points import SeenPoints
from pantin.app.live.sending import Sending
from pantin.app.live.takes import Take
from pantin.app.live.vmc import Frame
from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.app.session.settings import Settings
from pantin.rigs.document import Document
from pantin.rigs.source import Source
from pantin.rigs.tracking.humanoid import Rests
from pantin.rigs.tracking.points import Calibration, TrackedPart
from pantin.solver.edits.tracking import calibration
from pantin.solver.edits.tracking.stance import body_of
from pantin.viewport.values.stage import Preview
from pantin.widgets.values.live import LiveChoices, LiveShown, LiveState

TELLING = 250
"""Milliseconds between two looks at how receiving goes."""
NO_OSC = _("Live motion needs python-osc: install pantin[vmc]")
NOTHING_COMES = _("No points have come yet; start the program that sends them.")


class Live(QtCore.QObject):
    """Receiving, calibrating, recording and sending, for one window."""

    changed = QtCore.Signal()
    """Something else is to be shown of it."""
    moved = QtCore.Signal()
    """The points are elsewhere."""
    _arrived = QtCore.Signal()

    def __init__(self, session: Session, settings: Settings, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self.choices = settings.live
        self._driving, self._sending = Driving(), Sending(session)
        self.files = PointFiles(session, settings, self)
        self._receiver: Receiver | None = None
        self._frame = Frame()
        self._points = SeenPoints(session)
        self._slot: tuple[Document | None, Frame] | None = None
        self._shown: Document | None = None
        self._calibration: Calibration | None = None
        self._rests_from: Source | None = None
        self._rests: Rests | None = None
        """How the figure that is open rests in its file."""
        self._rests_told: Rests | None = None
        """How that of the sender rests, told by a T-pose."""
        self._failed, self._refused = "", ""
        self._looking = QtCore.QTimer(self, interval=TELLING)
        self._looking.timeout.connect(self.changed)
        self._arrived.connect(self._show, QtCore.Qt.ConnectionType.QueuedConnection)
        session.document_changed.connect(self._follow)
        session.replaced.connect(self._begin_anew)
        self._points.moved.connect(self.moved)
        self._points.more_came.connect(self.changed)
        if (program := QtCore.QCoreApplication.instance()) is not None:
            program.aboutToQuit.connect(self.stop)

    @property
    def receiving(self) -> bool:
        """Whether ports are listened on."""
        return self._receiver is not None

    @property
    def ports(self) -> tuple[int, ...]:
        """The ports that are listened on."""
        return self._receiver.ports if self._receiver else ()

    @property
    def sending(self) -> bool:
        """Whether the posed figure is sent."""
        return self._sending.to is not None

    @property
    def recording(self) -> bool:
        """Whether what comes is recorded."""
        return self._driving.recorded is not None

    @property
    def posing(self) -> bool:
        """Whether the figure on screen is posed by what comes."""
        return self._shown is not None

    @property
    def points_come(self) -> bool:
        """Whether there are points to calibrate."""
        return self.receiving and bool(self._frame.trackers)

    @property
    def shown(self) -> LiveShown:
        """All of it, for the panel."""
        told = self._receiver.told if self._receiver else Told(0, 0)
        listening: LiveState = "receiving" if told.rate else "waiting"
        state: LiveState = "failed" if self._failed else listening if self._receiver else "off"
        return LiveShown(
            self.choices,
            state,
            self._failed or self._refused,
            told.rate,
            told.dropped,
            self._points.serials(self.choices.parts),
            len(self._frame.bones),
            self._calibration is not None,
            self.sending,
            self.posing,
            self._driving.recorded,
        )

    def start(self) -> None:
        """Listen."""
        self.stop()
        ports = (self.choices.trackers_port, self.choices.bones_port)
        if not osc.is_installed():
            self._failed = NO_OSC
        else:
            try:
                self._receiver = Receiver(ports, self._take, self.choices.address)
            except NoPort as problem:
                self._failed = str(problem)
        self._follow()
        self._looking.start()
        self.changed.emit()

    def stop(self) -> None:
        """Listen no longer. The kept pose is shown again; what was recorded is kept."""
        if self.recording:
            self.record()
        receiver, self._receiver, self._failed, self._refused = self._receiver, None, "", ""
        if receiver is not None:
            receiver.close()
        self._looking.stop()
        self._slot = None
        self._points.begin_anew()
        if self._shown is not None:
            self._shown = None
            self._session.cancel_preview()
        self.changed.emit()

    def choose(self, choices: LiveChoices) -> None:
        """Take other choices. Where other ports are meant, these are listened on."""
        before, self.choices = self.choices, choices
        self._settings.live = choices
        if self.receiving and _where(before) != _where(choices):
            self.start()
        if self.sending:
            self.send(True)
        self._follow()
        self.changed.emit()

    def calibrate(self) -> None:
        """Fit the points that come to the figure, by how the person stands now or by their height."""
        points = dict(self._frame.trackers)
        try:
            if not points:
                raise ValueError(NOTHING_COMES)
            body = body_of(self._session.document.rig)
            if not any(serial in self._parts() for serial in points):
                self.choices = replace(self.choices, parts=dict(calibration.parts_in_t_pose(points)))
                self._settings.live = self.choices
            if self.choices.by == "height":
                self._calibration = calibration.by_height(body, self.choices.height)
            else:
                self._calibration = calibration.by_t_pose(body, points_of(self._frame, self._parts()))
        except ValueError as problem:
            self._session.warned.emit(str(problem))
            return
        self._follow()
        self._session.told.emit(_("Calibrated"))
        self.changed.emit()

    def record(self) -> None:
        """Begin to record what comes, or end that: then it is a clip of the rig, as one step."""
        if not self.recording:
            self._driving.begin_recording()
            self.changed.emit()
            return
        names = {clip.name for clip in self._session.document.rig.clips}
        name = next(
            each for n in range(1, len(names) + 2) if (each := _("Take {number}").format(number=n)) not in names
        )
        recorded = self._driving.end_recording(name)
        if recorded is None:
            self._session.told.emit(_("Nothing was recorded."))
        else:
            clip, motion = recorded
            self._session.edit(_("Record {name}").format(name=name), lambda document: with_clip(document, clip))
            if motion.frames and self._calibration is not None:
                self._points.takes.keep(Take(clip, motion, self._calibration))
            self._session.told.emit(
                _("{name}: {seconds} s recorded, now a clip of the rig").format(
                    name=name, seconds=f"{clip.seconds:.1f}"
                )
            )
        self.changed.emit()

    def keep(self) -> None:
        """Keep the pose that is shown, as one step."""
        shown = self._shown
        if shown is not None:
            pose = shown.rig.pose
            self._session.edit(
                _("Keep the tracked pose"), lambda document: replace(document, rig=document.rig.posed(pose))
            )

    def send(self, on: bool) -> None:
        """Send the posed figure to other programs, or no longer."""
        if on and not osc.is_installed():
            self._session.warned.emit(NO_OSC)
            return
        self._sending.to_address((self.choices.send_address, self.choices.send_port) if on else None)
        self.changed.emit()

    def _parts(self) -> Mapping[str, TrackedPart]:
        known = get_args(TrackedPart)
        return {serial: part for serial, part in self.choices.parts.items() if part in known}  # type: ignore[misc]

    def _take(self, frame: Frame) -> None:
        """On the receiver's thread: pose the figure, and wake up who shows it."""
        self._frame = frame
        try:
            posed, self._refused = self._driving.pose(frame), ""
        except ValueError as problem:
            posed, self._refused = None, str(problem)
        waiting, self._slot = self._slot, (posed, frame)
        if waiting is None:
            self._arrived.emit()

    def _show(self) -> None:
        """Show the newest pose, unless something else is done to the figure now, and where the points are."""
        came, self._slot = self._slot, None
        if came is None or self._receiver is None:
            return
        posed, frame = came
        session, work = self._session, self._driving.work
        if posed is None or session.editing or not session.solver_ready or work is None:
            self._points.see(frame)
            return
        newest = session.shown_pose.newest
        ours = (session.document.rig, self._shown.rig if self._shown else None)
        is_busy = newest.grabs or newest.pull or not any(newest.document.rig is rig for rig in ours)
        if is_busy or work.document.rig is not session.document.rig:
            return
        self._shown = posed
        self._points.wait_for(posed.rig, frame)
        session.preview(Preview(replace(posed, selected=session.document.selected, active=session.document.active)))

    def marks(self) -> tuple[Mark, ...]:
        """The points as they are marked in the view."""
        if self._session.editing:
            return ()
        return self._points.marks(self._parts(), self._calibration) if self.receiving else self._points.marks_of_take()

    def _follow(self) -> None:
        """Frames pose the kept document from here on."""
        document = self._session.document
        if document.rig.source is not self._rests_from:
            self._rests_from, self._rests = document.rig.source, rests_of(document.rig)
        rests = self._rests_told or self._rests
        self._driving.work = Work(document, self._calibration, self._parts(), rests, self.choices.counted)

    def _begin_anew(self, _is_another: bool) -> None:
        """Another figure is open: it wants to be calibrated anew, and nothing recorded fits it."""
        self._driving.end_recording("")
        self._calibration, self._shown, self._slot = None, None, None
        self._follow()
        self.changed.emit()


def _where(choices: LiveChoices) -> tuple[object, ...]:
    return choices.address, choices.trackers_port, choices.bones_port
