"""Tests of what each kind of goal asks for: axes let go, distances, joints that keep their rotation, trees, blends,
poles.
"""

from __future__ import annotations

from math import acos

import msgspec
import numpy as np
import pytest

from pantin.rigs import Distance, Document, Ik, Joint, Rig, Transform
from pantin.rigs.constraints.acting import Side
from pantin.rigs.constraints.goals import BlendBy
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.solver import Grab, evaluate
from pantin.solver.edits.auto_ik import bake, pull
from tests.cases import case_document
from tests.solver.groups.goal_documents import SEEDS, axes, chain_of, missing, some_document, turned
from tests.solver.methods.limited_chains import ELLIPSE, straight
from tests.solver.reference import overshoot, quaternion_of, turn_from_rest
from tests.solver.sample_chains import (
    bone,
    chain,
    end,
    handle,
    length,
    multiply,
    reach,
    reaching,
    rotation,
    some_reachable,
    with_ik,
)


@pytest.mark.parametrize("axes_of", ["target", "bone"])
@pytest.mark.parametrize("held", [(True, False, False), (False, True, True)], ids=["x", "yz"])
@pytest.mark.parametrize("seed", SEEDS)
def test_position_is_held_along_the_axes_that_are_on(seed, held, axes_of) -> None:
    document = some_document(5, seed, position_axes=held, axes_of=axes_of)
    away, of_goal, of_bone = missing(document)
    left = (of_goal if axes_of == "target" else of_bone).T @ away
    assert np.abs(left[np.array(held)]).max() < 1e-6 * reach(chain_of(document))
    assert evaluate(document).goals[0].reached


def keeping(bones, goal, keep: Side, radius: float, **settings: object) -> Document:
    distance = Distance(owner=bones[-1].name, target="goal", keep=keep, radius=radius, **settings)
    return Document.of(Rig(bones=(*bones, handle("goal", goal)), constraints=(distance,)))


@pytest.mark.parametrize("joint", [Joint(), ELLIPSE], ids=["free", "limited"])
@pytest.mark.parametrize("keep", ["inside", "outside", "surface"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_distance_is_kept(seed, keep, joint) -> None:
    bones = chain(4, seed, joint)
    place = some_reachable(bones, seed)
    for radius in (0.15, 0.6):
        evaluated = evaluate(keeping(bones, place, keep, radius))
        there = float(np.linalg.norm(end(evaluated, bones) - place))
        kept = {"inside": max(there - radius, 0.0), "outside": max(radius - there, 0.0), "surface": abs(there - radius)}
        assert kept[keep] < 1e-5 * reach(bones)
        report = evaluated.goals[0]
        assert report.reached
        assert report.residual == pytest.approx(kept[keep], abs=1e-9)
        for b in bones:
            assert overshoot(b.joint, turn_from_rest(Rig(bones=bones), evaluated, b.name)) < 1e-6


def test_a_distance_that_is_kept_already_changes_nothing() -> None:
    bones = chain(4, 1)
    free = evaluate(Document.of(Rig(bones=(*bones, handle("goal", (0.0, 0.0, 0.0))))))
    for keep, radius in (("inside", 100.0), ("outside", 0.1)):
        np.testing.assert_allclose(
            evaluate(keeping(bones, (0.0, 0.0, 0.0), keep, radius)).matrices, free.matrices, atol=1e-12
        )


@pytest.mark.parametrize("goal", [(0.0, 0.0, 9.0), (0.0, 0.0, 3.0), (0.0, 0.0, 0.0)], ids=["beyond", "tip", "root"])
@pytest.mark.parametrize("keep", ["inside", "outside", "surface"])
def test_a_straight_chain_keeps_a_distance_from_what_is_in_line(keep, goal) -> None:
    """Out of reach it comes as near as it can: 9 metres off, a chain of 3 and a radius of 1 leave 5."""
    report = evaluate(keeping(straight(3), goal, keep, 1.0)).goals[0]
    allowed = 5.0 if goal[2] == 9.0 and keep != "outside" else 0.0
    assert report.residual == pytest.approx(allowed, abs=1e-5)


def test_a_distance_gives_way_to_a_place_by_weight() -> None:
    bones = chain(5, 2)
    place = some_reachable(bones, 2)
    extra = (handle("goal", place), handle("post", place + np.array((0.3, 0.0, 0.0))))
    residuals = []
    for weight in (0.1, 0.9):
        goals = (
            Ik(owner="b4", target="goal"),
            Distance(owner="b4", target="post", keep="outside", radius=0.6, weight=weight),
        )
        residuals.append(evaluate(Document.of(Rig(bones=(*bones, *extra), constraints=goals))).goals[0].residual)
    assert 0.0 < residuals[0] < residuals[1] < 0.3


def test_a_bone_pulls_back_to_its_posed_rotation_by_weight() -> None:
    bones = chain(5, 3)
    place = some_reachable(bones, 3)
    pose = rotation(np.array((0.4, 0.1, -0.2)))
    turns, misses = [], []
    for weight in (0.0, 0.003, 0.05, 1.0):
        kept = msgspec.structs.replace(bones[1], joint=Joint(control_rotation=weight))
        document = with_transforms(reaching((bones[0], kept, *bones[2:]), place), {"b1": Transform(rotation=pose)})
        evaluated = evaluate(document)
        local = turn_from_rest(document.rig, evaluated, "b1")
        turned = 2.0 * np.arccos(min(1.0, abs(float(quaternion_of(local) @ np.array(pose)))))
        turns.append(round(float(turned), 6))  # near 1 an arc cosine knows half the digits
        misses.append(evaluated.goals[0].residual)
    assert turns == sorted(turns, reverse=True)
    assert turns[-1] < 0.05 < turns[0]
    assert len(evaluate(document).goals) == 1
    assert max(misses) < 0.05


@pytest.mark.parametrize("pole", [None, (0.0, -4.0, 1.0)], ids=["no pole", "pole"])
@pytest.mark.parametrize("blend_by", ["bones", "line", "arc"])
def test_no_blend_is_the_pose_to_the_bit_and_full_blend_the_solution(blend_by: BlendBy, pole) -> None:
    bones = chain(4, 2)
    document = turned(reaching(bones, some_reachable(bones, 2), pole, blend_by=blend_by), "b1", 5)
    free = evaluate(document.with_rig(document.rig.changed(constraints=())))
    assert np.array_equal(evaluate(with_ik(document, blend=0.0)).matrices, free.matrices)
    full = evaluate(with_ik(document, blend=1.0))
    np.testing.assert_allclose(full.matrices, evaluate(with_ik(document, blend_by="bones")).matrices, atol=0.0)
    near = evaluate(with_ik(document, blend=1.0 - 1e-7))
    if pole is None:
        np.testing.assert_allclose(near.matrices, full.matrices, atol=1e-4)


def test_the_goal_is_moved_on_a_line_or_on_an_arc_about_the_root() -> None:
    bones = chain(3, 4)
    document = reaching(bones, some_reachable(bones, 4))
    start = end(evaluate(document.with_rig(document.rig.changed(constraints=()))), bones)
    goal = some_reachable(bones, 4)
    for blend in (0.25, 0.6):
        line = evaluate(with_ik(document, blend=blend, blend_by="line"))
        np.testing.assert_allclose(end(line, bones), start + blend * (goal - start), atol=1e-6)
        arc = end(evaluate(with_ik(document, blend=blend, blend_by="arc")), bones)
        far = (1.0 - blend) * np.linalg.norm(start) + blend * np.linalg.norm(goal)
        assert np.linalg.norm(arc) == pytest.approx(far, abs=1e-6)
        angles = [angle(start, arc), angle(arc, goal), angle(start, goal)]
        assert angles[0] + angles[1] == pytest.approx(angles[2], abs=1e-6)
        assert angles[0] == pytest.approx(blend * angles[2], abs=1e-6)


def angle(a: np.ndarray, b: np.ndarray) -> float:
    return acos(min(1.0, float(a @ b) / float(np.linalg.norm(a) * np.linalg.norm(b))))


def test_without_a_target_a_goal_acts_while_its_bone_is_dragged() -> None:
    """With its own chain, which need not be connected, and with its own weights and limits."""
    bones = (*chain(3, 1), bone("loose", (2, 2, 5), (2, 2, 6), parent="b2"))
    ik = Ik(owner="loose", chain_length=3)
    document = Document.of(Rig(bones=bones, constraints=(ik,)))
    still = evaluate(document)
    assert still.goals == ()
    pulled = pull(document, still, "loose")
    assert pulled.turned_bones == ("loose", "b2", "b1")
    shown, grabs = pulled.to((0.3, -0.4, 0.2))
    seen = evaluate(shown, grabs)
    assert [(goal.constraint, goal.reached) for goal in seen.goals] == [(0, True)]
    expected = still.tails[still.index["loose"]] + np.array((0.3, -0.4, 0.2))
    np.testing.assert_allclose(seen.tails[seen.index["loose"]], expected, atol=1e-6)
    np.testing.assert_allclose(seen.matrix("b0"), still.matrix("b0"), atol=0.0)
    np.testing.assert_allclose(evaluate(bake(shown, grabs, seen)).matrices, seen.matrices, atol=1e-9)
    muted = document.with_rig(document.rig.changed(constraints=(msgspec.structs.replace(ik, enabled=False),)))
    assert pull(muted, still, "loose").moves == "bone"


@pytest.mark.parametrize("volume", [False, True])
def test_a_stretched_bone_keeps_its_volume_if_it_shall(volume) -> None:
    bones = chain(3, 1, Joint(stretch=0.5))
    child = bone("nail", bones[-1].tail, np.add(bones[-1].tail, (0.0, 0.0, 0.3)), parent="b2", connected=True)
    goal = handle("goal", (0.0, 1.0, 1.6 * reach(bones)))
    rig = Rig(bones=(*bones, child, goal), constraints=(Ik(owner="b2", target="goal", keep_volume=volume),))
    evaluated = evaluate(Document.of(rig))
    assert evaluated.goals[0].reached
    for b in bones:
        sizes = np.linalg.norm(axes(evaluated, b.name), axis=0)
        assert sizes[1] > 1.05
        assert sizes[0] == pytest.approx(sizes[1] ** -0.5 if volume else 1.0, abs=1e-9)
        assert sizes[2] == pytest.approx(sizes[0], abs=1e-9)
    np.testing.assert_allclose(np.linalg.norm(axes(evaluated, "nail"), axis=0), 1.0, atol=1e-9)


def test_times_are_told_and_are_no_part_of_the_result() -> None:
    document = some_document(5, 1)
    a, b = evaluate(document), evaluate(document)
    assert 0.0 < a.goals[0].microseconds < a.microseconds
    assert a.goals == b.goals


def test_the_bound_that_is_hit_is_told_by_axis() -> None:
    knee = Joint(lock=(False, True, True), limit=((-0.1, 1.0), None, None))
    bones = (*straight(1), bone("b1", (0, 0, 1), (0, 0, 2), parent="b0", connected=True, joint=knee))
    document = with_transforms(
        Document.of(Rig(bones=bones)), {"b1": Transform(rotation=rotation(np.array((1.0, 0, 0))))}
    )
    assert evaluate(document).bounds_hit == {"b1": (1, 0, 0)}
    document = with_transforms(document, {"b1": Transform(rotation=rotation(np.array((-0.1, 0, 0))))})
    assert evaluate(document).bounds_hit == {"b1": (-1, 0, 0)}
    twisting = msgspec.structs.replace(bones[1], joint=Joint(limit=((-1.0, 1.0), (-0.5, 0.5), (-0.4, 0.4))))
    rig = Figure(
        rig=Rig(bones=(bones[0], twisting)),
        pose=Pose(
            {"b1": Transform(rotation=multiply(rotation(np.array((0, 0, 0.4))), rotation(np.array((0, -0.5, 0)))))}
        ),
    )
    assert evaluate(Document.of(rig)).bounds_hit == {"b1": (0, -1, 1)}
    assert evaluate(Document.of(rig)).limits_hit == ("b1",)


@pytest.mark.parametrize(
    "changes",
    [
        {"weight": 7.0},
        {"weight": -1.0},
        {"soft_reach": 3.0},
        {"blend": 2.0},
        {"chain_length": 40},
        {"rotation_decay": 9.0, "rotation": True},
    ],
    ids=str,
)
def test_settings_out_of_range_are_evaluated_all_the_same(changes) -> None:
    document = some_document(3, 1)
    assert evaluate(with_ik(document, **changes)).matrices.shape == (4, 4, 4)


def test_reversed_limits_are_evaluated_all_the_same() -> None:
    bones = chain(3, 1, Joint(limit=((1.0, -1.0), (0.5, 0.2), None), stiffness=(2.0, 0.0, 0.0)))
    evaluated = evaluate(reaching(bones, (0.5, 0.4, 2.0)))
    assert np.isfinite(evaluated.matrices).all()


def test_a_grab_of_a_bone_with_a_goal_counts_beside_it() -> None:
    document = some_document(3, 1)
    seen = evaluate(document, (Grab("b2", 0, (0.5, 0.5, 1.0)),))
    assert len(seen.goals) == 2
    assert length(chain_of(document)[0]) == pytest.approx(
        float(np.linalg.norm(seen.tails[0] - seen.heads[0])), abs=1e-9
    )


@pytest.mark.parametrize("by", [(0.0, 0.0, 0.0), (0.05, -0.03, 0.02), (-0.1, -0.05, 0.05)])
def test_a_spine_and_the_arms_on_it_reach_three_goals_together(by: tuple[float, float, float]) -> None:
    document = with_transforms(case_document("ok-spine-and-arms"), {"hs": Transform(by)})
    found = evaluate(document)
    for owner, target in (("s2", "hs"), ("fa.L", "hl"), ("fa.R", "hr")):
        np.testing.assert_allclose(found.tails[found.index[owner]], found.matrix(target)[:3, 3], atol=1e-9)


@pytest.mark.parametrize("height", [1.0, 0.9, 0.6, 1.19])
def test_straight_hinges_reach_a_goal_on_their_own_line(height: float) -> None:
    """Three bones of .4 m in a line, two of them hinges: the goal is on the line, nearer than the end."""
    document = with_transforms(case_document("ok-straight-hinges"), {"h": Transform((0.0, height - 1.0, 0.0))})
    found = evaluate(document)
    goal = found.matrix("h")[:3, 3]
    np.testing.assert_allclose(goal, (0.0, 0.0, height), atol=1e-12)
    np.testing.assert_allclose(found.tails[found.index["c"]], goal, atol=1e-6)
    assert [report.reached for report in found.goals] == [True]
    for hinge, parent in (("b", "a"), ("c", "b")):
        turn = found.matrix(parent)[:3, :3].T @ found.matrix(hinge)[:3, :3]
        np.testing.assert_allclose(turn[0], (1.0, 0.0, 0.0), atol=1e-9, err_msg="a hinge turns about X alone")


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_a_foot_turns_with_its_handle_degree_by_degree_and_the_leg_stays(axis: int) -> None:
    document, quarter = case_document("ok-foot-turn"), range(0, 91)
    seen = []
    for degrees in quarter:
        turn = [0.0, 0.0, 0.0, float(np.cos(np.radians(degrees) / 2))]
        turn[axis] = float(np.sin(np.radians(degrees) / 2))
        seen.append(evaluate(with_transforms(document, {"h": Transform(rotation=tuple(turn))})))
    first = seen[0]
    for degrees, found in zip(quarter, seen, strict=True):
        for part in ("thigh", "shin"):
            np.testing.assert_allclose(found.matrix(part), first.matrix(part), atol=1e-9)
        turned = first.matrix("foot")[:3, :3].T @ found.matrix("foot")[:3, :3]
        assert np.degrees(acos(min((np.trace(turned) - 1.0) / 2.0, 1.0))) == pytest.approx(degrees, abs=1e-5)
