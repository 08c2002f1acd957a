"""The blend shapes of an FBX mesh: a morph target for each, and for each of the shapes between none and all of it."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any, NamedTuple

import numpy as np

from pantin.rigs.formats.converted.content import Content, Floats
from pantin.rigs.formats.converted.fbx_objects import array, at, kept, rows
from pantin.rigs.messages import _
from pantin.rigs.wording import quoted

MOST_MOVES = 40_000_000
"""Vertices times targets of one mesh."""


FARTHEST = 1e12
"""Units by which a shape moves a vertex."""


WHOLE_NUMBERS = "as_int32_list", "as_int64_list"


class Shape(NamedTuple):
    """A target of a mesh."""

    name: str
    channel: Any
    place: int
    """Among the shapes of the channel, by their weights."""
    whole: tuple[float, ...]
    """The weights of the channel at which each of its shapes is there alone."""
    vertices: np.ndarray[Any, np.dtype[np.int64]]
    moves: Floats
    """(n, 3), for these vertices."""
    normals: Floats | None
    """(n, 3)."""

    def weight(self, channel: float) -> float:
        """Return how far the shape is there when its channel is at a weight: between none and the shapes beside it in a
        straight line, which goes on beyond the last.
        """
        places = sorted({*self.whole, 0.0})
        here = min(max(bisect_right(places, channel), 1), len(places) - 1)
        below, above = places[here - 1], places[here]
        part = (channel - below) / (above - below)
        own = self.whole[self.place]
        return part if own == above else 1.0 - part if own == below else 0.0


def shapes_of(content: Content, mesh: Any) -> list[Shape]:
    """Return the targets of a mesh, those of its channels one after the other. Raises OverflowError."""
    found: list[Shape] = []
    for deformer in rows(mesh, "blend_deformers"):
        for channel in rows(deformer, "channels"):
            found += _of_channel(content, channel)
            if len(found) * int(mesh.num_vertices) > MOST_MOVES:
                raise OverflowError
    count = int(mesh.num_vertices)
    return [each for each in found if not len(each.vertices) or int(each.vertices.max()) < count]


def _of_channel(content: Content, channel: Any) -> list[Shape]:
    keys = rows(channel, "keyframes")
    whole = tuple(float(each.target_weight) for each in keys)
    if len(set(whole)) < len(whole) or 0.0 in whole or not np.isfinite(whole).all():
        return []
    if len(keys) > 1:
        one = _("{name} has a shape between none and all of it, which is a target of its own.")
        many = _("{name} has {count} shapes between none and all of it; each is a target of its own.")
        sentence = one if len(keys) == 2 else many
        content.words.append(sentence.format(name=quoted(channel.name), count=len(keys) - 1))
    found = []
    for place, key in enumerate(keys):
        shape = at(key, "shape")
        vertices = array(shape, "offset_vertices").astype(np.int64)
        moves, normals = array(shape, "position_offsets"), array(shape, "normal_offsets")
        if len(keys) == 1 and (parts := _parts(channel, shape)) is not None:
            of_each = np.array([parts.get(each, 1.0) for each in vertices.tolist()])[:, None]
            moves = moves * of_each if len(moves) == len(of_each) else moves
            normals = normals * of_each if len(normals) == len(of_each) else normals
        if len(moves) != len(vertices) or not (np.abs(moves) < FARTHEST).all():
            continue
        own = str(shape.name) if len(keys) > 1 else str(channel.name)
        name = own or str(channel.name) or _("shape")
        turned = (
            normals if len(normals) == len(vertices) and (np.abs(normals) < FARTHEST).all() and normals.any() else None
        )
        found.append(Shape(name, kept(channel), place, whole, vertices, moves, turned))
    return found


def _parts(channel: Any, shape: Any) -> dict[int, float] | None:
    """Return how far each vertex follows a shape, where Blender limits that by a group of vertices; None where not.

    Blender writes a weight for each vertex where other programs have the weight at which the shape is there as a whole.
    """
    whole, indices = _values_of(channel, "FullWeights"), _values_of(shape, "Indexes")
    if len(whole) != len(indices) or len(whole) < 2 or not np.isfinite(whole).all():
        return None
    return dict(zip(indices.astype(np.int64).tolist(), (np.clip(whole, 0.0, 100.0) / 100.0).tolist(), strict=True))


def _values_of(element: Any, name: str) -> Floats:
    """Return the numbers of an array as the file has them; none where that was not kept."""
    node = at(element, "dom_node")
    found = kept(node.find(name)) if node is not None else None
    if found is None:
        return np.zeros(0)
    of_each_type = (kept(getattr(found, kind)()) for kind in ("as_double_list", "as_float_list", *WHOLE_NUMBERS))
    return next((np.array([*each], np.float64) for each in of_each_type if len(each)), np.zeros(0))
