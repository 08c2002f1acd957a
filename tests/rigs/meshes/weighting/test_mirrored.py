"""What is the same on both sides gets the same weights on both sides."""

from __future__ import annotations

import numpy as np

from pantin.rigs import Bone
from tests.rigs.meshes.weighting.solids import chain, rig, together, tube
from tests.rigs.meshes.weighting.weighed import weights

LEFT = tube((0.1, 0.0, 0.0), (1.1, 0.0, 0.0), 0.1)
RIGHT = LEFT[0] * (-1.0, 1.0, 1.0), LEFT[1][:, ::-1]
TRUNK = tube((0.0, 0.0, -1.0), (0.0, 0.0, 0.2), 0.2)
SPINE = Bone("spine", None, (0.0, 0.0, -1.0), (0.0, 0.0, 0.1))


def test_both_sides_have_the_same_weights() -> None:
    left = chain((0.1, 0.0, 0.0), (0.5, 0.0, 0.0), (1.1, 0.0, 0.0), name="left", parent="spine")
    right = chain((-0.1, 0.0, 0.0), (-0.5, 0.0, 0.0), (-1.1, 0.0, 0.0), name="right", parent="spine")
    found = weights(together(LEFT, RIGHT, TRUNK), rig(SPINE, *left, *right))
    count = len(LEFT[0])
    np.testing.assert_allclose(found[:count], found[count : 2 * count, (0, 3, 4, 1, 2)], atol=1e-6)


def test_a_skeleton_of_one_side_stays_so() -> None:
    left = chain((0.1, 0.0, 0.0), (0.5, 0.0, 0.0), (1.1, 0.0, 0.0), name="left", parent="spine")
    found = weights(together(LEFT, RIGHT, TRUNK), rig(SPINE, *left))
    count = len(LEFT[0])
    assert found[:count, 2].max() > 0.9 and found[count : 2 * count, 2].max() < 0.01
