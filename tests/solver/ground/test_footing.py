"""How far hips come down for feet, and how feet are lifted out of the ground: of one pose, and of many at once."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from pantin.rigs import Document
from pantin.rigs.editing.grounds import with_ground
from pantin.rigs.ground.kinds import Floor, Planting, Slope
from pantin.rigs.rest import rest_matrices
from pantin.rigs.templates import humanoid
from pantin.solver.ground.footing import REACH, ROUNDS, Footing, hips_drop, lifted_out
from pantin.solver.ground.laying import Laid, through
from pantin.solver.ground.legs import Leg, legs_of, sole_points

STANDS = with_ground(Document.of(humanoid.rig()), Floor())
LEGS = legs_of(STANDS.rig, STANDS.ground)


def footing(leg: Leg, aside: object, above: object, planted: float = 1.0) -> Footing:
    """A foot whose hip joint is so far beside and above the ankle, lengths of the leg, in one pose or in many."""
    hip = leg.length * np.stack(np.broadcast_arrays(aside, 0.0, above), axis=-1)
    return Footing(leg, Laid(np.eye(4), planted), hip, np.zeros_like(hip))


def test_hips_come_down_until_the_leg_reaches() -> None:
    """A leg of length 1 whose ankle is 0.6 aside reaches from a height of 0.8: by Pythagoras."""
    leg = LEGS[0]
    height = sqrt(REACH**2 - 0.36)
    down = hips_drop(Planting(), [footing(leg, 0.6, 1.0)])
    assert float(down) == pytest.approx((1.0 - height) * leg.length)
    assert float(hips_drop(Planting(), [footing(leg, 0.6, 0.7)])) == 0.0


def test_the_farthest_foot_counts_by_how_far_it_is_planted() -> None:
    one, other = (footing(leg, 0.0, 1.2, planted) for leg, planted in zip(LEGS, (0.5, 0.25), strict=True))
    assert float(hips_drop(Planting(), [one, other])) == pytest.approx(0.5 * (1.2 - REACH) * LEGS[0].length)


def test_planting_bounds_the_drop() -> None:
    feet = [footing(LEGS[0], 0.0, 2.0)]
    assert float(hips_drop(Planting(most=0.25), feet)) == pytest.approx(0.25 * LEGS[0].length)
    assert float(hips_drop(Planting(part=0.5, most=9.0), feet)) == pytest.approx(0.5 * (2.0 - REACH) * LEGS[0].length)
    assert float(hips_drop(Planting(hips="stay"), feet)) == 0.0


def test_frames_are_poses() -> None:
    """The hips of each frame come down as those of the same pose alone."""
    aside, above = np.array((0.0, 0.1, 0.5, 0.9)), np.array((1.3, 1.0, 0.9, 0.2))
    many = hips_drop(Planting(), [footing(leg, aside, above) for leg in LEGS])
    poses = zip(aside, above, strict=True)
    each = [float(hips_drop(Planting(), [footing(leg, *pose) for leg in LEGS])) for pose in poses]
    assert many.tolist() == each


def test_soles_of_frames_are_those_of_each_and_go_so_far_through_a_slope() -> None:
    """At rest the sole lies on the floor, so that it is in a slope as far as that rises under its farthest point."""
    leg, rest = LEGS[0], rest_matrices(STANDS.rig.bones)
    frames = np.array([rest, rest])
    frames[1, :, 2, 3] += 0.5
    soles = sole_points(leg, frames)
    assert np.array_equal(soles[0], sole_points(leg, rest))
    np.testing.assert_allclose(soles[0], leg.sole.points, atol=1e-9)
    slope = Slope(angle=0.2)
    deepest = np.tan(0.2) * -leg.sole.points[:, 1].min() - leg.sole.points[0, 2]
    np.testing.assert_allclose(through(slope, soles), (deepest, deepest - 0.5), atol=1e-9)


def test_feet_are_lifted_until_they_are_out_and_not_for_ever() -> None:
    """Each round brings half of what was asked: what is left halves, and ends after the last round."""
    rounds: list[int] = []

    def lifted(deep: np.ndarray, by: np.ndarray, number: int) -> np.ndarray:
        rounds.append(number)
        return deep - by / 2.0

    left = lifted_out(np.array((1.0, 4.0)), lambda deep: deep, lifted)
    assert left.tolist() == [0.5**ROUNDS, 4.0 * 0.5**ROUNDS]
    assert rounds == list(range(ROUNDS))
    above = np.array((-1.0, 0.0))
    assert lifted_out(above, lambda deep: deep, lifted) is above
