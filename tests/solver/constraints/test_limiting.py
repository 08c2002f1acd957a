"""Limits of location, rotation, scale and distance: held, and without effect where they hold already."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs import (
    Bone,
    CopyRotation,
    Document,
    LimitDistance,
    LimitLocation,
    LimitRotation,
    LimitScale,
    Rig,
    Transform,
)
from pantin.rigs.euler import quaternion_from_euler
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.solver import evaluate
from tests.cases import case_document
from tests.rigs.strategies import numbers, relaxed
from tests.solver.constraints.constraint_pairs import (
    AXES,
    in_space,
    pairs,
    rotation_about,
    spaces,
    turn_of,
    with_constraint,
)


def ranges(lower: float, upper: float) -> st.SearchStrategy[tuple[tuple, tuple]]:
    """The lower and the upper ends of three ranges, some of them open."""
    one = st.tuples(st.none() | numbers(lower, upper), st.none() | numbers(lower, upper)).map(_sorted)
    return st.tuples(one, one, one).map(lambda axes: tuple(zip(*axes, strict=True)))


def _sorted(ends: tuple[float | None, float | None]) -> tuple[float | None, float | None]:
    low, high = ends
    return ends if low is None or high is None else (min(low, high), max(low, high))


def beyond(value: float, low: float | None, high: float | None) -> float:
    """Return how far a number is outside a range."""
    return max((0.0, *([] if low is None else [low - value]), *([] if high is None else [value - high])))


@given(pairs(), ranges(-1.0, 1.0), spaces)
@relaxed
def test_a_limited_head_stays_in_its_box(document, limits, space) -> None:
    limit = LimitLocation(owner="own", lower=limits[0], upper=limits[1], owner_space=space)
    after = evaluate(limited := with_constraint(document, limit))
    place = in_space(after, limited, "own", space)[:3, 3]
    assert all(beyond(place[a], limits[0][a], limits[1][a]) <= 1e-9 for a in AXES)


@given(pairs(), ranges(0.2, 2.0), spaces)
@relaxed
def test_a_limited_bone_keeps_to_its_sizes(document, limits, space) -> None:
    limit = LimitScale(owner="own", lower=limits[0], upper=limits[1], owner_space=space)
    after = evaluate(limited := with_constraint(document, limit))
    size = np.linalg.norm(in_space(after, limited, "own", space)[:3, :3], axis=0)
    assert all(beyond(size[a], limits[0][a], limits[1][a]) <= 1e-9 for a in AXES)


@given(pairs(), ranges(-pi, pi), spaces)
@relaxed
def test_a_limited_rotation_has_angles_within_its_limits(document, limits, space) -> None:
    """Whichever of the two triples of angles one takes to read it."""
    limit = LimitRotation(owner="own", lower=limits[0], upper=limits[1], owner_space=space)
    after = evaluate(limited := with_constraint(document, limit))
    turn = turn_of(in_space(after, limited, "own", space))
    triples = both_triples(turn)
    over = [max(beyond_on_circle(triple[a], limits[0][a], limits[1][a]) for a in AXES) for triple in triples]
    np.testing.assert_allclose(rotation_about(triples[0]), turn, atol=1e-9)
    assert min(over) <= 1e-6 or at_a_pole(turn)


def beyond_on_circle(angle: float, low: float | None, high: float | None) -> float:
    """Return how far an angle is outside a range, whole turns aside; an open end is half a turn."""
    ends = (-pi if low is None else low, pi if high is None else high)
    return min(beyond(angle + turns * 2.0 * pi, *ends) for turns in (-1, 0, 1))


def both_triples(turn: np.ndarray) -> list[tuple[float, float, float]]:
    """The Euler angles, X first, of a rotation (3, 3)."""
    y = np.arctan2(-turn[2, 0], np.hypot(turn[0, 0], turn[1, 0]))
    one = (np.arctan2(turn[2, 1], turn[2, 2]), y, np.arctan2(turn[1, 0], turn[0, 0]))
    other = tuple((a + pi) % (2.0 * pi) - pi for a in (one[0] + pi, pi - y, one[2] + pi))
    return [one, other]


def at_a_pole(turn: np.ndarray) -> bool:
    """Return whether Y is a quarter turn: X and Z are then one angle, and no two of them can be told apart."""
    return abs(turn[2, 0]) > 1.0 - 1e-9


@given(pairs(), st.sampled_from(["inside", "outside", "surface"]), numbers(0.0, 3.0), spaces, spaces, numbers(0.0, 1.0))
@relaxed
def test_a_limited_distance_holds(document, keep, radius, owner_space, target_space, head_tail) -> None:
    limit = LimitDistance(
        owner="own",
        target="other",
        keep=keep,
        radius=radius,
        owner_space=owner_space,
        target_space=target_space,
        head_tail=head_tail,
    )
    after = evaluate(limited := with_constraint(document, limit))
    target = in_space(after, limited, "other", target_space)
    length = after.skeleton.lengths[after.index["other"]]
    middle = target[:3, 3] + head_tail * length * target[:3, 1]
    distance = np.linalg.norm(in_space(after, limited, "own", owner_space)[:3, 3] - middle)
    assert keep == "outside" or distance <= radius + 1e-9
    assert keep == "inside" or distance >= radius - 1e-9


@pytest.mark.parametrize(("keep", "left"), [("inside", 0.0), ("outside", 0.5), ("surface", 0.5)])
def test_a_bone_on_its_target_leaves_it_along_itself(keep, left) -> None:
    bones = (Bone(name="own", tail=(1.0, 0.0, 0.0)), Bone(name="other"))
    limit = LimitDistance(owner="own", target="other", keep=keep, radius=0.5)
    found = evaluate(Document.of(Rig(bones=bones, constraints=(limit,)))).matrix("own")
    np.testing.assert_allclose(found[:3, 3], (left, 0.0, 0.0), atol=1e-12)


@given(pairs(), spaces)
@relaxed
def test_limits_that_are_kept_already_leave_every_bit(document, space) -> None:
    far, open_ended = (100.0, 100.0, 100.0), (None, None, None)
    low = (-100.0, -100.0, -100.0)
    wide = (-pi, -pi, -pi), (pi, pi, pi)
    plain = evaluate(document).matrices.tobytes()
    for limit in (
        LimitLocation(owner="own", lower=low, upper=far, owner_space=space),
        LimitScale(owner="own", lower=open_ended, upper=far, owner_space=space),
        LimitRotation(owner="own", lower=wide[0], upper=wide[1], owner_space=space),
        LimitRotation(owner="own", owner_space=space),
        LimitDistance(owner="own", target="other", radius=1000.0),
        LimitDistance(owner="own", target="other", keep="outside", radius=0.0),
    ):
        assert evaluate(with_constraint(document, limit)).matrices.tobytes() == plain


@pytest.mark.parametrize("size", [0.0, 1e-300, 5e-184, 1e-31, 1e-12])
@pytest.mark.parametrize("kind", [LimitRotation, LimitScale])
def test_a_bone_without_width_is_limited_without_losing_its_numbers(kind, size) -> None:
    bones = (Bone(name="under"), Bone(name="own", parent="under", head=(0.0, 1.0, 0.0), tail=(1.0, 2.0, 0.0), roll=1.0))
    posed = {
        "under": Transform(scale=(1.0, 1.0, size)),
        "own": Transform(rotation=quaternion_from_euler((0.3, 0.4, 0.5))),
    }
    limit = kind(owner="own", lower=(0.5, 0.5, 0.5), upper=(1.0, 1.0, 1.0))
    found = evaluate(Document.of(Figure(rig=Rig(bones=bones, constraints=(limit,)), pose=Pose(posed)))).matrices
    assert np.isfinite(found).all()


@given(pairs())
@relaxed
def test_a_reversed_limit_leaves_its_axis_free(document) -> None:
    upside = {"lower": (1.0, 1.0, 1.0), "upper": (0.5, 0.5, 0.5)}
    plain = evaluate(document).matrices.tobytes()
    for kind in (LimitLocation, LimitRotation, LimitScale):
        assert evaluate(with_constraint(document, kind(owner="own", **upside))).matrices.tobytes() == plain


@pytest.mark.parametrize(
    ("angle", "lower", "upper", "held"),
    [
        (0.5, -1.0, 1.0, 0.5),
        (1.5, -1.0, 1.0, 1.0),
        (-1.5, -1.0, 1.0, -1.0),
        (-3.0, 3.0, 3.4, -3.0),
        (-2.5, 3.0, 3.4, 3.4 - 2 * pi),
        (2.5, 3.0, 3.4, 3.0),
        (2.5, -1.0, 0.5, 0.5),
        (3.0, -1.0, 0.5, -1.0),
        (-3.0, -1.0, 0.5, -1.0),
        (3.0, 0.2, None, 3.0),
        (-0.1, 0.2, None, 0.2),
        (1.0, -7.0, 7.0, 1.0),
    ],
)
def test_angles_go_round(angle, lower, upper, held) -> None:
    bones = (Bone(name="own", tail=(0.0, 1.0, 0.0)),)
    limit = LimitRotation(owner="own", lower=(lower, None, None), upper=(upper, None, None))
    posed = {"own": Transform(rotation=quaternion_from_euler((angle, 0.0, 0.0)))}
    found = evaluate(Document.of(Figure(rig=Rig(bones=bones, constraints=(limit,)), pose=Pose(posed)))).matrix("own")
    np.testing.assert_allclose(found[:3, :3], rotation_about((held, 0.0, 0.0)), atol=1e-12)


def test_a_bone_bent_by_more_than_a_quarter_about_y_is_read_so() -> None:
    """Not as half a turn about X and Z: a limit about X must not touch it."""
    bones = (Bone(name="own", tail=(0.0, 1.0, 0.0)), Bone(name="other", tail=(0.0, 1.0, 0.0)))
    posed = {"own": Transform(rotation=quaternion_from_euler((0.0, 1.9, 0.0)))}
    limit = LimitRotation(owner="own", lower=(0.0, None, 0.0), upper=(0.0, None, 0.0))
    document = Document.of(Figure(rig=Rig(bones=bones), pose=Pose(posed)))
    plain = evaluate(document).matrix("own")
    limited = evaluate(document.with_rig(document.rig.changed(constraints=(limit,))))
    np.testing.assert_allclose(limited.matrix("own"), plain, atol=1e-12)
    copy = CopyRotation(owner="other", target="own", axes=(False, True, False))
    found = evaluate(document.with_rig(document.rig.changed(constraints=(copy,)))).matrix("other")
    np.testing.assert_allclose(found, plain, atol=1e-12)


@pytest.mark.parametrize("kept", [(0.0, 1.0, 0.0), (1.0, 0.0, 1.0), (1.0, 1.0, 0.0)])
def test_half_of_being_scaled_to_nothing_is_half_as_large_and_turned_as_before(
    kept: tuple[float, float, float],
) -> None:
    """An axis without length has no direction of its own to be turned to."""
    bone = Bone("bone", head=(0.1, 0.0, 1.0), tail=(0.4, 0.2, 1.1), roll=0.3)
    before = Document.of(Rig(bones=(bone,)))
    limit = LimitScale(owner="bone", lower=kept, upper=kept, influence=0.5)
    after = evaluate(Document.of(Rig(bones=(bone,), constraints=(limit,)))).matrix("bone")
    sizes = 0.5 + 0.5 * np.array(kept)
    np.testing.assert_allclose(after[:3, :3], evaluate(before).matrix("bone")[:3, :3] * sizes, atol=1e-12)


@pytest.mark.parametrize(
    ("turned", "held"), [(60, 85), (84, 85), (200, 200), (223, 223), (225, 224), (300, 224), (350, 85)]
)
def test_a_range_that_leaves_rest_out_and_goes_beyond_half_a_turn_holds(turned: float, held: float) -> None:
    """Between 85 and 224 degrees: outside, the nearer end all round is taken."""
    document, angle = case_document("ok-limit-85-224"), np.radians(turned)
    posed = {"gear": Transform(rotation=(float(np.sin(angle / 2)), 0.0, 0.0, float(np.cos(angle / 2))))}
    axis = evaluate(Document.of(document.figure).posed(posed)).matrix("gear")[:3, 1]
    assert np.degrees(np.arctan2(axis[2], axis[1])) % 360.0 == pytest.approx(held, abs=1e-4)
