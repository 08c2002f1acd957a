"""Elbows and knees that are dead straight when a pull begins: they begin bent by a hair, the way in which people bend.

A body that goes straight along a stretched leg feels nothing of its knee otherwise, and would stop there.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pantin.rigs import Rig
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import Part
from pantin.rigs.fitting import figure_in
from pantin.rigs.fitting.body_frame import frame_of
from pantin.rigs.rest import joint_frame
from pantin.rigs.vectors import across
from pantin.solver.edits.pulling.tree import Tree
from pantin.solver.program.evaluated import Evaluated
from pantin.solver.program.skeleton import Floats
from pantin.solver.whole_body import columns as c
from pantin.solver.whole_body.step import clamp_bone

STRAIGHT = 1e-3
"""A joint that is bent by less does not say which way it bends, radians."""

HAIR = 2e-3
"""How far it is bent then, radians."""

FOLDS: Mapping[Part, float] = {"shin": -1.0, "forearm": 1.0}
"""Where the end of the bone goes when a figure that rests straight bends it: 1 for forward, -1 for back."""


def bend_straight_joints(bones: Floats, rig: Rig, evaluated: Evaluated, tree: Tree) -> None:
    """Change COORDS in the rows of bones (j, BONE_WIDTH) of the joints that are straight."""
    parts = parts_of(rig)
    found = [i for i, name in enumerate(tree.names) if name in tree.turning and parts.get(name) in FOLDS]
    straight = [i for i in found if _is_straight(rig, evaluated, tree.names[i])]
    if not straight:
        return
    forward = frame_of(rig, figure_in(rig)).forward
    for i in straight:
        name = tree.names[i]
        bones[i, c.COORDS : c.COORDS + 3] += HAIR * own_axis(rig, name, forward)
        clamp_bone(bones, i)


def _is_straight(rig: Rig, evaluated: Evaluated, name: str) -> bool:
    """Whether a bone goes on as the one above it does."""
    above = rig.by_name[name].parent
    if above is None:
        return False
    along, before = (evaluated.matrices[evaluated.index[each]][:3, 1] for each in (name, above))
    apart = float(np.linalg.norm(np.cross(before, along)))
    return float(along @ before) > 0.0 and apart < STRAIGHT * float(np.linalg.norm(along))


def own_axis(rig: Rig, name: str, forward: Floats) -> Floats:
    """About which axis an elbow or a knee bends further, a unit vector (3,) of its own axes, without twist; else 0.

    `forward` (3,) is where the figure looks at rest.
    """
    folds, bone = FOLDS[parts_of(rig)[name]] * forward, rig.by_name[name]
    frame, upper = joint_frame(bone), joint_frame(rig.by_name[str(bone.parent)])
    rests = np.cross(upper[:, 1], frame[:, 1])
    axis = rests if np.linalg.norm(rests) > STRAIGHT else across(np.cross(frame[:, 1], folds), frame[:, 1])
    own = np.asarray((frame.T @ axis) * (1.0, 0.0, 1.0))
    return own / max(float(np.linalg.norm(own)), 1e-12)
