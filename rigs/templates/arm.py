"""One arm on the floor: three bones, a handle for the wrist and a pole for the elbow. The smallest rig with a limb."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pantin.rigs.constraints import Ik
from pantin.rigs.fields import field
from pantin.rigs.rig import Rig
from pantin.rigs.templates.draft import Draft, bent_limb, vector
from pantin.rigs.templates.limbs import recorded
from pantin.rigs.templates.measures import Proportion, Size
from pantin.rigs.vectors import Vector, unit

UPPER_ARM, FOREARM, HAND = 0.63, 0.51, 0.24
SHOULDER, WRIST = vector(-0.30, 0, 0.115), vector(0.40, -0.06, 0.895)
REACH = UPPER_ARM + FOREARM


class ArmMeasures(msgspec.Struct, frozen=True):
    """The measures of an arm."""

    length: Annotated[Size, field("Length", "From the shoulder to the wrist.", unit="m")] = REACH
    forearm: Annotated[
        Proportion, field("Forearm", "Length of the forearm against that of the upper arm; 1 is usual.")
    ] = 1.0
    hand: Annotated[Proportion, field("Hand", "Size of the hand; 1 is usual.")] = 1.0


DEFAULT = ArmMeasures()


def rig(measures: ArmMeasures = DEFAULT) -> Rig:
    """The rig of the arm in its rest pose: reaching up and to the side, the elbow a little bent."""
    upper = REACH / (1 + measures.forearm * FOREARM / UPPER_ARM)
    elbow, above = bent_limb(SHOULDER, WRIST, upper, REACH - upper, vector(-0.6, 0.2, 0.8))
    size = measures.length / REACH
    constraints = (Ik(owner="forearm", target="hand_ik", pole="elbow_pole", chain_length=2),)
    return recorded(
        Rig(
            bones=tuple(draft.scaled(size).bone() for draft in _drafts(measures, elbow, above)),
            constraints=constraints,
        )
    )


def _drafts(measures: ArmMeasures, elbow: Vector, above: Vector) -> tuple[Draft, ...]:
    """The bones; `above` is the side to which the elbow bends."""
    inside = -above
    along = unit(WRIST - elbow + vector(0.1, 0, -0.1))
    pole = elbow + above * 0.35
    upper_arm = Draft("upper_arm", None, SHOULDER, elbow, inside, bend=(-70, 100), twist=(-80, 80), sway=(-90, 90))
    forearm = upper_arm.joined("forearm", WRIST, inside, (-20, 130), (-80, 80), lock=(False, False, True))
    hand = forearm.joined("hand", WRIST + along * HAND * measures.hand, inside, (-70, 80), (-15, 15), (-30, 30))
    handle = Draft("hand_ik", None, WRIST, WRIST + along * 0.16 * measures.hand, inside, kind="handle")
    return (
        upper_arm,
        forearm,
        hand,
        handle,
        Draft("elbow_pole", None, pole, pole + vector(0, 0, 0.07), inside, kind="pole"),
    )
