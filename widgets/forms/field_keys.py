"""Keys over a panel: copy, paste and reset go to the field under the pointer, else to the one with the focus.

Keys follow the pointer, as they do over the figure: a panel takes the focus when the pointer comes in, unless somebody
is typing, holds the mouse, or says that it `keeps_keys`, as the figure does while something is dragged.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from pantin.widgets.controls.command_menu import Command
from pantin.widgets.controls.search_line import LENDS_KEYS
from pantin.widgets.forms.field_commands import KEYS, commands_of
from pantin.widgets.forms.form import Form

TYPING = (QLineEdit, QAbstractSpinBox, QTextEdit, QPlainTextEdit)


@runtime_checkable
class KeepsKeys(Protocol):
    """A widget that may need the keys without the mouse being held in it."""

    @property
    def keeps_keys(self) -> bool:
        """Return whether it needs them now."""


def take_focus(panel: QWidget) -> None:
    """Let keys come to `panel`, where nobody else needs them."""
    now = QApplication.focusWidget()
    lends = now is not None and now.property(LENDS_KEYS)
    typing = (isinstance(now, TYPING) and not lends) or _keeps_keys(now)
    busy = typing or QWidget.mouseGrabber() or QWidget.keyboardGrabber()
    if panel.isActiveWindow() and not busy and not (now and panel.isAncestorOf(now)):
        panel.setFocus(Qt.FocusReason.MouseFocusReason)


def _keeps_keys(widget: object) -> bool:
    return isinstance(widget, KeepsKeys) and widget.keeps_keys


def command_for(event: QKeyEvent, panel: QWidget) -> Command | None:
    """Return the command of a key on a field of `panel`, if it has one there."""
    keys = QKeySequence(event.keyCombination()).toString(QKeySequence.SequenceFormat.PortableText)
    if keys not in KEYS or isinstance(QApplication.focusWidget(), TYPING):
        return None
    under = QApplication.widgetAt(QCursor.pos()) if panel.underMouse() else None
    place = _field_of(under) or _field_of(QApplication.focusWidget())
    return next(command for command in commands_of(*place) if command.keys == keys) if place else None


def _field_of(widget: QWidget | None) -> tuple[Form, str, int | None] | None:
    """The form, field and axis that a widget is part of."""
    form = widget
    while form is not None and not isinstance(form, Form):
        form = form.parentWidget()
    place = form.place_of(widget) if form else None
    return (form, *place) if form and place else None
