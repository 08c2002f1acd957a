"""Hinges: joints that bend about one axis only, like an elbow. The axis is read off the bones.

A chain that is bent at rest says by itself about which axis it bends and which way. Where it is straight, the pose that
it stands in says so, else the part of the body that it is; and where nothing does, the bone's own X is taken. The roll
of a bone whose X or Z is not that axis is turned until its X is, and it stays where it is posed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, radians, sin

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.document import Document
from pantin.rigs.editing.bones import replace_bones
from pantin.rigs.editing.joint_limits import BEND, SWAY
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.fields import AxisLimits, AxisSwitches, Quaternion, Range, Vector3
from pantin.rigs.rest import rest_matrices, rolls_of
from pantin.rigs.rig import Bone, Rig, Transform
from pantin.rigs.vectors import across, matrix_of, multiply, three, unit

Floats = NDArray[np.float64]

RANGE: Range = (0.0, radians(150))
"""Elbows and knees: from straight to almost folded."""

STRAIGHT = radians(1.0)
"""A joint that is bent by less at rest does not say which way it bends."""

NEAR = radians(1.0)
"""An axis of the bone that is this near to the one about which it bends is taken as it is."""


def make_hinges(document: Document, names: Iterable[str], towards: Mapping[str, Vector3] | None = None) -> Document:
    """Make hinge joints that bend about one axis, from straight to 150°.

    `towards` has, for bones of which more is known, the direction in which the tail goes when they bend.
    """
    for name in names:
        document = _hinged(document, name, (towards or {}).get(name))
    return document


def bend_axis(document: Document, name: str, towards: Vector3 | None = None) -> Vector3:
    """The axis, a unit vector of armature space, about which the bone bends from rest: turning on bends it further."""
    frame = _frame(document.rig.by_name[name])
    return three(unit(across(_told(document, name, towards, frame), frame[:, 1])))


def _told(document: Document, name: str, towards: Vector3 | None, frame: Floats) -> Floats:
    """The first of rest pose, pose and body that says about which axis a bone bends; else its X."""
    rig, along = document.rig, frame[:, 1]
    told = [_by_rest(rig, name, along), _by_pose(rig.transform(name).rotation, frame)]
    if towards is not None:
        told.append(np.cross(along, np.array(towards)))
    return next((axis for axis in told if np.linalg.norm(axis) > np.sin(STRAIGHT)), frame[:, BEND])


def _by_rest(rig: Rig, name: str, along: Floats) -> Floats:
    parent = rig.by_name.get(rig.by_name[name].parent or "")
    return np.zeros(3) if parent is None else np.cross(_frame(parent)[:, 1], along)


def _by_pose(rotation: Quaternion, frame: Floats) -> Floats:
    """The axis of the swing: what takes the bone from where it lies at rest to where it points in its pose."""
    return np.cross(frame[:, 1], frame @ matrix_of(rotation)[:, 1].copy())


def _hinged(document: Document, name: str, towards: Vector3 | None) -> Document:
    axis = np.array(bend_axis(document, name, towards))
    frame = _frame(document.rig.by_name[name])
    own = frame.T @ axis
    nearest = int(np.argmax(np.abs(own)))
    if abs(own[nearest]) < cos(NEAR):
        document = _with_x_along(document, name, axis)
        nearest, own = BEND, np.array([1.0, 0.0, 0.0])
    limit: Range = RANGE if own[nearest] > 0.0 else (-RANGE[1], 0.0)
    bone = document.rig.by_name[name]
    joint = msgspec.structs.replace(bone.joint, lock=_all_but(nearest), limit=_only(nearest, limit))
    return replace_bones(document, [msgspec.structs.replace(bone, joint=joint)])


def _all_but(axis: int) -> AxisSwitches:
    return (axis != BEND, True, axis != SWAY)


def _only(axis: int, limit: Range) -> AxisLimits:
    return (limit if axis == BEND else None, None, limit if axis == SWAY else None)


def _with_x_along(document: Document, name: str, axis: Floats) -> Document:
    """The bone rolled until its X lies along `axis`. In the new axes it is posed as it was."""
    bone = document.rig.by_name[name]
    along = _frame(bone)[:, 1]
    wanted = np.stack([axis, along, np.cross(axis, along)], axis=1)
    roll = float(rolls_of(wanted[None], along[None])[0])
    rolled = replace_bones(document, [msgspec.structs.replace(bone, roll=roll)])
    return with_transforms(rolled, {name: _seen_from(document.rig.transform(name), roll - bone.roll)})


def _seen_from(posed: Transform, roll: float) -> Transform:
    """The same pose in axes that are rolled by an angle about the bone."""
    s, c = sin(roll), cos(roll)
    half_s, half_c = sin(0.5 * roll), cos(0.5 * roll)
    lx, ly, lz = posed.location
    turned = multiply(multiply((0.0, -half_s, 0.0, half_c), posed.rotation), (0.0, half_s, 0.0, half_c))
    return msgspec.structs.replace(posed, location=(c * lx - s * lz, ly, s * lx + c * lz), rotation=turned)


def _frame(bone: Bone) -> Floats:
    return np.asarray(rest_matrices([bone])[0, :3, :3])
