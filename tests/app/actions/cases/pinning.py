"""Pins, and how far Auto IK reaches."""

from __future__ import annotations

from pantin.rigs.editing.pins import pin_of, pinned, unpinned
from pantin.rigs.rig import Pin
from tests.app.actions.cases.case import Case
from tests.app.person import Person


def _unpinned(person: Person) -> None:
    """A hand is selected and not pinned."""
    person.session.edit("Unpin", lambda document: unpinned(document, ("hand.L",)))
    person.session.select(("hand.L",), "hand.L")


def _pin(person: Person) -> Pin | None:
    return pin_of(person.session.document.rig, "hand.L")


CASES: dict[str, Case] = {
    "reach_chain": Case(
        lambda person: person.view.settings.reach == "chain", lambda person: person.view.change_settings(reach="body")
    ),
    "reach_body": Case(
        lambda person: person.view.settings.reach == "body", lambda person: person.view.change_settings(reach="chain")
    ),
    "pin": Case(lambda person: _pin(person) == Pin("hand.L"), _unpinned),
    "pin_rotation": Case(lambda person: _pin(person) == Pin("hand.L", rotation=True), _unpinned),
    "unpin_all": Case(
        lambda person: not person.session.document.rig.pins,
        lambda person: person.session.edit("Pin", lambda document: pinned(document, ("hand.L",), rotation=False)),
    ),
}
