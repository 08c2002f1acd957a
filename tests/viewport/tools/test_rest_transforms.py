"""Tools on bones at rest: joints and whole bones are selected, moved, turned, scaled; neighbours follow."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.document import Document, End
from pantin.rigs.editing.building.ends import joint, select_joints
from pantin.rigs.editing.selection import select as selecting
from pantin.viewport.interaction.hover_target import grabbed
from pantin.viewport.tools.dragging import drag_target
from pantin.viewport.tools.dragging.events import Held, Press
from pantin.viewport.tools.duplicate import duplicate
from pantin.viewport.tools.move import move
from pantin.viewport.tools.roll import roll
from pantin.viewport.tools.rotate import rotate
from pantin.viewport.tools.scale import scale
from pantin.viewport.tools.select import box, clicked
from pantin.viewport.values.stage import Look
from tests.viewport.drags import (
    FRONT,
    PIXEL,
    from_keyboard,
    kept,
    keys,
    run,
    settings,
    to,
)
from tests.viewport.edited_rest_pose import in_rest_pose, leg

AT_REST = settings(orientation="global")
KNEE = (End("thigh", "tail"), End("shin", "head"))


def seen(document: Document, bone: str, end: str) -> tuple[float, float]:
    """The pixel that an end of a bone is seen in."""
    x, y, _ = FRONT.project(getattr(document.rig.by_name[bone], end))[0]
    return float(x), float(y)


def pressed(look: Look, at: tuple[float, float], **held: bool) -> Press:
    return Press(*at, FRONT, grabbed(look, FRONT, *at), held=Held(**held), settings=AT_REST)


def knee(document: Document) -> Document:
    return select_joints(document, [End("thigh", "tail")])


def test_where_connected_bones_meet_there_is_one_joint_and_between_them_the_bone() -> None:
    look = in_rest_pose(leg())
    hit = grabbed(look, FRONT, *seen(look.document, "shin", "head"))
    assert hit is not None and hit.ends == KNEE
    x, y = seen(look.document, "shin", "head")
    middle = grabbed(look, FRONT, x, y + 40)
    assert middle is not None and middle.bone == "shin" and not middle.ends


@pytest.mark.parametrize("shape", ["cube", "foot"])
def test_the_ends_of_bones_that_have_shapes_in_the_pose_are_grabbed_too(shape: str) -> None:
    rig = leg().rig
    shaped = replace(rig, bones=tuple(replace(bone, shape=shape) for bone in rig.bones))
    look = in_rest_pose(Document.of(shaped))
    for bone, end in (("shin", "head"), ("shin", "tail"), ("foot", "tail")):
        hit = grabbed(look, FRONT, *seen(look.document, bone, end))
        assert hit is not None and End(bone, end) in hit.ends


def test_a_click_on_a_joint_selects_all_its_ends_and_the_bone_that_ends_there() -> None:
    look = in_rest_pose(leg())
    after = clicked(look.document, pressed(look, seen(look.document, "shin", "head")))
    assert after.ends == KNEE and after.selected == ("thigh",) and after.active == "thigh"
    bone = clicked(after, pressed(look, (seen(after, "shin", "head")[0], seen(after, "shin", "head")[1] + 40)))
    assert bone.ends == () and bone.selected == ("shin",)


def test_shift_adds_a_joint_and_takes_it_out_again() -> None:
    look = in_rest_pose(knee(leg()))
    press = pressed(look, seen(look.document, "shin", "tail"), shift=True)
    both = clicked(look.document, press)
    assert set(both.ends) == {*KNEE, End("shin", "tail")} and both.selected == ("shin",)
    assert set(clicked(both, press).ends) == set(KNEE)


def test_a_box_takes_the_joints_in_it_and_with_them_the_bones_between() -> None:
    look = in_rest_pose(leg())
    (x, top), (_, bottom) = seen(look.document, "shin", "head"), seen(look.document, "shin", "tail")
    start = Press(x - 30, top - 12, FRONT, settings=AT_REST)
    shown = run(box, look, start, to(x + 30, bottom + 4))
    assert {*KNEE, End("shin", "tail")} <= set(shown.document.ends)
    assert "shin" in shown.document.selected
    assert run(box, look, start, to(x + 30, (top + bottom) / 2)).document.ends == KNEE


def test_a_dragged_joint_goes_with_the_pointer_and_takes_both_bones_along() -> None:
    look = in_rest_pose(leg())
    x, y = seen(look.document, "shin", "head")
    left = kept(move, look, pressed(look, (x, y)), to(x + 50, y - 20))
    assert left is not None and left.label == "Drag tail of thigh"
    rig, size = left.preview.document.rig, FRONT.pixel(np.array((0.1, 0.0, 0.5)))
    expected = (0.1 + 50 * size, 0.0, 0.5 + 20 * size)
    assert rig.by_name["thigh"].tail == pytest.approx(expected) == rig.by_name["shin"].head
    assert rig.by_name["shin"].tail == look.document.rig.by_name["shin"].tail


def test_a_joint_that_comes_near_another_or_the_middle_snaps_to_it() -> None:
    look = in_rest_pose(leg())
    start, foot = seen(look.document, "shin", "head"), seen(look.document, "foot", "tail")
    shown = run(move, look, pressed(look, start), to(foot[0] + 4, foot[1] - 3))
    assert shown.document.rig.by_name["thigh"].tail == pytest.approx(look.document.rig.by_name["foot"].tail)
    assert "Snapped to joint" in [label.text for label in shown.overlay.labels]
    middle = FRONT.project(np.array((0.0, 0.0, 0.5)))[0]
    shown = run(move, look, pressed(look, start), to(float(middle[0]) + 3, start[1]))
    assert shown.document.rig.by_name["thigh"].tail[0] == pytest.approx(0.0)
    press = pressed(look, start)
    free = replace(press, settings=replace(press.settings, snapping=False))
    assert run(move, look, free, to(float(middle[0]) + 3, start[1])).document.rig.by_name["thigh"].tail[0] > 1e-3
    free = run(move, look, pressed(look, start), to(float(middle[0]) + 40, start[1]))
    assert not [label for label in free.overlay.labels if label.text.startswith("Snapped")]


def test_a_bone_dragged_by_its_body_moves_whole_and_what_is_connected_follows() -> None:
    look = in_rest_pose(leg())
    x, y = seen(look.document, "shin", "head")
    shown = run(move, look, pressed(look, (x, y + 40)), *keys("x"), *keys("1"))
    thigh, shin = (shown.document.rig.by_name[name] for name in ("thigh", "shin"))
    assert shin.head == pytest.approx((1.1, 0.0, 0.5)) and shin.tail == pytest.approx((1.1, 0.0, 0.1))
    assert thigh.tail == shin.head and thigh.head == (0.1, 0.0, 0.9)


def test_axes_planes_and_typed_numbers_move_joints_as_they_move_bones() -> None:
    look = in_rest_pose(knee(leg()))
    shown = run(move, look, from_keyboard(AT_REST), *keys("X", "2", "tab", "3"))
    assert shown.document.rig.by_name["thigh"].tail == pytest.approx((0.1, 2.0, 3.5))
    assert "in YZ" in shown.readout


def test_back_where_it_began_is_the_same_bones() -> None:
    look = in_rest_pose(leg())
    x, y = seen(look.document, "shin", "head")
    shown = run(move, look, pressed(look, (x, y)), to(x + 50, y), to(x, y))
    assert shown.document.rig.bones == look.document.rig.bones


def test_a_bone_turns_about_its_head_and_its_roll_turns_with_it() -> None:
    look = in_rest_pose(selecting(leg(), ("shin",), "shin"))
    shown = run(rotate, look, from_keyboard(AT_REST), *keys("y", "9", "0"))
    shin = shown.document.rig.by_name["shin"]
    assert shin.head == pytest.approx((0.1, 0.0, 0.5)) and shin.tail == pytest.approx((-0.3, 0.0, 0.5))
    whole = run(rotate, look, from_keyboard(AT_REST), *keys("z", "9", "0")).document.rig.by_name["shin"]
    turned = (whole.roll - look.document.rig.by_name["shin"].roll) % (2 * pi)
    assert min(turned, 2 * pi - turned) == pytest.approx(pi / 2)


def test_joints_turn_and_grow_about_their_middle() -> None:
    document = select_joints(leg(), [End("thigh", "head"), End("shin", "tail")])
    shown = run(scale, in_rest_pose(document), from_keyboard(AT_REST), *keys("2"))
    rig = shown.document.rig
    assert rig.by_name["thigh"].head == pytest.approx((0.1, 0.0, 1.3))
    assert rig.by_name["shin"].tail == pytest.approx((0.1, 0.0, -0.3))
    assert rig.by_name["thigh"].tail == pytest.approx((0.1, 0.0, 0.5))


def test_connected_bones_turn_as_one_about_the_head_of_the_first() -> None:
    look = in_rest_pose(selecting(leg(), ("thigh", "shin"), "shin"))
    rig = run(rotate, look, from_keyboard(AT_REST), *keys("y", "9", "0")).document.rig
    assert rig.by_name["thigh"].head == pytest.approx((0.1, 0.0, 0.9))
    assert rig.by_name["shin"].tail == pytest.approx((-0.7, 0.0, 0.9))


def test_typed_degrees_roll_a_bone_and_nothing_else_of_it() -> None:
    look = in_rest_pose(selecting(leg(), ("shin",), "shin"))
    left = kept(roll, look, from_keyboard(AT_REST), *keys("4", "5"))
    assert left is not None and left.label == "Roll shin"
    before, after = (document.rig.by_name["shin"] for document in (look.document, left.preview.document))
    assert after.roll - before.roll == pytest.approx(pi / 4)
    assert (after.head, after.tail) == (before.head, before.tail)


def test_copies_follow_the_pointer_and_the_originals_stay() -> None:
    look = in_rest_pose(selecting(leg(), ("shin",), "shin"))
    left = kept(duplicate, look, from_keyboard(AT_REST), to(400 + 100, 300))
    assert left is not None and left.label == "Duplicate shin"
    rig = left.preview.document.rig
    assert len(rig.bones) == 4 and rig.by_name["shin"] == look.document.rig.by_name["shin"]
    [copy] = left.preview.document.selected
    assert rig.by_name[copy].head[0] == pytest.approx(0.1 + 100 * PIXEL, rel=0.2)


def test_a_label_says_what_is_held() -> None:
    assert drag_target.title(knee(leg())) == "tail of thigh"
    assert drag_target.title(select_joints(leg(), [End("thigh", "head"), *joint(leg().rig, KNEE[0])])) == "2 joints"
