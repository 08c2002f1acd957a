"""The cards of the shelf in the window, and places on them."""

from __future__ import annotations

from pantin.rigs import Transform
from pantin.widgets.poses.pose_card import PoseCard
from tests.app.person import Person

TURNED = Transform(rotation=(0.0, 0.28, 0.0, 0.96))
"""How the head is turned."""

PICTURE, NAME = (20.0, 30.0), (20.0, 88.0)
"""Places on a card."""


def card(person: Person, name: str) -> PoseCard:
    """The card of the pose of that name."""
    return next(one for one in person.window.panels.poses.cards.values() if one.entry.name == name)
