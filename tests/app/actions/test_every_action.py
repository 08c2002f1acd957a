"""Every line of the table of actions, asked for on the real window: by its key where it has one, else by the palette.

Each case says what is true after the action and was not before. Whoever adds an action adds a case: the last test
counts them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtGui, QtWidgets

from pantin.app.actions import ACTIONS
from pantin.widgets.values.matching import match
from tests.app.actions.cases import (
    arranging,
    building,
    clips,
    documents,
    grounding,
    limb_posing,
    pinning,
    posing,
    rigging,
    selecting,
    simulating,
    tracking,
    viewing,
    weighting,
)
from tests.app.person import Person

CASES = {
    name: case
    for room in (
        documents,
        selecting,
        building,
        posing,
        pinning,
        grounding,
        limb_posing,
        simulating,
        clips,
        tracking,
        rigging,
        weighting,
        viewing,
        arranging,
    )
    for name, case in room.CASES.items()
}


@pytest.fixture
def places(person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    """The person, whose file dialogs are counted and answered by leaving them."""
    person.asked, person.folder = [], tmp_path
    for kind in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QtWidgets.QFileDialog, kind, lambda *given: person.asked.append(given) or ("", ""))
    monkeypatch.setattr("pantin.app.files.saving.ask_before_losing", lambda *given: "discard")
    monkeypatch.setattr("pantin.app.files.files.ask_to_revert", lambda *given: True)
    return person


@pytest.mark.parametrize("name", ACTIONS)
def test_the_action_does_what_it_says(name: str, places: Person) -> None:
    case = CASES[name]
    with places.without_looking():
        case.prepare(places)
        places.wait_for_the_pose()
        assert not case.holds(places)
        keys = places.window.menus.actions[name].shortcuts()
        if keys and name != "palette":
            places.window.view.setFocus()
            places.press_keys(keys[0])
        elif name == "palette":
            places.press_keys(QtGui.QKeySequence("F3"))
        else:
            places.by_palette(ACTIONS[name].title)
        places.wait_until(lambda: bool(case.holds(places)))


def test_every_action_has_a_case() -> None:
    assert set(CASES) == set(ACTIONS)


def test_every_action_is_found_by_the_palette(person: Person) -> None:
    assert {entry.name for entry in person.window.dialogs.palette_entries()} >= set(ACTIONS)


def test_motion_is_exported_by_what_others_call_it(person: Person) -> None:
    [export] = [entry for entry in person.window.dialogs.palette_entries() if entry.name == "export"]
    assert all(match(typed, export.title, export.words) for typed in ("export model", "export animation", "bvh"))
