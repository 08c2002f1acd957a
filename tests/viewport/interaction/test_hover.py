"""Tests of what lies under the pointer: bones behind each other, parts of the gizmo, grips of limits."""

from __future__ import annotations

import msgspec
import numpy as np

from pantin.rigs.document import Document
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.joint import Locks
from pantin.rigs.pose import Transform
from pantin.rigs.rig import Bone, Pin, Rig
from pantin.rigs.templates import humanoid
from pantin.viewport.interaction.feedback import current_hints, overlay
from pantin.viewport.interaction.hover_target import grabbed
from pantin.viewport.scene.pins import badge
from pantin.viewport.scene.scene_builder import scene
from tests.viewport.controller_driver import NONE, Driver, row


def test_repeated_clicks_at_one_place_take_what_lies_behind_and_begin_again() -> None:
    driver = Driver(row())
    driver.controller.view_camera.camera = from_the_front(driver)
    x, y = driver.place("b0")
    taken = []
    for dx in (0, 1, -1, 2):
        driver.click(x + dx, y)
        taken.append(driver.document.selected)
    assert taken == [("b0",), ("b1",), ("b2",), ("b0",)]
    driver.click(x + 2, y)
    assert driver.document.selected == ("b1",) and driver.controller.hovered.bone == "b1"
    driver.controller.move(x + 9, y, NONE)
    driver.controller.point()
    driver.click(x, y)
    assert driver.document.selected == ("b0",), "the pointer was away, so the front bone is meant again"


def test_what_a_repeated_click_took_is_what_a_drag_from_there_pulls() -> None:
    driver = Driver(row())
    driver.controller.view_camera.camera = from_the_front(driver)
    x, y = driver.place("b0")
    driver.click(x, y)
    driver.click(x, y)
    driver.drag([(x, y), (x + 30, y), (x + 60, y)])
    assert [kept.label for kept in driver.stage.kept] == ["Drag b1"]


def from_the_front(driver: Driver):
    """The camera that looks along the row."""
    from msgspec.structs import replace

    return replace(driver.controller.view_camera.camera, yaw=0.0, pitch=0.0, target=(0.0, 0.3, 1.0))


def test_a_click_inside_the_rings_takes_the_bone_there(driver: Driver) -> None:
    driver.click(*driver.place("neck"))
    driver.controller.pick_tool("rotate")
    x, y = driver.place("head", 0.6)
    driver.controller.move(x, y, NONE)
    driver.controller.point()
    assert driver.controller.hovered.part == "trackball" and driver.controller.hovered.bone == "head"
    driver.click(x, y)
    assert driver.document.selected == ("head",)


def locked_head() -> Document:
    rig = humanoid.rig()
    bones = tuple(
        msgspec.structs.replace(b, locks=Locks(rotation=(True, False, False))) if b.name == "head" else b
        for b in rig.bones
    )
    return Document.of(msgspec.structs.replace(rig, bones=bones), selected=("head",), active="head")


def test_a_locked_ring_cannot_be_grabbed_and_says_why() -> None:
    driver = Driver(locked_head())
    driver.controller.pick_tool("rotate")
    driver.stage.show()
    ring = next(shape for shape in overlay(driver.controller).shapes if shape.role == "axis_x" and shape.opacity < 1)
    x, y = ring.points[len(ring.points) // 2]
    driver.drag([(x, y)])
    assert driver.controller.hovered.locked == "x"
    assert current_hints(driver.controller)[0] == ("LMB", "X is locked on head")
    driver.drag([(x, y), (x + 40, y + 10)])
    assert driver.stage.previews == [] and driver.document.selected == ("head",)


def grips(driver: Driver) -> list[tuple[float, float]]:
    """Return where the grips of limits are drawn."""
    shapes = overlay(driver.controller).shapes
    squares = [s.points for s in shapes if s.role == "limit" and len(s.points) == 4 and len(s.points[0]) == 2]
    return [tuple(np.mean(points, axis=0).tolist()) for points in squares]


def test_a_gizmo_is_alone_where_it_stands_and_the_grips_of_limits_come_back_without_it() -> None:
    driver = Driver(Document.of(humanoid.rig(), selected=("head",), active="head"))
    driver.stage.show()
    x, y = grips(driver)[0]
    driver.drag([(x, y)])
    assert driver.controller.hovered.edge is not None
    driver.controller.pick_tool("rotate")
    driver.drag([(x, y)])
    assert driver.controller.hovered.edge is None and not grips(driver)
    driver.controller.pick_tool("select")
    assert grips(driver)


def test_another_tool_under_a_pointer_that_rests_has_its_own_gizmo_there() -> None:
    driver = Driver(Document.of(humanoid.rig(), selected=("head",), active="head"))
    driver.stage.show()
    driver.controller.pick_tool("move")
    arrow = next(shape for shape in overlay(driver.controller).shapes if shape.role == "axis_x")
    driver.drag([arrow.points[-1]])
    assert driver.controller.hovered.part is not None
    driver.controller.pick_tool("select")
    assert driver.controller.hovered.part is None
    assert "Drag" not in current_hints(driver.controller)[0][1], "there is nothing of the gizmo to be dragged"


def test_quietly_limits_come_where_their_joint_is_pointed_at_and_their_grips_are_reached() -> None:
    driver = Driver(Document.of(humanoid.rig(), selected=("forearm.L",), active="forearm.L"), controls="needed")
    driver.stage.show()
    assert not grips(driver), "nobody points anywhere"
    driver.controller.move(*driver.place("forearm.L"), NONE)
    driver.controller.point()
    found = grips(driver)
    assert found
    for x, y in found:
        driver.drag([(x, y)])
        assert driver.controller.hovered.edge is not None and grips(driver)
    driver.controller.move(30, 30, NONE)
    driver.controller.point()
    assert not grips(driver)
    driver.controller.leave()
    assert not grips(driver)


def test_over_another_part_of_the_body_limits_stay_away_and_their_grips_are_smaller() -> None:
    """So that a head is pulled and not the limit of the arm beside it, which nobody has seen."""
    driver = Driver(Document.of(humanoid.rig(), selected=("upper_arm.L",), active="upper_arm.L"), controls="needed")
    driver.stage.show()
    driver.controller.move(*driver.place("upper_arm.L"), NONE)
    driver.controller.point()
    state, found = driver.controller.state, grips(driver)

    def on_the_chest(x: float, y: float) -> bool:
        hit = grabbed(state.look, state.lens, x, y, state.display)
        return hit is not None and hit.bone == "chest"

    x, y = next(at for at in found if on_the_chest(*at))
    beside = next((x + dx, y + dy) for dx in (-4.0, 4.0) for dy in (-4.0, 4.0) if on_the_chest(x + dx, y + dy))
    for at, is_grabbed in (((x, y), True), (beside, False)):
        driver.controller.move(*at, NONE)
        driver.controller.point()
        assert (driver.controller.hovered.edge is not None) is is_grabbed
        assert bool(grips(driver)) is is_grabbed
    assert driver.controller.hovered.bone is not None


def test_a_grip_is_forgotten_when_its_bone_is_selected_no_longer() -> None:
    """As when Esc puts back a drag that had selected the bone."""
    driver = Driver(Document.of(humanoid.rig(), selected=("head",), active="head"))
    driver.stage.show()
    driver.drag([grips(driver)[0]])
    assert driver.controller.hovered.edge is not None
    driver.stage.document = Document.of(driver.document.figure)
    driver.controller.see(driver.stage.look())
    assert driver.controller.hovered.edge is None


def test_while_a_bone_is_dragged_its_limits_have_no_grips() -> None:
    driver = Driver(Document.of(humanoid.rig(), selected=("head",), active="head"))
    driver.stage.show()
    assert grips(driver)
    driver.controller.begin("rotate")
    assert not grips(driver)
    driver.keys("escape")
    assert grips(driver)


def test_a_bone_that_goes_while_the_pointer_is_on_it_leaves_the_hints_as_beside_it() -> None:
    driver = Driver(row())
    driver.controller.move(*driver.place("b0"), NONE)
    driver.controller.point()
    assert driver.controller.hovered.bone is not None
    driver.stage.document = Document.of(Rig(bones=(Bone(name="other", head=(0, 0, 1), tail=(0, 0, 2)),)))
    driver.controller.see(driver.stage.look())
    assert driver.controller.hovered.bone is None
    assert current_hints(driver.controller) and not any("b0" in what for _, what in current_hints(driver.controller))


def test_a_push_pin_is_hit_beside_its_joint_and_a_click_takes_it_away() -> None:
    figure = humanoid.rig()
    driver = Driver(Document.of(figure.changed(pins=(Pin("hand.L", rotation=True), Pin("head")))))
    controller, look = driver.controller, driver.stage.look()
    x, y, _depth = driver.controller.lens.project(look.evaluated.heads[look.evaluated.index["hand.L"]])[0]
    [mark] = [m for m in scene(look.document, look.evaluated, overlay(controller)).pins if m.bone == "hand.L"]
    at = badge(mark, (x, y), controller.lens.camera)
    controller.move(*at, NONE)
    controller.point()
    assert controller.hovered.pin == "hand.L" and current_hints(controller)[0] == ("LMB", "Unpin hand.L")
    assert [m.hovered for m in scene(look.document, look.evaluated, overlay(controller)).pins] == [True, False]
    controller.see(msgspec.structs.replace(look, document=Document.of(figure)))  # taken away by an undo, or in the tree
    assert controller.hovered.pin is None and "Unpin" not in current_hints(controller)[0][1]
    controller.see(look)
    driver.drag([at, (at[0] + 60, at[1])])
    assert not driver.stage.kept
    driver.click(*at)
    assert [kept.label for kept in driver.stage.kept] == ["Unpin hand.L"]
    assert driver.document.rig.pins == (Pin("head"),)
    assert driver.stage.look().evaluated.matrices.tobytes() == look.evaluated.matrices.tobytes()


def test_the_pin_of_a_lifted_foot_is_shown_released_and_says_so() -> None:
    figure = Document.of(humanoid.rig())
    lifted = with_transforms(figure, {"foot_ik.L": Transform((0.0, -0.3, 0.5))})
    driver = Driver(lifted)
    controller, look = driver.controller, driver.stage.look()
    marks = {m.bone: m for m in scene(look.document, look.evaluated, overlay(controller)).pins}
    assert marks["foot.L"].released and marks["foot.L"].ring is None
    assert not marks["foot.R"].released and marks["foot.R"].ring is not None
    x, y, _depth = controller.lens.project(np.array(marks["foot.L"].at))[0]
    controller.move(*badge(marks["foot.L"], (x, y), controller.lens.camera), NONE)
    controller.point()
    assert current_hints(controller)[0] == ("LMB", "Unpin foot.L, which is released while lifted")


def test_a_click_on_the_title_of_a_limit_that_holds_frees_it_and_another_holds_it_again() -> None:
    driver = Driver(Document.of(humanoid.rig(), selected=("head",), active="head"))
    driver.stage.show()
    controller, own = driver.controller, driver.document.rig.by_name["head"].joint.limit

    def title() -> tuple[str, tuple[float, float]]:
        [label] = [each for each in overlay(controller).labels if each.text.startswith("Swing")]
        x, y = (controller.lens.project(np.array(label.at))[0, :2] + label.offset).tolist()
        return label.text, (x + {"left": 8, "centre": 0, "right": -8}[label.align], y - 4)

    text, at = title()
    assert text == "Swing"
    controller.move(*at, NONE)
    controller.point()
    assert current_hints(controller)[0] == ("LMB", "Free for this pose")
    driver.click(*at)
    assert driver.document.rig.by_name["head"].joint.limit == (None, own[1], None)
    text, at = title()
    dashed = [shape for shape in overlay(controller).shapes if shape.role == "limit" and shape.dash]
    assert text == "Swing (free)" and dashed
    controller.move(*at, NONE)
    controller.point()
    assert current_hints(controller)[0] == ("LMB", "Hold again")
    driver.click(*at)
    assert driver.document.rig.by_name["head"].joint.limit == own and not driver.document.rig.freed
    kept = [each.label for each in driver.stage.kept]
    assert kept == ["Free limits of head for this pose", "Hold limits of head again"]


def test_a_title_that_keeps_clear_of_a_toolbar_is_hit_where_it_is_painted() -> None:
    driver = Driver(Document.of(humanoid.rig(), selected=("head",), active="head"))
    driver.stage.show()
    controller = driver.controller
    [label] = [each for each in overlay(controller).labels if each.text == "Swing"]
    x, y = (controller.lens.project(np.array(label.at))[0, :2] + label.offset).tolist()
    controller.floats = ((x - 200.0, y - 60.0, x + 200.0, y - 2.0),)
    controller.move(x, y - 6.0, NONE)
    controller.point()
    assert controller.hovered.title is None
    controller.move(x, y + 6.0, NONE)
    controller.point()
    assert controller.hovered.title is not None
