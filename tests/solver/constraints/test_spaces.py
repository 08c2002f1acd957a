"""Constraints in the spaces of other bones, angles in every order, and copies that go on from what the owner has."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin.rigs import (
    Bone,
    CopyRotation,
    CopyScale,
    CopyTransforms,
    Document,
    LimitLocation,
    LimitRotation,
    Rig,
    Transform,
)
from pantin.rigs.constraints.acting import EulerOrder, Space
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.rigs.problems import problems_of
from pantin.solver import evaluate
from tests.rigs.strategies import relaxed, vectors
from tests.solver.constraints.constraint_pairs import AXES, at_rest, pairs, rotation_about, turn_of, with_constraint


def about(axis: int, angle: float) -> np.ndarray:
    angles = [0.0, 0.0, 0.0]
    angles[axis] = angle
    return rotation_about((angles[0], angles[1], angles[2]))


@given(pairs())
@relaxed
def test_along_the_owners_axes_a_copy_turns_in_the_direction_of_the_target(document: Document) -> None:
    """Where nobody else is posed: seen from outside, both then have the same turn."""
    posed = document.posed({"other": document.figure.pose.bones["other"]})
    copy = CopyTransforms(owner="own", target="other", owner_space="local", target_space="local_owner")
    before = evaluate(at_rest(document))
    after = evaluate(posed.with_rig(posed.rig.changed(constraints=(copy,))))
    turns = [turn_of(after.matrix(name)) @ turn_of(before.matrix(name)).T for name in ("own", "other")]
    moves = [after.matrix(name)[:3, 3] - before.matrix(name)[:3, 3] for name in ("own", "other")]
    np.testing.assert_allclose(moves[0], moves[1], atol=1e-9)
    if np.ptp(posed.figure.pose.bones["other"].scale) < 1e-12:
        np.testing.assert_allclose(turns[0], turns[1], atol=1e-9)


@given(pairs(), vectors(1.0))
@relaxed
def test_in_the_space_of_a_bone_a_box_goes_with_it(document: Document, edge: tuple[float, float, float]) -> None:
    limit = LimitLocation(owner="own", lower=edge, owner_space="custom", space_bone="other")
    after = evaluate(with_constraint(document, limit))
    place = np.linalg.inv(after.matrix("other")) @ after.matrix("own")[:, 3]
    assert all(place[a] >= edge[a] - 1e-7 for a in AXES)


def test_a_space_without_its_bone_is_a_problem_and_armature_space(pair: Document) -> None:
    limit = LimitLocation(owner="own", lower=(0.25, 0.25, 0.25), owner_space="custom")
    nameless = with_constraint(pair, limit)
    assert [problem.kind for problem in problems_of(nameless.rig)] == ["no_space_bone"]
    plain = evaluate(with_constraint(pair, replace(limit, owner_space="pose")))
    assert np.array_equal(evaluate(nameless).matrices, plain.matrices)


@pytest.mark.parametrize("order", get_args(EulerOrder))
@given(pairs(), st.tuples(*[st.floats(-1.2, 1.2)] * 3))
@relaxed
def test_angles_turn_in_the_order_that_is_asked_for(order: EulerOrder, document: Document, angles) -> None:
    first, second, third = ("xyz".index(letter) for letter in order)
    turn = about(third, angles[third]) @ about(second, angles[second]) @ about(first, angles[first])
    plain = document.rig
    exact = LimitRotation(owner="own", lower=angles, upper=angles, euler_order=order)
    np.testing.assert_allclose(
        turn_of(evaluate(Document.of(plain.changed(constraints=(exact,)))).matrix("own")), turn, atol=1e-9
    )
    held = CopyRotation(owner="own", target="other", mix="add", euler_order=order)
    target = LimitRotation(owner="other", lower=angles, upper=angles, euler_order=order)
    zero = LimitRotation(owner="own", lower=(0.0,) * 3, upper=(0.0,) * 3)
    copied = evaluate(Document.of(plain.changed(constraints=(target, zero, held))))
    np.testing.assert_allclose(turn_of(copied.matrix("own")), turn, atol=1e-9)


@pytest.fixture
def pair() -> Document:
    bones = (Bone(name="own", head=(0.0, 0.0, 0.0)), Bone(name="other", head=(1.0, 0.0, 0.0), tail=(1.0, 0.0, 1.0)))
    pose = {"own": Transform(scale=(1.0, 2.0, 3.0)), "other": Transform(scale=(4.0, 9.0, 0.5))}
    return Document.of(Figure(rig=Rig(bones=bones), pose=Pose(pose)))


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, (4.0, 9.0, 0.5)),
        ({"power": 0.5}, (2.0, 3.0, 0.5**0.5)),
        ({"power": -1.0, "axes": (True, False, False)}, (0.25, 2.0, 3.0)),
        ({"offset": True}, (4.0, 18.0, 1.5)),
        ({"offset": True, "additive": True}, (4.0, 10.0, 2.5)),
        ({"additive": True}, (4.0, 9.0, 0.5)),
        ({"uniform": True}, (18.0 ** (1 / 3),) * 3),
        ({"uniform": True, "axes": (True, True, False)}, (36.0 ** (1 / 3),) * 3),
    ],
)
def test_a_copied_scale_may_be_a_power_even_or_go_on_from_the_own(pair: Document, settings, expected) -> None:
    after = evaluate(with_constraint(pair, CopyScale(owner="own", target="other", **settings)))
    assert np.linalg.norm(after.matrix("own")[:3, :3], axis=0) == pytest.approx(expected)


@given(pairs(), st.sampled_from(["local", "local_with_parent", "pose"]))
@relaxed
def test_a_target_is_read_in_the_space_of_the_owner_where_it_stands(document: Document, space: Space) -> None:
    """All that is copied there is all that is copied in armature space."""
    copy = CopyTransforms(owner="own", target="other")
    through = replace(copy, owner_space=space, target_space="owner")
    expected = evaluate(with_constraint(document, copy)).matrix("own")
    found = evaluate(with_constraint(document, through)).matrix("own")
    np.testing.assert_allclose(found, expected, atol=1e-8)
