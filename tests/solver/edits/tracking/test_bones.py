"""The bones of another program pose a figure, and a posed figure is told to other programs."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import read
from pantin.resources import FOLDER
from pantin.rigs import Document, Transform
from pantin.rigs import rotations as rot
from pantin.rigs.editing.building.dividing import subdivide
from pantin.rigs.tracking.humanoid import PARENTS, BonePose, are_from_rest, hung_together, rests_in_t_pose
from pantin.rigs.vectors import four, three, unit
from pantin.solver import Evaluated, evaluate, rest_pose
from pantin.solver.edits.tracking.bones import bones_by_name, bones_of_figure, posed_by_bones
from pantin.solver.edits.tracking.stance import body_of

ROOT = BonePose((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))
X, Y, Z = np.eye(3)


def test_a_figure_told_and_posed_by_that_is_the_same() -> None:
    """Its own bones, turned in the middle, give the same places of hands, feet and head."""
    document = read(FOLDER / "rigs" / "humanoid.rig.json")
    document = document.with_rig(document.rig.changed(constraints=()))
    body = body_of(document.rig)
    bones = bones_of_figure(body, evaluate(document), rest_pose(document.rig))
    turned = {
        "Hips": four(rot.quaternion_about(Z, 0.5)),
        "Spine": four(rot.quaternion_about(X, 0.3)),
        "LeftUpperArm": four(rot.quaternion_about(Y, 0.9)),
        "RightLowerLeg": four(rot.quaternion_about(X, 0.8)),
        "Head": four(rot.quaternion_about(Z, -0.4)),
    }
    bones |= {name: replace(bones[name], rotation=turn) for name, turn in turned.items()}
    posed = evaluate(posed_by_bones(document, bones, ROOT))
    stands = hung_together(bones, ROOT)
    for name, told in (("hand.L", "LeftHand"), ("foot.R", "RightFoot"), ("head", "Head"), ("hips", "Hips")):
        np.testing.assert_allclose(posed.matrix(name)[:3, 3], stands[told][0], atol=1e-6)
    again = bones_of_figure(body, posed, rest_pose(document.rig))
    assert again.keys() == bones.keys()
    for name, pose in again.items():
        np.testing.assert_allclose(np.abs(np.dot(pose.rotation, bones[name].rotation)), 1.0, atol=1e-9)


def test_a_longer_back_shares_what_is_told_of_it_and_tells_its_two_lowest_bones_and_the_last() -> None:
    document = subdivide(standing(), ["spine"], 3)
    body, told = body_of(document.rig), tooltip_of(document)
    names = {part: bones_by_name(body)[part] for part in ("Spine", "Chest", "UpperChest")}
    assert names == {"Spine": "spine", "Chest": "spine.001", "UpperChest": "chest"}
    bent = {part: replace(told[part], rotation=four(rot.quaternion_about(X, 0.3))) for part in ("Spine", "Chest")}
    bones = without({**told, **bent}, ("UpperChest",))
    plain, posed = (evaluate(posed_by_bones(document, each, ROOT)) for each in (told, bones))
    back = [turn_of(posed, plain, name) for name in ("spine", "spine.001", "spine.002", "chest")]
    assert back == pytest.approx(np.linspace(0.3, 0.6, 5)[1:], abs=1e-6)


def test_fingers_follow_by_their_parts() -> None:
    """Each joint is turned as it is told; one that is not told goes with the one before it."""
    document = standing()
    body = body_of(document.rig)
    bones = tooltip_of(document)
    plain = evaluate(posed_by_bones(document, bones, ROOT))
    curled = {name: replace(bones[name], rotation=four(rot.quaternion_about(Y, 0.7))) for name in FINGER[:2]}
    posed = evaluate(posed_by_bones(document, {**without(bones, FINGER[2:]), **curled}, ROOT))
    turned = [turn_of(posed, plain, body.fingers[part]) for part in ("index_1.L", "index_2.L", "index_3.L")]
    assert turned == pytest.approx([0.7, 1.4, 1.4], abs=1e-6)
    assert turn_of(posed, plain, body.fingers["little_1.L"]) == pytest.approx(0.0, abs=1e-6)


def test_rotations_that_are_counted_from_a_rest_pose_the_same_figure() -> None:
    """VRM 1.0 sends rotations as its nodes have them; with their rests they are those from a T-pose."""
    document = standing()
    random = np.random.default_rng(7)
    plain = {
        name: replace(bone, rotation=four(rot.quaternion_about(unit(random.normal(size=3)), random.uniform(0.0, 0.4))))
        for name, bone in tooltip_of(document).items()
    }
    turns = {name: rot.matrix_from_quaternion(rot.quaternion_about(unit(random.normal(size=3)), 1.5)) for name in plain}
    rests = {name: four(rot.quaternion_from_matrix(carried(name, turns).T @ turns[name])) for name in plain}
    sent = {
        name: BonePose(
            three(carried(name, turns).T @ bone.position),
            four(
                rot.quaternion_from_matrix(
                    carried(name, turns).T @ rot.matrix_from_quaternion(bone.rotation) @ turns[name]
                )
            ),
        )
        for name, bone in plain.items()
    }
    assert are_from_rest(sent, rests) and not are_from_rest(plain, rests)
    np.testing.assert_allclose(
        evaluate(posed_by_bones(document, sent, ROOT, rests)).matrices,
        evaluate(posed_by_bones(document, plain, ROOT)).matrices,
        atol=1e-6,
    )


def test_a_t_pose_tells_how_bones_rest_whichever_way_it_faces() -> None:
    document = standing()
    bones = tooltip_of(document)
    away = {"Hips": replace(bones["Hips"], rotation=four(rot.quaternion_about(Z, 2.0)))}
    rests = rests_in_t_pose(bones | away)
    for name, rest in rests.items():
        assert abs(np.dot(rest, bones[name].rotation)) == pytest.approx(1.0, abs=1e-9), name


FINGER = ("LeftIndexProximal", "LeftIndexIntermediate", "LeftIndexDistal")


def standing() -> Document:
    """The sample figure without handles in its stance."""
    document = read(FOLDER / "rigs" / "humanoid.rig.json")
    return document.with_rig(document.rig.changed(constraints=()))


def tooltip_of(document: Document) -> dict[str, BonePose]:
    """Its bones as other programs are told of them, in the T-pose."""
    body = body_of(document.rig)
    told = bones_of_figure(body, evaluate(document), rest_pose(document.rig))
    return {name: replace(bone, rotation=(0.0, 0.0, 0.0, 1.0)) for name, bone in told.items()}


def without(bones: dict[str, BonePose], names: tuple[str, ...]) -> dict[str, BonePose]:
    return {name: bone for name, bone in bones.items() if name not in names}


def carried(name: str, turns: dict[str, np.ndarray]) -> np.ndarray:
    """Return how the bone rests that carries another one."""
    above = PARENTS[name]
    while above is not None and above not in turns:
        above = PARENTS[above]
    return np.eye(3) if above is None else turns[above]


def turn_of(posed: Evaluated, plain: Evaluated, bone: str) -> float:
    """By how much a bone is turned against another pose, radians."""
    turn = posed.matrix(bone)[:3, :3] @ plain.matrix(bone)[:3, :3].T
    return float(np.arccos(np.clip((np.trace(turn) - 1.0) / 2.0, -1.0, 1.0)))


def test_hips_of_longer_legs_are_higher() -> None:
    document = read(FOLDER / "rigs" / "humanoid.rig.json")
    document = document.with_rig(document.rig.changed(constraints=()))
    leg = body_of(document.rig).legs[0]
    half, drop = leg.length / 4.0, -float(leg.to_upper[2])
    still = (0.0, 0.0, 0.0, 1.0)
    bones = {
        "Hips": BonePose((0.0, 0.0, 0.5), still),
        "LeftUpperLeg": BonePose((0.1, 0.0, -drop / 2.0), still),
        "LeftLowerLeg": BonePose((0.0, 0.0, -half), still),
        "LeftFoot": BonePose((0.0, 0.0, -half), still),
    }
    posed = evaluate(posed_by_bones(document, bones, ROOT))
    assert posed.matrix("hips")[2, 3] == pytest.approx(1.0)
    bones["LeftUpperLeg"] = BonePose((0.1, 0.0, -0.1), still)
    posed = evaluate(posed_by_bones(document, bones, ROOT))
    assert posed.matrix("hips")[2, 3] == pytest.approx(1.0 + drop - 0.2), "hips high over long legs need not float"


def humanoid() -> Document:
    document = read(FOLDER / "rigs" / "humanoid.rig.json")
    return document.with_rig(document.rig.changed(constraints=()))


def _below(document: Document, top: str) -> set[str]:
    found, todo = set[str](), [top]
    while todo:
        found.add(name := todo.pop())
        todo += [bone.name for bone in document.rig.children.get(name, ())]
    return found


def test_a_part_of_a_body_poses_that_part_and_the_rest_stays() -> None:
    """An arm alone, of a figure that bends: it turns as sent, and nothing else does."""
    posed = {name: Transform(rotation=four(rot.quaternion_about(X, 0.4))) for name in ("spine", "thigh.L")}
    document = humanoid().posed(posed)
    before = evaluate(document)
    turn = four(rot.quaternion_about(Y, 0.7))
    still = posed_by_bones(document, {"LeftUpperArm": BonePose((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))}, ROOT)
    moved = posed_by_bones(document, {"LeftUpperArm": BonePose((0.0, 0.0, 0.0), turn)}, ROOT)
    first, second = evaluate(still), evaluate(moved)
    turned = second.matrix("upper_arm.L")[:3, :3] @ first.matrix("upper_arm.L")[:3, :3].T
    np.testing.assert_allclose(turned, rot.matrix_from_quaternion(turn), atol=5e-3)
    below = _below(document, "upper_arm.L")
    for name in before.names:
        if name not in below:
            np.testing.assert_allclose(second.matrix(name), before.matrix(name), atol=1e-6, err_msg=name)


def test_turns_without_places_stand_on_the_floor_where_the_figure_is() -> None:
    """In a T-pose with the hips where they rest; with bent knees lower, on the same floor."""
    document = humanoid()
    rest = {bone.name: np.array(bone.head) for bone in document.rig.bones}
    nothing, none = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)
    bones = {name: BonePose(nothing, none) for name in PARENTS if "Eye" not in name and name != "Jaw"}
    posed = evaluate(posed_by_bones(document, bones, ROOT))
    assert posed.matrix("hips")[2, 3] == pytest.approx(rest["hips"][2], abs=0.03)
    assert min(posed.matrix(f"foot.{side}")[2, 3] for side in "LR") == pytest.approx(rest["foot.L"][2], abs=0.02)
    for side in ("Left", "Right"):
        bones[f"{side}UpperLeg"] = BonePose(nothing, four(rot.quaternion_about(X, -0.8)))
        bones[f"{side}LowerLeg"] = BonePose(nothing, four(rot.quaternion_about(X, 0.8)))
    knelt = evaluate(posed_by_bones(document, bones, ROOT))
    assert knelt.matrix("hips")[2, 3] < posed.matrix("hips")[2, 3] - 0.05
    assert min(knelt.matrix(f"foot.{side}")[2, 3] for side in "LR") == pytest.approx(rest["foot.L"][2], abs=0.02)
