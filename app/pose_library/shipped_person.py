"""The person that the poses of Pantin were made with, and those poses on people whose bones have other names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np
from msgspec.structs import replace

from pantin import rigs
from pantin.resources import FOLDER
from pantin.rigs import Document, Rig, Transform
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.editing.poses import library
from pantin.rigs.editing.soles import with_soles_of_limbs
from pantin.rigs.figure import Figure
from pantin.rigs.motion.person import Person, person_in
from pantin.rigs.motion.retarget import Pose, retargeted_poses
from pantin.rigs.pose import KeptPose
from pantin.rigs.remembered import remembered
from pantin.rigs.rest import rest_matrices

POSED = FOLDER / "rigs" / "humanoid.rig.json"
"""The figure that they were made with."""


LIMBS = tuple(f"{part}.{side}" for part in ("upper_arm", "forearm", "thigh", "shin") for side in "LR")
ALIKE = np.radians(20.0)
"""Turns of bones at rest from those of the shipped person, up to which its poses are applied as they are: measures of
a template turn them by less.
"""


def has_hocks(rig: Rig) -> bool:
    """Return whether legs of a rig are those of animals: poses of people would bend them where these have no joint."""
    return "hock" in parts_of(rig).values()


def person_of(figure: Figure) -> Person | None:
    """The person in a rig that takes the poses; None where there is none, or an animal that seems one by its names."""
    person = None if has_hocks(figure.rig) else person_in(figure)
    return person if person is not None and person.is_built_as_people else None


def onto(person: Person, poses: Sequence[Pose]) -> list[dict[str, Transform]]:
    """Poses of the shipped person for another one; empty where the two share too few parts."""
    source = _source()
    return retargeted_poses(poses, source, person) if source else [{} for _pose in poses]


def retargeted(figure: Figure, wanted: Iterable[KeptPose]) -> list[KeptPose | None]:
    """Return poses of the shipped person as the person in a rig takes them; None for those that are of no use there."""
    kept, person = list(wanted), person_of(figure)
    poses = onto(person, [each.pose for each in kept]) if person else [{} for _each in kept]
    made = zip(kept, poses, strict=True)
    return [replace(each, pose=pose, part=True, stands=()) if pose else None for each, pose in made]


def is_of_it(pose: Pose) -> bool:
    """Return whether a pose has the names of the shipped person."""
    return library.fits(_shipped().rig, pose)


def fits_as_it_is(rig: Rig, pose: Pose) -> bool:
    """Return whether a rig takes a pose of the shipped person without retargeting: it has its names and rests as it
    does. One drawn into a mesh, with level arms, has the names alone.
    """
    return library.fits(rig, pose) and _rests_alike(rig)


@remembered("bones")
def _rests_alike(rig: Rig) -> bool:
    """Return whether arms and legs of a rig rest as turned as those of the shipped person; True where some are none."""
    own = _shipped().rig
    if not all(name in rig.by_name for name in LIMBS):
        return True
    frames, shipped = (rest_matrices(each.bones)[[each.rows[name] for name in LIMBS], :3, :3] for each in (rig, own))
    cosines = (np.einsum("nij,nij->n", frames, shipped) - 1.0) / 2.0
    return bool(cosines.min() > np.cos(ALIKE))


def fitted(figure: Figure, pose: Pose) -> Pose:
    """A pose as a rig takes it: one of the shipped person, whose names it lacks, is retargeted where that can be."""
    if not is_of_it(pose) or fits_as_it_is(figure.rig, pose):
        return pose
    person = person_of(figure)
    return (onto(person, (pose,))[0] if person else {}) or pose


@cache
def _shipped() -> Document:
    return rigs.read(POSED)


@cache
def _source() -> Person | None:
    figure = _shipped().figure
    return person_in(replace(figure, rig=with_soles_of_limbs(figure.rig)))
