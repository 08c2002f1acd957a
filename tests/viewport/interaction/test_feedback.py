"""Tests of what a person sees of the interaction: the hints."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.joint import Locks
from pantin.rigs.rig import Bone, Pin, Rig
from pantin.rigs.templates import humanoid
from pantin.viewport.interaction.feedback import current_hints, overlay
from pantin.viewport.navigation import axes_corner
from pantin.viewport.tools import TOOLS
from pantin.viewport.tools.dragging.events import Held
from pantin.viewport.values.camera import Camera
from tests.viewport.controller_driver import CTRL, NONE, SHIFT, Driver
from tests.viewport.stages import WIDTH


def test_the_keys_of_a_preset_switch_what_goes_on_and_stand_in_the_hints(driver: Driver) -> None:
    driver.click(*driver.place("knee_pole.L", 0.0))
    driver.controller.active_drag.letters = {"w": "move", "e": "rotate", "r": "scale"}
    assert [keys for keys, _ in current_hints(driver.controller)][-3:] == ["W", "E", "R"]
    driver.controller.begin("rotate")
    assert ("E", "Trackball") in current_hints(driver.controller)
    for key, words in (("e", "Trackball"), ("r", "Scale"), ("g", "Scale"), ("w", "Dx")):
        driver.keys(key)
        assert driver.controller.readout.startswith(words), f"after {key}"


def test_an_empty_scene_says_what_is_opening_else_how_to_begin() -> None:
    empty = Driver(Document())
    (begin,) = overlay(empty.controller).labels
    empty.controller.opening = "walk.bvh"
    (opening,) = overlay(empty.controller).labels
    assert begin.text.startswith("No bones yet") and opening.text == "Opening walk.bvh…"


def test_no_label_lies_over_a_figure_while_another_file_is_opening(driver: Driver) -> None:
    driver.controller.opening = "walk.bvh"
    assert overlay(driver.controller).labels == ()


def test_a_tool_without_a_letter_has_no_hint(driver: Driver) -> None:
    driver.click(*driver.place("knee_pole.L", 0.0))
    driver.controller.active_drag.letters = {"g": "move"}
    assert [text for _, text in current_hints(driver.controller) if text in ("Move", "Rotate", "Scale")] == ["Move"]
    driver.controller.begin("rotate")
    assert "Trackball" not in [text for _, text in current_hints(driver.controller)]


def test_an_axis_in_the_corner_is_called_the_same_by_hint_and_tip(driver: Driver) -> None:
    ball = next(ball for ball in axes_corner.balls(driver.controller.lens) if ball.name == "-x")
    driver.controller.move(ball.x, ball.y, NONE)
    driver.controller.point()
    hint = dict(current_hints(driver.controller))["LMB"]
    assert hint == "Look from the left" and axes_corner.tip("-x").startswith(hint)


@pytest.mark.parametrize(
    ("tool", "part", "words"),
    [
        ("move", "x", "Drag: move along X"),
        ("move", "yz", "Drag: move in YZ"),
        ("move", "centre", "Drag: move freely"),
        ("rotate", "z", "Drag: turn about Z"),
        ("rotate", "view", "Drag: turn about the line of sight"),
        ("rotate", "trackball", "Drag: turn freely"),
        ("scale", "y", "Drag: scale along Y"),
        ("scale", "centre", "Drag: scale evenly"),
    ],
)
def test_hints_say_what_a_part_does(driver: Driver, tool: str, part: str, words: str) -> None:
    from pantin.viewport.interaction.hover_target import HoverTarget

    driver.controller.pick_tool(tool)
    driver.controller.hovered = HoverTarget(part=part)
    assert current_hints(driver.controller)[0] == ("LMB", words)


def test_there_are_never_more_than_seven_hints(driver: Driver) -> None:
    driver.click(*driver.place("head"))
    controller = driver.controller
    for tool in TOOLS:
        controller.pick_tool(tool.name)
        for held in (NONE, SHIFT, CTRL, Held(alt=True)):
            for place in ((5, 300), driver.place("head"), driver.place("chest"), (WIDTH - 56, 60)):
                controller.held = held
                controller.move(*place, held)
                controller.point()
                assert 1 <= len(current_hints(controller)) <= 7
    for name in ("move", "rotate", "scale", "trackball", "box", "lasso"):
        controller.begin(name)
        assert 3 <= len(current_hints(controller)) <= 7
        controller.cancel()


def test_over_what_can_only_be_turned_the_hint_says_so() -> None:
    still = Locks(location=(True, True, True), rotation=(False, True, True))
    driver = Driver(Document.of(Rig(bones=(Bone(name="roll", head=(0, 0, 1), tail=(0, 0, 2), locks=still),))))
    driver.controller.move(*driver.place("roll"), NONE)
    driver.controller.point()
    assert ("LMB", "Drag: turn roll") in current_hints(driver.controller)


def test_while_a_body_is_pulled_its_keys_are_told_and_p_pins_what_is_pulled_where_it_is_let_go() -> None:
    driver = Driver(Document.of(humanoid.rig()))
    controller = driver.controller
    controller.change_settings(reach="body")
    x, y = driver.place("hand.L", 0.2)
    controller.move(x, y, NONE)
    controller.point()
    assert current_hints(controller)[0] == ("LMB", "Drag: pull the body")
    controller.press("left", x, y, NONE)
    controller.move(x - 30, y - 40, NONE)
    keys = [key for key, _does in current_hints(controller)]
    assert keys == ["LMB", "X Y Z", "PgUp PgDown", "Shift", "Ctrl", "P", "Esc"]
    assert ("P", "Pin hand.L") in current_hints(controller)
    pinned = []
    for held in (NONE, NONE, SHIFT):
        controller.key("p", held)
        pull = driver.stage.previews[-1].pull
        assert pull is not None
        pinned.append(next((pin for pin in pull.pull.document.rig.pins if pin.bone == "hand.L"), None))
    assert pinned == [Pin("hand.L"), None, Pin("hand.L", rotation=True)]
    controller.release("left")
    [kept] = driver.stage.kept
    assert kept.preview.pull is not None
    document = kept.preview.pull.solved().document
    assert Pin("hand.L", rotation=True) in document.rig.pins
    assert document.figure.pose.bones != Document.of(humanoid.rig()).figure.pose.bones


def test_a_pinned_ankle_is_pulled_by_its_foot_wherever_the_shin_is_grabbed_beside_it() -> None:
    driver = Driver(Document.of(humanoid.rig()))
    driver.controller.change_settings(reach="body")
    x, y = driver.place("shin.L", 0.85)
    driver.controller.press("left", x, y, NONE)
    driver.controller.move(x - 5, y - 60, NONE)
    goal = driver.stage.previews[-1].pull.pull.goals[0]
    assert (goal.bone, goal.tail, goal.pinned) == ("foot.L", False, False)


@pytest.mark.parametrize(
    ("distance", "selected", "taken"),
    ((7.0, (), "hand.L"), (1.0, (), "index_2.L"), (7.0, ("ring_1.L",), "index_2.L")),
)
def test_a_small_finger_is_dragged_for_its_hand_and_one_that_is_seen_large_or_posed_curls(
    distance, selected, taken
) -> None:
    driver = Driver(Document.of(humanoid.rig(), selected=selected), controls="needed")
    driver.controller.change_settings(reach="body")
    place = driver.stage.look().evaluated.heads[driver.stage.look().evaluated.index["index_2.L"]]
    driver.controller.view_camera.camera = replace(Camera(), target=tuple(place), distance=distance)
    x, y = driver.place("index_2.L", 0.3)
    driver.controller.press("left", x, y, NONE)
    driver.controller.move(x - 10, y - 40, NONE)
    assert driver.stage.previews[-1].document.active == taken
    shown = driver.stage.previews[-1]
    if taken != "hand.L":
        assert shown.pull is None and ("Alt", "Spread") in current_hints(driver.controller)
        return
    assert ("P", "Pin hand.L") in current_hints(driver.controller)
    assert shown.pull.pull.goals[0].bone == "index_2.L", "where it was grabbed it follows the pointer"
    posed, before = shown.pull.solved().document.figure, driver.document.figure
    bent = [name for name, at in posed.pose.bones.items() if at.rotation != before.transform(name).rotation]
    assert not {"index_1.L", "index_2.L", "hand.L"}.intersection(bent), "a hand keeps its fingers, follows the forearm"
