"""Joint limits: what a limit read off a pose allows, balls, none at all, and the same on the other side."""

from __future__ import annotations

import json
from math import hypot, pi, radians, sin

import msgspec
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pantin.rigs import Document, Joint, Rig
from pantin.rigs.editing.bones import rename, replace_bones
from pantin.rigs.editing.building.dividing import subdivide
from pantin.rigs.editing.building.duplicating import duplicate
from pantin.rigs.editing.joint_limits import (
    BALL,
    BEND,
    SWAY,
    TURNED,
    bounds,
    clear_limits,
    freed,
    held_again,
    limit_from_pose,
    locks_of_bone,
    make_balls,
    mirrored_to_partners,
    partners,
    with_ends,
)
from pantin.rigs.editing.pose import reset, with_transforms
from pantin.rigs.formats import native
from pantin.rigs.formats.files import Fault
from pantin.rigs.mirror_image import mirrored_limits
from pantin.rigs.pose import Transform
from pantin.rigs.problems import problems_of
from pantin.rigs.references import forget
from pantin.rigs.rest import joint_matrices
from pantin.rigs.templates import humanoid
from tests.rigs.samples import document, is_one_sentence
from tests.rigs.strategies import numbers, relaxed

FREE = Joint()
FIGURE = Document.of(humanoid.rig())


def jointed(joint: Joint) -> Document:
    before = document()
    return replace_bones(before, [msgspec.structs.replace(before.rig.by_name["thigh.L"], joint=joint)])


def joint_of(found: Document, name: str = "thigh.L") -> Joint:
    return found.rig.by_name[name].joint


def test_one_end_moves_and_the_other_axes_stay() -> None:
    before = jointed(Joint(limit=((-1.0, 1.0), None, (-0.5, 0.5))))
    after = with_ends(before, "thigh.L", 0, (-1.0, 2.0))
    assert joint_of(after).limit == ((-1.0, 2.0), None, (-0.5, 0.5))
    assert with_ends(before, "thigh.L", 0, (-1.0, 1.0)) is before


def test_a_locked_axis_is_bounded_by_rest() -> None:
    assert bounds(Joint(lock=(True, False, False), limit=((-1.0, 1.0), None, None))) == ((0.0, 0.0), None, None)
    assert Joint(lock=(False, True, False)).limited and not FREE.limited


def test_a_range_ends_where_the_joint_is_turned_to() -> None:
    bent = limit_from_pose(jointed(FREE), {"thigh.L": (radians(90), 0.0, 0.0)})
    assert joint_of(bent).limit == ((-pi, pytest.approx(radians(90))), None, None)
    both = limit_from_pose(bent, {"thigh.L": (-radians(20), 0.0, 0.0)})
    assert joint_of(both).limit[0] == pytest.approx((-radians(20), radians(90)))


def test_what_is_locked_or_hardly_turned_keeps_its_range() -> None:
    before = jointed(Joint(lock=(True, False, False), limit=(None, (-1.0, 1.0), None)))
    assert limit_from_pose(before, {"thigh.L": (1.0, TURNED / 2, 0.0)}) is before


@given(numbers(-1.5, 1.5), numbers(-1.5, 1.5), st.none() | st.just((-0.8, 0.9)))
@relaxed
def test_the_pose_that_a_limit_was_read_off_lies_on_its_edge(bend: float, sway: float, before) -> None:
    assume(abs(bend) > 2 * TURNED and abs(sway) > 2 * TURNED and hypot(bend, sway) < 2.0)
    after = joint_of(limit_from_pose(jointed(Joint(limit=(before, None, before))), {"thigh.L": (bend, 0.0, sway)}))
    size = hypot(bend, sway)
    u = [turn / size * sin(size / 2) for turn in (bend, sway)]
    ends = [after.limit[axis][1 if turn > 0 else 0] for axis, turn in ((0, bend), (2, sway))]
    filled = sum((part / sin(end / 2)) ** 2 for part, end in zip(u, ends, strict=True))
    assert filled == pytest.approx(1.0) or (filled < 1.0 and pi in map(abs, ends))


def test_a_bend_that_is_read_off_leaves_room_for_the_little_sway_that_goes_with_it() -> None:
    before = jointed(Joint(limit=(None, None, (-0.1, 0.1))))
    sway = 0.8 * TURNED
    limit = joint_of(limit_from_pose(before, {"thigh.L": (1.0, 0.0, sway)})).limit
    size = hypot(1.0, sway)
    filled = (sin(size / 2) / size / sin(limit[0][1] / 2)) ** 2 + (sin(size / 2) / size * sway / sin(0.05)) ** 2
    assert filled == pytest.approx(1.0)


def test_balls_swing_and_freed_joints_have_no_bounds() -> None:
    ball = make_balls(document(), ["shin.L"])
    assert bounds(joint_of(ball, "shin.L")) == BALL and not any(joint_of(ball, "shin.L").lock)
    free = clear_limits(ball, ["shin.L"])
    assert not joint_of(free, "shin.L").limited
    assert clear_limits(free, ["shin.L"]) is free


def test_partners_are_the_same_bones_on_the_other_side() -> None:
    assert partners(FIGURE.rig, ("hand.L", "head", "foot.L", "foot.R")) == {"hand.L": "hand.R"}


def test_limits_in_the_mirror_are_those_of_the_other_side() -> None:
    """The template was mirrored bone by bone, by its own rule."""
    left = [bone.name for bone in FIGURE.rig.bones if bone.name.endswith(".L") and bone.kind == "bone"]
    bare = clear_limits(FIGURE, (name[:-1] + "R" for name in left))
    again = mirrored_to_partners(bare, left)
    for name in left:
        other = name[:-1] + "R"
        assert joint_of(again, other).lock == joint_of(FIGURE, other).lock
        for mine, theirs in zip(joint_of(again, other).limit, joint_of(FIGURE, other).limit, strict=True):
            assert mine == (theirs if theirs is None else pytest.approx(theirs))


def test_a_partner_rolled_otherwise_gets_the_limits_about_its_own_axes() -> None:
    turned = replace_bones(
        FIGURE, [msgspec.structs.replace(FIGURE.rig.by_name["shin.R"], roll=FIGURE.rig.by_name["shin.R"].roll + pi / 2)]
    )
    bend, _, sway = joint_of(mirrored_to_partners(turned, ["shin.L"]), "shin.R").limit
    assert bend is None and sway is not None
    assert sorted(map(abs, sway)) == pytest.approx(sorted(map(abs, joint_of(FIGURE, "shin.L").limit[0])))


@given(roll=numbers(-3.0, 3.0), own=numbers(-3.0, 3.0))
@relaxed
def test_the_partner_of_a_joint_with_its_own_axes_gets_their_image(roll: float, own: float) -> None:
    """Wherever the partner's bone is rolled to: it turns about the same axes of the body."""
    shin, other = FIGURE.rig.by_name["shin.L"], FIGURE.rig.by_name["shin.R"]
    shin = msgspec.structs.replace(shin, joint=msgspec.structs.replace(shin.joint, roll=own or 0.1))
    other = msgspec.structs.replace(other, roll=other.roll + roll)
    after = mirrored_to_partners(replace_bones(FIGURE, [shin, other]), ["shin.L"])
    here, there = joint_matrices([after.rig.by_name[name] for name in ("shin.L", "shin.R")])[:, :3, :3]
    np.testing.assert_allclose(there, np.diag([-1.0, 1.0, 1.0]) @ here @ np.diag([-1.0, 1.0, 1.0]), atol=1e-6)
    assert joint_of(after, "shin.R").limit == mirrored_limits(shin.joint.limit)


def test_a_joint_rolled_by_a_quarter_holds_the_other_axis_of_its_bone() -> None:
    hinge = Joint(lock=(False, True, True))
    for roll, locks in (
        (0.0, (False, True, True)),
        (pi / 2, (True, True, False)),
        (-pi / 2, (True, True, False)),
        (0.3, (False, True, False)),
    ):
        assert locks_of_bone(msgspec.structs.replace(hinge, roll=roll)) == locks


def test_a_partner_that_lies_askew_is_rejected() -> None:
    askew = replace_bones(
        FIGURE, [msgspec.structs.replace(FIGURE.rig.by_name["shin.R"], roll=FIGURE.rig.by_name["shin.R"].roll + pi / 4)]
    )
    with pytest.raises(ValueError) as rejected:
        mirrored_to_partners(askew, ["shin.L"])
    assert is_one_sentence(str(rejected.value))


def test_what_comes_out_has_no_problems() -> None:
    posed = limit_from_pose(FIGURE, {"thigh.L": (1.2, -0.4, 0.9), "hand.R": (-0.9, 0.1, 0.0)})
    assert not [problem for problem in problems_of(posed.rig) if "limit" in problem.kind]
    assert isinstance(posed.rig, Rig)


def test_limits_are_freed_for_the_pose_and_held_again_as_they_were() -> None:
    before = jointed(Joint(lock=(False, False, True), limit=((-1.0, 1.0), (-0.5, 0.5), None)))
    swings = freed(before, ("thigh.L",), (BEND, SWAY))
    assert joint_of(swings) == Joint(lock=(False, False, True), limit=(None, (-0.5, 0.5), None))
    free = freed(swings, ("thigh.L",))
    assert joint_of(free) == Joint(lock=(False, False, True))
    assert free.rig.freed == {"thigh.L": ((-1.0, 1.0), (-0.5, 0.5), None)}
    assert freed(free, ("thigh.L",)) is free
    beyond = with_transforms(free, {"thigh.L": Transform(rotation=(0.8, 0.0, 0.0, 0.6))})
    again = held_again(beyond, ("thigh.L", "shin.L"))
    assert again.rig.bones == before.rig.bones and not again.rig.freed
    assert again.figure.pose.bones == beyond.figure.pose.bones, "beyond its limit, and left there"
    assert held_again(before, ("thigh.L",)) is before


def test_freed_limits_go_with_their_bone_and_end_where_others_are_set() -> None:
    free = freed(FIGURE, ("thigh.L",))
    own = joint_of(FIGURE).limit
    assert rename(free, "thigh.L", "femur.L").rig.freed == {"femur.L": own}
    assert not forget(free.rig, ("thigh.L",)).freed
    assert free.rig.freed == {"thigh.L": own}
    assert not make_balls(free, ("thigh.L",)).rig.freed
    copied = duplicate(free, ("thigh.L",))
    [copy] = copied.selected
    assert held_again(copied, (copy,)).rig.by_name[copy].joint == joint_of(FIGURE)
    divided = subdivide(free, ("thigh.L",))
    assert [divided.rig.by_name[name].joint.limit for name in divided.selected] == [own, own]


def test_a_pose_that_is_reset_is_held_again_and_problems_are_those_of_the_joints() -> None:
    free = with_transforms(freed(FIGURE, ("thigh.L",)), {"thigh.L": Transform(rotation=(0.8, 0.0, 0.0, 0.6))})
    assert joint_of(reset(free, ("thigh.L",))) == joint_of(FIGURE)
    assert reset(free, ("thigh.L",), ("location",)).rig.freed
    assert problems_of(free.rig) == problems_of(FIGURE.rig)


def test_freed_limits_are_saved_and_files_without_them_have_none() -> None:
    free = freed(FIGURE, ("thigh.L",))
    assert native.parse(native.text(free.scene).encode()) == free.scene
    text = native.text(FIGURE.scene)
    assert "freed" not in text and native.parse(text.encode()).figures[0].rig.freed == {}
    for name, limit, what in (
        ("wing", [None, None, None], "no bone"),
        ("thigh.L", [[1.0, -1.0], None, None], "reversed"),
    ):
        plain = json.loads(native.text(FIGURE.scene))
        plain["figures"][0]["rig"]["freed"] = {name: limit}
        with pytest.raises(Fault, match=what) as raised:
            native.parse(json.dumps(plain).encode())
        assert "freed" in raised.value.where
