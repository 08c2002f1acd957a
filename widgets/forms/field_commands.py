"""What can be done to a field besides editing it: copy, paste, copy to the other selected bones, reset.

The menu of a row offers all of it, each with the reason where it cannot be done; some have keys that work over the
field. `axis` is 0 to 2 where it is about one of three numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from pantin.rigs.fields import Field
from pantin.widgets.values.shared_values import Axes
from pantin.widgets.values.value_text import NotAValue, text_of, value_from

if TYPE_CHECKING:
    from pantin.widgets.forms.form import Form

TRIPLES = ("vector", "quaternion", "axes", "axis_limits", "axis_numbers", "axis_bounds")
COPY, PASTE, RESET = "Ctrl+C", "Ctrl+V", "Backspace"
KEYS = (COPY, PASTE, RESET)
ALONE = "Select more bones first: the active one gives, the others take."
NO_DEFAULT = "It has no default."


@dataclass(frozen=True, slots=True)
class Command:
    """One line of the menu. Without `run` it is a line between groups."""

    title: str = ""
    run: Callable[[], None] | None = None
    why_not: str = ""
    keys: str = ""


LINE = Command()


def commands_of(form: Form, name: str, axis: int | None) -> tuple[Command, ...]:
    """Everything that can be done to the field `name` of `form`."""
    field = form.declared(name)
    locked = form.refused(name, axis)
    pasted, no_paste = _pasted(form, field, axis)
    no_default = "" if form.has_default(field) else NO_DEFAULT

    def send(value: Any) -> None:
        form.committed.emit(name, form.sent(name, value))

    return (
        Command("Copy value", lambda: QGuiApplication.clipboard().setText(copied(form, name, axis)), "", COPY),
        Command("Paste value", lambda: send(pasted), locked or no_paste, PASTE),
        Command("Copy to selected", lambda: send(_whole(form, name, axis)), form.why_alone(), ""),
        LINE,
        Command("Reset to default", lambda: send(default(field, axis)), locked or no_default, RESET),
        Command("Reset all in section", form.reset_all),
        *form.more_commands(name, axis),
    )


def menu_of(commands: Sequence[Command], parent: QWidget) -> QMenu:
    """The menu of `commands`; what cannot be done says why."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    for command in commands:
        if command.run is None:
            menu.addSeparator()
            continue
        action = menu.addAction(command.title, command.run)
        action.setShortcut(QKeySequence(command.keys))
        action.setEnabled(not command.why_not)
        action.setToolTip(command.why_not)
    return menu


def copied(form: Form, name: str, axis: int | None) -> str:
    """The value of the active bone as text."""
    return text_of(form.declared(name), form.value(name), axis)


def default(field: Field, axis: int | None) -> Any:
    """What resets the field, or one axis of it."""
    values = (0.0, 0.0, 0.0) if field.kind == "quaternion" else field.default
    if field.kind not in TRIPLES:
        return values
    return Axes(values) if axis is None else Axes.one(axis, values[axis])


def _whole(form: Form, name: str, axis: int | None) -> Any:
    value = form.value(name)
    if form.declared(name).kind not in TRIPLES:
        return value
    return Axes(value) if axis is None else Axes.one(axis, value[axis])


def _pasted(form: Form, field: Field, axis: int | None) -> tuple[Any, str]:
    """What the clipboard holds for the field, or why it holds nothing for it."""
    try:
        value = value_from(field, QGuiApplication.clipboard().text(), axis)
    except NotAValue as problem:
        return None, str(problem)
    why_not = getattr(form.editors[field.name], "why_not", None)
    return value, why_not(value) if why_not else ""
