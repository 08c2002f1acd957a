"""A left hand on its forearm, standing upright with the palm to the front, of the size of an adult's.

The wrist handle carries the hand: it turns the hand and swings the forearm about the elbow. Fingers have no handles,
they are pulled by Auto IK or turned one by one; the palm's own bones let the hand cup. Every joint has limits, from
"Joint Motion: Method of Measuring and Recording" (American Academy of Orthopaedic Surgeons, 1965), rounded; the small
play of the palm's bones follows Kapandji, "The Physiology of the Joints". The second half of the forearm takes half
of the hand's twist, as the two bones in there do.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import Annotated

import msgspec
import numpy as np
from msgspec.structs import replace

from pantin.rigs.constraints import CopyRotation, Ik
from pantin.rigs.fields import field
from pantin.rigs.rig import Rig
from pantin.rigs.templates.draft import Draft, vector
from pantin.rigs.templates.fingers import FINGERS, THUMB, finger, knuckle_of, thumb
from pantin.rigs.templates.full import Controls, controlled
from pantin.rigs.templates.limbs import recorded
from pantin.rigs.templates.measures import Proportion, Size
from pantin.rigs.vectors import Vector, unit

ELBOW, FOREARM = vector(0, 0, 0.020), 0.160
ALONG, PALM = vector(0, 0, 1), vector(0, -1, 0)
CARPUS = 0.024
PLAY = {"index": 2.0, "middle": 2.0, "ring": 10.0, "little": 20.0}
"""The angles of the bones of the palm when the hand cups, degrees."""
TWIST_ONLY = (True, False, True)
LENGTH = 0.192
"""From the wrist to the tip of the middle finger with the hand flat, metres."""


class HandMeasures(msgspec.Struct, frozen=True):
    """The measures of a hand; a proportion of 1 is that of the default figure."""

    length: Annotated[Size, field("Length", "From the wrist to the tip of the middle finger.", unit="m")] = LENGTH
    palm: Annotated[Proportion, field("Palm", "Width of the palm; 1 is usual.")] = 1.0
    fingers: Annotated[Proportion, field("Fingers", "Length of the fingers against the palm's; 1 is usual.")] = 1.0
    thumb: Annotated[Proportion, field("Thumb", "Length of the thumb; 1 is usual.")] = 1.0
    spread: Annotated[
        float, field("Spread", "How far the fingers stand apart; 1 is usual.", ge=0.0, le=3.0, step=0.005)
    ] = 1.0
    forearm: Annotated[Proportion, field("Forearm", "Length of the forearm; 1 is usual.")] = 1.0
    controls: Controls = "full"


DEFAULT = HandMeasures(controls="limbs")
"""Of the sample file."""


CONSTRAINTS = (
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
"""The hand is turned by its handle, and half of its twist goes on to the middle of the forearm."""


def rig(measures: HandMeasures = DEFAULT) -> Rig:
    """The rig of the hand in its rest pose."""
    middle_finger = sum(next(lengths for name, _, _, lengths in FINGERS if name == "middle"))
    size = measures.length / (LENGTH + middle_finger * (measures.fingers - 1.0))
    bones = tuple(draft.scaled(size).bone() for draft in _drafts(measures))
    return controlled(recorded(Rig(bones=bones, constraints=CONSTRAINTS)), measures.controls)


def _drafts(measures: HandMeasures) -> list[Draft]:
    """The bones from the elbow to the finger tips, and the handle."""
    wrist = ELBOW + ALONG * FOREARM * measures.forearm
    return [
        Draft("body", None, vector(0, 0, 0), vector(0, 0, 0.06), PALM, kind="handle"),
        Draft("forearm.L", "body", ELBOW, wrist, PALM, bend=(-80, 80), twist=(-80, 80), sway=(-80, 80)),
        Draft("forearm_twist.L", "forearm.L", (ELBOW + wrist) / 2, wrist, PALM, twist=(-80, 80), lock=TWIST_ONLY),
        Draft(
            "hand.L",
            "forearm.L",
            wrist,
            wrist + ALONG * CARPUS,
            PALM,
            True,
            bend=(-70, 80),
            twist=(-80, 80),
            sway=(-30, 20),
        ),
        *_palm(wrist, measures),
        *_thumb(wrist, measures),
        Draft("hand_ik.L", "body", wrist, wrist + ALONG * 0.05, PALM, kind="handle"),
    ]


def _palm(wrist: Vector, measures: HandMeasures) -> list[Draft]:
    """For each finger, the bone inside the palm and its phalanges."""
    sideways = np.cross(ALONG, PALM)
    drafts = []
    for name, (x, _), spread, lengths in FINGERS:
        knuckle, bone = _widened(knuckle_of(name, wrist, ALONG, PALM), measures), f"palm_{name}.L"
        root = wrist + sideways * x * 0.55 * measures.palm + ALONG * (CARPUS + 0.004)
        play, apart = PLAY[name], radians(spread) * measures.spread
        drafts.append(
            Draft(bone, "hand.L", root, knuckle, PALM, bend=(-play / 2, play), sway=(-2, 2), lock=(False, True, False))
        )
        outwards = ALONG * cos(apart) + sideways * sin(apart)
        phalanges = tuple(length * measures.fingers for length in lengths)
        drafts += finger(name, knuckle, unit(outwards), PALM, phalanges, parent=bone)
    return drafts


def _thumb(wrist: Vector, measures: HandMeasures) -> list[Draft]:
    """The bones of the thumb, moved aside with the width of the palm."""
    drafts = thumb(wrist, ALONG, PALM, lengths=tuple(length * measures.thumb for length in THUMB))
    aside = _widened(drafts[0].head, measures) - drafts[0].head
    return [replace(draft, head=draft.head + aside, tail=draft.tail + aside) for draft in drafts]


def _widened(place: Vector, measures: HandMeasures) -> Vector:
    """Return the place of a point (3,) of the default hand in a palm of another width."""
    sideways = np.cross(ALONG, PALM)
    return place + sideways * float(place @ sideways) * (measures.palm - 1.0)
