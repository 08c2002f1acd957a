"""Whole figures made larger or smaller: with their poses and clips, whose places grow alike."""

from __future__ import annotations

from collections.abc import Mapping
from math import log10
from typing import Any

from msgspec.structs import replace

from pantin.rigs.clip import Clip
from pantin.rigs.constraints import ChildOf, Constraint
from pantin.rigs.document import Document
from pantin.rigs.fields import Vector3, fields_of
from pantin.rigs.fitting.recognition import figure_in
from pantin.rigs.pose import Pose, Transform
from pantin.rigs.rest import rest_height
from pantin.rigs.rig import Rig
from pantin.rigs.springs import scaled as springs_scaled

PERSON = 1.7
"""Metres: how tall a person is made whose size tells no unit."""

SMALLEST, LARGEST = 1.2, 2.3
"""Metres: between these a person is taken to be as tall as it was made to be, in another unit."""

GIANT = 5.0
"""Metres: nobody is so tall, so the numbers of the file are in another unit."""

MOST = 1000
"""Bones of a figure: larger rigs are no body, and would take long to look at."""


def to_a_person(rig: Rig, size: float = 1.0) -> float | None:
    """Return the factor that makes a giant a person's height: of a ten where that does; None for all other figures.

    `size` is how large it is in the world.
    """
    height = size * rest_height(rig.bones) if rig.bones and len(rig.bones) <= MOST else 0.0
    if height < GIANT:
        return None
    body = figure_in(rig)
    if body.kind != "person" or not {"hips", "head", "thigh.L", "thigh.R"} <= body.bones.keys():
        return None
    ten = 10.0 ** -round(log10(height / PERSON))
    return ten if SMALLEST <= height * ten <= LARGEST else PERSON / height


def scaled(document: Document, factor: float) -> Document:
    """Return the figure so many times as large, about the origin: joints, places in poses and clips, and constraints.

    It is posed and moves as before, on a ground that stays as it is.
    """
    rig = document.rig
    bones = tuple(replace(bone, head=_times(bone.head, factor), tail=_times(bone.tail, factor)) for bone in rig.bones)
    constraints = tuple(_constraint(each, factor) for each in rig.constraints)
    poses = tuple(replace(kept, pose=_moved(kept.pose, factor)) for kept in document.figure.poses)
    clips = tuple(_clip(clip, factor) for clip in document.figure.clips)
    pose = _scaled_pose(document.figure.pose, factor)
    soles = {name: tuple(_times(point, factor) for point in points) for name, points in rig.soles.items()}
    springs = springs_scaled(rig.springs, factor)
    made = replace(rig, bones=bones, constraints=constraints, soles=soles, springs=springs)
    return document.with_figure(replace(document.figure, rig=made, pose=pose, poses=poses, clips=clips))


def _times(place: Vector3, factor: float) -> Vector3:
    x, y, z = place
    return (factor * x, factor * y, factor * z)


def _constraint(constraint: Constraint, factor: float) -> Constraint:
    """Return a constraint with all its lengths and places so many times as far."""
    lengths = {each.name: getattr(constraint, each.name) for each in fields_of(type(constraint)) if each.unit == "m"}
    found: dict[str, Any] = {
        name: tuple(each and factor * each for each in length) if isinstance(length, tuple) else factor * length
        for name, length in lengths.items()
    }
    if isinstance(constraint, ChildOf) and constraint.inverse is not None:
        found["inverse"] = tuple((*row[:3], factor * row[3]) for row in constraint.inverse)
    return replace(constraint, **found) if found else constraint


def _scaled_pose(pose: Pose, factor: float) -> Pose:
    gaze = pose.gaze
    if gaze is not None:
        gaze = replace(gaze, point=_times(gaze.point, factor), between=_times(gaze.between, factor))
    return replace(pose, bones=_moved(pose.bones, factor), gaze=gaze)


def _moved(pose: Mapping[str, Transform], factor: float) -> dict[str, Transform]:
    return {name: replace(at, location=_times(at.location, factor)) for name, at in pose.items()}


def _clip(clip: Clip, factor: float) -> Clip:
    frames = clip.frames_at(slice(None))
    frames[..., :3] *= factor
    return clip.with_frames(frames)
