"""The keys of the tables, pressed on a view as a person presses them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6 import QtCore

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
