"""Bones made from joints, for formats that store where joints are but not where bones end.

A bone ends at the joint that continues it, so that chains are connected: the only child, or of several the one that
goes on in the same direction, or else the one that carries most. A last bone goes on where its chain was going; an eye
looks ahead, and no bone goes on to an eye.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist, hypot
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.anatomy.names import has_word
from pantin.rigs.editing.pins import pins_of_skeleton
from pantin.rigs.fields import Vector3
from pantin.rigs.figure import Figure
from pantin.rigs.formats.files import Fault, FilePath
from pantin.rigs.formats.json_text import LARGEST
from pantin.rigs.messages import _
from pantin.rigs.rest import rolls_of
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.vectors import three

Vectors = NDArray[np.float64]

Z_UP = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
"""Many formats have Y up, and figures that look along +Z; Pantin has Z up and looks along -Y."""

TO_Z_UP = np.eye(4)
"""The same turn as a matrix (4, 4), read-only."""
TO_Z_UP[:3, :3] = Z_UP
TO_Z_UP.setflags(write=False)

STRAIGHT_ON = 0.5
"""Cosine. A child within 60 degrees of the direction so far continues it."""

MOST_JOINTS = 65_536
"""A glTF names the joints of its skins by numbers of 16 bits, so no figure has more; whole towns have."""

COINCIDENT = 1e-6
"""Joints closer than this part of the skeleton's size are in the same place."""


class Pivot(msgspec.Struct, frozen=True):
    """A joint at rest, in armature space: axes as columns, and the end of its bone where that is known."""

    name: str
    parent: int | None
    position: Vectors
    axes: Vectors
    tip: Vectors | None = None


def figure_called(path: FilePath, bones: tuple[Bone, ...]) -> Figure:
    """Return a figure of these bones at rest, named as its file is, with the pins of its feet."""
    rig = Rig(bones=bones)
    return Figure(name=usable(Path(path).stem) or "Untitled", rig=rig.changed(pins=pins_of_skeleton(rig)))


def usable(name: str) -> str:
    """A name that can be written to a file: no halves of characters, no blanks around it, not too long."""
    return name.encode(errors="replace").decode()[:180].strip()


def distinct(wanted: Iterable[str]) -> list[str]:
    """The names made unique by numbering repeated ones."""
    times: dict[str, int] = {}
    for name in wanted:
        free = name
        while free in times:
            times[name] += 1
            free = f"{name}.{times[name]:03}"
        times[free] = 0
    return list(times)


def check_count(joints: int, where: str) -> None:
    """Raise Fault where there are more parts than a figure has, before bones are made of them."""
    if joints > MOST_JOINTS:
        what = _(
            "the file has {joints:,} joints and a figure at most {most_joints:,}; export the figure alone."
        ).format(joints=joints, most_joints=MOST_JOINTS)
        raise Fault(where, what)


def size_of(pivots: Sequence[Pivot]) -> float:
    """Return the size of the skeleton: the diagonal of the box around its joints."""
    return float(np.linalg.norm(np.ptp(np.array([pivot.position for pivot in pivots]).reshape(-1, 3), axis=0)))


def bones_of(pivots: Sequence[Pivot]) -> tuple[Bone, ...]:
    """The bones of a skeleton whose joints are in `pivots`, parents before their children."""
    heads = np.array([pivot.position for pivot in pivots]).reshape(-1, 3)
    size = size_of(pivots)
    near = max(COINCIDENT * size, 1e-9)
    tails = _tails(pivots, heads, size, near)
    beyond = (np.abs(tails) > LARGEST).any(axis=1, keepdims=True)
    tails = np.where(beyond, 2 * heads - tails, tails)  # what opens can be saved: such a bone points inwards
    rolls = rolls_of(np.array([pivot.axes for pivot in pivots]), tails - heads)
    ends = tails.tolist()
    return tuple(
        Bone(
            name=pivot.name,
            parent=None if pivot.parent is None else pivots[pivot.parent].name,
            head=tuple(head),
            tail=tuple(tail),
            roll=roll,
            connected=pivot.parent is not None and dist(head, ends[pivot.parent]) <= near,
        )
        for pivot, head, tail, roll in zip(pivots, heads.tolist(), ends, rolls.tolist(), strict=True)
    )


def _tails(pivots: Sequence[Pivot], heads: Vectors, size: float, near: float) -> Vectors:
    children, carried = _carried(pivots)
    tails: list[Vector3] = []
    places: list[Vector3] = [(x, y, z) for x, y, z in heads.tolist()]
    for index, pivot in enumerate(pivots):
        head = places[index]
        further = [
            child for child in children[index] if dist(places[child], head) > near and not _is_eye(pivots[child])
        ]
        further = [child for child in further if not _is_twist(pivots[child])] or further
        if further:
            tails.append(places[_continuing(pivot, heads[index], heads, further, carried, near)])
        elif pivot.tip is not None and dist(tip := three(pivot.tip), head) > near:
            tails.append(tip)
        else:
            span = _last_span(pivot, places, tails, head, size, near)
            x, y, z = (0.0, -hypot(*span), 0.0) if _is_eye(pivot) else span
            tails.append((head[0] + x, head[1] + y, head[2] + z))
    return np.array(tails).reshape(-1, 3)


def _is_eye(pivot: Pivot) -> bool:
    return "eye" in pivot.name.lower() and has_word(pivot.name, "eye")


def _is_twist(pivot: Pivot) -> bool:
    """Return whether a joint lies along its limb to share its twist: the limb goes on beyond it."""
    return has_word(pivot.name, "twist", "roll")


def _carried(pivots: Sequence[Pivot]) -> tuple[list[list[int]], list[int]]:
    """The children of each joint, and how many joints hang on it, itself included."""
    children: list[list[int]] = [[] for _ in pivots]
    carried = [1] * len(pivots)
    for index, pivot in enumerate(pivots):
        if pivot.parent is not None:
            children[pivot.parent].append(index)
    for index in reversed(range(len(pivots))):
        carried[index] += sum(carried[child] for child in children[index])
    return children, carried


def _continuing(
    pivot: Pivot, head: Vectors, heads: Vectors, children: list[int], carried: list[int], near: float
) -> int:
    """The child at whose head the bone ends."""
    if pivot.parent is not None and len(children) > 1:
        so_far = head - heads[pivot.parent]
        if np.linalg.norm(so_far) > near:
            spans = heads[children] - head
            cosines = spans @ so_far / (np.linalg.norm(spans, axis=1) * np.linalg.norm(so_far))
            if cosines.max() > STRAIGHT_ON:
                return children[int(cosines.argmax())]
    return max(children, key=lambda child: carried[child])


def _last_span(
    pivot: Pivot, places: Sequence[Vector3], tails: Sequence[Vector3], head: Vector3, size: float, near: float
) -> Vector3:
    """From head to tail of a bone that nothing continues: half as long as the one before, at most like a limb."""
    longest = 0.2 * size if size > near else 0.1
    if pivot.parent is None:
        x, y, z = pivot.axes[:, 1].tolist()
        return _as_long((x, y, z) if hypot(x, y, z) > 1e-12 else (0.0, 0.0, 1.0), longest / 2)
    above = places[pivot.parent]
    so_far = _from_to(above, head)
    if hypot(*so_far) <= near:
        so_far = _from_to(above, tails[pivot.parent])
    return _as_long(so_far, max(min(hypot(*so_far) / 2, longest), near))  # joints in one place never halve it to 0


def _from_to(start: Vector3, end: Vector3) -> Vector3:
    return (end[0] - start[0], end[1] - start[1], end[2] - start[2])


def _as_long(direction: Vector3, length: float) -> Vector3:
    x, y, z = direction
    factor = length / hypot(x, y, z)
    return (x * factor, y * factor, z * factor)
