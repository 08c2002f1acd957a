"""Motion of a figure as any humanoid can have it, with the expressions that its character has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from pantin.app.files import character_file
from pantin.app.files.baking import POSE_RATE, baked
from pantin.rigs import Unreadable
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.gaze import looks_of_values
from pantin.rigs.meshes.character import Character
from pantin.rigs.motion.baked import BakedClip
from pantin.rigs.motion.humanoid_motion import Humanoid, HumanoidClip, humanoid_clip
from pantin.rigs.motion.transform_arrays import Floats
from pantin.solver.edits.expressions import eyes_of
from pantin.solver.edits.tracking.humanoids import humanoid_of
from pantin.solver.evaluate import bones_seen
from pantin.solver.gaze import looks, looks_for_values, looks_of_eyes


class HumanoidMotion(NamedTuple):
    """The content of a file of humanoid motion."""

    humanoid: Humanoid
    clips: tuple[HumanoidClip, ...]
    presets: Mapping[str, str]
    """The presets of VRM that expressions of the character are, by their names."""
    seen: tuple[Floats, ...]
    """The heads of the bones of the humanoid in each clip (f, n, 3), as one sees them, metres, armature space."""


def baked_humanoid(document: Document, clips: Sequence[Clip]) -> HumanoidMotion:
    """Return the clips, or the pose where there are none. Raises ValueError where the figure is no person."""
    figure, character = document.figure, _character(document)
    humanoid = humanoid_of(figure, character.humanoid if character else {})
    what = baked(document, clips)
    motions = what.clips or (BakedClip(figure.name, POSE_RATE, 0, what.matrices[None]),)
    rows = [what.rig.rows[bone] for bone in humanoid.bones.values()]
    presets = {each.name: each.preset for each in character.expressions if each.preset} if character else {}
    return HumanoidMotion(
        humanoid,
        tuple(
            replace(
                humanoid_clip(what, motion, humanoid, _expressions(what.figure, motion)),
                looks=_looks(document.with_figure(what.figure), character, motion, presets),
            )
            for motion in motions
        ),
        presets,
        tuple(motion.matrices[:, rows][..., :3, 3] + (0.0, 0.0, humanoid.lift) for motion in motions),
    )


def _character(document: Document) -> Character | None:
    """Return the character of the figure; None where its file is not there."""
    try:
        return character_file.character_of(document.figure)
    except Unreadable:
        return None


def _looks(
    document: Document, character: Character | None, motion: BakedClip, presets: Mapping[str, str]
) -> Floats | None:
    """Return where the eyes look in each frame of a motion (f, 2): at what they are told, else as they are posed."""
    figure = document.figure
    if figure.pose.gaze is not None:
        return looks(figure, motion.matrices, bones_seen(document))
    values = {presets.get(name, name): each for name, each in _expressions(figure, motion).items()}
    try:
        gaze = eyes_of(figure, character)
    except ValueError:
        return looks_of_values(values)
    return (
        looks_for_values(gaze, values) if gaze.by == "expressions" else looks_of_eyes(figure.rig, gaze, motion.matrices)
    )


def _expressions(figure: Figure, motion: BakedClip) -> dict[str, Floats]:
    """Return the values (f,) of expressions in each frame of a motion: of those that it lacks as they are posed."""
    posed = figure.pose.expressions.items()
    return {name: np.full(len(motion.matrices), value) for name, value in posed} | dict(motion.expressions)
