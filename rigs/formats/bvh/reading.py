"""A BVH file opened: its skeleton as a rig at rest, and its motion as a clip of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import msgspec

from pantin.rigs.document import Document
from pantin.rigs.formats.bvh.hierarchy import BvhJoint, joints_of, pivots_of
from pantin.rigs.formats.bvh.motion import Motion, read_motion, worlds_of
from pantin.rigs.formats.files import Fault, FilePath, read_with
from pantin.rigs.formats.skeleton import TO_Z_UP, bones_of, rig_called, size_of, usable
from pantin.rigs.motion.clips_of_bones import Motion as BonesMotion
from pantin.rigs.motion.clips_of_bones import clip_of, disconnected, rows_of
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone
from pantin.rigs.source import Source, SourceNode, SourceSkin


def read(path: FilePath, faults: list[Fault] | None = None) -> Document:
    """The skeleton in the file as a rig, with its motion as a clip. Raises Unreadable.

    With `faults` a damaged motion is left out, and what is wrong with it is appended there.
    """
    joints, bones, made = read_with(path, lambda file, size: _taken(file, size, faults))
    rig = msgspec.structs.replace(rig_called(path, bones), source=_source(joints, bones))
    if made is None:
        return Document(rig=rig)
    motion, rows = made
    return Document(rig=rig.animated((clip_of(usable(Path(path).stem) or "Motion", motion.rate, bones, rows),)))


def _taken(
    file: BinaryIO, size: int, faults: list[Fault] | None
) -> tuple[list[BvhJoint], tuple[Bone, ...], tuple[Motion, Floats] | None]:
    """The joints of an open file, their bones, and the motion with its rows if there is one."""
    joints, line = joints_of(file)
    pivots = pivots_of(joints)
    bones = bones_of(pivots)
    try:
        motion = read_motion(file, size, line, joints)
    except Fault as fault:
        if faults is None:
            raise
        faults.append(fault)
        motion = None
    if motion is None:
        return joints, bones, None
    (rows,) = rows_of(bones, (BonesMotion(len(motion.numbers), _matrices(joints, motion, bones)),))
    return joints, disconnected(bones, (rows,), size_of(pivots)), (motion, rows)


def _source(joints: list[BvhJoint], bones: tuple[Bone, ...]) -> Source:
    """The joints as nodes: without a turn at rest, in axes with Y up, which is how they leave again as glTF."""
    place = {index: number for number, index in enumerate(i for i, joint in enumerate(joints) if not joint.is_end)}
    nodes = tuple(
        SourceNode(
            name=bone.name,
            parent=place.get(joints[index].parent),
            translation=joints[index].offset or (0.0, 0.0, 0.0),
            bone=bone.name,
            called=bone.name,
            head=bone.head,
            tail=bone.tail,
            roll=bone.roll,
        )
        for index, bone in zip(place, bones, strict=True)
    )
    return Source(nodes=nodes, skins=(SourceSkin(tuple(range(len(nodes)))),), z_up=False)


def _matrices(joints: list[BvhJoint], motion: Motion, bones: tuple[Bone, ...]) -> Callable[[int, int], Floats]:
    """What makes the matrices of the bones in some frames: they move with their joints, which rest without a turn."""
    axes = rest_matrices(bones).copy()
    axes[:, :3, 3] = 0.0
    from_joints = TO_Z_UP.T @ axes
    return lambda first, end: TO_Z_UP @ worlds_of(joints, motion.numbers[first:end]) @ from_joints
