"""Hands and fingers under the pointer: what a click takes, and what dragging a finger does."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.hands.sliders import with_slider
from pantin.rigs.euler import bend_twist_sway
from pantin.rigs.fitting.hand_joints import hand_joints
from pantin.viewport.interaction.feedback import current_hints
from pantin.viewport.tools.dragging.events import Held
from pantin.viewport.values.camera import Camera
from tests.app.person import sample
from tests.viewport.controller_driver import NONE, SHIFT, Driver
from tests.viewport.stages import look_at, seen_at

FINGERS = ("thumb", "index", "middle", "ring", "little")
ALT = Held(alt=True)


def beside(bone: str, distance: float = 0.6, yaw: float = -0.8) -> Driver:
    """The figure with its hand seen large, from where its fingers curl across the picture."""
    driver = Driver(sample("humanoid"), controls="needed")
    driver.controller.change_settings(reach="body")
    evaluated = driver.stage.look().evaluated
    place = tuple(evaluated.heads[evaluated.index[bone]].tolist())
    driver.controller.view_camera.camera = replace(Camera(), target=place, distance=distance, yaw=yaw, pitch=0.1)
    return driver


def hold(driver: Driver, bone: str, part: float = 0.8) -> tuple[float, float]:
    """Press on a bone. Returns where."""
    x, y = driver.place(bone, part)
    driver.controller.move(x, y, NONE)
    driver.controller.point()
    assert driver.controller.hovered.bone == bone
    driver.controller.press("left", x, y, NONE)
    return x, y


def turned(driver: Driver) -> set[str]:
    """The bones that the drag has turned so far."""
    posed, before = driver.stage.previews[-1].document.figure, driver.document.figure
    return {name for name in posed.rig.by_name if posed.transform(name) != before.transform(name)}


def curled(document: Document, value: float) -> Document:
    """The document with the slider of the index finger of the left hand at a value."""
    (left,) = (each for each in hand_joints(document.rig) if each.hand.bone == "hand.L")
    return with_slider(document, left, "index", value)


def degrees_of(driver: Driver, bone: str) -> tuple[float, float, float]:
    """Return how far a bone is bent, twisted and swayed in what is shown."""
    rotation = driver.stage.previews[-1].document.figure.transform(bone).rotation
    return tuple(np.degrees(bend_twist_sway(rotation)))


def test_a_click_on_the_fingers_of_a_figure_takes_the_hand_and_a_second_one_the_finger() -> None:
    driver = Driver(sample("humanoid"), controls="needed")
    for finger in FINGERS:
        at = driver.place(f"{finger}_2.L")
        driver.controller.move(*at, NONE)
        driver.controller.point()
        assert driver.controller.hovered.bone == "hand.L", "what is outlined is what a click takes"
        driver.click(*at)
        assert driver.document.selected == ("hand.L",)
        driver.click(*at)
        assert driver.document.selected[0].endswith(("_1.L", "_2.L", "_3.L"))
        driver.click(20, 20)
        assert not driver.document.selected


def test_once_a_finger_is_selected_those_of_its_hand_are_taken_at_once_and_those_of_the_other_hand_not() -> None:
    driver = Driver(sample("humanoid"), controls="needed")
    driver.stage.select(("ring_1.L",), "ring_1.L")
    driver.click(*driver.place("index_3.L"))
    assert driver.document.selected == ("index_3.L",)
    driver.click(*driver.place("index_3.R"))
    assert driver.document.selected == ("hand.R",)


def test_a_click_on_a_finger_that_is_seen_large_takes_it() -> None:
    driver = beside("middle_1.L")
    driver.click(*driver.place("index_2.L", 0.6))
    assert driver.document.selected == ("index_2.L",)


def test_a_fingertip_that_is_dragged_curls_its_finger_and_follows_the_pointer() -> None:
    driver = beside("middle_1.L")
    held = np.array(driver.stage.evaluated.matrices[driver.stage.evaluated.index["hand.L"]])
    x, y = hold(driver, "index_3.L")
    bends = []
    for value in (0.1, 0.3, 0.5, 0.7, 0.9):
        at = seen_at(look_at(curled(driver.document, value)), "index_3.L", 0.8, driver.controller.lens)
        driver.controller.move(*at, NONE)
        bends.append(degrees_of(driver, "index_2.L")[0])
        assert np.hypot(*np.subtract(driver.place("index_3.L", 0.8), at)) < 2.0, "the tip is under the pointer"
    assert turned(driver) == {"index_1.L", "index_2.L", "index_3.L"}
    assert all(after > before + 10 for before, after in pairwise(bends)), "it curls on and on"
    assert np.array_equal(driver.stage.evaluated.matrices[driver.stage.evaluated.index["hand.L"]], held)
    driver.controller.move(x, y, NONE)
    assert driver.stage.previews[-1].document.figure.pose == driver.document.figure.pose, "at its start it is as it was"
    driver.controller.move(x - 40, y - 16, NONE)
    driver.controller.release("left")
    assert driver.stage.kept[-1].label == "Curl index_3.L"


def test_with_shift_all_fingers_curl_and_what_is_curled_stays_when_it_is_let_go() -> None:
    driver = beside("middle_1.L")
    x, y = hold(driver, "middle_3.L")
    driver.controller.move(x - 50, y - 20, SHIFT)
    every = {f"{finger}_{number}.L" for finger in FINGERS for number in (2, 3)}
    assert every <= turned(driver) <= every | {f"{finger}_1.L" for finger in FINGERS}
    little = degrees_of(driver, "little_2.L")
    driver.controller.hold(NONE)
    driver.controller.move(x - 20, y - 8, NONE)
    assert degrees_of(driver, "little_2.L") == pytest.approx(little), "from there the finger alone goes on"


@pytest.mark.parametrize("finger", ["index", "middle", "ring", "little"])
def test_with_alt_the_fingers_spread(finger: str) -> None:
    driver = beside("middle_1.L", yaw=np.pi / 2)
    x, y = hold(driver, f"{finger}_3.L")
    widest = 0.0
    for way in (-60, 60):
        driver.controller.move(x + way, y, ALT)
        assert turned(driver) <= {f"{each}_1.L" for each in FINGERS[1:]}
        index, little = (degrees_of(driver, f"{each}_1.L")[2] for each in ("index", "little"))
        widest = max(widest, abs(index - little))
    assert widest > 20, "an adult's fingers spread by 34°"
    driver.controller.release("left")
    assert driver.stage.kept[-1].label == "Spread hand.L"


def test_the_thumb_goes_away_from_the_hand_with_alt() -> None:
    driver = beside("middle_1.L", yaw=np.pi / 2)
    x, y = hold(driver, "thumb_3.L")
    driver.controller.move(x + 60, y, ALT)
    assert turned(driver) == {"thumb_1.L"}


def test_a_finger_never_jumps_wherever_the_pointer_goes() -> None:
    for tip in ("index_3.L", "thumb_3.L"):
        driver = beside("middle_1.L")
        x, y = hold(driver, tip)
        before = None
        for step in range(200):
            angle, radius = step * 0.35, 4.0 + step
            driver.controller.move(x + radius * np.cos(angle), y + radius * np.sin(angle), NONE)
            bend = degrees_of(driver, tip)[0]
            far = radius * 0.35 + 1.0
            assert before is None or abs(bend - before) < 0.9 * far, "degrees for each pixel of the pointer"
            before = bend


def test_the_hints_say_what_fingers_do() -> None:
    driver = beside("middle_1.L")
    driver.controller.move(*driver.place("index_3.L"), NONE)
    driver.controller.point()
    over = current_hints(driver.controller)
    assert ("LMB", "Drag: curl the finger") in over and ("Shift", "All fingers") in over
    x, y = hold(driver, "index_3.L")
    driver.controller.move(x - 30, y, NONE)
    assert {("Shift", "All fingers"), ("Alt", "Spread")} <= set(current_hints(driver.controller))
    assert driver.controller.readout.startswith("Curl ") and driver.controller.readout.endswith(" %")


def test_several_selected_fingers_curl_together() -> None:
    driver = beside("middle_1.L")
    driver.stage.select(("index_2.L", "middle_2.L"), "index_2.L")
    x, y = hold(driver, "middle_3.L")
    driver.controller.cancel()
    driver.stage.select(("index_2.L", "middle_3.L"), "index_2.L")
    x, y = hold(driver, "middle_3.L")
    driver.controller.move(x - 50, y - 20, NONE)
    assert {"index_2.L", "middle_2.L"} <= turned(driver) and "ring_2.L" not in turned(driver)


def begun_by_key() -> tuple[Driver, float, float]:
    """The figure while the tip of an index finger is moved by the key, with the pixel where the pointer is."""
    driver = beside("middle_1.L")
    driver.stage.select(("index_3.L",), "index_3.L")
    x, y = driver.place("index_3.L", 1.0)
    driver.controller.move(x, y, NONE)
    driver.controller.begin("move")
    return driver, x, y


def test_fingers_that_are_moved_by_the_key_curl_and_the_body_stays() -> None:
    driver, x, y = begun_by_key()
    driver.controller.move(x - 50, y - 20, NONE)
    assert turned(driver) == {"index_1.L", "index_2.L", "index_3.L"}
    assert ("G", "Move plainly") in current_hints(driver.controller)
    driver.controller.press("left", x - 50, y - 20, NONE)
    assert driver.stage.kept[-1].label == "Curl index_3.L"


def test_the_key_pressed_again_moves_a_finger_as_any_bone_is_moved() -> None:
    driver, x, y = begun_by_key()
    assert driver.controller.key("g", NONE)
    driver.controller.move(x - 200, y - 20, NONE)
    assert driver.stage.previews[-1].pull is not None, "the body is asked to follow"


def test_a_hand_with_its_fingers_selected_is_moved_by_the_key() -> None:
    driver = beside("middle_1.L")
    driver.stage.select(("hand.L", "index_3.L"), "hand.L")
    driver.controller.begin("move")
    driver.controller.move(0, 0, NONE)
    assert not driver.controller.readout.startswith("Curl")
