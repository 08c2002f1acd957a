"""While bones are moved at rest, panels do not find anew at each move what takes longer than a frame."""

from __future__ import annotations

from pantin.rigs.editing.bones import rename
from pantin.viewport.values.stage import Preview
from pantin.widgets.fitting import fitting_panel
from pantin.widgets.properties import hand_section
from tests.app.person import Person


def test_neither_hands_nor_parts_of_a_body_are_looked_for(person: Person, monkeypatch) -> None:
    """Parts are found where the bones are kept; hands are not shown at rest."""
    session, panels = person.session, person.window.panels
    session.select(("hand.L",), "hand.L")
    panels.docks.show_layout("rig")
    panels.docks.bring("fitting")
    panels.show()
    asked: list[str] = []
    monkeypatch.setattr(hand_section, "chosen_hands", lambda *given: asked.append("hands") or ())
    found = fitting_panel.body_map
    monkeypatch.setattr(fitting_panel, "body_map", lambda rig: asked.append("parts") or found(rig))
    session.preview(Preview(rename(session.document, "head", "skull")))
    person.wait_for_the_pose()
    panels.show()
    assert session.editing and "skull" in session.shown.rig.by_name and not asked
    session.edit("Rename", lambda document: rename(document, "head", "skull"))
    panels.show()
    assert asked == ["parts"]
