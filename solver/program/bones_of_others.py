"""The surroundings of a figure that is posed: bones of other figures that its constraints refer to.

Kernels know one skeleton. So the bones that are referred to, with their ancestors, are added to it behind its own:
posed as they are in their figures, under a root that is where the other figure is. Constraints then name them as they
name any bone, in every space that there is.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from math import atan2, hypot
from typing import Any, NamedTuple

import msgspec
import numpy as np

from pantin.rigs import Bone, Constraint, Rig, Transform
from pantin.rigs.constraints.acting import ROLES
from pantin.rigs.fields import BoneRef
from pantin.rigs.figure import Figure
from pantin.rigs.joint import Joint
from pantin.rigs.place import Place
from pantin.rigs.remembered import remembered, room
from pantin.solver.program.names_of_others import name_of
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Skeleton, skeleton_of


class Neighbour(NamedTuple):
    """Another figure as it is posed."""

    figure: Figure
    posed: Posed


def among(figure: Figure, neighbours: Mapping[str, Neighbour]) -> Figure:
    """Return the figure with the bones of `neighbours` that its constraints refer to behind its own bones.

    A constraint whose target or space bone is not there is off, one whose pole is not there does without. The figure
    itself where it refers to no other.
    """
    refs = figure.rig.looked_at_in_others
    if not refs:
        return figure
    found = [ref for ref in refs if ref.figure in neighbours and ref.bone in neighbours[ref.figure].figure.rig.by_name]
    rig = _with_bones(figure.rig, tuple(found), {name: each.figure.rig for name, each in neighbours.items()})
    pose = {**figure.pose.bones}
    for name in dict.fromkeys(ref.figure for ref in found):
        pose |= _pose(name, neighbours[name], figure.place, [ref for ref in found if ref.figure == name])
    return msgspec.structs.replace(figure, rig=rig, pose=msgspec.structs.replace(figure.pose, bones=pose))


_recent: tuple[tuple[tuple[object, ...], Rig], ...] = ()
"""The rigs made last behind what they were made from, newest first. Replaced whole, so that threads may share it."""


def _with_bones(rig: Rig, refs: tuple[BoneRef, ...], rigs: Mapping[str, Rig]) -> Rig:
    """Return the rig with bones of other rigs; the same object where nothing has changed since it was asked for."""
    global _recent
    key = (rig, *(part for ref in refs for part in (ref, rigs[ref.figure].bones)))
    for place, (known, made) in enumerate(_recent):
        if len(known) == len(key) and all(map(operator.is_, known, key)):
            if place:
                _recent = (_recent[place], *_recent[:place], *_recent[place + 1 :])
            return made
    more: dict[str, Bone] = {}
    for ref in refs:
        more |= {bone.name: bone for bone in _chain(ref, rigs[ref.figure])}
    constraints = tuple(_named(each, {*refs}) for each in rig.constraints)
    made = rig.changed(constraints=constraints, bones=(*rig.bones, *more.values()))
    _recent = ((key, made), *_recent)[: room()]
    return made


def _chain(ref: BoneRef, rig: Rig) -> Iterable[Bone]:
    """Yield the root of a figure, and the bone with all that carry it, under names that no bone has."""
    root = Bone(name_of(ref.figure), head=(0.0, 0.0, 0.0), tail=(0.0, 1.0, 0.0), kind="handle")
    yield root
    for bone in _with_ancestors(rig, ref.bone):
        parent = root.name if bone.parent is None else name_of(ref.figure, bone.parent)
        yield msgspec.structs.replace(bone, name=name_of(ref.figure, bone.name), parent=parent)


def _with_ancestors(rig: Rig, name: str) -> Iterable[Bone]:
    """Yield a bone and the bones that it depends on, roots first, without limits.

    One that does not inherit all of its parent's matrix depends on none: it goes with the place of its figure alone.
    """
    chain: list[Bone] = []
    at: Bone | None = rig.by_name[name]
    while at is not None:
        inherits = at.inherit_rotation and at.inherit_scale == "full"
        chain.append(
            msgspec.structs.replace(
                at,
                parent=at.parent if inherits else None,
                connected=at.connected and inherits,
                inherit_rotation=True,
                inherit_scale="full",
                joint=Joint(),
            )
        )
        at = rig.by_name[at.parent] if at.parent is not None and inherits else None
    return reversed(chain)


def _named(constraint: Constraint, known: set[BoneRef]) -> Constraint:
    """Return the constraint with the names that bones of other figures have here; off where one is not known."""
    if not constraint.enabled or not constraint.of_others:
        return constraint
    changes: dict[str, Any] = {}
    for role in ROLES:
        ref = getattr(constraint, role, None)
        if isinstance(ref, BoneRef):
            changes[role] = name_of(ref.figure, ref.bone) if ref in known else None
            if role != "pole" and role not in constraint.unused and ref not in known:
                changes["enabled"] = False
    return msgspec.structs.replace(constraint, **changes)


def _pose(name: str, neighbour: Neighbour, place: Place, refs: Iterable[BoneRef]) -> dict[str, Transform]:
    """Return how the bones of another figure that are referred to are posed in the armature space of one at `place`."""
    found = {name_of(name): _transform_of(place.inverse.matrix @ neighbour.figure.place.matrix)}
    posed = neighbour.posed
    for ref in refs:
        skeleton = _skeleton_of(neighbour.figure.rig, ref.bone)
        rows = [posed.index[bone] for bone in skeleton.names]
        local = Posed(skeleton, posed.matrices[rows], posed.stretches[rows]).local_poses
        for bone, row in zip(skeleton.names, local.tolist(), strict=True):
            found[name_of(name, bone)] = transform_of_row(row)
    return found


@remembered("bones")
def _skeleton_of(rig: Rig, name: str) -> Skeleton:
    """Return the skeleton of a bone and the bones that it depends on."""
    return skeleton_of(tuple(_with_ancestors(rig, name)))


def transform_of_row(row: list[float]) -> Transform:
    """Return the transform of a row of a pose (POSE_WIDTH,)."""
    x, y, z, qx, qy, qz, qw, wide, long, deep, length, thickness = row
    return Transform((x, y, z), (qx, qy, qz, qw), (wide, long, deep), length, thickness)


def _transform_of(matrix: Any) -> Transform:
    """Return the transform of a matrix (4, 4) that moves, turns about Z and scales evenly."""
    size = hypot(matrix[0, 0], matrix[1, 0])
    half = 0.5 * atan2(matrix[1, 0], matrix[0, 0])
    x, y, z = matrix[:3, 3].tolist()
    return Transform((x, y, z), (0.0, 0.0, float(np.sin(half)), float(np.cos(half))), (size, size, size))
