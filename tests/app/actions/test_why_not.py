"""Keys that ask for what cannot be done now: one sentence says why, and nothing happens."""

from __future__ import annotations

import pytest
from PySide6 import QtGui

from pantin.rigs.templates import biped
from tests.app.person import Person
from tests.rigs.samples import plain


@pytest.fixture
def figure(person: Person) -> Person:
    """Somebody before a figure that nothing steers, with nothing selected."""
    person.session.open(plain(biped.rig()))
    person.wait_for_the_pose()
    person.session.select((), None)
    return person


def pressed(person: Person, keys: str) -> str:
    """Return what is said when these keys are pressed over the figure; the document stays as it is."""
    before, said = person.session.document, list[str]()
    signals = (person.session.notified, person.session.refused)
    for signal in signals:
        signal.connect(said.append)
    person.press_keys(QtGui.QKeySequence(keys))
    for signal in signals:
        signal.disconnect(said.append)
    assert person.session.document is before
    return " ".join(said)


@pytest.mark.parametrize("keys", ["Shift+I", "Ctrl+M", "Ctrl+H", "Ctrl+P", "Alt+I", "Ctrl+Alt+I", "G"])
def test_with_nothing_selected_a_key_says_what_to_select(figure: Person, keys: str) -> None:
    said = pressed(figure, keys)
    assert said.startswith("Select ") and said.endswith("."), said


def test_a_key_of_the_other_mode_says_how_to_get_there(figure: Person) -> None:
    figure.session.select(("foot.L",), "foot.L")
    assert pressed(figure, "E") == "This is for the rest pose: press Tab to edit it."
    figure.window.preferences.change_keys("edit_mode", ("Ctrl+Shift+F9",))
    assert pressed(figure, "E") == "This is for the rest pose: press Ctrl+Shift+F9 to edit it."
    figure.window.preferences.change_keys("edit_mode", ())
    assert pressed(figure, "E") == "This is for the rest pose: choose Edit the rest pose in the menu View."


@pytest.mark.parametrize("keys", ["X", "Del", "Ctrl+X"])
def test_a_key_that_takes_bones_away_says_in_which_layout_it_does(figure: Person, keys: str) -> None:
    why_not = "Bones are deleted and dissolved in the layout Rig alone, nothing was taken away."
    assert pressed(figure, keys) == f"{why_not} Press Tab to go there.", "with nothing selected"
    figure.session.select(("foot.L",), "foot.L")
    assert pressed(figure, keys) == f"{why_not} Press Tab to go there."


def test_a_key_of_posing_is_named_while_the_rest_pose_is_edited(figure: Person) -> None:
    figure.shortcut("Tab")
    assert figure.session.editing
    sentence = "Flip pose is for posing, and the rest pose is being edited. Press Tab to pose."
    assert pressed(figure, "Ctrl+Alt+F") == sentence
    assert pressed(figure, "Ctrl+R").startswith("Select "), "a key of this mode"
    assert pressed(figure, "Esc") == "", "which people press by habit"
    figure.view.setFocus()
    figure.shortcut("Tab")


def test_a_bone_without_a_limb_has_none_to_remove(figure: Person) -> None:
    figure.session.select(("foot.L",), "foot.L")
    assert pressed(figure, "Ctrl+Alt+I") == "The selected bones belong to no limb."


def test_keys_that_mean_nothing_say_nothing(figure: Person) -> None:
    assert pressed(figure, "Ctrl+Alt+Shift+F12") == ""
