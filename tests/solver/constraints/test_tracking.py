"""Damped Track: an axis points at the target."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pantin.rigs import (
    Bone,
    DampedTrack,
    Document,
    Rig,
)
from pantin.rigs.constraints import StretchTo, TrackTo
from pantin.solver import evaluate
from tests.rigs.strategies import numbers, relaxed
from tests.solver.constraints.constraint_pairs import (
    pairs,
    turn_of,
    with_constraint,
)
from tests.solver.reference import angle_between
from tests.solver.sample_chains import bone

DIRECTIONS = {"x": (0, 1), "y": (1, 1), "z": (2, 1), "-x": (0, -1), "-y": (1, -1), "-z": (2, -1)}


@given(pairs(), st.sampled_from(sorted(DIRECTIONS)), numbers(0.0, 1.0))
@relaxed
def test_a_tracked_axis_points_at_its_target(document, axis, head_tail) -> None:
    track = DampedTrack(owner="own", target="other", axis=axis, head_tail=head_tail)
    before, after = evaluate(document), evaluate(with_constraint(document, track))
    row = before.index["other"]
    seen = before.heads[row] + head_tail * (before.tails[row] - before.heads[row])
    way = seen - before.matrix("own")[:3, 3]
    assume(np.linalg.norm(way) > 1e-6)
    column, sign = DIRECTIONS[axis]
    looking = sign * turn_of(after.matrix("own"))[:, column]
    np.testing.assert_allclose(looking, way / np.linalg.norm(way), atol=1e-9)
    np.testing.assert_array_equal(after.matrix("own")[:3, 3], before.matrix("own")[:3, 3])


@given(pairs(), st.sampled_from(sorted(DIRECTIONS)))
@relaxed
def test_tracking_turns_no_farther_than_it_must(document, axis) -> None:
    track = DampedTrack(owner="own", target="other", axis=axis)
    before, after = evaluate(document), evaluate(with_constraint(document, track))
    first, last = turn_of(before.matrix("own")), turn_of(after.matrix("own"))
    column, _ = DIRECTIONS[axis]
    needed = np.arccos(np.clip(first[:, column] @ last[:, column], -1.0, 1.0))
    assert angle_between(first, last) == pytest.approx(needed, abs=1e-6)


@pytest.mark.parametrize("axis", sorted(DIRECTIONS))
def test_a_target_right_behind_is_looked_at_and_one_on_the_head_is_not(axis) -> None:
    column, sign = DIRECTIONS[axis]
    own = Bone(name="own", tail=(0.0, 1.0, 0.0))
    behind = tuple((-sign * 2.0 * np.eye(3)[column]).tolist())
    for head, turned in ((behind, -1.0), ((0.0, 0.0, 0.0), 1.0)):
        other = Bone(name="other", head=head, tail=(head[0], head[1], head[2] + 1.0))
        track = DampedTrack(owner="own", target="other", axis=axis)
        found = turn_of(evaluate(Document.of(Rig(bones=(own, other), constraints=(track,)))).matrix("own"))
        np.testing.assert_allclose(found[:, column], turned * np.eye(3)[column], atol=1e-12)


KINDS = {
    "damped_track": lambda owner, target: DampedTrack(owner=owner, target=target),
    "track_to": lambda owner, target: TrackTo(owner=owner, target=target),
    "stretch_to": lambda owner, target: StretchTo(owner=owner, target=target),
}


@pytest.mark.parametrize("kind", KINDS)
def test_two_bones_that_look_at_each_others_heads_both_do(kind: str) -> None:
    """Turning a bone moves no head, so this is no circle."""
    bones = (
        bone("a", (0, 0, 0), (0, 0, 1)),
        bone("b", (2, 1, 0.5), (2, 1, 1.5)),
        bone("c", (2, 1, 1.5), (2, 1, 2), parent="b"),
    )
    rig = Rig(bones=bones, constraints=(KINDS[kind]("a", "b"), KINDS[kind]("b", "a")))
    stands = evaluate(Document.of(rig))
    assert stands.problems == ()
    between = np.array((2.0, 1.0, 0.5)) / np.linalg.norm((2.0, 1.0, 0.5))
    for name, way in (("a", between), ("b", -between)):
        axis = stands.matrix(name)[:3, 1]
        np.testing.assert_allclose(axis / np.linalg.norm(axis), way, atol=1e-9)
    np.testing.assert_allclose(stands.heads[stands.index["c"]], stands.tails[stands.index["b"]], atol=1e-9)


def test_bones_that_look_at_each_others_tails_are_a_circle() -> None:
    bones = (bone("a", (0, 0, 0), (0, 0, 1)), bone("b", (2, 1, 0.5), (2, 1, 1.5)))
    tracks = (DampedTrack(owner="a", target="b", head_tail=1.0), DampedTrack(owner="b", target="a"))
    stands = evaluate(Document.of(Rig(bones=bones, constraints=tracks)))
    assert [problem.kind for problem in stands.problems] == ["cycle"]


def test_a_bone_that_looks_at_what_it_carries_is_a_circle() -> None:
    bones = (bone("a", (0, 0, 0), (0, 0, 1)), bone("b", (2, 1, 0.5), (2, 1, 1.5), parent="a"))
    tracks = (DampedTrack(owner="a", target="b"), DampedTrack(owner="b", target="a"))
    assert evaluate(Document.of(Rig(bones=bones, constraints=tracks))).problems != ()
