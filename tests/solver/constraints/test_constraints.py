"""Tests of what constraints other than IK hold to, whatever the rig: limits hold, what looks at a bone looks there."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from hypothesis import assume, given

from pantin.rigs import (
    Bone,
    CopyLocation,
    DampedTrack,
    Distance,
    Document,
    Ik,
    LimitLocation,
    LimitRotation,
    Rig,
    SplineIk,
)
from pantin.rigs.constraints import Constraint
from pantin.solver import evaluate
from pantin.solver.constraints.kinds import NUMBERS
from tests.rigs.random_constraints import constraints
from tests.rigs.strategies import numbers, relaxed
from tests.solver.constraints.constraint_pairs import (
    pairs,
    with_constraint,
)
from tests.solver.sample_chains import chain, handle, reaching, some_reachable


@given(pairs(), constraints(["own", "other"]))
@relaxed
def test_influence_0_and_muted_leave_every_bit(document, constraint) -> None:
    plain = evaluate(document).matrices.tobytes()
    weak = {name: 0.0 for name in ("blend", "influence") if name in constraint.__struct_fields__}
    for changes in (weak, {"enabled": False}) if weak else ({"enabled": False},):
        idle = msgspec.structs.replace(constraint, **changes)
        assert evaluate(with_constraint(document, idle)).matrices.tobytes() == plain


@given(pairs(), constraints(["own"]), numbers(0.05, 0.95))
@relaxed
def test_the_head_goes_by_the_influence_along_a_line(document, constraint, influence) -> None:
    assume("influence" in constraint.__struct_fields__)
    aimed = {"target": "other"} if hasattr(constraint, "target") else {}
    heads = []
    for part in (0.0, influence, 1.0):
        changed = msgspec.structs.replace(constraint, enabled=True, influence=part, **aimed)
        heads.append(evaluate(with_constraint(document, changed)).matrix("own")[:3, 3])
    size = max(1.0, float(np.abs(heads).max()))
    np.testing.assert_allclose(heads[1], heads[0] + influence * (heads[2] - heads[0]), atol=1e-9 * size)


def test_every_kind_has_its_row() -> None:
    kinds = {kind for kind in Constraint.__args__ if kind not in (Ik, Distance, SplineIk)}
    assert kinds == set(NUMBERS)
    numbers_of_kinds = list(NUMBERS.values())
    assert len(set(numbers_of_kinds)) == len(numbers_of_kinds)


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("kind", [DampedTrack, LimitRotation])
def test_constraints_of_a_chain_act_before_its_ik_wherever_they_stand(kind, place) -> None:
    document = reaching((handle("looked at", (1.0, 2.0, 3.0)), *chain(3)), some_reachable(chain(3), 0))
    (ik,) = document.rig.constraints
    first = (
        kind(owner="b2", target="looked at")
        if kind is DampedTrack
        else kind(owner="b2", lower=(0.3, 0.3, 0.3), upper=(0.3, 0.3, 0.3))
    )
    both = [ik, first] if place else [first, ik]
    evaluated = evaluate(with_constraint(document, *both))
    assert evaluated.goals[0].reached
    swapped = evaluate(with_constraint(document, *both[::-1]))
    assert evaluated.matrices.tobytes() == swapped.matrices.tobytes()


def test_constraints_of_a_bone_act_in_their_order() -> None:
    """A limit behind a copy holds; a copy behind a limit goes where it likes."""
    bones = (Bone(name="own"), Bone(name="other", head=(0.0, 0.0, 3.0), tail=(0.0, 0.0, 4.0)))
    copy = CopyLocation(owner="own", target="other")
    limit = LimitLocation(owner="own", upper=(None, None, 1.0))
    heights = [
        evaluate(Document.of(Rig(bones=bones, constraints=order))).matrix("own")[2, 3]
        for order in ((copy, limit), (limit, copy))
    ]
    assert heights == [1.0, 3.0]


def test_a_connected_bone_stays_on_its_parent() -> None:
    bones = chain(2)
    limit = LimitLocation(owner="b1", upper=(-1.0, -1.0, -1.0))
    plain = evaluate(Document.of(Rig(bones=bones)))
    held = evaluate(Document.of(Rig(bones=bones, constraints=(limit,))))
    np.testing.assert_allclose(held.heads, plain.heads, atol=1e-12)
