"""Facts about the weights of a figure: counts about them, and what each bend does to its volume and its edges.

It is found on a thread of its own, of the weights as they are painted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin import solver
from pantin.app.session.clip_frame import bend_look
from pantin.rigs import Document
from pantin.rigs.editing.poses.partners import partners_of
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.bends import Bend
from pantin.rigs.meshes.weighting.brush import Weights
from pantin.rigs.meshes.weighting.deforming import torn, volume_kept
from pantin.rigs.meshes.weighting.facts import counts_of_bones, difference_of_sides, without_bone
from pantin.rigs.meshes.weighting.surfaces import Surface
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.unusable import Unusable
from pantin.viewport.figure.skin import Skin, skin_of, with_skin
from pantin.viewport.picking.skins import posed
from pantin.viewport.values.loaded_character import Characters, loaded_of

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


class WeightFacts(NamedTuple):
    """Facts about the weights of a skin."""

    loose: Rows
    """The vertices that no bone moves."""
    most: int
    """The largest number of bones that move one of them."""
    counts: Rows
    """For each vertex how many do (v,)."""
    differ: float | None
    """The difference of both sides, 0 to 1; None where they are no images of each other."""
    one_sided: Rows
    """The vertices that differ visibly from those of the other side."""
    torn: Rows
    """The vertices that tear in the bend in which most do."""
    torn_in: str
    """The name of that bend; empty where none tears."""
    volumes: Mapping[str, float]
    """The part of the volume that is left in each bend, by their names."""


def facts_of(figure: Figure, characters: Characters, bends: Sequence[Bend]) -> WeightFacts | None:
    """Return the facts about the weights of a figure; None where it has no skin, or too large a one."""
    skin, loaded = skin_of(figure, characters), loaded_of(figure, characters)
    if skin is None or loaded is None or not any(part.skin is not None for part in skin.character.parts):
        return None
    try:
        body, across = loaded.body, loaded.other_side
    except Unusable:
        return None
    rig, bones = figure.rig, skin.bound.rows.astype(np.int64)
    places = np.concatenate(body.places)
    weights = Weights(skin.weighted.joints - np.int32(len(rig.bones)), skin.weighted.weights)
    partners = partners_of(rig)
    others = np.array([rig.rows[partners.get(bone.name, bone.name)] for bone in rig.bones], np.int64)
    sides, counts = difference_of_sides(weights, bones, places, across, others), counts_of_bones(weights)
    main = bones[weights.entries[np.arange(len(places)), weights.weights.argmax(axis=1)]]
    bent = _bent(figure, skin, body.surface, places, main, bends)
    return WeightFacts(
        loose=without_bone(weights, bones),
        most=int(counts.max(initial=0)),
        counts=counts,
        differ=None if sides is None else sides.mean,
        one_sided=np.empty(0, np.int64) if sides is None else sides.vertices,
        torn=np.flatnonzero(np.isin(places, bent.torn)),
        torn_in=bent.torn_in,
        volumes=bent.volumes,
    )


class _Bent(NamedTuple):
    """The points that tear in the bend in which most do, its name, and the volume that is left in each."""

    torn: Rows
    torn_in: str
    volumes: Mapping[str, float]


def _bent(figure: Figure, skin: Skin, surface: Surface, places: Rows, main: Rows, bends: Sequence[Bend]) -> _Bent:
    """Bend a skin. `main` are for its vertices the rows of the bones that move most of them."""
    rig, volumes, worst, worst_in = figure.rig, dict[str, float](), np.empty(0, np.int64), ""
    surface = surface._replace(points=_points(skin, rest_matrices(rig.bones), places))
    for bend in bends:
        if bend.bone is None or any(name not in rig.rows for name in bend.turns):
            continue
        document = bend_look(rig, bend).on(Document.of(replace(figure, poses=(), clips=())))
        points = _points(skin, np.asarray(solver.evaluate(document).matrices), places)
        chosen = np.zeros(len(surface.points), bool)
        chosen[places[np.isin(main, _bending(rig, bend))]] = True
        kept = volume_kept(surface, points, chosen)
        if kept is not None:
            volumes[bend.name] = kept
        found = torn(surface, points)
        if len(found) > len(worst):
            worst, worst_in = found, bend.name
    return _Bent(worst, worst_in, volumes)


def _points(skin: Skin, matrices: Floats, places: Rows) -> Floats:
    """Return the points of the surface of a skin (p, 3) as bones pose them, (n, 4, 4)."""
    palette = with_skin(skin, matrices)[:, :3].astype(np.float32)
    weighted = skin.weighted
    found = np.empty((int(places.max()) + 1, 3))
    found[places] = posed(palette, skin.mesh.full.positions, weighted.joints, weighted.weights)
    return found


def _bending(rig: Rig, bend: Bend) -> list[int]:
    """Return the rows of the bones whose part of the body a bend deforms: those that turn, what carries them, and the
    twist bones and ends beside them.
    """
    found = set(bend.turns)
    carriers = {above for name in found if (above := rig.by_name[name].parent) is not None}
    for name in (*carriers, *bend.turns):
        found.update(child.name for child in rig.children.get(name, ()) if child.name not in rig.children)
    return [rig.rows[name] for name in found | carriers]
