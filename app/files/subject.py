"""A figure that is asked about: as its file was read, or as it is open, with its character and its measures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
from msgspec.structs import replace

from pantin.app.files import reading
from pantin.app.files.character_file import found_character
from pantin.app.files.characters import look_at
from pantin.rigs.document import Document
from pantin.rigs.editing.building.standing_choices import (
    Choices,
    Doubts,
    RestFrom,
    doubts_of,
    guessed,
    measured_as,
    stands_as,
)
from pantin.rigs.editing.own_files import rested_from
from pantin.rigs.figure import Figure
from pantin.rigs.formats import native
from pantin.rigs.formats.converted.scan_axes import Up, likely_up, may_lie
from pantin.rigs.formats.opening import Opened
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.measures import Measures, measured, measured_bones
from pantin.viewport.values.loaded_character import LoadedCharacter
from pantin.viewport.values.pictures import Pictures

Purpose = Literal["open", "add", "change"]


class Subject(msgspec.Struct, frozen=True, eq=False):
    """A figure, the edited one of its document, and what is known of it."""

    document: Document
    path: Path
    """The file that the person named."""
    measures: Measures
    """As it is in the document, at the size of its file."""
    loaded: LoadedCharacter | None = None
    """Its character, where that was read."""
    sentences: tuple[str, ...] = ()
    """Sentences about what was left out of its file when it was read, or is otherwise than there."""
    others: Mapping[RestFrom, Figure] = {}
    """The other reading of its file, where that tells two rest poses."""

    @property
    def figure(self) -> Figure:
        """Return the figure."""
        return self.document.figure

    @property
    def character(self) -> Character | None:
        """Return its character, where that was read."""
        return None if self.loaded is None else self.loaded.character

    @property
    def unit(self) -> float:
        """Return the metres of a unit of its file."""
        return 1.0 if self.character is None else self.character.unit

    @property
    def doubts(self) -> Doubts:
        """Return what is doubtful of it."""
        found = doubts_of(self.figure, self.measures)
        up = self.up_of_scan
        asked = up is not None and (not up.sure or may_lie(self.measures.height, self.measures.depth))
        return replace(found, up=True) if asked else found

    @property
    def up_of_scan(self) -> Up | None:
        """Return what its mesh tells of what is up, where the format of its file does not tell it."""
        parts = () if self.character is None else self.character.parts
        if self.path.suffix.lower() not in (".stl", ".ply") or not parts:
            return None
        corners = np.array([(part.positions.min(axis=0), part.positions.max(axis=0)) for part in parts])
        return likely_up(corners[:, 0].min(axis=0), corners[:, 1].max(axis=0))

    @property
    def guess(self) -> Choices:
        """Return how it most likely stands."""
        return guessed(self.figure, self.measures, self.unit)

    def measured_as(self, choices: Choices) -> Measures:
        """Return its measures, still at the size of its file, as it is chosen."""
        return measured_as(self.figure, self.measures, choices)

    def standing(self, choices: Choices) -> Document:
        """Return the document in which it stands as it is chosen."""
        return stands_as(self.document, choices, self.others, self.character)


class Request(msgspec.Struct, frozen=True, eq=False):
    """A figure that is asked about, what for, and what is done with the document in which it stands as it is chosen."""

    subject: Subject
    purpose: Purpose
    done: Callable[[Choices], None]


def subject_of(path: Path, read: Opened) -> Subject | None:
    """Return what was read of a file of another program, measured by its bones; None for Pantin's own."""
    figure = read.document.figure
    if native.is_named_so(path) or figure.source is None or not figure.rig.bones:
        return None
    return Subject(read.document, path, measured_bones(figure.rig), sentences=read.sentences)


def is_told_by_bones(subject: Subject) -> bool:
    """Return whether the bones of a figure tell enough: there is no mesh, or a skeleton whose size is believed."""
    file = None if subject.figure.source is None else subject.figure.source.file
    return file is None or (len(subject.figure.rig.bones) > 1 and not subject.doubts.any)


def looked_at(subject: Subject, longest_texture: int) -> Subject:
    """Return what the mesh of a figure tells as well: it is read and measured, for another thread than the window's.

    The same where it cannot be read: that is told when the figure is open.
    """
    figure, file = subject.figure, None if subject.figure.source is None else subject.figure.source.file
    try:
        found = None if file is None else found_character(file)
    except (ValueError, OSError):
        return subject
    if found is None:
        return subject
    character = found[1]
    loaded = LoadedCharacter(character, Pictures(character.pictures, longest_texture))
    if character.parts:
        look_at(loaded.mesh(len(figure.rig.bones)).full)
    return replace(subject, loaded=loaded, measures=measured(figure, character))


def with_other_rest(subject: Subject, read: Opened) -> Subject:
    """Return what was read of a figure with the other reading of its file, where that tells two rest poses."""
    source = read.document.figure.source
    if read.rested_from is None or source is None:
        return subject
    rest: RestFrom = "nodes" if rested_from(source) == "bind" else "bind"
    return replace(subject, others={rest: read_in(subject.path, rest)})


def read_in(path: Path, rest: RestFrom) -> Figure:
    """Return the figure of a file in the rest pose that is named. Raises Unreadable."""
    return reading.opened(path, rest).document.figure
