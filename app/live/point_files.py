"""Files of tracked points: read and solved beside the window, they become a clip of the open rig, as one step."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from PySide6 import QtCore, QtWidgets

from pantin.app.files.reader import Reader, Then
from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.app.session.settings import Settings
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.formats import trackers
from pantin.widgets.values.live import LiveChoices


class PointFiles(QtCore.QObject):
    """Asks for a file and takes it in."""

    def __init__(self, session: Session, settings: Settings, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self.reader = Reader(self)

    def ask(self, choices: LiveChoices) -> None:
        """Let a file be chosen."""
        window = QtWidgets.QApplication.activeWindow()
        kinds = _("Tracked points (*.json)")
        folder = str(self._settings.folder)
        name, _kind = QtWidgets.QFileDialog.getOpenFileName(window, _("Clip of tracked points"), folder, kinds)
        if name:
            self.take(Path(name), choices)

    def take(self, path: Path, choices: LiveChoices) -> None:
        """Make a clip of the points in a file; what does not fit is said, and nothing is changed."""
        session, document, opening = self._session, self._session.document, self._session.openings

        def work() -> Then:
            try:
                clip = clip_of(document, path, choices)
            except ValueError as problem:
                sentence = str(problem)
                return lambda: session.warned.emit(sentence)
            return lambda: self._add(clip, opening)

        self.reader.start(path.name, work)

    def _add(self, clip: Clip, opening: int) -> None:
        if opening == self._session.openings:
            self._session.edit(_("Add {clip}").format(clip=clip.name), lambda document: with_clip(document, clip))
            self._session.told.emit(_("{clip} is a clip of the rig now").format(clip=clip.name))


def clip_of(document: Document, path: Path, choices: LiveChoices) -> Clip:
    """The points of a file as a clip of the document's rig. Raises ValueError, in one sentence."""
    from pantin.solver.edits.tracking import calibration
    from pantin.solver.edits.tracking.stance import body_of
    from pantin.solver.edits.tracking.track import tracked_clip

    motion, body = trackers.read(path), body_of(document.rig)
    if motion.source is not None:
        fits = calibration.by_skeleton(body, motion)
    elif choices.by == "t_pose":
        fits = calibration.by_t_pose(body, motion.frames[0])
    else:
        fits = calibration.by_height(body, choices.height)
    return tracked_clip(document, fits, motion)


def with_clip(document: Document, clip: Clip) -> Document:
    """The document with one more clip, under a name that is free."""
    names, name, number = {each.name for each in document.rig.clips}, clip.name, 1
    while name in names:
        number += 1
        name = f"{clip.name} {number}"
    return replace(document, rig=document.rig.animated((*document.rig.clips, replace(clip, name=name))))
