"""The table of actions: every line has a place in the menus and an icon that exists, and no key means two things."""

from __future__ import annotations

import pytest
from PySide6 import QtGui

from app.actions import ACTIONS, AT_BONE, BESIDE_BONES, MENUS, Entry
from app.keymap import PRESETS, Keymap, places
from app.keys import README, markdown
from resources import FOLDER


def listed(entries: tuple[Entry, ...]) -> list[str]:
    names: list[str] = []
    for entry in entries:
        if isinstance(entry, str):
            names.append(entry)
        elif entry is not None:
            names += listed(entry[1])
    return names


def test_every_action_stands_in_the_menus_once() -> None:
    names = [name for _, entries in MENUS for name in listed(entries)]
    assert sorted(names) == sorted(ACTIONS)
    assert [name for name, _ in places()] == names


def test_the_menus_at_the_pointer_name_actions() -> None:
    assert set(listed(AT_BONE)) | set(listed(BESIDE_BONES)) <= set(ACTIONS)


def test_every_icon_exists() -> None:
    icons = {action.icon for action in ACTIONS.values() if action.icon}
    assert not [icon for icon in icons if not (FOLDER / "icons" / f"{icon}.svg").is_file()]


def test_every_action_says_what_it_does() -> None:
    assert not [name for name, action in ACTIONS.items() if not action.help]


@pytest.mark.parametrize("preset", PRESETS)
def test_no_key_means_two_things(qapp, preset: str) -> None:
    keymap = Keymap(preset)
    assert keymap.clashes() == []
    written = [key for name in ACTIONS for key in keymap.keys(name)]
    wrong = [key for key in written if QtGui.QKeySequence(key).toString() != key]
    assert not wrong, "not as Qt writes it"


def test_the_keys_of_a_preset_can_be_changed_and_are_taken_from_others() -> None:
    keymap = Keymap().with_keys("save", ("Ctrl+Z",))
    assert keymap.keys("save") == ("Ctrl+Z",)
    assert keymap.keys("undo") == ()
    assert keymap.owner("Ctrl+Z") == "save"
    assert keymap.clashes() == []


def test_only_what_differs_from_the_preset_is_kept() -> None:
    assert Keymap().with_keys("save", ("Ctrl+S",)).changed == {}
    back = Keymap().with_keys("save", ("F5",)).with_keys("save", ("Ctrl+S",))
    assert back == Keymap()


def test_the_readme_has_the_keys() -> None:
    assert markdown() in README.read_text("utf-8"), "run: python -m app.keys"
