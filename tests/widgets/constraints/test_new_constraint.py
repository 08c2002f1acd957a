"""A new kind of constraint gets its card, and its row in the menu, by one line of the table of looks."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
import pytest

from pantin.rigs.constraints.acting import Look
from pantin.rigs.fields import BoneName, Weight, field
from pantin.widgets.constraints.card import Card, Place
from pantin.widgets.constraints.card_looks import LOOKS
from pantin.widgets.constraints.constraint_menu import ConstraintMenu


class Follow(msgspec.Struct, frozen=True):
    """An example: the bone goes some of the way to its target, later."""

    owner: BoneName
    target: Annotated[BoneName | None, field("Target", "The bone that is followed.")] = None
    delay: Annotated[Weight, field("Delay", "How much later.")] = 0.5
    influence: Annotated[Weight, field("Influence", "How much of it.")] = 1.0
    enabled: bool = True
    unused: ClassVar[frozenset[str]] = frozenset()


LOOK = Look(
    "Follow",
    "copy",
    "t2",
    "Goes after the target.",
    ("target", "influence"),
    ("delay",),
    reasons=lambda constraint: {} if constraint.target else {"influence": "Choose a target first."},
)


@pytest.fixture(autouse=True)
def follow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LOOKS, Follow, LOOK)


def test_it_has_a_card(shown, heard, drag) -> None:
    card = Card(Follow, dict)
    card.show_constraint(Follow(owner="hand.L"), Place())
    shown(card, 308, 200)
    said = heard(committed=card.committed)
    assert card.form.rows["target"].isVisible() and not card.form.rows["delay"].isVisible()
    assert "Choose a target first." in card.form.rows["influence"].toolTip()
    card.show_more(True)
    drag(card.form.editors["delay"], 13)
    assert [name for _, name, _ in said] == ["delay"]


def test_it_is_in_the_menu(qapp, qtbot) -> None:
    menu = ConstraintMenu("hand.L")
    qtbot.addWidget(menu)
    menu.search.setText("follow")
    assert menu.list.rows.rows[0] is Follow
