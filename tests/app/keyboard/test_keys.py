"""Every row of the tables of mouse and drag is true: each key in it is pressed on a real view, in both presets."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.keyboard.key_tables import drag, pointer
from pantin.app.keyboard.keymap import PRESETS, Keymap
from pantin.rigs.editing.selection import select
from tests.viewport.driven import (
    ALT,
    CTRL,
    LEFT,
    MIDDLE,
    NONE,
    RIGHT,
    SHIFT,
    Driven,
)

Qt = QtCore.Qt
Proof = Callable[[Driven, str], None]

BUTTONS = {"LMB": LEFT, "MMB": MIDDLE, "RMB": RIGHT}
HELD = {"Shift": SHIFT, "Ctrl": CTRL, "Alt": ALT}
CODES = {
    "PageUp": Qt.Key.Key_PageUp,
    "PageDown": Qt.Key.Key_PageDown,
    "Esc": Qt.Key.Key_Escape,
    "Enter": Qt.Key.Key_Return,
    "Space": Qt.Key.Key_Space,
    "Tab": Qt.Key.Key_Tab,
    "-": Qt.Key.Key_Minus,
    ".": Qt.Key.Key_Period,
}
POLE = "knee_pole.L"


def held_in(keys: str) -> Qt.KeyboardModifier:
    """The modifier keys of a combination: "Shift MMB"."""
    found = NONE
    for part in keys.split()[:-1]:
        found |= HELD[part]
    return found


def press(driven: Driven, keys: str) -> None:
    """A key of a row, whatever it is: "Shift X", "Wheel down", "RMB"."""
    *_, last = keys.split()
    if keys.startswith("Wheel"):
        driven.wheel(-1 if last == "down" else 1)
    elif last in BUTTONS:
        driven.press(BUTTONS[last], held_in(keys))
        driven.release(BUTTONS[last], held_in(keys))
    else:
        driven.key(CODES.get(last) or Qt.Key(ord(last)), held_in(keys))


def drag_with(driven: Driven, keys: str, start: tuple, way: tuple) -> None:
    """A drag with a button of the mouse, and what is held with it."""
    button = BUTTONS[keys.split()[-1]]
    driven.drag(start, (start[0] + way[0], start[1] + way[1]), button, held_in(keys))


def aside(driven: Driven) -> tuple[float, float]:
    """A place beside the figure."""
    return 150.0, 250.0


def begin(driven: Driven, name: str, *bones: str) -> str:
    """Something begun by a key, and its pointer on the way. Returns the read-out."""
    driven.stage.document = select(driven.stage.document, bones or (POLE,), (bones or (POLE,))[-1])
    driven.stage.show()
    driven.move(400, 300)
    driven.view.begin(name)
    driven.move(430, 287)
    return readout(driven)


def readout(driven: Driven) -> str:
    return driven.stage.previews[-1].readout


def pull(driven: Driven) -> None:
    """The head is held with the left button, with a chain of two."""
    driven.view.change_settings(chain_length=2)
    driven.move(*driven.place("head"))
    driven.press()
    driven.move(driven.at.x() + 8, driven.at.y() + 8)


# Mouse


def selects_poses_and_boxes(driven: Driven, keys: str) -> None:
    driven.click(*driven.place("neck"))
    assert driven.stage.document.selected == ("neck",)
    drag_with(driven, keys, driven.place("hand.L"), (10, -40))
    assert driven.stage.kept[-1].label.startswith("Drag")
    drag_with(driven, keys, (150, 10), (600, 660))
    assert len(driven.stage.document.selected) > 50


def takes_the_bone_behind(driven: Driven, keys: str) -> None:
    driven.view.look_from("right")
    at = driven.place("hand.R", 0.3)
    taken = set()
    for _ in range(3):
        driven.click(*at)
        taken.add(driven.stage.document.selected)
    assert len(taken) > 1


def adds_and_takes_out(driven: Driven, keys: str) -> None:
    driven.click(*driven.place("neck"))
    driven.click(*driven.place("hand.L"), held=held_in(keys))
    assert driven.stage.document.selected == ("neck", "hand.L")
    driven.move(10, 10)
    driven.click(*driven.place("hand.L"), held=held_in(keys))
    assert driven.stage.document.selected == ("neck",)


def adds_a_box(driven: Driven, keys: str) -> None:
    driven.click(*driven.place("foot.R"))
    x, y = driven.place("head")
    drag_with(driven, keys, (x - 200, 10), (400, y))
    assert {"foot.R", "head"} <= set(driven.stage.document.selected)


def draws_a_lasso(driven: Driven, keys: str) -> None:
    driven.move(150, 10, held_in(keys))
    driven.press(LEFT, held_in(keys))
    for at in ((700, 10), (700, 650), (150, 650)):
        driven.move(*at, held_in(keys))
    assert len(driven.stage.previews[-1].overlay.shapes[0].points) > 3
    driven.release(LEFT, held_in(keys))
    assert len(driven.stage.document.selected) > 50


def asks_for_a_menu(driven: Driven, keys: str) -> None:
    asked: list = []
    driven.view.context_asked.connect(lambda place, bone: asked.append(bone))
    driven.move(*driven.place("neck"))
    driven.view._input.point()
    if keys == "Menu":
        event = QtGui.QContextMenuEvent(QtGui.QContextMenuEvent.Reason.Keyboard, QtCore.QPoint(), QtCore.QPoint())
        QtWidgets.QApplication.sendEvent(driven.view, event)
    else:
        press(driven, keys)
    assert asked == ["neck"]


def orbits(driven: Driven, keys: str) -> None:
    before = driven.view.camera
    drag_with(driven, keys, aside(driven), (60, 20))
    assert driven.view.camera.yaw != before.yaw and driven.view.camera.pitch != before.pitch


def pans(driven: Driven, keys: str) -> None:
    before = driven.view.camera
    drag_with(driven, keys, aside(driven), (60, 20))
    after = driven.view.camera
    assert (after.yaw, after.distance) == (before.yaw, before.distance) and after.target != before.target


def zooms_to_the_pointer(driven: Driven, keys: str) -> None:
    driven.move(*driven.place("hand.L"))
    before, distance = driven.place("hand.L"), driven.view.camera.distance
    driven.wheel(2)
    assert driven.view.camera.distance < distance
    assert np.hypot(*np.subtract(driven.place("hand.L"), before)) < 3.0


def zooms(driven: Driven, keys: str) -> None:
    before = driven.view.camera
    drag_with(driven, keys, aside(driven), (0, 60))
    after = driven.view.camera
    assert after.distance != before.distance and after.yaw == before.yaw


def sets_the_chain(driven: Driven, keys: str) -> None:
    driven.stage.select(("head",), "head")
    driven.view.change_settings(chain_length=2)
    driven.wheel(-1, CTRL)
    assert driven.view.settings.chain_length == 3
    driven.wheel(1, CTRL)
    assert driven.view.settings.chain_length == 2


def steers_by_fingers(driven: Driven, keys: str) -> None:
    seen = [driven.view.camera]
    for held in (NONE, SHIFT, CTRL):
        driven.fingers(30, 20, held)
        seen.append(driven.view.camera)
    assert seen[1].yaw != seen[0].yaw and seen[2].target != seen[1].target and seen[3].distance != seen[2].distance
    driven.pinch(Qt.NativeGestureType.ZoomNativeGesture, 0.2)
    assert driven.view.camera.distance < seen[3].distance


# While dragging


def keeps_to_an_axis(driven: Driven, keys: str) -> None:
    free = begin(driven, "move")
    press(driven, keys)
    assert readout(driven).endswith(f"along {keys}")
    press(driven, keys)
    assert readout(driven).endswith(f"along {keys}, own axes")
    press(driven, keys)
    assert readout(driven) == free


def keeps_to_a_plane(driven: Driven, keys: str) -> None:
    begin(driven, "move")
    press(driven, keys)
    assert readout(driven).endswith(f"in {'XYZ'.replace(keys[-1], '')}")


def keeps_to_the_pointers_axis(driven: Driven, keys: str) -> None:
    begin(driven, "move")
    driven.press(BUTTONS[keys])
    driven.move(402, 200)
    driven.release(BUTTONS[keys])
    assert readout(driven).endswith("along Z")


def takes_what_is_typed(driven: Driven, keys: str) -> None:
    for name, typed, words in (("move", "1.5", "1.5 m"), ("rotate", "-40", "−40°"), ("scale", "2", "× 2")):
        free = begin(driven, name)
        for key in typed:
            press(driven, key)
        assert words in readout(driven).replace("40-", "-40")
        for _ in typed:
            driven.key(Qt.Key.Key_Backspace)
        assert readout(driven) == free
        press(driven, "Esc")


def goes_on_to_the_next_axis(driven: Driven, keys: str) -> None:
    begin(driven, "move")
    for key in ("1", keys, "2"):
        press(driven, key)
    assert readout(driven).startswith("1  [2] m")


def is_fine(driven: Driven, keys: str) -> None:
    offsets = []
    for held in (NONE, HELD[keys]):
        begin(driven, "move")
        driven.move(530, 287, held)
        offsets.append(float(readout(driven).split("(")[1].split(")")[0]))
        press(driven, "Esc")
    assert 0 < offsets[1] < 0.5 * offsets[0]


def snaps(driven: Driven, keys: str) -> None:
    for name, step in (("move", 0.01), ("rotate", 5.0), ("scale", 0.1)):
        begin(driven, name)
        driven.move(437, 281, HELD[keys])
        number = float(readout(driven).replace("−", "-").replace("°", "").replace("× ", "").split()[1])
        assert number == pytest.approx(round(number / step) * step, abs=1e-9), readout(driven)
        press(driven, "Esc")
    pull(driven)
    driven.move(driven.at.x() + 33, driven.at.y() - 21, HELD[keys])
    for number in readout(driven).replace("−", "-").split()[1:6:2]:
        assert float(number) == pytest.approx(round(float(number), 2), abs=1e-9), "what is pulled snaps too"


def lengthens(driven: Driven, keys: str) -> None:
    pull(driven)
    press(driven, keys)
    assert driven.view.settings.chain_length == 3


def shortens(driven: Driven, keys: str) -> None:
    pull(driven)
    press(driven, keys)
    assert driven.view.settings.chain_length == 1


def makes_a_trackball(driven: Driven, keys: str) -> None:
    begin(driven, "rotate")
    press(driven, keys)
    assert readout(driven).startswith("Trackball")
    press(driven, keys)
    assert readout(driven).startswith("Rotate")


def takes_another_tool(driven: Driven, keys: str) -> None:
    words = {"move": "Dx", "rotate": "Rotate", "scale": "Scale"}
    tool = driven.switches[keys.lower()]
    begin(driven, next(name for name in words if name != tool))
    press(driven, keys)
    assert readout(driven).startswith(words[tool])


def puts_back(driven: Driven, keys: str) -> None:
    begin(driven, "move")
    press(driven, keys)
    assert not driven.view.dragging and not driven.stage.kept and driven.stage.put_backs == 1


def keeps(driven: Driven, keys: str) -> None:
    begin(driven, "move")
    press(driven, keys)
    assert not driven.view.dragging and [kept.label for kept in driven.stage.kept] == [f"Move {POLE}"]


PROOFS: dict[str, Proof] = {
    "Select; on a bone, drag to pose it; beside the figure, drag a box": selects_poses_and_boxes,
    "Again in the same place: the bone behind": takes_the_bone_behind,
    "Add to the selection, or take the active bone out of it": adds_and_takes_out,
    "Dragged beside the figure: a box that adds": adds_a_box,
    "Dragged beside the figure: a lasso": draws_a_lasso,
    "Menu of a bone or of the view": asks_for_a_menu,
    "Orbit": orbits,
    "Pan": pans,
    "Zoom to the pointer": zooms_to_the_pointer,
    "Zoom": zooms,
    "Auto IK: longer chain (down), shorter chain (up)": sets_the_chain,
    "Two fingers orbit; with Shift they pan, with Ctrl or pinching zoom": steers_by_fingers,
    "Keep to an axis; again: the bone's own, again: free": keeps_to_an_axis,
    "Keep to the plane across an axis": keeps_to_a_plane,
    "Keep to the axis that the pointer follows": keeps_to_the_pointers_axis,
    "Type a length, an angle or a factor; Backspace takes back": takes_what_is_typed,
    "Type the number of the next axis": goes_on_to_the_next_axis,
    "Fine": is_fine,
    "Snap": snaps,
    "Auto IK: longer chain": lengthens,
    "Auto IK: shorter chain": shortens,
    "While turning: trackball": makes_a_trackball,
    "Move, rotate or scale instead, where a key began it": takes_another_tool,
    "Put back": puts_back,
    "Keep, where a key began it": keeps,
}


def rows() -> Iterator[tuple[str, str, str]]:
    """Every key of every row that no action stands for: preset, key, what it does."""
    for preset in PRESETS:
        for _, table in (pointer(preset), drag(Keymap(preset))):
            for keys, text in table:
                for key in keys:
                    yield preset, key, text


@pytest.fixture
def driven(qtbot) -> Driven:
    driven = Driven()
    qtbot.addWidget(driven.view)
    driven.view.resize(886, 682)
    driven.stage.show()
    with qtbot.waitExposed(driven.view):
        driven.view.show()
    driven.view.frame_all()
    return driven


@pytest.mark.parametrize(("preset", "keys", "text"), list(rows()))
def test_the_row_is_true(driven: Driven, preset: str, keys: str, text: str) -> None:
    driven.switches = Keymap(preset).switches
    driven.view.change_navigation(preset=preset)
    driven.view.show_switches(driven.switches)
    PROOFS[text](driven, keys)


def test_every_proof_has_its_row() -> None:
    assert set(PROOFS) == {text for _, _, text in rows()}
