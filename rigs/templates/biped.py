"""The humanoid without fingers: the same limbs, handles and limits, and hands that are one bone. Quick to pose."""

from __future__ import annotations

from typing import Annotated

from pantin.rigs.fields import field
from pantin.rigs.rig import Rig
from pantin.rigs.templates import humanoid


class BipedMeasures(humanoid.HumanoidMeasures, frozen=True):
    """The measures of a person without fingers; a proportion of 1 is that of the default figure."""

    fingers: Annotated[bool, field("Fingers", "Hands with five fingers; off, a hand is one bone.")] = False


DEFAULT = BipedMeasures(controls="limbs")
"""Of the sample file."""


def rig(measures: humanoid.HumanoidMeasures = DEFAULT) -> Rig:
    """The rig of the biped in its rest pose."""
    return humanoid.rig(measures)
