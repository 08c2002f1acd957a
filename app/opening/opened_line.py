"""The line that says how a figure stands that was opened or added, with what changes that beside it.

It comes when the figure has been measured, and goes with the next step.
"""

from __future__ import annotations

from PySide6 import QtCore

from pantin.app.files.characters import CharacterFiles
from pantin.app.files.files import Files
from pantin.app.files.subject import Subject
from pantin.app.session.session import Session
from pantin.rigs.editing.building.standing_choices import doubts_of
from pantin.rigs.editing.own_files import rested_from
from pantin.rigs.figure import Figure
from pantin.rigs.meshes.measures import Measures, turned_by
from pantin.rigs.scene import Scene
from pantin.widgets.character.shown_character import height_text
from pantin.widgets.character.size_section import LOOKS, RESTS
from pantin.widgets.floating.answer_bar import AnswerBar


class OpenedLine(QtCore.QObject):
    """Shows a bar for the figure that came last."""

    def __init__(self, session: Session, files: Files, characters: CharacterFiles, bar: AnswerBar) -> None:
        super().__init__(bar)
        self._session, self._characters, self._bar = session, characters, bar
        self._coming: Figure | None = None
        """The figure that waits to be measured."""
        self._told_at: Scene | None = None
        files.stood.connect(self._wait_for)
        session.characters_changed.connect(self._tell_when_measured)
        session.document_changed.connect(self._look)
        session.replaced.connect(self._forget)
        bar.answered.connect(files.ask_how_it_stands)

    def _wait_for(self, subject: Subject) -> None:
        self._coming = self._session.document.figure
        file = None if self._coming.source is None else self._coming.source.file
        if file is None:
            self._tell(subject.measures)
        else:
            self._tell_when_measured()

    def _tell_when_measured(self) -> None:
        measures = None if self._coming is None else self._characters.measures_of(self._coming)
        if measures is not None:
            self._tell(measures)

    def _tell(self, measures: Measures) -> None:
        figure, now = self._coming, self._session.document
        self._coming = None
        if figure is None or not any(each is figure for each in now.scene.figures):
            return  # a step was made since
        self._told_at = now.scene
        self._bar.look_like("units", "limit" if doubts_of(figure, measures).any else "acc")
        file = None if figure.source is None else figure.source.file
        has_two = file is not None and file.sha256 in self._session.two_rests
        self._bar.tell(standing_words(figure, measures, has_two))

    def _look(self) -> None:
        if self._session.document.scene is not self._told_at:
            self._bar.hide()

    def _forget(self) -> None:
        self._coming = None
        self._bar.hide()


def standing_words(figure: Figure, measures: Measures, has_two_rests: bool) -> str:
    """Return how a figure stands in a few words: its height, where it looks, and how it rests.

    Where its file does not tell two rest poses, its own is its bind pose.
    """
    height = measures.height * figure.place.size
    facing = turned_by(measures.facing, figure.place.heading)
    rest = RESTS["bind" if figure.source is None or not has_two_rests else rested_from(figure.source)]
    has_skin = figure.source is not None and bool(figure.source.skins)
    words = (
        height_text(height) if height > 0.0 else "",
        LOOKS[facing] if facing != "unknown" else "",
        rest if has_skin else "",
    )
    return ", ".join(word for word in words if word)
