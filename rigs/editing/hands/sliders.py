"""Hands posed by what they do: curl, spread, the thumb and each finger, and fist, point, open, relaxed.

A slider is 0 at rest and 1 at its end, for fingers in a fist, and goes a little past rest to the other side. Nothing of
it is stored: what it shows is read off the rotations of the phalanges, and setting it turns these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, hypot, pi, radians, sin
from typing import Literal

import numpy as np
from msgspec.structs import replace

from pantin.rigs import rotations as rot
from pantin.rigs.anatomy.parts import FINGERS
from pantin.rigs.document import Document
from pantin.rigs.editing.limbs import limbs_of
from pantin.rigs.editing.pose import keeping_locks, with_transforms
from pantin.rigs.euler import bend_twist_sway, half_sines
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.hand_joints import SLIDER_LEAST, HandJoints, Phalanx, SliderTurn, hand_joints
from pantin.rigs.pose import Transform
from pantin.rigs.rig import Rig
from pantin.rigs.tree.traversal import ancestors
from pantin.rigs.vectors import four

Slider = Literal["curl", "spread", "thumb", "index", "middle", "ring", "little"]
SLIDERS: tuple[Slider, ...] = ("curl", "spread", "thumb", "index", "middle", "ring", "little")
Preset = Literal["fist", "point", "open", "relaxed"]

PRESETS: Mapping[Preset, Mapping[Slider, float]] = {
    "fist": {"spread": 0.0, "thumb": 1.0, "index": 1.0, "middle": 1.0, "ring": 1.0, "little": 1.0},
    "point": {"spread": 0.0, "thumb": 1.0, "index": 0.0, "middle": 1.0, "ring": 1.0, "little": 1.0},
    "open": {"spread": 1.0, "thumb": SLIDER_LEAST, "index": -0.1, "middle": -0.1, "ring": -0.1, "little": -0.1},
    "relaxed": {"spread": 0.0, "thumb": 0.2, "index": 0.14, "middle": 0.21, "ring": 0.27, "little": 0.32},
}
"""The little finger of a relaxed hand is bent most, each before it less."""

NONE = 1e-12
"""Radians: turns that are smaller are none."""
NEAR = 0.01
"""A phalanx that a preset would turn by less, radians, is where that has it."""
THUMB_AWAY = 25.0
"""Degrees that a thumb turns away from the hand, where its joint has no limits."""


# Which hands


def chosen_hands(rig: Rig, names: Iterable[str]) -> tuple[HandJoints, ...]:
    """The hands that `names` are of: by the hand, what is below it, the forearm, or a handle of either."""
    hands = hand_joints(rig)
    return tuple(each for each in hands if any(_is_of(rig, each, name) for name in names)) if hands else ()


def _is_of(rig: Rig, joints: HandJoints, name: str) -> bool:
    hand = joints.hand.bone
    ends = {hand, rig.by_name[hand].parent} - {None}
    if name in rig.by_name and rig.by_name[name].kind == "handle":
        bones = {bone for limb in limbs_of(rig, (name,)) for bone in limb.bones}
        return not bones.isdisjoint(ends)
    return name in ends or (name in rig.by_name and hand in ancestors(rig, name))


# What the sliders show


def sliders_of(joints: HandJoints) -> tuple[Slider, ...]:
    """The sliders that move something of this hand."""
    fingers = [finger for finger in FINGERS if _parts(joints, finger)]
    there: set[str] = {*fingers, *(("curl",) if set(fingers) - {"thumb"} else ())}
    if _parts(joints, "spread"):
        there.add("spread")
    return tuple(slider for slider in SLIDERS if slider in there)


def value_of(figure: Figure, joints: HandJoints, slider: Slider) -> float:
    """Return the value of a slider of the hand; 0 where it moves nothing."""
    if slider == "curl":
        return _mean(value_of(figure, joints, finger) for finger in _curling(joints))
    moved = _parts(joints, slider)
    turned = {phalanx.bone: _turned(figure, phalanx) for phalanx, _turn in moved}
    return _value([(turn, turned[phalanx.bone][turn is phalanx.aside]) for phalanx, turn in moved])


def _value(turned: Sequence[tuple[SliderTurn, float]]) -> float:
    """The value at which turns are nearest to these angles."""
    along = sum(turn.at_one * angle for turn, angle in turned)
    size = sum(turn.at_one**2 for turn, _angle in turned)
    if along >= 0.0:
        return along / size if size > NONE else 0.0
    size = sum(turn.at_least**2 for turn, _angle in turned)
    return SLIDER_LEAST * sum(turn.at_least * angle for turn, angle in turned) / size if size > NONE else 0.0


def _parts(joints: HandJoints, slider: str) -> list[tuple[Phalanx, SliderTurn]]:
    """The turns that a slider is made of."""
    if slider == "spread":
        spread = [each for finger in FINGERS[1:] for each in joints.fingers.get(finger, ())]
        return [(each, each.aside) for each in spread if abs(each.aside.at_one) > NONE]
    both = [(each, turn) for each in joints.fingers.get(slider, ()) for turn in _of_finger(slider, each)]
    return [(each, turn) for each, turn in both if abs(turn.at_one) > NONE]


def _of_finger(finger: str, phalanx: Phalanx) -> tuple[SliderTurn, ...]:
    return (phalanx.curl, phalanx.aside) if finger == "thumb" else (phalanx.curl,)


def _curling(joints: HandJoints) -> list[Slider]:
    """The fingers that the slider of all moves."""
    return [slider for slider in SLIDERS if slider in FINGERS[1:] and _parts(joints, slider)]


def at_preset(figure: Figure, joints: HandJoints, preset: Preset) -> bool:
    """Return whether a hand is in the shape of a preset: it would turn no phalanx."""
    if (
        abs(value_of(figure, joints, "curl") - _mean(PRESETS[preset][finger] for finger in _curling(joints)))
        > -SLIDER_LEAST
    ):
        return False  # at once; joints that do not go back past rest are off by less
    there = with_preset(Document.of(figure), (joints,), preset).figure
    pairs = ((figure.transform(name).rotation, there.transform(name).rotation) for name in joints.hand.phalanges)
    return all(abs(float(np.dot(now, wanted))) > cos(NEAR / 2) for now, wanted in pairs)


def _mean(values: Iterable[float]) -> float:
    several = tuple(values)
    return sum(several) / len(several) if several else 0.0


# Setting them


def with_slider(document: Document, joints: HandJoints, slider: Slider, value: float) -> Document:
    """The hand with a slider put to a value from `SLIDER_LEAST` to 1: the rest of the pose stays, twists too.

    Fingers that differ come nearer to each other while all are curled; all are straight, or a fist, at the ends.
    """
    value = min(max(value, SLIDER_LEAST), 1.0)
    if slider != "curl":
        return _with_values(document, joints, {slider: value})
    before = {finger: value_of(document.figure, joints, finger) for finger in _curling(joints)}
    return _with_values(document, joints, _all_curled(before, value))


def with_preset(document: Document, hands: Iterable[HandJoints], preset: Preset) -> Document:
    """Hands that make a fist, point, are open or relaxed."""
    for joints in hands:
        document = _with_values(document, joints, PRESETS[preset])
    return document


def curled(document: Document, joints: HandJoints, fingers: Iterable[str], part: float) -> Document:
    """Return the document with these fingers nearer to a fist, 1, or to straight, −1, by `part` of what is left."""
    return _towards(document, [each for finger in fingers for each in _parts(joints, finger)], part)


def spread(document: Document, joints: HandJoints, part: float) -> Document:
    """Return the document with the fingers nearer to wide apart, 1, or to closed, −1, by `part` of what is left."""
    return _towards(document, _parts(joints, "spread"), part)


def thumb_spread(document: Document, joints: HandJoints, part: float) -> Document:
    """Return the document with the thumb nearer to far from the hand, 1, or beside it, −1, by such a part."""
    first = joints.fingers["thumb"][0]
    away = max(-radians(THUMB_AWAY), first.limits[0])
    return _towards(
        document, [(first, SliderTurn(first.curl.axis, away, min(radians(THUMB_AWAY), first.limits[1])))], part
    )


def _towards(document: Document, moved: Sequence[tuple[Phalanx, SliderTurn]], part: float) -> Document:
    """Return the document with turns nearer to their ends by a part, −1 to 1, of how far they are from these."""
    if part == 0.0:
        return document
    angles: dict[str, list[float]] = {}
    phalanges = {phalanx.bone: phalanx for phalanx, _turn in moved}
    for phalanx, turn in moved:
        both = angles.setdefault(phalanx.bone, list(_turned(document.figure, phalanx)))
        aside = turn.axis is phalanx.aside.axis
        both[aside] += abs(part) * ((turn.at_one if part > 0.0 else turn.at_least) - both[aside])
    return with_transforms(
        document, {bone: _posed(document.figure, phalanges[bone], *both) for bone, both in angles.items()}
    )


def _all_curled(before: Mapping[Slider, float], value: float) -> dict[Slider, float]:
    """Values whose mean is `value`: on the way from those before to 1, to 0, or back past it."""
    if not before:
        return {}
    mean = _mean(before.values())
    if value >= mean:
        end, part = 1.0, (value - mean) / (1.0 - mean) if mean < 1.0 else 0.0
    elif mean > 0.0 and min(before.values()) >= 0.0:
        end, part = (0.0, 1.0 - value / mean) if value >= 0.0 else (value, 1.0)
    else:
        end, part = SLIDER_LEAST, (mean - value) / (mean - SLIDER_LEAST) if mean > SLIDER_LEAST else 0.0
    return {finger: each + (end - each) * part for finger, each in before.items()}


def _with_values(document: Document, joints: HandJoints, values: Mapping[Slider, float]) -> Document:
    """Sliders other than that of all fingers at these values."""
    figure = document.figure
    angles: dict[str, list[float]] = {}
    phalanges = {each.bone: each for chain in joints.fingers.values() for each in chain}
    for slider, value in values.items():
        for phalanx, turn in _parts(joints, slider):
            both = angles.setdefault(phalanx.bone, list(_turned(figure, phalanx)))
            both[turn is phalanx.aside] = turn.at(value)
    return with_transforms(
        document, {bone: _posed(figure, phalanges[bone], curl, aside) for bone, (curl, aside) in angles.items()}
    )


# Single joints


def _turned(figure: Figure, phalanx: Phalanx) -> tuple[float, float]:
    """Return the angles by which a phalanx is curled and turned aside, radians."""
    bend, _twist, sway = bend_twist_sway(figure.transform(phalanx.bone).rotation)
    swing = np.array((bend, 0.0, sway))
    return float(phalanx.curl.axis @ swing), float(phalanx.aside.axis @ swing)


def _posed(figure: Figure, phalanx: Phalanx, curl: float, aside: float) -> Transform:
    before = figure.transform(phalanx.bone)
    curl, aside = _within(phalanx, curl, aside)
    swing = curl * phalanx.curl.axis + aside * phalanx.aside.axis
    size = hypot(curl, aside)
    _bend, twist, _sway = bend_twist_sway(before.rotation)
    rotation = four(rot.quaternion_about(np.array((0.0, 1.0, 0.0)), twist))
    if size > NONE:
        rotation = four(rot.multiply(four(rot.quaternion_about(swing / size, size)), rotation))
    return keeping_locks(figure.rig.by_name[phalanx.bone], before, replace(before, rotation=rotation))


def _within(phalanx: Phalanx, curl: float, aside: float) -> tuple[float, float]:
    """The turns as far as the joint lets them: what the curl takes of the ellipse, the turn aside has not."""
    back, there, left, right = phalanx.limits
    curl, aside = min(max(curl, back), there), min(max(aside, left), right)
    ends = (there if curl >= 0.0 else -back), (right if aside >= 0.0 else -left)
    if _outside(curl, aside, *ends):
        low, high = 0.0, aside
        for _halving in range(50):
            middle = (low + high) / 2
            low, high = (low, middle) if _outside(curl, middle, *ends) else (middle, high)
        aside = low
    return curl, aside


def _outside(curl: float, aside: float, there: float, beside: float) -> bool:
    """Return whether a swing is outside of the ellipse in the sines of half angles that two limits make."""
    if aside == 0.0 or there >= pi or beside >= pi:
        return False
    used = [
        sine / sin(0.5 * end) if sine else 0.0
        for sine, end in zip(half_sines(curl, aside), (there, beside), strict=True)
    ]
    return hypot(*used) > 1.0
