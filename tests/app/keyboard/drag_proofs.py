"""What keys do while something is dragged, row by row of the table."""

from __future__ import annotations

import pytest
from PySide6 import QtCore

from tests.app.keyboard.key_presses import (
    BUTTONS,
    HELD,
    POLE,
    Proof,
    begin,
    press,
    pull,
    readout,
)
from tests.viewport.driven import (
    NONE,
    Driven,
)

Qt = QtCore.Qt


def keeps_to_an_axis(driven: Driven, keys: str) -> None:
    for orientation, words in (("local", (", own axes", "")), ("global", ("", ", own axes"))):
        driven.view.change_settings(orientation=orientation)
        free = begin(driven, "move")
        for its in words:
            press(driven, keys)
            assert readout(driven).endswith(f"along {keys}{its}")
        press(driven, keys)
        assert readout(driven) == free
        press(driven, "Esc")


def keeps_to_a_plane(driven: Driven, keys: str) -> None:
    driven.view.change_settings(orientation="global")
    begin(driven, "move")
    press(driven, keys)
    assert readout(driven).endswith(f"in {'XYZ'.replace(keys[-1], '')}")


def keeps_to_the_pointers_axis(driven: Driven, keys: str) -> None:
    driven.view.change_settings(orientation="global")
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
    assert not driven.view.dragging and not driven.stage.kept and driven.stage.cancelled == 1


def keeps(driven: Driven, keys: str) -> None:
    begin(driven, "move")
    press(driven, keys)
    assert not driven.view.dragging and [kept.label for kept in driven.stage.kept] == [f"Move {POLE}"]


def _turned_with(driven: Driven, keys: str) -> set[str]:
    """The bones that a fingertip turns which is dragged with a key held."""
    driven.stage.select(("index_2.L",), "index_2.L")
    x, y = driven.place("index_3.L")
    driven.move(x, y)
    driven.press()
    driven.move(x - 12, y - 6, HELD[keys])
    shown, before = driven.stage.previews[-1].document.figure, driven.stage.document.figure
    return {name for name in shown.rig.by_name if shown.transform(name) != before.transform(name)}


def curls_all_fingers(driven: Driven, keys: str) -> None:
    assert {"thumb_2.L", "middle_2.L", "little_3.L"} <= _turned_with(driven, keys)


def spreads_fingers(driven: Driven, keys: str) -> None:
    turned = _turned_with(driven, keys)
    assert turned and turned <= {"index_1.L", "middle_1.L", "ring_1.L", "little_1.L"}


PROOFS: dict[str, Proof] = {
    "Keep to an axis of the orientation; again: the other of own and global, again: free": keeps_to_an_axis,
    "Keep to the plane across an axis": keeps_to_a_plane,
    "Keep to the axis that the pointer follows": keeps_to_the_pointers_axis,
    "Type a length, an angle or a factor; Backspace takes back": takes_what_is_typed,
    "Type the number of the next axis": goes_on_to_the_next_axis,
    "Fine": is_fine,
    "Snap": snaps,
    "A finger: curl all fingers of the hand": curls_all_fingers,
    "A finger: spread the fingers": spreads_fingers,
    "Auto IK: longer chain": lengthens,
    "Auto IK: shorter chain": shortens,
    "While turning: trackball": makes_a_trackball,
    "Move, rotate or scale instead, where a key began it": takes_another_tool,
    "Put back": puts_back,
    "Keep, where a key began it": keeps,
}
