"""The plan of what an action will add to a rig: controls at rest, constraints, and the record that keeps them together.

A control says as well where it belongs when the figure is posed, so that whoever knows the pose can put it there and
nothing moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2

import msgspec
import numpy as np
from numpy.typing import ArrayLike

from pantin.rigs.anatomy.names import is_root
from pantin.rigs.constraints import Constraint
from pantin.rigs.fields import Vector3
from pantin.rigs.limb import Limb
from pantin.rigs.rest import rest_frame
from pantin.rigs.rig import Bone, BoneKind, BoneShape, Rig
from pantin.rigs.tree.traversal import root_of
from pantin.rigs.vectors import three


class Control(msgspec.Struct, frozen=True):
    """A handle or pole that is going to be added, at rest.

    In the pose it is turned as the bone `follows` is, and stands where the part `at` of a bone is: 0 its head, 1 its
    tail; without `at` it keeps its place beside the bone that it follows. A pole stands on the side to which the chain
    `bends`. A control with none of these stays as its parent carries it.
    """

    bone: Bone
    follows: str | None = None
    at: tuple[str, float] | None = None
    bends: tuple[str, ...] = ()


class Plan(msgspec.Struct, frozen=True):
    """A limb that is to be added. `moved`: new heads and tails of the bones of a straight chain, slightly bent."""

    limb: Limb
    controls: tuple[Control, ...]
    constraints: tuple[Constraint, ...]
    moved: Mapping[str, tuple[Vector3, Vector3]] = msgspec.field(default_factory=dict)
    note: str = ""
    """The decisions that were made without being asked for, in a few words."""


def control(
    name: str,
    parent: str | None,
    head: ArrayLike,
    along: ArrayLike,
    facing: ArrayLike,
    length: float,
    kind: BoneKind = "handle",
    shape: BoneShape = "auto",
    hidden: bool = False,
) -> Bone:
    """A bone at `head` that runs `along` a direction, its Z axis as near as can be to `facing`."""
    start, way = np.asarray(head, float), np.asarray(along, float)
    tail = start + way / np.linalg.norm(way) * length
    unrolled, front = rest_frame(start, tail, 0.0), np.asarray(facing, float)
    roll = atan2(float(front @ unrolled[:3, 0]), float(front @ unrolled[:3, 2]))
    return Bone(
        name=name, parent=parent, head=three(start), tail=three(tail), roll=roll, kind=kind, shape=shape, hidden=hidden
    )


def like(bone: Bone, name: str, parent: str | None, head: ArrayLike, length: float, shape: BoneShape = "auto") -> Bone:
    """A handle at `head`, in armature space, with the axes of `bone` and the given length in metres."""
    span = np.subtract(bone.tail, bone.head)
    size = float(np.linalg.norm(span))
    way = span / size if size > 0.0 else np.array((0.0, 0.0, 1.0))
    tail = np.asarray(head, float) + way * length
    return Bone(
        name=name, parent=parent, head=three(head), tail=three(tail), roll=bone.roll, kind="handle", shape=shape
    )


def root_of_controls(rig: Rig, bone: str) -> str | None:
    """Return the parent of the controls of a chain from `bone` on: the figure's root where it is one, not a part of the
    body.

    Feet stay on the floor while the hips move, so the hips carry no handle.
    """
    top = rig.by_name[root_of(rig, bone)]
    carries = top.name != bone and (top.kind == "handle" or is_root(top.name))
    return top.name if carries else None
