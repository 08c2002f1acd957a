"""The reference pose of a person: what of it answers to what of another, before motion is retargeted.

Figures rest in a T, an A, sitting, or as the first frame of a motion. A pose of the library with the tag "reference"
says how a figure stands when the other stands in the same reference: in a T-pose, in an A-pose, or, where neither is
among its tags, as it rests. It is seen and edited as every pose is, and motion that comes later counts from it.
"""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin
from typing import Literal

import numpy as np
from msgspec.structs import replace

from pantin.rigs import rotations as rot
from pantin.rigs.clip import Clip
from pantin.rigs.editing.applied_rest import back_from, resting_where_posed
from pantin.rigs.editing.kept_motion import carried_motion
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.found_body import SIDES, role_of
from pantin.rigs.motion.clips_of_bones import forward_kinematics, rows_of_pose
from pantin.rigs.motion.person import Person, person_in
from pantin.rigs.motion.retarget import retargeted
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.pose import REST, KeptPose, Pose, Transform
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.tree.traversal import with_descendants
from pantin.solver.messages import _

Kind = Literal["T-pose", "A-pose"]

REFERENCE = "reference"
"""The tag of the pose."""

DOWN: dict[Kind, float] = {"T-pose": 0.0, "A-pose": radians(45.0)}
"""How far arms point down in each."""


def reference_of(figure: Figure) -> KeptPose | None:
    """Return the pose of the library that motion counts from; None where there is none."""
    return next((kept for kept in figure.poses if REFERENCE in kept.tags), None)


def kind_of(kept: KeptPose) -> Kind | None:
    """Return in which pose the other stands, None as it rests."""
    return next((kind for kind in DOWN if kind in kept.tags), None)


def matched(person: Person | None, kind: Kind) -> dict[str, Transform]:
    """Return the pose in which a person stands in a reference: arms aside, or half down, and legs straight down.

    Raises ValueError where there is no person, or too little of one.
    """
    model = _model(kind)
    found = {} if person is None else retargeted(dict.fromkeys(model.rig.by_name, REST), model, person)
    if not found:
        raise ValueError(_("No person was found in the figure, so it has no such pose."))
    return found


def with_reference(figure: Figure, name: str, pose: dict[str, Transform], kind: Kind | None) -> Figure:
    """Return the figure with a pose kept as its reference, in place of the one before, and of a pose of that name."""
    tags = (REFERENCE,) if kind is None else (REFERENCE, kind)
    others = tuple(_untagged(kept) for kept in figure.poses if kept.name != name)
    return replace(figure, poses=(*others, KeptPose(name, pose, tags, part=False)))


def without_reference(figure: Figure) -> Figure:
    """Return the figure whose rest pose is what motion counts from; the pose stays in the library."""
    return replace(figure, poses=tuple(map(_untagged, figure.poses)))


def _untagged(kept: KeptPose) -> KeptPose:
    if REFERENCE not in kept.tags:
        return kept
    return replace(kept, tags=tuple(tag for tag in kept.tags if tag not in (REFERENCE, *DOWN)))


def standing_in(person: Person, pose: dict[str, Transform]) -> Person:
    """Return a person as if it rested in a pose."""
    figure = Figure(rig=person.rig)
    rested = resting_where_posed(_bare(figure), _matrices(figure, pose), np.ones((len(person.rig.bones), 2)))
    return Person(rested, person.body)


def from_reference(clip: Clip, figure: Figure, pose: dict[str, Transform]) -> Clip:
    """Return a clip of a figure that rested in a pose as a clip of the figure as it rests."""
    changes = back_from(_bare(figure), _matrices(figure, pose))
    return carried_motion(Figure(rig=figure.rig, clips=(clip,)), figure.rig, changes).clips[0]


def _bare(figure: Figure) -> Figure:
    """Return the figure without what is posed, kept, or holds its bones."""
    rig = figure.rig.changed(constraints=(), limbs=(), pins=())
    return replace(figure, rig=rig, pose=Pose(), poses=(), clips=())


def _matrices(figure: Figure, pose: dict[str, Transform]) -> Floats:
    """Return where bones stand in a pose, without constraints (n, 4, 4)."""
    return np.asarray(forward_kinematics(figure.rig.bones, rows_of_pose(figure.rig.bones, pose))[0])


@cache
def _model(kind: Kind) -> Person:
    """Return a person who rests in a reference."""
    from pantin.rigs.templates import humanoid  # takes time, and few figures are stood so

    rig = Rig(bones=tuple(bone for bone in humanoid.rig().bones if bone.kind == "bone"))
    found = person_in(Figure(rig=rig))
    assert found is not None
    matrices = np.array(rest_matrices(rig.bones))
    for side in SIDES:
        out = 1.0 if side == "L" else -1.0
        wanted = np.array((out * cos(DOWN[kind]), 0.0, -sin(DOWN[kind])))
        for part in ("upper_arm", "forearm", "hand"):
            name = found.body.bones[role_of(part, side)]
            row = rig.rows[name]
            turn = np.eye(4)
            turn[:3, :3] = rot.shortest_arc(matrices[row, :3, 1], wanted)
            turn[:3, 3] = matrices[row, :3, 3] - turn[:3, :3] @ matrices[row, :3, 3]
            below = [rig.rows[each] for each in with_descendants(rig, (name,))]
            matrices[below] = turn @ matrices[below]
    rested = resting_where_posed(Figure(rig=rig), matrices, np.ones((len(rig.bones), 2)))
    return Person(rested, found.body)
