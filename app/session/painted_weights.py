"""Weights that were painted and are not in a file yet: they are shown at once, and written one stroke after the other.

A stroke belongs to the file that the figure had at its beginning, or to what the stroke before it becomes.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6 import QtCore

from pantin.rigs.figure import Figure
from pantin.rigs.meshes.weighting.brush import Weights
from pantin.rigs.source import SourceFile
from pantin.viewport.values.loaded_character import Characters, LoadedCharacter, loaded_of


class PaintedStroke:
    """Weights of all vertices of a figure after a stroke, and the file that has them once it is written."""

    def __init__(
        self, label: str, figure: Figure, before: PaintedStroke | SourceFile, start: Weights, weights: Weights
    ) -> None:
        self.label, self.figure, self.start, self.weights = label, figure, start, weights
        self._before = before
        self.made: SourceFile | None = None

    @property
    def file(self) -> SourceFile | None:
        """The file in which the weights are those before the stroke; None where that could not be written."""
        return self._before.made if isinstance(self._before, PaintedStroke) else self._before


class PaintedWeights(QtCore.QObject):
    """The weights that are painted over the characters of a session, whose edited figure is asked for."""

    kept = QtCore.Signal(object)
    """A stroke is to be written."""
    joint_wanted = QtCore.Signal(str)
    """A bone of the edited figure is to be a joint of all its skins."""

    def __init__(self, edited: Callable[[], Figure], parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._edited = edited
        self._strokes: list[PaintedStroke] = []
        self._written: PaintedStroke | None = None
        """The stroke that came into its file last."""
        self.preview: Weights | None = None
        """Those of the stroke that goes on."""
        self._after: list[Callable[[], None]] = []
        self._shown: dict[str, tuple[LoadedCharacter, Weights, LoadedCharacter]] = {}
        self._over: tuple[Characters, dict[str, Weights], Characters] = ({}, {}, {})

    @property
    def is_waiting(self) -> bool:
        """Return whether a stroke is not in a file yet."""
        return bool(self._strokes)

    def over(self, characters: Characters) -> Characters:
        """Return characters that are shown with the painted weights."""
        painted = self._painted()
        if not painted:
            return characters
        known, before, found = self._over
        alike = known is characters and before.keys() == painted.keys()
        if alike and all(before[digest] is weights for digest, weights in painted.items()):
            return found
        own = {digest: characters[digest] for digest in painted if digest in characters}
        shown = {digest: self._showing(digest, each, painted[digest]) for digest, each in own.items()}
        self._over = characters, painted, {**characters, **shown}
        return self._over[2]

    def _painted(self) -> dict[str, Weights]:
        """Return the painted weights by the digests of the files in whose place they are shown.

        While the pose of the document with the new file is on its way, they are shown over the old one.
        """
        figure = self._edited()
        now = figure.source.file.sha256 if figure.source is not None and figure.source.file is not None else ""
        found, written = dict[str, Weights](), self._written
        if written is not None and written.made is not None and written.file is not None and written.made.sha256 == now:
            found[written.file.sha256] = written.weights
        last = self._strokes[-1] if self._strokes and self._strokes[-1].figure.name == figure.name else None
        weights = self.preview if self.preview is not None or last is None else last.weights
        return found | {now: weights} if now and weights is not None else found

    def _showing(self, digest: str, own: LoadedCharacter, weights: Weights) -> LoadedCharacter:
        known = self._shown.get(digest)
        if known is None or known[0] is not own or known[1] is not weights:
            self._shown = {digest: (own, weights, own.showing(weights))}
        return self._shown[digest][2]

    def keep(self, label: str, weights: Weights, characters: Characters) -> None:
        """Keep a stroke over the edited figure, which is written beside the window."""
        figure = self._edited()
        own = loaded_of(figure, characters)
        file = figure.source.file if figure.source is not None else None
        if file is None or own is None:
            return
        last = self._strokes[-1] if self._strokes and self._strokes[-1].figure.name == figure.name else None
        start = own.own_weights if last is None else last.weights
        stroke = PaintedStroke(label, figure, last or file, start, weights)
        self._strokes.append(stroke)
        self.kept.emit(stroke)

    def wait(self, then: Callable[[], None]) -> bool:
        """Do `then` as soon as all strokes are in the document. Return whether there are any."""
        if self._strokes:
            self._after.append(then)
        return bool(self._strokes)

    def after_writing(self) -> None:
        """Do what waited for the strokes, where there are none any more."""
        if not self._strokes:
            after, self._after = self._after, []
            for then in after:
                then()

    def drop_last(self) -> bool:
        """Let go the last stroke that is not written yet. Return whether there was one."""
        if not self._strokes:
            return False
        self._strokes.pop()
        return True

    def is_wanted(self, stroke: PaintedStroke) -> bool:
        """Return whether a stroke was not undone since."""
        return stroke in self._strokes

    def take(self, stroke: PaintedStroke, written: bool) -> bool:
        """Let go a stroke that was written, or cannot be. Return whether it was still wanted."""
        if stroke not in self._strokes:
            return False
        self._strokes.remove(stroke)
        self._written = stroke if written else None
        return True

    def forget(self) -> None:
        """Let go all strokes: another document is open."""
        self._strokes.clear()
        self._after.clear()
        self._shown.clear()
        self.preview = self._written = None
