"""Move, rotate and scale of bones in the rest pose: they transform the selected joints, and neighbours follow.

Bones that are selected whole and are connected turn and scale as one, about the head of the first of them. Joints do so
about their middle, unless another pivot is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pantin.rigs import rotations as rot
from pantin.rigs.document import Document, End
from pantin.rigs.editing.building.ends import ends_held, joints_held
from pantin.rigs.editing.building.joints import transformed
from pantin.rigs.fields import Quaternion
from pantin.rigs.rig import Rig
from pantin.viewport.tools.dragging.events import Pivot

Array = NDArray[np.float64]


def moved(document: Document, offset: Array) -> Document:
    """Move the selected joints by an offset (3,), armature space, metres."""
    return transformed(document, ends_held(document), _about(np.zeros(3), np.eye(3), offset))


def turned(document: Document, by: Quaternion, pivot: Pivot) -> Document:
    """Rotate the selected joints by a unit quaternion, armature space, about the pivot."""
    return _carried(document, rot.matrix_from_quaternion(by), pivot)


def scaled(document: Document, factors: Array, axes: Array, pivot: Pivot) -> Document:
    """Scale the selected joints by factors (3,) along the rows of `axes` (3, 3), armature space, about the pivot."""
    return _carried(document, axes.T @ np.diag(factors) @ axes, pivot)


def point(document: Document, name: str) -> Array:
    """The point (3,) that is moved: the joint that was selected last, or the head of the bone."""
    end = document.ends[-1] if document.ends else End(name, "head")
    return place_of(document.rig, joints_held(document)[-1] if document.ends else end)


def middle(document: Document) -> Array:
    """The mean of the selected joints (3,), armature space."""
    return np.asarray(np.mean([place_of(document.rig, end) for end in joints_held(document)], axis=0))


def pivot(document: Document, name: str, pivot: Pivot) -> Array:
    """Return the place of a rotate or scale gizmo (3,), armature space."""
    if pivot == "median" or (pivot == "individual" and document.ends):
        return middle(document)
    return point(document, name if pivot == "active" else _first(document.rig, name, set(document.selected)))


def _carried(document: Document, linear: Array, pivot: Pivot) -> Document:
    """Apply a linear map (3, 3) to the selected joints, each group about its own pivot."""
    for ends, place in _groups(document, pivot):
        document = transformed(document, ends, _about(place, linear))
    return document


def _groups(document: Document, pivot_: Pivot) -> Iterator[tuple[tuple[End, ...], Array]]:
    """The joints that are transformed together, with the pivot (3,) of each group."""
    rig, names = document.rig, document.selected
    if document.ends or pivot_ != "individual":
        lead = document.active if document.active in names else names[-1]
        yield ends_held(document), pivot(document, lead or "", pivot_)
        return
    chosen, islands = set(names), dict[str, list[End]]()
    for end in ends_held(document):
        islands.setdefault(_first(rig, end.bone, chosen), []).append(end)
    for first, ends in islands.items():
        yield tuple(ends), place_of(rig, End(first, "head"))


def _first(rig: Rig, name: str, chosen: set[str]) -> str:
    """The first of the chosen bones that are connected to each other, up from this one."""
    bone = rig.by_name[name]
    while bone.connected and bone.parent in chosen and bone.parent in rig.by_name:
        bone = rig.by_name[bone.parent]
    return bone.name


def place_of(rig: Rig, end: End) -> Array:
    """The place of a joint (3,), armature space."""
    return np.array(getattr(rig.by_name[end.bone], end.end), dtype=np.float64)


def _about(place: Array, linear: Array, offset: Array | float = 0.0) -> Array:
    """The transform (4, 4) that applies `linear` (3, 3) about a fixed point `place` (3,), then an offset (3,)."""
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = linear, place - linear @ place + offset
    return matrix
