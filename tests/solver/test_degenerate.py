"""Degenerate documents, each by its name: numbers everywhere, and nothing moves that need not."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs import (
    Bone,
    Document,
    Ik,
    Joint,
    Rig,
    Transform,
)
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.rest import rest_matrices
from pantin.solver import Grab, evaluate
from tests.rigs.strategies import (
    documents,
    relaxed,
    vectors,
)
from tests.solver.sample_chains import (
    bone,
    chain,
    handle,
    point,
    reaching,
    same_bits,
    some_reachable,
    with_goal_at,
    with_ik,
)

STRAIGHT = tuple(
    bone(f"b{i}", (0, 0, i), (0, 0, i + 1), parent=f"b{i - 1}" if i else None, connected=i > 0) for i in range(3)
)


PAIR = chain(2)

FOUR = chain(4)


def with_point_in(bones: tuple[Bone, ...], i: int) -> tuple[Bone, ...]:
    """Bone `i` has no length, and those below begin where it does."""
    found, shift = [], np.zeros(3)
    for n, b in enumerate(bones):
        begin = np.add(b.head, shift)
        if n == i:
            shift = shift - np.subtract(b.tail, b.head)
        found.append(msgspec.structs.replace(b, head=point(begin), tail=point(np.add(b.tail, shift))))
    return tuple(found)


def locked(bones: tuple[Bone, ...]) -> tuple[Bone, ...]:
    return with_joint(bones, Joint(lock=(True, True, True)))


def with_joint(bones: tuple[Bone, ...], joint: Joint) -> tuple[Bone, ...]:
    return tuple(msgspec.structs.replace(b, joint=joint) for b in bones)


def shrunk(document: Document, name: str) -> Document:
    return with_transforms(document, {name: Transform(scale=(0.0, 0.0, 0.0))})


def below(document: Document, parent: str) -> Document:
    """The chain hangs on a bone named `parent`, which has no length."""
    first, *rest = document.rig.bones
    held = msgspec.structs.replace(first, parent=parent, connected=True)
    rig = msgspec.structs.replace(document.rig, bones=(bone(parent, first.head, first.head), held, *rest))
    return document.with_rig(rig)


SHUT = Joint(limit=((0.0, 0.0), (0.0, 0.0), (0.0, 0.0)))

SIDE = (1.0, 0.5, 1.0)


DEGENERATE: dict[str, Callable[[], Document]] = {
    "zero-length bone at the root": lambda: reaching(with_point_in(FOUR, 0), SIDE),
    "zero-length bone in the chain": lambda: reaching(with_point_in(FOUR, 1), SIDE, (3, 0, 0)),
    "zero-length bone at the end": lambda: reaching(with_point_in(FOUR, 3), SIDE),
    "zero-length bone in a pair, above": lambda: reaching(with_point_in(PAIR, 0), SIDE, (3, 0, 0)),
    "zero-length bone in a pair, below": lambda: reaching(with_point_in(PAIR, 1), SIDE, (3, 0, 0)),
    "zero-length bone alone": lambda: reaching(with_point_in(chain(1), 0), SIDE),
    "zero-length bone over the chain": lambda: below(reaching(FOUR, SIDE), "point"),
    "only zero-length bones": lambda: reaching(with_point_in(with_point_in(PAIR, 0), 1), SIDE, (3, 0, 0)),
    "straight chain": lambda: reaching(STRAIGHT, (0, 0, 1.7)),
    "straight chain with a pole": lambda: reaching(STRAIGHT, (0, 0, 1.7), (0, -2, 1)),
    "straight pair": lambda: reaching(STRAIGHT[:2], (0, 0, 1.2)),
    "straight pair with a pole": lambda: reaching(STRAIGHT[:2], (0, 0, 1.2), (0, -2, 1)),
    "straight chain to the other side": lambda: reaching(STRAIGHT, (0, 0, -2.0)),
    "straight pair to the other side": lambda: reaching(STRAIGHT[:2], (0, 0, -2.0)),
    "goal on the root": lambda: reaching(FOUR, FOUR[0].head),
    "goal on the root of a pair": lambda: reaching(PAIR, PAIR[0].head, (1, 1, 1)),
    "goal on the root of a single bone": lambda: reaching(chain(1), (0, 0, 0)),
    "goal on the root of a straight chain": lambda: reaching(STRAIGHT, (0, 0, 0)),
    "goal at the effector": lambda: reaching(FOUR, FOUR[-1].tail),
    "goal at the effector of a pair": lambda: reaching(PAIR, PAIR[-1].tail),
    "goal at the end of a straight chain": lambda: reaching(STRAIGHT, (0, 0, 3), (0, -2, 1)),
    "goal at the end of a straight pair": lambda: reaching(STRAIGHT[:2], (0, 0, 2), (0, -2, 1)),
    "pole in line with root and goal": lambda: reaching(STRAIGHT, (0, 0, 1.7), (0, 0, 5)),
    "pole in line with root and goal of a pair": lambda: reaching(PAIR, (0, 0, 1.2), (0, 0, 5)),
    "pole on the root": lambda: reaching(FOUR, SIDE, FOUR[0].head),
    "pole on the root of a pair": lambda: reaching(PAIR, SIDE, PAIR[0].head),
    "pole on the goal": lambda: reaching(FOUR, SIDE, SIDE),
    "pole, goal and root in one place": lambda: reaching(FOUR, FOUR[0].head, FOUR[0].head),
    "weight 0": lambda: reaching(FOUR, SIDE, weight=0.0),
    "weight 0 of a pair": lambda: reaching(PAIR, SIDE, weight=0.0),
    "weights 0": lambda: reaching(FOUR, SIDE, weight=0.0, rotation=True, rotation_weight=0.0),
    "chain longer than its bones": lambda: reaching(FOUR, SIDE, chain_length=900),
    "one bone": lambda: reaching(chain(1), SIDE),
    "one bone with a pole": lambda: reaching(chain(1), SIDE, (0, -2, 0)),
    "one bone straight away from its goal": lambda: reaching(STRAIGHT[:1], (0, 0, -3)),
    "all axes locked": lambda: reaching(locked(FOUR), SIDE, (0, -2, 0)),
    "all axes of a pair locked": lambda: reaching(locked(PAIR), SIDE, (0, -2, 0)),
    "all limits zero": lambda: reaching(with_joint(FOUR, SHUT), SIDE),
    "all limits of a pair zero": lambda: reaching(with_joint(PAIR, SHUT), SIDE, (0, -2, 0)),
    "scale 0 in the chain": lambda: shrunk(reaching(FOUR, SIDE), "b1"),
    "scale 0 at the root": lambda: shrunk(reaching(FOUR, SIDE, (3, 0, 0)), "b0"),
    "scale 0 at the root of a pair": lambda: shrunk(reaching(PAIR, SIDE, (3, 0, 0)), "b0"),
    "scale 0 of the goal": lambda: shrunk(reaching(FOUR, SIDE, rotation=True), "goal"),
    "stretch of a zero-length bone": lambda: reaching(
        with_point_in(with_joint(FOUR, Joint(stretch=1.0)), 1), (0, 9, 0)
    ),
    "stretch with the goal on the root": lambda: reaching(with_joint(FOUR, Joint(stretch=1.0)), (0, 0, 0)),
    "soft reach with the goal on the root": lambda: reaching(FOUR, (0, 0, 0), soft_reach=0.2),
    "the stiffest joints": lambda: reaching(with_joint(FOUR, Joint(stiffness=(0.99, 0.99, 0.99))), SIDE),
    "goal very far": lambda: reaching(FOUR, (1e9, -1e9, 1e9), (0, -2, 0)),
    "rotation without a way to turn": lambda: reaching(locked(FOUR), SIDE, rotation=True),
}


@pytest.mark.parametrize("name", DEGENERATE)
def test_degenerate(name) -> None:
    document = DEGENERATE[name]()
    evaluated = evaluate(document)
    assert np.isfinite(evaluated.matrices).all()
    assert all(np.isfinite((goal.residual, *goal.effector)).all() for goal in evaluated.goals)
    if "scale" not in name and "stretch" not in name:
        sizes = np.linalg.norm(evaluated.matrices[:, :3, 1], axis=1)
        np.testing.assert_allclose(sizes, 1.0, atol=1e-9)


@given(documents())
@relaxed
def test_any_rig_has_numbers(document) -> None:
    evaluated = evaluate(document)
    assert np.isfinite(evaluated.matrices).all()


@given(documents(), vectors(), st.integers(0, 5), st.data())
@relaxed
def test_any_rig_can_be_pulled(document, goal, length, data) -> None:
    name = data.draw(st.sampled_from([b.name for b in document.rig.bones]))
    assert np.isfinite(evaluate(document, (Grab(name, length, goal),)).matrices).all()


@pytest.mark.parametrize("target", [None, "nobody"])
def test_without_its_target_a_constraint_rests(target) -> None:
    document = reaching(FOUR, SIDE)
    dangling = evaluate(with_ik(document, target=target))
    assert dangling.goals == ()
    assert dangling.matrices.tobytes() == evaluate(with_ik(document, enabled=False)).matrices.tobytes()


def test_without_its_pole_a_constraint_reaches() -> None:
    document = reaching(FOUR, SIDE)
    assert same_bits(evaluate(with_ik(document, pole="nobody")), evaluate(document))


def test_weight_0_leaves_the_pose() -> None:
    document = reaching(FOUR, SIDE, weight=0.0)
    np.testing.assert_allclose(
        evaluate(document).matrices, evaluate(with_ik(document, enabled=False)).matrices, atol=1e-9
    )


@pytest.mark.parametrize(
    ("bones", "pole"), [(STRAIGHT[:2], None), (STRAIGHT, None), (STRAIGHT[:2], (0, -2, 1)), (STRAIGHT, (0, -2, 1))]
)
def test_a_straight_chain_bends(bones, pole) -> None:
    """Also with its goal on its own axis, where nothing else says which way."""
    evaluated = evaluate(reaching(bones, (0.0, 0.0, 1.2), pole))
    assert evaluated.goals[0].reached
    if pole is not None:
        assert evaluated.heads[1][1] < -0.1


def test_a_goal_at_the_effector_moves_nothing() -> None:
    evaluated = evaluate(reaching(FOUR, FOUR[-1].tail))
    np.testing.assert_allclose(evaluated.matrices[:4], rest_matrices(FOUR), atol=1e-7)


def test_an_empty_rig_is_an_empty_skeleton() -> None:
    evaluated = evaluate(Document())
    assert evaluated.names == ()
    assert evaluated.matrices.shape == (0, 4, 4)
    assert evaluated.heads.shape == evaluated.tails.shape == (0, 3)


def test_goals_on_handles_are_met_where_the_handles_are() -> None:
    document = reaching(FOUR, (0.0, 0.0, 0.0))
    for seed in range(5):
        goal = some_reachable(FOUR, seed)
        (report,) = evaluate(with_goal_at(document, goal)).goals
        np.testing.assert_allclose(report.position, goal, atol=1e-12)
        assert report.reached


def test_a_goal_on_a_moved_parent_goes_with_it() -> None:
    bones = (*FOUR, handle("hand", (1.0, 0.0, 0.0)))
    goal = msgspec.structs.replace(handle("goal", (1.0, 0.5, 1.5)), parent="hand")
    rig = Rig(bones=(*bones, goal), constraints=(Ik(owner="b3", target="goal"),))
    moved = with_transforms(Document.of(rig), {"hand": Transform(location=(0.3, 0.2, 0.1))})
    np.testing.assert_allclose(evaluate(moved).goals[0].position, (1.3, 0.7, 1.6), atol=1e-12)
