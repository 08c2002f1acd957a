"""Menus on the real window: what their entries say of the moment."""

from __future__ import annotations

from pantin.rigs.editing.bones import rename
from tests.app.person import Person


def test_undo_and_redo_say_what_they_take_back_and_do_again(person: Person) -> None:
    undo, redo = (person.window.menus.actions[name] for name in ("undo", "redo"))
    assert (undo.text(), redo.text()) == ("Undo", "Redo")
    person.session.edit("Rename a&b", lambda document: rename(document, "head", "skull"))
    assert undo.text() == "Undo rename a&&b" and undo.toolTip().endswith("Rename a&b")
    assert undo.iconText() == "Undo"
    person.session.edit("IK chain", lambda document: rename(document, "skull", "head"))
    person.session.undo()
    assert (undo.text(), redo.text()) == ("Undo rename a&&b", "Redo IK chain")
