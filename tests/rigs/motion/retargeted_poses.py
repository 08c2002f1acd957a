"""The poses that come with Pantin, taken by another person, and what is compared of them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from pantin import solver
from pantin.app.pose_library.folders import SHIPPED, read_folder
from pantin.rigs import Document, Rig, Transform
from pantin.rigs.fitting.found_body import SIDES, role_of
from pantin.rigs.motion.person import Person
from pantin.rigs.motion.retarget import retargeted

POSES = {kept.name: kept.pose for kept in read_folder(SHIPPED[0]).poses}
LIMBS = [role_of(part, side) for part in ("upper_arm", "forearm", "thigh", "shin") for side in SIDES]


def stands(rig: Rig, pose: Mapping[str, Transform]) -> solver.Evaluated:
    bare = rig.changed(constraints=())
    return solver.evaluate(Document.of(bare).posed({name: at for name, at in pose.items() if name in bare.by_name}))


def points(person: Person, evaluated: solver.Evaluated, each: str) -> np.ndarray:
    row = evaluated.index[person.body.bones[each]]
    way = evaluated.tails[row] - evaluated.heads[row]
    return person.axes.T @ (way / np.linalg.norm(way))


def check_points_alike(source: Person, target: Person) -> None:
    for name in ("Sit", "Kick", "Cheer", "Lunge"):
        made = retargeted(POSES[name], source, target)
        theirs, ours = stands(source.rig, POSES[name]), stands(target.rig, made)
        for each in LIMBS:
            alike = points(source, theirs, each) @ points(target, ours, each)
            assert alike == pytest.approx(1.0, abs=1e-6), (name, each)
        heights = soles(source, theirs) / source.leg, soles(target, ours) / target.leg
        assert heights[1] == pytest.approx(heights[0], abs=0.01), name


def soles(person: Person, evaluated: solver.Evaluated) -> float:
    """Return how high the lowest end of feet and toes is, over that at rest where this is about on the floor."""
    bones = person.body.bones
    feet = [bones[each] for part in ("foot", "toe") for side in SIDES if (each := role_of(part, side)) in bones]
    rows = [evaluated.index[name] for name in feet]
    rest = np.concatenate(
        [person.rest[name][2, 3] + (0.0, person.rest[name][2, 1] * length(person, name)) for name in feet]
    )
    low = float(min(evaluated.heads[rows, 2].min(), evaluated.tails[rows, 2].min()))
    return low - (float(rest.min()) if abs(float(rest.min())) < 0.1 else 0.0)


def length(person: Person, name: str) -> float:
    bone = person.rig.by_name[name]
    return float(np.linalg.norm(np.subtract(bone.tail, bone.head)))
