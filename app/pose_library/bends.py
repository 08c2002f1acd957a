"""The bends to test: shown in the place of the poses while the brush is in hand. A bend is a look; nothing is written.

Which bends there are, and what is known of the weights, is found on a thread of its own once nothing has changed for a
moment.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6 import QtCore

from pantin.app.docks.docks import Docks
from pantin.app.pictures.bend_picture import BendPicture
from pantin.app.pictures.figure_pictures import FigurePictures
from pantin.app.pose_library.bend_facts import WeightFacts, facts_of
from pantin.app.session.clip_frame import BendLook, bend_look
from pantin.app.session.session import Session
from pantin.app.system.background import BackgroundJobs
from pantin.rigs.fitting.bends import Bend, bends_of
from pantin.viewport import tools
from pantin.viewport.values.loaded_character import loaded_of
from pantin.viewport.window.view import View
from pantin.widgets.poses.bend_strip import BendStrip
from pantin.widgets.poses.poses_or_bends import PosesOrBends

QUIET = 300
"""Milliseconds without a change after which weights are looked at: strokes follow each other."""

PANEL, JOB = "poses", "bends"


class Bends(QtCore.QObject):
    """Shows the strip, and the figure in the bend that is asked for."""

    found = QtCore.Signal()
    """Other facts are known of the weights, or none any more."""

    def __init__(
        self,
        session: Session,
        view: View,
        docks: Docks,
        panel: PosesOrBends,
        strip: BendStrip,
        pictures: FigurePictures,
    ) -> None:
        super().__init__(view)
        self._session, self._view, self._docks, self._panel, self._strip = session, view, docks, panel, strip
        self.facts: WeightFacts | None = None
        self._bends: tuple[Bend, ...] = ()
        self._seen: tuple[object, ...] = ()
        """The figure and mesh whose bends and facts were found."""
        self._jobs = BackgroundJobs(self, one_thread=True)
        self._pictures = pictures
        self._soon = QtCore.QTimer(self, singleShot=True, interval=QUIET)
        self._soon.timeout.connect(self._look)
        strip.bend_asked.connect(self.bend)
        view.tool_changed.connect(self._take_or_put_away)
        docks.changed.connect(self._follow)
        panel.changed.connect(self._follow)
        for changed in (session.document_changed, session.characters_changed, session.evaluated_changed):
            changed.connect(self._follow)

    @property
    def is_shown(self) -> bool:
        """Return whether the strip is open."""
        return self._panel.shows_bends and self._docks.is_shown(PANEL)

    @property
    def bent(self) -> str | None:
        """Return the name of the bend that is on screen; None where the figure is as it is posed."""
        frame = self._session.frame
        return frame.clip.name if isinstance(frame, BendLook) else None

    def bend(self, name: str) -> None:
        """Show the figure in the bend of this name. At rest that is its own pose, where it is not posed."""
        session, bend = self._session, next((each for each in self._bends if each.name == name), None)
        rig = session.document.rig
        if bend is None or any(bone not in rig.by_name for bone in bend.turns):
            return
        shows_own = session.frame is None or self.bent is not None
        if not bend.turns and shows_own and not session.document.figure.pose.bones:
            return self._put_back()
        session.show_frame(bend_look(rig, bend))
        if session.document.active is None and bend.bone is not None:
            session.select((bend.bone,), bend.bone)

    def _put_back(self) -> None:
        """Show the figure as it is posed."""
        if self.bent is not None:
            self._session.show_frame(None)

    def _take_or_put_away(self, name: str) -> None:
        """The strip takes the place of the poses while the brush is in hand."""
        self._panel.show_bends(tools.tool_named(name).skin is not None)

    def _follow(self) -> None:
        """Show what is on, and look again at weights that are others."""
        session = self._session
        if not self.is_shown or session.editing:
            self._put_back()
            return self._forget()
        frame = session.frame
        if isinstance(frame, BendLook) and set(frame.clip.bones) != _bones(session):
            self._put_back()  # bones were added or removed
        self._strip.show_on(self.bent or (self._bends[0].name if self._bends and self._is_at_rest else None))
        self._strip.head.show_volume(self._volume)
        if len(now := self._state()) != len(self._seen) or any(
            one is not other for one, other in zip(now, self._seen, strict=True)
        ):
            self._soon.start()

    @property
    def _is_at_rest(self) -> bool:
        return self._session.frame is None and not self._session.document.figure.pose.bones

    @property
    def _volume(self) -> float | None:
        return None if self.facts is None or self.bent is None else self.facts.volumes.get(self.bent)

    def _forget(self) -> None:
        self._soon.stop()
        if self._seen:
            self._seen = ()
            self._jobs.cancel()
            self._pictures.want([], self._strip.show_picture)
        if self.facts is not None:
            self.facts = None
            self.found.emit()

    def _state(self) -> tuple[object, ...]:
        """Return what bends and facts depend on; what is another is another object."""
        session = self._session
        figure = session.document.figure
        loaded = loaded_of(figure, session.characters)
        weights = None if loaded is None else loaded.weights
        return figure.rig.bones, figure.rig.constraints, figure.source, session.document.active, loaded, weights

    def _look(self) -> None:
        """Have bends and facts found of what is there now; not while something is dragged, or read."""
        session = self._session
        if session.is_previewing or session.characters_coming or not self.is_shown:
            return self._soon.start() if self.is_shown else None
        self._seen = self._state()
        figure, active, characters = session.document.figure, session.document.active, session.characters

        def find_bends() -> Callable[[], None]:
            bends = bends_of(figure.rig, active)
            return lambda: take(bends)

        def take(bends: tuple[Bend, ...]) -> None:
            self._take_bends(bends)
            self._jobs.start(JOB, lambda: find_facts(bends))

        def find_facts(bends: tuple[Bend, ...]) -> Callable[[], None]:
            facts = facts_of(figure, characters, bends)
            return lambda: self._take_facts(facts)

        self._jobs.cancel()
        self._jobs.start(JOB, find_bends)

    def _take_bends(self, bends: tuple[Bend, ...]) -> None:
        self._bends = bends
        self._strip.show_bends([bend.name for bend in bends])
        self._pictures.want([(bend.name, BendPicture(bend)) for bend in bends], self._strip.show_picture)
        self._follow()

    def _take_facts(self, facts: WeightFacts | None) -> None:
        self.facts = facts
        self.found.emit()
        self._follow()


def _bones(session: Session) -> set[str]:
    return {bone.name for bone in session.document.rig.bones if bone.kind == "bone"}
