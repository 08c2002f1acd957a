"""Points of files and clips that drive the figure: solved beside the window, they become a clip of it, as one step."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from PySide6 import QtCore, QtWidgets

from pantin.app.files.reader import Reader, Then
from pantin.app.live.sources import THIS_RIG, PointSource, clip_of, of_rig, opened
from pantin.app.live.takes import Take, Takes
from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.app.session.settings import Settings
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.widgets.values.live import LIVE, LiveChoices, SourceShown

KINDS = "*.json *.bvh *.glb *.gltf *.vrm *.vrma"


class PointFiles(QtCore.QObject):
    """The sources of one window besides what comes live. `made` tells the name of a clip that was made."""

    changed = QtCore.Signal()
    made = QtCore.Signal(str)

    def __init__(self, session: Session, settings: Settings, takes: Takes, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._session, self._settings, self._takes = session, settings, takes
        self.reader = Reader(self)
        self._files: dict[str, PointSource] = {}
        self.chosen, self.clip = LIVE, ""
        """The source that is used, by its key, and which clip of it."""

    @property
    def shown(self) -> tuple[SourceShown, ...]:
        """All of them, for the panel."""
        return tuple(source.shown for source in self._sources().values())

    def choose(self, key: str, clip: str = "") -> None:
        """Use this source."""
        self.chosen, self.clip = key, clip
        self.changed.emit()

    def ask(self, choices: LiveChoices, make: bool = True) -> None:
        """Let a file be chosen, and `make` a clip of it."""
        window = QtWidgets.QApplication.activeWindow()
        kinds = _("Tracked points and motion ({kinds})").format(kinds=KINDS)
        folder = str(self._settings.folder)
        name, _kind = QtWidgets.QFileDialog.getOpenFileName(window, _("Points or motion"), folder, kinds)
        if name:
            self.take(Path(name), choices, make)

    def take(self, path: Path, choices: LiveChoices, make: bool = True) -> None:
        """Add a file to the sources, and `make` a clip of it; what does not fit is said, and nothing is changed."""
        session = self._session

        def work() -> Then:
            try:
                source = opened(path)
            except ValueError as problem:
                sentence = str(problem)
                return lambda: session.warned.emit(sentence)
            return lambda: self._add(source, choices, make)

        self.reader.start(path.name, work)

    def make(self, choices: LiveChoices) -> None:
        """Make a clip of the source that is used."""
        source = self._sources().get(self.chosen)
        if source is None:
            return
        session, document, opening, clip = self._session, self._session.document, self._session.openings, self.clip

        def work() -> Then:
            try:
                found, motion, fits = clip_of(document, source, clip, choices)
            except ValueError as problem:
                sentence = str(problem)
                return lambda: session.warned.emit(sentence)
            return lambda: self._keep(Take(found, motion, fits), opening)

        self.reader.start(source.title, work)

    def _sources(self) -> dict[str, PointSource]:
        own = of_rig(self._session.document)
        return {**({THIS_RIG: own} if own else {}), **self._files}

    def _add(self, source: PointSource, choices: LiveChoices, make: bool) -> None:
        self._files[source.key] = source
        self.choose(source.key, next(iter(source.clips), ""))
        if make:
            self.make(choices)

    def _keep(self, take: Take, opening: int) -> None:
        if opening != self._session.openings:
            return
        clip = take.clip
        self._session.edit(_("Add {clip}").format(clip=clip.name), lambda document: with_clip(document, clip))
        self._takes.keep(take)
        name = self._session.document.rig.clips[-1].name
        self._session.told.emit(_("{clip} is a clip of the rig now").format(clip=name))
        self.made.emit(name)


def with_clip(document: Document, clip: Clip) -> Document:
    """The document with one more clip, under a name that is free."""
    names, name, number = {each.name for each in document.rig.clips}, clip.name, 1
    while name in names:
        number += 1
        name = f"{clip.name} {number}"
    return replace(document, rig=document.rig.animated((*document.rig.clips, replace(clip, name=name))))
