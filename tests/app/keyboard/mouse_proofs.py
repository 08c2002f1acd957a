"""What mouse and fingers do, row by row of the table."""

from __future__ import annotations

import numpy as np
from PySide6 import QtCore, QtGui, QtWidgets

from tests.app.keyboard.key_presses import (
    Proof,
    aside,
    drag_with,
    held_in,
    press,
)
from tests.viewport.driven import (
    CTRL,
    LEFT,
    NONE,
    SHIFT,
    Driven,
)

Qt = QtCore.Qt


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


def takes_the_finger(driven: Driven, keys: str) -> None:
    at = driven.place("index_2.L")
    driven.click(*at)
    assert driven.stage.document.selected == ("hand.L",)
    driven.click(*at)
    assert driven.stage.document.selected[0][:-4] in ("index", "middle")
    drag_with(driven, keys, at, (-10, -5))
    assert driven.stage.kept[-1].label.startswith("Curl")


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


PROOFS: dict[str, Proof] = {
    "Select; on a bone, drag to pose it; beside the figure, drag a box": selects_poses_and_boxes,
    "Again in the same place: the bone behind": takes_the_bone_behind,
    "On a hand: the hand; again, or seen large: the finger, which curls when it is dragged": takes_the_finger,
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
}
