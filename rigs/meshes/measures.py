"""How a character is in its file: how tall, and which way it looks. Its height is that of its skin and not of bones."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from pantin.rigs.figure import Figure
from pantin.rigs.fitting.body_frame import frame_of
from pantin.rigs.fitting.creatures import is_bird
from pantin.rigs.fitting.recognition import figure_in
from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.posed_points import points
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.vectors import FRONT, LEFT, UP, unit

Facing = Literal["front", "back", "left", "right", "up", "down", "unknown"]

SURE = 0.7
"""Cosine with an axis, at least, of what looks along it."""

SMALLEST, LARGEST = 0.3, 4.0
"""Metres: a character that is smaller or taller may be in another unit."""

PERSON = 1.7
"""Metres: the height of a person whose file tells no unit."""

MOST = 1000
"""Bones: larger rigs are no body, and would take long to look at."""


class Measures(NamedTuple):
    """What was measured of a character at rest, in armature space."""

    height: float
    """Metres, from the lowest point of its skin to the highest."""
    facing: Facing
    """The direction in which its body looks; unknown where there is no body."""

    def doubts_at(self, size: float) -> bool:
        """Return whether a figure of this size, a factor, may be in another unit."""
        return not SMALLEST <= self.height * size <= LARGEST


def measured(figure: Figure, character: Character) -> Measures:
    """Measure a character at rest as its skin is; 0 metres where it has none."""
    bound = binding(figure.rig, figure.source, character)
    posed = points(character, bound, palette(bound, rest_matrices(figure.rig.bones)))
    heights = [each.positions[:, 2] for each in posed if len(each.positions)]
    low = min((float(each.min()) for each in heights), default=0.0)
    high = max((float(each.max()) for each in heights), default=0.0)
    return Measures(high - low if np.isfinite(high - low) else 0.0, facing_of(figure.rig))


def facing_of(rig: Rig) -> Facing:
    """Return where the body in a rig looks at rest."""
    body = figure_in(rig) if rig.bones and len(rig.bones) <= MOST else None
    if body is None or not {"hips", "head", "thigh.L", "thigh.R"} <= body.bones.keys():
        return "unknown"
    forward = frame_of(rig, body).forward
    if is_bird(rig, body):
        along = np.subtract(rig.by_name[body.bones["head"]].tail, rig.by_name[body.bones["hips"]].head)
        forward = unit(along * (1.0, 1.0, 0.0))
    ways: tuple[tuple[Facing, np.ndarray], ...] = (
        ("front", FRONT),
        ("back", -FRONT),
        ("left", LEFT),
        ("right", -LEFT),
        ("up", UP),
        ("down", -UP),
    )
    return next((name for name, way in ways if float(forward @ way) >= SURE), "unknown")
