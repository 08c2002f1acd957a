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

from pantin.rigs.fields import Field, FieldKind, fields_of
from pantin.widgets.controls.choice import Choice
from pantin.widgets.controls.explain import explain, refuse, tooltip
from pantin.widgets.controls.switch import Switch
from pantin.widgets.controls.text_field import TextField
from pantin.widgets.forms.field_commands import ALONE, Command, commands_of, default, menu_of
from pantin.widgets.forms.limit_row import LimitRows
from pantin.widgets.forms.reference_field import BonesByName, ReferenceField
from pantin.widgets.forms.row import INSET, LABEL, Row
from pantin.widgets.numbers.axis_row import AxisRow, RotationRow
from pantin.widgets.numbers.axis_switches import AxisSwitchRow
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.values.quantity import quantity_of

MakeEditor = Callable[[Field, BonesByName], QWidget]
"""Makes the editor of a field. Editors have `show_values` and the signals `scrubbed`, `committed` and `cancelled`."""

EDITORS: dict[FieldKind, MakeEditor] = {
    "number": lambda field, bones: NumberField(quantity_of(field)),
    "count": lambda field, bones: NumberField(quantity_of(field)),
    "switch": lambda field, bones: Switch(),
    "text": lambda field, bones: TextField(),
    "bone": lambda field, bones: ReferenceField(bones, field.optional),
    "choice": lambda field, bones: Choice(field.choices),
    "vector": lambda field, bones: AxisRow(quantity_of(field)),
    "quaternion": lambda field, bones: RotationRow(),
    "axes": lambda field, bones: AxisSwitchRow(),
    "axis_limits": lambda field, bones: LimitRows(),
    "axis_numbers": lambda field, bones: AxisRow(quantity_of(field)),
    "axis_bounds": lambda field, bones: AxisRow(quantity_of(field), open_at=0.0 if field.unit else 1.0),
}


UNMARKED: tuple[FieldKind, ...] = ("bone", "text")
"""Kinds without the dot for "changed": a name is always somebody's choice, and a reference has its own cross."""


class Form(QWidget):
    """The fields of `model`, or `only` those named, in that order; `editors` replaces the editor of single fields.

    `committed(field, value)` and `previewed(field, value)` send a value, or a part of one where a field has three: see
    `parts.applied`. The bones that references name are asked of `bones` when they are needed. `alone` is why values are
    never copied to other selected bones, where that is so. Fields in `placed` have no default worth going back to.
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
    ) -> None:
        super().__init__()
        declared = {field.name: field for field in fields_of(model)}
        self.fields = tuple(declared[name] for name in only or declared)
        self.rows: dict[str, QWidget] = {}
        self.editors: dict[str, QWidget] = {}
        self.more_commands: Callable[[str, int | None], Sequence[Command]] = lambda name, axis: ()
        self._alone = alone
        self._placed = placed
        self._values: Sequence[msgspec.Struct] = ()
        self._disabled: Mapping[str, str] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for field in self.fields:
            editor = (editors.get(field.name) or EDITORS[field.kind])(field, bones)
            name_for_readers(editor, field.title, quantity_of(field).unit_name if field.unit else "")
            self._connect(field.name, editor)
            row = self._row(field, editor, label_width, margin)
            layout.addWidget(row)
            self.editors[field.name], self.rows[field.name] = editor, row

    # What is shown

    def show_value(self, value: msgspec.Struct, disabled: Mapping[str, str] = {}) -> None:
        """Show the fields of `value`. Those named in `disabled` cannot be edited, for the reason given there."""
        self.show_values((value,), disabled)

    def show_values(self, values: Sequence[msgspec.Struct], disabled: Mapping[str, str] = {}) -> None:
        """Show for every field what all `values` have in common; the first is the active one's."""
        self._values, self._disabled = values, disabled
        for field in self.fields:
            shown = _different(getattr(value, field.name) for value in values)
            self.editors[field.name].show_values(shown)
            row = self.rows[field.name]
            refuse(row, disabled.get(field.name, ""))
            if isinstance(row, Row):
                marked = self.has_default(field) and field.kind not in UNMARKED
                row.label.show_changed(marked and any(value != field.default for value in shown))

    def value(self, name: str) -> Any:
        """What the active one has in that field; a rotation as its angles."""
        angles = getattr(self.editors[name], "angles", None)
        return angles() if angles else getattr(self._values[0], name)

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
            axis = getattr(widget, "axis", None) if axis is None else axis
            for name, row in self.rows.items():
                if row is widget:
                    return name, axis
            widget = widget.parentWidget()
        return None

    def declared(self, name: str) -> Field:
        """What is declared of that field."""
        return next(field for field in self.fields if field.name == name)

    def refused(self, name: str, axis: int | None) -> str:
        """Why the field cannot be changed now, or one axis of it; empty where it can."""
        locks = getattr(self.editors[name], "why_locked", None)
        return self._disabled.get(name, "") or (locks(axis) if locks and axis is not None else "")

    def has_default(self, field: Field) -> bool:
        """Whether the field can be put back."""
        return field.default is not msgspec.NODEFAULT and field.name not in self._placed

    def why_alone(self) -> str:
        """Why a value cannot be copied to other selected bones; empty where it can."""
        return self._alone or (ALONE if len(self._values) < 2 else "")

    def sent(self, name: str, value: Any) -> Any:
        """`value` as the editor of that field would send it."""
        turn = getattr(self.editors[name], "turn", None)
        return turn(value) if turn else value

    def reset_all(self) -> None:
        """Put every field back that can be."""
        marked = [field for field in self.fields if self.has_default(field) and field.kind not in UNMARKED]
        changes = {field.name: self.sent(field.name, default(field, None)) for field in marked}
        self.all_committed.emit({name: value for name, value in changes.items() if not self.refused(name, None)})

    def _row(self, field: Field, editor: QWidget, label_width: int, margin: int) -> QWidget:
        if getattr(editor, "spans_the_row", False):
            explain(editor, tooltip(field))
            return editor
        quantity = quantity_of(field)
        shows_unit = field.kind in ("vector", "quaternion", "axis_bounds")
        unit = (lambda: quantity.suffix) if shows_unit else str
        row = Row(field.title, editor, unit=unit, width=label_width, margin=margin)
        row.reset_asked.connect(lambda: self.committed.emit(field.name, self.sent(field.name, default(field, None))))
        row.explain(tooltip(field))
        return row

    def _connect(self, name: str, editor: QWidget) -> None:
        editor.scrubbed.connect(lambda value: self.previewed.emit(name, value))
        editor.committed.connect(lambda value: self.committed.emit(name, value))
        editor.cancelled.connect(self.cancelled)
        if isinstance(editor, ReferenceField):
            editor.pick_asked.connect(lambda: self.pick_asked.emit(name))
            editor.pointed.connect(self.bone_pointed)


def _different(values: Iterable[Any]) -> tuple[Any, ...]:
    """Each object once: of thousands of bones most stand in the very same pose."""
    return tuple({id(value): value for value in values}.values())


def name_for_readers(editor: QWidget, title: str, unit: str) -> None:
    """Give `editor` and the numbers in it the names that a screen reader says, such as "Rotation X, degrees"."""
    behind = f", {unit}" if unit else ""
    editor.setAccessibleName(title + behind)
    for number in editor.findChildren(NumberField):
        letter = "" if number.axis is None else f" {'XYZ'[number.axis]}"
        number.setAccessibleName(title + letter + behind)
