"""The hand without a screen: what presses, drags and keys do to the selection, the tools and the stage."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from pantin.rigs.document import Document
from pantin.rigs.rig import Bone, Locks, Rig
from pantin.rigs.templates import humanoid
from pantin.viewport.interaction.controller import InteractionController
from pantin.viewport.interaction.feedback import current_hints, overlay
from pantin.viewport.navigation import axes_corner
from pantin.viewport.navigation.view_camera import ViewCamera
from pantin.viewport.tools import TOOLS, tool_named
from pantin.viewport.tools.dragging.events import Held
from tests.viewport.stages import HEIGHT, WIDTH, Told, seen_at

SHIFT, CTRL, NONE = Held(shift=True), Held(ctrl=True), Held()


class Driver:
    """A hand over a stage, told what a person does."""

    def __init__(self, document: Document | None = None) -> None:
        self.stage = Told(document or Document(humanoid.rig()))
        self.controller = InteractionController(self.stage, ViewCamera(lambda: None))
        self.controller.view_camera.size = (WIDTH, HEIGHT)
        self.stage.shown = lambda document, evaluated: self.controller.see(self.stage.look())

    @property
    def document(self) -> Document:
        return self.stage.document

    def place(self, name: str, part: float = 0.5) -> tuple[float, float]:
        return seen_at(self.stage.look(), name, part, self.controller.lens)

    def click(self, x: float, y: float, held: Held = NONE) -> None:
        self.drag([(x, y)], held)

    def drag(self, places: list, held: Held = NONE, button: str = "left") -> None:
        self.controller.move(*places[0], held)
        self.controller.point()
        self.controller.press(button, *places[0], held)
        for place in places[1:]:
            self.controller.move(*place, held)
        self.controller.release(button)
        self.controller.point()

    def keys(self, *names: str) -> None:
        for name in names:
            assert self.controller.key(name, NONE)


@pytest.fixture
def driver() -> Driver:
    return Driver()


def row() -> Document:
    """Three bones, one behind the other as the camera sees them from the front."""
    bones = tuple(Bone(name=f"b{i}", head=(0, i * 0.3, 0.5), tail=(0, i * 0.3, 1.5)) for i in range(3))
    return Document(Rig(bones=bones))


# Clicks


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
    from dataclasses import replace

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
    assert set(driver.document.selected) == {"head"} and driver.document.rig.pose == {}


@pytest.mark.parametrize("end", ["escape", "right", "enter"])
def test_an_area_that_was_asked_for_can_be_given_up(driver: Driver, end: str) -> None:
    driver.controller.begin("box")
    if end == "right":
        driver.controller.press("right", 5, 5, NONE)
        driver.controller.release("right")
    else:
        driver.keys(end)
    assert not driver.controller.busy and driver.stage.kept == []


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
    assert driver.stage.previews[-1].document.rig.pose
    if end in ("left", "right"):
        driver.controller.press(end, 380, 260, NONE)
        driver.controller.release(end)
    else:
        driver.keys(end)
    assert not driver.controller.busy
    if end in ("escape", "right"):
        assert driver.document is before and driver.stage.kept == []
    else:
        assert len(driver.stage.kept) == 1 and driver.document.rig.pose


def test_another_tools_key_takes_over_from_the_start(driver: Driver) -> None:
    driver.click(*driver.place("knee_pole.L", 0.0))
    driver.controller.begin("move")
    driver.controller.move(500, 100, NONE)
    driver.keys("s", "2", "enter")
    pose = driver.document.rig.transform("knee_pole.L")
    assert pose.scale == pytest.approx((2, 2, 2)) and pose.location == (0, 0, 0)
    assert [kept.label for kept in driver.stage.kept] == ["Scale knee_pole.L"]


def test_r_again_is_the_trackball_and_g_then_moves(driver: Driver) -> None:
    driver.click(*driver.place("knee_pole.L", 0.0))
    driver.controller.begin("rotate")
    driver.keys("r")
    assert driver.controller.readout.startswith("Trackball")
    driver.keys("g")
    assert driver.controller.readout.startswith("Dx")


def test_the_keys_of_a_preset_switch_what_goes_on_and_stand_in_the_hints(driver: Driver) -> None:
    driver.click(*driver.place("knee_pole.L", 0.0))
    driver.controller.active_drag.letters = {"w": "move", "e": "rotate", "r": "scale"}
    assert [keys for keys, _ in current_hints(driver.controller)][-3:] == ["W", "E", "R"]
    driver.controller.begin("rotate")
    assert ("E", "Trackball") in current_hints(driver.controller)
    for key, words in (("e", "Trackball"), ("r", "Scale"), ("g", "Scale"), ("w", "Dx")):
        driver.keys(key)
        assert driver.controller.readout.startswith(words), f"after {key}"


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


def test_the_middle_button_chooses_an_axis_and_does_not_orbit(driver: Driver) -> None:
    driver.click(*driver.place("knee_pole.L", 0.0))
    camera = driver.controller.view_camera.camera
    driver.controller.begin("move")
    x, y = driver.controller.pointer
    driver.controller.press("middle", x, y, NONE)
    driver.controller.move(x + 3, y - 80, NONE)
    driver.controller.release("middle")
    assert driver.controller.readout.endswith("along Z") and driver.controller.view_camera.camera == camera


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


def test_the_chain_is_lengthened_for_the_drag_or_for_the_next_one(driver: Driver) -> None:
    driver.click(*driver.place("head"))
    driver.controller.lengthen(1)
    driver.controller.lengthen(1)
    assert driver.controller.settings.chain_length == 2
    driver.controller.begin("move")
    driver.controller.move(500, 200, NONE)
    driver.controller.lengthen(-1)
    assert len(driver.stage.previews[-1].overlay.lit) == 1 and driver.controller.settings.chain_length == 1
    driver.controller.wheel(-1, NONE)
    assert driver.controller.settings.chain_length == 2
    driver.keys("enter")
    driver.controller.wheel(-1, CTRL)
    assert driver.controller.settings.chain_length == 3


# Locks


def locked_head() -> Document:
    rig = humanoid.rig()
    bones = tuple(
        msgspec.structs.replace(b, locks=Locks(rotation=(True, False, False))) if b.name == "head" else b
        for b in rig.bones
    )
    return Document(msgspec.structs.replace(rig, bones=bones), ("head",), "head")


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


# Limits


def grips(driver: Driver) -> list[tuple[float, float]]:
    """Where the grips of limits are drawn."""
    shapes = overlay(driver.controller).shapes
    squares = [s.points for s in shapes if s.role == "limit" and len(s.points) == 4 and len(s.points[0]) == 2]
    return [tuple(np.mean(points, axis=0).tolist()) for points in squares]


def test_a_gizmo_is_alone_where_it_stands_and_the_grips_of_limits_come_back_without_it() -> None:
    driver = Driver(Document(humanoid.rig(), ("head",), "head"))
    driver.stage.show()
    x, y = grips(driver)[0]
    driver.drag([(x, y)])
    assert driver.controller.hovered.edge is not None
    driver.controller.pick_tool("rotate")
    driver.drag([(x, y)])
    assert driver.controller.hovered.edge is None and not grips(driver)
    driver.controller.pick_tool("select")
    assert grips(driver)


def test_while_a_bone_is_dragged_its_limits_have_no_grips() -> None:
    driver = Driver(Document(humanoid.rig(), ("head",), "head"))
    driver.stage.show()
    assert grips(driver)
    driver.controller.begin("rotate")
    assert not grips(driver)
    driver.keys("escape")
    assert grips(driver)


# Hints


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


def test_tools_have_names_of_their_own() -> None:
    assert len({tool.name for tool in TOOLS}) == len(TOOLS)
    assert tool_named("scale").gizmo == "scale"


def test_a_bone_that_goes_while_the_pointer_is_on_it_leaves_the_hints_as_beside_it() -> None:
    driver = Driver(row())
    driver.controller.move(*driver.place("b0"), NONE)
    driver.controller.point()
    assert driver.controller.hovered.bone is not None
    driver.stage.document = Document(Rig(bones=(Bone(name="other", head=(0, 0, 1), tail=(0, 0, 2)),)))
    driver.controller.see(driver.stage.look())
    assert driver.controller.hovered.bone is None
    assert current_hints(driver.controller) and not any("b0" in what for _, what in current_hints(driver.controller))


def test_over_what_can_only_be_turned_the_hint_says_so() -> None:
    still = Locks(location=(True, True, True), rotation=(False, True, True))
    driver = Driver(Document(Rig(bones=(Bone(name="roll", head=(0, 0, 1), tail=(0, 0, 2), locks=still),))))
    driver.controller.move(*driver.place("roll"), NONE)
    driver.controller.point()
    assert ("LMB", "Drag: turn roll") in current_hints(driver.controller)
