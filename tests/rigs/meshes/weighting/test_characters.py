"""Weights that meshes get: what mathematics and symmetry say of tubes, and that nothing leaks or is lost."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import Bone, Rig
from pantin.rigs.formats.gltf.meshes import character_in
from pantin.rigs.meshes.weighting.characters import weights_of
from pantin.rigs.unusable import Unusable
from tests.rigs.meshes.weighting.solids import TO_FILE, chain, character, file_of, rig, together, tube
from tests.rigs.meshes.weighting.weighed import of, weights

LONG = tube((0.0, 0.0, 0.0), (0.0, 0.0, 3.0), 0.2, 61)
THREE = rig(*chain((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 2.0), (0.0, 0.0, 3.0)))


def test_each_bone_of_a_tube_moves_its_part_and_the_middle_between_two_half() -> None:
    found = weights(LONG, THREE)
    height = LONG[0][:, 2]
    for row in range(3):
        middle = np.abs(height - row - 0.5) < 0.1
        assert found[middle, row].min() > 0.95
    for joint in (1.0, 2.0):
        at = np.abs(height - joint) < 1e-6
        np.testing.assert_allclose(found[at, int(joint)], 0.5, atol=0.06)
    assert (found[height < 1.0, 2] < 0.02).all()


def test_a_tube_is_as_symmetric_as_its_bones() -> None:
    found = weights(LONG, THREE)
    mirrored = np.concatenate([found[:-2].reshape(61, 24, 3)[::-1, :, ::-1].reshape(-1, 3), found[:-3:-1, ::-1]])
    np.testing.assert_allclose(mirrored, found, atol=0.03)


def test_weights_do_not_depend_on_how_dense_the_points_lie() -> None:
    dense = tube((0.0, 0.0, 0.0), (0.0, 0.0, 3.0), 0.2, 241, 48)
    found = weights(dense, THREE)[:-2].reshape(241, 48, 3)[::4, ::2].reshape(-1, 3)
    np.testing.assert_allclose(found, weights(LONG, THREE)[:-2], atol=0.05)


def test_two_limbs_side_by_side_do_not_leak() -> None:
    """The gap between them is a tenth of their thickness, so by straight lines each is near the other's bones."""
    one = tube((0.0, 0.0, 0.0), (0.0, 0.0, 2.0), 0.2)
    other = tube((0.44, 0.0, 0.0), (0.44, 0.0, 2.0), 0.2)
    bar = tube((-0.2, 0.0, -0.2), (0.64, 0.0, -0.2), 0.25)
    figure = rig(
        Bone("base", head=(0.2, 0.0, -0.4), tail=(0.2, 0.0, -0.2)),
        *chain((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 2.0), name="a", parent="base"),
        *chain((0.44, 0.0, 0.0), (0.44, 0.0, 1.0), (0.44, 0.0, 2.0), name="b", parent="base"),
    )
    body = together(one, other, bar)
    found = weights(body, figure)[: len(one[0])]
    beside = (one[0][:, 0] > 0.15) & (one[0][:, 2] > 0.6)
    assert found[beside, 3:].sum(axis=1).max() < 0.02


def test_a_mesh_with_holes_is_filled_where_its_bones_are() -> None:
    points, triangles = LONG
    open_ = (
        points,
        np.array([each for each in triangles if len(points) - 1 not in each and len(points) - 2 not in each]),
    )
    np.testing.assert_allclose(weights(open_, THREE)[:-2], weights(LONG, THREE)[:-2], atol=0.1)


def test_a_joint_does_not_reach_back_to_those_that_lie_behind_it() -> None:
    """A neck, a head and a nose in a row; an ear hangs on the joint of the nose, and begins above that of the head."""
    whole = together(tube((0, 0, 0), (3, 0, 0), 0.3, rings=61), tube((1, 0, 0.2), (1, 0, 1.2), 0.1))
    row = chain((0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0))
    ear = chain((1, 0, 0.4), (1, 0, 1.2), name="ear", parent="bone2")
    tip = chain((3, 0, 0), (3.1, 0, 0), name="tip", parent="bone2")
    found = weights(whole, rig(*row, *ear, *tip))
    between = np.abs(whole[0][:, 0] - 1.6) < 0.25
    assert found[between, 1].min() > 0.8 and found[between, 2].max() < 0.2


def test_a_button_moves_as_it_is_with_the_skin_under_it() -> None:
    button = tube((0.25, 0.0, 1.5), (0.29, 0.0, 1.5), 0.05, 3, 12)
    found = weights(together(LONG, button), THREE)[len(LONG[0]) :]
    np.testing.assert_allclose(found, np.tile(found[0], (len(found), 1)), atol=1e-6)
    assert found[0, 1] > 0.95


def test_triangles_without_area_and_points_in_one_place_do_no_harm() -> None:
    points, triangles = LONG
    flat = np.array([(0, 0, 1), (5, 5, 5), (0, 1, 2), (0, 24, 48)])
    doubled = np.concatenate([points, points]), np.concatenate([triangles, triangles + len(points), flat])
    found = weights(doubled, THREE)
    np.testing.assert_allclose(found[: len(points)], weights(LONG, THREE), atol=0.05)
    np.testing.assert_array_equal(found[: len(points)], found[len(points) :])


def test_a_bone_outside_the_mesh_moves_nothing() -> None:
    figure = Rig(bones=(*THREE.bones, Bone("prop", "bone0", (2.0, 0.0, 0.0), (2.0, 0.0, 1.0))))
    assert not weights(LONG, figure)[:, 3].any()


def test_controls_move_nothing_and_a_root_on_the_floor_neither() -> None:
    root = Bone("root", None, (0.0, -0.6, 0.0), (0.0, 0.0, 0.05))
    bones = (root, replace(THREE.bones[0], parent="root", connected=False), *THREE.bones[1:])
    handle = Bone("handle", "root", (0.0, 0.0, 3.0), (0.0, 0.0, 3.2), kind="handle")
    found = weights(LONG, Rig(bones=(*bones, handle)))
    assert not found[:, 0].any() and not found[:, 4].any()


def test_bones_that_all_lie_outside_are_taken_by_straight_lines() -> None:
    beside = rig(*chain((1.0, 0.0, 0.0), (1.0, 0.0, 1.5), (1.0, 0.0, 3.0)))
    found = weights(LONG, beside)
    assert found[LONG[0][:, 2] < 0.5, 0].min() > 0.8 and found[LONG[0][:, 2] > 2.5, 1].min() > 0.8


@pytest.mark.parametrize("most", [1, 4, 8])
def test_so_many_bones_move_a_vertex_at_most(most: int) -> None:
    figure = rig(*chain(*((0.0, 0.0, 0.05 * step) for step in range(61))))
    found = weights(LONG, figure, most)
    assert (found > 0.0).sum(axis=1).max() == most


def test_nothing_to_bind_and_nothing_to_bind_to_are_one_sentence() -> None:
    with pytest.raises(Unusable, match="no bones to bind the mesh to"):
        weights_of(character(LONG), Rig())
    many = np.zeros((3, 3)), np.tile((0, 1, 2), (1_000_001, 1))
    with pytest.raises(Unusable, match="1,000,000 can be bound at most"):
        weights_of(character(many), THREE)


def test_places_that_are_no_numbers_are_left_out() -> None:
    data, place = file_of(LONG), (LONG[0][700] @ TO_FILE.T).astype("<f4").tobytes()
    assert data.count(place) == 1
    damaged = character_in(data.replace(place, np.full(3, np.nan, "<f4").tobytes(), 1))
    rows = np.abs(LONG[0][:, 2] - LONG[0][700, 2]) > 0.3
    np.testing.assert_allclose(of(damaged, THREE)[rows], weights(LONG, THREE)[rows], atol=0.05)


@pytest.mark.parametrize(
    ("size", "aside", "sentence"),
    [
        (100.0, 0.0, "the mesh is about 100 times as large as the skeleton"),
        (0.01, 0.0, "the skeleton is about 100 times as large as the mesh"),
        (39.37, 0.0, "the mesh is about 40 times as large"),
        (1.0, 9.0, "no bone lies near the mesh"),
    ],
)
def test_a_mesh_in_other_units_or_elsewhere_is_told_and_not_bound(size: float, aside: float, sentence: str) -> None:
    points, triangles = LONG
    with pytest.raises(Unusable, match=sentence):
        weights_of(character((size * points + (aside, 0.0, 0.0), triangles)), THREE)


def test_a_hat_is_bound_to_a_whole_skeleton() -> None:
    hat = tube((0.0, 0.0, 2.9), (0.0, 0.0, 3.05), 0.1, 5, 12)
    assert weights(hat, THREE)[:, 2].min() > 0.99
