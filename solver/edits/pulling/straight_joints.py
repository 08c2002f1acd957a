"""Elbows and knees that are dead straight when a pull begins: they begin bent by a hair, the way in which people bend.

A body that goes straight along a stretched leg feels nothing of its knee otherwise, and would stop there.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pantin.rigs import Rig
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import Part
from pantin.rigs.rest import joint_frame
from pantin.rigs.vectors import BACK, FRONT, across
from pantin.solver.edits.pulling.tree import Tree
from pantin.solver.program.evaluated import Evaluated
from pantin.solver.program.skeleton import Floats
from pantin.solver.whole_body import columns as c
from pantin.solver.whole_body.step import clamp_bone

STRAIGHT = 1e-3
"""A joint that is bent by less does not say which way it bends, radians."""

HAIR = 2e-3
"""How far it is bent then, radians."""

FOLDS: Mapping[Part, Floats] = {"shin": BACK, "forearm": FRONT}
"""Where the end of the bone goes when a figure that rests straight bends it."""


def bend_straight_joints(bones: Floats, rig: Rig, evaluated: Evaluated, tree: Tree) -> None:
    """Change COORDS in the rows of bones (j, BONE_WIDTH) of the joints that are straight."""
    parts = parts_of(rig)
    for i, name in enumerate(tree.names):
        part, above = parts.get(name), rig.by_name[name].parent
        if part is None or above is None or part not in FOLDS or name not in tree.turning:
            continue
        along, before = (evaluated.matrices[evaluated.index[each]][:3, 1] for each in (name, above))
        if along @ before > 0.0 and np.linalg.norm(np.cross(before, along)) < STRAIGHT * np.linalg.norm(along):
            bones[i, c.COORDS : c.COORDS + 3] += HAIR * _own_axis(rig, name, above, FOLDS[part])
            clamp_bone(bones, i)


def _own_axis(rig: Rig, name: str, above: str, folds: Floats) -> Floats:
    """About which axis a joint bends further, a unit vector (3,) of its own axes, without twist; 0 without any."""
    frame, upper = joint_frame(rig.by_name[name]), joint_frame(rig.by_name[above])
    rests = np.cross(upper[:, 1], frame[:, 1])
    axis = rests if np.linalg.norm(rests) > STRAIGHT else across(np.cross(frame[:, 1], folds), frame[:, 1])
    own = np.asarray((frame.T @ axis) * (1.0, 0.0, 1.0))
    return own / max(float(np.linalg.norm(own)), 1e-12)
