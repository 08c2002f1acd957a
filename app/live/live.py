"""Live motion: what comes poses the figure and writes nothing, until the person keeps a pose or a recording."""

from __future__ import annotations

from typing import get_args

from msgspec.structs import replace
from PySide6 import QtCore

from pantin.app.live import osc, wording
from pantin.app.live.driving import DrivenFigure, FrameDriver
from pantin.app.live.fit import Fit, parts_of
from pantin.app.live.live_pose import LivePose
from pantin.app.live.marks import Mark
from pantin.app.live.point_files import PointFiles
from pantin.app.live.receiver import NoPort, Receiver, Traffic
from pantin.app.live.seen_points import SeenPoints
from pantin.app.live.sending import Sending
from pantin.app.live.takes import Take
from pantin.app.live.wording import what_bones_pose
from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.app.session.settings import Settings
from pantin.rigs.document import Document
from pantin.rigs.editing import clips
from pantin.viewport.values.loaded_character import loaded_of
from pantin.widgets.values.live import LIVE, CalibrateBy, LiveChoices, LiveShown, LiveState

STATUS_INTERVAL = 250
"""Milliseconds between two looks at how receiving goes."""


class Live(QtCore.QObject):
    """Receiving, calibrating, recording and sending, for one window."""

    changed = QtCore.Signal()
    """Something else is to be shown of it."""
    moved = QtCore.Signal()
    """The points are elsewhere."""
    mended = QtCore.Signal()
    """Ports are listened on, or points fit: what was said of a port in use or of a calibration is no longer so."""

    def __init__(self, session: Session, settings: Settings, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self.choices = settings.live
        self._driver, self._sending = FrameDriver(), Sending(session)
        self._receiver: Receiver | None = None
        self._points = SeenPoints(session)
        self._pose = LivePose(session, self._driver, self._points, self)
        self._fit = Fit()
        self._failed, self._recorded = "", ""
        self._status_timer = QtCore.QTimer(self, interval=STATUS_INTERVAL)
        self._status_timer.timeout.connect(self.changed)
        session.document_changed.connect(self._follow)
        session.characters_changed.connect(self._follow)
        session.replaced.connect(self._begin_anew)
        session.figure_left.connect(self._leave)
        self.files = PointFiles(session, settings, self._points.takes, self)
        self.files.changed.connect(self.changed)
        self._points.moved.connect(self.moved)
        self._points.more_came.connect(self.changed)
        if (program := QtCore.QCoreApplication.instance()) is not None:
            program.aboutToQuit.connect(self.stop)

    @property
    def receiving(self) -> bool:
        """Return whether ports are listened on."""
        return self._receiver is not None

    @property
    def ports(self) -> tuple[int, ...]:
        """The ports that are listened on."""
        return self._receiver.ports if self._receiver else ()

    @property
    def sending(self) -> bool:
        """Return whether the posed figure is sent."""
        return self._sending.to is not None

    @property
    def recording(self) -> bool:
        """Return whether what comes is recorded."""
        return self._driver.recorded is not None

    @property
    def posing(self) -> bool:
        """Return whether the figure on screen is posed by what comes."""
        return self._pose.shown is not None

    @property
    def points_come(self) -> bool:
        """Return whether there are points or bones to calibrate."""
        return self.receiving and bool(self._pose.newest.trackers or self._pose.newest.bones)

    def _told_of_bones(self) -> str:
        """Return a sentence about what the bones that come pose, and what their rotations are counted from."""
        counted, newest = self._fit.counted(self.choices, self._driver.are_from_rest), self._pose.newest
        posed = what_bones_pose(newest.bones, newest.root)
        return f"{counted} {posed}" if posed else counted

    @property
    def shown(self) -> LiveShown:
        """All of it, for the panel."""
        traffic = self._receiver.traffic if self._receiver else Traffic(0, 0)
        state = self._state(traffic)
        return LiveShown(
            choices=self.choices,
            state=state,
            why=self._failed or self._pose.refused,
            rate=traffic.rate,
            dropped=traffic.dropped,
            serials=self._points.serials(self.choices.parts),
            bones=len(self._pose.newest.bones),
            lost=self._points.lost(self.choices.parts, state == "waiting"),
            calibrated=self._fit.did,
            counted_from=self._told_of_bones(),
            sending=self.sending,
            posing=self.posing,
            recorded=self._driver.recorded,
            sources=self.files.shown,
            used=self.files.chosen,
            clip=self.files.clip,
            came=self._points.came,
            selected=self._selected(),
        )

    def _state(self, traffic: Traffic) -> LiveState:
        """Return the state of receiving, in a word."""
        if self._failed:
            return "failed"
        if self._receiver is None:
            return "off"
        return "receiving" if traffic.rate else "waiting"

    def _selected(self) -> tuple[str, ...]:
        """The points on bones that are selected: a point is chosen with its bone, wherever that is clicked."""
        parts, selected = parts_of(self.choices), self._session.shown.selected
        return tuple(each for each in parts if self._points.bone_of(each, parts) in selected)

    def select(self, serial: str) -> None:
        """Select the bone that a point is on."""
        if bone := self._points.bone_of(serial, parts_of(self.choices)):
            self._session.select((bone,), bone)

    def start(self) -> None:
        """Listen."""
        self.stop()
        if not osc.is_installed():
            self._failed = wording.NO_OSC
        else:
            try:
                self._receiver = Receiver(self._sending.left_of(self.choices), self._pose.take, self.choices.address)
                self._pose.open()
                self.mended.emit()
            except NoPort as problem:
                self._failed = str(problem)
                self._session.warned.emit(wording.no_port(self._failed))
        self._follow()
        self._status_timer.start()
        self.files.choose(LIVE)

    def stop(self) -> None:
        """Listen no longer. The kept pose is shown again; what was recorded is kept."""
        if self.recording:
            self.record()
        receiver, self._receiver, self._failed = self._receiver, None, ""
        if receiver is not None:
            receiver.close()
        self._status_timer.stop()
        if self._pose.close() and self._recorded:
            self.files.made.emit(self._recorded)  # while motion came in it could not be shown
        self._recorded = ""
        self.changed.emit()

    def choose(self, choices: LiveChoices) -> None:
        """Take other choices. Where other ports are chosen, these are listened on."""
        before, self.choices = self.choices, choices
        self._settings.live = choices
        if self.receiving and _where(before) != _where(choices):
            self.start()
        if self.sending:
            self.send(True)
        self._follow()
        self.changed.emit()

    def calibrate(self, by: str = "") -> None:
        """Fit what comes to the figure, by how the person stands now or by their height: as is said, or as before."""
        if by in get_args(CalibrateBy):
            self.choose(replace(self.choices, by=by))
        try:
            chosen = self._fit.calibrate(self._pose.newest, self.choices, self._session.document.rig)
        except ValueError as problem:
            self._session.warned.emit(str(problem))
            return
        self._settings.live = self.choices = chosen
        self._follow()
        self.mended.emit()
        self._session.notified.emit(self._fit.did)
        self.changed.emit()

    def record(self) -> None:
        """Begin to record what comes, or end that: then it is a clip of the rig, as one step."""
        if not self.recording:
            self._driver.begin_recording()
        else:
            self._end_recording()
        self.changed.emit()

    def _end_recording(self) -> None:
        self._keep_recorded(self._session.document.active_figure)

    def _keep_recorded(self, figure: str) -> None:
        """Keep what was recorded as a clip of a figure, and say so."""
        name = clips.free_name(self._session.document.editing(figure))
        recorded = self._driver.end_recording(name)
        if recorded is None:
            self._session.notified.emit(_("Nothing was recorded."))
            return
        clip, motion = recorded
        label = _("Record {name}").format(name=name)
        self._session.edit(label, lambda document: clips.added_to(document, figure, clip))
        if motion.frames and self._fit.calibration is not None:
            self._points.takes.keep(Take(clip, motion, self._fit.calibration))
        self._recorded = name
        self.files.made.emit(name)
        sentence = _("{name}: {seconds} s recorded, now a clip of the rig.")
        self._session.notified.emit(sentence.format(name=name, seconds=f"{clip.seconds:.1f}"))

    def keep(self) -> None:
        """Keep the pose that is shown, as one step."""
        if self._pose.shown is not None:
            pose = self._pose.shown.figure.pose

            def edit(document: Document) -> Document:
                return document.with_figure(replace(document.figure, pose=pose))

            self._session.edit(_("Keep the tracked pose"), edit)

    def send(self, on: bool) -> None:
        """Send the posed figure to other programs, or no longer."""
        if on and not osc.is_installed():
            self._session.warned.emit(wording.NO_OSC)
            return
        ports = self._sending.left_of(self.choices)
        self._sending.to_address((self.choices.send_address, self.choices.send_port) if on else None)
        if self.receiving and ports != self._sending.left_of(self.choices):
            self.start()
        self.changed.emit()

    def marks(self) -> tuple[Mark, ...]:
        """The points as they are marked in the view."""
        if self._session.editing:
            return ()
        if not self.receiving:
            return self._points.marks_of_take()
        return self._points.marks(parts_of(self.choices), self._fit.calibration)

    def _follow(self) -> None:
        """Frames pose the kept document from here on."""
        document, fit = self._session.document, self._fit
        rests, parts = fit.rests(document.figure), parts_of(self.choices)
        loaded = loaded_of(document.figure, self._session.characters)
        face = () if loaded is None else loaded.character.expressions
        self._driver.figure = DrivenFigure(document, fit.calibration, parts, rests, self.choices.counted, face)

    def _leave(self, figure: str) -> None:
        """Another figure is edited: keep what was recorded of the one before, and calibrate anew."""
        if self.recording and any(each.name == figure for each in self._session.document.scene.figures):
            self._keep_recorded(figure)
        self._begin_anew(True)

    def _begin_anew(self, _is_another: bool) -> None:
        """Another figure is open: it wants to be calibrated anew, and nothing recorded fits it."""
        self._driver.end_recording("")
        self._pose.forget()
        self._fit.forget()
        self._follow()
        self.changed.emit()


def _where(choices: LiveChoices) -> tuple[object, ...]:
    return choices.address, choices.trackers_port, choices.bones_port
