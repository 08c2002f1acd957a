"""Bones made from joints, for formats that store where joints are but not where bones end.

A bone ends at the joint that continues it, so that chains are connected: the only child, or of several the one that
goes on in the same direction, or else the one that carries most. A last bone goes on where its chain was going; an eye
looks ahead, and no bone goes on to an eye.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import dist
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.anatomy.names import has_word
from pantin.rigs.formats.files import FilePath
from pantin.rigs.formats.json_text import LARGEST
from pantin.rigs.rest import rolls_of
from pantin.rigs.rig import Bone, Rig

Vectors = NDArray[np.float64]

Z_UP = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
"""Many formats have Y up, and figures that look along +Z; Pantin has Z up and looks along -Y."""

AHEAD = np.array([0.0, -1.0, 0.0])
STRAIGHT_ON = 0.5
"""Cosine. A child within 60 degrees of the direction so far continues it."""

COINCIDENT = 1e-6
"""Joints closer than this part of the skeleton's size stand in the same place."""


@dataclass(frozen=True, slots=True)
class Pivot:
    """A joint at rest, in armature space: axes as columns, and the end of its bone where that is known."""

    name: str
    parent: int | None
    position: Vectors
    axes: Vectors
    tip: Vectors | None = None


def rig_called(path: FilePath, bones: tuple[Bone, ...]) -> Rig:
    """A rig of these bones, named as its file is."""
    return Rig(name=usable(Path(path).stem) or "Untitled", bones=bones)


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


def bones_of(pivots: Sequence[Pivot]) -> tuple[Bone, ...]:
    """The bones of a skeleton whose joints stand in `pivots`, parents before their children."""
    heads = np.array([pivot.position for pivot in pivots]).reshape(-1, 3)
    size = float(np.linalg.norm(np.ptp(heads, axis=0)))
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
    tails = np.empty_like(heads)
    for index, pivot in enumerate(pivots):
        head = heads[index]
        further = [child for child in children[index] if dist(heads[child], head) > near and not _is_eye(pivots[child])]
        if further:
            tails[index] = heads[_continuing(pivot, head, heads, further, carried, near)]
        elif pivot.tip is not None and dist(pivot.tip, head) > near:
            tails[index] = pivot.tip
        else:
            span = _last_span(pivot, heads, tails, head, size, near)
            tails[index] = head + (AHEAD * np.linalg.norm(span) if _is_eye(pivot) else span)
    return tails


def _is_eye(pivot: Pivot) -> bool:
    return has_word(pivot.name, "eye")


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


def _last_span(pivot: Pivot, heads: Vectors, tails: Vectors, head: Vectors, size: float, near: float) -> Vectors:
    """From head to tail of a bone that nothing continues: half as long as the one before, at most like a limb."""
    longest = 0.2 * size if size > near else 0.1
    if pivot.parent is None:
        length = float(np.linalg.norm(pivot.axes[:, 1]))
        direction = pivot.axes[:, 1] / length if length > 1e-12 else np.array([0.0, 0.0, 1.0])
        return np.asarray(direction * longest / 2)
    so_far = head - heads[pivot.parent]
    if np.linalg.norm(so_far) <= near:
        so_far = tails[pivot.parent] - heads[pivot.parent]
    length = float(np.linalg.norm(so_far))
    return np.asarray(so_far * (min(length / 2, longest) / length))
