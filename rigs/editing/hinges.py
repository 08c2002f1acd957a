"""Hinges: joints that bend about one axis only, like an elbow. The axis is read off the bones.

A chain that is bent at rest says by itself about which axis it bends and which way. Where it is straight, the pose that
it is in says so, else the part of the body that it is, else the nearest bend of its chain, below before above; and
where nothing does, the joint's own X is taken. A joint whose X or Z is not that axis is rolled until its X is; bone and
pose stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import acos, atan2, cos, radians, remainder, tau

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs import rotations as rot
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import replace_bones
from pantin.rigs.editing.joint_limits import BEND, SWAY
from pantin.rigs.fields import AxisLimits, AxisSwitches, Range, Vector3
from pantin.rigs.figure import Figure
from pantin.rigs.rest import joint_frame, rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.vectors import across, three, unit

Floats = NDArray[np.float64]

RANGE: Range = (0.0, radians(150))
"""Elbows and knees: from straight to almost folded, counted from straight."""

STRAIGHT = radians(1.0)
"""A joint that is bent by less at rest does not say which way it bends."""

NEAR = radians(1.0)
"""An axis of the joint that is this near to the one about which it bends is taken as it is."""


def make_hinges(document: Document, names: Iterable[str], towards: Mapping[str, Vector3] | None = None) -> Document:
    """Make hinge joints that bend about one axis, from straight to 150°, however far they are bent at rest.

    `towards` has, for bones of which more is known, the direction in which the tail goes when they bend.
    """
    for name in names:
        document = _hinged(document, name, (towards or {}).get(name))
    return document


def bend_axis(document: Document, name: str, towards: Vector3 | None = None) -> Vector3:
    """The axis, a unit vector of armature space, about which the bone bends from rest: turning on bends it further."""
    frame = joint_frame(document.rig.by_name[name])
    return three(unit(across(_bend_axis(document, name, towards, frame), frame[:, 1])))


def _bend_axis(document: Document, name: str, towards: Vector3 | None, frame: Floats) -> Floats:
    """The first of rest pose, pose, body and chain that says about which axis a bone bends; else its X."""
    rig, along = document.rig, frame[:, 1]
    found = [_by_rest(rig, name), _by_pose(document.figure, name)]
    if towards is not None:
        found.append(np.cross(along, np.array(towards)))
    found += [across(_by_rest(rig, other), along) for other in _along_the_chain(rig, name)]
    return next((axis for axis in found if np.linalg.norm(axis) > np.sin(STRAIGHT)), frame[:, BEND])


def _by_rest(rig: Rig, name: str) -> Floats:
    bone = rig.by_name[name]
    parent = rig.by_name.get(bone.parent or "")
    return np.zeros(3) if parent is None else np.cross(joint_frame(parent)[:, 1], joint_frame(bone)[:, 1])


def _along_the_chain(rig: Rig, name: str) -> tuple[str, ...]:
    """The bones that are connected in a row with one, itself left out: those below from near to far, then above."""
    below, above, at = list[str](), list[str](), name
    while connected := [bone.name for bone in rig.children.get(at, ()) if bone.connected]:
        below.append(at := connected[0])
    at = name
    while rig.by_name[at].connected and (parent := rig.by_name[at].parent):
        above.append(at := parent)
    return (*below, *above)


def _by_pose(figure: Figure, name: str) -> Floats:
    """The axis of the swing: what takes the bone from where it lies at rest to where it points in its pose."""
    frame = rest_matrices([figure.rig.by_name[name]])[0, :3, :3]
    return np.cross(frame[:, 1], frame @ rot.matrix_from_quaternion(figure.transform(name).rotation)[:, 1].copy())


def _hinged(document: Document, name: str, towards: Vector3 | None) -> Document:
    axis = np.array(bend_axis(document, name, towards))
    bone = document.rig.by_name[name]
    own, roll = joint_frame(bone).T @ axis, bone.joint.roll
    nearest = int(np.argmax(np.abs(own)))
    if abs(own[nearest]) < cos(NEAR):
        roll = remainder(roll + atan2(-own[SWAY], own[BEND]), tau)
        nearest, own = BEND, np.array([1.0, 0.0, 0.0])
    least, most = _from_rest(document.rig, name)
    limit: Range = (least, most) if own[nearest] > 0.0 else (-most, -least)
    joint = msgspec.structs.replace(bone.joint, roll=roll, lock=_all_but(nearest), limit=_only(nearest, limit))
    return replace_bones(document, [msgspec.structs.replace(bone, joint=joint)])


def _from_rest(rig: Rig, name: str) -> Range:
    """The range of a hinge, counted from how far it is bent at rest; rest is within it."""
    parent, along = rig.by_name.get(rig.by_name[name].parent or ""), joint_frame(rig.by_name[name])[:, 1]
    cosine = 1.0 if parent is None else float(np.clip(joint_frame(parent)[:, 1] @ along, -1.0, 1.0))
    bent = acos(cosine) if cosine < cos(STRAIGHT) else 0.0
    return (RANGE[0] - bent, max(RANGE[1] - bent, 0.0))


def _all_but(axis: int) -> AxisSwitches:
    return (axis != BEND, True, axis != SWAY)


def _only(axis: int, limit: Range) -> AxisLimits:
    return (limit if axis == BEND else None, None, limit if axis == SWAY else None)
