"""What move, rotate and scale do to bones at rest: they transform the selected joints, and neighbours follow.

Bones that are selected whole and are connected turn and scale as one, about the head of the first of them. Joints do so
about their middle, unless another pivot is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.document import Document, End
from pantin.rigs.editing.building.ends import ends_held, joints_held
from pantin.rigs.editing.building.joints import transformed
from pantin.rigs.fields import Quaternion
from pantin.rigs.rig import Rig
from pantin.viewport.tools.dragging.events import Pivot

Array = NDArray[np.float64]


def moved(document: Document, offset: Array) -> Document:
    """Move what is selected by an offset (3,) in metres."""
    return transformed(document, ends_held(document), _about(np.zeros(3), np.eye(3), offset))


def turned(document: Document, by: Quaternion, pivot: Pivot) -> Document:
    """Rotate what is selected."""
    return _carried(document, _matrix(by), pivot)


def scaled(document: Document, factors: Array, axes: Array, pivot: Pivot) -> Document:
    """Scale what is selected by factors (3,) along the rows of `axes` (3, 3)."""
    return _carried(document, axes.T @ np.diag(factors) @ axes, pivot)


def point(document: Document, name: str) -> Array:
    """The point that is moved: the joint that was selected last, or the head of the bone."""
    end = document.ends[-1] if document.ends else End(name, "head")
    return _place(document.rig, joints_held(document)[-1] if document.ends else end)


def middle(document: Document) -> Array:
    """The middle of all selected joints."""
    return np.asarray(np.mean([_place(document.rig, end) for end in joints_held(document)], axis=0))


def pivot(document: Document, name: str, pivot: Pivot) -> Array:
    """Where a rotate or scale gizmo is (3,), armature space."""
    if pivot == "median" or (pivot == "individual" and document.ends):
        return middle(document)
    return point(document, name if pivot == "active" else _first(document.rig, name, set(document.selected)))


def _carried(document: Document, linear: Array, pivot: Pivot) -> Document:
    for ends, place in _groups(document, pivot):
        document = transformed(document, ends, _about(place, linear))
    return document


def _groups(document: Document, pivot_: Pivot) -> Iterator[tuple[tuple[End, ...], Array]]:
    """The joints that are transformed together, and about which point."""
    rig, names = document.rig, document.selected
    if document.ends or pivot_ != "individual":
        lead = document.active if document.active in names else names[-1]
        yield ends_held(document), pivot(document, lead or "", pivot_)
        return
    chosen, islands = set(names), dict[str, list[End]]()
    for end in ends_held(document):
        islands.setdefault(_first(rig, end.bone, chosen), []).append(end)
    for first, ends in islands.items():
        yield tuple(ends), _place(rig, End(first, "head"))


def _first(rig: Rig, name: str, chosen: set[str]) -> str:
    """The first bone of those that are connected to each other and chosen, up from this one."""
    bone = rig.by_name[name]
    while bone.connected and bone.parent in chosen and bone.parent in rig.by_name:
        bone = rig.by_name[bone.parent]
    return bone.name


def _place(rig: Rig, end: End) -> Array:
    return np.array(getattr(rig.by_name[end.bone], end.end), dtype=np.float64)


def _about(place: Array, linear: Array, offset: Array | float = 0.0) -> Array:
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = linear, place - linear @ place + offset
    return matrix


def _matrix(quaternion: Quaternion) -> Array:
    x, y, z, w = quaternion
    cross = np.array([(0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)])
    return np.asarray(np.eye(3) + 2.0 * w * cross + 2.0 * cross @ cross)
