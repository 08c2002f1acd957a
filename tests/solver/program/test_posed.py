"""A posed skeleton is a plain value: of matrices that come from anywhere, and of the rest pose."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import pantin
from pantin import solver
from pantin.rigs import Bone, Document, Joint, Rig, Transform
from pantin.rigs.templates import humanoid
from pantin.solver import Posed, rest_pose

BENDS = (0.3, 0.5, -0.4)
"""Radians by which the three bones of the arm are turned about X, the world's and their own."""

ARM = tuple(
    Bone(name, parent=parent, head=(0.0, 0.0, height), tail=(0.0, 0.0, height + length), connected=parent is not None)
    for name, parent, height, length in (
        ("upper", None, 1.0, 0.3),
        ("lower", "upper", 1.3, 0.25),
        ("hand", "lower", 1.55, 0.1),
    )
)
"""Three bones straight up. The axes of each are at rest X, then up, then −Y."""


def turn_about_x(angle: float) -> np.ndarray:
    """The rotation (4, 4)."""
    sine, cosine = np.sin(angle), np.cos(angle)
    return np.array([(1, 0, 0, 0), (0, cosine, -sine, 0), (0, sine, cosine, 0), (0, 0, 0, 1)], dtype=np.float64)


def moved_by(x: float, y: float, z: float) -> np.ndarray:
    """The translation (4, 4)."""
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


def bent_arm() -> np.ndarray:
    """The matrices (3, 4, 4) of the arm, each bone turned against the one before: one product after the other."""
    frame = moved_by(0.0, 0.0, 1.0) @ turn_about_x(np.pi / 2)
    matrices = []
    for bend, length in zip(BENDS, (0.3, 0.25, 0.1), strict=True):
        frame = frame @ turn_about_x(bend)
        matrices.append(frame)
        frame = frame @ moved_by(0.0, length, 0.0)
    return np.array(matrices)


def test_a_rest_pose_has_bones_where_they_are_built_and_nothing_to_report() -> None:
    rig = humanoid.rig()
    resting = rest_pose(rig)
    assert resting.names == tuple(bone.name for bone in rig.bones)
    assert [resting.index[bone.name] for bone in rig.bones] == list(range(len(rig.bones)))
    np.testing.assert_allclose(resting.heads, [bone.head for bone in rig.bones], atol=1e-12)
    np.testing.assert_allclose(resting.tails, [bone.tail for bone in rig.bones], atol=1e-12)
    np.testing.assert_allclose(np.linalg.det(resting.matrices), 1.0, atol=1e-12)
    np.testing.assert_array_equal(resting.stretches, np.ones((len(rig.bones), 2)))
    still = np.array([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
    np.testing.assert_allclose(resting.local_poses, np.tile(still, (len(rig.bones), 1)), atol=1e-9)
    nothing = (resting.goals, resting.problems, resting.constraints, resting.limits_hit, resting.memory)
    assert nothing == ((), (), (), (), None)
    assert resting.bounds_hit == {} and resting.limits_hit_in(np.arange(len(rig.bones))) == ()
    assert resting.microseconds == 0.0


def test_the_rest_pose_is_that_of_a_document_without_pose_and_constraints() -> None:
    rig = Rig(bones=humanoid.rig().bones)
    np.testing.assert_allclose(solver.evaluate(Document.of(rig)).matrices, rest_pose(rig).matrices, atol=1e-12)


def test_a_rest_pose_is_drawn_before_a_compiler_and_kernels_are_there() -> None:
    drawn = "pose.heads, pose.tails, pose.index, pose.goals, pose.limits_hit, pose.limits_hit_in(numpy.arange(3))"
    lines = (
        "import sys, numpy, pantin",
        "from pantin.solver import rest_pose",
        "pose = rest_pose(pantin.figure('humanoid').rig)",
        drawn,
        "late = [name for name in sys.modules if name == 'numba' or name.startswith('pantin.solver.entries')]",
        "assert not late, late",
    )
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_bones_stand_as_the_matrices_say() -> None:
    posed = Posed(ARM, bent_arm())
    angles = np.pi / 2 + np.cumsum(BENDS)
    steps = np.array((0.3, 0.25, 0.1))[:, None] * np.stack([0.0 * angles, np.cos(angles), np.sin(angles)], axis=1)
    tails = np.cumsum(steps, axis=0) + np.array((0.0, 0.0, 1.0))
    np.testing.assert_allclose(posed.tails, tails, atol=1e-12)
    np.testing.assert_allclose(posed.heads, [(0.0, 0.0, 1.0), *tails[:-1]], atol=1e-12)
    np.testing.assert_array_equal(posed.matrix("lower"), bent_arm()[1])


def test_how_each_bone_is_turned_is_read_from_the_matrices() -> None:
    halves = np.array(BENDS) / 2
    expected = np.stack([np.sin(halves), 0.0 * halves, 0.0 * halves, np.cos(halves)], axis=1)
    np.testing.assert_allclose(Posed(ARM, bent_arm()).local_poses[:, 3:7], expected, atol=1e-12)


def test_a_document_posed_so_is_evaluated_to_the_same() -> None:
    pose = {
        bone.name: Transform(rotation=(np.sin(bend / 2), 0.0, 0.0, np.cos(bend / 2)))
        for bone, bend in zip(ARM, BENDS, strict=True)
    }
    evaluated = solver.evaluate(Document.of(Rig(bones=ARM)).posed(pose))
    assert isinstance(evaluated, Posed)
    np.testing.assert_allclose(evaluated.matrices, bent_arm(), atol=1e-12)
    again = Posed(ARM, evaluated.matrices)
    assert again.tails.tobytes() == evaluated.tails.tobytes()
    assert again.local_poses.tobytes() == evaluated.local_poses.tobytes()


def test_limits_are_hit_where_the_matrices_bring_joints_to_them() -> None:
    limited = (ARM[0], pantin.edited(ARM[1], joint=Joint(limit=((-0.2, 0.5), None, None))), ARM[2])
    posed = Posed(limited, bent_arm())
    assert posed.limits_hit == posed.limits_hit_in(np.arange(3)) == ("lower",)
    assert posed.bounds_hit == {"lower": (1, 0, 0)}
    assert posed.limits_hit_in(np.array([0, 2])) == ()


def test_other_matrices_keep_the_skeleton_and_tell_the_largest_turn() -> None:
    posed, matrices = Posed(ARM, bent_arm()), bent_arm()
    matrices[2] = matrices[2] @ turn_about_x(0.7)
    other = posed.with_matrices(matrices)
    assert other.skeleton is posed.skeleton
    assert other.largest_turn_since(posed) == pytest.approx(0.7)
    assert other.largest_turn_since(Posed(ARM, bent_arm())) == 0.0


def test_stretched_bones_are_read_with_their_own_lengths() -> None:
    """The lower arm of twice its length: its axis and where the hand begins are stretched, the hand is not."""
    stretches = np.array([(1.0, 1.0), (2.0, 1.0), (1.0, 1.0)])
    pose = {"lower": Transform(length=2.0)}
    evaluated = solver.evaluate(Document.of(Rig(bones=ARM)).posed(pose))
    matrices = rest_pose(Rig(bones=ARM)).matrices.copy()
    matrices[1, :3, 1] *= 2.0
    matrices[2, 2, 3] += 0.25
    np.testing.assert_allclose(evaluated.matrices, matrices, atol=1e-12)
    rows = Posed(ARM, matrices, stretches).local_poses
    np.testing.assert_allclose(rows[:, :7], [(0.0,) * 6 + (1.0,)] * 3, atol=1e-12)
    np.testing.assert_allclose(rows[:, 10:], stretches, atol=1e-12)


def test_arrays_do_not_change_once_they_are_given() -> None:
    given, stretches = bent_arm(), np.ones((3, 2))
    posed = Posed(ARM, given, stretches)
    given[:], stretches[:] = 0.0, 0.0
    np.testing.assert_array_equal(posed.matrices, bent_arm())
    np.testing.assert_array_equal(posed.stretches, np.ones((3, 2)))
    for array in (
        posed.matrices,
        posed.stretches,
        rest_pose(Rig(bones=ARM)).matrices,
        rest_pose(Rig(bones=ARM)).stretches,
    ):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0.0


def test_frames_of_a_clip_are_posed_without_copies() -> None:
    document = Document.of(humanoid.rig())
    poses = np.repeat(solver.pose_rows(document)[None], 3, axis=0)
    poses[1, document.rig.rows["head"], 3:7] = 0.0, 0.0, 0.6, 0.8
    frames = solver.evaluate_many(document, poses)
    posed = Posed(document.rig.bones, frames[1])
    assert np.shares_memory(posed.matrices, frames)
    assert posed.largest_turn_since(posed.with_matrices(frames[0])) == pytest.approx(2.0 * np.arctan2(0.6, 0.8))


@pytest.mark.parametrize(
    ("matrices", "stretches"), [(np.eye(4), None), (np.ones((4, 4, 4)), None), (bent_arm(), np.ones(3))]
)
def test_arrays_of_other_shapes_are_refused_in_a_sentence(matrices: np.ndarray, stretches: np.ndarray | None) -> None:
    with pytest.raises(pantin.Unusable, match=r"Bones are posed by arrays \(3, "):
        Posed(ARM, matrices, stretches)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ((ARM, "matrices"), "of numbers"),
        ((ARM, [1.0, [2.0]]), "of numbers"),
        ((ARM, np.full((3, 4, 4), np.nan)), "finite"),
        ((ARM, bent_arm(), np.full((3, 2), np.inf)), "finite"),
        (("upper",), "not from str"),
        ((["upper", "lower"],), "not from str"),
        ((Rig(bones=ARM),), "not from Rig"),
        ((None,), "not from NoneType"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_pose_is_refused_in_a_sentence(given: tuple, sentence: str) -> None:
    with pytest.raises(pantin.Unusable, match=sentence):
        Posed(*given)


def test_a_bone_that_is_not_there_is_named() -> None:
    with pytest.raises(pantin.Unusable, match="no bone"):
        rest_pose(Rig(bones=ARM)).matrix("tail")


def test_scripts_have_it() -> None:
    rig = pantin.figure("humanoid").rig
    assert pantin.Posed is Posed
    np.testing.assert_array_equal(pantin.Posed(rig.bones).heads, rest_pose(rig).heads)


def test_a_rig_without_bones_is_posed_as_well() -> None:
    nothing = Posed(())
    assert (
        nothing.names == nothing.limits_hit == ()
        and nothing.matrices.shape == (0, 4, 4)
        and nothing.tails.shape == (0, 3)
    )
