"""Stretch is part of a pose: it survives the switch from IK to FK, pose files, mixing, and rigs of the same bones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

import pantin
from pantin.rigs import Bone, CopyRotation, Document, Ik, Joint, Rig, Transform
from pantin.rigs.editing.limb_ties import with_influence
from pantin.rigs.editing.pose import reset, with_transforms
from pantin.rigs.figure import Figure
from pantin.rigs.formats.pose import apply, parse, read_pose
from pantin.rigs.limb import Limb
from pantin.rigs.pose import Pose
from pantin.solver import evaluate
from pantin.solver.edits.limbs.matching import switch_to_fk, switch_to_ik
from pantin.solver.edits.poses.poses import flipped, mixed
from tests.cases import case_document

GOAL = (0.98, 0.0, 0.2)
"""Where the handle of the case stands: (.58, 0, 0) moved by (0, .4, .2) in its own axes, which point along +X."""


@pytest.fixture(scope="module")
def stretched() -> Document:
    return case_document("limb-stretched")


def hand(document: Document) -> np.ndarray:
    found = evaluate(document)
    return found.heads[found.index["hand"]]


def test_the_hand_stays_where_it_is_in_fk_and_back_in_ik(stretched: Document) -> None:
    np.testing.assert_allclose(hand(stretched), GOAL, atol=1e-9)
    fk = switch_to_fk(stretched, "hand")
    np.testing.assert_allclose(hand(fk), GOAL, atol=1e-9)
    assert fk.figure.transform("ua").length == pytest.approx(fk.figure.transform("fa").length) and fk.rig.constraints
    np.testing.assert_allclose(hand(switch_to_ik(fk, "hand")), GOAL, atol=1e-9)


@pytest.mark.parametrize("part", [0.0, 1e-4, 0.3, 0.7, 1.0])
def test_a_blend_between_two_poses_of_one_length_has_that_length(stretched: Document, part: float) -> None:
    blended = with_influence(switch_to_fk(stretched, "hand"), (0, 1), part)
    np.testing.assert_allclose(hand(blended), GOAL, atol=1e-9)


def test_ik_takes_a_posed_length_back_where_the_goal_is_near(stretched: Document) -> None:
    """The limb is as long as it rests as soon as that is enough."""
    near = with_transforms(switch_to_ik(switch_to_fk(stretched, "hand"), "hand"), {"h": Transform()})
    found = evaluate(near)
    np.testing.assert_allclose(found.heads[found.index["hand"]], (0.58, 0.0, 0.0), atol=1e-9)
    np.testing.assert_allclose(found.stretches[:2], 1.0, atol=1e-12)


def test_a_pose_file_holds_it_for_bones_without_constraints(stretched: Document, tmp_path: Path) -> None:
    pantin.write(stretched, tmp_path / "reach.pose.json")
    pose = read_pose(tmp_path / "reach.pose.json").pose
    bones = stretched.with_rig(stretched.rig.changed(constraints=())).posed({})
    np.testing.assert_allclose(hand(apply(bones, pose).document), GOAL, atol=1e-9)
    pantin.write(apply(bones, pose).document, tmp_path / "reach.rig.json")
    np.testing.assert_allclose(hand(pantin.read(tmp_path / "reach.rig.json")), GOAL, atol=1e-9)


def test_poses_without_it_read_as_before() -> None:
    text = b'{"format": "pantin.pose", "version": 1, "rig": "a", "pose": {"a": {"scale": [1, 2, 1]}}}'
    assert (
        parse(text).pose["a"] == Transform(scale=(1.0, 2.0, 1.0)) == Transform((0, 0, 0), (0, 0, 0, 1), (1, 2, 1), 1, 1)
    )


def test_children_sit_at_the_longer_end_and_keep_their_axes() -> None:
    """A bone of twice its length, three quarters as thick, turned by 90° about X; the next one by 90° about Z."""
    turn = (np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5))
    rig = Figure(
        rig=Rig(
            bones=(
                Bone(name="a", tail=(0, 0, 1)),
                Bone(name="b", parent="a", head=(0, 0, 1), tail=(0, 0, 2), connected=True),
            )
        ),
        pose=Pose(
            {
                "a": Transform(rotation=turn, length=2.0, thickness=0.75),
                "b": Transform(rotation=(0.0, 0.0, *turn[2:][::-1])),
            }
        ),
    )
    found = evaluate(Document.of(rig))
    a, b = found.matrix("a")[:3, :3], found.matrix("b")[:3, :3]
    np.testing.assert_allclose(np.linalg.norm(a, axis=0), (0.75, 2.0, 0.75), atol=1e-12)
    np.testing.assert_allclose(found.heads[1], found.heads[0] + a[:, 1], atol=1e-12)
    np.testing.assert_allclose(b.T @ b, np.eye(3), atol=1e-12)


def test_mixing_flipping_and_resetting_take_it_along(stretched: Document) -> None:
    fk = switch_to_fk(stretched, "hand")
    long = fk.figure.transform("ua").length
    bones = fk.with_rig(fk.rig.changed(constraints=())).posed({})
    pose = {name: fk.figure.transform(name) for name in ("ua", "fa", "hand")}
    assert mixed(bones, pose, 1.0).figure.transform("ua").length == pytest.approx(long)
    assert mixed(bones, pose, 0.5).figure.transform("ua").length == pytest.approx(np.sqrt(long))
    whole = mixed(bones, pose, 1.0)
    assert flipped(whole).figure.transform("ua").length == pytest.approx(long)
    assert reset(whole, ["ua"], ["rotation"]).figure.transform("ua").length == pytest.approx(long)
    assert reset(whole, ["ua"], ["scale"]).figure.transform("ua").length == 1.0


def test_a_rig_whose_ik_does_not_stretch_keeps_what_is_posed() -> None:
    """Two bones of .5 m, the first twice as long: the end is reached at 1.4 m, and 1.5 m is as far as it goes."""
    rig = Figure(
        rig=Rig(
            bones=(
                Bone(name="a", tail=(0, 0, 0.5)),
                Bone(name="b", parent="a", head=(0, 0, 0.5), tail=(0, 0.001, 1.0), connected=True),
                Bone(name="h", head=(0, 0, 1.4), tail=(0, 0, 1.5), kind="handle"),
            ),
            constraints=(Ik(owner="b", target="h", chain_length=2),),
        ),
        pose=Pose({"a": Transform(length=2.0)}),
    )
    found = evaluate(Document.of(rig))
    np.testing.assert_allclose(found.tails[1], (0, 0, 1.4), atol=1e-6)
    far = with_transforms(Document.of(rig), {"h": Transform(location=(0.0, 1.0, 0.0))})
    assert np.linalg.norm(evaluate(far).tails[1]) == pytest.approx(1.5, abs=1e-5)


def test_bones_that_a_curve_stretches_stay_as_long_in_fk() -> None:
    case = case_document("spline-fit")
    chain = tuple(f"s{number}" for number in range(5))
    document = case.with_rig(case.rig.changed(limbs=(Limb("s4", "spline", chain, ("p0", "p1", "p2")),)))
    curved, fk = evaluate(document), evaluate(switch_to_fk(document, "s4"))
    assert np.linalg.norm(curved.matrix("s0")[:3, 1]) > 1.5
    np.testing.assert_allclose(fk.matrices[:5], curved.matrices[:5], atol=1e-9)


def test_thinner_as_it_is_longer_in_fk_as_well() -> None:
    document = case_document("limb-stretched")
    rig = document.rig
    ik = replace(rig.constraints[0], keep_volume=True)
    document = document.with_rig(rig.changed(constraints=(ik, *rig.constraints[1:])))
    thin, fk = evaluate(document), evaluate(switch_to_fk(document, "hand"))
    assert thin.stretches[0, 1] < 0.9
    np.testing.assert_allclose(fk.matrices[:3], thin.matrices[:3], atol=1e-9)
    assert isinstance(rig.constraints[1], CopyRotation) and rig.by_name["ua"].joint == Joint(stretch=1.0)
