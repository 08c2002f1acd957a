"""The poses that come with Pantin: on the humanoid they stand on the floor, within what its joints allow."""

from __future__ import annotations

import numpy as np
import pytest

from pantin import mixed, solver
from pantin.app.pose_library import shipped_person
from pantin.rigs import Document, Transform
from pantin.rigs import rotations as rot
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.rest import rest_matrices
from pantin.solver.edits.poses import poses
from pantin.solver.edits.poses.pose_as_rest import pose_as_rest
from pantin.solver.edits.posing.joint_bounds import beyond
from pantin.viewport.figure.mannequin import mannequin
from tests.app.person import sample
from tests.app.pose_library.shipped_bodies import BODIES, HANDS
from tests.rigs.samples import plain

IN_THE_FLOOR = 0.002
"""Metres that soles and what else touches the floor may be in it."""

FLAT = 10.0
"""Degrees: toes that lie on the floor slope no more than this."""

TOUCHING = 0.02
"""Metres between the middles of the last phalanges of two fingers that touch."""

ARM = ("upper_arm", "forearm")

ROUNDED = 1e-4
"""Files hold five decimals."""


def strays(document: Document) -> dict[str, float]:
    """Return how far bones are turned beyond their joints."""
    seen = {name: at for name, at in poses.seen(document).items() if document.rig.by_name[name].kind == "bone"}
    held = beyond(solver.evaluate(document).skeleton, seen)
    off = {name: float(np.abs(np.subtract(at.rotation, seen[name].rotation)).max()) for name, at in held.items()}
    return {name: turn for name, turn in off.items() if turn > ROUNDED}


def test_there_are_25_bodies_and_12_hands_to_be_found_by_their_tags() -> None:
    assert (len(BODIES.poses), len(HANDS.poses), BODIES.problem, HANDS.problem) == (25, 12, "", "")
    assert all(kept.tags for kept in BODIES.poses)
    assert {kept.tags for kept in HANDS.poses} == {("Hands",)}


@pytest.mark.usefixtures("warm_solver")
def test_bodies_stand_on_the_floor_within_their_joints() -> None:
    document = sample("humanoid")
    wood = mannequin(document.rig)
    for kept in BODIES.poses:
        assert "body" not in kept.pose, kept.name
        made = mixed(document, kept.pose, 1.0)
        evaluated = solver.evaluate(made)
        carried = np.asarray(evaluated.matrices)[wood.main_joints]
        low = float((np.einsum("nj,nj->n", carried[:, 2, :3], wood.positions) + carried[:, 2, 3]).min())
        assert low >= -IN_THE_FLOOR, (kept.name, low)
        assert (low <= IN_THE_FLOOR) or kept.name == "Jump", (kept.name, low)
        assert not strays(made), kept.name


@pytest.mark.usefixtures("warm_solver")
def test_hands_move_the_fingers_of_either_side_within_their_joints() -> None:
    document = sample("humanoid")
    for kept in HANDS.poses:
        assert all(name.endswith(".L") for name in kept.pose)
        left, right = (mixed(document, kept.pose, 1.0, flip) for flip in (False, True))
        assert all(name.endswith(".L") for name in left.figure.pose.bones), kept.name
        assert all(name.endswith(".R") for name in right.figure.pose.bones), kept.name
        assert not strays(left) and not strays(right), kept.name


@pytest.mark.usefixtures("warm_solver")
def test_toes_that_bear_a_foot_lie_on_the_floor() -> None:
    document = sample("humanoid")
    wood = mannequin(document.rig)
    rows = document.rig.rows
    for kept in BODIES.poses:
        matrices = np.asarray(solver.evaluate(mixed(document, kept.pose, 1.0)).matrices)
        for side in "LR":
            toe, vertices = rows[f"toe.{side}"], wood.positions[wood.main_joints == rows[f"toe.{side}"]]
            low = float((vertices @ matrices[toe, 2, :3] + matrices[toe, 2, 3]).min())
            if low <= IN_THE_FLOOR:
                down = np.degrees(np.arcsin(-matrices[toe, 2, 1]))
                assert abs(down) <= FLAT, (kept.name, side, down)


@pytest.mark.usefixtures("warm_solver")
@pytest.mark.parametrize("name", ["OK", "Pinch"])
def test_thumb_and_index_finger_meet(name: str) -> None:
    pose = next(kept.pose for kept in HANDS.poses if kept.name == name)
    document = sample("humanoid")
    evaluated, rows = solver.evaluate(mixed(document, pose, 1.0)), document.rig.rows
    ends = [(evaluated.heads[row] + evaluated.tails[row]) / 2 for row in (rows["thumb_3.L"], rows["index_3.L"])]
    assert np.linalg.norm(np.subtract(*ends)) <= TOUCHING


@pytest.mark.usefixtures("warm_solver")
def test_who_sits_on_the_floor_leans_on_palms_with_the_fingers_lying() -> None:
    pose = next(kept.pose for kept in BODIES.poses if kept.name == "Sit on the floor")
    stands = solver.evaluate(mixed(sample("humanoid"), pose, 1.0))
    for side in "LR":
        assert stands.matrix(f"hand.{side}")[2, 2] < -0.95, "the palm faces down"
        for finger in ("index", "middle", "ring", "little"):
            for bone in range(1, 4):
                down = np.degrees(np.arcsin(-stands.matrix(f"{finger}_{bone}.{side}")[2, 1]))
                assert abs(down) <= 1.5 * FLAT, (finger, bone, side, down)


@pytest.mark.usefixtures("warm_solver")
def test_who_sits_as_a_tailor_sits_on_the_floor_with_crossed_legs_and_hands_on_the_knees() -> None:
    document = sample("humanoid")
    pose = next(kept.pose for kept in BODIES.poses if kept.name == "Tailor seat")
    stands, wood = solver.evaluate(mixed(document, pose, 1.0)), mannequin(document.rig)
    seat = wood.positions[wood.main_joints == document.rig.rows["hips"]]
    matrix = stands.matrix("hips")
    assert abs(float((seat @ matrix[2, :3] + matrix[2, 3]).min())) < 0.02, "the seat is on the floor"
    for side, out in (("L", 1.0), ("R", -1.0)):
        knee, ankle = (stands.heads[stands.index[f"{bone}.{side}"]] for bone in ("shin", "foot"))
        assert out * knee[0] > 0.12 and out * ankle[0] < -0.05, "the shins cross"
        assert np.linalg.norm(stands.heads[stands.index[f"hand.{side}"]] - knee) < 0.15, "the hand is at the knee"


@pytest.mark.usefixtures("warm_solver")
def test_who_sits_has_palms_on_the_thighs() -> None:
    pose = next(kept.pose for kept in BODIES.poses if kept.name == "Sit")
    stands = solver.evaluate(mixed(sample("humanoid"), pose, 1.0))
    for side in "LR":
        assert stands.matrix(f"hand.{side}")[2, 2] < -0.9, "the palm faces down"
        hand, thigh = (stands.heads[stands.index[f"{bone}.{side}"]][0] for bone in ("middle_3", "shin"))
        assert abs(hand - thigh) < 0.05, "the fingers lie above the knee"


def with_level_arms(document: Document) -> Document:
    """Return a person whose arms are raised to the height of the shoulders."""
    pose = dict[str, Transform]()
    for bone in (document.rig.by_name[f"upper_arm.{side}"] for side in "LR"):
        aside, _front, down = np.subtract(bone.tail, bone.head)
        raised = rot.exp((0.0, np.arctan2(down, abs(aside)) * np.sign(aside), 0.0))
        axes = rest_matrices([bone])[0, :3, :3]
        x, y, z, w = rot.quaternion_from_matrix(axes.T @ raised @ axes).tolist()
        pose[bone.name] = Transform(rotation=(x, y, z, w))
    return with_transforms(document, pose)


def ways_of_arms(document: Document) -> np.ndarray:
    """Return the directions (4, 3) of upper arms and forearms in the pose."""
    posed = solver.evaluate(document).matrices
    return np.array([posed[document.rig.rows[f"{part}.{side}"], :3, 1] for part in ARM for side in "LR"])


@pytest.mark.usefixtures("warm_solver")
@pytest.mark.parametrize("name", ["Contrapposto", "Cheer", "Guard"])
def test_a_person_with_the_same_names_and_level_arms_takes_a_pose_by_what_it_shows(name: str) -> None:
    """Applied by the names alone, arms that rest level would go beyond the pose by as much as they rest higher."""
    shipped = plain(sample("humanoid").rig)
    level = pose_as_rest(with_level_arms(shipped)).document
    kept = next(kept.pose for kept in BODIES.poses if kept.name == name)
    pose = {bone: at for bone, at in kept.items() if bone in shipped.rig.by_name}
    assert shipped_person.fits_as_it_is(shipped.rig, pose) and not shipped_person.fits_as_it_is(level.rig, pose)
    expected = ways_of_arms(mixed(shipped, pose, 1.0))
    found = ways_of_arms(mixed(level, shipped_person.fitted(level.figure, pose), 1.0))
    by_name = ways_of_arms(mixed(level, pose, 1.0))
    assert (found * expected).sum(axis=1).min() > np.cos(np.radians(8.0))
    assert (by_name * expected).sum(axis=1).min() < np.cos(np.radians(25.0))
