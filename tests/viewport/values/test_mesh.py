"""Meshes: the boxes of their joints hold every vertex in any pose, and capsules go with them."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.rest import rest_matrices
from pantin.rigs.templates import TEMPLATES
from pantin.viewport.figure.mannequin import mannequin, outline
from pantin.viewport.values.mesh import Capsules, Levels, bounds, corners, joint_boxes
from tests.viewport.skins import bent_tube, posed_by_hand

CHANCE = np.random.default_rng(7)


def anywhere(count: int) -> np.ndarray:
    """Matrices (n, 4, 4) that turn, scale and move at random."""
    turns, _ = np.linalg.qr(CHANCE.normal(size=(count, 3, 3)))
    matrices = np.tile(np.eye(4), (count, 1, 1))
    matrices[:, :3, :3] = turns * CHANCE.uniform(0.5, 2.0, size=(count, 1, 1))
    matrices[:, :3, 3] = CHANCE.normal(size=(count, 3))
    return matrices


@pytest.mark.parametrize("name", ["humanoid", "quadruped", "hand"])
def test_the_bounds_of_wood_hold_its_vertices_in_any_pose_and_no_much_larger_room(name: str) -> None:
    mesh = mannequin(TEMPLATES[name]())
    matrices = anywhere(len(mesh.boxes))
    rows = mesh.main_joints
    points = np.einsum("nij,nj->ni", matrices[rows, :3, :3], mesh.positions) + matrices[rows, :3, 3]
    there = np.isfinite(mesh.boxes[:, 0, 0])
    low, high = bounds(mesh.boxes[there], matrices[there])
    assert (points >= low - 1e-6).all() and (points <= high + 1e-6).all()
    held = corners(mesh.boxes[there], matrices[there]).reshape(-1, 3)
    np.testing.assert_allclose([low, high], [held.min(axis=0), held.max(axis=0)], atol=1e-9)


def test_the_bounds_of_a_skin_hold_what_its_joints_carry_together() -> None:
    mesh = bent_tube(influences=4)
    palette = anywhere(len(mesh.boxes))
    points = posed_by_hand(mesh, palette)
    low, high = bounds(mesh.boxes, palette)
    assert (points >= low - 1e-6).all() and (points <= high + 1e-6).all()


def test_nothing_has_no_bounds() -> None:
    assert np.isnan(bounds(np.zeros((0, 2, 3)), np.zeros((0, 3, 4)))).all()


def test_the_outline_of_some_bones_is_around_them_alone() -> None:
    rig = TEMPLATES["humanoid"]()
    rest = rest_matrices(rig.bones)
    head = outline(rig, rest, [rig.rows["head"]])
    assert len(head) == 8 and head[:, 2].min() > 1.45 and head[:, 2].max() < 1.85
    assert not len(outline(rig, rest, [rig.rows["hand_ik.L"]])), "a handle has no body"
    assert np.ptp(outline(rig, rest)[:, 2]) > 1.7


def test_capsules_go_with_their_joints_and_are_as_thick_as_these_scale() -> None:
    one = Capsules(np.array([1]), np.array([[0.0, 1.0, 0.0]]), np.array([[0.0, 2.0, 0.0]]), np.array([0.1]))
    matrices = np.tile(np.eye(4), (2, 1, 1))
    matrices[1, :3, :3] = 2.0 * np.array([(0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)])
    matrices[1, :3, 3] = (5.0, 0.0, 0.0)
    carried = one.carried(matrices)
    np.testing.assert_allclose(carried.starts, [(3.0, 0.0, 0.0)])
    np.testing.assert_allclose(carried.ends, [(1.0, 0.0, 0.0)])
    np.testing.assert_allclose(carried.radii, [0.2])


def test_each_detail_is_made_once() -> None:
    made: list[float] = []

    def make(detail: float):
        made.append(detail)
        return bent_tube(influences=1)

    levels = Levels(make)
    assert levels.at(0.5) is levels.at(0.5) and levels.full is levels.at(1.0) and made == [0.5, 1.0]


def test_the_box_of_a_joint_holds_all_that_it_carries_any_of() -> None:
    positions = np.array([(0, 0, 0), (1, 2, 3), (-1, 5, 0.5), (9, 9, 9)], np.float32)
    joints = np.array([(0, 2), (2, 0), (0, 2), (4, 0)], np.uint16)
    weights = np.array([(1.0, 0.0), (0.5, 0.5), (1.0, 0.0), (1.0, 0.0)], np.float32)
    boxes = joint_boxes(positions, joints, weights, 5)
    np.testing.assert_array_equal(boxes[0], [(-1, 0, 0), (1, 5, 3)])
    np.testing.assert_array_equal(boxes[2], [(1, 2, 3), (1, 2, 3)])
    np.testing.assert_array_equal(boxes[4], [(9, 9, 9), (9, 9, 9)])
    assert np.isnan(boxes[[1, 3]]).all()
    np.testing.assert_array_equal(joint_boxes(positions, joints[:, :1], None, 5)[2], [(1, 2, 3), (1, 2, 3)])
