"""The measures of a character in its file: its height and its front. The height is that of its skin, not of bones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import numpy as np

from pantin.rigs.figure import Figure
from pantin.rigs.fitting.body_frame import Frame, frame_of, head_of
from pantin.rigs.fitting.creatures import is_bird
from pantin.rigs.fitting.found_body import FoundBody
from pantin.rigs.fitting.recognition import figure_in
from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.posed_points import points
from pantin.rigs.rest import ends_of, rest_height, rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.vectors import FRONT, LEFT, UP, Vector, unit

Facing = Literal["front", "back", "left", "right", "up", "down", "unknown"]

SURE = 0.7
"""Cosine with an axis, at least, of what looks along it."""

SMALLEST, LARGEST = 0.3, 4.0
"""Metres: a person that is smaller or taller may be in another unit."""

LEAST, MOST_TALL = 0.02, 20.0
"""Metres: the same of anything else: toys and hands are smaller than people, and robots and beasts are taller."""

PERSON = 1.7
"""Metres: the height of a person whose file tells no unit."""

MOST = 1000
"""Bones: larger rigs are no body, and would take long to look at."""


class Measures(NamedTuple):
    """The measures of a character at rest, in armature space."""

    height: float
    """Metres, from the lowest point of its skin to the highest."""
    facing: Facing
    """The direction in which its body looks; unknown where there is no body."""
    is_person: bool = True
    on_skin: bool = True
    """True where the height is that of its skin, and not of its bones."""
    depth: float = 0.0
    """Metres, from its front to its back: its height once it is turned upright."""

    def turned_upright(self, up: bool = True) -> Measures:
        """Return the measures of the character turned upright because Z is up in its file, or turned back from that."""
        return self._replace(height=self.depth, depth=self.height, facing=raised(self.facing, up))

    @property
    def usual(self) -> tuple[float, float]:
        """Return the least and the largest height that is believed, metres."""
        return (SMALLEST, LARGEST) if self.is_person else (LEAST, MOST_TALL)

    def doubts_at(self, size: float) -> bool:
        """Return whether a figure of this size, a factor, may be in another unit; not where it has no height."""
        least, most = self.usual
        return self.height > 0.0 and not least <= self.height * size <= most


def measured(figure: Figure, character: Character) -> Measures:
    """Measure a character at rest as its skin is, or else as its bones are; 0 metres where it has neither."""
    bound = binding(figure.rig, figure.source, character)
    posed = points(character, bound, palette(bound, rest_matrices(figure.rig.bones)))
    places = [each.positions for each in posed if len(each.positions)]
    by_bones = measured_bones(figure.rig)
    if not places:
        return by_bones
    low, high = (
        np.min([each.min(axis=0) for each in places], axis=0),
        np.max([each.max(axis=0) for each in places], axis=0),
    )
    depth, height = (float(each) if np.isfinite(each) else 0.0 for each in (high - low)[1:])
    return by_bones._replace(height=height, depth=depth, on_skin=True)


def measured_bones(rig: Rig) -> Measures:
    """Measure a rig at rest by its bones alone."""
    bones = [bone for bone in rig.bones if bone.kind == "bone"]
    sides = np.ptp(ends_of(bones), axis=(0, 1)) if bones else np.zeros(3)
    longest = (
        rest_height(bones) if bones else 0.0
    )  # what lies far outside, as the point does that eyes refer to, is none
    _wide, depth, height = np.minimum(sides, longest).tolist()
    body = _body_in(rig)
    if body is None:
        return Measures(height, "unknown", is_person=False, on_skin=False, depth=depth)
    frame = frame_of(rig, body)
    is_level = is_bird(rig, body) or _is_level(rig, body, frame)
    is_person = body.kind == "person" and not is_level
    return Measures(height, _facing(rig, body, frame, is_level), is_person, on_skin=False, depth=depth)


def facing_of(rig: Rig) -> Facing:
    """Return where the body in a rig looks at rest."""
    return measured_bones(rig).facing


def legs_of(rig: Rig, body: FoundBody) -> Vector:
    """Return the mean direction (3,) from the hips of a body to its feet, or its knees where it has no feet."""
    ends = [("foot" if f"foot.{side}" in body.bones else "shin", side) for side in "LR"]
    ways = [
        head_of(rig, body.bones[f"{end}.{side}"]) - head_of(rig, body.bones[f"thigh.{side}"])
        for end, side in ends
        if f"{end}.{side}" in body.bones
    ]
    return unit(np.sum(ways, axis=0)) if ways else -UP


def _body_in(rig: Rig) -> FoundBody | None:
    """Return the body whose trunk tells where it looks; None without one."""
    body = figure_in(rig) if rig.bones and len(rig.bones) <= MOST else None
    return body if body is not None and {"hips", "head", "thigh.L", "thigh.R"} <= body.bones.keys() else None


def _is_level(rig: Rig, body: FoundBody, frame: Frame) -> bool:
    """Return whether what was taken for a person who lies goes on its legs, and its back is level: an animal."""
    is_on_legs = float(legs_of(rig, body) @ UP) < -SURE
    return body.kind == "person" and is_on_legs and abs(float(frame.up @ UP)) < SURE


def _facing(rig: Rig, body: FoundBody, frame: Frame, is_level: bool) -> Facing:
    forward = frame.forward
    if is_level:
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


RING: tuple[Facing, ...] = ("front", "left", "back", "right")
"""The directions of somebody who turns to the left, by quarters."""


def turned_by(facing: Facing, heading: float) -> Facing:
    """Return where a body looks that is turned by a heading, radians; up and down stay what they are."""
    if facing not in RING:
        return facing
    return RING[(RING.index(facing) + round(heading / (np.pi / 2))) % 4]


RAISED: Mapping[Facing, Facing] = {"down": "front", "front": "up", "up": "back", "back": "down"}


def raised(facing: Facing, up: bool = True) -> Facing:
    """Return where a body looks that is turned upright because Z is up in its file, or turned back from that."""
    ways = RAISED if up else {after: before for before, after in RAISED.items()}
    return ways.get(facing, facing)
