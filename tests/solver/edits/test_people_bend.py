"""People who are fitted bend as people do, whatever noise, rolls and twist segments their skeletons rest with.

Each hand and foot is brought straight below its shoulder or hip: knees go forward and elbows back, left and right
alike, shins and forearms stay straight, and the handle is reached.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin.rigs import rotations as rot
from pantin.rigs.document import Document
from pantin.rigs.fitting import person_figure_in
from pantin.rigs.fitting.bending import ARM, LEG, joints_of, rest_bend
from pantin.rigs.fitting.body_frame import frame_of
from pantin.rigs.fitting.found_body import SIDES
from pantin.rigs.fitting.limits.human_limits import human_limits
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.rest import joint_matrices
from pantin.rigs.rig import Bone, Rig
from pantin.solver import evaluate
from pantin.solver.edits.limbs.person_controls import rig_person
from tests.rigs.skeletons import person, swung
from tests.rigs.strategies import relaxed
from tests.solver.edits.bending import DOWN, assert_bends_as_people_do, at, length, straight


def test_who_rests_with_all_bones_along_one_line_has_an_up() -> None:
    """As some motion capture does: hips lie along the back, so that the line of the legs is up, and knees go ahead."""
    rig = laid_along_one_line(person(fingers=False))
    figure = person_figure_in(rig)
    heads = {each: np.array(rig.by_name[figure.bones[each]].head) for each in ("thigh.L", "thigh.R", "hips", "head")}
    line, back = heads["thigh.L"] - heads["thigh.R"], heads["head"] - heads["hips"]
    assert abs(line @ back) > 0.9 * np.linalg.norm(line) * np.linalg.norm(back)
    frame = frame_of(rig, figure)
    np.testing.assert_allclose((frame.left, frame.up, frame.forward), ((0, 0, -1), (1, 0, 0), (0, -1, 0)), atol=1e-9)
    assert_bends_as_people_do(rig)


def laid_along_one_line(rig: Rig) -> Rig:
    """The rig with every bone along +X and the legs side by side along it, the arms along Z."""
    heads: dict[str | None, np.ndarray] = {None: np.zeros(3)}
    bones = []
    for bone in rig.bones:
        above = rig.by_name[bone.parent] if bone.parent else bone
        aside = np.subtract(bone.head, above.tail) * (1.0, 0.0, 0.0) if bone.parent else np.zeros(3)
        along = (
            np.array((length(above), 0.0, 0.0)) if bone.parent and not bone.name.startswith("thigh") else np.zeros(3)
        )
        across = -aside[[2, 1, 0]] if bone.name.startswith("shoulder") else aside
        heads[bone.name] = heads[bone.parent] + along + across
        bones.append(at(bone, heads[bone.name], heads[bone.name] + (length(bone), 0.0, 0.0)))
    return replace(rig, bones=tuple(bones))


@given(noise=st.floats(0.0, 7.5), way=st.floats(0.0, 360.0), other=st.floats(0.0, 360.0))
@settings(relaxed, max_examples=8)
def test_noise_in_the_rest_pose_does_not_outrank_anatomy(noise: float, way: float, other: float) -> None:
    """Limbs that were meant to be straight, bent by up to 7.5° to any side: at most 15° off the body's may stay."""
    rig = person(fingers=False)
    for part in (LEG, ARM):
        for side, to in (("L", way), ("R", other)):
            rig = straight(rig, part, side, noise, to)
    assert_bends_as_people_do(rig, alike=0.53)


def test_what_is_bent_otherwise_is_said() -> None:
    """A knee that rests bent inwards by 3° is bent forward as far, and the straight one a little; no bone is longer."""
    rig = straight(straight(person(fingers=False), LEG, "L", 3.0, 180.0), LEG, "R", 0.0, 0.0)
    made, told = rig_person(Document.of(rig))
    assert told.endswith("; knees that rested bent to another side than forward are bent forward now")
    moved = {bone.name for bone in rig.bones if made.rig.by_name[bone.name].head != bone.head}
    assert moved == {"shin.L", "shin.R"}
    assert {name: length(made.rig.by_name[name]) for name in moved} == pytest.approx(
        {name: length(rig.by_name[name]) for name in moved}, rel=1e-6
    )
    assert "; knees" not in rig_person(Document.of(person()))[1]


def halved(rig: Rig, name: str) -> Rig:
    """The rig with a bone in two pieces, the second of which is called a twist bone."""
    bone, twist = rig.by_name[name], f"{name[:-2]}_twist{name[-2:]}"
    middle = np.mean([bone.head, bone.tail], axis=0)
    pieces = (
        at(bone, bone.head, middle),
        replace(at(bone, middle, bone.tail), name=twist, parent=name, connected=True),
    )
    bones: list[Bone] = []
    for each in rig.bones:
        bones += pieces if each.name == name else (replace(each, parent=twist) if each.parent == name else each,)
    return replace(rig, bones=tuple(bones))


@pytest.mark.parametrize("halves", [("shin",), ("forearm",), ("upper_arm", "forearm", "thigh", "shin")])
def test_bones_that_divide_a_limb_only_twist(halves: tuple[str, ...]) -> None:
    rig = person(fingers=False)
    for part in halves:
        rig = halved(halved(rig, f"{part}.L"), f"{part}.R")
    assert_bends_as_people_do(rig)
    joints = {bone.name: bone.joint for bone in rig_person(Document.of(rig))[0].rig.bones}
    for part in halves:
        segment, whole = joints[f"{part}_twist.L"], joints[f"{part}.L"]
        assert segment.lock == (True, part == "shin", True)
        assert segment.limit[1] == whole.limit[1], "they share the twist"


@given(rolls=st.tuples(*[st.floats(-3.1, 3.1)] * 4))
@settings(relaxed, max_examples=8)
def test_a_hinge_is_a_hinge_whatever_the_rolls_of_the_bones(rolls: tuple[float, ...]) -> None:
    """Knee and elbow turn about one axis, the same of the body as in a skeleton whose rolls fit."""
    plain = person(fingers=False)
    names = ("shin.L", "shin.R", "forearm.L", "forearm.R")
    turned = dict(zip(names, rolls, strict=True))
    rig = replace(plain, bones=tuple(replace(b, roll=b.roll + turned.get(b.name, 0.0)) for b in plain.bones))
    joints = human_limits(rig, person_figure_in(rig))
    assert [joints[name].lock.count(True) for name in names] == [2, 2, 1, 1]
    for here, there in zip(*(axes(each) for each in (plain, rig)), strict=True):
        assert abs(float(here @ there)) == pytest.approx(1.0, abs=1e-4)


def axes(rig: Rig) -> list[np.ndarray]:
    """The axes in armature space about which knees and elbows bend."""
    found = []
    joints = human_limits(rig, person_figure_in(rig))
    for name in ("shin.L", "shin.R", "forearm.L", "forearm.R"):
        bone = replace(rig.by_name[name], joint=joints[name])
        found.append(joint_matrices([bone])[0, :3, 2 if bone.joint.lock[0] else 0])
    return found


def test_forearms_that_hang_at_rest_are_meant_to() -> None:
    """Arms held out with the elbows bent down by a right angle: so arms bend that are turned in, and nothing moves."""
    rig = person(fingers=False)
    for side in "LR":
        rig = scarecrow(rig, side)
    made = rig_person(Document.of(rig))[0]
    assert [made.rig.by_name[bone.name].head for bone in rig.bones] == [bone.head for bone in rig.bones]
    was, now = evaluate(Document.of(rig)), evaluate(made)
    np.testing.assert_allclose([now.matrix(name) for name in was.names], was.matrices, atol=1e-6)


def scarecrow(rig: Rig, side: str) -> Rig:
    """The rig with one upper arm held out and its forearm and hand hanging."""
    upper, lower, hand = (rig.by_name[f"{part}.{side}"] for part in ARM)
    out = np.array((1.0 if side == "L" else -1.0, 0.0, 0.0))
    elbow = np.array(upper.head) + length(upper) * out
    wrist = elbow + length(lower) * DOWN
    placed = {upper.name: (upper.head, elbow), lower.name: (elbow, wrist)}
    placed[hand.name] = (wrist, wrist + length(hand) * DOWN)
    return replace(rig, bones=tuple(at(bone, *placed.get(bone.name, (bone.head, bone.tail))) for bone in rig.bones))


def test_who_rests_in_a_stance_bends_as_that_has_it() -> None:
    """One elbow rests bent by 57 degrees, the other by 31: that is no noise, and limits count on from there."""
    rig = person(fingers=False)
    joints = [joints_of(Tree(rig), person_figure_in(rig), ARM, side) for side in SIDES]
    for side, wanted, at_rest in zip(SIDES, (57.0, 31.0), joints, strict=True):
        assert at_rest is not None
        line = np.subtract(rig.by_name[f"forearm.{side}"].tail, rig.by_name[f"upper_arm.{side}"].head)
        axis = np.cross(line, rig.by_name[f"forearm.{side}"].head - np.array(rig.by_name[f"upper_arm.{side}"].head))
        more = np.radians(wanted) - rest_bend(at_rest)
        rig = swung(
            rig,
            f"forearm.{side}",
            rot.matrix_from_quaternion(rot.quaternion_about(-axis / np.linalg.norm(axis), more)),
        )
    stances = [joints_of(Tree(rig), person_figure_in(rig), ARM, side) for side in SIDES]
    assert [round(np.degrees(rest_bend(at))) for at in stances if at is not None] == [57, 31]
    assert_bends_as_people_do(rig, alike=0.28)
