"""What constraints other than IK hold to, whatever the rig: limits hold, what looks at a bone looks there."""

from __future__ import annotations

from math import pi

import msgspec
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pantin.rigs import (
    Bone,
    CopyLocation,
    CopyRotation,
    DampedTrack,
    Distance,
    Document,
    Ik,
    LimitDistance,
    LimitLocation,
    LimitRotation,
    LimitScale,
    Rig,
    Transform,
    Transformation,
)
from pantin.rigs.constraints import Constraint
from pantin.rigs.euler import quaternion_of
from pantin.solver import Evaluated, evaluate
from pantin.solver.program.constraint_rows import KINDS
from tests.rigs.strategies import constraints, numbers, quaternions, relaxed, vectors
from tests.solver.reference import angle_between, matrix_of
from tests.solver.sample_chains import chain, handle, reaching, some_reachable

# A bone on a carrier, and a target on another: posed anyhow, of any size, not sheared.

sizes = st.tuples(*[numbers(0.3, 3.0)] * 3)
even = numbers(0.3, 3.0).map(lambda size: (size, size, size))
spaces = st.sampled_from(["pose", "local", "local_with_parent"])
AXES = range(3)


@st.composite
def pairs(draw: st.DrawFn) -> Document:
    """`own` on `under`, `other` on `over`."""
    bones, pose = [], {}
    for name, parent in (("under", None), ("own", "under"), ("over", None), ("other", "over")):
        head, way = np.array(draw(vectors(2.0))), np.array(draw(vectors(1.0)))
        assume(np.linalg.norm(way) > 0.05)
        tail = tuple((head + way).tolist())
        bones.append(Bone(name=name, parent=parent, head=tuple(head.tolist()), tail=tail, roll=draw(numbers(-pi, pi))))
        size = draw(even if parent is None else sizes)
        pose[name] = Transform(location=draw(vectors(1.0)), rotation=draw(quaternions()), scale=size)
    return Document(rig=Rig(bones=tuple(bones), pose=pose))


def with_constraint(document: Document, *constraints: Constraint) -> Document:
    return Document(rig=document.rig.constrained(constraints))


def in_space(evaluated: Evaluated, document: Document, name: str, space: str) -> np.ndarray:
    """The matrix of a bone as a constraint in `space` sees it, found with numpy alone."""
    rest = dict(zip(evaluated.names, evaluate(at_rest(document)).matrices, strict=True))
    matrix = evaluated.matrix(name)
    if space == "pose":
        return matrix
    if space == "local_with_parent":
        return np.linalg.inv(rest[name]) @ matrix
    parent = str(document.rig.by_name[name].parent)
    carried = evaluated.matrix(parent) @ np.linalg.inv(rest[parent]) @ rest[name]
    return np.linalg.inv(carried) @ matrix


def at_rest(document: Document) -> Document:
    return Document(rig=Rig(bones=document.rig.bones))


def turn_of(matrix: np.ndarray) -> np.ndarray:
    return matrix[:3, :3] / np.linalg.norm(matrix[:3, :3], axis=0)


def rotation_about(angles: tuple[float, float, float]) -> np.ndarray:
    return matrix_of(quaternion_of(angles))


# All of them.


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
    kinds = {kind for kind in Constraint.__args__ if kind not in (Ik, Distance)}
    assert kinds == set(KINDS)
    numbers_of_kinds = [number for number, _ in KINDS.values()]
    assert len(set(numbers_of_kinds)) == len(numbers_of_kinds)


# Damped track.

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
        found = turn_of(evaluate(Document(rig=Rig(bones=(own, other), constraints=(track,)))).matrix("own"))
        np.testing.assert_allclose(found[:, column], turned * np.eye(3)[column], atol=1e-12)


# Limits.


def ranges(lower: float, upper: float) -> st.SearchStrategy[tuple[tuple, tuple]]:
    """The lower and the upper ends of three ranges, some of them open."""
    one = st.tuples(st.none() | numbers(lower, upper), st.none() | numbers(lower, upper)).map(_sorted)
    return st.tuples(one, one, one).map(lambda axes: tuple(zip(*axes, strict=True)))


def _sorted(ends: tuple[float | None, float | None]) -> tuple[float | None, float | None]:
    low, high = ends
    return ends if low is None or high is None else (min(low, high), max(low, high))


def beyond(value: float, low: float | None, high: float | None) -> float:
    """How far a number is outside a range."""
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
    """How far an angle is outside a range, whole turns aside; an open end is half a turn."""
    ends = (-pi if low is None else low, pi if high is None else high)
    return min(beyond(angle + turns * 2.0 * pi, *ends) for turns in (-1, 0, 1))


def both_triples(turn: np.ndarray) -> list[tuple[float, float, float]]:
    """The Euler angles, X first, of a rotation (3, 3)."""
    y = np.arctan2(-turn[2, 0], np.hypot(turn[0, 0], turn[1, 0]))
    one = (np.arctan2(turn[2, 1], turn[2, 2]), y, np.arctan2(turn[1, 0], turn[0, 0]))
    other = tuple((a + pi) % (2.0 * pi) - pi for a in (one[0] + pi, pi - y, one[2] + pi))
    return [one, other]


def at_a_pole(turn: np.ndarray) -> bool:
    """Whether Y is a quarter turn: X and Z are then one angle, and no two of them can be told apart."""
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
    found = evaluate(Document(rig=Rig(bones=bones, constraints=(limit,)))).matrix("own")
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
    posed = {"under": Transform(scale=(1.0, 1.0, size)), "own": Transform(rotation=quaternion_of((0.3, 0.4, 0.5)))}
    limit = kind(owner="own", lower=(0.5, 0.5, 0.5), upper=(1.0, 1.0, 1.0))
    found = evaluate(Document(rig=Rig(bones=bones, constraints=(limit,), pose=posed))).matrices
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
    posed = {"own": Transform(rotation=quaternion_of((angle, 0.0, 0.0)))}
    found = evaluate(Document(rig=Rig(bones=bones, constraints=(limit,), pose=posed))).matrix("own")
    np.testing.assert_allclose(found[:3, :3], rotation_about((held, 0.0, 0.0)), atol=1e-12)


def test_a_bone_bent_by_more_than_a_quarter_about_y_is_read_so() -> None:
    """Not as half a turn about X and Z: a limit about X must not touch it."""
    bones = (Bone(name="own", tail=(0.0, 1.0, 0.0)), Bone(name="other", tail=(0.0, 1.0, 0.0)))
    posed = {"own": Transform(rotation=quaternion_of((0.0, 1.9, 0.0)))}
    limit = LimitRotation(owner="own", lower=(0.0, None, 0.0), upper=(0.0, None, 0.0))
    rig = Rig(bones=bones, pose=posed)
    plain = evaluate(Document(rig=rig)).matrix("own")
    np.testing.assert_allclose(evaluate(Document(rig=rig.constrained((limit,)))).matrix("own"), plain, atol=1e-12)
    copy = CopyRotation(owner="other", target="own", axes=(False, True, False))
    found = evaluate(Document(rig=rig.constrained((copy,)))).matrix("other")
    np.testing.assert_allclose(found, plain, atol=1e-12)


# Transformation.


def mapped(**settings: object) -> np.ndarray:
    """The matrix of `own`, driven by `other`, which is moved to (0.5, 0, 0.25), turned by 0.5 about X and doubled."""
    bones = (Bone(name="own", tail=(0.0, 1.0, 0.0)), Bone(name="other", tail=(0.0, 1.0, 0.0)))
    posed = {
        "own": Transform(location=(1.0, 1.0, 1.0)),
        "other": Transform(location=(0.5, 0.0, 0.25), rotation=quaternion_of((0.5, 0.0, 0.0)), scale=(2.0, 2.0, 2.0)),
    }
    constraint = Transformation(owner="own", target="other", **settings)
    return evaluate(Document(rig=Rig(bones=bones, constraints=(constraint,), pose=posed))).matrix("own")


def test_as_it_comes_it_changes_nothing() -> None:
    for read in ("location", "rotation", "scale"):
        for write in ("location", "rotation", "scale"):
            np.testing.assert_allclose(mapped(read=read, write=write), _moved(1.0, 1.0, 1.0), atol=1e-12)


def _moved(x: float, y: float, z: float) -> np.ndarray:
    found = np.eye(4)
    found[:3, 3] = x, y, z
    return found


def test_a_range_becomes_a_range() -> None:
    turning = mapped(
        read_location_from=(0.0, 0.0, 0.0),
        read_location_to=(1.0, 0.0, 0.0),
        write="rotation",
        write_rotation_from=(0.0, 0.2, 0.0),
        write_rotation_to=(0.0, 0.8, 0.0),
        y_follows="x",
    )
    np.testing.assert_allclose(turning[:3, :3], rotation_about((0.0, 0.5, 0.0)), atol=1e-12)
    growing = mapped(
        read="rotation",
        read_rotation_to=(1.0, 0.0, 0.0),
        write="scale",
        write_scale_to=(3.0, 1.0, 1.0),
        mix="replace",
    )
    np.testing.assert_allclose(np.diag(growing)[:3], (2.0, 1.0, 1.0), atol=1e-12)
    moving = mapped(read="scale", read_scale_to=(3.0, 3.0, 3.0), write_location_to=(0.0, 0.0, -4.0))
    np.testing.assert_allclose(moving[:3, 3], (1.0, 1.0, -1.0), atol=1e-12)


@pytest.mark.parametrize(("extrapolate", "z"), [(False, 1.0), (True, 5.0)])
def test_beyond_its_end_a_range_stops_or_goes_on(extrapolate, z) -> None:
    found = mapped(
        read_location_to=(0.1, 0.0, 0.0),
        write_location_to=(0.0, 0.0, 1.0),
        z_follows="x",
        mix="replace",
        extrapolate=extrapolate,
    )
    np.testing.assert_allclose(found[:3, 3], (0.0, 0.0, z), atol=1e-12)


def test_a_range_may_run_backwards() -> None:
    found = mapped(read_location_from=(1.0, 0.0, 0.0), write_location_to=(4.0, 0.0, 0.0), mix="replace")
    np.testing.assert_allclose(found[:3, 3], (2.0, 0.0, 0.0), atol=1e-12)


# Around IK.


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
        evaluate(Document(rig=Rig(bones=bones, constraints=order))).matrix("own")[2, 3]
        for order in ((copy, limit), (limit, copy))
    ]
    assert heights == [1.0, 3.0]


def test_a_connected_bone_stays_on_its_parent() -> None:
    bones = chain(2)
    limit = LimitLocation(owner="b1", upper=(-1.0, -1.0, -1.0))
    plain = evaluate(Document(rig=Rig(bones=bones)))
    held = evaluate(Document(rig=Rig(bones=bones, constraints=(limit,))))
    np.testing.assert_allclose(held.heads, plain.heads, atol=1e-12)
