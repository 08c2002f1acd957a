"""Commands for a field besides editing it: copy, paste, copy to the other selected bones, reset.

The menu of a row offers all of it, each with the reason where it cannot be done; some have keys that work over the
field. `axis` is 0 to 2 where it is about one of three numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from PySide6.QtCore import SignalInstance
from PySide6.QtGui import QGuiApplication

from pantin.rigs.fields import Field
from pantin.widgets.controls.command_menu import LINE, Command
from pantin.widgets.forms.field_kinds import FIELD_KINDS, default_of, text_of, value_from
from pantin.widgets.messages import _
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.shared_values import AxisEdit
from pantin.widgets.values.value_text import NotAValue

COPY, PASTE, RESET = "Ctrl+C", "Ctrl+V", "Backspace"
KEYS = (COPY, PASTE, RESET)
ALONE = _("Select more bones first: the active one gives, the others take.")
NO_DEFAULT = _("It has no default.")


class FieldHolder(Protocol):
    """The interface that commands ask of the form that a field is in."""

    @property
    def committed(self) -> SignalInstance:
        """Takes the name of a field and a value to keep."""

    @property
    def more_commands(self) -> Callable[[str, int | None], Sequence[Command]]:
        """Commands beside those that every field has."""

    def declared(self, name: str) -> Field:
        """Return the declaration of that field."""

    def value(self, name: str) -> Any:
        """Return the value of the active one in that field."""

    def sent(self, name: str, value: Any) -> Any:
        """`value` as the editor of that field would send it."""

    def why_disabled(self, name: str, axis: int | None) -> str:
        """Return why the field cannot be changed now; empty where it can."""

    def why_not(self, name: str, value: Any) -> str:
        """Return why the field cannot hold that value; empty where it can."""

    def why_alone(self) -> str:
        """Return why a value cannot be copied to other selected bones; empty where it can."""

    def has_default(self, field: Field) -> bool:
        """Return whether the field can be put back."""

    def reset_all(self) -> None:
        """Put every field back that can be."""


def commands_of(form: FieldHolder, name: str, axis: int | None) -> tuple[Command, ...]:
    """Everything that can be done to the field `name` of `form`."""
    field = form.declared(name)
    locked = form.why_disabled(name, axis)
    pasted, no_paste = _pasted(form, field, axis)
    no_default = "" if form.has_default(field) else NO_DEFAULT

    def send(value: Any) -> None:
        form.committed.emit(name, form.sent(name, value))

    return (
        Command(_("Copy value"), lambda: QGuiApplication.clipboard().setText(copied(form, name, axis)), "", COPY),
        Command(_("Paste value"), lambda: send(pasted), locked or no_paste, PASTE),
        Command(_("Copy to selected"), lambda: send(_whole(form, name, axis)), form.why_alone(), ""),
        LINE,
        Command(_("Reset to default"), lambda: send(default_of(field, axis)), locked or no_default, RESET),
        Command(_("Reset all in section"), form.reset_all),
        *form.more_commands(name, axis),
    )


def copied(form: FieldHolder, name: str, axis: int | None) -> str:
    """The value of the active bone as text."""
    return text_of(form.declared(name), form.value(name), appearance().lengths, axis)


def _whole(form: FieldHolder, name: str, axis: int | None) -> Any:
    value = form.value(name)
    if not FIELD_KINDS[form.declared(name).kind].is_triple:
        return value
    return AxisEdit(value) if axis is None else AxisEdit.one(axis, value[axis])


def _pasted(form: FieldHolder, field: Field, axis: int | None) -> tuple[Any, str]:
    """Return the value that the clipboard holds for the field, or why it holds none."""
    try:
        value = value_from(field, QGuiApplication.clipboard().text(), appearance().lengths, axis)
    except NotAValue as problem:
        return None, str(problem)
    return value, form.why_not(field.name, value)
