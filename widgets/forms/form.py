"""Forms made from the declarations of the fields: nothing here knows a particular model.

A form shows one value of a model, or several at once, and tells what people do to its fields. Which editor a field gets
is decided by its kind, in one table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from pantin.rigs.fields import Field, fields_of
from pantin.widgets.controls.command_menu import Command, menu_of
from pantin.widgets.controls.explain import disable, explain, remark
from pantin.widgets.forms.field_commands import ALONE, commands_of
from pantin.widgets.forms.field_kinds import FIELD_KINDS, default_of
from pantin.widgets.forms.field_tooltip import tooltip
from pantin.widgets.forms.rows.editor import BonesByName, Editor, MakeEditor
from pantin.widgets.forms.rows.row import INSET, LABEL, Row, RowHeading
from pantin.widgets.messages import _
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.quantity import Quantity, quantity_of


class Form(QWidget):
    """The fields of `model`, or `only` those named, in that order; `editors` replaces the editor of single fields.

    `committed(field, value)` and `previewed(field, value)` send a value, or a part of one where a field has three: see
    `parts.applied`. The bones that references name are asked of `bones` when they are needed. `alone` is why values are
    never copied to other selected bones, where that is so. Fields in `placed` have no default worth going back to.
    `more_commands(field, axis)` are offered by the menu of a row beside those that every field has. `headings` stand
    over the fields with which a second block begins.
    """

    previewed = Signal(str, object)
    committed = Signal(str, object)
    cancelled = Signal()
    all_committed = Signal(object)
    """Several fields at once, by name."""
    pick_asked = Signal(str)
    """The bone in that field is to be pointed out."""
    bone_pointed = Signal(object)
    """The bone that the field under the pointer names, or None."""

    def __init__(
        self,
        model: type[msgspec.Struct],
        *,
        only: Sequence[str] = (),
        editors: Mapping[str, MakeEditor] = {},
        bones: BonesByName = dict,
        label_width: int = LABEL,
        margin: int = INSET,
        alone: str = "",
        placed: Sequence[str] = (),
        more_commands: Callable[[str, int | None], Sequence[Command]] = lambda name, axis: (),
        headings: Mapping[str, str] = {},
    ) -> None:
        super().__init__()
        declared = {field.name: field for field in fields_of(model)}
        self.fields = tuple(declared[name] for name in only or declared)
        self.rows: dict[str, QWidget] = {}
        self.editors: dict[str, QWidget] = {}
        self._editors: dict[str, Editor] = {}
        self.more_commands = more_commands
        self._alone = alone
        self._placed = placed
        self._values: Sequence[msgspec.Struct] = ()
        self._disabled: Mapping[str, str] = {}
        self._shown_of: tuple[object, ...] = ()
        for field in self.fields:
            make = editors.get(field.name) or FIELD_KINDS[field.kind].editor
            self._add_field(field, make(field, bones), label_width, margin)
        self._lay_out(headings, margin)
        self._explain()
        self._watch()

    # What is shown

    def show_value(self, value: msgspec.Struct, disabled: Mapping[str, str] = {}) -> None:
        """Show the fields of `value`. Those named in `disabled` cannot be edited, for the reason given there."""
        self.show_values((value,), disabled)

    def show_values(self, values: Sequence[msgspec.Struct], disabled: Mapping[str, str] = {}) -> None:
        """Show for every field what all `values` have in common; the first is the active one's."""
        self._values, self._disabled = values, disabled
        for field in self.fields:
            shown = _different(getattr(value, field.name) for value in values)
            self._editors[field.name].values.show_values(shown)
            row = self.rows[field.name]
            reason = disabled.get(field.name, "")
            disable(row, reason)
            if isinstance(row, Row):
                row.say_why_not(reason)
                row.label.show_changed(self._is_changed(field, shown))

    def _is_changed(self, field: Field, values: Sequence[Any]) -> bool:
        """Return True if any of these values reads otherwise than the default, with the digits that are shown."""
        kind = FIELD_KINDS[field.kind]
        if not (kind.is_marked and self.has_default(field)):
            return False
        quantity, shown = kind.quantity(field).shown_in(appearance().lengths), self._editors[field.name].all_shown
        default = _read(quantity, kind.default(field))
        return any(_read(quantity, value) != default for value in shown(values))

    def shows(self, *of: object) -> bool:
        """Return whether it was asked this about the very same objects before, and nobody has edited a field since.

        A form that is made from them need not be shown again. Poses change many times a second, and most forms do not.
        """
        same = len(of) == len(self._shown_of) and all(new is old for new, old in zip(of, self._shown_of, strict=True))
        self._shown_of = of
        return same

    def forget(self) -> None:
        """Forget what is shown: a field was edited, and the edit may be rejected."""
        self._shown_of = ()

    def value(self, name: str) -> Any:
        """Return the value of the active one in that field; a rotation as its angles."""
        return self._editors[name].shown(getattr(self._values[0], name))

    def remark(self, name: str, text: str) -> None:
        """Say something more in the tooltip of that field; an empty text takes it back."""
        row = self.rows[name]
        row.remark(text) if isinstance(row, Row) else remark(row, text)

    def leave_out(self, names: Collection[str]) -> None:
        """Hide the rows of these fields, and show all others."""
        for name, row in self.rows.items():
            row.setVisible(name not in names)

    # What can be done to a field besides editing it

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu of the row that was clicked, on label or field."""
        place = self.place_of(self.childAt(event.pos()))
        if place:
            menu = menu_of(commands_of(self, *place), self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(event.globalPos())
        event.setAccepted(place is not None)

    def place_of(self, widget: QWidget | None) -> tuple[str, int | None] | None:
        """The field that `widget` is part of, and the axis where it is about one; None where it is about no field."""
        axis: int | None = None
        while widget is not None and widget is not self:
            for name, row in self.rows.items():
                axes = self._editors[name].axes
                axis = axes.index(widget) if widget in axes else axis
                if row is widget:
                    return name, axis
            widget = widget.parentWidget()
        return None

    def declared(self, name: str) -> Field:
        """Return the declaration of that field."""
        return next(field for field in self.fields if field.name == name)

    def why_disabled(self, name: str, axis: int | None) -> str:
        """Return why the field cannot be changed now, or one axis of it; empty where it can."""
        return self._disabled.get(name, "") or ("" if axis is None else self._editors[name].why_locked(axis))

    def why_not(self, name: str, value: Any) -> str:
        """Return why the field cannot hold that value; empty where it can."""
        return self._editors[name].why_not(value)

    def has_default(self, field: Field) -> bool:
        """Return whether the field can be put back."""
        return field.default is not msgspec.NODEFAULT and field.name not in self._placed

    def why_alone(self) -> str:
        """Return why a value cannot be copied to other selected bones; empty where it can."""
        return self._alone or (ALONE if len(self._values) < 2 else "")

    def sent(self, name: str, value: Any) -> Any:
        """`value` as the editor of that field would send it."""
        return self._editors[name].sent(value)

    def reset_all(self) -> None:
        """Put every field back that can be."""
        marked = [field for field in self.fields if self.has_default(field) and FIELD_KINDS[field.kind].is_marked]
        changes = {field.name: self.sent(field.name, default_of(field, None)) for field in marked}
        self.all_committed.emit({name: value for name, value in changes.items() if not self.why_disabled(name, None)})

    def _add_field(self, field: Field, editor: Editor, label_width: int, margin: int) -> None:
        self._connect(field.name, editor)
        self._editors[field.name], self.editors[field.name] = editor, editor.widget
        self.rows[field.name] = self._row(field, editor, label_width, margin)

    def _lay_out(self, headings: Mapping[str, str], margin: int) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for name, row in self.rows.items():
            if name in headings:
                layout.addWidget(RowHeading(headings[name], margin))
            layout.addWidget(row)

    def _row(self, field: Field, editor: Editor, label_width: int, margin: int) -> QWidget:
        if editor.spans_row:
            return editor.widget
        quantity = quantity_of(field) if FIELD_KINDS[field.kind].unit_on_label else None
        row = Row(field.title, editor, quantity=quantity, width=label_width, margin=margin)
        row.reset_asked.connect(lambda: self.committed.emit(field.name, self.sent(field.name, default_of(field, None))))
        return row

    def _explain(self) -> None:
        """Tooltips and the names for screen readers, in the unit in which lengths are shown."""
        lengths = appearance().lengths
        for field in self.fields:
            editor, row = self.editors[field.name], self.rows[field.name]
            unit = quantity_of(field).shown_in(lengths).unit_name if field.unit else ""
            name_for_readers(editor, field.title, unit)
            text = tooltip(field, lengths)
            row.explain(text) if isinstance(row, Row) else explain(row, text)

    def _watch(self) -> None:
        appearance().lengths_changed.connect(self._explain)
        for edited in (self.previewed, self.committed, self.cancelled, self.all_committed):
            edited.connect(self.forget)

    def _connect(self, name: str, editor: Editor) -> None:
        editor.values.scrubbed.connect(lambda value: self.previewed.emit(name, value))
        editor.values.committed.connect(lambda value: self.committed.emit(name, value))
        editor.values.cancelled.connect(self.cancelled)
        if editor.pick_asked:
            editor.pick_asked.connect(lambda: self.pick_asked.emit(name))
        if editor.pointed:
            editor.pointed.connect(self.bone_pointed)


def _read(quantity: Quantity, value: Any) -> Any:
    """Return a value with its numbers as they are shown."""
    if isinstance(value, tuple | list):
        return tuple(_read(quantity, each) for each in value)
    return quantity.text(value) if isinstance(value, float | int) and not isinstance(value, bool) else value


def _different(values: Iterable[Any]) -> tuple[Any, ...]:
    """Each object once: of thousands of bones most are in the very same pose."""
    return tuple({id(value): value for value in values}.values())


def name_for_readers(editor: QWidget, title: str, unit: str) -> None:
    """Give `editor` and the numbers in it the names that a screen reader says, such as "Rotation X, degrees"."""
    sentence = _("{field}, {unit}") if unit else "{field}"
    editor.setAccessibleName(sentence.format(field=title, unit=unit))
    for number in editor.findChildren(NumberField):
        letter = "" if number.axis is None else f" {'XYZ'[number.axis]}"
        number.setAccessibleName(sentence.format(field=title + letter, unit=unit))
