"""Poses of the shelf are found in the palette by their names, and applied from there."""

from __future__ import annotations

from pantin.app.keyboard.keymap import Keymap
from pantin.app.window.palette_entries import entries
from pantin.widgets.finding.palette import ranked
from tests.app.person import Person
from tests.app.pose_library.cards import card


def first(shelf: Person, typed: str) -> str:
    """The entry that Enter would take, by its title."""
    return ranked(entries(shelf.window, Keymap()), typed, ())[0][0].title


def test_each_pose_is_found_by_its_name_and_by_blending_to_it(shelf: Person) -> None:
    assert first(shelf, "kneel") == "Apply pose: Kneel"
    assert first(shelf, "blend kneel") == "Apply pose: Kneel"
    assert first(shelf, "sit on the floor") == "Apply pose: Sit on the floor"


def test_enter_applies_the_pose_and_the_shelf_shows_that_it_stands(shelf: Person) -> None:
    window, before = shelf.window, shelf.session.document
    window.dialogs.open_palette()
    window.dialogs._palette.search.setText("kneel")
    window.dialogs._palette.search.entered.emit()
    assert shelf.session.document.figure.pose.bones != before.figure.pose.bones
    assert card(shelf, "Kneel").entry.applied
    window.menus.run("undo")
    assert shelf.session.document.figure.pose.bones == before.figure.pose.bones


def test_in_the_rest_pose_it_says_why_not(shelf: Person) -> None:
    shelf.window.mode.switch()
    kneel = [each for each in entries(shelf.window, Keymap()) if each.title == "Apply pose: Kneel"]
    assert all(each.why_not for each in kneel)
