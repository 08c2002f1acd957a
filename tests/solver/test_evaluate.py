"""A document becomes a posed skeleton: the right one, the same one every time, and never one without numbers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin import rigs
from pantin.rigs import (
    CopyScale,
    CopyTransforms,
    Document,
    Ik,
    Joint,
    LimitScale,
    Rig,
    Transform,
)
from pantin.rigs.editing.pose import reset, with_transforms
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.rigs.rest import rest_lengths, rest_matrices
from pantin.rigs.templates import humanoid
from pantin.solver import Grab, evaluate
from tests.rigs.strategies import (
    LONGEST,
    documents,
    forests,
    numbers,
    quaternions,
    relaxed,
    vectors,
)
from tests.solver.reference import angle_between, forward, turn_from_rest
from tests.solver.sample_chains import (
    bone,
    chain,
    point,
    reaching,
    rotation,
    same_bits,
    some_reachable,
    some_turn,
    with_ik,
)

sizes = st.tuples(*[numbers(0.2, 3.0) | numbers(-3.0, -0.2)] * 3)


poses = st.builds(Transform, location=vectors(), rotation=quaternions(), scale=sizes)
posed_rigs = st.tuples(forests(), st.dictionaries(st.integers(0, LONGEST - 1), poses)).map(
    lambda drawn: Figure(
        rig=Rig(bones=drawn[0]), pose=Pose({drawn[0][row % len(drawn[0])].name: pose for row, pose in drawn[1].items()})
    )
)


def rebuilt(document: Document) -> Document:
    """An equal document that shares no object with this one."""
    return msgspec.json.decode(msgspec.json.encode(document), type=Document)


def dancing(seed: int) -> Document:
    """The humanoid with every bone and handle somewhere else."""
    rng = np.random.default_rng(seed)
    rig = humanoid.rig()
    pose = {
        b.name: Transform(location=point(rng.uniform(-0.2, 0.2, 3)), rotation=rotation(rng.uniform(-0.4, 0.4, 3)))
        for b in rig.bones
    }
    return with_transforms(Document.of(rig), pose)


@given(posed_rigs)
@relaxed
def test_without_constraints_it_is_forward_kinematics(rig) -> None:
    evaluated = evaluate(Document.of(rig))
    expected = forward(rig)
    largest = max(1.0, *(float(np.abs(matrix).max()) for matrix in expected.values()))
    for name, matrix in expected.items():
        np.testing.assert_allclose(evaluated.matrix(name), matrix, rtol=0.0, atol=1e-9 * largest)


@given(forests())
@relaxed
def test_at_rest_bones_are_where_they_are_built(bones) -> None:
    evaluated = evaluate(Document.of(Rig(bones=bones)))
    assert evaluated.names == tuple(b.name for b in bones)
    np.testing.assert_allclose(evaluated.matrices, rest_matrices(bones), atol=1e-9)
    np.testing.assert_allclose(evaluated.heads, [b.head for b in bones], atol=1e-9)
    np.testing.assert_allclose(evaluated.tails, [b.tail for b in bones], atol=1e-8)


@given(documents())
@relaxed
def test_bones_keep_lengths_and_connections_whatever_pulls_at_them(document) -> None:
    document = rigid(document)
    rig, evaluated = document.rig, evaluate(document)
    lengths = rest_lengths(rig.bones)
    np.testing.assert_allclose(
        np.linalg.norm(evaluated.matrices[:, :3, 1], axis=1) * lengths, lengths, rtol=1e-9, atol=1e-12
    )
    rest = rest_matrices(rig.bones)
    for row, b in enumerate(rig.bones):
        if b.connected and b.parent is not None:
            above = evaluated.index[b.parent]
            held = evaluated.matrices[above] @ np.linalg.inv(rest[above]) @ (*b.head, 1.0)
            np.testing.assert_allclose(evaluated.heads[row], held[:3], atol=1e-7)


def rigid(document: Document) -> Document:
    """The document without anything that changes sizes."""
    rig = document.rig
    bones = tuple(msgspec.structs.replace(b, joint=msgspec.structs.replace(b.joint, stretch=0.0)) for b in rig.bones)
    pose = {name: msgspec.structs.replace(t, scale=(1.0, 1.0, 1.0)) for name, t in document.figure.pose.bones.items()}
    growing = CopyScale | CopyTransforms | LimitScale
    constraints = tuple(
        c for c in rig.constraints if not isinstance(c, growing) and getattr(c, "write", "rotation") != "scale"
    )
    return document.with_rig(msgspec.structs.replace(rig, bones=bones, constraints=constraints)).posed(pose)


@pytest.mark.parametrize("seed", range(10))
def test_connected_bones_of_a_figure_begin_where_their_parents_end(seed) -> None:
    document = dancing(seed)
    evaluated = evaluate(document)
    for row, b in enumerate(document.rig.bones):
        if b.connected and b.parent is not None:
            np.testing.assert_allclose(evaluated.heads[row], evaluated.tails[evaluated.index[b.parent]], atol=1e-9)


def test_goals_are_told_of_in_the_words_of_the_document() -> None:
    bones = chain(4)
    document = reaching(bones, goal := some_reachable(bones, 0))
    evaluated = evaluate(document)
    (report,) = evaluated.goals
    assert (report.owner, report.constraint, report.reached) == ("b3", 0, True)
    assert report.iterations > 0
    np.testing.assert_allclose(report.position, goal)
    np.testing.assert_allclose(report.effector, evaluated.tails[3], atol=1e-12)
    assert report.residual == pytest.approx(np.linalg.norm(np.subtract(report.position, report.effector)), abs=1e-9)
    (pulled,) = evaluate(Document.of(Rig(bones=bones)), (Grab("b2", 2, point(goal)),)).goals
    assert (pulled.owner, pulled.constraint) == ("b2", None)


def test_arrays_are_read_only() -> None:
    evaluated = evaluate(dancing(0))
    for array in (evaluated.matrices, evaluated.heads):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0.0


def test_same_bits_a_thousand_times() -> None:
    document = dancing(1)
    first = evaluate(document)
    assert all(same_bits(evaluate(document), first) for _ in range(1000))


def test_same_bits_on_two_threads_at_once() -> None:
    dances = [dancing(seed) for seed in range(4)]
    alone = [evaluate(document) for document in dances]
    together = Barrier(2)

    def work(order: list[int]) -> bool:
        together.wait()
        return all(same_bits(evaluate(dances[i]), alone[i]) for _ in range(100) for i in order)

    with ThreadPoolExecutor(2) as threads:
        assert all(threads.map(work, ([0, 1, 2, 3], [3, 1, 0, 2])))


def test_same_bits_after_reopening(tmp_path: Path) -> None:
    document = dancing(2)
    rigs.write(document, tmp_path / "dancer.rig.json")
    assert same_bits(evaluate(rigs.read(tmp_path / "dancer.rig.json")), evaluate(document))


@given(documents())
@relaxed
def test_same_bits_for_an_equal_document(document) -> None:
    first = evaluate(document)
    evaluate(dancing(3))
    assert same_bits(evaluate(rebuilt(document)), first)


def test_a_pose_changed_bit_by_bit_is_the_pose() -> None:
    """Only what changed is looked at; the result is that of a document that was never seen before."""
    rng = np.random.default_rng(4)
    document = dancing(4)
    names = [b.name for b in document.rig.bones]
    for step in range(60):
        chosen = [str(name) for name in rng.choice(names, 3)]
        if step % 5 == 4:
            document = reset(document, chosen)
        else:
            turned = {name: Transform(rotation=some_turn(rng, Joint(), 1.0)) for name in chosen}
            document = with_transforms(document, turned)
        assert same_bits(evaluate(document), evaluate(rebuilt(document)))


def test_undoing_and_redoing_gives_the_same_bits() -> None:
    document = dancing(5)
    steps = [document]
    for i in range(12):
        steps.append(with_transforms(steps[-1], {"hand_ik.L": Transform(location=(0.01 * i, 0.0, 0.02 * i))}))
    forth = [evaluate(step) for step in steps]
    back = [evaluate(step) for step in reversed(steps)]
    assert all(same_bits(a, b) for a, b in zip(forth, reversed(back), strict=True))


def test_blend_0_leaves_forward_kinematics_bit_for_bit() -> None:
    document = dancing(6)
    off = tuple(
        msgspec.structs.replace(c, **({"blend": 0.0} if isinstance(c, Ik) else {"influence": 0.0}))
        for c in document.rig.constraints
    )
    plain = evaluate(document.with_rig(document.rig.changed(constraints=())))
    assert (
        evaluate(document.with_rig(document.rig.changed(constraints=off))).matrices.tobytes()
        == plain.matrices.tobytes()
    )


@pytest.mark.parametrize("pole", [None, (0.0, -4.0, 1.0)], ids=["no pole", "pole"])
@pytest.mark.parametrize("blend", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("count", [2, 4])
def test_blending_turns_each_bone_on_an_arc(count, blend, pole) -> None:
    bones = chain(count)
    document = reaching(bones, some_reachable(bones, 1), pole)
    before, full, between = (evaluate(with_ik(document, blend=b)) for b in (0.0, 1.0, blend))
    for b in bones:
        first, last, now = (turn_from_rest(document.rig, e, b.name) for e in (before, full, between))
        assert angle_between(first, now) == pytest.approx(blend * angle_between(first, last), abs=1e-6)
        assert angle_between(now, last) == pytest.approx((1.0 - blend) * angle_between(first, last), abs=1e-6)


def test_a_bone_that_inherits_no_rotation_keeps_its_own_while_its_chain_is_solved() -> None:
    bones = chain(3, 1)
    lamp = bone("lamp", bones[-1].tail, np.add(bones[-1].tail, (0.0, 0.2, 0.1)), parent="b2", inherit_rotation=False)
    document = reaching(bones, some_reachable(bones, 1))
    rig = msgspec.structs.replace(document.rig, bones=(*document.rig.bones, lamp))
    stands = evaluate(document.with_rig(rig))
    assert stands.goals[0].reached
    np.testing.assert_allclose(stands.heads[stands.index["lamp"]], stands.tails[stands.index["b2"]], atol=1e-9)
    np.testing.assert_allclose(stands.matrix("lamp")[:3, :3], rest_matrices((lamp,))[0][:3, :3], atol=1e-9)


def test_solving_begins_at_the_pose_of_the_document_and_at_nothing_before_it() -> None:
    bones = chain(5, 3)
    document = reaching(bones, 0.6 * some_reachable(bones, 3))
    bent = with_transforms(document, {"b1": Transform(rotation=rotation(np.array((0.9, 0.0, 0.4))))})
    first, other = evaluate(document), evaluate(bent)
    assert first.goals[0].reached and other.goals[0].reached
    assert first.largest_turn_since(other) > 0.1
    assert (evaluate(document).matrices == first.matrices).all()
