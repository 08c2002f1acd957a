"""Editors of fields that can do more than show a value and send one: numbers, axes, rotations, limits, references."""

from __future__ import annotations

from pantin.widgets.forms.references.names_field import NamesField
from pantin.widgets.forms.references.reference_field import ReferenceField
from pantin.widgets.forms.rows.editor import Editor
from pantin.widgets.forms.rows.limit_row import LimitRows
from pantin.widgets.numbers.axis_row import AxisRow, RotationRow
from pantin.widgets.numbers.knob_slider import SliderAndNumber
from pantin.widgets.numbers.number_field import NumberField


def number_editor(field: NumberField) -> Editor:
    """One number; its label scrubs it."""
    return Editor(field, field, number=field)


def slider_editor(slider: SliderAndNumber) -> Editor:
    """A slider with its number."""
    return Editor(slider, slider, number=slider.number)


def axes_editor(row: AxisRow) -> Editor:
    """Three numbers, each of which may be locked."""
    return Editor(row, row, why_locked=row.why_locked, axes=row.fields)


def rotation_editor(row: RotationRow) -> Editor:
    """A rotation as three angles."""
    return Editor(
        row,
        row,
        shown=lambda _stored: row.angles(),
        all_shown=lambda _stored: row.all_angles(),
        sent=row.as_edit,
        why_locked=row.why_locked,
        axes=row.row.fields,
    )


def limits_editor(rows: LimitRows) -> Editor:
    """The ranges of three axes, a row each."""
    return Editor(rows, rows, axes=rows.rows, spans_row=True)


def names_editor(field: NamesField) -> Editor:
    """The names of bones, in their order; more can be picked."""
    return Editor(field, field, why_not=field.why_not, pick_asked=field.pick_asked)


def reference_editor(field: ReferenceField) -> Editor:
    """The name of a bone, which can be picked."""
    return Editor(field, field, why_not=field.why_not, pick_asked=field.pick_asked, pointed=field.pointed)
