"""The roll of a joint: a bone whose joint is rolled poses as one that is rolled itself by as much."""

from __future__ import annotations

from math import cos, radians, sin

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs import Bone, Document, Ik, Joint, Rig, Transform
from pantin.rigs.editing.pose import with_transforms
from pantin.solver import Evaluated, evaluate
from pantin.solver.compiling.layout import JOINT_ROLL
from pantin.solver.edits.posing import posing
from pantin.solver.program.skeleton import skeleton_of
from tests.rigs.strategies import numbers, relaxed
from tests.solver.methods.limited_chains import ELLIPSE, HELD, every_solver
from tests.solver.sample_chains import (
    bone,
    chain,
    handle,
    multiply,
    reaching,
    rotation,
    same_bits,
    some_reachable,
    with_ik,
)

rolls = numbers(-3.1, 3.1)
SAME = 1e-7
"""Metres and radians: rounding grows with the steps of a solver, and most where its settings contend."""


def rolled(bone: Bone, joint_roll: float) -> Bone:
    return msgspec.structs.replace(bone, joint=msgspec.structs.replace(bone.joint, roll=joint_roll))


def turned(bone: Bone) -> Bone:
    """The bone itself rolled as its joint was."""
    return rolled(msgspec.structs.replace(bone, roll=bone.roll + bone.joint.roll), 0.0)


def both(document: Document) -> tuple[Evaluated, Evaluated, list[float]]:
    """The rig evaluated as it is, and with bones rolled in place of joints, posed alike; and the rolls."""
    rig = document.rig
    angles = [bone.joint.roll for bone in rig.bones]
    pose = {
        bone.name: seen_in(document.figure.transform(bone.name), bone.joint.roll)
        for bone in rig.bones
        if bone.name in document.figure.pose.bones
    }
    other = msgspec.structs.replace(rig, bones=tuple(map(turned, rig.bones)))
    return evaluate(document), evaluate(document.with_rig(other).posed(pose)), angles


def seen_in(posed: Transform, roll: float) -> Transform:
    """The rotation of a pose in axes that are rolled about the bone."""
    there, back = rotation(np.array((0.0, roll, 0.0))), rotation(np.array((0.0, -roll, 0.0)))
    return msgspec.structs.replace(posed, rotation=multiply(multiply(back, posed.rotation), there))


def assert_alike(framed: Evaluated, plain: Evaluated, angles: list[float]) -> None:
    assert np.allclose(framed.heads, plain.heads, atol=SAME) and np.allclose(framed.tails, plain.tails, atol=SAME)
    for row, angle in enumerate(angles):
        about_y = np.array(((cos(angle), 0.0, sin(angle)), (0.0, 1.0, 0.0), (-sin(angle), 0.0, cos(angle))))
        assert np.allclose(framed.matrices[row, :3, :3] @ about_y, plain.matrices[row, :3, :3], atol=SAME)
    assert framed.bounds_hit == plain.bounds_hit


@every_solver
@pytest.mark.parametrize("held", HELD)
@given(angles=st.tuples(rolls, rolls, rolls, rolls), seed=st.integers(0, 50), twist=st.booleans())
@relaxed
def test_a_joint_rolled_is_a_bone_rolled(
    solver: str, held: str, angles: tuple[float, ...], seed: int, twist: bool
) -> None:
    plain = chain(4, seed, HELD[held])
    angles = (*angles[:3], 0.0) if twist else angles  # the rotation that a goal asks for is that of the bone itself
    steps = 1 if twist else 30  # where place and rotation contend, what rounding begins grows with every step
    bones = tuple(rolled(bone, angle) for bone, angle in zip(plain, angles, strict=True))
    document = reaching(bones, some_reachable(plain, seed), iterations=steps, rotation=twist)
    document = with_transforms(document, {"b1": Transform(rotation=rotation(np.array((0.2, 0.1, -0.1))))})
    document = document.with_rig(document.rig.changed(solver=solver))
    assert_alike(*both(document))


@pytest.mark.parametrize("settings", [{"planar": True}, {"blend": 0.4}, {"start": "rest"}, {"stretch": True}])
@given(angles=st.tuples(rolls, rolls, rolls), seed=st.integers(0, 50))
@relaxed
def test_settings_of_a_goal_do_not_know_of_it(
    settings: dict[str, object], angles: tuple[float, ...], seed: int
) -> None:
    joint = msgspec.structs.replace(ELLIPSE, stiffness=(0.5, 0.0, 0.2), control_rotation=0.1, stretch=0.3)
    plain = chain(3, seed, joint)
    bones = tuple(rolled(bone, angle) for bone, angle in zip(plain, angles, strict=True))
    document = reaching(bones, some_reachable(plain, seed), pole=(3.0, 1.0, 1.0), iterations=3)
    assert_alike(*both(with_ik(document, **settings)))


@every_solver
def test_without_a_roll_every_bit_stays(solver: str) -> None:
    """The columns of the table that stand for the roll say nothing, and the kernels leave what they see alone."""
    document = reaching(chain(5, 2, ELLIPSE), some_reachable(chain(5, 2, ELLIPSE), 2), rotation=True)
    explicit = tuple(rolled(bone, -0.0) for bone in document.rig.bones)
    other = document.with_rig(msgspec.structs.replace(document.rig, bones=explicit))
    assert same_bits(evaluate(document, solver=solver), evaluate(other, solver=solver))


@given(roll=numbers(-3.0, 3.0), own=numbers(-3.0, 3.0))
@relaxed
def test_a_knee_bends_about_its_axis_whatever_the_roll_of_its_bone(roll: float, own: float) -> None:
    """The shin bends in the plane of the leg and nowhere else, though its bone is rolled at random."""
    knee = Joint(roll=own - roll, lock=(False, True, True), limit=((-2.6, 0.0), None, None))
    right = Joint(lock=(False, True, True), limit=((-2.6, 0.0), None, None))
    ends = []
    for turn, joint in ((roll, knee), (own, right)):
        bones = (
            bone("thigh", (0, 0, 1), (0, -0.05, 0.5)),
            bone("shin", (0, -0.05, 0.5), (0, 0, 0), parent="thigh", connected=True, roll=turn, joint=joint),
        )
        ends.append(evaluate(reaching(bones, (0.0, 0.1, 0.4))).tails[1])
    assert np.allclose(ends[0], ends[1], atol=SAME)


def test_posing_by_hand_keeps_to_the_limits_of_a_rolled_joint() -> None:
    """A hinge whose axis is the bone's Z: about X it does not turn, about Z it does until its limit."""
    joint = Joint(roll=radians(90), lock=(False, True, True), limit=((-1.0, 1.0), None, None))
    document = Document.of(Rig(bones=(bone("b", (0, 0, 0), (0, 1, 0), joint=joint),)))
    for axis, most in (((1.0, 0.0, 0.0), 0.0), ((0.0, 0.0, 1.0), 1.0)):
        by = rotation(1.4 * np.array(axis))
        x, y, z, w = posing.rotate(document, evaluate(document), ("b",), by).figure.transform("b").rotation
        assert (x, y) == pytest.approx((0.0, 0.0), abs=1e-12)
        assert abs(2.0 * np.arctan2(z, w)) == pytest.approx(most, abs=1e-12)


def test_limits_are_told_in_the_axes_of_the_joint() -> None:
    joint = Joint(roll=radians(-90), limit=((-0.5, 0.5), None, None))
    document = Document.of(Rig(bones=(bone("b", (0, 0, 0), (0, 1, 0), joint=joint),)))
    bent = {"b": Transform(rotation=rotation(np.array((0.0, 0.0, 0.5))))}
    assert evaluate(with_transforms(document, bent)).bounds_hit == {"b": (1, 0, 0)}


def test_two_goals_share_joints_that_are_rolled() -> None:
    joint = Joint(roll=0.7, limit=((-1.0, 0.4), (-0.3, 0.3), (-0.2, 0.8)))
    arm = Joint(roll=-1.2, limit=((-1.5, 1.0), (-0.3, 0.9), (-0.9, 0.8)))
    bones = (
        bone("spine", (0, 0, 0), (0, 0.1, 1), joint=joint),
        bone("arm.L", (0, 0.1, 1), (1, 0, 1.2), parent="spine", connected=True, joint=arm, roll=0.4),
        bone("arm.R", (0, 0.1, 1), (-1, 0, 1.2), parent="spine", connected=True, joint=arm, roll=-0.3),
        handle("l", (0.8, 0.5, 1.1)),
        handle("r", (-0.7, -0.6, 1.3)),
    )
    iks = (Ik(owner="arm.L", target="l"), Ik(owner="arm.R", target="r"))
    assert_alike(*both(Document.of(Rig(bones=bones, constraints=iks))))


def test_the_table_keeps_the_bones_own_axes() -> None:
    """What poses and constraints ask of a bone is as it was; limits alone are of the joint."""
    plain = chain(2, 1, ELLIPSE)
    table, other = skeleton_of(plain).table, skeleton_of(tuple(rolled(bone, 0.6) for bone in plain)).table
    assert table[:, :JOINT_ROLL].tobytes() == other[:, :JOINT_ROLL].tobytes()
