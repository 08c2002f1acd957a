"""Expressions of the character: cards to set them by, found by name, and a slider for each that is set.

Values go out by name: `previewed` while one is dragged, `edited` once at the end. What mirrors them is not for here.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from pantin.rigs.figure import Figure
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.expressions import Expression, by_own_names, strengths
from pantin.rigs.meshes.faces import in_order, matching, weakened_by
from pantin.widgets.character.expression_cards import CardEntry, ExpressionCards
from pantin.widgets.character.expression_row import ExpressionRow, with_preset
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.kept_rows import let_go
from pantin.widgets.controls.search_line import SearchLine
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.forms.rows.row import INSET
from pantin.widgets.messages import _, ngettext

FEW = 8
"""Cards that are shown at first, two rows of them: the moods and the lids, of a VRM."""
SPARE = 4
"""Rows of sliders that are made beforehand, and kept when fewer are set."""


class ExpressionsSection(Section):
    """Shown where the character has been read; one without expressions has the line alone that says so."""

    previewed = Signal(object)
    """Values of expressions by name."""
    edited = Signal(object)
    """The same, to be kept as one step of undo."""
    cancelled = Signal()
    pictures_wanted = Signal()
    """See `ExpressionCards`."""

    def __init__(self) -> None:
        super().__init__(_("Expressions"))
        self._shown: tuple[object, ...] = ()
        self._expressions: tuple[Expression, ...] = ()
        self._values: Mapping[str, float] = {}
        self._there: Mapping[str, float] = {}
        """Their values, by their own names."""
        self._lists_all = False
        self._slid = ""
        """The expression that was slid last: its slider stays though it be at 0."""
        self.rows: list[ExpressionRow] = []
        self.cards = ExpressionCards()
        self._make_head_and_foot()
        self._sliders = QWidget()
        self._box = QVBoxLayout(self._sliders)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(4)
        for part in (_indented(self.search), self.cards, self._sliders, self.foot):
            self.add(part)
        self.cards.pictures_wanted.connect(self.pictures_wanted)
        self.cards.previewed.connect(self._preview)
        self.cards.edited.connect(self._set)
        self.cards.cancelled.connect(self.cancelled)
        self.hide()

    def _make_head_and_foot(self) -> None:
        self.reset = IconButton("undo", _("Put all back: set no expression any more."))
        self.reset.clicked.connect(lambda: self.edited.emit(dict.fromkeys(self._values, 0.0)))
        self.add_to_head(self.reset)
        self.reset.hide()
        self.search = SearchLine(_("Find an expression"))
        explain(self.search, _("Show only expressions whose name or preset contains this."))
        self.search.textChanged.connect(self._list)
        self.search.entered.connect(self._take_first)
        self.more = TextButton("", _("Show the cards of all expressions, or of the first ones."), quiet=True)
        self.more.clicked.connect(self._list_more)
        self.foot = _indented(self.more, ends=True)

    def show_character(self, figure: Figure, character: Character | None, in_rest_pose: bool) -> None:
        """Show how far each expression of a figure's character is there. Nothing is emitted."""
        self.setVisible(character is not None and not in_rest_pose)
        if character is None or in_rest_pose:
            return
        look, values = (character, figure.hidden_parts, figure.rig.bones), figure.pose.expressions
        is_same_look = len(self._shown) == len(look) and all(
            now is then for now, then in zip(look, self._shown, strict=True)
        )
        if is_same_look and values is self._values:
            return
        is_other = not self._shown or self._shown[0] is not character
        self._shown, self._values = look, values
        if is_other:
            self._expressions = in_order(character.expressions)
            self._lists_all, self._slid = False, ""
            self.search.setPlaceholderText(_("Find one of {count}").format(count=len(self._expressions)))
            self.show_body(bool(self._expressions))
        self._list()
        if not is_same_look:
            self.cards.forget_pictures(keep=not is_other)

    def prepare_next(self) -> bool:
        """Make one more row beforehand. False where there are as many as are set at once by most."""
        is_missing = len(self.rows) < SPARE
        if is_missing:
            self._add()
        return is_missing

    # Showing

    def _list(self) -> None:
        """Show cards for what is searched for, or else for the first ones, and sliders for those that are set."""
        self._there = by_own_names(self._expressions, self._values)
        listed = self._listed()
        self.cards.show_entries([self._entry(expression) for expression in listed])
        self.cards.setVisible(bool(listed))
        self._show_rows()
        self._show_notes(len(listed))

    def _listed(self) -> tuple[Expression, ...]:
        searched = self.search.text().strip()
        if searched:
            return matching(self._expressions, searched)
        return self._expressions if self._lists_all else self._expressions[:FEW]

    def _entry(self, expression: Expression) -> CardEntry:
        words = _("{expression}: a click sets it or puts it back, a drag sideways sets how far it is there.")
        hint = with_preset(words.format(expression=expression.name), expression)
        return CardEntry(expression.name, self._there.get(expression.name, 0.0), expression.is_binary, hint)

    def _show_rows(self) -> None:
        """Show a slider for each that is set, in their order. Each stays that of its expression: one may be dragged."""
        wanted = [each for each in self._expressions if each.name in self._there or each.name == self._slid]
        free = {row.expression.name: row for row in self.rows}
        kept = {each.name: free.pop(each.name) for each in wanted if each.name in free}
        spare = [row for row in self.rows if row.expression.name not in kept]
        left, rows = strengths(self._expressions, self._there), []
        for expression in wanted:
            row = kept.get(expression.name) or (spare.pop(0) if spare else self._add())
            value = self._there.get(expression.name, 0.0)
            weakening = weakened_by(expression, self._expressions, self._there) if value else ()
            row.show_expression(expression, value, left.get(expression.name, 0.0), weakening)
            rows.append(row)
        for place, row in enumerate(rows):
            if self._box.indexOf(row) != place:
                self._box.insertWidget(place, row)
            row.show()
        for row in spare:
            row.hide()
        self._sliders.setVisible(bool(rows))
        self.rows = [*rows, *spare]
        let_go(self.rows, len(rows) + SPARE)

    def _show_notes(self, listed: int) -> None:
        """Say how many are set, and offer what there is to do with all of them."""
        count, is_set, is_searching = len(self._expressions), len(self._there), bool(self.search.text().strip())
        if not count:
            self.show_note(_("none in the file"))
        elif is_searching and not listed:
            self.show_note(_("none is called so"))
        else:
            words = ngettext("{count} set", "{count} set", is_set).format(count=is_set)
            self.show_note(words if is_set else "")
        has_more = count > FEW and not is_searching
        self.more.show_words(_("Show few") if self._lists_all else _("Show all {count}").format(count=count))
        self.foot.setVisible(has_more)
        self.reset.setVisible(bool(self._values))

    # Asking

    def _list_more(self) -> None:
        self._lists_all = not self._lists_all
        self._list()

    def _take_first(self) -> None:
        if self.cards.entries:
            self.cards.setFocus()

    def _add(self) -> ExpressionRow:
        row = ExpressionRow()
        row.hide()
        row.previewed.connect(self._preview)
        row.edited.connect(self._slide)
        row.reset_asked.connect(lambda name: self._set(name, 0.0))
        row.cancelled.connect(self.cancelled)
        self._box.addWidget(row)
        self.rows.append(row)
        return row

    def _preview(self, name: str, value: float) -> None:
        self._slid = name
        self.previewed.emit(self._with(name, value))

    def _slide(self, name: str, value: float) -> None:
        self._slid = name
        self.edited.emit(self._with(name, value))

    def _set(self, name: str, value: float) -> None:
        self._slid = ""
        self.edited.emit(self._with(name, value))

    def _with(self, name: str, value: float) -> dict[str, float]:
        """Return values that set an expression, and put back what means the same: a face that was posed for another
        character may call it otherwise."""
        others = [
            each for each in self._values if each != name and name in by_own_names(self._expressions, {each: 1.0})
        ]
        return {**dict.fromkeys(others, 0.0), name: value}


def _indented(*widgets: QWidget, ends: bool = False) -> QWidget:
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(INSET - 4 if ends else INSET, 0, INSET, 4)
    for widget in widgets:
        layout.addWidget(widget)
    if ends:
        layout.addStretch(1)
    return row
