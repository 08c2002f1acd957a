"""A tentacle of twenty bones, thinner towards the tip, and nothing else: a long chain to pull by Auto IK."""

from __future__ import annotations

from itertools import pairwise
from math import sin

from rigs.rig import Rig
from rigs.templates.draft import Draft, Vector, vector

BONES = 20
FRONT = vector(0, -1, 0)


def rig() -> Rig:
    """The tentacle, standing on the floor in a slight curve."""
    joints = [_along(_spacing(number / BONES)) for number in range(BONES + 1)]
    drafts = [
        Draft(_name(number), _name(number - 1) if number else None, head, tail, FRONT, connected=number > 0)
        for number, (head, tail) in enumerate(pairwise(joints))
    ]
    return Rig(name="Tentacle", bones=tuple(draft.bone() for draft in drafts))


def _name(number: int) -> str:
    return f"tentacle_{number + 1:02d}"


def _spacing(t: float) -> float:
    """Bones are longer at the foot than at the tip."""
    return t * (1.35 - 0.35 * t)


def _along(t: float) -> Vector:
    """The curve the tentacle stands in, metres, for t from 0 just above the floor to 1 at the tip."""
    return vector(0.30 * sin(t * 5.2) * (0.3 + 0.7 * t), -0.2 * sin(t * 3) * t, 0.115 + 1.3 * (t - 0.13 * t**3))
