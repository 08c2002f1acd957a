"""Strokes of the brush on their way into files: each becomes another file of the figure, beside the window.

One stroke is one step of undo, which names the file before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec.structs import replace
from PySide6 import QtCore

from pantin.app.files.characters import CharacterFiles, look_at
from pantin.app.files.files import Files
from pantin.app.messages import _
from pantin.app.session.painted_weights import PaintedStroke
from pantin.app.session.session import Session
from pantin.app.session.settings import Settings
from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.formats.files import Fault, Unreadable
from pantin.rigs.meshes.binding import binding
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.weighting.brush import Weights
from pantin.rigs.rig import Rig
from pantin.rigs.source import SourceFile
from pantin.rigs.unusable import Unusable
from pantin.viewport.values.loaded_character import LoadedCharacter, loaded_of, vertices_of

if TYPE_CHECKING:
    from pantin.rigs.formats.gltf.reweighting import OtherWeights


class Written(NamedTuple):
    """A stroke in its file, with the character read from that, and the rig with its new soles."""

    file: SourceFile
    loaded: LoadedCharacter
    rig: Rig


class WeightFiles(QtCore.QObject):
    """Writes what is painted, and makes steps of undo of it."""

    def __init__(self, session: Session, settings: Settings, files: Files, characters: CharacterFiles) -> None:
        super().__init__(session)
        self._session, self._settings, self._characters = session, settings, characters
        self._files, self._jobs = files, files.jobs
        session.painted.kept.connect(self._write)
        session.painted.joint_wanted.connect(self._join)

    def _join(self, bone: str) -> None:
        """Let a bone be a joint of all skins of the edited figure, once what was painted is written."""
        from pantin.app.files.remaking import skin_joint

        if not self._session.painted.wait(partial(self._join, bone)):
            label = _("Add {bone} to the skin").format(bone=bone)
            self._files.remake(label, partial(skin_joint, bone=bone))

    def _write(self, stroke: PaintedStroke) -> None:
        loaded = loaded_of(self._session.document.figure, self._session.characters)
        if loaded is None:
            return
        known = dict(self._settings.characters)
        work = partial(written, stroke, loaded, self._session.path, known)
        self._jobs.in_turn(work, partial(self._take, stroke), failed=partial(self._fail, stroke))

    def _take(self, stroke: PaintedStroke, found: Written) -> None:
        """A stroke is in its file: make the step of undo, unless it was undone meanwhile."""
        session, before = self._session, stroke.file
        if before is None or not session.painted.is_wanted(stroke):
            return
        figure = next((each for each in session.document.scene.figures if each.name == stroke.figure.name), None)
        if figure is None or _digest(figure) != before.sha256:
            return self._fail(stroke, _("The figure was changed meanwhile; paint again."))
        self._characters.take_made(before.sha256, found.file, found.loaded)
        session.painted.take(stroke, written=True)
        session.edit(stroke.label, lambda document: _with_file(document, stroke, found), stay=True)
        session.painted.after_writing()

    def _fail(self, stroke: PaintedStroke, why: str) -> None:
        if self._session.painted.take(stroke, written=False):
            self._session.cancel_preview()
            self._session.warned.emit(why)
            self._session.painted.after_writing()


def _with_file(document: Document, stroke: PaintedStroke, found: Written) -> Document:
    """Return the document whose painted figure comes from its new file."""
    figure = document.scene.figure(stroke.figure.name)
    assert figure.source is not None
    made = replace(figure, source=replace(figure.source, file=found.file))
    if figure.rig is stroke.figure.rig:
        made = replace(made, rig=found.rig)
    return replace(document, scene=document.scene.with_figure(figure.name, made))


def _digest(figure: Figure) -> str:
    return figure.source.file.sha256 if figure.source is not None and figure.source.file is not None else ""


def written(stroke: PaintedStroke, loaded: LoadedCharacter, place: Path | None, known: Mapping[str, str]) -> Written:
    """Write a stroke over a character into a file, which is kept, and read that. Raises ValueError and Unreadable."""
    from pantin.app.files.remaking import whole_of_file
    from pantin.rigs.formats.converted.remade import remade_file
    from pantin.rigs.formats.gltf.meshes import character_in
    from pantin.rigs.formats.gltf.reweighting import reweighted
    from pantin.rigs.meshes.soles import soles_of

    file = stroke.file
    if file is None:
        raise Unusable(_("what was painted before could not be written; paint again."))
    try:
        data = reweighted(
            whole_of_file(file, place, known), [*_changes(loaded.character, stroke.start, stroke.weights)]
        )
        read = character_in(data)
    except Fault as fault:
        raise Unreadable(file.path, fault.where, fault.what) from None
    stroke.made = remade_file(data, file.path)
    made, rig = loaded.with_weights_of(read), stroke.figure.rig
    look_at(made.mesh(len(rig.bones)).full)
    soles = soles_of(rig, stroke.figure.source, made.character) if rig.soles else rig.soles
    return Written(stroke.made, made, rig.changed(soles=soles) if soles and soles != rig.soles else rig)


def _changes(character: Character, start: Weights, end: Weights) -> Iterator[OtherWeights]:
    """Yield what is different in each part of a character."""
    from pantin.rigs.formats.gltf.reweighting import OtherWeights

    width = max(start.entries.shape[1], end.entries.shape[1])
    one, other = start.wide(width), end.wide(width)
    same = (one.weights == other.weights) & ((one.entries == other.entries) | (other.weights == 0.0))
    firsts = binding(Rig(), None, character).firsts
    for part, own, first in zip(character.parts, vertices_of(character), firsts, strict=True):
        changed = np.flatnonzero(~same[own].all(axis=1))
        if len(changed) and part.skin is not None:
            weights = other.weights[own][changed].astype(np.float64)
            joints = np.where(weights > 0.0, other.entries[own][changed].astype(np.int64) - first, 0)
            yield OtherWeights(part, changed, joints, weights)
