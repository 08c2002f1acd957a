"""Motion of a figure as any humanoid can have it, with the expressions that its character has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from pantin.app.files import character_file
from pantin.app.files.baking import baked
from pantin.rigs import Unreadable
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.meshes.character import Character
from pantin.rigs.motion.baked import BakedClip
from pantin.rigs.motion.humanoid_motion import Humanoid, HumanoidClip, humanoid_clip
from pantin.rigs.motion.transform_arrays import Floats
from pantin.solver.edits.tracking.humanoids import humanoid_of

POSE_RATE = 30.0
"""Frames a second of a pose that leaves as motion of one frame, as the specification of VRM animations proposes."""


class HumanoidMotion(NamedTuple):
    """What leaves in a file of humanoid motion."""

    humanoid: Humanoid
    clips: tuple[HumanoidClip, ...]
    presets: Mapping[str, str]
    """The presets of VRM that expressions of the character are, by their names."""
    seen: tuple[Floats, ...]
    """Where the bones of the humanoid begin in each clip (f, n, 3), as one sees them, metres, armature space."""


def baked_humanoid(document: Document, clips: Sequence[Clip]) -> HumanoidMotion:
    """Return the clips, or the pose where there are none. Raises ValueError where the figure is no person."""
    figure, character = document.figure, _character(document)
    humanoid = humanoid_of(figure, character.humanoid if character else {})
    what = baked(document, clips)
    motions = what.clips or (BakedClip(figure.name, POSE_RATE, 0, what.matrices[None]),)
    values = [_expressions(document, clip) for clip in clips] or [_posed(document)]
    rows = [what.rig.rows[bone] for bone in humanoid.bones.values()]
    presets = {each.name: each.preset for each in character.expressions if each.preset} if character else {}
    return HumanoidMotion(
        humanoid,
        tuple(humanoid_clip(what, motion, humanoid, each) for motion, each in zip(motions, values, strict=True)),
        presets,
        tuple(motion.matrices[:, rows][..., :3, 3] + (0.0, 0.0, humanoid.lift) for motion in motions),
    )


def _character(document: Document) -> Character | None:
    """Return the character of the figure; None where its file is not there."""
    try:
        return character_file.character_of(document.figure)
    except Unreadable:
        return None


def _posed(document: Document) -> dict[str, Floats]:
    return {name: np.array([value]) for name, value in document.figure.pose.expressions.items()}


def _expressions(document: Document, clip: Clip) -> dict[str, Floats]:
    """Return the values (f,) of expressions in the frames of a clip that are played: of others as they are posed."""
    first, last = clip.span
    still = document.figure.pose.expressions.items()
    found = {name: np.full(last + 1 - first, value) for name, value in still}
    return found | dict(_of_clip(clip, first, last))


def _of_clip(clip: Clip, first: int, last: int) -> Iterator[tuple[str, Floats]]:
    for name, track in clip.expressions.items():
        yield name, track.array[first : last + 1, 0].astype(np.float64)
