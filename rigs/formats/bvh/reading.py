"""A BVH file opened: its skeleton as a rig at rest, and its motion as a clip of it."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import msgspec

from pantin.rigs import rotations as rot
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.formats.bvh.hierarchy import BvhJoint, joints_of, pivots_of
from pantin.rigs.formats.bvh.motion import READ, Motion, posed, read_motion
from pantin.rigs.formats.files import Fault, FilePath, read_with
from pantin.rigs.formats.opening import Reading
from pantin.rigs.formats.skeleton import Z_UP, bones_of, figure_called, size_of, usable
from pantin.rigs.frames import Frames
from pantin.rigs.motion.clips_of_bones import connected_in
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone
from pantin.rigs.source import Source, SourceNode, SourceSkin


def read(path: FilePath, how: Reading | None = None) -> Document:
    """Return the skeleton in the file as a rig, with its motion as a clip. Raises Unreadable.

    `how` says what becomes of a motion that is damaged, and notes what was found.
    """
    reading = how or Reading()
    joints, bones, made = read_with(path, lambda file, size: _taken(path, file, size, reading))
    clips = () if made is None else (made,)
    return Document.of(msgspec.structs.replace(figure_called(path, bones), source=_source(joints, bones), clips=clips))


def _taken(
    path: FilePath, file: BinaryIO, size: int, reading: Reading
) -> tuple[list[BvhJoint], tuple[Bone, ...], Clip | None]:
    """Return the joints of an open file, their bones, and the clip if there is one."""
    joints, line = joints_of(file)
    pivots = pivots_of(joints)
    bones = bones_of(pivots)
    try:
        motion = read_motion(file, size, line, joints, reading)
    except Fault as fault:
        reading.leave_out(fault)
        return joints, bones, None
    if motion is None:
        return joints, bones, None
    tracks, bones = _tracks(joints, bones, motion, size_of(pivots), reading)
    name = usable(Path(path).stem) or "Motion"
    return joints, bones, Clip(name, motion.rate, len(motion.numbers), tracks)


def _tracks(
    joints: list[BvhJoint], bones: tuple[Bone, ...], motion: Motion, size: float, reading: Reading
) -> tuple[dict[str, Frames], tuple[Bone, ...]]:
    """Return a track for every bone, and the bones without the connections that the motion does not keep.

    One is made after the other, so that a long motion is never there as a whole in float64. Tracks of joints without
    channels are all the same.
    """
    tracks, found, column = dict[str, Frames](), list(bones), 0
    still, turns = None, rest_matrices(bones)[:, :3, :3]
    row = 0
    for joint in joints:
        width = len(joint.channels or ())
        if not joint.is_end:
            if not width and still is not None:
                tracks[bones[row].name] = still
            else:
                rows = posed(joint, motion.numbers[:, column : column + width], turns[row].T @ Z_UP)
                rows[:, 3:7] = rot.without_sign_flips(rows[:, 3:7])
                found[row] = connected_in(bones[row], (rows,), size)
                tracks[bones[row].name] = Frames(rows)
                still = still if width else tracks[bones[row].name]
            row += 1
            reading.progress(READ + (1.0 - READ) * row / len(bones))
        column += width
    return tracks, tuple(found)


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
