"""Moving without a screen: send events to the generator, look at what it previews and keeps."""

from __future__ import annotations

from math import radians

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs.document import Document
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.joint import Locks
from pantin.rigs.pose import Transform
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.templates import biped
from pantin.solver.edits.posing import posing
from pantin.solver.edits.posing.chosen_bones import Chosen
from pantin.viewport.tools.dragging import drag_overlay
from pantin.viewport.tools.dragging.drag_axes import step
from pantin.viewport.tools.dragging.events import Key, Middle, Press, Wheel
from pantin.viewport.tools.dragging.typed_number import Typed, number, typed
from pantin.viewport.tools.move import move
from pantin.viewport.tools.rotate import rotate
from pantin.viewport.tools.scale import scale
from pantin.viewport.values.stage import Look
from tests.viewport.drags import (
    FRONT,
    PIXEL,
    PLAIN,
    chain_rig,
    from_keyboard,
    handle_rig,
    kept,
    keys,
    location,
    run,
    settings,
    to,
    with_selected,
)
from tests.viewport.stages import LENS, hit_on, look_at, seen_at, standing


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
    press = Press(400, 300, FRONT, part=part, settings=settings(orientation="global"))
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
    look = look_at(Document.of(handle_rig().document.figure))
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
    look = look_at(Document.of(Rig(bones=bones), selected=("root", "child"), active="child"))
    shown = run(move, look, from_keyboard(), to(450, 300))
    assert set(shown.document.figure.pose.bones) == {"root"}


def test_without_auto_ik_a_hanging_bone_swings_towards_the_pointer() -> None:
    look = chain_rig()
    x, y = seen_at(look, "b1", 1.0, FRONT)
    press = Press(x, y, FRONT, hit_on(look, "b1", 1.0), settings=PLAIN)
    across = 0.3 / PIXEL
    shown = run(move, look, press, to(x + across, y + across))
    assert set(shown.document.figure.pose.bones) == {"b1"}
    turn = 2 * np.arccos(min(abs(shown.document.figure.transform("b1").rotation[3]), 1.0))
    assert turn == pytest.approx(radians(90), abs=1e-6)
    assert shown.document.active == "b1" and shown.grabs == ()


def test_the_gizmo_goes_along_the_chosen_axes() -> None:
    look = handle_rig()

    def along(part: str, orientation: str) -> np.ndarray:
        press = Press(400, 300, FRONT, part=part, settings=settings(orientation=orientation))
        return location(run(move, look, press, to(450, 260)))

    up, right = [0, 0, 40 * PIXEL], [50 * PIXEL, 0, 0]
    assert along("y", "local") == pytest.approx(up, abs=1e-9)
    assert along("z", "global") == pytest.approx(up, abs=1e-9)
    assert along("y", "view") == pytest.approx(up, abs=1e-9)
    assert along("x", "view") == pytest.approx(right, abs=1e-9)
    assert along("z", "parent") == pytest.approx(up, abs=1e-9), "the parent of a root is the armature"


def test_shift_and_a_letter_leave_that_axis_out() -> None:
    look, press, there = handle_rig(), from_keyboard(), to(450, 260)
    shown = run(move, look, press, there, *keys("X"))
    assert location(shown) == pytest.approx([0, 0, 40 * PIXEL], abs=1e-9)
    assert shown.readout.endswith("in YZ") and len(shown.overlay.guides) == 2
    own = run(move, look, press, there, *keys("Y", "Y"))
    assert own.readout.endswith("in XZ, own axes")
    assert location(own) == pytest.approx([50 * PIXEL, 0, 0], abs=1e-9)


@pytest.mark.parametrize("orientation", ["global", "parent", "view"])
def test_a_letter_typed_twice_is_the_bones_own_axis(orientation: str) -> None:
    shown = run(move, handle_rig(), from_keyboard(settings(orientation=orientation)), to(450, 260), *keys("y", "y"))
    assert location(shown) == pytest.approx([0, 0, 40 * PIXEL], abs=1e-9) and "own axes" in shown.readout


def test_where_local_is_set_a_letter_is_the_bones_own_axis_at_once_and_twice_the_armatures() -> None:
    press = from_keyboard(settings(orientation="local"))
    once, twice = (run(move, handle_rig(), press, to(450, 260), *keys(*"y" * count)) for count in (1, 2))
    assert location(once) == pytest.approx([0, 0, 40 * PIXEL], abs=1e-9) and "along Y, own axes" in once.readout
    assert abs(location(twice)[1]) > 0.01 and twice.readout.endswith("along Y")


def test_tab_goes_on_to_the_number_of_the_next_axis() -> None:
    look, press = handle_rig(), from_keyboard()
    assert location(run(move, look, press, *keys(*"1", "tab", *".5", "tab", *"-2"))) == pytest.approx([1, 0.5, -2])
    assert location(run(move, look, press, *keys("X", *"1", "tab", *"2"))) == pytest.approx([0, 1, 2])
    around = run(move, look, press, *keys("x", *"1", "tab", "2"))
    assert location(around) == pytest.approx([12, 0, 0]), "one axis has one number"
    assert run(move, look, press, *keys(*"1", "tab", "2")).readout == "1  [2] m  X  Y"


@pytest.mark.parametrize(("pointer", "axis"), [((470, 304), 0), ((404, 220), 2)])
def test_the_middle_button_chooses_the_axis_that_the_pointer_went_along(pointer: tuple, axis: int) -> None:
    look, press = handle_rig(), from_keyboard()
    chosen = run(move, look, press, Middle(True), to(*pointer), Middle(False), to(460, 240))
    expected = np.zeros(3)
    expected[axis] = (60 * PIXEL, 0, 60 * PIXEL)[axis]
    assert location(chosen) == pytest.approx(expected, abs=1e-9)
    free = run(move, look, press, Middle(True), to(*pointer), Middle(False), Middle(True), Middle(False), to(460, 240))
    assert location(free) == pytest.approx([60 * PIXEL, 0, 60 * PIXEL], abs=1e-9)


def test_a_pointer_that_the_middle_button_caught_at_rest_chooses_no_axis() -> None:
    still = run(move, handle_rig(), from_keyboard(), Middle(True), to(401, 301), Middle(False), to(460, 240))
    assert location(still) == pytest.approx([60 * PIXEL, 0, 60 * PIXEL], abs=1e-9)


def test_a_drag_shows_where_it_began_and_how_far_it_went() -> None:
    look = handle_rig()
    shown = run(move, look, from_keyboard(), to(450, 300))
    assert np.array_equal(shown.overlay.ghost, look.evaluated.matrices)
    assert [label.text for label in shown.overlay.labels] == ["158 mm"]
    assert run(move, look, from_keyboard(), to(401, 300)).overlay.labels == ()


def test_several_bones_go_along_axes_of_their_own() -> None:
    bones = (
        Bone(name="up", head=(0, 0, 0), tail=(0, 0, 1)),
        Bone(name="right", head=(1, 0, 0), tail=(2, 0, 0)),
    )
    look = with_selected(look_at(Document.of(Rig(bones=bones))), "right", "up")
    shown = look_at(run(move, look, from_keyboard(), *keys("y", "y", "1")).document).evaluated
    assert shown.heads == pytest.approx(np.array([[0, 0, 1], [2, 0, 0]]), abs=1e-9)


def test_without_auto_ik_the_handle_moves_for_a_bone_that_ik_holds() -> None:
    look = with_selected(standing(), "hand.L")
    shown = run(move, look, from_keyboard(lens=LENS), to(430, 300))
    assert set(shown.document.figure.pose.bones) == {"hand_ik.L", "elbow_pole.L"} and shown.document.selected == (
        "hand.L",
    )


@given(st.lists(st.tuples(st.integers(0, 800), st.integers(0, 600)), max_size=5), st.sampled_from(["", "x", "Y", "zz"]))
def test_there_and_back_is_exactly_the_start(places: list, letters: str) -> None:
    look = handle_rig()
    shown = run(move, look, from_keyboard(), *(to(*place) for place in places), *keys(*letters), to(400, 300))
    assert shown.document == look.document


@pytest.mark.parametrize("tool", (move, rotate, scale))
def test_what_a_drag_needs_to_know_is_found_at_the_press_and_not_for_every_move(tool, monkeypatch) -> None:
    """Of the handle of a limb, and of the pole that goes with it."""
    found: list[tuple[str, ...]] = []
    monkeypatch.setattr(posing, "Chosen", lambda *given: (found.append(tuple(given[2])), Chosen(*given))[1])
    look = with_selected(look_at(Document.of(biped.rig())), "hand_ik.L")
    for again in range(2):
        run(tool, look, from_keyboard(), *(to(450 + 5 * step, 260) for step in range(1 + 3 * again)))
    assert len(found) == 2 * len(set(found)) == (4 if tool is move else 2)


def test_what_lies_beside_a_drag_is_made_once_and_only_when_it_is_asked_for(monkeypatch) -> None:
    """The pointer moves more often than pictures are painted."""
    made: list[int] = []
    line = drag_overlay.displacement
    monkeypatch.setattr(drag_overlay, "displacement", lambda *given: (made.append(1), line(*given))[1])
    shown = run(move, handle_rig(), from_keyboard(), to(450, 260), to(460, 260))
    assert not made
    assert shown.overlay.labels and shown.overlay.shapes and len(made) == 1


def locked(look: Look, name: str, **locks: tuple) -> Look:
    """The same look with channels of a bone locked."""
    bones = (msgspec.structs.replace(b, locks=Locks(**locks)) if b.name == name else b for b in look.document.rig.bones)
    rig = msgspec.structs.replace(look.document.rig, bones=tuple(bones))
    return look_at(look.document.with_rig(rig))


def test_a_locked_position_stays_to_the_bit() -> None:
    look = locked(handle_rig(), "handle", location=(True, False, True))
    look = look_at(with_transforms(look.document, {"handle": Transform(location=(0.1, 0.2, 0.3))}))
    pose = run(move, look, from_keyboard(), to(473, 221)).document.figure.transform("handle")
    assert (pose.location[0], pose.location[2]) == (0.1, 0.3) and pose.location[1] != 0.2


# Pieces


def test_typing_a_number() -> None:
    text = ""
    for key in ("-", "1", ".", "5", ".", "x", "0"):
        text = typed(text, key)
    assert text == "-1.50" and number(text) == -1.5
    assert number("") is None and number("-.") is None
    assert typed("-1", "-") == "1" and typed("1", "backspace") == ""


def test_typing_several_numbers() -> None:
    found = Typed()
    for key in ("tab", "1", "tab", "2", "tab", "tab", "3"):
        found = found.key(key, 3)
    assert found.numbers() == (13.0, 2.0, 0.0) and found.numbers(1.0) == (13.0, 2.0, 1.0)
    assert Typed().numbers() is None and not Typed()
