"""The constraints that concern the active bone, a card each, and below them the button that adds one.

Its own come first and can be moved among each other; those of other bones that matter to it are below.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from pantin.rigs.constraints import Constraint
from pantin.rigs.document import Document
from pantin.rigs.editing import constrain
from pantin.rigs.fields import AnyBone, BoneRef, field_named
from pantin.rigs.rig import Bone
from pantin.rigs.translation import inside
from pantin.widgets.constraints.card import Card, Place
from pantin.widgets.constraints.card_stack import MARGIN, CardStack
from pantin.widgets.constraints.constraint_menu import ConstraintMenu
from pantin.widgets.constraints.related_constraints import ConstraintIndex
from pantin.widgets.controls.explain import remark
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.kept_rows import let_go
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.forms.references.reference_field import ReferenceField
from pantin.widgets.forms.references.weighted_bones import WeightedBonesField
from pantin.widgets.messages import _, ngettext
from pantin.widgets.values.exchange import BoneRequest, Edit, FollowUp, Goal, KeysOf, Pointed, keys_in_words
from pantin.widgets.values.selected_bones import NOBODY, Chosen
from pantin.widgets.values.shared_values import applied

FIRST, LAST = _("It is the first already."), _("It is the last already.")
ELSEWHERE = _("Its order is that of its own bone: select that bone first.")
NO_OTHERS = _("Select the bones to copy it to as well.")
ADD = _("Add a constraint to the bone. What is selected beside it becomes the target.")
SPARE = 2
"""Cards of each kind that are kept beyond those that are shown."""


class ConstraintsSection(Section):
    """Shows and edits constraints by their place in the rig."""

    previewed = Signal(object)
    edited = Signal(str, object)
    cancelled = Signal()
    selection_asked = Signal(object, object)
    bone_requested = Signal(object)
    """A `BoneRequest`: the pipette of a field was pressed."""
    constraint_requested = Signal(object)
    """A constraint of this kind is to be added to the active bone."""
    pointed = Signal(object)
    """A `Pointed`: the pointer is on a card, or on a field that names a bone."""
    card_added = Signal(object)
    """A card has come for a constraint that was added."""
    command_asked = Signal(int, str)
    """The constraint in that place of the rig is to do more than have a field set: see `card.COMMANDS`."""

    def __init__(self, driven: ConstraintIndex) -> None:
        super().__init__(_("Constraints"), row_gap=8, bottom=4)
        self._driven = driven
        self._document = Document()
        self._chosen = NOBODY
        self._key: tuple[object, ...] = (None, None, None, None)
        self._own = 0
        self.cards: list[Card] = []
        self._made: dict[type, list[Card]] = {}
        self._index_of: dict[Card, int] = {}
        self._folded: set[tuple[str, str, int]] = set()
        self._with_more: set[type] = set()
        self.follow_up: FollowUp = lambda before, after, index: after
        """The follow-up of an edit to the constraint in a place: the program knows the solver, this does not."""
        self.stack = CardStack(before=self.head)
        self.stack.moved.connect(self._move)
        self.plus = TextButton(_("Add constraint"), ADD, "plus")
        self.plus.clicked.connect(lambda: self.menu().open_at(self.plus.mapToGlobal(QPoint(0, self.plus.height() + 4))))
        self.add(self.stack)
        self.add(_inset(self.plus))

    def show_document(self, document: Document, chosen: Chosen, goals: Sequence[Goal]) -> None:
        """Show the constraints around the active bone, with the reports of `goals`."""
        self._document, self._chosen = document, chosen
        rig, name = document.rig, chosen.names[0]
        key = (rig.bones, rig.constraints, name, len(chosen.names))
        if any(new is not old for new, old in zip(key, self._key, strict=True)):
            before, self._key = self._key, key
            self._show_cards(self._driven.constraints_of(rig, name))
            self._tell_added(before)
        reports = {goal.constraint: goal for goal in goals}
        for card, index in self._index_of.items():
            card.show_goal(reports.get(index))

    def _tell_added(self, before: tuple[object, ...]) -> None:
        """Tell of a card that was not there `before`, of the last constraint of the rig, which has one more."""
        constraints, had = self._document.rig.constraints, before[1]
        same = before[2:] == self._key[2:]
        if same and isinstance(had, tuple) and len(constraints) == len(had) + 1 and constraints[:-1] == had:
            for card, index in self._index_of.items():
                if index == len(had):
                    self.card_added.emit(card)

    def prepare_card(self, kinds: Iterable[type[Constraint]]) -> bool:
        """Make a card of one of these kinds that has none yet. False where each has one."""
        kind = next((kind for kind in kinds if kind not in self._made), None)
        if kind is not None:
            self._make(kind)
        return kind is not None

    def show_keys(self, keys_of: KeysOf) -> None:
        """Say in the tooltip of the button which keys do the same."""
        remark(self.plus, keys_in_words(keys_of("add_constraint")))

    def menu(self) -> ConstraintMenu:
        """Return the menu of what can be added."""
        menu = ConstraintMenu(self._chosen.names[0])
        menu.chosen.connect(self.constraint_requested)
        return menu

    # Cards

    def _show_cards(self, indices: tuple[int, ...]) -> None:
        constraints = self._document.rig.constraints
        shown = [constraints[index] for index in indices]
        self._own = sum(constraint.owner == self._chosen.names[0] for constraint in shown)
        self.cards = self._cards_for(shown)
        self._index_of = dict(zip(self.cards, indices, strict=True))
        for at, (card, constraint) in enumerate(zip(self.cards, shown, strict=True)):
            card.show_constraint(constraint, self._place(at))
            card.show_more(type(constraint) in self._with_more)
            card.show_folded(self._fold_key(card) in self._folded)
        self.stack.show_cards(self.cards, self._own)
        self.show_note(str(len(self.cards)) if self.cards else "")
        self.stack.setVisible(bool(self.cards))
        self._let_go()

    def _cards_for(self, constraints: Sequence[Constraint]) -> list[Card]:
        """Cards are kept and used again: making one takes long. The very same constraint keeps its card."""
        had = {id(card.constraint): card for card in self.cards}
        taken = {id(constraint): had[id(constraint)] for constraint in constraints if id(constraint) in had}
        kept = set(taken.values())
        spare = {kind: [card for card in cards if card not in kept] for kind, cards in self._made.items()}
        found = []
        for constraint in constraints:
            card = taken.pop(id(constraint), None)
            if card is None:
                kind = type(constraint)
                card = spare[kind].pop(0) if spare.get(kind) else self._make(kind)
            found.append(card)
        return found

    def _let_go(self) -> None:
        """Most rigs have few cards to show at once: of those that one had many of, a few are kept."""
        shown = set(self.cards)
        for kind, cards in self._made.items():
            self._made[kind] = sorted(cards, key=lambda card: card not in shown)
            let_go(self._made[kind], sum(card in shown for card in cards) + SPARE)

    def _make(self, model: type[msgspec.Struct]) -> Card:
        card = Card(model, lambda: self._document.rig.by_name)
        card.previewed.connect(lambda field, value: self.previewed.emit(changing(self._index_of[card], {field: value})))
        card.committed.connect(lambda field, value: self._commit(card, field, value))
        card.all_committed.connect(
            lambda changes: self._send(_("Reset"), card, changing(self._index_of[card], changes))
        )
        card.cancelled.connect(self.cancelled)
        card.remove_asked.connect(lambda: self._remove(card))
        card.duplicate_asked.connect(lambda: self._duplicate(card))
        card.copy_asked.connect(lambda: self._copy(card))
        card.command_asked.connect(lambda name: self.command_asked.emit(self._index_of[card], name))
        card.step_asked.connect(lambda step: self._step(card, step))
        card.folded.connect(lambda folded: self._remember_fold(card, folded))
        card.more_shown.connect(lambda shown: self._show_more(model, shown))
        card.pick_asked.connect(lambda field: self._request_bone(card, field))
        card.pointed.connect(lambda on, bone: self.pointed.emit(Pointed((self._index_of[card],) if on else (), bone)))
        card.head.owner_asked.connect(lambda name: self.selection_asked.emit((name,), name))
        for name, editor in card.form.editors.items():
            if isinstance(editor, ReferenceField | WeightedBonesField):
                editor.why_invalid = partial(self._why_not, card, name)
            if isinstance(editor, ReferenceField) and field_named(model, name).of_others:
                editor.others = self._bones_of_others
        self.stack.adopt(card)
        self._made.setdefault(model, []).append(card)
        return card

    def _place(self, at: int) -> Place:
        name = self._chosen.names[0]
        owner = self._constraint(self.cards[at]).owner
        no_copy = "" if any(other != owner for other in self._chosen.names) else NO_OTHERS
        if at >= self._own:
            return Place(owner if owner != name else "", ELSEWHERE, ELSEWHERE, no_copy)
        on = owner if len(self._chosen.names) > 1 else ""
        return Place(on, "" if at else FIRST, "" if at < self._own - 1 else LAST, no_copy)

    def _fold_key(self, card: Card) -> tuple[str, str, int]:
        """Folding is remembered by bone, kind, and place among those of the kind."""
        here = self._constraint(card)
        above = self._document.rig.constraints[: self._index_of[card]]
        alike = sum(type(constraint) is type(here) and constraint.owner == here.owner for constraint in above)
        return here.owner, card.look.title, alike

    def _remember_fold(self, card: Card, folded: bool) -> None:
        (self._folded.add if folded else self._folded.discard)(self._fold_key(card))

    def _show_more(self, model: type, shown: bool) -> None:
        """Show what is rarely set, or fold it away, on all cards of a kind."""
        (self._with_more.add if shown else self._with_more.discard)(model)
        for card in self.cards:
            if type(card.constraint) is model:
                card.show_more(shown)

    def _bones_of_others(self) -> Mapping[BoneRef, Bone]:
        """Return the bones of the other figures of the scene, in their order."""
        figures = (each for each in self._document.scene.figures if each.name != self._document.active_figure)
        return {BoneRef(bone.name, figure.name): bone for figure in figures for bone in figure.rig.bones}

    def _why_not(self, card: Card, field: str, bone: AnyBone) -> str:
        """Return why the field of a card cannot name that bone."""
        return constrain.why_not(self._document, self._index_of[card], field, bone)

    def _request_bone(self, card: Card, field: str) -> None:
        """Ask for the bone of a field."""
        index, owner = self._index_of[card], self._constraint(card).owner
        title = field_named(type(self._constraint(card)), field).title
        edited = self.edited
        self.bone_requested.emit(
            BoneRequest(
                _("the {field} of {constraint} on {owner}").format(
                    field=inside(title), constraint=card.look.named, owner=owner
                ),
                lambda name: self._why_not(card, field, name),
                lambda name: edited.emit(
                    _("{field} of {owner}").format(field=title, owner=owner),
                    self._with_follow_up(index, _naming(index, field, name)),
                ),
                of_others=field_named(type(self._constraint(card)), field).of_others,
            )
        )

    # Edits

    def _constraint(self, card: Card) -> Constraint:
        return self._document.rig.constraints[self._index_of[card]]

    def _send(self, label: str, card: Card, edit: Edit) -> None:
        owner = self._constraint(card).owner
        self.edited.emit(label.format(constraint=card.look.title, owner=owner), edit)

    def _commit(self, card: Card, field: str, value: Any) -> None:
        constraint = self._constraint(card)
        edit = changing(self._index_of[card], {field: value})
        if field == "enabled":
            self._send(_("Unmute {constraint} of {owner}") if value else _("Mute {constraint} of {owner}"), card, edit)
        else:
            title = field_named(type(constraint), field).title
            edit = self._with_follow_up(self._index_of[card], edit)
            self.edited.emit(_("{field} of {owner}").format(field=title, owner=constraint.owner), edit)

    def _with_follow_up(self, index: int, edit: Edit) -> Edit:
        """The edit of one constraint, and what follows from it."""
        follow_up = self.follow_up
        return lambda document: follow_up(document, edit(document), index)

    def _remove(self, card: Card) -> None:
        index = self._index_of[card]
        self._send(_("Remove {constraint} of {owner}"), card, lambda document: constrain.remove(document, index))

    def _duplicate(self, card: Card) -> None:
        index = self._index_of[card]
        self._send(_("Duplicate {constraint} of {owner}"), card, lambda document: constrain.duplicate(document, index))

    def _copy(self, card: Card) -> None:
        index, names = self._index_of[card], self._chosen.names
        count = len([name for name in names if name != self._constraint(card).owner])
        label = ngettext("Copy {constraint} to {count} bone", "Copy {constraint} to {count} bones", count)
        label = label.format(constraint=card.look.title, count=count)
        self.edited.emit(label, lambda document: constrain.copy_to(document, index, names))

    def _step(self, card: Card, step: int) -> None:
        at = self.cards.index(card)
        self._move(at, at + step)

    def _move(self, at: int, to: int) -> None:
        """The bone's own constraint number `at` becomes number `to`."""
        card, index, goal = self.cards[at], self._index_of[self.cards[at]], self._index_of[self.cards[to]]
        label = _("Move {constraint} up") if to < at else _("Move {constraint} down")
        self.edited.emit(
            label.format(constraint=card.look.title), lambda document: constrain.move(document, index, goal)
        )


def _inset(widget: QWidget) -> QWidget:
    """The widget as wide as the cards are."""
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(MARGIN, 0, MARGIN, 8)
    layout.addWidget(widget)
    return row


def _naming(index: int, field: str, name: AnyBone) -> Edit:
    """A bone in a field that names one, or among those of a field that names several."""
    return lambda document: constrain.replace(document, index, document.rig.constraints[index].with_bone(field, name))


def changing(index: int, changes: Mapping[str, Any]) -> Edit:
    """Other values in fields, by their names; a constraint that is gone is left so."""

    def edit(document: Document) -> Document:
        if index >= len(document.rig.constraints):  # undone while a value of it was scrubbed
            return document
        constraint = document.rig.constraints[index]
        values = {field: applied(value, getattr(constraint, field)) for field, value in changes.items()}
        return constrain.replace(document, index, msgspec.structs.replace(constraint, **values))

    return edit
