"""Forms made from the declarations of the fields: nothing here knows a particular model.

A form shows one value of a model and tells what people do to its fields. Which editor a field gets is decided by its
kind, in one table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from rigs.fields import Field, FieldKind, fields_of
from rigs.rig import Bone
from widgets.axis_row import AxisRow, RotationRow
from widgets.axis_switches import AxisSwitchRow
from widgets.choice import Choice
from widgets.explain import explain, refuse, tooltip
from widgets.limit_row import LimitRows
from widgets.number_field import NumberField
from widgets.quantity import quantity_of
from widgets.reference_field import Candidates, ReferenceField
from widgets.row import INSET, LABEL, Row
from widgets.switch import Switch
from widgets.text_field import TextField

MakeEditor = Callable[[Field, Candidates], QWidget]
"""Makes the editor of a field. Editors have `show_value` and the signals `scrubbed`, `committed` and `cancelled`."""

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
}


UNMARKED: tuple[FieldKind, ...] = ("bone", "text")
"""Kinds without the dot for "changed": a name is always somebody's choice, and a reference has its own cross."""


class Form(QWidget):
    """The fields of `model`, or `only` those named, in that order; `editors` replaces the editor of single fields.

    The bones that references may choose are asked of `bones` when they are needed.
    """

    previewed = Signal(str, object)
    committed = Signal(str, object)
    cancelled = Signal()

    def __init__(
        self,
        model: type[msgspec.Struct],
        *,
        only: Sequence[str] = (),
        editors: Mapping[str, MakeEditor] = {},
        bones: Callable[[], Sequence[Bone]] = tuple,
        label_width: int = LABEL,
        margin: int = INSET,
    ) -> None:
        super().__init__()
        declared = {field.name: field for field in fields_of(model)}
        self.fields = tuple(declared[name] for name in only or declared)
        self.rows: dict[str, QWidget] = {}
        self.editors: dict[str, QWidget] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for field in self.fields:
            editor = (editors.get(field.name) or EDITORS[field.kind])(field, bones)
            self._connect(field.name, editor)
            row = self._row(field, editor, label_width, margin)
            layout.addWidget(row)
            self.editors[field.name], self.rows[field.name] = editor, row

    def show_value(self, value: msgspec.Struct, disabled: Mapping[str, str] = {}) -> None:
        """Show every field of `value`. Fields named in `disabled` cannot be edited, for the reason given there."""
        for field in self.fields:
            shown = getattr(value, field.name)
            self.editors[field.name].show_value(shown)
            row = self.rows[field.name]
            refuse(row, disabled.get(field.name, ""))
            if isinstance(row, Row):
                row.label.show_changed(field.kind not in UNMARKED and shown != field.default)

    def _row(self, field: Field, editor: QWidget, label_width: int, margin: int) -> QWidget:
        if getattr(editor, "spans_the_row", False):
            explain(editor, tooltip(field))
            return editor
        unit = quantity_of(field).suffix if field.kind in ("vector", "quaternion") else ""
        row = Row(field.title, editor, unit=unit, width=label_width, margin=margin)
        row.reset_asked.connect(lambda: self.committed.emit(field.name, field.default))
        row.explain(tooltip(field))
        return row

    def _connect(self, name: str, editor: QWidget) -> None:
        editor.scrubbed.connect(lambda value: self.previewed.emit(name, value))
        editor.committed.connect(lambda value: self.committed.emit(name, value))
        editor.cancelled.connect(self.cancelled)
