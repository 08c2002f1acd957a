"""A left hand on its forearm, standing upright with the palm to the front, of the size of an adult's.

The wrist handle carries the hand: it turns the hand and swings the forearm about the elbow. Fingers have no handles,
they are pulled by Auto IK or turned one by one; the palm's own bones let the hand cup. Every joint has limits, from
"Joint Motion: Method of Measuring and Recording" (American Academy of Orthopaedic Surgeons, 1965), rounded; the small
play of the palm's bones follows Kapandji, "The Physiology of the Joints". The second half of the forearm takes half
of the hand's twist, as the two bones in there do.
"""

from __future__ import annotations

from math import cos, radians, sin

from rigs.constraints import CopyRotation, Ik
from rigs.rig import Rig
from rigs.templates.draft import Draft, cross, unit, vector
from rigs.templates.fingers import FINGERS, finger, knuckle_of, thumb

ELBOW, WRIST = vector(0, 0, 0.020), vector(0, 0, 0.180)
ALONG, PALM = vector(0, 0, 1), vector(0, -1, 0)
CARPUS = 0.024
PLAY = {"index": 2.0, "middle": 2.0, "ring": 10.0, "little": 20.0}
"""How far each bone of the palm bends when the hand cups, degrees."""


def rig() -> Rig:
    """The hand, at rest."""
    middle = (ELBOW + WRIST) / 2
    drafts = [
        Draft("body", None, vector(0, 0, 0), vector(0, 0, 0.06), PALM, kind="handle"),
        Draft("forearm.L", "body", ELBOW, WRIST, PALM, bend=(-80, 80), twist=(-80, 80), sway=(-80, 80)),
        Draft("forearm_twist.L", "forearm.L", middle, WRIST, PALM, twist=(-80, 80), lock=(True, False, True)),
        Draft(
            "hand.L",
            "forearm.L",
            WRIST,
            WRIST + ALONG * CARPUS,
            PALM,
            True,
            bend=(-70, 80),
            twist=(-80, 80),
            sway=(-30, 20),
        ),
        *_palm(),
        *thumb(WRIST, ALONG, PALM),
        Draft("hand_ik.L", "body", WRIST, WRIST + ALONG * 0.05, PALM, kind="handle"),
    ]
    constraints = (
        Ik(owner="forearm.L", target="hand_ik.L", chain_length=1),
        CopyRotation(owner="hand.L", target="hand_ik.L"),
        CopyRotation(
            owner="forearm_twist.L",
            target="hand.L",
            axes=(False, True, False),
            owner_space="local",
            target_space="local",
            influence=0.5,
        ),
    )
    return Rig(name="Hand", bones=tuple(draft.bone() for draft in drafts), constraints=constraints)


def _palm() -> list[Draft]:
    """For each finger the bone inside the palm, and its phalanges."""
    sideways = cross(ALONG, PALM)
    drafts = []
    for name, (x, _), spread, lengths in FINGERS:
        knuckle, bone = knuckle_of(name, WRIST, ALONG, PALM), f"palm_{name}.L"
        root = WRIST + sideways * x * 0.55 + ALONG * (CARPUS + 0.004)
        play = PLAY[name]
        drafts.append(
            Draft(bone, "hand.L", root, knuckle, PALM, bend=(-play / 2, play), sway=(-2, 2), lock=(False, True, False))
        )
        outwards = unit(ALONG * cos(radians(spread)) + sideways * sin(radians(spread)))
        drafts += finger(name, knuckle, outwards, PALM, lengths, parent=bone)
    return drafts
