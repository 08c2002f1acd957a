"""Weights of a character on the bones of a rig: of all its parts together, as they lie at rest."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.binding import Binding, binding, palette
from pantin.rigs.meshes.character import Character, Part
from pantin.rigs.meshes.posed_points import points
from pantin.rigs.meshes.weighting.automatic import Bones, Progress, automatic, bones_of, no_progress
from pantin.rigs.meshes.weighting.influences import Influences
from pantin.rigs.meshes.weighting.surfaces import Surface, welded
from pantin.rigs.messages import _
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.source import Source
from pantin.rigs.unusable import Unusable

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

MOST_TRIANGLES = 1_000_000
"""Triangles of a mesh that gets weights."""


LARGER, LONGER = 8.0, 25.0
"""A mesh so many times as large as the skeleton is in other units, and a skeleton so many times as large as the mesh; a
mesh may be a hat."""

BESIDE = 0.5
"""Bones that are farther from a mesh than this part of its size lie elsewhere."""


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
        raise Unusable(_too_many(triangles))
    bound = binding(Rig(), None, character)
    posed = _still(character, bound, np.empty((0, 4, 4)))
    if placed is not None:
        posed = [own @ placed[:3, :3].T + placed[:3, 3] for own in posed]
    return _joined(posed, character.parts)


def size_of(character: Character) -> float:
    """Return the longest side of the box around a character as its file has it, metres; 0 where it has no mesh."""
    posed = np.concatenate([*_still(character, binding(Rig(), None, character), np.empty((0, 4, 4))), np.empty((0, 3))])
    return float(np.ptp(posed, axis=0).max()) if len(posed) else 0.0


def _still(character: Character, bound: Binding, rests: Floats) -> list[Floats]:
    """Return the points (v, 3) of each part, of bones that rest at `rests` (n, 4, 4), without morph targets."""
    morphs = {each.node: () for each in character.morphs}
    return [part.positions for part in points(character, bound, palette(bound, rests), morphs)]


def _joined(posed: Sequence[Floats], parts: Sequence[Part]) -> Body:
    """Return parts, whose points (v, 3) lie there, as one surface."""
    firsts = np.cumsum([0, *map(len, posed)])
    corners = [part.triangles.astype(np.int64) + first for part, first in zip(parts, firsts, strict=False)]
    surface, places = welded(np.concatenate(posed), np.concatenate(corners))
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
    _hold_against(body.surface.points, np.concatenate([bones.heads, bones.tails], axis=1).reshape(-1, 3))
    return body.of_parts(automatic(body.surface, bones, most, progress))


def _hold_against(points: Floats, ends: Floats) -> None:
    """Raise Unusable, in one sentence, where points (v, 3) of a mesh do not lie around the ends (n, 3) of bones."""
    large, long = float(np.ptp(points, axis=0).max()), float(np.ptp(ends, axis=0).max())
    if long > 0.0 and large > LARGER * long:
        times = float(f"{large / long:.1g}")
        sentence = _("the mesh is about {times:,.0f} times as large as the skeleton; bring both to one size first.")
        raise Unusable(sentence.format(times=times))
    if large > 0.0 and long > LONGER * large:
        times = float(f"{long / large:.1g}")
        sentence = _("the skeleton is about {times:,.0f} times as large as the mesh; bring both to one size first.")
        raise Unusable(sentence.format(times=times))
    room = BESIDE * large
    low, high = points.min(axis=0) - room, points.max(axis=0) + room
    if (ends.max(axis=0) < low).any() or (ends.min(axis=0) > high).any():
        raise Unusable(_("no bone lies near the mesh; move the skeleton into it, or the mesh to the skeleton, first."))


Weighted = dict[int, Influences]
"""The influences of the vertices of parts, by the places of these."""


def weights_at_rest(
    character: Character,
    rig: Rig,
    source: Source,
    movers: Collection[str],
    most: int = 4,
    progress: Progress = no_progress,
) -> Weighted:
    """Return other weights for the parts of a character that have a skin, by how its mesh lies around bones at rest.

    Of these the `movers` may move it. `source` are the nodes that the rig came from. Raises Unusable, in one
    sentence, where nothing has a skin, or nothing may move it.
    """
    own = [place for place, part in enumerate(character.parts) if part.skin is not None and len(part.triangles)]
    if not own:
        raise Unusable(_("there is no mesh to bind; choose a file with triangles."))
    bones = bones_of(rig.bones)
    moving = np.array([rig.bones[row].name in movers for row in bones.rows], bool)
    if not moving.any():
        raise Unusable(_("there are no bones to bind the mesh to; choose a rig that has some."))
    bones = Bones(*(table[moving] for table in bones))
    parts = [character.parts[place] for place in own]
    triangles = sum(len(part.triangles) for part in parts)
    if triangles > MOST_TRIANGLES:
        raise Unusable(_too_many(triangles))
    posed = _still(character, binding(rig, source, character), rest_matrices(rig.bones))
    body = _joined([posed[place] for place in own], parts)
    found = body.of_parts(automatic(body.surface, bones, most, progress))
    return dict(zip(own, found, strict=True))


def _too_many(triangles: int) -> str:
    sentence = _("the mesh has {count:,} triangles, and {most:,} can be bound at most; make it simpler first.")
    return sentence.format(count=triangles, most=MOST_TRIANGLES)
