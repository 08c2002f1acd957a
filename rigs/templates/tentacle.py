"""A tentacle of twenty bones, thinner towards the tip, and nothing else: a long chain to pull by Auto IK."""

from __future__ import annotations

from itertools import pairwise
from math import sin
from typing import Annotated

import msgspec

from pantin.rigs.fields import field
from pantin.rigs.rig import Rig
from pantin.rigs.templates.draft import Draft, vector
from pantin.rigs.templates.measures import Size
from pantin.rigs.vectors import FRONT, Vector

USUAL = 1.246
"""Height of the curve below, metres."""


class TentacleMeasures(msgspec.Struct, frozen=True):
    """The measures of a tentacle."""

    height: Annotated[Size, field("Height", "From the floor to the tip.", unit="m")] = USUAL
    bones: Annotated[int, field("Bones", "How many bones it has.", unit="bones", step=1, ge=2, le=200)] = 20
    curve: Annotated[
        float, field("Curve", "How far it winds: 0 is straight, 1 is usual.", ge=0.0, le=2.0, step=0.005)
    ] = 1.0
    taper: Annotated[
        float,
        field("Taper", "How much shorter bones grow towards the tip: 0 is not at all.", ge=0.0, le=0.8, step=0.005),
    ] = 0.35


DEFAULT = TentacleMeasures()


def rig(measures: TentacleMeasures = DEFAULT) -> Rig:
    """The rig of the tentacle in its rest pose: upright, in a slight curve."""
    count, size = measures.bones, measures.height / USUAL
    joints = [_along(_spacing(number / count, measures.taper), measures.curve) for number in range(count + 1)]
    digits = max(2, len(str(count)))
    names = [f"tentacle_{number:0{digits}d}" for number in range(1, count + 1)]
    drafts = [
        Draft(name, names[number - 1] if number else None, head, tail, FRONT, connected=number > 0)
        for number, (name, (head, tail)) in enumerate(zip(names, pairwise(joints), strict=True))
    ]
    return Rig(bones=tuple(draft.scaled(size).bone() for draft in drafts))


def _spacing(t: float, taper: float) -> float:
    """The parameter of a joint for t from 0 to 1: bones are longer at the root than at the tip."""
    return t * (1.0 + taper - taper * t)


def _along(t: float, curve: float) -> Vector:
    """The centre line (3,), metres, for t from 0 just above the floor to 1 at the tip."""
    aside, back = 0.30 * sin(t * 5.2) * (0.3 + 0.7 * t), -0.2 * sin(t * 3) * t
    return vector(curve * aside, curve * back, 0.115 + 1.3 * (t - 0.13 * t**3))
