"""The table of actions: every line has a place in the menus and an icon that exists, and no key means two things."""

from __future__ import annotations

import pytest
from PySide6 import QtGui

from pantin.app.actions import (
    ACTIONS,
    AT_BONE,
    AT_BONE_AT_REST,
    BESIDE_BONES,
    BESIDE_BONES_AT_REST,
    MENUS,
    Entry,
)
from pantin.app.keyboard.key_tables import README, markdown
from pantin.app.keyboard.keymap import PRESETS, Keymap, places, repeats
from pantin.resources import FOLDER
from pantin.widgets.controls.key_caps import same_key

AT_POINTER = (AT_BONE, BESIDE_BONES, AT_BONE_AT_REST, BESIDE_BONES_AT_REST)


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


@pytest.mark.parametrize("preset", PRESETS)
def test_the_letter_of_a_menu_is_no_key_of_an_action(preset: str) -> None:
    letters = {f"Alt+{title[title.index('&') + 1].upper()}" for title, _ in MENUS if "&" in title}
    assert not [key for name in ACTIONS for key in Keymap(preset).keys(name) if key in letters]


@pytest.mark.parametrize("entries", [entries for _, entries in MENUS])
def test_every_menu_fits_on_a_small_screen(entries: tuple[Entry, ...]) -> None:
    """In one column: a row takes 24 pixels and a divider 9, of the 800 left of 900 below title and menu bar."""
    assert 24 * sum(entry is not None for entry in entries) + 9 * entries.count(None) <= 800


def called(entries: tuple[Entry, ...], menu: str) -> list[tuple[str, str]]:
    """Every entry as its menu shows it, with that menu's title."""
    found: list[tuple[str, str]] = []
    for entry in entries:
        if isinstance(entry, str):
            found.append((menu, ACTIONS[entry].within or ACTIONS[entry].title))
        elif entry is not None:
            found += [(menu, entry[0]), *called(entry[1], entry[0])]
    return found


@pytest.mark.parametrize("entries", [*(entries for _, entries in MENUS), *AT_POINTER])
def test_no_entry_repeats_the_title_of_its_menu(entries: tuple[Entry, ...]) -> None:
    title = next((title.replace("&", "") for title, own in MENUS if own is entries), "")
    assert not [(menu, text) for menu, text in called(entries, title) if repeats(text, menu)]


@pytest.mark.parametrize("entries", [*(entries for _, entries in MENUS), *AT_POINTER])
def test_no_menu_says_one_thing_twice(entries: tuple[Entry, ...]) -> None:
    found = called(entries, "")
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("entries", AT_POINTER)
def test_what_needs_its_menu_to_be_understood_stands_in_it_everywhere(entries: tuple[Entry, ...]) -> None:
    assert not [name for name in entries if isinstance(name, str) and ACTIONS[name].within]


def test_by_themselves_actions_have_a_name_each_and_the_palette_says_no_word_twice() -> None:
    names = [action.name for action in ACTIONS.values()]
    assert len(set(names)) == len(names)
    twice = [
        (name, path) for name, path in places() for menu in path.split(" › ")[1:] if repeats(ACTIONS[name].name, menu)
    ]
    assert not twice


def test_the_menus_at_the_pointer_name_actions() -> None:
    assert {name for entries in AT_POINTER for name in listed(entries)} <= set(ACTIONS)


def test_every_icon_exists() -> None:
    icons = {action.icon for action in ACTIONS.values() if action.icon}
    assert not [icon for icon in icons if not (FOLDER / "icons" / f"{icon}.svg").is_file()]


def test_every_action_says_what_it_does() -> None:
    assert not [name for name, action in ACTIONS.items() if not action.help]


def clashes(keymap: Keymap) -> list[str]:
    """The keys that more than one action has."""
    every = {key for name in ACTIONS for key in keymap.keys(name)}
    return sorted(key for key in every if len(keymap.owners[same_key(key)]) > 1)


@pytest.mark.parametrize("preset", PRESETS)
def test_no_key_means_two_things(qapp, preset: str) -> None:
    keymap = Keymap(preset)
    assert clashes(keymap) == []
    written = [key for name in ACTIONS for key in keymap.keys(name)]
    wrong = [key for key in written if QtGui.QKeySequence(key).toString() != key]
    assert not wrong, "not as Qt writes it"


def test_the_keys_of_a_preset_can_be_changed_and_are_taken_from_others() -> None:
    keymap = Keymap().with_keys("save", ("Ctrl+Z",))
    assert keymap.keys("save") == ("Ctrl+Z",)
    assert keymap.keys("undo") == ()
    assert keymap.owner("Ctrl+Z") == "save"
    assert clashes(keymap) == []


def test_a_sign_above_another_is_one_key_however_it_is_written() -> None:
    keymap = Keymap(changed={"frame_all": ("{",), "save": ("Ctrl+?",), "open": ("Ctrl+Shift+/",)})
    assert clashes(keymap) == ["Ctrl+?", "Ctrl+Shift+/", "Shift+[", "{"]
    assert keymap.owner("{", "frame_all") == "add_parent"
    taken = Keymap().with_keys("frame_all", ("{",))
    assert taken.keys("add_parent") == () and clashes(taken) == []
    apart = Keymap(changed={"frame_all": ("Num++",), "save": ("Num+=",)})
    assert clashes(apart) == [], "on the keypad every sign has a key of its own"


def test_letters_that_switch_what_goes_on_are_those_of_the_preset_or_what_people_made_of_them() -> None:
    assert Keymap().switches == {"g": "move", "r": "rotate", "s": "scale"}
    assert Keymap("industry").switches == {"w": "move", "e": "rotate", "r": "scale"}
    assert Keymap().with_keys("move", ("M",)).switches["m"] == "move"
    assert Keymap().with_keys("scale", ("Ctrl+M",)).switches == {"g": "move", "r": "rotate"}


def test_only_what_differs_from_the_preset_is_kept() -> None:
    assert Keymap().with_keys("save", ("Ctrl+S",)).changed == {}
    back = Keymap().with_keys("save", ("F5",)).with_keys("save", ("Ctrl+S",))
    assert back == Keymap()


def test_the_readme_has_the_keys() -> None:
    assert markdown() in README.read_text("utf-8"), "run: python -m pantin.app.keyboard.key_tables"
