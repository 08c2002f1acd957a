"""The bones of a rig as a table: what posing, constraints and goals do not change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import cos, pi, sin

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs import (
    Bone,
)
from pantin.rigs.remembered import remembered
from pantin.rigs.rest import rest_lengths, rest_matrices
from pantin.rigs.tree.parents import check_tree
from pantin.solver.compiling import layout
from pantin.solver.program.joint_rest import from_there, rest_of

Floats = NDArray[np.float64]


Ints = NDArray[np.int64]


class Skeleton(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The bones of a rig and their table, in the order of the rig. All but the bones is made when it is asked for."""

    bones: tuple[Bone, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the bones."""
        return tuple(bone.name for bone in self.bones)

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The row of each bone."""
        return {name: i for i, name in enumerate(self.names)}

    @cached_property
    def lengths(self) -> Floats:
        """The rest lengths (n,), metres."""
        return rest_lengths(self.bones)

    @cached_property
    def table(self) -> Floats:
        """The table (n, BONE_WIDTH) that kernels take. Raises NoTree."""
        bones, index = self.bones, self.index
        check_tree(bones)
        parent = np.array([-1 if bone.parent is None else index[bone.parent] for bone in bones], np.int64)
        rest = rest_matrices(bones)
        offset = _offsets(rest, parent)
        table = np.empty((len(bones), layout.BONE_WIDTH))
        table[:, layout.OFFSET : layout.OFFSET + 16] = offset.reshape(-1, 16)
        table[:, layout.REST : layout.REST + 16] = rest.reshape(-1, 16)
        table[:, layout.OFFSET_ROTATION : layout.OFFSET_ROTATION + 4] = _rotations(offset)
        table[:, layout.LENGTH] = self.lengths
        table[:, layout.PARENT_BONE] = parent
        table[:, layout.FLAGS] = [_flags(bone) for bone in bones]
        _write_joints(table, bones)
        return table


def skeleton_of(bones: tuple[Bone, ...]) -> Skeleton:
    """Return the skeleton of `bones` with its table made. Raises NoTree."""
    skeleton = Skeleton(bones)
    _table = skeleton.table
    return skeleton


@remembered()
def skeleton_for(bones: tuple[Bone, ...]) -> Skeleton:
    """Return the skeleton of `bones` with its table made, kept for when it is asked for again. Raises NoTree."""
    return skeleton_of(bones)


def _write_joints(table: Floats, bones: Sequence[Bone]) -> None:
    """Write limits, stiffness, roll and stretch of the joints."""
    lower, upper = _bounds(bones)
    table[:, layout.BONE_LOWER : layout.BONE_LOWER + 3] = lower
    table[:, layout.BONE_UPPER : layout.BONE_UPPER + 3] = upper
    table[:, layout.BONE_LOWER_COORDS : layout.BONE_LOWER_COORDS + 3] = _compared(lower)
    table[:, layout.BONE_UPPER_COORDS : layout.BONE_UPPER_COORDS + 3] = _compared(upper)
    stiffness = np.array([bone.joint.stiffness for bone in bones], np.float64)
    table[:, layout.STIFFNESS : layout.STIFFNESS + 3] = stiffness.reshape(-1, 3)
    for i, bone in enumerate(bones):
        rest, roll = rest_of(bone.joint)
        table[i, layout.JOINT_ROLL], table[i, layout.JOINT_ROLL + 1] = sin(0.5 * roll), cos(0.5 * roll)
        table[i, layout.JOINT_REST : layout.JOINT_REST + 4] = rest
    table[:, layout.BONE_STRETCH] = [bone.joint.stretch for bone in bones]


_WAYS = {
    "full": layout.SCALE_FULL,
    "fix_shear": layout.SCALE_FIX_SHEAR,
    "aligned": layout.SCALE_ALIGNED,
    "average": layout.SCALE_AVERAGE,
    "none": layout.SCALE_NONE,
    "none_legacy": layout.SCALE_NONE_LEGACY,
}


def _flags(bone: Bone) -> int:
    """Return what a bone inherits from its parent, as bits of one number."""
    return (
        layout.CONNECTED * (bone.connected and bone.parent is not None)
        | layout.INHERIT_ROTATION * bone.inherit_rotation
        | layout.INHERIT_SCALE * (bone.inherit_scale == "full")
        | layout.PARENT_LOCATION * (not bone.local_location)
        | layout.INHERIT_MODE * _WAYS[bone.inherit_scale]
    )


def _offsets(rest: Floats, parent: Ints) -> Floats:
    """The rest matrices (n, 4, 4) relative to the parents'; of roots, in armature space."""
    offset = np.array(rest)
    held = parent >= 0
    turn, place = rest[:, :3, :3], rest[:, :3, 3]
    back = np.swapaxes(turn[parent[held]], 1, 2)
    offset[held, :3, :3] = back @ turn[held]
    offset[held, :3, 3] = (back @ (place[held] - place[parent[held]])[:, :, None])[:, :, 0]
    return offset


def _rotations(matrices: Floats) -> Floats:
    """Unit quaternions (n, 4) of rotation matrices: as eigenvectors, which has no singular case (Bar-Itzhack 2000)."""
    m = matrices[:, :3, :3]
    k = np.empty((len(m), 4, 4))
    for a in range(3):
        for b in range(3):
            k[:, a, b] = m[:, a, b] + m[:, b, a]
        k[:, a, a] = 2.0 * m[:, a, a] - np.trace(m, axis1=1, axis2=2)
    k[:, 3, 3] = np.trace(m, axis1=1, axis2=2)
    for a, (p, q) in enumerate(((2, 1), (0, 2), (1, 0))):
        k[:, a, 3] = k[:, 3, a] = m[:, p, q] - m[:, q, p]
    turns: Floats = np.linalg.eigh(k)[1][:, :, -1]
    return turns


def _bounds(bones: Sequence[Bone]) -> tuple[Floats, Floats]:
    """Lower and upper limits (n, 3), radians, from where joints turn; both 0 for a locked axis."""
    bounds = np.empty((2, len(bones), 3))
    for i, bone in enumerate(bones):
        joint = from_there(bone.joint)
        for a in range(3):
            limit = joint.limit[a]
            low, high = limit if limit is not None and limit != (-pi, pi) else (-layout.FREE, layout.FREE)
            bounds[:, i, a] = (0.0, 0.0) if bone.joint.lock[a] else (low, high)
    return bounds[0], bounds[1]


def _compared(bounds: Floats) -> Floats:
    """Limits in the form of `maths.joint_coordinates`: swings (X, Z) as half-angle sines, twists (Y) as 4·tan(θ/4)."""
    angles = np.clip(bounds, -pi, pi)
    compared: Floats = np.sin(0.5 * angles)
    compared[:, 1] = 4.0 * np.tan(0.25 * angles[:, 1])
    return np.where(np.abs(bounds) >= layout.FREE, bounds, compared)


def depths(skeleton: Skeleton) -> list[int]:
    """Return the number of ancestors of each bone."""
    parent = skeleton.table[:, layout.PARENT_BONE].astype(int).tolist()
    depth = [-1] * len(parent)
    for i in range(len(parent)):
        path = []
        while i >= 0 and depth[i] < 0:
            path.append(i)
            i = parent[i]
        level = depth[i] if i >= 0 else -1
        for j in reversed(path):
            level += 1
            depth[j] = level
    return depth
