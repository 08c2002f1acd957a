"""The choices of how a figure stands in the world: its unit, what is up in its file, where it looks, and how it rests.

They count from the figure as its file was read: chosen again, they lead to the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isclose, log, pi
from typing import Literal

import msgspec
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.building.scaling import LARGEST, SMALLEST
from pantin.rigs.editing.building.upright import lies_against_its_format, stood_up, turned_upright
from pantin.rigs.editing.own_files import rested_from, resting_as
from pantin.rigs.editing.standing import resized, turned
from pantin.rigs.figure import Figure
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.measures import PERSON, Facing, Measures, turned_by
from pantin.rigs.rotations import wrapped

RestFrom = Literal["bind", "nodes"]

METRE, DECIMETRE, CENTIMETRE, MILLIMETRE, INCH = 1.0, 0.1, 0.01, 0.001, 0.0254
"""Metres."""
UNITS = (METRE, CENTIMETRE, MILLIMETRE, DECIMETRE, INCH)
"""The units that programs write, metres: those that a figure is likely to be in first."""
METRIC = (METRE, CENTIMETRE, MILLIMETRE, DECIMETRE)
QUARTER = pi / 2
"""Radians."""


class Choices(msgspec.Struct, frozen=True):
    """The size, the front and the upright of a figure."""

    size: float = 1.0
    """Its size, as a multiple of that with which its file was read."""
    heading: float = 0.0
    """Its turn to its left, radians."""
    z_up: bool = False
    """True where Z is up in its file, though that was read as having Y up."""
    rest: RestFrom = "nodes"


class Doubts(msgspec.Struct, frozen=True):
    """Parts of the answer that may be wrong, by what was measured."""

    size: bool = False
    up: bool = False
    front: bool = False

    @property
    def any(self) -> bool:
        """Return whether there is a doubt."""
        return self.size or self.up or self.front


SURE = Doubts()


def choices_of(figure: Figure) -> Choices:
    """Return how a figure stands now."""
    rest = "nodes" if figure.source is None else rested_from(figure.source)
    return Choices(figure.place.size, figure.place.heading, z_is_up(figure), rest)


def z_is_up(figure: Figure) -> bool:
    """Return whether a figure was turned because Z is up in its file."""
    source = figure.source
    return source is not None and (source.was_turned or source.stood_up)


def may_be_raised(figure: Figure) -> bool:
    """Return whether what is up in the file of a figure can be chosen: not where its controls are fitted already, nor
    in a VRM before 1.0, which says it.
    """
    source = figure.source
    if source is None or figure.rig.constraints:
        return False
    return source.z_up is not None or (source.file is not None and not source.faces_back)


def doubts_of(figure: Figure, measures: Measures) -> Doubts:
    """Return what is doubtful of a figure where it stands, as it was measured."""
    lies = lies_against_its_format(figure)
    seen = turned_by(measures.facing, figure.place.heading)
    looks_away = measures.is_person and not lies and seen in ("back", "left", "right")
    standing = measures.turned_upright() if lies else measures
    return Doubts(standing.doubts_at(figure.place.size), lies, looks_away)


def measured_as(figure: Figure, measures: Measures, choices: Choices) -> Measures:
    """Return the measures of a figure that is turned upright, or back, as it is chosen."""
    changes = choices.z_up != z_is_up(figure)
    return measures.turned_upright(choices.z_up) if changes else measures


def guessed(figure: Figure, measures: Measures, unit: float = 1.0) -> Choices:
    """Return how a figure most likely stands: as it was read, but for what is doubtful. `unit` is that of its file."""
    choices, doubts = choices_of(figure), doubts_of(figure, measures)
    choices = replace(choices, z_up=choices.z_up or (doubts.up and may_be_raised(figure)))
    standing = measured_as(figure, measures, choices)
    turns = doubts.front or doubts.up
    heading = heading_to_the_front(standing.facing, choices.heading) if turns else choices.heading
    size = _likely(standing, unit, choices.size) if doubts.size else choices.size
    return replace(choices, size=size, heading=heading)


def heading_to_the_front(facing: Facing, heading: float = 0.0) -> float:
    """Return the heading at which a body looks to the front, radians; the given one where it looks up, or nowhere."""
    turns = (0.0, pi, -QUARTER, QUARTER)
    return next((turn for turn in turns if turned_by(facing, turn) == "front"), heading)


def _likely(measures: Measures, unit: float, size: float) -> float:
    """Return the size at which a person is as tall as people are in one of the usual units, or in none all the same.

    Of anything else it is in that metric unit in which it comes nearest to the size of people.
    """
    if measures.is_person:
        sizes = (each / unit for each in UNITS)
        return next((each for each in sizes if SMALLEST <= measures.height * each <= LARGEST), PERSON / measures.height)
    likely = [each / unit for each in METRIC if not measures.doubts_at(each / unit)]
    return min(likely, key=lambda each: abs(log(measures.height * each / PERSON)), default=size)


def stands_as(
    document: Document, choices: Choices, others: Mapping[RestFrom, Figure], character: Character | None = None
) -> Document:
    """Return the document whose edited figure stands as it is chosen.

    `others` are other readings of its file, by what they rest from; where the one that is chosen is missing, the figure
    rests as it does. Soles are measured anew on its `character`.
    """
    now = choices_of(document.figure)
    if choices.rest != now.rest and choices.rest in others:
        document = resting_as(document, others[choices.rest])
        now = choices_of(document.figure)
    if choices.z_up != now.z_up and may_be_raised(document.figure):
        document = _raised(document, choices.z_up, character)
    if not isclose(choices.size, now.size, rel_tol=1e-9):
        document = resized(document, choices.size / now.size)
    turn = choices.heading - now.heading
    return turned(document, turn) if abs(float(wrapped(turn))) > 1e-9 else document


def _raised(document: Document, z_up: bool, character: Character | None) -> Document:
    source = document.figure.source
    if source is not None and source.z_up is not None:
        return turned_upright(document, z_up)
    return stood_up(document, character, z_up)
