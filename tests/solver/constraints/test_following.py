"""Kinds that follow other bones: their mirror images, what is left alone, several targets, and turning about a point.

What they do is held against Blender in `tests/oracle`.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pantin.rigs import Bone, Document, Rig, Transform
from pantin.rigs.constraints import (
    Armature,
    ChildOf,
    Constraint,
    Floor,
    LockedTrack,
    MaintainVolume,
    Pivot,
    StretchTo,
    TrackTo,
)
from pantin.rigs.fields import WeightedBone
from pantin.rigs.figure import Figure
from pantin.rigs.mirror_image import mirrored_bone
from pantin.rigs.pose import Pose
from pantin.solver import evaluate
from tests.rigs.mirrored_pose import mirrored_transform
from tests.rigs.strategies import relaxed
from tests.solver.constraints.constraint_pairs import at_rest, pairs, turn_of, with_constraint

INVERSE = ((0.8, 0.6, 0.0, 0.3), (-0.6, 0.8, 0.0, -0.2), (0.0, 0.0, 1.0, 0.5))
BOTH = (WeightedBone("other"), WeightedBone("over", 0.5))
ANY = {"owner": "own", "target": "other"}
KINDS: tuple[Constraint, ...] = (
    ChildOf(**ANY, inverse=INVERSE, influence=0.7),
    ChildOf(**ANY, inverse=INVERSE, rotation=(True, False, True), location=(False, True, True)),
    StretchTo(**ANY, turns="plane_z", head_tail=0.5),
    StretchTo(**ANY, turns="swing_y", volume="x", hold_thick=True, smooth=0.5),
    TrackTo(**ANY, axis="x", up="z"),
    TrackTo(**ANY, axis="-y", up="x", target_z=True),
    LockedTrack(**ANY, axis="-x", lock="z"),
    Floor(**ANY, side="x", offset=0.2),
    Floor(**ANY, side="-x", offset=0.2, turned=True),
    Armature(owner="own", targets=BOTH),
    Armature(owner="own", targets=BOTH, keep_volume=True),
    Pivot(**ANY, offset=(0.3, 0.2, 0.1), when="always"),
    Pivot(owner="own", offset=(0.3, 0.2, 0.1), when="-y"),
    MaintainVolume(owner="own", owner_space="local", free="x"),
)


def mirrored(document: Document, constraint: Constraint) -> Document:
    rig = document.rig
    bones = tuple(mirrored_bone(bone) for bone in rig.bones)
    pose = {name: mirrored_transform(at) for name, at in document.figure.pose.bones.items()}
    return Document.of(Figure(rig=Rig(bones=bones, constraints=(constraint.mirrored(),)), pose=Pose(pose)))


def half_turn_apart(document: Document) -> bool:
    """Return whether `over` and `other` have turned as far from each other as can be: between them two arcs are as
    short.
    """
    posed, rest = evaluate(document), evaluate(at_rest(document))
    over, other = (turn_of(posed.matrix(name)) @ turn_of(rest.matrix(name)).T for name in ("over", "other"))
    return bool(np.trace(over.T @ other) < -1.0 + 1e-6)


@given(pairs(), st.sampled_from(KINDS))
@relaxed
def test_the_mirror_image_of_a_constraint_does_so_in_the_mirror(document: Document, constraint: Constraint) -> None:
    assume(not (isinstance(constraint, Armature) and constraint.keep_volume and half_turn_apart(document)))
    mirror = np.diag((-1.0, 1.0, 1.0, 1.0))
    one = evaluate(with_constraint(document, constraint)).matrices
    other = evaluate(mirrored(document, constraint)).matrices
    np.testing.assert_allclose(other, mirror @ one @ mirror, atol=1e-7)


BONES = (
    Bone("own", tail=(0.0, 1.0, 0.0)),
    Bone("above", head=(0.0, 0.0, 2.0), tail=(0.0, 1.0, 2.0)),
    Bone("there", head=(0.0, 0.0, 0.0), tail=(1.0, 0.0, 0.0)),
)


def shown(*constraints: Constraint, **pose: Transform) -> np.ndarray:
    return evaluate(Document.of(Figure(rig=Rig(bones=BONES, constraints=constraints), pose=Pose(pose)))).matrix("own")


@pytest.mark.parametrize(
    "constraint",
    [
        TrackTo(owner="own", target="above", axis="-z", up="z"),
        LockedTrack(owner="own", target="above", axis="-y", lock="y"),
        LockedTrack(owner="own", target="above", axis="y", lock="z"),
        TrackTo(owner="own", target="there"),
        StretchTo(owner="own", target="there"),
        Armature(owner="own", targets=(WeightedBone("above", 0.0),)),
        Armature(owner="own"),
        Floor(owner="own", target="there"),
        Pivot(owner="own", when="-x"),
        MaintainVolume(owner="own"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_what_has_nothing_to_do_leaves_the_bone_as_it_is(constraint: Constraint) -> None:
    assert shown(constraint).tolist() == shown().tolist()


def test_what_looks_straight_up_keeps_its_own_upright_axis() -> None:
    track = TrackTo(owner="own", target="above", axis="y", up="z")
    np.testing.assert_allclose(shown(track)[:3, :3], [[1, 0, 0], [0, 0, -1], [0, 1, 0]], atol=1e-12)


def test_a_bone_without_a_rest_length_of_its_own_reaches_its_target() -> None:
    found = shown(StretchTo(owner="own", target="above"))
    np.testing.assert_allclose(found[:3, 1], (0.0, 0.0, 2.0), atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(found[:3, [0, 2]], axis=0), np.sqrt(0.5), atol=1e-12)
    halfway = shown(StretchTo(owner="own", target="above", rest_length=2.0))
    np.testing.assert_allclose(halfway[:3, 1], (0.0, 0.0, 1.0), atol=1e-12)


def test_turns_are_shared_on_an_arc_where_the_volume_is_kept() -> None:
    half, weights = (0.0, 0.0, 1.0, 0.0), (WeightedBone("above"), WeightedBone("there"))
    turned = {"above": Transform(rotation=(0.0, 0.0, np.sin(1.5), np.cos(1.5)))}
    kept = shown(Armature(owner="own", targets=weights, keep_volume=True), **turned)
    assert np.linalg.det(kept[:3, :3]) == pytest.approx(1.0)
    assert np.linalg.det(shown(Armature(owner="own", targets=weights), **turned)[:3, :3]) < 0.1
    assert shown(Armature(owner="own", targets=weights[:1]), above=Transform(rotation=half))[0, 0] == pytest.approx(-1)


def test_a_pivot_of_its_own_stays_where_it_is() -> None:
    turn = Transform(rotation=(0.0, 0.0, 0.6, 0.8))
    found = shown(Pivot(owner="own", offset=(0.0, 1.0, 0.0)), own=turn)
    np.testing.assert_allclose(found @ (0.0, 1.0, 0.0, 1.0), (0.0, 1.0, 0.0, 1.0), atol=1e-12)
    one_way = shown(Pivot(owner="own", offset=(0.0, 1.0, 0.0), when="-z"), own=turn)
    assert one_way.tolist() == shown(own=turn).tolist()


def test_all_of_several_targets_count_in_the_order_of_evaluation() -> None:
    bones = (BONES[0], Bone("below", parent="own", tail=(1.0, 0.0, 0.0)), BONES[1])
    round_about = Armature(owner="own", targets=(WeightedBone("above"), WeightedBone("below")))
    found = evaluate(Document.of(Rig(bones=bones, constraints=(round_about,))))
    assert [problem.kind for problem in found.problems] == ["cycle"]
    assert found.matrix("own").tolist() == shown().tolist()
