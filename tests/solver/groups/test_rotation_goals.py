"""Goals that ask for a rotation too: free axes, what is left of it, and how it yields out of reach."""

from __future__ import annotations

from math import acos

import msgspec
import numpy as np
import pytest

from pantin.rigs import Document, Ik, Joint, Rig, Transform
from pantin.rigs.constraints.goals import Priority
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.rigs.rest import rest_matrices
from pantin.solver import evaluate
from tests.cases import case_document
from tests.solver.groups.goal_documents import SEEDS, axes, chain_of, missing, some_document, turned
from tests.solver.methods.limited_chains import ELLIPSE
from tests.solver.reference import angle_between, quaternion_of
from tests.solver.sample_chains import (
    HINGE,
    bone,
    chain,
    handle,
    multiply,
    point,
    reach,
    reaching,
    rotation,
    some_reachable,
    with_goal_at,
    with_ik,
)


@pytest.mark.parametrize("seed", SEEDS)
def test_rotation_about_one_axis_less_lets_the_bone_turn_about_it(seed) -> None:
    """Without Y the owner points where the target points, and its twist is free."""
    document = some_document(5, seed, rotation=True, rotation_axes=(True, False, True))
    document = with_goal_at(document, 0.4 * some_reachable(chain_of(document), seed))
    away, of_goal, of_bone = missing(document)
    assert np.linalg.norm(away) < 1e-5 * reach(chain_of(document))
    assert acos(min(1.0, float(of_goal[:, 1] @ of_bone[:, 1]))) < 1e-4
    assert evaluate(document).goals[0].rotation_residual < 1e-4


@pytest.mark.parametrize("seed", SEEDS)
def test_more_weight_leaves_less_of_the_rotation(seed: int) -> None:
    """Of two bones, which cannot have both: what the rotation gains the position loses."""
    document = some_document(2, seed, rotation=True, priority="balanced")
    light, even, heavy = (
        evaluate(with_ik(document, weight=weight, rotation_weight=of_rotation)).goals[0]
        for weight, of_rotation in ((1.0, 0.1), (1.0, 1.0), (0.1, 1.0))
    )
    assert light.rotation_residual > even.rotation_residual > heavy.rotation_residual
    assert light.residual < even.residual < heavy.residual


def test_what_is_left_of_the_rotation_is_told() -> None:
    document = some_document(2, 1, rotation=True)
    evaluated = evaluate(document)
    left = angle_between(axes(evaluated, "goal"), axes(evaluated, "b1"))
    assert left > 0.01
    assert evaluated.goals[0].rotation_residual == pytest.approx(left, abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_balanced_out_of_reach_the_rotation_yields_by_its_decay(seed) -> None:
    """The less the rotation is passed on, the nearer the end comes; the last bone still turns towards it."""
    bones = chain(4, seed)
    far = 1.4 * reach(bones) * some_reachable(bones, seed) / np.linalg.norm(some_reachable(bones, seed))
    straight_on = evaluate(reaching(bones, far))
    aside = multiply(rotation(np.array((0.5, 0.4, -0.5))), quaternion_of(axes(straight_on, "b3")))
    document = reaching(bones, far, rotation=True, rotation_weight=0.3, priority="balanced")
    document = with_transforms(document, {"goal": Transform(rotation=aside)})
    alike, yielding = (evaluate(with_ik(document, rotation_decay=decay)).goals[0] for decay in (1.0, 0.25))
    best = straight_on.goals[0].residual
    assert best < yielding.residual < alike.residual
    assert yielding.rotation_residual < 0.8 * angle_between(axes(straight_on, "goal"), np.eye(3)) + 0.8


@pytest.mark.parametrize("seed", range(12))
def test_balanced_without_decay_nothing_is_left_to_the_rotation(seed: int) -> None:
    """Without any decay nothing is left to the rotation; with all of it the position misses most."""
    bones = chain(3 + seed % 3, seed)
    way = some_reachable(bones, seed)
    far = (1.1 + 0.1 * seed) * reach(bones) * way / np.linalg.norm(way)
    document = turned(reaching(bones, far, rotation=True, priority="balanced"), "goal", seed)
    missed = [evaluate(with_ik(document, rotation_decay=decay)).goals[0].residual for decay in (0.0, 0.25, 1.0)]
    beyond = float(np.linalg.norm(far)) - reach(bones)
    assert missed[0] == pytest.approx(beyond, abs=1e-5 * reach(bones))
    assert missed[0] <= missed[1] + 1e-9
    assert missed[0] <= missed[2] + 1e-9


@pytest.mark.parametrize("priority", ["position", "balanced"])
def test_rotation_sets_in_without_a_jump_where_reach_ends(priority: Priority) -> None:
    bones = chain(4, 2)
    way = some_reachable(bones, 2)
    way = way / np.linalg.norm(way) * reach(bones)
    document = turned(reaching(bones, way, rotation=True, rotation_weight=0.3, priority=priority), "goal", 3)
    before = None
    for step in np.linspace(0.97, 1.1, 261):
        now = evaluate(with_goal_at(document, way * step))
        if before is not None:
            assert now.largest_turn_since(before) < 0.2
        before = now


@pytest.mark.parametrize(
    ("away", "turned_by"), [(3.0, 0.0), (3.8, None), (4.0, None), (4.05, None), (4.3, None), (7.0, None)]
)
def test_position_first_loses_nothing_to_the_rotation(away: float, turned_by: float | None) -> None:
    """A chain of 4 m whose goal asks for a rotation that leads the last bone away from it."""
    document = case_document("rotation-beats-position-just-within-reach")
    target = document.rig.by_name["t"]
    head = np.array(target.head)
    move = head * (away / np.linalg.norm(head) - 1.0)
    axes_of_target = rest_matrices((target,))[0][:3, :3]
    placed = with_transforms(document, {"t": Transform(location=point(axes_of_target.T @ move))})
    stands = evaluate(placed)
    missed = float(np.linalg.norm(stands.tails[stands.index["b3"]] - (head + move)))
    assert missed == pytest.approx(max(away - 4.0, 0.0), abs=1e-6)
    assert stands.goals[0].residual == pytest.approx(missed, abs=1e-9)
    if turned_by is not None:
        assert stands.goals[0].rotation_residual == pytest.approx(turned_by, abs=1e-5)


@pytest.mark.parametrize("away", [3.4, 3.8, 3.99, 5.0])
def test_position_first_leaves_as_much_of_the_rotation_as_the_position_allows(away: float) -> None:
    """Of the links before the last, 3 m, nothing is left to bend: they and the last are the sides of one triangle."""
    document = case_document("rotation-beats-position-just-within-reach")
    target = document.rig.by_name["t"]
    head, asked = np.array(target.head), rest_matrices((target,))[0][:3, 1]
    goal = head * (away / np.linalg.norm(head))
    axes_of_target = rest_matrices((target,))[0][:3, :3]
    placed = with_transforms(document, {"t": Transform(location=point(axes_of_target.T @ (goal - head)))})
    stands = evaluate(placed)
    cosine = (away**2 + 1.0 - 9.0) / (2.0 * away)  # at the goal, between the last link and the line to the root
    at_goal = acos(min(cosine, 1.0))
    asked_at_goal = acos(float(-asked @ -(goal / away)))
    assert stands.goals[0].rotation_residual == pytest.approx(asked_at_goal - at_goal, abs=1e-5)


@pytest.mark.parametrize("joint", [ELLIPSE, HINGE, Joint(stiffness=(0.5, 0.0, 0.2))], ids=["ellipse", "hinge", "stiff"])
@pytest.mark.parametrize("seed", range(4))
def test_position_first_misses_no_more_than_without_a_rotation(seed: int, joint: Joint) -> None:
    bones = chain(4, seed, joint)
    document = turned(reaching(bones, some_reachable(bones, seed), rotation=True), "goal", seed + 7)
    for place in (0.9, 1.0, 1.5):
        asking = with_goal_at(document, place * some_reachable(bones, seed))
        alone = with_ik(asking, rotation=False)
        assert evaluate(asking).goals[0].residual <= evaluate(alone).goals[0].residual + 2e-5 * reach(bones)


@pytest.mark.parametrize("seed", range(3))
def test_positions_of_several_goals_come_before_their_rotations(seed: int) -> None:
    """Two arms on one spine, both asked to turn their hands to where no elbow can follow."""
    document = forked(seed)
    without = tuple(msgspec.structs.replace(ik, rotation=False) for ik in document.rig.constraints)
    both = evaluate(document)
    alone = evaluate(document.with_rig(document.rig.changed(constraints=without)))
    for asked, free in zip(both.goals, alone.goals, strict=True):
        assert asked.residual <= free.residual + 1e-4
    assert max(goal.rotation_residual for goal in both.goals) > 0.05


def forked(seed: int) -> Document:
    """A spine of one bone that carries two arms of two bones each, whose goals are in reach and turned anyhow."""
    rng = np.random.default_rng(seed)
    bones, constraints, pose = [bone("spine", (0, 0, 0), (0, 0.1, 1.0))], [], {}
    for side in (-1.0, 1.0):
        shoulder, elbow, hand = np.array([[0.0, 0.1, 1.0], [side * 0.8, 0.3, 1.1], [side * 1.6, 0.1, 1.0]])
        bones.append(bone(f"upper{side}", shoulder, elbow, parent="spine", connected=True))
        bones.append(bone(f"lower{side}", elbow, hand, parent=f"upper{side}", connected=True))
        bones.append(handle(f"goal{side}", hand + rng.uniform(-0.3, 0.3, 3) - (side * 0.3, 0.0, 0.0)))
        pose[f"goal{side}"] = Transform(rotation=rotation(rng.normal(size=3)))
        constraints.append(Ik(owner=f"lower{side}", target=f"goal{side}", rotation=True))
    return Document.of(Figure(rig=Rig(bones=tuple(bones), constraints=tuple(constraints)), pose=Pose(pose)))
