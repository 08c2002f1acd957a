"""A document becomes a posed skeleton: the right one, the same one every time, and never one without numbers."""

from __future__ import annotations

from collections.abc import Callable
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
    Bone,
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
from pantin.rigs.rest import rest_lengths, rest_matrices
from pantin.rigs.templates import humanoid
from pantin.solver import Evaluated, Grab, evaluate
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
    handle,
    point,
    reaching,
    rotation,
    some_reachable,
    some_turn,
    with_goal_at,
    with_ik,
)

sizes = st.tuples(*[numbers(0.2, 3.0) | numbers(-3.0, -0.2)] * 3)
poses = st.builds(Transform, location=vectors(), rotation=quaternions(), scale=sizes)
posed_rigs = st.tuples(forests(), st.dictionaries(st.integers(0, LONGEST - 1), poses)).map(
    lambda drawn: Rig(bones=drawn[0], pose={drawn[0][row % len(drawn[0])].name: pose for row, pose in drawn[1].items()})
)


def same_bits(a: Evaluated, b: Evaluated) -> bool:
    return a.names == b.names and a.matrices.tobytes() == b.matrices.tobytes() and a.goals == b.goals


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
    return with_transforms(Document(rig=rig), pose)


# Right.


@given(posed_rigs)
@relaxed
def test_without_constraints_it_is_forward_kinematics(rig) -> None:
    evaluated = evaluate(Document(rig=rig))
    expected = forward(rig)
    largest = max(1.0, *(float(np.abs(matrix).max()) for matrix in expected.values()))
    for name, matrix in expected.items():
        np.testing.assert_allclose(evaluated.matrix(name), matrix, rtol=0.0, atol=1e-9 * largest)


@given(forests())
@relaxed
def test_at_rest_bones_are_where_they_are_built(bones) -> None:
    evaluated = evaluate(Document(rig=Rig(bones=bones)))
    assert evaluated.names == tuple(b.name for b in bones)
    np.testing.assert_allclose(evaluated.matrices, rest_matrices(bones), atol=1e-9)
    np.testing.assert_allclose(evaluated.heads, [b.head for b in bones], atol=1e-9)
    np.testing.assert_allclose(evaluated.tails, [b.tail for b in bones], atol=1e-8)


@given(documents())
@relaxed
def test_bones_keep_lengths_and_connections_whatever_pulls_at_them(document) -> None:
    rig = rigid(document.rig)
    evaluated = evaluate(Document(rig=rig))
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


def rigid(rig: Rig) -> Rig:
    """The rig without anything that changes sizes."""
    bones = tuple(msgspec.structs.replace(b, joint=msgspec.structs.replace(b.joint, stretch=0.0)) for b in rig.bones)
    pose = {name: msgspec.structs.replace(t, scale=(1.0, 1.0, 1.0)) for name, t in rig.pose.items()}
    growing = CopyScale | CopyTransforms | LimitScale
    constraints = tuple(
        c for c in rig.constraints if not isinstance(c, growing) and getattr(c, "write", "rotation") != "scale"
    )
    return msgspec.structs.replace(rig, bones=bones, pose=pose, constraints=constraints)


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
    (pulled,) = evaluate(Document(rig=Rig(bones=bones)), (Grab("b2", 2, point(goal)),)).goals
    assert (pulled.owner, pulled.constraint) == ("b2", None)


def test_arrays_are_read_only() -> None:
    evaluated = evaluate(dancing(0))
    for array in (evaluated.matrices, evaluated.heads):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0.0


# The same every time.


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


# Blending.


def test_blend_0_leaves_forward_kinematics_bit_for_bit() -> None:
    rig = dancing(6).rig
    off = tuple(
        msgspec.structs.replace(c, **({"blend": 0.0} if isinstance(c, Ik) else {"influence": 0.0}))
        for c in rig.constraints
    )
    plain = evaluate(Document(rig=rig.constrained(())))
    assert evaluate(Document(rig=rig.constrained(off))).matrices.tobytes() == plain.matrices.tobytes()


@pytest.mark.parametrize("blend", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("count", [2, 4])
def test_blending_turns_each_bone_on_an_arc(count, blend) -> None:
    bones = chain(count)
    document = reaching(bones, some_reachable(bones, 1))
    before, full, between = (evaluate(with_ik(document, blend=b)) for b in (0.0, 1.0, blend))
    for b in bones:
        first, last, now = (turn_from_rest(document.rig, e, b.name) for e in (before, full, between))
        assert angle_between(first, now) == pytest.approx(blend * angle_between(first, last), abs=1e-6)
        assert angle_between(now, last) == pytest.approx((1.0 - blend) * angle_between(first, last), abs=1e-6)


# Degenerate: each by its name.

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
    return Document(rig=rig)


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
    moved = with_transforms(Document(rig=rig), {"hand": Transform(location=(0.3, 0.2, 0.1))})
    np.testing.assert_allclose(evaluate(moved).goals[0].position, (1.3, 0.7, 1.6), atol=1e-12)
