"""Profiles by which the parts of a person are turned from wood: one a part.

Profiles are given for a figure of 1.77 m and scaled with the bone.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pantin.viewport.figure.anatomy import FigureRole
from pantin.viewport.figure.lathe import Key, turned


class Detail(msgspec.Struct, frozen=True):
    """A smaller solid on another one, such as the nose of a head: its keys run along the axis of that, or, from the
    height `level` on it, along X, with half heights in the place of half widths."""

    keys: tuple[Key, ...]
    level: float | None = None


class Profile(msgspec.Struct, frozen=True):
    """One turned solid: its keys in metres for a bone of `length`, the ball at the head, and how it is finished.

    `ball` is a radius, `darker` marks the wood of the joints. `capsules` stand in for the solid when it casts shadows:
    two points in its own axes and a radius. `origin` is where along the bone the profile has its zero.
    """

    length: float
    keys: tuple[Key, ...]
    ball: float
    capsules: tuple[tuple[tuple[float, float, float], tuple[float, float, float], float], ...]
    squareness: float = 2.0
    darker: bool = False
    origin: float = 0.0
    details: tuple[Detail, ...] = ()


_THIGH = turned(
    0.452, ((0.05, 0.046), (0.11, 0.063), (0.27, 0.0745), (0.55, 0.065), (0.82, 0.05), (0.925, 0.037)), bow=0.008
)
_SHIN = turned(
    0.432, ((0.07, 0.035), (0.12, 0.046), (0.3, 0.0555), (0.6, 0.043), (0.88, 0.031), (0.945, 0.025)), bow=-0.012
)
_UPPER_ARM = turned(0.292, ((0.1, 0.03), (0.16, 0.041), (0.3, 0.048), (0.55, 0.0435), (0.8, 0.035), (0.9, 0.027)))
_FOREARM = turned(0.262, ((0.085, 0.026), (0.15, 0.0345), (0.3, 0.0405), (0.6, 0.034), (0.86, 0.025), (0.93, 0.02)))
_NECK = turned(0.075, ((0.0, 0.044), (0.5, 0.036), (1.0, 0.036)))
_SHOULDER = turned(0.149, ((0.0, 0.022), (0.3, 0.034), (0.7, 0.036), (0.95, 0.03)))
_FINGER = turned(0.040, ((0.04, 0.0080), (0.22, 0.0098), (0.6, 0.0094), (0.94, 0.0080)))

_THENAR = turned(0.040, ((0.03, 0.0075), (0.22, 0.0108), (0.45, 0.0104), (0.75, 0.0078), (0.96, 0.0062)), 0.9)

_RAY = turned(0.070, ((0.0, 0.0088), (0.3, 0.0098), (0.7, 0.0104), (0.95, 0.0098)), 1.15)
_NOSE: tuple[Key, ...] = (
    (0.064, 0.002, 0.002, 0.088),
    (0.066, 0.010, 0.009, 0.090),
    (0.074, 0.0150, 0.0190, 0.090),
    (0.086, 0.0120, 0.0190, 0.086),
    (0.102, 0.0090, 0.0150, 0.083),
    (0.120, 0.0085, 0.0130, 0.086),
    (0.132, 0.002, 0.002, 0.088),
)
_BROW: tuple[Key, ...] = (
    (-0.066, 0.001, 0.001, 0.045),
    (-0.060, 0.0065, 0.0065, 0.055),
    (-0.045, 0.0095, 0.0095, 0.0715),
    (-0.025, 0.0105, 0.0115, 0.0815),
    (0.0, 0.0085, 0.0110, 0.0855),
    (0.025, 0.0105, 0.0115, 0.0815),
    (0.045, 0.0095, 0.0095, 0.0715),
    (0.060, 0.0065, 0.0065, 0.055),
    (0.066, 0.001, 0.001, 0.045),
)
_CUFF = turned(0.020, ((0.0, 0.0395), (0.5, 0.0410), (1.0, 0.0385)))

PROFILES: Mapping[FigureRole, Profile] = {
    "hips": Profile(
        length=0.125,
        keys=(
            (-0.125, 0.002, 0.002, 0.004),
            (-0.121, 0.022, 0.030, 0.004),
            (-0.095, 0.043, 0.058, 0.006),
            (-0.050, 0.070, 0.079, 0.006),
            (-0.010, 0.110, 0.086, 0.004),
            (0.030, 0.125, 0.087, 0.002),
            (0.068, 0.112, 0.082, 0),
            (0.098, 0.090, 0.072, 0),
            (0.112, 0.060, 0.050, 0),
            (0.117, 0.002, 0.002, 0),
        ),
        ball=0.0,
        capsules=(((-0.06, -0.01, 0), (0.06, -0.01, 0), 0.088),),
        squareness=2.3,
        origin=0.05,
    ),
    "spine": Profile(
        length=0.13,
        keys=(
            (-0.082, 0.002, 0.002, 0),
            (-0.077, 0.030, 0.026, 0),
            (-0.052, 0.068, 0.056, 0),
            (-0.018, 0.089, 0.072, 0),
            (0.030, 0.096, 0.077, 0),
            (0.075, 0.096, 0.077, 0),
            (0.130, 0.090, 0.073, 0),
            (0.172, 0.072, 0.059, 0),
            (0.202, 0.034, 0.029, 0),
            (0.208, 0.002, 0.002, 0),
        ),
        ball=0.066,
        capsules=(((-0.02, 0.03, 0), (0.02, 0.07, 0), 0.078),),
        darker=True,
    ),
    "chest": Profile(
        length=0.285,
        keys=(
            (-0.048, 0.002, 0.002, 0),
            (-0.044, 0.050, 0.042, 0),
            (-0.022, 0.086, 0.070, 0),
            (0.012, 0.104, 0.083, 0),
            (0.08, 0.137, 0.102, 0.004),
            (0.16, 0.158, 0.108, 0.004),
            (0.22, 0.158, 0.098, 0),
            (0.262, 0.118, 0.078, -0.006),
            (0.285, 0.066, 0.052, -0.012),
            (0.294, 0.002, 0.002, -0.012),
        ),
        ball=0.070,
        capsules=(((-0.075, 0.175, 0), (0.075, 0.175, 0), 0.09), ((-0.03, 0.05, 0), (0.03, 0.05, 0), 0.088)),
        squareness=2.25,
    ),
    "neck": Profile(0.075, tuple(_NECK), 0.040, (((0, 0, 0), (0, 0.075, 0), 0.036),), darker=True),
    "head": Profile(
        length=0.225,
        keys=(
            (-0.03, 0.002, 0.002, 0.03),
            (-0.026, 0.024, 0.026, 0.03),
            (0.0, 0.05, 0.058, 0.022),
            (0.05, 0.069, 0.079, 0.012),
            (0.085, 0.0755, 0.083, 0.004),
            (0.106, 0.0785, 0.0855, -0.003),
            (0.128, 0.0795, 0.0925, -0.001),
            (0.17, 0.074, 0.088, -0.004),
            (0.205, 0.052, 0.062, -0.006),
            (0.225, 0.02, 0.024, -0.006),
            (0.228, 0.002, 0.002, -0.006),
        ),
        ball=0.034,
        capsules=(((0, 0.06, 0.01), (0, 0.14, 0), 0.076),),
        details=(Detail(_NOSE), Detail(_BROW, level=0.121)),
    ),
    "shoulder": Profile(0.149, tuple(_SHOULDER), 0.030, ()),
    "upper_arm": Profile(0.292, tuple(_UPPER_ARM), 0.053, (((0, 0.0, 0), (0, 0.242, 0), 0.041),)),
    "forearm": Profile(0.262, tuple(_FOREARM), 0.0375, (((0, 0.0, 0), (0, 0.222, 0), 0.034),)),
    "hand": Profile(
        length=0.150,
        keys=(
            (0.012, 0.002, 0.002, 0),
            (0.016, 0.014, 0.012, 0),
            (0.03, 0.026, 0.0175, 0),
            (0.06, 0.0385, 0.0205, 0.001),
            (0.095, 0.0365, 0.0175, 0.004),
            (0.135, 0.029, 0.0135, 0.010),
            (0.163, 0.015, 0.009, 0.014),
            (0.171, 0.002, 0.002, 0.015),
        ),
        ball=0.0265,
        capsules=(((0, 0.02, 0), (0, 0.13, 0.006), 0.026),),
        squareness=2.3,
    ),
    "palm": Profile(0.070, tuple(_RAY), 0.0, (((0, 0, 0), (0, 0.07, 0), 0.009),), squareness=2.6),
    "twist": Profile(0.131, tuple(_CUFF), 0.0, (), darker=True),
    "finger": Profile(0.040, tuple(_FINGER), 0.0090, ()),
    "thigh": Profile(0.452, tuple(_THIGH), 0.067, (((0, 0.0, 0), (0, 0.392, 0), 0.062),)),
    "shin": Profile(0.432, tuple(_SHIN), 0.0485, (((0, 0.0, 0), (0, 0.392, 0), 0.045),)),
    "foot": Profile(
        length=0.140,
        keys=(
            (-0.072, 0.002, 0.002, 0.026),
            (-0.068, 0.018, 0.018, 0.028),
            (-0.05, 0.031, 0.03, 0.032),
            (0, 0.037, 0.032, 0.033),
            (0.06, 0.041, 0.026, 0.027),
            (0.105, 0.0455, 0.021, 0.022),
            (0.128, 0.040, 0.017, 0.0185),
            (0.138, 0.022, 0.009, 0.0175),
            (0.140, 0.002, 0.002, 0.0175),
        ),
        ball=0.0345,
        capsules=(((0, -0.03, 0.03), (0, 0.12, 0.02), 0.03),),
        squareness=2.5,
    ),
    "toe": Profile(
        length=0.075,
        keys=(
            (0.106, 0.002, 0.002, 0.0185),
            (0.108, 0.022, 0.009, 0.0185),
            (0.118, 0.040, 0.0165, 0.018),
            (0.145, 0.0445, 0.0175, 0.0185),
            (0.17, 0.041, 0.0155, 0.0165),
            (0.2, 0.026, 0.012, 0.013),
            (0.212, 0.002, 0.002, 0.011),
        ),
        ball=0.0,
        capsules=(((0, 0.14, 0.02), (0, 0.18, 0.015), 0.018),),
        squareness=2.5,
    ),
}

PALM = Profile(
    length=0.092,
    keys=(
        (0.008, 0.002, 0.002, 0),
        (0.011, 0.017, 0.012, 0),
        (0.024, 0.0275, 0.0165, 0.001),
        (0.045, 0.0345, 0.0175, 0.003),
        (0.068, 0.0385, 0.0155, 0.002),
        (0.086, 0.0385, 0.0125, 0.0005),
        (0.096, 0.0345, 0.0100, 0),
        (0.102, 0.020, 0.0055, 0),
        (0.104, 0.002, 0.002, 0),
    ),
    ball=0.0265,
    capsules=(((0, 0.02, 0), (0, 0.15, 0.012), 0.026),),
    squareness=2.7,
)
"""The hand of a figure that has fingers of its own; without them, "hand" is a mitten."""

THENAR = Profile(0.040, tuple(_THENAR), 0.0075, ())
"""The first bone of a thumb that begins on the hand: the muscle around it tapers towards the thumb."""

FOOT_LENGTH = 0.200
"""From the ankle to the tip of the toes, along the floor: feet are scaled by it, their profile stands on the floor."""

FOOT_RISE = 0.012
"""Height of the tip of the toes above the sole."""
