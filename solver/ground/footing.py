"""Feet where they are to be: how far the hips come down for them, and how those are lifted that cannot reach.

Of one pose, or of all frames of a clip at once. `planting` lays the feet of a posed figure on the ground, and
`edits.walking` those of a clip.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from pantin.rigs.ground.kinds import Planting
from pantin.solver.ground.laying import Laid
from pantin.solver.ground.legs import Leg
from pantin.solver.program.skeleton import Floats

REACH = 1.0 - 1e-4
"""A leg is taken for so much of its length: a straight one has no side, and is at the end of what a solver can do."""

ROUNDS = 8
"""How often feet that cannot reach their places, and are in the ground instead, are lifted out of it."""

DEEP = 1e-6
"""Metres that such a foot may be in the ground."""

Pose = TypeVar("Pose")


class Footing(NamedTuple):
    """A foot where it is to be, in one pose or in each frame (…)."""

    leg: Leg
    laid: Laid
    hip: Floats
    """The hip joint (…, 3) as posed, metres."""
    ankle: Floats
    """The ankle (…, 3) where it is to be."""


def hips_drop(planting: Planting, feet: Sequence[Footing]) -> Floats:
    """Return how far the hips come down (…) for feet, metres: as far as the one that is farthest needs, within what the
    planting of the rig allows.
    """
    if planting.hips == "stay":
        return np.zeros(feet[0].hip.shape[:-1])
    asked = np.max([foot.laid.planted * _drop_to_reach(foot) for foot in feet], axis=0)
    return np.asarray(np.minimum(planting.part * asked, planting.most * max(foot.leg.length for foot in feet)))


def _drop_to_reach(foot: Footing) -> Floats:
    """Return how far the hip joint has to come down (…) for the leg to reach its ankle, metres.

    Where no drop is enough, it is the one that brings the leg nearest.
    """
    apart = foot.hip - foot.ankle
    aside2 = np.sum(apart[..., :2] ** 2, axis=-1)
    reach = np.sqrt(np.maximum((REACH * foot.leg.length) ** 2 - aside2, 0.0))
    return np.asarray(np.maximum(apart[..., 2] - reach, 0.0))


def lifted_out(pose: Pose, depths: Callable[[Pose], Floats], lifted: Callable[[Pose, Floats, int], Pose]) -> Pose:
    """Return a pose whose feet are no longer in the ground: they are lifted by as much as they are in it, again where
    the leg could not follow.

    `depths` (…) are how deep feet are, metres; `lifted` returns the pose with feet lifted by these, the number of the
    round beside them.
    """
    for number in range(ROUNDS):
        deep = depths(pose)
        if deep.max() <= DEEP:
            break
        pose = lifted(pose, deep, number)
    return pose
