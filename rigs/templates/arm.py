"""One arm on the floor: three bones, a handle for the wrist and a pole for the elbow. The smallest rig with a limb."""

from __future__ import annotations

from rigs.constraints import CopyRotation, Ik
from rigs.rig import Rig
from rigs.templates.draft import Draft, bent_limb, unit, vector

UPPER_ARM, FOREARM, HAND = 0.63, 0.51, 0.24
SHOULDER, WRIST = vector(-0.30, 0, 0.115), vector(0.40, -0.06, 0.895)


def rig() -> Rig:
    """The arm, at rest: reaching up and to the side, the elbow a little bent."""
    elbow, above = bent_limb(SHOULDER, WRIST, UPPER_ARM, FOREARM, vector(-0.6, 0.2, 0.8))
    inside = -above
    along = unit(WRIST - elbow + vector(0.1, 0, -0.1))
    pole = elbow + above * 0.35
    drafts = (
        Draft("upper_arm", None, SHOULDER, elbow, inside, bend=(-70, 100), twist=(-80, 80), sway=(-90, 90)),
        Draft(
            "forearm",
            "upper_arm",
            elbow,
            WRIST,
            inside,
            True,
            bend=(-20, 130),
            twist=(-80, 80),
            lock=(False, False, True),
        ),
        Draft(
            "hand",
            "forearm",
            WRIST,
            WRIST + along * HAND,
            inside,
            True,
            bend=(-70, 80),
            twist=(-15, 15),
            sway=(-30, 30),
        ),
        Draft("hand_ik", None, WRIST, WRIST + along * 0.16, inside, kind="handle"),
        Draft("elbow_pole", None, pole, pole + vector(0, 0, 0.07), inside, kind="pole"),
    )
    constraints = (
        Ik(owner="forearm", target="hand_ik", pole="elbow_pole", chain_length=2),
        CopyRotation(owner="hand", target="hand_ik"),
    )
    return Rig(name="Single arm", bones=tuple(draft.bone() for draft in drafts), constraints=constraints)
