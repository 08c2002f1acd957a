"""Drawing bones, as a person does it: clicks set joints, each bone is a step, and what is near is snapped to."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from pantin.rigs.document import Document, End
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.pose import Transform
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone, Rig
from pantin.solver import evaluate
from pantin.solver.edits.limbs.limbs import make
from pantin.viewport.values.camera import Camera
from tests.viewport.driven import CTRL, RIGHT, Driven, Qt
from tests.viewport.edited_rest_pose import RestPoseStage, leg

FRONT = Camera(target=(0.0, 0.0, 0.6), distance=4.0, yaw=0.0, pitch=0.0)


@pytest.fixture
def empty(qtbot) -> Driven:
    return _driven(Document(), qtbot)


@pytest.fixture
def standing(qtbot) -> Driven:
    return _driven(leg(), qtbot)


def _driven(document: Document, qtbot) -> Driven:
    driven = Driven(RestPoseStage(document))
    qtbot.addWidget(driven.view)
    driven.view.resize(886, 682)
    driven.view.show()
    qtbot.waitExposed(driven.view)
    driven.view.camera = FRONT
    driven.stage.cancel_preview()
    driven.view.pick_tool("draw")
    return driven


def seen(driven: Driven, place: tuple[float, float, float]) -> tuple[float, float]:
    x, y, _ = driven.view.lens.project(place)[0]
    return float(x), float(y)


def bones(driven: Driven) -> list[tuple[str, str | None]]:
    return [(bone.name, bone.parent) for bone in driven.stage.document.rig.bones]


def test_every_click_after_the_first_is_a_bone_and_a_step(empty: Driven) -> None:
    for place in ((0.3, 0.0, 0.9), (0.35, 0.0, 0.5), (0.3, 0.0, 0.2)):
        empty.click(*seen(empty, place))
    assert [kept.label for kept in empty.stage.kept] == ["Draw bone", "Draw bone.001"]
    assert bones(empty) == [("bone", None), ("bone.001", "bone")]
    bone, next_ = empty.stage.document.rig.bones
    assert np.allclose(bone.head, (0.3, 0.0, 0.9), atol=1e-6) and np.allclose(next_.tail, (0.3, 0.0, 0.2), atol=1e-6)
    assert empty.view.dragging


@pytest.mark.parametrize(("depth", "kept"), [(0.006, 0.0), (-0.05, 0.0), (1.5, 1.5)])
def test_what_is_drawn_from_the_front_lies_in_the_plane_of_the_figure(empty: Driven, depth: float, kept: float) -> None:
    empty.view.camera = msgspec.structs.replace(FRONT, target=(0.0, depth, 0.6), orthographic=True)
    empty.click(300, 300)
    empty.click(400, 350)
    (bone,) = empty.stage.document.rig.bones
    assert (bone.head[1], bone.tail[1]) == pytest.approx((kept, kept), abs=1e-9)


@pytest.mark.parametrize("how", ["escape", "enter", "right button", "the same place again"])
def test_drawing_ends_without_another_bone(empty: Driven, how: str) -> None:
    for place in ((0.3, 0.0, 0.9), (0.35, 0.0, 0.5)):
        empty.click(*seen(empty, place))
    if how != "the same place again":
        empty.move(500, 500)
    match how:
        case "escape":
            empty.key(Qt.Key.Key_Escape)
        case "enter":
            empty.key(Qt.Key.Key_Return)
        case "right button":
            empty.press(RIGHT)
            empty.release(RIGHT)
        case _:
            empty.click(*seen(empty, (0.35, 0.0, 0.5)))
    assert not empty.view.dragging and bones(empty) == [("bone", None)]


def test_a_press_that_is_drawn_out_is_a_bone_at_once(empty: Driven) -> None:
    empty.drag(seen(empty, (0.3, 0.0, 0.9)), seen(empty, (0.3, 0.0, 0.5)))
    assert bones(empty) == [("bone", None)]


def test_from_a_tail_a_connected_child_goes_on(standing: Driven) -> None:
    standing.click(*seen(standing, (0.1, 0.0, 0.1)))
    standing.click(*seen(standing, (0.5, 0.0, 0.1)))
    grown = standing.stage.document.rig.by_name[standing.stage.document.active or ""]
    assert grown.parent == "shin" and grown.connected and grown.head == (0.1, 0.0, 0.1)
    assert standing.stage.document.ends == (End(grown.name, "tail"),)


def test_a_tail_snaps_to_joints_floor_and_mirror_plane_unless_ctrl_is_held(standing: Driven) -> None:
    x, y = seen(standing, (0.1, 0.0, 0.9))
    standing.click(*seen(standing, (0.5, 0.0, 0.7)))
    standing.move(x + 5, y + 3)
    assert _tail(standing) == (0.1, 0.0, 0.9) and "joint" in _said(standing)
    floor = seen(standing, (0.4, 0.0, 0.0))
    standing.move(floor[0], floor[1] + 5)
    assert _tail(standing)[2] == 0.0 and _said(standing) == "Snapped to floor"
    standing.move(floor[0], floor[1] + 5, CTRL)
    assert _tail(standing)[2] != 0.0 and _said(standing) == ""
    plane = seen(standing, (0.0, 0.0, 0.3))
    standing.move(plane[0] + 4, plane[1])
    assert _tail(standing)[0] == 0.0 and _said(standing) == "Snapped to mirror plane"
    standing.move(*seen(standing, (0.0, 0.0, 0.0)))
    assert _tail(standing)[::2] == (0.0, 0.0) and _said(standing) == "Snapped to floor and mirror plane"


def test_a_typed_length_along_an_axis_is_exact(standing: Driven) -> None:
    standing.click(*seen(standing, (0.1, 0.0, 0.1)))
    standing.move(*seen(standing, (0.6, 0.0, 0.4)))
    for key in (Qt.Key.Key_X, Qt.Key.Key_Period, Qt.Key.Key_2):
        standing.key(key)
    assert _tail(standing) == pytest.approx((0.3, 0.0, 0.1))
    standing.key(Qt.Key.Key_Return)
    assert standing.stage.kept[-1].label.startswith("Draw shin") and standing.view.dragging


def test_length_and_angle_stand_beside_the_pointer(standing: Driven) -> None:
    standing.click(*seen(standing, (0.1, 0.0, 0.1)))
    standing.move(*seen(standing, (0.3, 0.0, 0.1)))
    assert standing.stage.previews[-1].overlay.labels[0].text == "20.0 cm · 90°"


def test_extruding_grows_a_bone_from_every_selected_joint_and_ends(standing: Driven) -> None:
    standing.view.pick_tool("select")
    standing.stage.select(("shin", "foot"), "foot")
    standing.move(600, 300)
    standing.view.begin("extrude")
    standing.move(640, 300)
    standing.click(640, 300)
    assert standing.stage.kept[-1].label == "Extrude 2 bones" and not standing.view.dragging
    new = [bone for bone in standing.stage.document.rig.bones if bone.name not in ("thigh", "shin", "foot")]
    assert sorted(bone.parent or "" for bone in new) == ["foot", "shin"]


def test_after_extruding_a_handle_g_moves_the_new_one_as_a_whole(qtbot) -> None:
    handle = Bone("hand_ik.L", kind="handle", head=(0.3, 0.0, 0.6), tail=(0.3, -0.2, 0.6))
    driven = _driven(Document.of(Rig(bones=(handle,))), qtbot)
    driven.view.pick_tool("select")
    driven.stage.select(("hand_ik.L",), "hand_ik.L")
    driven.move(600, 300)
    driven.view.begin("extrude")
    driven.move(640, 300)
    driven.click(640, 300)
    before = driven.stage.document.rig.by_name["hand_ik.001.L"]
    driven.view.begin("move")
    driven.move(640, 400)
    driven.click(640, 400)
    after = driven.stage.document.rig.by_name["hand_ik.001.L"]
    moved = np.subtract(after.head, before.head)
    assert np.linalg.norm(moved) > 0.1 and np.allclose(moved, np.subtract(after.tail, before.tail))
    assert driven.stage.document.rig.by_name["hand_ik.L"] == handle


def test_a_foot_that_is_drawn_below_a_leg_keeps_the_rotation_of_its_handle(qtbot) -> None:
    rig = leg().rig
    bones = tuple(bone for bone in rig.bones if bone.name != "foot")
    limb, _note = make(Document.of(Rig(bones=bones), selected=("thigh", "shin"), active="shin"), "limb")
    driven = _driven(limb, qtbot)
    driven.view.pick_tool("select")
    driven.stage.select(("shin",), "shin")
    driven.move(*seen(driven, (0.1, 0.0, 0.1)))
    driven.view.begin("extrude")
    driven.move(*seen(driven, (0.3, 0.0, 0.02)))
    driven.click(*seen(driven, (0.3, 0.0, 0.02)))
    document = driven.stage.document
    (handle,) = (name for name in document.rig.limbs[0].controls if document.rig.by_name[name].kind == "handle")
    assert document.rig.limbs[0].bones == ("thigh", "shin", "shin.001")
    before = evaluate(document)
    lifted = with_transforms(
        document, {handle: Transform(location=tuple(np.linalg.inv(_axes(document, handle)) @ (0, 0, 0.2)))}
    )
    after = evaluate(lifted)
    np.testing.assert_allclose(after.matrix("shin.001")[:3, :3], before.matrix("shin.001")[:3, :3], atol=1e-6)
    assert after.matrix("shin.001")[2, 3] == pytest.approx(before.matrix("shin.001")[2, 3] + 0.2, abs=1e-5)


def _axes(document: Document, name: str) -> np.ndarray:
    return rest_matrices(document.rig.bones)[document.rig.rows[name], :3, :3]


def _tail(driven: Driven) -> tuple[float, float, float]:
    """Return where the bone ends that is being drawn."""
    document = driven.stage.previews[-1].document
    return document.rig.by_name[document.active or ""].tail


def _said(driven: Driven) -> str:
    """Return what the pointer is told about snapping."""
    labels = driven.stage.previews[-1].overlay.labels
    return labels[1].text if len(labels) > 1 else ""
