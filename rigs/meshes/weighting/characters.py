"""Weights of a character on the bones of a rig: of all its parts together, as they lie at rest."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.posed_points import points
from pantin.rigs.meshes.weighting.automatic import Progress, automatic, bones_of, no_progress
from pantin.rigs.meshes.weighting.influences import Influences
from pantin.rigs.meshes.weighting.surfaces import Surface, welded
from pantin.rigs.messages import _
from pantin.rigs.rig import Rig
from pantin.rigs.unusable import Unusable

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

MOST_TRIANGLES = 1_000_000
"""Triangles of a mesh that gets weights."""


class Body(NamedTuple):
    """All parts of a character as one surface."""

    surface: Surface
    places: tuple[Rows, ...]
    """For each part the point of the surface (v) that each of its vertices is."""

    def of_parts(self, found: Influences) -> tuple[Influences, ...]:
        """Return the influences of the vertices of each part, by those of the points."""
        return tuple(found.rows(own) for own in self.places)


def body_of(character: Character, placed: Floats | None = None) -> Body:
    """Return the surface of a character as its file has it, armature space, or `placed` (4, 4) elsewhere.

    Raises Unusable where it has no mesh, or too large a one.
    """
    triangles = sum(len(part.triangles) for part in character.parts)
    if not triangles:
        raise Unusable(_("there is no mesh to bind; choose a file with triangles."))
    if triangles > MOST_TRIANGLES:
        sentence = _("the mesh has {count:,} triangles, and {most:,} can be bound at most; make it simpler first.")
        raise Unusable(sentence.format(count=triangles, most=MOST_TRIANGLES))
    bound = binding(Rig(), None, character)
    morphs = {each.node: () for each in character.morphs}
    posed = points(character, bound, palette(bound, np.empty((0, 4, 4))), morphs)
    firsts = np.cumsum([0, *(len(part.positions) for part in posed)])
    whole = np.concatenate([part.positions for part in posed])
    if placed is not None:
        whole = whole @ placed[:3, :3].T + placed[:3, 3]
    corners = [part.triangles.astype(np.int64) + first for part, first in zip(character.parts, firsts, strict=False)]
    surface, places = welded(whole, np.concatenate(corners))
    return Body(surface, tuple(np.split(places, firsts[1:-1])))


def weights_of(
    character: Character,
    rig: Rig,
    most: int = 4,
    placed: Floats | None = None,
    progress: Progress = no_progress,
) -> tuple[Influences, ...]:
    """Return weights of the vertices of each part of a character on a rig at rest, `most` bones for each.

    The character lies in the armature space of the rig as its file has it, or `placed` (4, 4) elsewhere. `progress` is
    told which part, 0 … 1, is done; it may raise to end the work. Raises Unusable, in one sentence, where there is
    nothing to bind, or nothing to bind to.
    """
    bones = bones_of(rig.bones)
    if not len(bones.rows):
        raise Unusable(_("there are no bones to bind the mesh to; choose a rig that has some."))
    body = body_of(character, placed)
    return body.of_parts(automatic(body.surface, bones, most, progress))
