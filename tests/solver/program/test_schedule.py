"""The order of evaluation: what something depends on comes first, and what depends on itself is named, not looped."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from pantin.rigs import (
    Bone,
    CopyRotation,
    CopyTransforms,
    Distance,
    Document,
    Ik,
    Rig,
    Transform,
)
from pantin.rigs.constraints import Goal
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.rigs.tree.chains import chain_bones, connected_chain
from pantin.solver import Grab, evaluate
from pantin.solver.program.schedule import schedule
from tests.rigs.strategies import documents, relaxed
from tests.solver.sample_chains import bone, chain, handle, reaching


def position(rig: Rig) -> dict[str, int]:
    """When each bone is evaluated."""
    return {name: i for i, unit in enumerate(schedule(rig).units) for name in unit.bones}


def copying(owner: str, target: str) -> CopyRotation:
    return CopyRotation(owner=owner, target=target)


def row_of(names: str) -> tuple[Bone, ...]:
    """Bones side by side that hang on nothing."""
    return tuple(bone(name, (i, 0, 0), (i, 0, 1)) for i, name in enumerate(names))


def pair_at(x: float) -> tuple[Bone, ...]:
    """Two bones c0 and c1 that stand on each other."""
    below = bone("c0", (x, 0, 0), (x, 0.1, 1))
    return below, bone("c1", below.tail, (x, 0, 2), parent="c0", connected=True)


@given(documents())
@relaxed
def test_every_bone_is_evaluated_once_and_after_what_it_needs(document) -> None:
    rig = document.rig
    plan = schedule(rig)
    assert sorted(name for unit in plan.units for name in unit.bones) == sorted(b.name for b in rig.bones)
    when = {name: i for i, unit in enumerate(plan.units) for name in unit.bones}
    for b in rig.bones:
        assert b.parent is None or when[b.parent] <= when[b.name]
    for i in plan.acting:
        constraint = rig.constraints[i]
        if isinstance(constraint, Goal):
            after = [when[name] for name in chain_bones(rig, constraint)]
            assert all(when[constraint.target] < other for other in after)
            pole = getattr(constraint, "pole", None)
            if pole in when:
                assert all(when[pole] < other for other in after)
        else:
            assert all(when[name] < when[constraint.owner] for name in constraint.looks_at)


@given(documents())
@relaxed
def test_constraints_rest_only_for_a_reason(document) -> None:
    """Off, without what it needs, of no strength, or on a cycle that is told of."""
    rig = document.rig
    plan = schedule(rig)
    for i, constraint in enumerate(rig.constraints):
        strength = constraint.blend if isinstance(constraint, Ik | Distance) else constraint.influence
        lacking = any(name not in rig.by_name for name in constraint.looks_at)
        aimless = lacking or (constraint.needs_target and not constraint.looks_at)
        idle = not constraint.enabled or aimless or strength == 0.0
        if i not in plan.acting and not idle:
            told = {bone for problem in plan.problems for bone in problem.bones}
            assert told & {*constraint.looks_at, getattr(constraint, "pole", None)}


def test_children_may_stand_before_their_parents() -> None:
    bones = chain(6)
    turned = {"b1": Transform(rotation=(0.6, 0.0, 0.0, 0.8))}
    straight = evaluate(Document.of(Figure(rig=Rig(bones=bones), pose=Pose(turned))))
    backwards = evaluate(Document.of(Figure(rig=Rig(bones=bones[::-1]), pose=Pose(turned))))
    assert straight.matrices[::-1].tobytes() == backwards.matrices.tobytes()


def test_copies_follow_each_other() -> None:
    rig = Figure(
        rig=Rig(bones=row_of("abc"), constraints=(copying("a", "b"), copying("b", "c"))),
        pose=Pose({"c": Transform(rotation=(0.6, 0.0, 0.0, 0.8))}),
    )
    when = position(rig.rig)
    assert when["c"] < when["b"] < when["a"]
    evaluated = evaluate(Document.of(rig))
    np.testing.assert_allclose(evaluated.matrix("a")[:3, :3], evaluated.matrix("c")[:3, :3], atol=1e-12)


def test_chains_count_from_their_end() -> None:
    rig = Rig(bones=(*chain(5), handle("goal", (1, 0, 1))))
    assert chain_bones(rig, Ik(owner="b4", target="goal", chain_length=2)) == ("b4", "b3")
    assert chain_bones(rig, Ik(owner="b4", target="goal")) == ("b4", "b3", "b2", "b1", "b0")
    assert chain_bones(rig, Ik(owner="b4", target="goal", chain_length=2, use_tail=False)) == ("b3", "b2")
    assert chain_bones(rig, Ik(owner="b0", target="goal", use_tail=False)) == ()
    assert connected_chain(rig, "b4", 3) == ("b4", "b3", "b2")
    assert connected_chain(rig, "b4", 0) == ("b4", "b3", "b2", "b1", "b0")


def test_connected_chains_end_where_there_is_a_gap() -> None:
    free = Bone(name="b5", parent="b4", head=(0, 0, 9), tail=(0, 0, 10))
    rig = Rig(bones=(*chain(5), free, Bone(name="b6", parent="b5", head=(0, 0, 10), tail=(0, 0, 11), connected=True)))
    assert connected_chain(rig, "b6", 0) == ("b6", "b5")


def test_chains_that_share_bones_are_solved_together() -> None:
    bones = (*chain(3), bone("side", chain(3)[1].tail, (1, 0, 3), parent="b1", connected=True))
    iks = (Ik(owner="b2", target="goal"), Ik(owner="side", target="other"))
    rig = Rig(bones=(*bones, handle("goal", (0, 1, 2)), handle("other", (1, 1, 2))), constraints=iks)
    together = [unit for unit in schedule(rig).units if len(unit.bones) > 1]
    assert len(together) == 1
    assert set(together[0].bones) == {"b0", "b1", "b2", "side"}
    assert [c.owner for c in together[0].chains] == ["b2", "side"]


# Cycles.


def without_constraints(document: Document, keep: tuple[int, ...] = ()) -> np.ndarray:
    kept = tuple(document.rig.constraints[i] for i in keep)
    return evaluate(document.with_rig(document.rig.changed(constraints=kept))).matrices


@pytest.mark.parametrize("role", ["target", "pole"])
def test_a_handle_under_its_own_chain_is_one_problem_that_names_the_bones(role) -> None:
    bones = (
        *chain(3),
        bone("under", chain(3)[2].tail, (0, 0, 9), parent="b2"),
        handle("goal", (0.5, 0, 2)),
        *row_of("xy"),
    )
    named = {"target": "goal", role: "under"}
    rig = Figure(
        rig=Rig(bones=bones, constraints=(Ik(owner="b2", **named), copying("x", "y"))),
        pose=Pose({"y": Transform(rotation=(1, 0, 0, 0))}),
    )
    evaluated = evaluate(Document.of(rig))
    (problem,) = evaluated.problems
    assert (problem.kind, problem.severity) == ("cycle", "error")
    assert set(problem.bones) == {"b0", "b1", "b2", "under"}
    assert problem.text == '"under" is a child of "b2", which it moves.'
    assert evaluated.goals == ()
    assert evaluated.matrices.tobytes() == without_constraints(Document.of(rig), keep=(1,)).tobytes()


def test_a_bone_that_is_its_own_target() -> None:
    bones = chain(3)
    for constraint in (Ik(owner="b2", target="b2"), copying("b1", "b1"), CopyTransforms(owner="b0", target="b0")):
        rig = Rig(bones=bones, constraints=(constraint,))
        evaluated = evaluate(Document.of(rig))
        (problem,) = evaluated.problems
        assert constraint.owner in problem.bones
        assert evaluated.matrices.tobytes() == without_constraints(Document.of(rig)).tobytes()


def test_two_chains_that_feed_each_other() -> None:
    left, right = chain(2), pair_at(3.0)
    hands = (bone("on left", (0, 0, 3), (0, 1, 3), parent="b1"), bone("on right", (3, 0, 3), (3, 1, 3), parent="c1"))
    iks = (Ik(owner="b1", target="on right"), Ik(owner="c1", target="on left"))
    rig = Rig(bones=(*left, *right, *hands), constraints=iks)
    evaluated = evaluate(Document.of(rig))
    (problem,) = evaluated.problems
    assert set(problem.bones) == {"b0", "b1", "c0", "c1", "on left", "on right"}
    assert evaluated.matrices.tobytes() == without_constraints(Document.of(rig)).tobytes()


def test_two_bones_that_copy_each_other() -> None:
    rig = Rig(bones=row_of("abc"), constraints=(copying("a", "b"), copying("b", "a"), copying("c", "a")))
    plan = schedule(rig)
    assert [problem.bones for problem in plan.problems] == [("a", "b")]
    assert plan.acting == {2}


def test_two_cycles_are_two_problems() -> None:
    links = (copying("a", "b"), copying("b", "a"), copying("c", "d"), copying("d", "c"))
    plan = schedule(Rig(bones=row_of("abcd"), constraints=links))
    assert {problem.bones for problem in plan.problems} == {("a", "b"), ("c", "d")}


def test_what_feeds_a_cycle_or_is_fed_by_it_goes_on() -> None:
    links = (copying("b", "a"), copying("b", "c"), copying("c", "b"), copying("d", "c"))
    plan = schedule(Rig(bones=row_of("abcd"), constraints=links))
    assert plan.acting == {0, 3}


def test_a_child_that_its_parent_copies() -> None:
    rig = Rig(bones=chain(2), constraints=(copying("b0", "b1"),))
    evaluated = evaluate(Document.of(rig))
    assert [set(problem.bones) for problem in evaluated.problems] == [{"b0", "b1"}]
    assert evaluated.matrices.tobytes() == without_constraints(Document.of(rig)).tobytes()


def test_a_long_list_of_names_is_cut_short() -> None:
    names = "abcdefghijklmnopqrst"
    ring = tuple(copying(name, names[i - 1]) for i, name in enumerate(names))
    (problem,) = schedule(Rig(bones=row_of(names), constraints=ring)).problems
    assert len(problem.bones) == 20
    assert "and 15 more" in problem.text


@pytest.mark.parametrize("backwards", [False, True])
def test_five_thousand_bones_in_a_row(backwards) -> None:
    """As deep as a rig may be: nothing recurses."""
    bones = tuple(
        bone(f"b{i}", (0, 0, i), (0, 0, i + 1), parent=f"b{i - 1}" if i else None, connected=i > 0) for i in range(5000)
    )
    rig = Figure(
        rig=Rig(bones=bones[::-1] if backwards else bones), pose=Pose({"b0": Transform(rotation=(1.0, 0.0, 0.0, 0.0))})
    )
    evaluated = evaluate(Document.of(rig))
    np.testing.assert_allclose(evaluated.tails[evaluated.index["b4999"]], (0.0, 0.0, -5000.0), atol=1e-6)
    grabbed = evaluate(Document.of(rig), (Grab("b4999", 2, (0.0, 1.0, -4999.0)),))
    assert grabbed.goals[0].reached
    under = (*bones, bone("under", (0, 0, 5000), (0, 0, 5001), parent="b4999"))
    (problem,) = schedule(
        Rig(bones=under, constraints=(Ik(owner="b4999", target="under", chain_length=1000),))
    ).problems
    assert len(problem.bones) == 1001


def test_a_goal_carried_by_another_chain_is_solved_after_it() -> None:
    first = reaching(chain(3), (1.0, 0.5, 1.5)).rig
    carried = bone("carried", chain(3)[2].tail, np.add(chain(3)[2].tail, (0, 0.1, 0)), parent="b2")
    ik = Ik(owner="c1", target="carried")
    rig = Rig(bones=(*pair_at(1.5), carried, *first.bones), constraints=(ik, *first.constraints))
    when = position(rig)
    assert when["b2"] < when["carried"] < when["c1"]
    evaluated = evaluate(Document.of(rig))
    assert [goal.owner for goal in evaluated.goals] == ["b2", "c1"]
    assert all(goal.reached for goal in evaluated.goals)
