"""The constraints that concern the active bone, a card each, and the button that adds one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QMenu, QVBoxLayout, QWidget

from rigs import constrain
from rigs.constraints import Ik
from rigs.document import Document
from rigs.fields import field_named
from rigs.rig import Bone
from widgets import icons, theme
from widgets.card import LOOKS, Card
from widgets.driven import constraints_of
from widgets.exchange import Edit, Goal
from widgets.icon_button import IconButton
from widgets.section import Section

Shape = tuple[tuple[int, type], ...]


class ConstraintsSection(Section):
    """Shows and edits constraints by their place in the rig."""

    previewed = Signal(object)
    edited = Signal(str, object)
    cancelled = Signal()

    def __init__(self, bones: Callable[[], Sequence[Bone]]) -> None:
        super().__init__("Constraints", row_gap=8, bottom=12)
        self._bones = bones
        self._document = Document()
        self._name = ""
        self._key: tuple[object, ...] = ()
        self._shape: Shape = ()
        self.cards: list[Card] = []
        self._made: dict[type, list[Card]] = {}
        self._places: dict[Card, int] = {}
        self.plus = IconButton("plus", "Add a constraint to the bone")
        self.plus.clicked.connect(self._open_menu)
        self.add_to_head(self.plus)
        self._column = QWidget()
        self._cards = QVBoxLayout(self._column)
        self._cards.setContentsMargins(12, 0, 12, 0)
        self._cards.setSpacing(8)
        self._none = QLabel("None. Add one with +.")
        self._none.setFixedHeight(24)
        self._none.setForegroundRole(self._none.palette().ColorRole.PlaceholderText)
        self._cards.addWidget(self._none)
        self.add(self._column)

    def show_document(self, document: Document, name: str, goals: Sequence[Goal]) -> None:
        """Show the constraints around the bone `name`, with the reports of `goals`."""
        self._document, self._name = document, name
        rig = document.rig
        key = (rig.bones, rig.constraints, name)
        if len(self._key) != 3 or any(new is not old for new, old in zip(key, self._key, strict=True)):
            self._key = key
            self._show_cards(tuple((index, type(rig.constraints[index])) for index in constraints_of(rig, name)))
        reports = {goal.constraint: goal for goal in goals}
        for card, (index, _) in zip(self.cards, self._shape, strict=True):
            constraint = rig.constraints[index]
            on = f"on {constraint.owner}" if constraint.owner != name else ""
            card.show_constraint(constraint, on, reports.get(index))

    def menu(self) -> QMenu:
        """What can be added."""
        menu = QMenu(self)
        for model, look in LOOKS.items():
            icon = icons.icon(look.icon, theme.current())
            menu.addAction(icon, look.title, lambda model=model: self._add(model))
        return menu

    def _show_cards(self, shape: Shape) -> None:
        """Cards are kept and used again for other constraints of their kind: making one takes long."""
        if shape == self._shape:
            return
        self._shape = shape
        spare = {model: list(cards) for model, cards in self._made.items()}
        self.cards = [spare[model].pop(0) if spare.get(model) else self._make(model) for _, model in shape]
        self._places = {card: index for card, (index, _) in zip(self.cards, shape, strict=True)}
        for card in self.cards:
            self._cards.removeWidget(card)
            self._cards.addWidget(card)
            card.setVisible(True)
        for cards in spare.values():
            for card in cards:
                card.setVisible(False)
        self._none.setVisible(not self.cards)

    def _make(self, model: type[msgspec.Struct]) -> Card:
        card = Card(model, self._bones)
        card.previewed.connect(lambda field, value: self.previewed.emit(_edit(self._places[card], field, value)))
        card.committed.connect(lambda field, value: self._commit(self._places[card], field, value))
        card.cancelled.connect(self.cancelled)
        card.remove_asked.connect(lambda: self._remove(self._places[card]))
        self._made.setdefault(model, []).append(card)
        return card

    def _commit(self, index: int, field: str, value: Any) -> None:
        constraint = self._document.rig.constraints[index]
        title = field_named(type(constraint), field).title
        if field == "enabled":
            title = f"{'Unmute' if value else 'Mute'} {LOOKS[type(constraint)].title}"
        self.edited.emit(f"{title} of {constraint.owner}", _edit(index, field, value))

    def _remove(self, index: int) -> None:
        constraint = self._document.rig.constraints[index]
        label = f"Remove {LOOKS[type(constraint)].title} of {constraint.owner}"
        self.edited.emit(label, lambda document: constrain.remove(document, index))

    def _add(self, model: type[msgspec.Struct]) -> None:
        """A second selected bone becomes the target."""
        owner = self._name
        target = next((name for name in self._document.selected if name != owner), None)
        label = f"Add {LOOKS[model].title} to {owner}"
        self.edited.emit(label, lambda document: _added(document, model, owner, target))

    def _open_menu(self) -> None:
        self.plus.open_menu(self.menu())


def _added(document: Document, model: type[msgspec.Struct], owner: str, target: str | None) -> Document:
    if model is not Ik:
        return constrain.add(document, model(owner=owner, target=target))
    added = constrain.add_ik(document, owner)
    last = len(added.rig.constraints) - 1
    return constrain.replace(added, last, msgspec.structs.replace(added.rig.constraints[last], target=target))


def _edit(index: int, field: str, value: Any) -> Edit:
    def edit(document: Document) -> Document:
        constraint = msgspec.structs.replace(document.rig.constraints[index], **{field: value})
        return constrain.replace(document, index, constraint)

    return edit
