"""Auto IK: what a pull lights and turns, what it leaves alone, and that what was seen is what is kept."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import (
    Bone,
    CopyRotation,
    Document,
    Ik,
    Joint,
    Rig,
    SplineIk,
    Transform,
)
from pantin.rigs.editing.limbs import keep_rotation
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.rigs.templates import tentacle
from pantin.solver import evaluate
from pantin.solver.edits.auto_ik import bake, pull
from tests.cases import case_document
from tests.solver.edits.pulls import HUMANOID, INWARDS, SMALL, assert_kept_as_seen, dragged, grab, tail, turned
from tests.solver.reference import overshoot, turn_from_rest
from tests.solver.sample_chains import bone, chain, handle


@pytest.mark.parametrize("length", [0, 1, 2, 3, 6, 99])
def test_only_lit_bones_turn_and_the_tail_follows(length) -> None:
    document = Document.of(Rig(bones=(*chain(6), bone("apart", (3, 0, 0), (3, 0, 1)))))
    pulled = grab(document, "b5", length)
    expected = ("b5", "b4", "b3", "b2", "b1", "b0")[: length or None]
    assert pulled.turned_bones == expected
    assert (pulled.moves, pulled.driven_bone, pulled.length, pulled.longest_chain) == ("chain", "b5", len(expected), 6)
    seen, kept = dragged(pulled, INWARDS)
    assert turned(document, kept) == set(expected)
    if length != 1:
        np.testing.assert_allclose(tail(seen, "b5"), tail(pulled.evaluated, "b5") + INWARDS, atol=1e-4)
    assert_kept_as_seen(seen, kept)


def test_a_single_bone_points_at_the_pointer() -> None:
    document = Document.of(Rig(bones=chain(3)))
    pulled = grab(document, "b2", 1)
    head = pulled.evaluated.heads[2]
    seen, _ = dragged(pulled, INWARDS)
    way = tail(pulled.evaluated, "b2") + INWARDS - head
    np.testing.assert_allclose(seen.matrices[2, :3, 1], way / np.linalg.norm(way), atol=1e-6)


def test_from_the_middle_of_a_chain_what_hangs_below_is_carried() -> None:
    document = Document.of(Rig(bones=chain(6)))
    seen, kept = dragged(grab(document, "b3", 2), INWARDS)
    assert turned(document, kept) == {"b3", "b2"}
    np.testing.assert_allclose(tail(seen, "b3"), tail(evaluate(document), "b3") + INWARDS, atol=1e-4)
    for name in ("b4", "b5"):
        np.testing.assert_allclose(turn_from_rest(document.rig, seen, name), np.eye(3), atol=1e-9)


def test_a_chain_ends_where_there_is_a_gap() -> None:
    hand = bone("hand", (0.0, 0.0, 9.0), (0.0, 0.0, 10.0), parent="b3")
    finger = bone("finger", (0.0, 0.0, 10.0), (0.2, 0.0, 11.0), parent="hand", connected=True)
    document = Document.of(Rig(bones=(*chain(4), hand, finger)))
    pulled = grab(document, "finger")
    assert pulled.turned_bones == ("finger", "hand")
    assert turned(document, dragged(pulled, SMALL)[1]) <= {"finger", "hand"}


def test_a_hidden_bone_turns_like_the_others_of_its_chain() -> None:
    bones = chain(4)
    shown = Document.of(Rig(bones=bones))
    hidden = Document.of(Rig(bones=(bones[0], replace(bones[1], hidden=True), *bones[2:])))
    (seen, kept), (seen_all, _) = (dragged(grab(document, "b3"), INWARDS) for document in (hidden, shown))
    assert "b1" in turned(hidden, kept)
    assert seen.matrices.tobytes() == seen_all.matrices.tobytes()


def test_a_bone_that_is_connected_to_none_moves() -> None:
    """The target of an IK above all, that is a plain bone with a parent: there is no chain to pull it by."""
    target = bone("target", (1.0, 0.0, 2.0), (1.0, 0.0, 3.0), parent="b0")
    ik = Ik(owner="b3", target="target", chain_length=2)
    document = Document.of(Rig(bones=(*chain(4), target), constraints=(ik,)))
    pulled = grab(document, "target")
    assert pulled.moves == "bone"
    seen, kept = dragged(pulled, SMALL)
    assert turned(document, kept) == {"target"}
    np.testing.assert_allclose(tail(seen, "target"), tail(pulled.evaluated, "target") + SMALL, atol=1e-9)


def test_a_chain_ends_where_ik_holds_the_bones_above() -> None:
    bones = (*chain(2), *_after(chain(2)[-1], 3), handle("goal", (0.5, 0.2, 1.5)))
    document = Document.of(Rig(bones=bones, constraints=(Ik(owner="b1", target="goal"),)))
    pulled = grab(document, "c2")
    assert pulled.turned_bones == ("c2", "c1", "c0")
    assert pulled.longest_chain == 3


def test_a_chain_ends_below_a_bone_whose_rotation_is_copied() -> None:
    """Turning it would come to nothing: the copy would turn it back."""
    pulled = grab(HUMANOID, "toe.L")
    assert pulled.turned_bones == ("toe.L",)
    free = HUMANOID.rig.changed(
        constraints=tuple(c for c in HUMANOID.rig.constraints if not isinstance(c, CopyRotation))
    )
    assert grab(HUMANOID.with_rig(free), "toe.L").turned_bones == ("toe.L", "foot.L")


def test_a_bone_whose_rotation_is_copied_is_carried_by_what_it_sits_on() -> None:
    kept = keep_rotation(HUMANOID, HUMANOID.rig.limbs[0], True)
    resting = tuple(msgspec.structs.replace(c, enabled=not isinstance(c, Ik)) for c in kept.rig.constraints)
    document = kept.with_rig(kept.rig.changed(constraints=resting))
    pulled = grab(document, "hand.L", 2)
    assert (pulled.moves, pulled.turned_bones) == ("chain", ("forearm.L", "upper_arm.L"))
    delta = np.array((-0.05, -0.1, 0.1))
    seen, kept = dragged(pulled, delta)
    expected = pulled.evaluated.matrix("hand.L").copy()
    expected[:3, 3] += delta
    np.testing.assert_allclose(seen.matrix("hand.L"), expected, atol=1e-4)
    assert_kept_as_seen(seen, kept)


def test_a_bone_apart_whose_rotation_is_copied_moves() -> None:
    bones = (*chain(2), bone("apart", (0, 1, 2), (0, 1, 3), parent="b1"))
    copy = CopyRotation(owner="apart", target="b0")
    document = Document.of(Rig(bones=bones, constraints=(copy,)))
    pulled = grab(document, "apart")
    assert (pulled.moves, pulled.turned_bones) == ("bone", ())
    seen, kept = dragged(pulled, SMALL)
    np.testing.assert_allclose(seen.heads[2], pulled.evaluated.heads[2] + SMALL, atol=1e-12)
    assert_kept_as_seen(seen, kept)


def _after(last: Bone, count: int) -> tuple[Bone, ...]:
    """Bones c0, c1 … that go on from `last`."""
    found, place = [], np.array(last.tail)
    for i in range(count):
        to = np.add(place, (0.1 * (-1) ** i, 0.1, 0.8))
        found.append(bone(f"c{i}", place, to, parent=f"c{i - 1}" if i else last.name, connected=True))
        place = to
    return tuple(found)


def test_nothing_moves_nothing() -> None:
    for name in ("head", "index_3.L", "toe.L"):
        document = HUMANOID
        seen, kept = dragged(grab(document, name), np.zeros(3))
        np.testing.assert_allclose(seen.matrices, evaluate(document).matrices, atol=1e-9)
        assert_kept_as_seen(seen, kept)


def test_each_place_of_the_pointer_is_answered_from_the_press() -> None:
    """Not from the place before: going there by a detour gives the same bits."""
    pulled = grab(Document.of(tentacle.rig()), tentacle.rig().bones[-1].name)
    first = dragged(pulled, SMALL)[0].matrices.tobytes()
    dragged(pulled, -3.0 * SMALL)
    assert dragged(pulled, SMALL)[0].matrices.tobytes() == first


def test_a_posed_chain_is_pulled_from_where_it_stands() -> None:
    posed = with_transforms(
        Document.of(tentacle.rig()), {b.name: Transform(rotation=(0.1, 0.0, 0.0, 0.995)) for b in tentacle.rig().bones}
    )
    name = posed.rig.bones[-1].name
    seen, kept = dragged(grab(posed, name), SMALL)
    np.testing.assert_allclose(tail(seen, name), tail(evaluate(posed), name) + SMALL, atol=1e-4)
    assert_kept_as_seen(seen, kept)


@pytest.mark.parametrize("name", ["head", "index_3.L", "thumb_3.R", "toe.L", "middle_2.R"])
def test_locks_and_limits_hold(name) -> None:
    pulled = grab(HUMANOID, name)
    for delta in np.random.default_rng(1).normal(size=(20, 3)) * 0.2:
        seen, kept = dragged(pulled, delta)
        for each in pulled.turned_bones:
            joint = HUMANOID.rig.by_name[each].joint
            assert overshoot(joint, turn_from_rest(HUMANOID.rig, seen, each)) <= 1e-6
        if all(goal.reached for goal in seen.goals if goal.constraint is not None):
            assert_kept_as_seen(seen, kept)
        else:
            # a limb out of reach is all but straight, which magnifies the last bits of what carries it
            np.testing.assert_allclose(evaluate(kept).matrices, seen.matrices, atol=1e-5)


def test_a_locked_chain_stays() -> None:
    bones = tuple(msgspec.structs.replace(b, joint=Joint(lock=(True, True, True))) for b in chain(3))
    document = Document.of(Rig(bones=bones))
    seen, _ = dragged(grab(document, "b2"), SMALL)
    np.testing.assert_allclose(seen.matrices, evaluate(document).matrices, atol=1e-12)


def test_the_tips_of_a_root_are_the_last_bones_that_nothing_else_turns() -> None:
    loose = [replace(one, parent="root", connected=False) for one in chain(4)[:1]]
    body = bone("root", (1.0, 0.0, 0.0), (1.0, 0.0, 1.0))
    rig = Rig(bones=(body, *loose, *chain(4)[1:]), constraints=(CopyRotation(owner="b3", target="root"),))
    held = grab(Document.of(rig), "root").held
    assert [(each.bone, each.chain_length) for each in held] == [("b2", 3)]


def test_a_bone_of_a_curve_is_moved_by_its_nearest_point_and_a_bone_beside_it_is_not() -> None:
    points = tuple(handle(f"p{n}", (0.0, 0.0, 2.0 * n)) for n in range(3))
    beside = bone("beside", (5.0, 0.0, 0.0), (5.0, 0.0, 1.0))
    curve = SplineIk(owner="b5", points=("p0", "p1", "p2"), chain_length=6)
    document = Document.of(Rig(bones=(*chain(6), *points, beside), constraints=(curve,)))
    assert grab(document, "b0").moves == "handle" and grab(document, "b0").driven_bone == "p0"
    assert grab(document, "b5").driven_bone == "p2"
    assert grab(document, "beside").driven_bone == "beside"


def test_a_pull_that_turns_nothing_leaves_the_very_same_document() -> None:
    """Hinges that turn about the bone's X axis cannot follow along it; what is solved differs by some 1e-6 rad."""
    hinge = Joint(lock=(False, True, True))
    bones = [Bone("b0", tail=(0.0, 0.1, 1.0), joint=hinge)]
    bones.append(Bone("b1", parent="b0", connected=True, head=(0.0, 0.1, 1.0), tail=(0.0, 0.0, 2.0), joint=hinge))
    bent = Transform(rotation=(0.1, 0.0, 0.0, 0.99498743710662))
    document = Document.of(Figure(rig=Rig(bones=tuple(bones)), pose=Pose({"b0": bent, "b1": bent})))
    _, kept = dragged(grab(document, "b1"), np.array((0.3, 0.0, 0.0)))
    assert kept is document
    _, kept = dragged(grab(document, "b1"), np.array((0.3, 0.2, 0.0)))
    assert kept is not document and turned(document, kept) == {"b0", "b1"}


def test_without_use_tail_the_chain_above_turns_and_the_owner_is_carried() -> None:
    """Four bones; the last waits for a drag with a chain of two, and is not to turn itself."""
    document = case_document("targetless-without-use-tail")
    before = evaluate(document)
    pulled = pull(document, before, "b3")
    assert pulled.turned_bones == ("b2", "b1")
    by = np.array((0.05, 0.2, -0.3))
    shown, grabs = pulled.to(by)
    after = evaluate(shown, grabs)
    row = after.index["b3"]
    np.testing.assert_allclose(after.heads[row], before.heads[row] + by, atol=1e-6)
    for name, parent in (("b0", None), ("b3", "b2")):
        was, now = before.matrix(name)[:3, :3], after.matrix(name)[:3, :3]
        if parent is not None:
            was, now = before.matrix(parent)[:3, :3].T @ was, after.matrix(parent)[:3, :3].T @ now
        np.testing.assert_allclose(now, was, atol=1e-12)
    kept = bake(shown, grabs, after)
    np.testing.assert_allclose(evaluate(kept).matrices, after.matrices, atol=1e-9)


def test_a_root_whose_ik_leaves_it_out_is_moved() -> None:
    document = case_document("targetless-without-use-tail")
    alone = replace(document.rig.constraints[0], owner="b0")
    document = document.with_rig(document.rig.changed(constraints=(alone,)))
    assert pull(document, evaluate(document), "b0").moves == "root"
