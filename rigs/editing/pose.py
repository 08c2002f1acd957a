"""Edits of the pose: the only part of a rig that changes while something is dragged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pantin.rigs.document import Document
from pantin.rigs.fields import CHANNELS, AxisSwitches, Channel, Quaternion, Vector3
from pantin.rigs.joint import Locks
from pantin.rigs.joint_angles import angles_of, roll_of, rotation_of
from pantin.rigs.messages import _
from pantin.rigs.pose import REST, Transform
from pantin.rigs.rig import Bone


def with_transforms(document: Document, transforms: Mapping[str, Transform]) -> Document:
    """Pose the named bones. A bone at rest is not stored in the pose.

    Raises ValueError for a bone that the rig lacks.
    """
    rig = document.rig
    changed = {
        name: transform for name, transform in transforms.items() if document.figure.transform(name) != transform
    }
    for name in changed:
        if name not in rig.by_name:
            raise ValueError(_('The rig has no bone "{name}" to pose.').format(name=name))
    if not changed:
        return document
    pose = {
        name: transform for name, transform in {**document.figure.pose.bones, **changed}.items() if transform != REST
    }
    return document.posed(pose)


def reset(document: Document, names: Iterable[str], channels: Iterable[Channel] = CHANNELS) -> Document:
    """Put the given channels of bones back to rest. Joints whose rotation is put back have their own limits again."""
    names, channels = tuple(names), tuple(channels)
    held = document.rig.holding(names) if "rotation" in channels else document.rig
    if held is not document.rig:
        document = document.with_rig(held)
    at_rest: dict[str, Any] = {channel: getattr(REST, channel) for channel in channels}
    if "scale" in at_rest:
        at_rest |= {"length": REST.length, "thickness": REST.thickness}
    pose = document.figure.pose.bones
    return with_transforms(
        document, {name: msgspec.structs.replace(pose[name], **at_rest) for name in names if name in pose}
    )


def keeping_locks(bone: Bone, before: Transform, after: Transform) -> Transform:
    """`after`, with the numbers that are locked as they were `before`. Rotations are locked as the angles of joints."""
    locks = bone.locks
    if locks == _UNLOCKED:
        return after
    return msgspec.structs.replace(
        after,
        location=_kept(locks.location, before.location, after.location),
        rotation=_kept_angles(locks.rotation, roll_of(bone), before.rotation, after.rotation),
        scale=_kept(locks.scale, before.scale, after.scale),
    )


_UNLOCKED = Locks()


def _kept(locked: AxisSwitches, before: Vector3, after: Vector3) -> Vector3:
    x, y, z = (old if held else new for held, old, new in zip(locked, before, after, strict=True))
    return (x, y, z)


def _kept_angles(locked: AxisSwitches, roll: float | None, before: Quaternion, after: Quaternion) -> Quaternion:
    """The locked angles of `before` with the others of `after`; the very same quaternion where none is left to turn."""
    if not any(locked):
        return after
    if all(locked) or before == after:
        return before
    angles = angles_of(before, roll)
    kept = _kept(locked, angles, angles_of(after, roll, angles))
    return before if kept == angles else rotation_of(kept, roll)
