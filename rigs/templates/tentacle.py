"""A tentacle of twenty bones, thinner towards the tip, with one goal at its end: a long chain to try solvers on."""

from __future__ import annotations

from itertools import pairwise
from math import sin

from rigs.constraints import Ik
from rigs.rig import Rig
from rigs.templates.draft import Draft, Vector, unit, vector

BONES = 20
FRONT = vector(0, -1, 0)


def rig() -> Rig:
    """The tentacle, standing on the floor in a slight curve."""
    joints = [_along(_spacing(number / BONES)) for number in range(BONES + 1)]
    drafts = [
        Draft(_name(number), _name(number - 1) if number else None, head, tail, FRONT, connected=number > 0)
        for number, (head, tail) in enumerate(pairwise(joints))
    ]
    tip = joints[-1]
    handle = Draft("tip_ik", None, tip, tip + unit(tip - joints[-2]) * 0.10, FRONT, kind="handle")
    reach = Ik(owner=_name(BONES - 1), target="tip_ik", chain_length=0)
    return Rig(name="Tentacle", bones=tuple(draft.bone() for draft in (*drafts, handle)), constraints=(reach,))


def _name(number: int) -> str:
    return f"tentacle_{number + 1:02d}"


def _spacing(t: float) -> float:
    """Bones are longer at the foot than at the tip."""
    return t * (1.35 - 0.35 * t)


def _along(t: float) -> Vector:
    """The curve the tentacle stands in, metres, for t from 0 just above the floor to 1 at the tip."""
    return vector(0.30 * sin(t * 5.2) * (0.3 + 0.7 * t), -0.2 * sin(t * 3) * t, 0.115 + 1.3 * (t - 0.13 * t**3))
