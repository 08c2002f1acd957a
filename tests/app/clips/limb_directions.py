"""The directions of a person's limbs, by which motion on another person is compared."""

from __future__ import annotations

import numpy as np

from pantin import solver
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.found_body import SIDES, role_of
from pantin.rigs.motion.person import Person, person_in

LIMBS = [role_of(part, side) for part in ("upper_arm", "forearm", "thigh", "shin") for side in SIDES]


def person(figure: Figure) -> Person:
    found = person_in(figure)
    assert found is not None
    return found


def ways(evaluated: solver.Evaluated, whose: Person) -> np.ndarray:
    """Return which way limbs point, in the axes of the body."""
    rows = [evaluated.index[whose.body.bones[each]] for each in LIMBS]
    found = evaluated.tails[rows] - evaluated.heads[rows]
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True) @ whose.axes)
