"""The shelf of poses: those of the document and of folders as cards, in rows as wide as there is room for.

It shows what it is given and emits what is asked for. Names and new tags are typed over the card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from pantin.widgets.controls.name_edit import NameEdit
from pantin.widgets.messages import _
from pantin.widgets.poses.card_menu import CardCommands, card_menu
from pantin.widgets.poses.card_rows import COMING, NOTHING, CardRows, RowsArea, high_of
from pantin.widgets.poses.mix_ruler import MixRuler
from pantin.widgets.poses.pose_card import ALT, CAPTION, CARRYING, HIGH, MIXING, ON_CARD, WIDE, PoseCard
from pantin.widgets.poses.pose_entry import PoseEntry, found, tags_of
from pantin.widgets.poses.shelf_head import ShelfHead

BELOW = 8
"""Pixels of air under the last row."""

NOT_FOUND = _("No pose is found"), _("None has these words in its name or its tags.")


class PoseShelf(QWidget):
    """`head` is the title bar of its dock. A pose is named by the key of its entry."""

    apply_asked = Signal(str, bool)
    """Whether flipped."""
    mix_began = Signal(str)
    mixed = Signal(str, float, bool)
    mix_ended = Signal(str, bool)
    """Whether to keep it."""
    rename_asked = Signal(str, str)
    tags_asked = Signal(str, object)
    move_asked = Signal(str, str)
    """A pose goes before another one of its group; behind all where that is empty."""
    put_back_asked = Signal(str)
    remove_asked = Signal(str)
    file_asked = Signal(str)
    copy_asked = Signal(str)
    """A pose is to be copied to the user's shelf."""
    pose_pointed = Signal(str)
    """The pose whose card is under the pointer; "" where none is any more."""
    hints_changed = Signal(tuple)
    """Emitted with the hints for a card under the pointer, or while one is mixed in; with nothing when it has left."""
    spare_changed = Signal(int)
    """Pixels of the height that are too few for another whole row."""
    pictures_wanted = Signal()
    """Other cards are seen, or some without their pictures."""

    def __init__(self) -> None:
        super().__init__()
        self.head = ShelfHead(_("Poses"))
        self.entries: tuple[PoseEntry, ...] = ()
        self._more_coming = False
        self.cards: dict[str, PoseCard] = {}
        self._set_aside: dict[str, PoseCard] = {}
        """Cards of folders whose poses do not fit the rig that is open: they come back with another one."""
        self._rows = CardRows()
        self._ruler: MixRuler | None = None
        self._area = RowsArea(self._rows)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._area)
        layout.addStretch(1)
        self.setAutoFillBackground(True)
        self.setMinimumHeight(high_of(1) + BELOW)
        self.head.search.textChanged.connect(self._search)
        self.head.search.entered.connect(self._enter_first)
        self.head.search.stepped.connect(lambda _step: self._focus(0))
        self.head.pills.changed.connect(self._search)
        self._area.verticalScrollBar().valueChanged.connect(self.pictures_wanted)
        self._area.verticalScrollBar().valueChanged.connect(self._rows.follow_pointer)

    def show_entries(self, entries: Sequence[PoseEntry], more_coming: bool = False) -> None:
        """Show these poses, in this order; cards of poses that stay keep their pictures.

        Where there are none, words say so; or that some are being read or made for this figure, where `more_coming`.
        """
        entries = tuple(entries)
        if (entries, more_coming) == (self.entries, self._more_coming):
            return
        self.entries, self._more_coming = entries, more_coming
        for key in self.cards.keys() - {entry.key for entry in entries}:
            self._take_away(self.cards.pop(key))
        for entry in entries:
            if entry.key in self._set_aside:
                self.cards[entry.key] = self._set_aside.pop(entry.key)
            if entry.key in self.cards:
                self.cards[entry.key].show_entry(entry)
            else:
                self.cards[entry.key] = self._made(entry)
        self.head.pills.show_tags(tags_of(entries))
        self._filter()

    def show_selected(self, any_selected: bool) -> None:
        """Return whether bones are selected: poses may then change these alone."""
        self.head.selected_only.setVisible(any_selected)

    def show_picture(self, key: str, picture: QPixmap) -> None:
        """Show how the figure is posed in a pose."""
        if key in self.cards:
            self.cards[key].show_picture(picture)

    def forget_pictures(self, keep: bool = False) -> None:
        """The figure is another one. Where its bones were edited alone, the pictures are kept until newer ones come."""
        for card in self.cards.values():
            card.picture, card.outdated = (card.picture if keep else None), keep
        self.pictures_wanted.emit()

    def forget_picture(self, key: str) -> None:
        """A pose is another one."""
        if key in self.cards:
            self.cards[key].picture = None

    @property
    def without_picture(self) -> tuple[str, ...]:
        """The cards that are seen and have no picture of the figure as it is, in their order."""
        seen = self._area.viewport().rect()
        old = [card for card in self._rows.cards if card.picture is None or card.outdated]
        cards = old if self.isVisible() else []
        return tuple(
            card.entry.key
            for card in cards
            if seen.intersects(card.rect().translated(card.mapTo(self._area.viewport(), QPoint())))
        )

    @property
    def spare(self) -> int:
        """Return the pixels of the height that are too few for another whole row."""
        return max(self.height() - BELOW - self._area.height(), 0)

    def bring(self, key: str) -> None:
        """Scroll to a pose, and search for nothing that would hide it; a tag that it has stays chosen."""
        card = self.cards[key]
        if card not in self._rows.cards:
            self.head.search.clear()
        if card not in self._rows.cards:
            self.head.pills.choose("")
        self._area.ensureWidgetVisible(self.cards[key], 0, 4)

    def rename(self, key: str) -> None:
        """Let another name be typed for a pose of the document, or on the user's shelf."""
        group = self.cards[key].entry.group
        taken = {entry.name for entry in self.entries if entry.group == group and entry.key != key}
        self._type(key, self.cards[key].entry.name, taken, "pose", lambda name: self.rename_asked.emit(key, name))

    def type_tag(self, key: str) -> None:
        """Let a new tag be typed for a pose of the document, or on the user's shelf."""
        tags = self.cards[key].entry.tags
        self._type(key, "", set(tags), "tag", lambda tag: self.tags_asked.emit(key, (*tags, tag)))

    # Cards

    def _made(self, entry: PoseEntry) -> PoseCard:
        card, key = PoseCard(entry, self._rows), entry.key
        card.applied.connect(lambda flipped: self.apply_asked.emit(key, flipped))
        card.mix_began.connect(lambda at: self._begin_mix(card, at))
        card.mixed.connect(lambda percent, flipped: self._mix(key, percent, flipped))
        card.mix_ended.connect(lambda keep: self._end_mix(key, keep))
        card.carried.connect(lambda at, dropped: self._carry(card, at, dropped))
        card.carry_cancelled.connect(lambda: self._rows.mark(-1))
        card.rename_asked.connect(lambda: self.rename(key))
        card.menu_asked.connect(lambda at: self.menu(key).popup(at))
        card.pointed.connect(lambda inside: self._point(key if inside else ""))
        card.key_pressed.connect(lambda event: self._key(card, event))
        return card

    def _take_away(self, card: PoseCard) -> None:
        card.clearFocus()  # hidden with it, Qt would hand the keys to the next field that is typed into
        card.hide()
        card.picture = None
        if card.entry.changeable:
            card.deleteLater()
        else:
            self._set_aside[card.entry.key] = card

    def menu(self, key: str) -> QMenu:
        """Return the menu of what can be done with a pose."""
        tags = tags_of(self.entries)
        commands: CardCommands = {
            "apply": lambda: self.apply_asked.emit(key, False),
            "flip": lambda: self.apply_asked.emit(key, True),
            "put back": lambda: self.put_back_asked.emit(key),
            "rename": lambda: self.rename(key),
            "new tag": lambda: self.type_tag(key),
            "to my shelf": lambda: self.copy_asked.emit(key),
            "file": lambda: self.file_asked.emit(key),
            "remove": lambda: self.remove_asked.emit(key),
        }
        return card_menu(self, self.cards[key].entry, tags, commands, lambda given: self.tags_asked.emit(key, given))

    def _search(self) -> None:
        """Show the first of the cards that are searched for."""
        self._filter()
        self._area.verticalScrollBar().setValue(0)

    def _filter(self) -> None:
        """Show the cards that are searched for."""
        fitting = found(self.entries, self.head.search.text(), self.head.pills.chosen)
        self._rows.show_cards([self.cards[entry.key] for entry in fitting], self.words)
        self.pictures_wanted.emit()

    @property
    def words(self) -> tuple[str, str]:
        """Return the words to show where there is no card."""
        if self.entries:
            return NOT_FOUND
        return COMING if self._more_coming else NOTHING

    def _point(self, key: str) -> None:
        self.pose_pointed.emit(key)
        self.hints_changed.emit(ON_CARD if key else ())

    def _enter_first(self) -> None:
        if self._rows.cards:
            self.apply_asked.emit(self._rows.cards[0].entry.key, False)
            self._focus(0)  # what is typed next is no search

    # Mixing

    def _begin_mix(self, card: PoseCard, at: QPoint) -> None:
        window = self.window()
        if self._ruler is None or self._ruler.parentWidget() is not window:
            self._ruler = MixRuler(window)
        card.setFocus(Qt.FocusReason.MouseFocusReason)
        top = card.mapTo(window, QPoint()).y()
        self._ruler.show_over(card.entry.name, QPoint(card.mapTo(window, at).x(), top), top)
        self.mix_began.emit(card.entry.key)
        self.hints_changed.emit(MIXING)

    def _mix(self, key: str, percent: int, flipped: bool) -> None:
        if self._ruler is not None:
            self._ruler.show_amount(percent, flipped)
        self.mixed.emit(key, percent / 100.0, flipped)

    def _end_mix(self, key: str, keep: bool) -> None:
        if self._ruler is not None:
            self._ruler.hide()
        self.mix_ended.emit(key, keep)
        self.hints_changed.emit(ON_CARD if key in self.cards and self.cards[key].underMouse() else ())

    # Order

    def _carry(self, card: PoseCard, at: QPointF, dropped: bool) -> None:
        """Mark the gap that a carried card would come into, or put it there."""
        place = self._rows.place_at(card.mapTo(self._rows, at.toPoint()))
        group = [each for each in self._rows.cards if each.entry.group == card.entry.group]
        first = self._rows.cards.index(group[0])
        place = min(max(place - first, 0), len(group))
        self._rows.mark(-1 if dropped else first + place)
        self.hints_changed.emit(ON_CARD if dropped else CARRYING)
        if dropped:
            self.move_asked.emit(card.entry.key, group[place].entry.key if place < len(group) else "")

    def _move_by(self, card: PoseCard, step: int) -> None:
        own = [entry.key for entry in self.entries if entry.group == card.entry.group]
        at = own.index(card.entry.key) + (step if step < 0 else step + 1)
        if 0 <= at <= len(own):
            self.move_asked.emit(card.entry.key, own[at] if at < len(own) else "")

    # Keys

    def _key(self, card: PoseCard, event: QKeyEvent) -> None:
        key, own = event.key(), card.entry.changeable
        places = self._rows.places_from(card)
        event.accept()
        if own and key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and event.modifiers() & ALT:
            self._move_by(card, 1 if key == Qt.Key.Key_Right else -1)
        elif key in places:
            self._focus(places[key])
        elif own and key == Qt.Key.Key_F2:
            self.rename(card.entry.key)
        elif own and key == Qt.Key.Key_Delete:
            self.remove_asked.emit(card.entry.key)
        else:
            event.ignore()

    def _focus(self, at: int) -> None:
        if 0 <= at < len(self._rows.cards):
            card = self._rows.cards[at]
            card.setFocus(Qt.FocusReason.OtherFocusReason)
            self._area.ensureWidgetVisible(card, 0, 4)

    def _type(self, key: str, text: str, taken: set[str], kind: str, typed: Callable[[str], None]) -> None:
        card = self.cards[key]
        self._area.ensureWidgetVisible(card, 0, 4)
        _type_over(card, NameEdit(text, taken, self._rows, kind), typed, partial(self._named, card.entry.group))

    def _named(self, group: str, name: str) -> PoseCard | None:
        """The card of the pose of that name in the document, or on the shelf."""
        cards = self.cards.values()
        return next((each for each in cards if each.entry.group == group and each.entry.name == name), None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._area.fit(self.height() - BELOW)
        self.spare_changed.emit(self.spare)
        self.pictures_wanted.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.pictures_wanted.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """Pictures that nobody would see are wanted no longer."""
        super().hideEvent(event)
        self.pictures_wanted.emit()

    def changeEvent(self, event: QEvent) -> None:
        """In another theme the pictures are others."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.forget_pictures()


def _type_over(
    card: PoseCard, line: NameEdit, typed: Callable[[str], None], named: Callable[[str], PoseCard | None]
) -> None:
    """Let `line` be typed in over a card: `typed` is called with what is new.

    After that the keys are the card's again, or those of the card that is `named` as was typed.
    """
    before, name = line.text(), card.entry.name

    def finished(new: str) -> None:
        had_keys = line.hasFocus()
        if new and new != before:
            typed(new)
        there = (named(name) or named(new)) if had_keys else None
        if there is not None:
            there.setFocus(Qt.FocusReason.OtherFocusReason)

    line.finished.connect(finished)
    line.setGeometry(card.x() - 2, card.y() + HIGH, WIDE + 4, CAPTION)
    line.begin()
