"""Cases of the actions: pins, how far Auto IK goes, and balance."""

from __future__ import annotations

from pantin.rigs.editing.pins import pin_of, pinned, unpinned
from pantin.rigs.rig import Pin
from pantin.solver.edits.balance import balance
from pantin.solver.edits.pulling.pull import pull
from tests.app.actions.cases.case import Case
from tests.app.person import Person


def _reach(reach: str, other: str) -> Case:
    return Case(
        lambda person: person.view.settings.reach == reach, lambda person: person.view.change_settings(reach=other)
    )


def _unpinned(person: Person) -> None:
    """A hand is selected and not pinned."""
    person.session.edit("Unpin", lambda document: unpinned(document, ("hand.L",)))
    person.session.select(("hand.L",), "hand.L")


def _pin(person: Person) -> Pin | None:
    return pin_of(person.session.document.rig, "hand.L")


def _in_balance(person: Person) -> bool:
    now = person.session.evaluated
    return balance(person.session.document.rig, person.session.document.ground, now.heads, now.tails).stands


def _leaning(person: Person) -> None:
    x, y, z = person.session.evaluated.matrix("hips")[:3, 3].tolist()
    person.session.edit("Lean", lambda document: pull(document, {"hips": (x + 0.3, y, z - 0.05)}))


CASES: dict[str, Case] = {
    "reach_chain": _reach("chain", "body"),
    "reach_body": _reach("body", "chain"),
    "pin": Case(lambda person: _pin(person) == Pin("hand.L"), _unpinned),
    "pin_rotation": Case(lambda person: _pin(person) == Pin("hand.L", rotation=True), _unpinned),
    "unpin_all": Case(
        lambda person: all(pin.on_ground for pin in person.session.document.rig.pins),
        lambda person: person.session.edit("Pin", lambda document: pinned(document, ("hand.L",), rotation=False)),
    ),
    "over_the_feet": Case(_in_balance, _leaning),
}
