"""Meshes of several pieces: each is moved by the bones that run through it, and what hangs on others by these."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.meshes.weighting.automatic import bones_of
from pantin.rigs.meshes.weighting.shells import shells_of, winding_numbers
from pantin.rigs.meshes.weighting.surfaces import welded
from tests.rigs.meshes.weighting.solids import chain, rig, together, tube
from tests.rigs.meshes.weighting.weighed import weights

TRUNK = tube((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.2)
HEAD = tube((0.0, 0.0, 1.01), (0.0, 0.0, 1.7), 0.5)
ARM = tube((0.15, 0.0, 0.9), (1.0, 0.0, 0.9), 0.07)
FIGURE = rig(
    *chain((0.0, 0.0, 0.0), (0.0, 0.0, 0.5), (0.0, 0.0, 1.0), (0.0, 0.0, 1.7), name="trunk"),
    *chain((0.2, 0.0, 0.9), (0.6, 0.0, 0.9), (1.0, 0.0, 0.9), name="arm", parent="trunk1"),
)
"""The rim of the large head lies a tenth of its radius above the arm."""


def test_an_arm_does_not_move_a_large_head_beside_it() -> None:
    found = weights(together(TRUNK, HEAD, ARM), FIGURE)
    head = slice(len(TRUNK[0]), len(TRUNK[0]) + len(HEAD[0]))
    np.testing.assert_allclose(found[head, 2], 1.0, atol=1e-6)
    assert found[-len(ARM[0]) :, 3:].sum(axis=1).min() > 0.999


def test_the_same_head_that_is_one_with_its_body_bends_with_it() -> None:
    """Points that two pieces have in common make them one: nothing tears where they meet."""
    upper = tube((0.0, 0.0, 1.0), (0.0, 0.0, 1.7), 0.2)
    body = together((TRUNK[0][:-1], TRUNK[1][(TRUNK[1] < len(TRUNK[0]) - 1).all(axis=1)]), upper)
    found = weights(body, rig(*FIGURE.bones[:3]))
    seam = np.abs(body[0][:, 2] - 1.0) < 1e-9
    assert found[seam, 1].min() > 0.2
    assert found[seam, 2].min() > 0.2


def test_a_pack_moves_as_one_with_the_back_that_it_touches() -> None:
    pack = tube((0.0, 0.35, 0.6), (0.0, 0.35, 0.95), 0.16)
    found = weights(together(TRUNK, ARM, pack), FIGURE)[-len(pack[0]) :]
    np.testing.assert_allclose(found, np.broadcast_to(found[0], found.shape), atol=1e-6)
    assert found[0, :2].sum() > 0.95


def test_a_sleeve_around_a_limb_bends_as_the_limb_does() -> None:
    """No bone runs through its cloth, which is thick, but it is wrapped around two."""
    outer, inner = (tube((0.4, 0.0, 0.9), (0.8, 0.0, 0.9), radius) for radius in (0.1, 0.085))
    sleeve = together(outer, (inner[0], inner[1][:, ::-1]))
    found = weights(together(TRUNK, ARM, sleeve), FIGURE)[-len(sleeve[0]) :]
    at = sleeve[0][:, 0]
    assert found[at < 0.45, 3].min() > 0.8
    assert found[at > 0.75, 4].min() > 0.8


def test_pieces_without_any_bone_inside_keep_to_what_is_near() -> None:
    beside = rig(*chain((0.0, 0.5, 0.0), (0.0, 0.5, 0.5), (0.0, 0.5, 1.0)))
    found = weights(together(TRUNK, tube((0.0, 0.0, 1.1), (0.0, 0.0, 1.3), 0.2)), beside)
    np.testing.assert_allclose(found.sum(axis=1), 1.0, atol=1e-6)


@pytest.mark.parametrize(("most", "tolerance"), [(10_000_000, 0.02), (0, 0.15)])
def test_winding_numbers_are_those_of_closed_tubes(most: int, tolerance: float) -> None:
    """Its cylinders have corners: a tube of 24 sides is thinner than a round one."""
    dense = tube((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.2, 161, 96)
    surface = welded(*together(dense, HEAD)).surface
    _least, numbers = np.unique(surface.pieces(), return_inverse=True)
    places = np.random.default_rng(1).uniform((-0.6, -0.6, -0.1), (0.6, 0.6, 1.8), (400, 3))
    aside, z = np.hypot(places[:, 0], places[:, 1]), places[:, 2]
    clear = (np.abs(aside - 0.2) > 0.03) & (np.abs(aside - 0.5) > 0.03)
    clear &= (np.abs(z[:, None] - (0.0, 1.0, 1.7)) > 0.04).all(axis=1)
    found = winding_numbers(surface, numbers, places[clear], most)
    expected = np.stack([(aside < 0.2) & (z > 0.0) & (z < 1.0), (aside < 0.5) & (z > 1.01) & (z < 1.7)], axis=1)
    order = np.argsort(np.bincount(numbers))[::-1]
    np.testing.assert_allclose(found[:, order], expected[clear], atol=tolerance)


def test_a_hole_does_not_let_a_bone_out() -> None:
    points, triangles = HEAD
    open_head = (points, triangles[(triangles != len(points) - 2).all(axis=1)])
    surface = welded(*together(TRUNK, open_head, ARM)).surface
    bones = bones_of(FIGURE.bones)
    found = shells_of(surface, bones.heads, bones.tails)
    shell = found.numbers[int(surface.points[:, 2].argmax())]
    assert found.allowed[shell].tolist() == [False, False, True, False, False]
