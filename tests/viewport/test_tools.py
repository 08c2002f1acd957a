"""Tools without a screen: send events to their generators, look at what they preview and keep."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import radians

import numpy as np
import pytest

import solver.auto_ik
from rigs.document import Document
from rigs.rig import Bone, Rig
from rigs.selection import select as selecting
from solver import Grab
from tests.viewport.stages import LENS, hit_on, look_at, seen_at, standing
from viewport.camera import Camera, Lens
from viewport.events import Held, Key, Move, Press, Release, Settings, Wheel
from viewport.stage import Kept, Look, Preview
from viewport.tools import TOOLS, auto_ik, select, tool_named
from viewport.tools.move import move
from viewport.tools.rotate import rotate, swept
from viewport.tools.typed import number, typed
from viewport.tools.way import Way, after_key, step

FRONT = Lens(Camera(target=(0, 0, 1), distance=4.0, yaw=0.0, pitch=0.0), 800, 600)
PIXEL = FRONT.pixel(np.array([0.0, 0.0, 1.0]))
PLAIN = Settings(auto_ik=False)


def handle_rig() -> Look:
    """One free handle at 1 m, selected."""
    bone = Bone(name="handle", head=(0, 0, 1), tail=(0, 0, 1.2), kind="handle")
    return look_at(Document(Rig(bones=(bone,)), ("handle",), "handle"))


def chain_rig() -> Look:
    """Three connected bones, upwards, along Z."""
    bones = tuple(
        Bone(
            name=f"b{i}",
            parent=f"b{i - 1}" if i else None,
            head=(0, 0, i * 0.3),
            tail=(0, 0, (i + 1) * 0.3),
            connected=i > 0,
        )
        for i in range(3)
    )
    return look_at(Document(Rig(bones=bones)))


def run(tool, look: Look, press: Press, *events) -> Preview:
    """What a tool shows after the events."""
    drag = tool(look, press)
    shown = next(drag)
    for event in events:
        shown = drag.send(event)
    return shown


def kept(tool, look: Look, press: Press, *events) -> Kept | None:
    """What a tool leaves behind."""
    drag = tool(look, press)
    next(drag)
    for event in events:
        drag.send(event)
    with pytest.raises(StopIteration) as end:
        drag.send(Release())
    return end.value.value


def to(x: float, y: float, **held: bool) -> Move:
    return Move(x, y, (x, y), Held(**held))


def from_keyboard(settings: Settings = PLAIN, lens: Lens = FRONT) -> Press:
    return Press(400, 300, lens, settings=settings, keyboard=True)


def location(preview: Preview, name: str = "handle") -> np.ndarray:
    """Where the bone went, armature space; the handle's own Y is Z, its X is X."""
    bone = preview.document.rig.by_name[name]
    look = look_at(preview.document)
    axes = np.asarray(look.evaluated.matrices[0])[:3, :3]
    return axes @ np.array(preview.document.rig.transform(bone.name).location)


# Select


def pressed(look: Look, name: str | None, **held: bool) -> Press:
    return Press(0, 0, LENS, hit_on(look, name) if name else None, held=Held(**held))


def test_a_click_selects_alone_and_a_click_on_nothing_selects_nothing() -> None:
    look = standing()
    assert select.clicked(look.document, pressed(look, "hand.L")) == (("hand.L",), "hand.L")
    chosen = selecting(look.document, ["head", "hand.L"])
    assert select.clicked(chosen, pressed(look, None)) == ((), None)
    assert select.clicked(chosen, pressed(look, None, shift=True)) == (("head", "hand.L"), "hand.L")


@pytest.mark.parametrize("key", ["shift", "ctrl"])
def test_with_shift_or_ctrl_a_bone_joins_becomes_active_and_leaves(key: str) -> None:
    look = standing()
    document = selecting(look.document, ["head", "hand.L"], "hand.L")
    assert select.clicked(document, pressed(look, "foot.R", **{key: True})) == (("head", "hand.L", "foot.R"), "foot.R")
    assert select.clicked(document, pressed(look, "head", **{key: True})) == (("hand.L", "head"), "head")
    assert select.clicked(document, pressed(look, "hand.L", **{key: True})) == (("head",), "head")


# Move


def test_g_moves_in_the_plane_of_the_picture_with_the_pointer() -> None:
    shown = run(move, handle_rig(), from_keyboard(), to(450, 260))
    assert location(shown) == pytest.approx([50 * PIXEL, 0, 40 * PIXEL], abs=1e-9)
    assert shown.readout.startswith("Dx 0.1") and "Dy 0.000" in shown.readout


def test_axis_keys_keep_to_the_axis_then_to_the_bones_own_then_let_go() -> None:
    look, press, there = handle_rig(), from_keyboard(), to(450, 260)
    along_x = run(move, look, press, there, Key("x"))
    assert location(along_x) == pytest.approx([50 * PIXEL, 0, 0], abs=1e-9)
    own_y = run(move, look, press, there, Key("y"), Key("y"))
    assert location(own_y) == pytest.approx([0, 0, 40 * PIXEL], abs=1e-9)
    assert "along Y, own axes" in own_y.readout and own_y.overlay.guides
    free = run(move, look, press, there, Key("y"), Key("y"), Key("y"))
    assert location(free) == pytest.approx(location(run(move, look, press, there)))
    other = run(move, look, press, there, Key("x"), Key("z"))
    assert location(other) == pytest.approx([0, 0, 40 * PIXEL], abs=1e-9)


def test_typed_metres_overrule_the_pointer_and_backspace_takes_them_back() -> None:
    look, press, there = handle_rig(), from_keyboard(), to(450, 260)
    keys = [Key("z"), *(Key(key) for key in ".25-")]
    assert location(run(move, look, press, there, *keys)) == pytest.approx([0, 0, -0.25])
    assert run(move, look, press, there, *keys).readout == "−.25 m  along Z"
    back = [*keys, *[Key("backspace")] * 4]
    assert location(run(move, look, press, there, *back)) == pytest.approx([0, 0, 40 * PIXEL], abs=1e-9)


def test_ctrl_snaps_to_round_steps_and_letting_go_of_it_does_not() -> None:
    snapped = location(run(move, handle_rig(), from_keyboard(), to(437, 300, ctrl=True)))
    whole = snapped[0] / step(FRONT, np.array([0, 0, 1.0]))
    assert whole == pytest.approx(round(whole)) and round(whole) != 0
    free = location(run(move, handle_rig(), from_keyboard(), to(437, 300, ctrl=True), to(437, 300)))
    assert free[0] == pytest.approx(37 * PIXEL)


@pytest.mark.parametrize(
    ("part", "expected"), [("x", (1, 0, 0)), ("z", (0, 0, 1)), ("xz", (1, 0, 1)), ("centre", (1, 0, 1))]
)
def test_the_parts_of_the_gizmo_keep_to_their_directions(part: str, expected: tuple) -> None:
    press = Press(400, 300, FRONT, part=part, settings=PLAIN)
    shown = location(run(move, handle_rig(), press, to(450, 260)))
    assert shown == pytest.approx(np.array(expected) * (50 * PIXEL, 0, 40 * PIXEL), abs=1e-9)


def test_an_axis_that_points_at_the_eye_follows_the_pointer_up_and_down() -> None:
    shown = location(run(move, handle_rig(), from_keyboard(), to(450, 260), Key("y")))
    assert shown == pytest.approx([0, 40 * PIXEL, 0], abs=1e-9)


def test_every_move_is_reckoned_from_the_press() -> None:
    look, press = handle_rig(), from_keyboard()
    wandered = run(move, look, press, to(10, 10), to(700, 20), Wheel(3), to(450, 260))
    assert location(wandered) == pytest.approx(location(run(move, look, press, to(450, 260))))
    assert location(run(move, look, press, to(450, 260), to(400, 300))) == pytest.approx([0, 0, 0])


def test_moving_nothing_is_nothing() -> None:
    look = look_at(Document(handle_rig().document.rig))
    with pytest.raises(StopIteration) as end:
        next(move(look, from_keyboard()))
    assert end.value.value is None


def test_what_is_kept_is_the_last_preview_under_a_label() -> None:
    result = kept(move, handle_rig(), from_keyboard(), to(450, 260))
    assert result is not None and result.label == "Move handle"
    assert location(result.preview) == pytest.approx([50 * PIXEL, 0, 40 * PIXEL], abs=1e-9)


def test_a_bone_that_another_selected_one_carries_is_moved_once() -> None:
    bones = (
        Bone(name="root", head=(0, 0, 0), tail=(0, 0, 1)),
        Bone(name="child", parent="root", head=(0, 0, 1), tail=(0, 0, 1.5)),
    )
    look = look_at(Document(Rig(bones=bones), ("root", "child"), "child"))
    shown = run(move, look, from_keyboard(), to(450, 300))
    assert set(shown.document.rig.pose) == {"root"}


def test_without_auto_ik_a_hanging_bone_swings_towards_the_pointer() -> None:
    look = chain_rig()
    x, y = seen_at(look, "b1", 1.0, FRONT)
    press = Press(x, y, FRONT, hit_on(look, "b1", 1.0), settings=PLAIN)
    across = 0.3 / PIXEL
    shown = run(move, look, press, to(x + across, y + across))
    assert set(shown.document.rig.pose) == {"b1"}
    turn = 2 * np.arccos(min(abs(shown.document.rig.transform("b1").rotation[3]), 1.0))
    assert turn == pytest.approx(radians(90), abs=1e-6)
    assert shown.document.active == "b1" and shown.grabs == ()


# Rotate


def test_r_turns_about_the_line_of_sight_like_the_pointer_around_the_pivot() -> None:
    look = chain_rig()
    look = replace(look, document=selecting(look.document, ["b0"]))
    x, y = seen_at(look, "b0", 0.0, FRONT)
    press = Press(x + 100, y, FRONT, settings=PLAIN, keyboard=True)
    shown = run(rotate, look, press, to(x, y - 100))
    assert shown.readout == "Rotate 90.0° about the line of sight"
    assert abs(shown.document.rig.transform("b0").rotation[3]) == pytest.approx(np.cos(radians(45)), abs=1e-6)


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("degrees", [-120, -30, 45, 170])
def test_the_angle_swept_is_that_between_two_places_on_the_ring(axis: int, degrees: float) -> None:
    lens = Lens(Camera(target=(0, 0, 1), distance=4.0, yaw=0.5, pitch=0.4), 800, 600)
    pivot, normal = np.array([0.1, 0.0, 1.0]), np.eye(3)[axis]
    start = np.roll(normal, 1) * 0.3
    turned = start * np.cos(radians(degrees)) + np.cross(normal, start) * np.sin(radians(degrees))
    first, second = lens.project([pivot + start, pivot + turned])[:, :2]
    assert swept(lens, pivot, normal, tuple(first), tuple(second)) == pytest.approx(radians(degrees))


def test_a_ring_seen_from_its_edge_follows_the_pointer_along_it() -> None:
    pivot = np.array([0.0, 0.0, 1.0])
    assert swept(FRONT, pivot, np.array([0, 0, 1.0]), (400, 300), (474, 300)) == pytest.approx(1.0, abs=0.02)
    assert swept(FRONT, pivot, np.array([1.0, 0, 0]), (400, 300), (400, 226)) == pytest.approx(-1.0, abs=0.02)


def test_dragging_a_bone_with_the_rotate_tool_turns_it_even_with_auto_ik_on() -> None:
    look = chain_rig()
    x, y = seen_at(look, "b1", 0.0, FRONT)
    press = Press(x, y - 60, FRONT, hit_on(look, "b1"), settings=Settings(auto_ik=True))
    shown = run(tool_named("rotate").drag, look, press, to(x + 60, y))
    assert shown.grabs == () and shown.chain_length is None and set(shown.document.rig.pose) == {"b1"}
    assert shown.readout == "Rotate −90.0° about the line of sight" and shown.document.active == "b1"


def test_typed_degrees_and_snapping() -> None:
    look = chain_rig()
    look = replace(look, document=selecting(look.document, ["b0"]))
    x, y = seen_at(look, "b0", 0.0, FRONT)
    press = Press(x + 100, y, FRONT, settings=PLAIN, keyboard=True)
    turned = run(rotate, look, press, to(x, y - 80), Key("x"), Key("9"), Key("0"))
    assert turned.readout == "Rotate 90° about X"
    snapped = run(rotate, look, press, to(x + 90, y - 41, ctrl=True))
    angle = float(snapped.readout.split("°")[0].removeprefix("Rotate "))
    assert angle % 5 == pytest.approx(0) and angle == 25


def test_rings_turn_about_the_bones_own_axes() -> None:
    look = chain_rig()
    look = replace(look, document=selecting(look.document, ["b0"]))
    shown = run(rotate, look, Press(400, 300, FRONT, part="y", settings=PLAIN), to(420, 300))
    assert shown.readout.endswith("about Y, own axes")


# Auto IK, told what the solver is asked for


@dataclass(frozen=True)
class Asked:
    """Stands in for the solver's pull: says what it was asked."""

    document: Document
    bone: str
    length: int
    longest: int = 4
    moves: str = "chain"
    mover: str = ""

    @property
    def lit(self) -> tuple[str, ...]:
        return tuple(f"lit{i}" for i in range(self.length))

    def to(self, offset: np.ndarray) -> tuple[Document, tuple[Grab, ...]]:
        return self.document, (Grab(self.bone, self.length, tuple(offset)),)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def pull(document, evaluated, bone, length):
        return Asked(document, bone, length or 4)

    monkeypatch.setattr(solver.auto_ik, "pull", pull)


def grabbing(look: Look, name: str, chain_length: int = 0, lens: Lens = LENS) -> Press:
    x, y = seen_at(look, name, 0.5, lens)
    return Press(x, y, lens, hit_on(look, name), settings=Settings(True, chain_length))


def test_a_drag_pulls_the_bone_by_what_the_pointer_covers_at_its_depth(asked: None) -> None:
    look = standing()
    press = grabbing(look, "hand.L")
    shown = run(move, look, press, to(press.x + 60, press.y - 90))
    pixel = LENS.pixel(hit_on(look, "hand.L").point)
    expected = 60 * pixel * LENS.camera.axes[0] + 90 * pixel * LENS.camera.axes[1]
    assert shown.grabs[0].bone == "hand.L"
    assert shown.grabs[0].goal == pytest.approx(expected, abs=1e-6)
    assert shown.document.active == "hand.L" and shown.document.selected == ("hand.L",)


def test_the_chain_is_lit_and_its_length_stands_beside_the_pointer(asked: None) -> None:
    look = standing()
    press = grabbing(look, "hand.L", 3)
    bubble = run(move, look, press, to(200, 150)).overlay.bubble
    assert bubble is not None and (bubble.count, bubble.longest, bubble.at) == (3, 4, (200, 150))
    assert run(move, look, press).overlay.lit == ("lit0", "lit1", "lit2")


@pytest.mark.parametrize("held", [Held(), Held(ctrl=True), Held(shift=True)])
def test_wheel_down_and_page_up_lengthen_during_a_drag_with_any_of_the_keys(asked: None, held: Held) -> None:
    look = standing()
    press, there = grabbing(look, "hand.L"), to(300, 200)
    assert run(move, look, press, there, Wheel(-1, held)).chain_length == 1
    assert run(move, look, press, there, Wheel(-2, held), Key("page up", held)).chain_length == 3
    assert run(move, look, press, there, Wheel(-2, held), Wheel(1, held)).chain_length == 1
    assert run(move, look, press, there, Key("page up", held), Key("page down", held)).chain_length == 0
    longer = run(move, look, press, there, Key("page up", held))
    assert longer.grabs[0].goal == pytest.approx(run(move, look, press, there).grabs[0].goal)


def test_before_a_drag_page_keys_count_plain_or_with_ctrl_and_the_wheel_only_with_ctrl() -> None:
    ctrl, shift = Held(ctrl=True), Held(shift=True)
    assert [auto_ik.steps_before(Key("page up", held)) for held in (Held(), ctrl, shift)] == [1, 1, 0]
    assert [auto_ik.steps_before(Key("page down", held)) for held in (Held(), ctrl, shift)] == [-1, -1, 0]
    assert [auto_ik.steps_before(Wheel(-1, held)) for held in (Held(), ctrl, shift)] == [0, 1, 0]


def test_the_first_step_up_gives_one_and_down_from_one_gives_all_again() -> None:
    assert auto_ik.lengthened(0, 5, 1) == 1
    assert auto_ik.lengthened(1, 5, -1) == 0
    assert auto_ik.lengthened(2, 5, -1) == 1
    assert auto_ik.lengthened(0, 5, -1) == 0


def test_a_drag_is_labelled_by_its_bone(asked: None) -> None:
    look = standing()
    result = kept(move, look, grabbing(look, "hand.L"), to(300, 200))
    assert result is not None and result.label == "Drag hand.L" and result.preview.grabs


def test_a_drag_of_one_of_several_selected_bones_keeps_the_selection(asked: None) -> None:
    look = standing()
    look = replace(look, document=selecting(look.document, ["head", "hand.L"], "head"))
    shown = run(move, look, grabbing(look, "hand.L"), to(300, 200))
    assert shown.document.selected == ("head", "hand.L") and shown.document.active == "hand.L"


# Pieces


def test_typing_a_number() -> None:
    text = ""
    for key in ("-", "1", ".", "5", ".", "x", "0"):
        text = typed(text, key)
    assert text == "-1.50" and number(text) == -1.5
    assert number("") is None and number("-.") is None
    assert typed("-1", "-") == "1" and typed("1", "backspace") == ""


def test_the_ways_of_a_drag_take_turns() -> None:
    own = np.eye(3)[[1, 2, 0]]
    first = after_key(Way(), "x", own)
    second = after_key(first, "x", own)
    assert (first.name, second.name) == ("along X", "along X, own axes")
    assert second.axes is own and after_key(second, "x", own).name == ""
    assert after_key(first, "7", own) is first


def test_tools_have_names_and_keys_of_their_own() -> None:
    assert len({tool.name for tool in TOOLS}) == len({tool.key for tool in TOOLS}) == len(TOOLS)
    assert tool_named("rotate").modal == "r"
