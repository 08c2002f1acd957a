"""The hand without a screen: what presses, drags and keys do to the selection, the tools and the stage."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from pantin.rigs.document import Document
from pantin.rigs.rig import Bone, Locks, Rig
from pantin.rigs.templates import humanoid
from pantin.viewport.interaction.hand import Hand
from pantin.viewport.navigation import axes_corner
from pantin.viewport.navigation.view_camera import Sight
from pantin.viewport.tools import TOOLS, tool_named
from pantin.viewport.tools.dragging.events import Held
from tests.viewport.stages import HEIGHT, WIDTH, Told, seen_at

SHIFT, CTRL, NONE = Held(shift=True), Held(ctrl=True), Held()


class Handled:
    """A hand over a stage, told what a person does."""

    def __init__(self, document: Document | None = None) -> None:
        self.stage = Told(document or Document(humanoid.rig()))
        self.hand = Hand(self.stage, Sight(lambda: None))
        self.hand.sight.size = (WIDTH, HEIGHT)
        self.stage.shown = lambda document, evaluated: self.hand.see(self.stage.look())

    @property
    def document(self) -> Document:
        return self.stage.document

    def place(self, name: str, part: float = 0.5) -> tuple[float, float]:
        return seen_at(self.stage.look(), name, part, self.hand.lens)

    def click(self, x: float, y: float, held: Held = NONE) -> None:
        self.drag([(x, y)], held)

    def drag(self, places: list, held: Held = NONE, button: str = "left") -> None:
        self.hand.move(*places[0], held)
        self.hand.point()
        self.hand.press(button, *places[0], held)
        for place in places[1:]:
            self.hand.move(*place, held)
        self.hand.release(button)
        self.hand.point()

    def keys(self, *names: str) -> None:
        for name in names:
            assert self.hand.key(name, NONE)


@pytest.fixture
def handled() -> Handled:
    return Handled()


def row() -> Document:
    """Three bones, one behind the other as the camera sees them from the front."""
    bones = tuple(Bone(name=f"b{i}", head=(0, i * 0.3, 0.5), tail=(0, i * 0.3, 1.5)) for i in range(3))
    return Document(Rig(bones=bones))


# Clicks


def test_repeated_clicks_at_one_place_take_what_lies_behind_and_begin_again() -> None:
    handled = Handled(row())
    handled.hand.sight.camera = from_the_front(handled)
    x, y = handled.place("b0")
    taken = []
    for dx in (0, 1, -1, 2):
        handled.click(x + dx, y)
        taken.append(handled.document.selected)
    assert taken == [("b0",), ("b1",), ("b2",), ("b0",)]
    handled.click(x + 2, y)
    assert handled.document.selected == ("b1",) and handled.hand.under.bone == "b1"
    handled.hand.move(x + 9, y, NONE)
    handled.hand.point()
    handled.click(x, y)
    assert handled.document.selected == ("b0",), "the pointer was away, so the front bone is meant again"


def test_what_a_repeated_click_took_is_what_a_drag_from_there_pulls() -> None:
    handled = Handled(row())
    handled.hand.sight.camera = from_the_front(handled)
    x, y = handled.place("b0")
    handled.click(x, y)
    handled.click(x, y)
    handled.drag([(x, y), (x + 30, y), (x + 60, y)])
    assert [kept.label for kept in handled.stage.kept] == ["Drag b1"]


def from_the_front(handled: Handled):
    """The camera that looks along the row."""
    from dataclasses import replace

    return replace(handled.hand.sight.camera, yaw=0.0, pitch=0.0, target=(0.0, 0.3, 1.0))


def test_a_click_inside_the_rings_takes_the_bone_there(handled: Handled) -> None:
    handled.click(*handled.place("neck"))
    handled.hand.pick_tool("rotate")
    x, y = handled.place("head", 0.6)
    handled.hand.move(x, y, NONE)
    handled.hand.point()
    assert handled.hand.under.part == "trackball" and handled.hand.under.bone == "head"
    handled.click(x, y)
    assert handled.document.selected == ("head",)


# Areas


@pytest.mark.parametrize("tool", [tool.name for tool in TOOLS])
def test_a_drag_beside_everything_selects_a_box_with_any_tool(handled: Handled, tool: str) -> None:
    handled.hand.pick_tool(tool)
    handled.drag([(250, 20), (300, 60), (700, handled.place("head")[1])])
    assert "head" in handled.document.selected and "foot.L" not in handled.document.selected
    assert handled.stage.kept[-1].label == "Select"


def test_the_box_is_seen_while_it_is_drawn_and_escape_puts_the_selection_back(handled: Handled) -> None:
    handled.click(*handled.place("foot.R"))
    before = handled.document
    handled.hand.press("left", 250, 20, NONE)
    handled.hand.move(700, handled.place("head")[1], NONE)
    assert "head" in handled.stage.previews[-1].document.selected
    handled.keys("escape")
    handled.hand.release("left")
    assert handled.document is before and handled.stage.kept == []


def test_ctrl_and_a_drag_beside_everything_is_a_lasso(handled: Handled) -> None:
    x, y = handled.place("head")
    ring = [(x + 60 * np.cos(a), y + 60 * np.sin(a)) for a in np.linspace(0, 6.2, 30)]
    handled.drag([tuple(map(float, place)) for place in ring], CTRL)
    assert "head" in handled.document.selected and "hips" not in handled.document.selected


@pytest.mark.parametrize("area", ["box", "lasso"])
def test_an_area_that_was_asked_for_begins_at_the_next_press_even_over_a_bone(handled: Handled, area: str) -> None:
    x, y = handled.place("head")
    handled.hand.begin(area)
    handled.hand.move(x, y, NONE)
    assert handled.hand.says()[0] == ("LMB", f"Drag: {area} selection")
    handled.drag([(x, y), (x - 10, y), (x - 10, y - 10), (x + 10, y - 12)])
    assert set(handled.document.selected) == {"head"} and handled.document.rig.pose == {}


@pytest.mark.parametrize("end", ["escape", "right", "enter"])
def test_an_area_that_was_asked_for_can_be_given_up(handled: Handled, end: str) -> None:
    handled.hand.begin("box")
    if end == "right":
        handled.hand.press("right", 5, 5, NONE)
        handled.hand.release("right")
    else:
        handled.keys(end)
    assert not handled.hand.busy and handled.stage.kept == []


# Without a button


def test_nothing_is_a_key_of_the_hands_own_while_nothing_is_dragged(handled: Handled) -> None:
    handled.click(*handled.place("head"))
    for name in "grsbfqxyz":
        assert not handled.hand.knows(name, NONE) and not handled.hand.key(name, NONE)
    handled.hand.begin("rotate")
    assert handled.hand.knows("f", NONE)


@pytest.mark.parametrize("name", ["move", "rotate", "scale", "trackball"])
@pytest.mark.parametrize("end", ["escape", "right", "enter", "space", "left"])
def test_what_was_begun_is_kept_or_put_back_exactly(handled: Handled, name: str, end: str) -> None:
    handled.click(*handled.place("knee_pole.L", 0.0))
    before = handled.document
    handled.hand.move(300, 300, NONE)
    handled.hand.begin(name)
    handled.hand.move(380, 260, NONE)
    assert handled.stage.previews[-1].document.rig.pose
    if end in ("left", "right"):
        handled.hand.press(end, 380, 260, NONE)
        handled.hand.release(end)
    else:
        handled.keys(end)
    assert not handled.hand.busy
    if end in ("escape", "right"):
        assert handled.document is before and handled.stage.kept == []
    else:
        assert len(handled.stage.kept) == 1 and handled.document.rig.pose


def test_another_tools_key_takes_over_from_the_start(handled: Handled) -> None:
    handled.click(*handled.place("knee_pole.L", 0.0))
    handled.hand.begin("move")
    handled.hand.move(500, 100, NONE)
    handled.keys("s", "2", "enter")
    pose = handled.document.rig.transform("knee_pole.L")
    assert pose.scale == pytest.approx((2, 2, 2)) and pose.location == (0, 0, 0)
    assert [kept.label for kept in handled.stage.kept] == ["Scale knee_pole.L"]


def test_r_again_is_the_trackball_and_g_then_moves(handled: Handled) -> None:
    handled.click(*handled.place("knee_pole.L", 0.0))
    handled.hand.begin("rotate")
    handled.keys("r")
    assert handled.hand.readout.startswith("Trackball")
    handled.keys("g")
    assert handled.hand.readout.startswith("Dx")


def test_the_keys_of_a_preset_switch_what_goes_on_and_stand_in_the_hints(handled: Handled) -> None:
    handled.click(*handled.place("knee_pole.L", 0.0))
    handled.hand.switches = {"w": "move", "e": "rotate", "r": "scale"}
    assert [keys for keys, _ in handled.hand.says()][-3:] == ["W", "E", "R"]
    handled.hand.begin("rotate")
    assert ("E", "Trackball") in handled.hand.says()
    for key, words in (("e", "Trackball"), ("r", "Scale"), ("g", "Scale"), ("w", "Dx")):
        handled.keys(key)
        assert handled.hand.readout.startswith(words), f"after {key}"


def test_a_tool_without_a_letter_has_no_hint(handled: Handled) -> None:
    handled.click(*handled.place("knee_pole.L", 0.0))
    handled.hand.switches = {"g": "move"}
    assert [text for _, text in handled.hand.says() if text in ("Move", "Rotate", "Scale")] == ["Move"]
    handled.hand.begin("rotate")
    assert "Trackball" not in [text for _, text in handled.hand.says()]


def test_an_axis_in_the_corner_is_called_the_same_by_hint_and_tip(handled: Handled) -> None:
    ball = next(ball for ball in axes_corner.balls(handled.hand.lens) if ball.name == "-x")
    handled.hand.move(ball.x, ball.y, NONE)
    handled.hand.point()
    hint = dict(handled.hand.says())["LMB"]
    assert hint == "Look from the left" and axes_corner.tip("-x").startswith(hint)


def test_the_middle_button_chooses_an_axis_and_does_not_orbit(handled: Handled) -> None:
    handled.click(*handled.place("knee_pole.L", 0.0))
    camera = handled.hand.sight.camera
    handled.hand.begin("move")
    x, y = handled.hand.pointer
    handled.hand.press("middle", x, y, NONE)
    handled.hand.move(x + 3, y - 80, NONE)
    handled.hand.release("middle")
    assert handled.hand.readout.endswith("along Z") and handled.hand.sight.camera == camera


def test_nothing_begins_twice_or_before_there_is_a_solver(handled: Handled) -> None:
    handled.click(*handled.place("head"))
    handled.hand.begin("move")
    first = handled.hand.gesture
    handled.hand.begin("rotate")
    assert handled.hand.gesture is first
    handled.hand.cancel()
    handled.stage.ready = False
    handled.hand.begin("rotate")
    assert handled.hand.gesture is None


def test_the_chain_is_lengthened_for_the_drag_or_for_the_next_one(handled: Handled) -> None:
    handled.click(*handled.place("head"))
    handled.hand.lengthen(1)
    handled.hand.lengthen(1)
    assert handled.hand.settings.chain_length == 2
    handled.hand.begin("move")
    handled.hand.move(500, 200, NONE)
    handled.hand.lengthen(-1)
    assert len(handled.stage.previews[-1].overlay.lit) == 1 and handled.hand.settings.chain_length == 1
    handled.hand.wheel(-1, NONE)
    assert handled.hand.settings.chain_length == 2
    handled.keys("enter")
    handled.hand.wheel(-1, CTRL)
    assert handled.hand.settings.chain_length == 3


# Locks


def locked_head() -> Document:
    rig = humanoid.rig()
    bones = tuple(
        msgspec.structs.replace(b, locks=Locks(rotation=(True, False, False))) if b.name == "head" else b
        for b in rig.bones
    )
    return Document(msgspec.structs.replace(rig, bones=bones), ("head",), "head")


def test_a_locked_ring_cannot_be_grabbed_and_says_why() -> None:
    handled = Handled(locked_head())
    handled.hand.pick_tool("rotate")
    handled.stage.show()
    ring = next(shape for shape in handled.hand.overlay().shapes if shape.role == "axis_x" and shape.opacity < 1)
    x, y = ring.points[len(ring.points) // 2]
    handled.drag([(x, y)])
    assert handled.hand.under.locked == "x"
    assert handled.hand.says()[0] == ("LMB", "X is locked on head")
    handled.drag([(x, y), (x + 40, y + 10)])
    assert handled.stage.previews == [] and handled.document.selected == ("head",)


# Limits


def grips(handled: Handled) -> list[tuple[float, float]]:
    """Where the grips of limits are drawn."""
    shapes = handled.hand.overlay().shapes
    squares = [s.points for s in shapes if s.role == "limit" and len(s.points) == 4 and len(s.points[0]) == 2]
    return [tuple(np.mean(points, axis=0).tolist()) for points in squares]


def test_a_gizmo_is_alone_where_it_stands_and_the_grips_of_limits_come_back_without_it() -> None:
    handled = Handled(Document(humanoid.rig(), ("head",), "head"))
    handled.stage.show()
    x, y = grips(handled)[0]
    handled.drag([(x, y)])
    assert handled.hand.under.edge is not None
    handled.hand.pick_tool("rotate")
    handled.drag([(x, y)])
    assert handled.hand.under.edge is None and not grips(handled)
    handled.hand.pick_tool("select")
    assert grips(handled)


def test_while_a_bone_is_dragged_its_limits_have_no_grips() -> None:
    handled = Handled(Document(humanoid.rig(), ("head",), "head"))
    handled.stage.show()
    assert grips(handled)
    handled.hand.begin("rotate")
    assert not grips(handled)
    handled.keys("escape")
    assert grips(handled)


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
def test_hints_say_what_a_part_does(handled: Handled, tool: str, part: str, words: str) -> None:
    from pantin.viewport.interaction.hover_target import Under

    handled.hand.pick_tool(tool)
    handled.hand.under = Under(part=part)
    assert handled.hand.says()[0] == ("LMB", words)


def test_there_are_never_more_than_seven_hints(handled: Handled) -> None:
    handled.click(*handled.place("head"))
    hand = handled.hand
    for tool in TOOLS:
        hand.pick_tool(tool.name)
        for held in (NONE, SHIFT, CTRL, Held(alt=True)):
            for place in ((5, 300), handled.place("head"), handled.place("chest"), (WIDTH - 56, 60)):
                hand.held = held
                hand.move(*place, held)
                hand.point()
                assert 1 <= len(hand.says()) <= 7
    for name in ("move", "rotate", "scale", "trackball", "box", "lasso"):
        hand.begin(name)
        assert 3 <= len(hand.says()) <= 7
        hand.cancel()


def test_tools_have_names_of_their_own() -> None:
    assert len({tool.name for tool in TOOLS}) == len(TOOLS)
    assert tool_named("scale").gizmo == "scale"


def test_a_bone_that_goes_while_the_pointer_is_on_it_leaves_the_hints_as_beside_it() -> None:
    handled = Handled(row())
    handled.hand.move(*handled.place("b0"), NONE)
    handled.hand.point()
    assert handled.hand.under.bone is not None
    handled.stage.document = Document(Rig(bones=(Bone(name="other", head=(0, 0, 1), tail=(0, 0, 2)),)))
    handled.hand.see(handled.stage.look())
    assert handled.hand.under.bone is None
    assert handled.hand.says() and not any("b0" in what for _, what in handled.hand.says())


def test_over_what_can_only_be_turned_the_hint_says_so() -> None:
    still = Locks(location=(True, True, True), rotation=(False, True, True))
    handled = Handled(Document(Rig(bones=(Bone(name="roll", head=(0, 0, 1), tail=(0, 0, 2), locks=still),))))
    handled.hand.move(*handled.place("roll"), NONE)
    handled.hand.point()
    assert ("LMB", "Drag: turn roll") in handled.hand.says()
