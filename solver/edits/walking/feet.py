"""The feet of a clip: where the ball of each is in every frame, for figures with limbs and for bare skeletons."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.rigs import Document, Rig
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.clip import Clip
from pantin.rigs.figure import Figure
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.rest import ends_of
from pantin.rigs.tree.traversal import ancestors, parents_first
from pantin.solver.evaluate import clip_rows
from pantin.solver.program.skeleton import Floats

MOST_FEET = 4


class Foot(NamedTuple):
    """A foot whose leg has tracks."""

    bone: str
    ball: Floats
    """(frames, 3): the tail of the foot, armature space, by the tracks alone."""
    leg: float
    """The length of its leg, metres."""


def feet_of(figure: Figure, clip: Clip) -> tuple[Foot, ...]:
    """The feet of a figure that a clip moves by their legs. Raises ValueError where its frames are damaged."""
    rig = figure.rig
    feet = _feet(rig, clip)
    if not feet:
        return ()
    bones = parents_first(rig)
    row = {bone.name: place for place, bone in enumerate(bones)}
    order = np.argsort([row[bone.name] for bone in rig.bones])
    stands = forward_kinematics(bones, clip_rows(Document.of(figure), clip)[:, order])
    lengths = np.linalg.norm(np.diff(ends_of(bones), axis=1)[:, 0], axis=1)
    found = []
    for foot, leg in feet:
        place = row[foot]
        ball = stands[:, place, :3, 3] + stands[:, place, :3, 1] * lengths[place]
        found.append(Foot(foot, ball, float(sum(lengths[row[name]] for name in leg))))
    return tuple(found)


def _feet(rig: Rig, clip: Clip) -> list[tuple[str, tuple[str, ...]]]:
    """The feet whose legs have tracks, each with the bones of its leg, from the foot up."""
    parts, found = parts_of(rig), []
    for name, part in parts.items():
        if part == "foot" and parts.get(rig.by_name[name].parent or "") != "foot":
            leg = tuple(above for above in ancestors(rig, name) if parts.get(above) in ("shin", "thigh"))
            if leg and all(above in clip.tracks for above in leg):
                found.append((name, leg))
    return found[:MOST_FEET]
