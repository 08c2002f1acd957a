"""Moving the joints, the ends of bones, at rest. Connected bones stay connected: their common joint moves as one.

A bone that gets another direction turns by the shortest arc, so that its axes twist as little as can be: its roll is
the number that says so. Poses and limits, which are relative to the rest pose, stay as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import dist

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rigs import rotations as rot
from pantin.rigs.document import Document, EndName
from pantin.rigs.editing.bones import replace_bones
from pantin.rigs.fields import Vector3
from pantin.rigs.rest import SHORTEST, directions_along, rest_matrices, rolls_of
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.tree.traversal import parents_first

JointEnd = tuple[str, EndName]
"""One end of a bone: its name, and which end. An `End` is one."""

Places = Mapping[EndName, dict[str, Vector3]]
"""The new places of heads and of tails, by the names of their bones."""

Vectors = NDArray[np.float64]

_SAME = 1e-12
"""Directions that differ by less are one: a bone that is only moved keeps its roll to the last digit."""


def joint_of(rig: Rig, bone: str, end: EndName) -> tuple[JointEnd, ...]:
    """All ends that lie on the same joint: a tail and the heads of the bones that are connected to it."""
    above = bone if end == "tail" else _connected_to(rig, bone)
    if above is None:
        return ((bone, "head"),)
    heads: list[JointEnd] = [(child.name, "head") for child in rig.children.get(above, ()) if child.connected]
    return ((above, "tail"), *heads)


def moved(document: Document, ends: Mapping[JointEnd, Vector3]) -> Document:
    """The given ends placed there, and with each end everything on its joint. Bones turn by the shortest arc."""
    return _carried(document, ends, (), np.eye(3))


def transformed(document: Document, ends: Iterable[JointEnd], matrix: ArrayLike) -> Document:
    """The given ends carried along by a matrix (4, 4) in armature space: moved, turned or scaled.

    Bones of which both ends are given turn as the matrix turns, also about themselves.
    """
    rig, taken = document.rig, dict.fromkeys(ends)
    linear, shift = np.asarray(matrix, dtype=np.float64)[:3, :3], np.asarray(matrix, dtype=np.float64)[:3, 3]
    places = _rows([getattr(rig.by_name[name], end) for name, end in taken]) @ linear.T + shift
    whole = tuple(name for name, end in taken if end == "tail" and (name, "head") in taken)
    gone = {end: (x, y, z) for end, (x, y, z) in zip(taken, places.tolist(), strict=True)}
    return _carried(document, gone, whole, linear)


def set_lengths(document: Document, lengths: Mapping[str, float]) -> Document:
    """The named bones made so many metres long in the direction that they have; without one they point up.

    Of connected bones each begins where the one before it ends then.
    """
    rig, tails = document.rig, dict[JointEnd, Vector3]()
    for name in (bone.name for bone in parents_first(rig) if bone.name in lengths):
        bone, length = rig.by_name[name], lengths[name]
        (hx, hy, hz), (x, y, z) = tails.get((_connected_to(rig, name) or "", "tail"), bone.head), _direction(bone)
        tails[name, "tail"] = (hx + x * length, hy + y * length, hz + z * length)
    return moved(document, tails)


def continued_roll(rig: Rig, bone: Bone, head: Vector3, tail: Vector3) -> float:
    """The roll with which another bone, from `head` to `tail`, goes on with the axes of a bone of `rig`."""
    y = np.subtract(tail, head)[None] / dist(head, tail)
    return float(rolls_of(_turned_to(frames_of(rig, [bone])[:, :3, :3], y), y)[0])


def frames_of(rig: Rig, bones: Sequence[Bone]) -> Vectors:
    """The rest frames (n, 4, 4) of some bones of `rig`, or of bones that take their places in it."""
    among = {bone.name: bone for bone in bones}
    for bone in (bone for bone in bones if dist(bone.head, bone.tail) <= SHORTEST):
        at: Bone | None = bone
        while at is not None and dist(at.head, at.tail) <= SHORTEST:
            at = rig.by_name.get(at.parent or "")
            if at is not None:
                among.setdefault(at.name, at)
    return rest_matrices(list(among.values()))[: len(bones)]


def _carried(document: Document, ends: Mapping[JointEnd, Vector3], whole: Collection[str], linear: Vectors) -> Document:
    """The given ends placed there. The bones `whole` take the rolls that come closest to their axes times `linear`."""
    rig = document.rig
    places: Places = {"head": {}, "tail": {}}
    for (name, end), place in ends.items():
        if places[end].get(name) != place:
            for bone, which in joint_of(rig, name, end):
                places[which][bone] = place
    gone = (name for end in places for name, to in places[end].items() if getattr(rig.by_name[name], end) != to)
    bones = [rig.by_name[name] for name in dict.fromkeys((*whole, *gone))]
    return replace_bones(document, _rolled(rig, bones, places, len(whole), linear))


def _rolled(rig: Rig, bones: Sequence[Bone], places: Places, whole: int, linear: Vectors) -> Iterator[Bone]:
    """The bones in their places, with the rolls that their new directions ask for; without a length, with the same.

    The axes of the first `whole` of them are taken along by `linear`, those of the others turn by the shortest arc.
    """
    heads = [places["head"].get(bone.name, bone.head) for bone in bones]
    tails = [places["tail"].get(bone.name, bone.tail) for bone in bones]
    spans = _rows(tails) - _rows(heads)
    frames, after = frames_of(rig, bones)[:, :3, :3], directions_along(bones, spans)
    wanted = np.concatenate([linear @ frames[:whole], _turned_to(frames[whole:], after[whole:])])
    turned = (np.abs(wanted - frames).max(axis=(1, 2)) > _SAME) & (np.linalg.norm(spans, axis=1) > SHORTEST)
    rolls = np.where(turned, rolls_of(wanted, after), [bone.roll for bone in bones]).tolist()
    for bone, head, tail, roll in zip(bones, heads, tails, rolls, strict=True):
        yield msgspec.structs.replace(bone, head=head, tail=tail, roll=roll)


def _rows(places: Sequence[Vector3]) -> Vectors:
    return np.fromiter(chain.from_iterable(places), np.float64, 3 * len(places)).reshape(-1, 3)


def _turned_to(frames: Vectors, y: Vectors) -> Vectors:
    """Return the frames (n, 3, 3) turned by the shortest arc until their Y axes are `y` (n, 3); half round about X."""
    turned = rot.shortest_arc(frames[:, :, 1], y, frames[:, :, 0]) @ frames
    turned[:, :, 1] = y
    return turned


def _direction(bone: Bone) -> Vector3:
    length = dist(bone.head, bone.tail)
    if length <= SHORTEST:
        return (0.0, 0.0, 1.0)
    x, y, z = ((end - start) / length for start, end in zip(bone.head, bone.tail, strict=True))
    return (x, y, z)


def _connected_to(rig: Rig, name: str) -> str | None:
    bone = rig.by_name[name]
    return bone.parent if bone.connected and bone.parent in rig.by_name else None
