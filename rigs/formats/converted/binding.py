"""A figure whose file was made anew here: the file is kept, read again, and the figure comes from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from msgspec.structs import replace

from pantin.rigs.figure import Figure
from pantin.rigs.formats import gltf
from pantin.rigs.formats.converted.keeping import keep
from pantin.rigs.formats.files import FilePath
from pantin.rigs.formats.gltf.meshes import character, character_in
from pantin.rigs.formats.gltf.skin_writing import bound, on_new_file
from pantin.rigs.formats.gltf.whole import put_together, whole_of
from pantin.rigs.formats.opening import Reading
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.soles import soles_of
from pantin.rigs.meshes.weighting.automatic import Progress, no_progress
from pantin.rigs.meshes.weighting.characters import body_of, weights_of
from pantin.rigs.meshes.weighting.influences import Influences
from pantin.rigs.messages import _
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.place import HERE, Place
from pantin.rigs.rig import Rig
from pantin.rigs.source.worlds import UPRIGHT
from pantin.rigs.unusable import Unusable
from pantin.rigs.wording import quoted

BESIDE = 0.5
"""The part of the bones that begin in the box of a mesh, at least, where the mesh lies in place around them."""


def contents_of(figure: Figure) -> bytes:
    """Return the file that a figure came from as one binary container.

    Raises Unusable where it came from none, or that is not there, and Fault where it has changed.
    """
    file = None if figure.source is None else figure.source.file
    whole = None if file is None else whole_of(file)
    if whole is None:
        sentence = _("the file of {figure} is not where it was; open the figure again.")
        raise Unusable(sentence.format(figure=quoted(figure.name)))
    return whole.as_it_lies or put_together(whole, whole.plain, b"")


def bound_figure(
    mesh: Figure,
    figure: Figure,
    most: int = 4,
    placed: Floats | None = None,
    progress: Progress = no_progress,
    weights_from: Figure | None = None,
    say: Callable[[str], None] = lambda _sentence: None,
) -> Figure:
    """Return a figure with the mesh of another, which is bound to its bones; `most` bones move a vertex.

    The mesh lies in its armature space, or `placed` (4, 4) elsewhere. Weights are those of the skin of `weights_from`,
    where that is given, at the nearest place; what is not found of that is said to `say`. Its new file is kept. Raises
    Unusable and Fault.
    """
    data = contents_of(mesh)
    character = character_in(data)
    if (upright := _upright(mesh)) is not None:
        placed = upright if placed is None else placed @ upright
    if weights_from is None:
        weights = weights_of(character, figure.rig, most, placed, progress)
    else:
        weights = _weights_of_another(character, figure.rig, weights_from, most, placed, progress, say)
    file = mesh.source.file if mesh.source is not None else None
    assert file is not None
    return from_made(figure, bound(data, figure.rig, weights, figure.source, placed), file.path, mesh.hidden_parts)


def placed_in_scene(mesh: Figure, figure: Figure) -> Floats | None:
    """Return the matrix (4, 4) from the armature space of a mesh to that of a figure: as both lie in the world, where
    the bones are in the mesh there, else as large as there, where they are in it so. None for the mesh as it is.

    Figures that were put beside each other are as large as each other, and do not lie in one another.
    """
    whole, size = figure.place.inverse.of(mesh.place), mesh.place.size / figure.place.size
    if mesh.source is None or mesh.source.file is None or whole == HERE:
        return None
    points = body_of(character(mesh.source.file.path), _upright(mesh)).surface.points
    heads = np.array([bone.head for bone in figure.rig.bones if bone.kind == "bone"]).reshape(-1, 3)
    places = (place.matrix for place in (whole, Place(size=size)) if place != HERE)
    return next((place for place in places if _lie_in(heads, points @ place[:3, :3].T + place[:3, 3])), None)


def _upright(mesh: Figure) -> Floats | None:
    """Return the turn (4, 4) by which a mesh stands that lies in its file; None where it is as its file has it."""
    return UPRIGHT if mesh.source is not None and mesh.source.stood_up else None


def _lie_in(heads: Floats, points: Floats) -> bool:
    """Return whether bones begin (n, 3) in the box around points (v, 3)."""
    low, high = points.min(axis=0), points.max(axis=0)
    room = 0.05 * (high - low).max()
    inside = ((heads >= low - room) & (heads <= high + room)).all(axis=1)
    return bool(len(heads)) and float(inside.mean()) >= BESIDE


def _weights_of_another(
    character: Character,
    rig: Rig,
    other: Figure,
    most: int,
    placed: Floats | None,
    progress: Progress,
    say: Callable[[str], None],
) -> tuple[Influences, ...]:
    """Return the weights of each part of a character on a rig, taken from the skin of a figure."""
    from pantin.rigs.bodies.transferring import transferred

    body = body_of(character, placed)
    theirs = character_in(contents_of(other))
    found = transferred(body.surface.points, rig, other, theirs, most, progress)
    if found.report:
        say(found.report)
    return body.of_parts(found.influences)


def from_made(figure: Figure, data: bytes, original: FilePath, hidden: Sequence[int] = ()) -> Figure:
    """Return a figure that comes from a file made here, whose last skin has its bones in their order as joints.

    It is kept under the name of the `original`. `hidden` are the nodes of meshes that are not shown. Raises OSError.
    """
    kept = keep(data, original)
    read = gltf.read(kept, Reading(partly=True, rest_from="nodes")).figure.source
    assert read is not None
    made = on_new_file(figure, read, hidden)
    soles = soles_of(made.rig, made.source, character_in(data))
    return replace(made, rig=made.rig.changed(soles=soles or made.rig.soles))
