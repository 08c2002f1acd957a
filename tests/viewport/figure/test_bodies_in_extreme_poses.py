"""The wooden body in extreme poses: a waist that bends, hips with sockets, a hand with a thumb; and how round it is."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.templates import humanoid
from pantin.viewport.figure.mannequin import BALL, mannequin
from pantin.viewport.paint.opengl.painter import DETAIL
from pantin.viewport.values.mesh import Mesh

STEP = 0.03
"""How far the outline of the trunk may jump, metres."""


def test_heads_and_joints_are_round_on_software_renderers_for_no_more_vertices_than_a_frame_affords() -> None:
    rig = humanoid.rig()
    shape, row = mannequin(rig, DETAIL), {bone.name: index for index, bone in enumerate(rig.bones)}
    assert len(shape.positions) <= 6720 and len(shape.capsules.rows) <= 20

    def spokes(name: str, darker: bool) -> int:
        """Return how many vertices the widest ring has."""
        points = shape.positions[(shape.main_joints == row[name]) & ((shape.materials == BALL) == darker)]
        _, counts = np.unique(np.round(points[:, 1], 4), return_counts=True)
        return int(counts.max())

    assert spokes("head", darker=False) >= 24
    assert min(spokes(name, darker=True) for name in ("shin.L", "forearm.R", "thigh.L", "upper_arm.R")) >= 14


def posed_points(rig: Rig, turned: dict[str, tuple[tuple[float, float, float], float]]) -> tuple[Mesh, np.ndarray]:
    """The figure, and its vertices in armature space after each of these bones turned about an axis, radians."""
    shape, matrices = mannequin(rig), rest_matrices(rig.bones).copy()
    row = {bone.name: index for index, bone in enumerate(rig.bones)}
    for name, (axis, angle) in turned.items():
        unit = np.array(axis) / np.linalg.norm(axis)
        cross = np.array([[0, -unit[2], unit[1]], [unit[2], 0, -unit[0]], [-unit[1], unit[0], 0]])
        turn, head = np.eye(4), matrices[row[name], :3, 3].copy()
        turn[:3, :3] += np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
        turn[:3, 3] = head - turn[:3, :3] @ head
        for index, bone in enumerate(rig.bones):
            at: str | None = bone.name
            while at is not None and at != name:
                at = rig.by_name[at].parent
            if at == name:
                matrices[index] = turn @ matrices[index]
    carried = matrices[shape.main_joints]
    return shape, np.einsum("nij,nj->ni", carried[:, :3, :3], shape.positions) + carried[:, :3, 3]


@pytest.mark.parametrize("axis", [(1, 0, 0), (-1, 0, 0), (0, 1, 0)])
@pytest.mark.parametrize("bent", ["spine", "chest"])
def test_the_waist_bends_by_forty_degrees_without_a_gap_or_a_step(axis: tuple, bent: str) -> None:
    """All around the joint the outline of the trunk goes on from centimetre to centimetre."""
    rig = humanoid.rig()
    shape, points = posed_points(rig, {bent: (axis, np.radians(40))})
    trunk = [row for row, bone in enumerate(rig.bones) if bone.name in ("hips", "spine", "chest")]
    places = points[np.isin(shape.main_joints, trunk)] - rig.by_name[bent].head
    around = np.hypot(places[:, 0], places[:, 1])
    for turn in np.linspace(0, 2 * np.pi, 16, endpoint=False):
        out = places @ (np.cos(turn), np.sin(turn), 0.0)
        side = places[out > np.cos(0.35) * around, 2], out[out > np.cos(0.35) * around]
        outline = [side[1][np.abs(side[0] - z) < 0.012].max(initial=0.0) for z in np.arange(-0.05, 0.06, 0.01)]
        assert np.abs(np.diff(outline)).max() < STEP


@pytest.mark.parametrize("angle", [60, 90, 120])
def test_a_raised_thigh_turns_in_a_socket_beside_the_pelvis(angle: float) -> None:
    """Of the wood of the thigh hardly any vanishes in the pelvis: its ball lies outside."""
    rig = humanoid.rig()
    row = {bone.name: index for index, bone in enumerate(rig.bones)}
    shape, points = posed_points(rig, {"thigh.L": ((-1, 0, 0), np.radians(angle))})
    pelvis = points[(shape.main_joints == row["hips"])]
    limb = points[(shape.main_joints == row["thigh.L"]) & (shape.materials != BALL)]
    sunk = 0
    for place in limb:
        level = pelvis[np.abs(pelvis[:, 2] - place[2]) < 0.02]
        if len(level):
            half = np.abs(level[:, :2]).max(axis=0)
            sunk += ((place[:2] / half) ** 2).sum() < 0.9
    assert sunk < 0.12 * len(limb)
    ball = points[(shape.main_joints == row["thigh.L"]) & (shape.materials == BALL)]
    at_joint = pelvis[np.abs(pelvis[:, 2] - rig.by_name["thigh.L"].head[2]) < 0.02]
    assert ball[:, 0].max() > np.abs(at_joint[:, 0]).max() + 0.05


def test_a_thumb_has_a_muscle_at_its_root_and_is_thicker_than_a_finger() -> None:
    rig = humanoid.rig()
    shape, row = mannequin(rig), {bone.name: index for index, bone in enumerate(rig.bones)}

    def thick(name: str) -> float:
        limb = shape.positions[(shape.main_joints == row[name]) & (shape.materials != BALL)]
        return float(np.ptp(limb[:, 0]))

    assert thick("thumb_1.L") > 1.4 * thick("thumb_2.L") and thick("thumb_2.L") > 1.05 * thick("index_2.L")
    hand = shape.positions[(shape.main_joints == row["hand.L"]) & (shape.materials != BALL)]
    width, _, depth = sorted(np.ptp(hand, axis=0), reverse=True)[1], 0, sorted(np.ptp(hand, axis=0))[0]
    assert width > 2 * depth, "a palm is flat"
