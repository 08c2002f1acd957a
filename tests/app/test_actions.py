"""The table of actions: every line has a place in the menus, and no key means two things."""

from __future__ import annotations

from collections import Counter

from PySide6 import QtGui

from app.actions import ACTIONS, MENUS, Entry
from app.keys import README, VIEW, markdown

QT_NAMES = {
    "Num .": ".",
    "PageUp": "PgUp",
    "PageDown": "PgDown",
    "Ctrl PageUp": "Ctrl+PgUp",
    "Ctrl PageDown": "Ctrl+PgDown",
}


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


def test_no_key_means_two_things(qapp) -> None:
    of_actions = [key for action in ACTIONS.values() for key in action.keys]
    of_the_view = [QT_NAMES.get(key, key) for keys, _ in VIEW[1] for key in keys]
    named = Counter(QtGui.QKeySequence(key).toString() for key in [*of_actions, *of_the_view])
    assert not [key for key, count in named.items() if count > 1]
    assert "" not in named, "a key that Qt does not know"


def test_the_readme_has_the_keys() -> None:
    assert markdown() in README.read_text("utf-8"), "run: python -m app.keys"
