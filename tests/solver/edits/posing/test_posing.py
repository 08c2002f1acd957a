"""Moving and turning bones by hand: in armature space, exactly, whatever their parents do."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pantin.rigs import Bone, Document, Joint, Rig, Transform
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.figure import Figure
from pantin.rigs.joint import Locks
from pantin.rigs.joint_angles import angles_of, roll_of
from pantin.rigs.pose import Pose
from pantin.rigs.templates import humanoid
from pantin.solver import evaluate
from pantin.solver.edits.posing.posing import local_transforms, rotate, scale, solved_rotations, translate
from tests.rigs.strategies import quaternions, relaxed
from tests.solver.edits.posed_documents import (
    largest,
    offsets,
    posed,
    posed_and_chosen,
    uneven,
)
from tests.solver.reference import matrix_of, overshoot, turn_from_rest
from tests.solver.sample_chains import bone, chain, point, rotation


@given(posed(uneven), st.data())
def test_how_some_bones_stand_does_not_hang_on_who_else_is_asked_for(document: Document, data: st.DataObject) -> None:
    evaluated = evaluate(document)
    everyone = local_transforms(document, evaluated)
    some = data.draw(st.lists(st.sampled_from(evaluated.names), unique=True)) if everyone else []
    found = solved_rotations(document, evaluated, some)
    assert {name: found[name].rotation for name in some} == {name: everyone[name].rotation for name in some}


@given(posed_and_chosen(uneven), offsets)
@relaxed
def test_a_bone_moves_by_exactly_the_offset(chosen, delta) -> None:
    """Under posed parents, whatever of them it inherits."""
    document, name = chosen
    b = document.rig.by_name[name]
    assume(not (b.connected and b.parent is not None))
    before = evaluate(document)
    after = evaluate(translate(document, before, (name,), delta))
    expected = before.matrix(name).copy()
    expected[:3, 3] += delta
    np.testing.assert_allclose(after.matrix(name), expected, atol=1e-8 * largest(document))


@given(posed_and_chosen(), offsets)
@relaxed
def test_moving_a_bone_leaves_its_rotation_and_scale_alone(chosen, delta) -> None:
    document, name = chosen
    b = document.rig.by_name[name]
    assume(not (b.connected and b.parent is not None))
    moved = translate(document, evaluate(document), (name,), delta).figure.transform(name)
    assert moved.rotation == pytest.approx(document.figure.transform(name).rotation)
    assert moved.scale == document.figure.transform(name).scale


@given(posed_and_chosen(), offsets)
@relaxed
def test_other_bones_are_not_edited(chosen, delta) -> None:
    document, name = chosen
    for edited in (
        translate(document, evaluate(document), (name,), delta),
        rotate(document, evaluate(document), (name,), (0.6, 0.0, 0.0, 0.8)),
    ):
        for other in document.rig.bones:
            assert other.name == name or edited.figure.transform(other.name) == document.figure.transform(other.name)


@given(posed())
@relaxed
def test_no_offset_and_no_turn_change_nothing_that_is_seen(document) -> None:
    before = evaluate(document)
    names = before.names
    for edited in (
        translate(document, before, names, (0.0, 0.0, 0.0)),
        rotate(document, before, names, (0.0, 0.0, 0.0, 1.0)),
    ):
        np.testing.assert_allclose(evaluate(edited).matrices, before.matrices, atol=1e-9 * largest(document))


def test_there_and_back_is_where_it_was() -> None:
    document = Document.of(humanoid.rig())
    there = translate(document, evaluate(document), ("foot_ik.L",), (0.1, -0.2, 0.3))
    back = translate(there, evaluate(there), ("foot_ik.L",), (-0.1, 0.2, -0.3))
    np.testing.assert_allclose(evaluate(back).matrices, evaluate(document).matrices, atol=1e-7)


def test_a_connected_bone_turns_so_that_its_tail_follows() -> None:
    document = Document.of(Rig(bones=chain(3)))
    before = evaluate(document)
    delta = np.array((0.2, -0.3, -0.1))
    after = evaluate(translate(document, before, ("b2",), delta))
    np.testing.assert_allclose(after.heads, before.heads, atol=1e-12)
    way = before.tails[2] + delta - before.heads[2]
    np.testing.assert_allclose(after.matrices[2, :3, 1], way / np.linalg.norm(way), atol=1e-9)


def test_bones_that_hang_on_moved_ones_move_once() -> None:
    bones = (*chain(2), bone("hand", (0, 0, 5), (0, 0, 6), parent="b1"))
    bones = tuple(msgspec.structs.replace(b, connected=False) for b in bones)
    document = Document.of(Rig(bones=bones))
    before = evaluate(document)
    after = evaluate(translate(document, before, ("hand", "b0", "b1"), (1.0, 2.0, 3.0)))
    np.testing.assert_allclose(after.heads, np.add(before.heads, (1.0, 2.0, 3.0)), atol=1e-12)


@given(posed_and_chosen(), quaternions())
@relaxed
def test_a_bone_turns_in_world_axes_about_its_head(chosen, turn) -> None:
    document, name = chosen
    before = evaluate(document)
    after = evaluate(rotate(document, before, (name,), turn))
    expected = before.matrix(name).copy()
    expected[:3, :3] = matrix_of(turn) @ expected[:3, :3]
    np.testing.assert_allclose(after.matrix(name), expected, atol=1e-8 * largest(document))


def test_two_bones_turn_each_about_its_own_head() -> None:
    bones = (bone("a", (0, 0, 0), (0, 0, 1)), bone("b", (5, 0, 0), (5, 0, 1)))
    document = Document.of(Rig(bones=bones))
    turn = rotation(np.array((0.0, 0.7, 0.0)))
    after = evaluate(rotate(document, evaluate(document), ("a", "b"), turn))
    np.testing.assert_allclose(after.heads, ((0, 0, 0), (5, 0, 0)), atol=1e-12)
    np.testing.assert_allclose(after.tails - after.heads, [matrix_of(turn) @ (0.0, 0.0, 1.0)] * 2, atol=1e-12)


def test_about_a_pivot_a_turned_parent_turns_its_children_once() -> None:
    document = Document.of(Rig(bones=chain(3)))
    before = evaluate(document)
    turn = rotation(np.array((0.3, -0.2, 0.5)))
    after = evaluate(rotate(document, before, ("b0", "b1", "b2"), turn, pivot=before.heads[0]))
    np.testing.assert_allclose(after.matrices[:, :3, :3], matrix_of(turn) @ before.matrices[:, :3, :3], atol=1e-9)


def test_without_a_pivot_every_bone_turns_on_top_of_what_carries_it() -> None:
    document = Document.of(Rig(bones=chain(4)))
    before = evaluate(document)
    turn = rotation(np.array((0.0, 0.0, 0.3)))
    after = evaluate(rotate(document, before, before.names, turn))
    whole = np.eye(3)
    for row in range(4):
        whole = whole @ matrix_of(turn)
        np.testing.assert_allclose(after.matrices[row, :3, :3], whole @ before.matrices[row, :3, :3], atol=1e-9)


@given(posed_and_chosen(), quaternions(), offsets)
@relaxed
def test_about_a_pivot_a_free_bone_goes_round_it(chosen, turn, pivot) -> None:
    document, name = chosen
    b = document.rig.by_name[name]
    assume(not (b.connected and b.parent is not None))
    before = evaluate(document)
    after = evaluate(rotate(document, before, (name,), turn, pivot=pivot))
    expected = before.matrix(name).copy()
    expected[:3, :3] = matrix_of(turn) @ expected[:3, :3]
    expected[:3, 3] = pivot + matrix_of(turn) @ (expected[:3, 3] - pivot)
    np.testing.assert_allclose(after.matrix(name), expected, atol=1e-7 * largest(document))


@given(posed_and_chosen(), quaternions(), quaternions())
@relaxed
def test_a_turn_in_axes_is_the_turn_that_those_axes_make_of_it(chosen, turn, frame) -> None:
    document, name = chosen
    before = evaluate(document)
    axes = matrix_of(frame).T
    inside = evaluate(rotate(document, before, (name,), turn, {name: axes}))
    world = axes.T @ matrix_of(turn) @ axes @ before.matrix(name)[:3, :3]
    np.testing.assert_allclose(inside.matrix(name)[:3, :3], world, atol=1e-8 * largest(document))


switches = st.tuples(*[st.booleans()] * 3)


@given(posed_and_chosen(), switches, switches, switches, offsets, quaternions())
@relaxed
def test_locked_channels_stay_to_the_bit(chosen, location, angle, size, delta, turn) -> None:
    document, name = chosen
    locks = Locks(location=location, rotation=angle, scale=size)
    bones = tuple(msgspec.structs.replace(b, locks=locks) if b.name == name else b for b in document.rig.bones)
    document = document.with_rig(msgspec.structs.replace(document.rig, bones=bones))
    was, before = document.figure.transform(name), evaluate(document)
    for edited in (
        translate(document, before, (name,), delta),
        rotate(document, before, (name,), turn, pivot=delta),
        scale(document, before, (name,), (2.0, 0.5, 3.0), pivot=delta),
    ):
        now = edited.figure.transform(name)
        for held, old, new in zip(
            (*location, *size), (*was.location, *was.scale), (*now.location, *now.scale), strict=True
        ):
            assert not held or new == old
        if all(angle):
            assert now.rotation == was.rotation
        roll = roll_of(document.rig.by_name[name])
        angles, after = angles_of(was.rotation, roll), angles_of(now.rotation, roll)
        for held, old, new in zip(angle, angles, angles_of(now.rotation, roll, angles), strict=True):
            assert (
                not held or new == pytest.approx(old, abs=1e-6) or any(_is_pole(each, roll) for each in (angles, after))
            )


def _is_pole(angles: tuple[float, float, float], roll: float | None) -> bool:
    """Return whether many angles say the same: of Euler's with Y at a right angle, of a joint that is swung by half a
    turn.
    """
    if roll is None:
        return abs(abs(angles[1]) - np.pi / 2) < 1e-3
    return float(np.hypot(angles[0], angles[2])) > np.pi - 1e-3


LIMITED = Joint(lock=(False, True, False), limit=((-0.5, 1.0), None, (-0.2, 0.4)))


@pytest.mark.parametrize("seed", range(10))
def test_turning_and_moving_hold_locks_and_limits(seed) -> None:
    rng = np.random.default_rng(seed)
    first, *others = chain(3, seed)
    bones: tuple[Bone, ...] = (first, *(msgspec.structs.replace(b, joint=LIMITED) for b in others))
    document = Document.of(
        Figure(rig=Rig(bones=bones), pose=Pose({"b0": Transform(rotation=rotation(rng.normal(size=3)))}))
    )
    for edited in (
        rotate(document, evaluate(document), ("b1",), rotation(rng.normal(size=3) * 1.5)),
        translate(document, evaluate(document), ("b2",), rng.normal(size=3)),
    ):
        evaluated = evaluate(edited)
        for name in ("b1", "b2"):
            assert overshoot(LIMITED, turn_from_rest(edited.rig, evaluated, name)) <= 1e-6
        assert edited != document


@given(posed())
@relaxed
def test_local_transforms_make_the_matrices_again(document) -> None:
    evaluated = evaluate(document)
    again = Document.of(document.figure).posed(dict(local_transforms(document, evaluated)))
    np.testing.assert_allclose(evaluate(again).matrices, evaluated.matrices, atol=1e-8 * largest(document))


@pytest.mark.parametrize("seed", range(5))
def test_a_solved_figure_stands_the_same_without_its_constraints(seed) -> None:
    """What is exported as a pose is what was seen."""
    rng = np.random.default_rng(seed)
    document = Document.of(humanoid.rig())
    handles = [b.name for b in document.rig.bones if b.kind != "bone"]
    moved = {name: Transform(location=point(rng.uniform(-0.2, 0.2, 3))) for name in handles}
    document = with_transforms(document, {**moved, "chest": Transform(rotation=rotation(rng.normal(size=3) * 0.2))})
    evaluated = evaluate(document)
    plain = document.with_rig(document.rig.changed(constraints=())).posed(dict(local_transforms(document, evaluated)))
    np.testing.assert_allclose(evaluate(plain).matrices, evaluated.matrices, atol=1e-9)
