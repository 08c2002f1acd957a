"""The controller without a screen: what presses, drags and keys do to the selection, the tools and the stage."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.viewport.interaction.feedback import current_hints
from pantin.viewport.tools import TOOLS, operation_named, tool_named
from pantin.viewport.tools.dragging.events import Press, Release
from pantin.viewport.values.stage import Look, Preview
from tests.viewport.controller_driver import CTRL, NONE, Driver

# Areas


@pytest.mark.parametrize("tool", [tool.name for tool in TOOLS if tool.placing is None])
def test_a_drag_beside_everything_selects_a_box_with_any_tool(driver: Driver, tool: str) -> None:
    driver.controller.pick_tool(tool)
    driver.drag([(250, 20), (300, 60), (700, driver.place("head")[1])])
    assert "head" in driver.document.selected and "foot.L" not in driver.document.selected
    assert driver.stage.kept[-1].label == "Select"


def test_the_box_is_seen_while_it_is_drawn_and_escape_puts_the_selection_back(driver: Driver) -> None:
    driver.click(*driver.place("foot.R"))
    before = driver.document
    driver.controller.press("left", 250, 20, NONE)
    driver.controller.move(700, driver.place("head")[1], NONE)
    assert "head" in driver.stage.previews[-1].document.selected
    driver.keys("escape")
    driver.controller.release("left")
    assert driver.document is before and driver.stage.kept == []


def test_ctrl_and_a_drag_beside_everything_is_a_lasso(driver: Driver) -> None:
    x, y = driver.place("head")
    ring = [(x + 60 * np.cos(a), y + 60 * np.sin(a)) for a in np.linspace(0, 6.2, 30)]
    driver.drag([tuple(map(float, place)) for place in ring], CTRL)
    assert "head" in driver.document.selected and "hips" not in driver.document.selected


@pytest.mark.parametrize("area", ["box", "lasso"])
def test_an_area_that_was_asked_for_begins_at_the_next_press_even_over_a_bone(driver: Driver, area: str) -> None:
    x, y = driver.place("head")
    driver.controller.begin(area)
    driver.controller.move(x, y, NONE)
    assert current_hints(driver.controller)[0] == ("LMB", f"Drag: {area} selection")
    driver.drag([(x, y), (x - 10, y), (x - 10, y - 10), (x + 10, y - 12)])
    assert set(driver.document.selected) == {"head"} and driver.document.figure.pose.bones == {}


@pytest.mark.parametrize("end", ["escape", "right", "enter"])
def test_an_area_that_was_asked_for_can_be_given_up(driver: Driver, end: str) -> None:
    driver.controller.begin("box")
    if end == "right":
        driver.controller.press("right", 5, 5, NONE)
        driver.controller.release("right")
    else:
        driver.keys(end)
    assert not driver.controller.busy and driver.stage.kept == []


def test_what_was_pressed_and_has_gone_before_the_pointer_moved_is_not_dragged(driver: Driver) -> None:
    x, y = driver.place("head")
    driver.controller.press("left", x, y, NONE)
    rig = driver.document.rig
    gone = tuple(bone for bone in rig.bones if bone.name != "head")
    look = driver.controller.seen
    driver.controller.see(replace(look, document=look.document.with_rig(replace(rig, bones=gone))))
    driver.controller.move(x + 40, y, NONE)
    driver.controller.release("left")
    assert driver.stage.kept == [] and driver.stage.previews == []


# Without a button


def test_nothing_is_a_key_of_the_hands_own_while_nothing_is_dragged(driver: Driver) -> None:
    driver.click(*driver.place("head"))
    for name in "grsbfqxyz":
        assert not driver.controller.knows(name, NONE) and not driver.controller.key(name, NONE)
    driver.controller.begin("rotate")
    assert driver.controller.knows("f", NONE)


@pytest.mark.parametrize("name", ["move", "rotate", "scale", "trackball"])
@pytest.mark.parametrize("end", ["escape", "right", "enter", "space", "left"])
def test_what_was_begun_is_kept_or_put_back_exactly(driver: Driver, name: str, end: str) -> None:
    driver.click(*driver.place("knee_pole.L", 0.0))
    before = driver.document
    driver.controller.move(300, 300, NONE)
    driver.controller.begin(name)
    driver.controller.move(380, 260, NONE)
    assert driver.stage.previews[-1].document.figure.pose.bones
    if end in ("left", "right"):
        driver.controller.press(end, 380, 260, NONE)
        driver.controller.release(end)
    else:
        driver.keys(end)
    assert not driver.controller.busy
    if end in ("escape", "right"):
        assert driver.document is before and driver.stage.kept == []
    else:
        assert len(driver.stage.kept) == 1 and driver.document.figure.pose.bones


def test_another_tools_key_takes_over_from_the_start(driver: Driver) -> None:
    driver.click(*driver.place("knee_pole.L", 0.0))
    driver.controller.begin("move")
    driver.controller.move(500, 100, NONE)
    driver.keys("s", "2", "enter")
    pose = driver.document.figure.transform("knee_pole.L")
    assert pose.scale == pytest.approx((2, 2, 2)) and pose.location == (0, 0, 0)
    assert [kept.label for kept in driver.stage.kept] == ["Scale knee_pole.L"]


def test_r_again_is_the_trackball_and_g_then_moves(driver: Driver) -> None:
    driver.click(*driver.place("knee_pole.L", 0.0))
    driver.controller.begin("rotate")
    driver.keys("r")
    assert driver.controller.readout.startswith("Trackball")
    driver.keys("g")
    assert driver.controller.readout.startswith("Dx")


def test_the_middle_button_chooses_an_axis_and_does_not_orbit(driver: Driver) -> None:
    driver.click(*driver.place("knee_pole.L", 0.0))
    camera = driver.controller.view_camera.camera
    driver.controller.begin("move")
    x, y = driver.controller.pointer
    driver.controller.press("middle", x, y, NONE)
    driver.controller.move(x + 3, y - 80, NONE)
    driver.controller.release("middle")
    assert driver.controller.readout.endswith("along Y, own axes"), "the pole's own Y points up"
    assert driver.controller.view_camera.camera == camera


def test_nothing_begins_twice_or_before_there_is_a_solver(driver: Driver) -> None:
    driver.click(*driver.place("head"))
    driver.controller.begin("move")
    first = driver.controller.gesture
    driver.controller.begin("rotate")
    assert driver.controller.gesture is first
    driver.controller.cancel()
    driver.stage.ready = False
    driver.controller.begin("rotate")
    assert driver.controller.gesture is None


def test_a_press_that_comes_before_the_first_pose_begins_its_drag_as_soon_as_that_is_there(driver: Driver) -> None:
    x, y = driver.place("head")
    driver.stage.ready = False
    driver.controller.press("left", x, y, NONE)
    driver.controller.move(x + 20, y, NONE)
    assert driver.controller.gesture is None
    driver.stage.ready = True
    driver.controller.move(x + 40, y, NONE)
    assert driver.controller.gesture is not None
    assert driver.controller.gesture.press.hit is not None and driver.controller.gesture.press.hit.bone == "head"
    driver.controller.release("left")
    assert driver.stage.kept


def test_a_drag_that_ends_before_the_first_pose_says_what_it_waits_for_and_selects_nothing(driver: Driver) -> None:
    x, y = driver.place("head")
    driver.stage.ready = False
    driver.controller.press("left", x, y, NONE)
    driver.controller.move(x + 40, y, NONE)
    driver.controller.release("left")
    assert driver.stage.told_unready and not driver.stage.document.selected and not driver.stage.kept


def test_a_click_before_the_first_pose_selects(driver: Driver) -> None:
    x, y = driver.place("head")
    driver.stage.ready = False
    driver.controller.press("left", x, y, NONE)
    driver.controller.release("left")
    assert driver.stage.document.selected == ("head",)


def test_the_chain_is_lengthened_for_the_drag_or_for_the_next_one(driver: Driver) -> None:
    driver.click(*driver.place("head"))
    driver.controller.lengthen(1)
    driver.controller.lengthen(1)
    assert driver.controller.settings.chain_length == 2
    driver.controller.begin("move")
    driver.controller.move(500, 200, NONE)
    driver.controller.lengthen(-1)
    assert len(driver.stage.previews[-1].overlay.highlighted) == 1 and driver.controller.settings.chain_length == 1
    driver.controller.wheel(-1, NONE)
    assert driver.controller.settings.chain_length == 2
    driver.keys("enter")
    driver.controller.wheel(-1, CTRL)
    assert driver.controller.settings.chain_length == 3


def test_tools_have_names_of_their_own() -> None:
    assert len({tool.name for tool in TOOLS}) == len(TOOLS)
    assert tool_named("scale").gizmo == "scale"


def test_a_drag_whose_tool_fails_is_over_and_the_next_one_begins(driver: Driver, monkeypatch) -> None:
    def fails(look: Look, press: Press):
        while (yield Preview(look.document)) != Release():
            pass
        raise RuntimeError("broken")

    driver.click(*driver.place("knee_pole.L", 0.0))
    before, failing = driver.document, replace(operation_named("move"), drag=fails)
    with monkeypatch.context() as patched:
        patched.setattr("pantin.viewport.interaction.controller.operation_named", lambda name: failing)
        driver.controller.begin("move")
    with pytest.raises(RuntimeError, match="broken"):
        driver.controller.press("left", 300, 300, NONE)
    assert not driver.controller.busy and driver.document is before
    driver.controller.begin("move")
    assert driver.controller.busy


def test_what_is_drawn_on_the_way_to_a_view_is_drawn_from_there(driver: Driver) -> None:
    camera, look = driver.controller.view_camera, driver.stage.look()
    camera.look_from("front", look)
    camera.glide(0.3)
    assert camera.camera != camera.goal
    driver.controller.press("left", *driver.place("head"), NONE)
    driver.controller.release("left")
    assert camera.camera != camera.goal, "what one grabs is what one sees"
    driver.controller.pick_tool("draw")
    driver.controller.press("left", 20.0, 20.0, NONE)
    assert camera.camera == camera.goal
