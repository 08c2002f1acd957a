"""Points of files and clips that drive the figure: solved beside the window, they become a clip of it, as one step."""

from __future__ import annotations

from pathlib import Path

from PySide6 import QtCore, QtWidgets

from pantin.app.live.sources import THIS_RIG, PointSource, clip_of, of_rig, opened
from pantin.app.live.takes import Take, Takes
from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.app.session.settings import Settings
from pantin.app.system.background import BackgroundJobs, Then
from pantin.rigs.editing.clips import added_under_free_name
from pantin.widgets.values.live import LIVE, LiveChoices, SourceShown

KINDS = "*.json *.bvh *.glb *.gltf *.vrm *.vrma"


class PointFiles(QtCore.QObject):
    """The sources of one window besides what comes live. `made` tells the name of a clip that was made."""

    changed = QtCore.Signal()
    made = QtCore.Signal(str)

    def __init__(self, session: Session, settings: Settings, takes: Takes, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._session, self._settings, self._takes = session, settings, takes
        self.reader = BackgroundJobs(self)
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
        session, document, clip = self._session, self._session.document, self.clip
        of = session.edited_figure

        def work() -> Then:
            try:
                found, motion, fits = clip_of(document, source, clip, choices)
            except ValueError as problem:
                sentence = str(problem)
                return lambda: session.warned.emit(sentence)
            return lambda: self._keep(Take(found, motion, fits), of)

        self.reader.start(source.title, work)

    def _sources(self) -> dict[str, PointSource]:
        own = of_rig(self._session.document)
        return {**({THIS_RIG: own} if own else {}), **self._files}

    def _add(self, source: PointSource, choices: LiveChoices, make: bool) -> None:
        self._files[source.key] = source
        self.choose(source.key, next(iter(source.clips), ""))
        if make:
            self.make(choices)

    def _keep(self, take: Take, of: tuple[int, str]) -> None:
        if of != self._session.edited_figure:
            return
        label = _("Add {clip}").format(clip=take.clip.name)
        self._session.edit(label, lambda document: added_under_free_name(document, take.clip))
        self._takes.keep(take)
        name = self._session.document.figure.clips[-1].name
        self._session.notified.emit(_("{clip} is a clip of the rig now.").format(clip=name))
        self.made.emit(name)
