"""The person that the poses of Pantin were made with, and those poses on people whose bones have other names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from msgspec.structs import replace

from pantin import rigs
from pantin.resources import FOLDER
from pantin.rigs import Document, Rig, Transform
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.editing.poses.library import fits
from pantin.rigs.editing.soles import with_soles_of_limbs
from pantin.rigs.figure import Figure
from pantin.rigs.motion.person import Person, person_in
from pantin.rigs.motion.retarget import Pose, retargeted_poses
from pantin.rigs.pose import KeptPose

POSED = FOLDER / "rigs" / "humanoid.rig.json"
"""The figure that they were made with."""


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
    return fits(_shipped().rig, pose)


def fitted(figure: Figure, pose: Pose) -> Pose:
    """A pose as a rig takes it: one of the shipped person, whose names it lacks, is retargeted where that can be."""
    if fits(figure.rig, pose) or not is_of_it(pose):
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
