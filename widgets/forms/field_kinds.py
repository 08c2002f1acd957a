"""The kinds of fields: for each, its editor, its text in tooltips and on the clipboard, and how its row looks.

A new kind is a module with its editor and text, a name and type in `rigs/fields.py`, and a line of `FIELD_KINDS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from pantin.rigs.fields import Field, FieldKind
from pantin.widgets.controls.choice import Choice
from pantin.widgets.controls.switch import Switch
from pantin.widgets.controls.text_field import TextField
from pantin.widgets.forms.field_editors import (
    axes_editor,
    limits_editor,
    names_editor,
    number_editor,
    reference_editor,
    rotation_editor,
)
from pantin.widgets.forms.references.names_field import NamesField
from pantin.widgets.forms.references.reference_field import ReferenceField
from pantin.widgets.forms.references.weighted_bones import WEIGHTED_BONES, WeightedBonesField, weighted_bones_editor
from pantin.widgets.forms.rows.editor import MakeEditor, editor_of
from pantin.widgets.forms.rows.limit_row import LimitRows
from pantin.widgets.messages import _
from pantin.widgets.numbers.axis_row import AxisRow, RotationRow
from pantin.widgets.numbers.axis_switches import AxisSwitchRow
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.values import value_text
from pantin.widgets.values.quantity import Quantity, degrees, quantity_of, words
from pantin.widgets.values.shared_values import AxisEdit
from pantin.widgets.values.units import Lengths
from pantin.widgets.values.value_text import ValueText


class Kind(msgspec.Struct, frozen=True):
    """One kind of field as the panels know it."""

    editor: MakeEditor
    text: ValueText
    """The value on the clipboard."""
    default_text: Callable[[Field, Quantity], str]
    """The default in the tooltip."""
    one_text: ValueText | None = None
    """One of the three values on the clipboard, where they can be taken apart."""
    is_triple: bool = False
    is_numeric: bool = False
    """Whether the tooltip tells unit and range."""
    is_marked: bool = True
    """Whether a dot says that the value was changed; a name is always chosen, and a reference has its own cross."""
    unit_on_label: bool = False
    quantity: Callable[[Field], Quantity] = quantity_of
    default: Callable[[Field], Any] = lambda field: field.default
    """The default as the editor shows it."""


def _number_default(field: Field, quantity: Quantity) -> str:
    text = quantity.text(field.default)
    return text + (" " if quantity.suffix.isalpha() else "") + quantity.suffix_for(text)


def _triple_default(field: Field, quantity: Quantity) -> str:
    return " ".join(quantity.text(number) for number in field.default)


def _axes_default(field: Field, _quantity: Quantity) -> str:
    return " ".join(axis for axis, is_on in zip("XYZ", field.default, strict=True) if is_on) or _("none")


_number = Kind(
    lambda field, bones: number_editor(NumberField(quantity_of(field))),
    value_text.NUMBER,
    _number_default,
    is_numeric=True,
)

FIELD_KINDS: dict[FieldKind, Kind] = {
    "number": _number,
    "count": _number,
    "switch": Kind(
        lambda field, bones: editor_of(Switch()),
        value_text.SWITCH,
        lambda field, quantity: _("on") if field.default else _("off"),
    ),
    "text": Kind(
        lambda field, bones: editor_of(TextField()),
        value_text.TEXT,
        lambda field, quantity: str(field.default),
        is_marked=False,
    ),
    "bone": Kind(
        lambda field, bones: reference_editor(ReferenceField(bones, field.optional)),
        value_text.BONE,
        lambda field, quantity: field.default or _("none"),
        is_marked=False,
    ),
    "bones": Kind(
        lambda field, bones: names_editor(NamesField(bones)),
        value_text.BONES,
        lambda field, quantity: _("none"),
        is_marked=False,
    ),
    "choice": Kind(
        lambda field, bones: editor_of(Choice(field.choices)),
        value_text.CHOICE,
        lambda field, quantity: words(field.default),
    ),
    "vector": Kind(
        lambda field, bones: axes_editor(AxisRow(quantity_of(field))),
        value_text.TRIPLE,
        _triple_default,
        value_text.NUMBER,
        is_triple=True,
        is_numeric=True,
        unit_on_label=True,
    ),
    "quaternion": Kind(
        lambda field, bones: rotation_editor(RotationRow()),
        value_text.TRIPLE,
        lambda field, quantity: _("not turned"),
        value_text.NUMBER,
        is_triple=True,
        is_numeric=True,
        unit_on_label=True,
        quantity=lambda field: degrees(),
        default=lambda field: (0.0, 0.0, 0.0),
    ),
    "axes": Kind(lambda field, bones: editor_of(AxisSwitchRow()), value_text.AXES, _axes_default, is_triple=True),
    "axis_limits": Kind(
        lambda field, bones: limits_editor(LimitRows()),
        value_text.RANGES,
        lambda field, quantity: _("free"),
        value_text.RANGE,
        is_triple=True,
        is_numeric=True,
    ),
    "axis_numbers": Kind(
        lambda field, bones: axes_editor(AxisRow(quantity_of(field))),
        value_text.TRIPLE,
        _triple_default,
        value_text.NUMBER,
        is_triple=True,
        is_numeric=True,
    ),
    "axis_bounds": Kind(
        lambda field, bones: axes_editor(AxisRow(quantity_of(field), open_at=0.0 if field.unit else 1.0)),
        value_text.BOUNDS,
        lambda field, quantity: _("free"),
        value_text.BOUND,
        is_triple=True,
        is_numeric=True,
        unit_on_label=True,
    ),
    "weighted_bones": Kind(
        lambda field, bones: weighted_bones_editor(WeightedBonesField(bones)),
        WEIGHTED_BONES,
        lambda field, quantity: _("none"),
        is_marked=False,
    ),
}


def text_of(field: Field, value: Any, lengths: Lengths, axis: int | None = None) -> str:
    """`value`, or one axis of it, as text; a rotation is given as its angles in radians."""
    kind = FIELD_KINDS[field.kind]
    quantity = kind.quantity(field).shown_in(lengths)
    if axis is not None and kind.one_text:
        return kind.one_text.write(quantity, value[axis])
    return kind.text.write(quantity, value)


def value_from(field: Field, text: str, lengths: Lengths, axis: int | None = None) -> Any:
    """Return the value that an editor of `field` would send for `text`. Raises `NotAValue`."""
    kind = FIELD_KINDS[field.kind]
    quantity = kind.quantity(field).shown_in(lengths)
    if axis is not None and kind.one_text:
        return AxisEdit.one(axis, kind.one_text.read(field, quantity, text))
    return kind.text.read(field, quantity, text)


def default_of(field: Field, axis: int | None) -> Any:
    """Return the value that an editor of `field` would send to reset it, or one axis of it."""
    kind = FIELD_KINDS[field.kind]
    values = kind.default(field)
    if not kind.is_triple:
        return values
    return AxisEdit(values) if axis is None else AxisEdit.one(axis, values[axis])
