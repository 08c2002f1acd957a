"""A four-legged animal turned from wood, and the marks that tell it from a person.

Profiles are given for a figure of 68 cm at the back: along each bone they are scaled with the bone, across with the
trunk. Z of a profile faces up on trunk, neck and head, and forwards on the legs.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pantin.viewport.figure.anatomy import FigureRole
from pantin.viewport.figure.lathe import Key, turned
from pantin.viewport.figure.profiles import Profile

TRUNK_LENGTH = 0.636
"""Metres from the head of the hips to the neck of the figure that the profiles were measured on."""

FACING_UP: frozenset[FigureRole] = frozenset(("hips", "spine", "chest", "neck", "head", "jaw", "ear"))


def stands_on_four(trunk: NDArray[np.float64], limbs: NDArray[np.float64]) -> bool:
    """Return whether a trunk from hips to neck lies and all of the limbs (n, 3) run down, arms as well as legs."""
    is_level = abs(trunk[2]) < 0.5 * float(np.linalg.norm(trunk))
    return is_level and len(limbs) > 0 and bool((limbs[:, 2] < -0.6 * np.linalg.norm(limbs, axis=1)).all())


def _limb(length: float, thick: float, thin: float, flat: float = 1.0, muscle: float = 0.24) -> tuple[Key, ...]:
    """A leg's segment: a muscle near its head, slender towards its end."""
    profile = (
        (0.02, thick * 0.66),
        (muscle * 0.5, thick * 0.94),
        (muscle, thick),
        (0.58, (thick + thin) * 0.47),
        (0.86, thin),
        (0.96, thin * 0.84),
    )
    return tuple(turned(length, profile, flat))


ANIMAL: Mapping[FigureRole, Profile] = {
    "hips": Profile(
        length=0.141,
        keys=(
            (-0.082, 0.002, 0.002, 0.0),
            (-0.078, 0.040, 0.045, -0.010),
            (-0.050, 0.078, 0.088, -0.014),
            (0.000, 0.098, 0.112, -0.016),
            (0.060, 0.100, 0.110, -0.014),
            (0.115, 0.088, 0.097, -0.010),
            (0.150, 0.050, 0.056, -0.008),
            (0.156, 0.002, 0.002, -0.008),
        ),
        ball=0.0,
        capsules=(((0, -0.01, -0.015), (0, 0.10, -0.012), 0.098),),
    ),
    "spine": Profile(
        length=0.150,
        keys=(
            (-0.050, 0.002, 0.002, -0.010),
            (-0.044, 0.048, 0.052, -0.010),
            (-0.005, 0.084, 0.091, -0.010),
            (0.075, 0.090, 0.098, -0.012),
            (0.152, 0.086, 0.094, -0.014),
            (0.188, 0.048, 0.052, -0.014),
            (0.194, 0.002, 0.002, -0.014),
        ),
        ball=0.0,
        capsules=(((0, 0, -0.01), (0, 0.15, -0.012), 0.088),),
        darker=True,
    ),
    "chest": Profile(
        length=0.195,
        keys=(
            (-0.072, 0.002, 0.002, -0.014),
            (-0.066, 0.052, 0.060, -0.016),
            (-0.025, 0.092, 0.112, -0.024),
            (0.050, 0.108, 0.136, -0.034),
            (0.125, 0.104, 0.130, -0.034),
            (0.190, 0.074, 0.094, -0.026),
            (0.228, 0.036, 0.046, -0.018),
            (0.236, 0.002, 0.002, -0.016),
        ),
        ball=0.0,
        capsules=(((0, 0, -0.03), (0, 0.15, -0.03), 0.110),),
    ),
    "neck": Profile(0.140, _limb(0.140, 0.074, 0.056, 1.12, 0.2), 0.072, (((0, 0, 0), (0, 0.13, 0), 0.058),)),
    "head": Profile(
        length=0.256,
        keys=(
            (-0.040, 0.002, 0.002, -0.008),
            (-0.034, 0.026, 0.028, -0.008),
            (0.000, 0.052, 0.058, -0.006),
            (0.055, 0.057, 0.063, -0.004),
            (0.100, 0.047, 0.051, -0.004),
            (0.150, 0.034, 0.036, -0.006),
            (0.215, 0.029, 0.030, -0.010),
            (0.252, 0.020, 0.021, -0.014),
            (0.264, 0.002, 0.002, -0.016),
        ),
        ball=0.050,
        capsules=(((0, 0.02, 0), (0, 0.06, 0), 0.055), ((0, 0.10, 0), (0, 0.23, -0.01), 0.030)),
    ),
    "jaw": Profile(
        length=0.182,
        keys=(
            (-0.010, 0.002, 0.002, 0.006),
            (0.000, 0.022, 0.020, 0.004),
            (0.050, 0.028, 0.020, 0.0),
            (0.120, 0.023, 0.014, 0.0),
            (0.170, 0.018, 0.010, 0.002),
            (0.184, 0.002, 0.002, 0.004),
        ),
        ball=0.0,
        capsules=(),
        darker=True,
    ),
    "ear": Profile(
        length=0.046,
        keys=(
            (-0.016, 0.002, 0.002, 0.0),
            (-0.012, 0.015, 0.008, 0.0),
            (0.0, 0.024, 0.010, 0.0),
            (0.018, 0.023, 0.009, 0.0),
            (0.038, 0.012, 0.006, 0.0),
            (0.052, 0.004, 0.003, 0.0),
            (0.054, 0.002, 0.002, 0.0),
        ),
        ball=0.0,
        capsules=(),
    ),
    "shoulder": Profile(0.216, _limb(0.216, 0.060, 0.046, 1.25, 0.4), 0.0, (((0, 0.03, 0), (0, 0.20, 0), 0.052),)),
    "upper_arm": Profile(0.190, _limb(0.190, 0.058, 0.036, 1.2), 0.054, (((0, 0, 0), (0, 0.17, 0), 0.046),)),
    "forearm": Profile(0.246, _limb(0.246, 0.041, 0.022), 0.038, (((0, 0, 0), (0, 0.22, 0), 0.030),)),
    "hand": Profile(0.085, _limb(0.085, 0.024, 0.025), 0.0245, (((0, 0, 0), (0, 0.085, 0), 0.024),)),
    "thigh": Profile(0.215, _limb(0.215, 0.084, 0.047, 1.25, 0.28), 0.076, (((0, 0, 0), (0, 0.18, 0), 0.066),)),
    "shin": Profile(0.248, _limb(0.248, 0.050, 0.025, 1.1), 0.047, (((0, 0, 0), (0, 0.22, 0), 0.034),)),
    "hock": Profile(0.166, _limb(0.166, 0.029, 0.021), 0.0285, (((0, 0, 0), (0, 0.15, 0), 0.024),)),
    "foot": Profile(0.049, _limb(0.049, 0.023, 0.026), 0.0225, (((0, 0, 0), (0, 0.05, 0), 0.024),)),
    "toe": Profile(
        length=0.068,
        keys=(
            (-0.030, 0.002, 0.002, -0.002),
            (-0.026, 0.016, 0.012, -0.002),
            (-0.008, 0.029, 0.024, -0.001),
            (0.026, 0.033, 0.024, -0.002),
            (0.056, 0.027, 0.018, -0.006),
            (0.074, 0.013, 0.009, -0.010),
            (0.078, 0.002, 0.002, -0.011),
        ),
        ball=0.0,
        capsules=(((0, -0.005, 0), (0, 0.05, -0.003), 0.024),),
        squareness=2.4,
    ),
}

EAR_ROOT = Profile(
    length=0.064,
    keys=(
        (-0.014, 0.002, 0.002, 0.0),
        (-0.008, 0.014, 0.012, 0.0),
        (0.016, 0.023, 0.012, 0.0),
        (0.048, 0.026, 0.010, 0.0),
        (0.064, 0.022, 0.009, 0.0),
        (0.070, 0.002, 0.002, 0.0),
    ),
    ball=0.0,
    capsules=(),
)
"""The first bone of an ear of two."""
