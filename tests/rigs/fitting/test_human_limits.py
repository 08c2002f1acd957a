"""An adult's joint limits on anybody's skeleton: exact, mirrored, the same body whatever pose it rests in."""

from __future__ import annotations

from math import cos, degrees, radians, sin

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs.fitting import person_figure_in
from pantin.rigs.fitting.limits.bone_limits import Turn, joint_of
from pantin.rigs.fitting.limits.human_limits import human_limits
from pantin.rigs.joint import Joint
from pantin.rigs.problems import problems_of
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.templates import TEMPLATES
from tests.rigs.skeletons import person
from tests.rigs.strategies import relaxed

NEAR = 16.0
"""Degrees by which the ranges of our own figure, rounded by hand, may differ from those that are found for it."""


def span(joint: Joint, axis: str) -> tuple[float, float]:
    limit = joint.limit["XYZ".index(axis)]
    assert limit is not None
    return degrees(limit[0]), degrees(limit[1])


def limits(rig: Rig) -> dict[str, Joint]:
    return dict(human_limits(rig, person_figure_in(rig)))


@pytest.mark.parametrize("bone", ["upper_arm.L", "upper_arm.R", "forearm.L", "hand.R", "thigh.L", "shin.R", "foot.L"])
def test_our_own_figure_has_nearly_the_ranges_that_were_set_by_hand(bone: str) -> None:
    ours = TEMPLATES["humanoid"]().by_name[bone].joint.limit
    for mine, found in zip(ours, limits(person())[bone].limit, strict=True):
        if mine is not None and found is not None and max(abs(end) for end in mine) > 0.4:
            assert np.degrees(found) == pytest.approx(np.degrees(mine), abs=NEAR + 5.0)


def test_a_hinge_counts_from_the_straight_limb() -> None:
    """Our elbow rests bent by 11°, our knee by 16.5°: from there to 150° and 135°, and back to 0°."""
    found = limits(person())
    assert span(found["forearm.L"], "X") == pytest.approx((-11.3, 138.7), abs=0.5)
    assert span(found["shin.L"], "X") == pytest.approx((-118.5, 16.5), abs=0.6)
    assert found["forearm.L"].lock == (False, False, True) and found["shin.L"].lock == (False, True, True)


@given(raised=st.floats(5.0, 85.0))
@relaxed
def test_the_arm_reaches_as_high_whatever_pose_it_rests_in(raised: float) -> None:
    """Who rests with the arms higher can raise them by so much less. The body leans by a third of a degree."""
    found = limits(with_arms(raised))["upper_arm.L"]
    assert span(found, "Z")[1] == pytest.approx(180.0 - raised, abs=0.4)
    assert span(found, "Z")[0] == pytest.approx(-30.0 - raised, abs=0.4)
    to_front, to_back = 180.0 - 45.0 * sin(radians(raised)), 60.0
    assert span(found, "X") == pytest.approx((-to_back, to_front), abs=0.4)


def with_arms(raised: float) -> Rig:
    """Straight arms in the frontal plane, so many degrees from hanging, their Z to the front."""
    rig = person(fingers=False)
    way = np.array((sin(radians(raised)), 0.0, -cos(radians(raised))))
    placed: dict[str, Bone] = {}
    start = np.array(rig.by_name["shoulder.L"].tail)
    for name in ("upper_arm.L", "forearm.L", "hand.L"):
        bone = rig.by_name[name]
        end = start + way * float(np.linalg.norm(np.subtract(bone.tail, bone.head)))
        placed[name] = facing_front(msgspec.structs.replace(bone, head=tuple(start.tolist()), tail=tuple(end.tolist())))
        start = end
    return msgspec.structs.replace(rig, bones=tuple(placed.get(bone.name, bone) for bone in rig.bones))


def facing_front(bone: Bone) -> Bone:
    from pantin.rigs.rest import roll_of

    y = np.subtract(bone.tail, bone.head)
    y = y / np.linalg.norm(y)
    z = np.array((0.0, -1.0, 0.0))
    return msgspec.structs.replace(bone, roll=roll_of(np.column_stack((np.cross(y, z), y, z)), y))


@given(roll=st.sampled_from((0.0, 90.0, 180.0, -90.0)), slip=st.floats(-10.0, 10.0))
@relaxed
def test_a_hinge_finds_its_axis_however_the_bone_is_rolled(roll: float, slip: float) -> None:
    rig = person()
    forearm = rig.by_name["forearm.L"]
    turned = msgspec.structs.replace(forearm, roll=forearm.roll + radians(roll + slip))
    rig = msgspec.structs.replace(rig, bones=tuple(turned if b.name == "forearm.L" else b for b in rig.bones))
    joint = human_limits(rig, person_figure_in(rig))["forearm.L"]
    axis = "Z" if roll in (90.0, -90.0) else "X"
    low, high = span(joint, axis)
    assert sorted((-low, high)) == pytest.approx((11.3, 138.7), abs=0.5)
    assert joint.lock["XZ".index(axis) * 2] is False and joint.lock[2 - "XZ".index(axis) * 2] is True


@given(angle=st.floats(0.0, 360.0), there=st.floats(0.0, 120.0), back=st.floats(0.0, 60.0))
@relaxed
def test_a_hinge_across_the_axes_is_not_kept_from_its_ends(angle: float, there: float, back: float) -> None:
    """Both ends of the range lie in the ellipse of X and Z, or are an end of the one axis that they lie along."""
    axis = np.array((cos(radians(angle)), 0.0, sin(radians(angle))))
    joint = joint_of(np.eye(3), Turn(axis, -back, there), None, None)
    for turn in (-back, there):
        x, z = (
            0.0 if limit is None else part(radians(turn) * way, limit)
            for way, limit in zip((axis[0], axis[2]), (joint.limit[0], joint.limit[2]), strict=True)
        )
        assert x * x + z * z <= 1.001


def part(turn: float, limit: tuple[float, float]) -> float:
    """A turn against the end of its range, which is written to the microradian."""
    end = limit[1] if turn > 0.0 else limit[0]
    beyond = max(abs(turn) - 1e-6, 0.0)
    return 0.0 if beyond == 0.0 else beyond / abs(end) if end else 1.0


def test_both_sides_have_the_same_limits_and_nothing_is_wrong_with_them() -> None:
    rig = person()
    found = human_limits(rig, person_figure_in(rig))
    bones = tuple(msgspec.structs.replace(bone, joint=found.get(bone.name, bone.joint)) for bone in rig.bones)
    assert problems_of(msgspec.structs.replace(rig, bones=bones)) == ()
    assert {"spine", "chest", "neck", "head", "toe.R", "thumb_3.L", "little_1.R"} <= found.keys()


def test_twist_bones_beside_a_limb_only_twist() -> None:
    rig = person()
    forearm = rig.by_name["forearm.L"]
    twist = Bone(name="forearm_twist_01.L", parent="forearm.L", head=forearm.head, tail=forearm.tail)
    found = limits(msgspec.structs.replace(rig, bones=(*rig.bones, twist)))
    assert found["forearm_twist_01.L"] == Joint(lock=(True, False, True))
    assert found["forearm.L"] == limits(rig)["forearm.L"]


def test_stiffness_stays() -> None:
    rig = person()
    stiff = msgspec.structs.replace(rig.by_name["shin.L"], joint=Joint(stiffness=(0.5, 0.0, 0.0)))
    rig = msgspec.structs.replace(rig, bones=tuple(stiff if b.name == "shin.L" else b for b in rig.bones))
    assert limits(rig)["shin.L"].stiffness == (0.5, 0.0, 0.0)
