"""Undo, the palette, the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, no_figure
from pantin.app.messages import _

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _nothing_to_undo(editor: Editor) -> str:
    return no_figure(editor) or ("" if editor.session.history.can_undo else _("Nothing to undo."))


def _nothing_to_redo(editor: Editor) -> str:
    return no_figure(editor) or ("" if editor.session.history.can_redo else _("Nothing to redo."))


def _undo(editor: Editor) -> None:
    """Cancel what is being drawn, then go one step back."""
    editor.view.cancel()
    editor.session.undo()


ACTIONS: dict[str, Action] = {
    "undo": Action(
        _("Undo"),
        _undo,
        ("Ctrl+Z",),
        "undo",
        _("Take the last step back."),
        _nothing_to_undo,
        about=lambda editor: editor.session.history.undo_label,
    ),
    "redo": Action(
        _("Redo"),
        lambda editor: editor.session.redo(),
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        "redo",
        _("Do again what was taken back."),
        _nothing_to_redo,
        about=lambda editor: editor.session.history.redo_label,
    ),
    "palette": Action(
        _("Find an action…"),
        lambda editor: editor.dialogs.open_palette(),
        ("F3",),
        "search",
        _("Everything that can be done, by its name."),
        words=_("search command"),
    ),
    "settings": Action(
        _("Settings…"),
        lambda editor: editor.dialogs.open_settings(),
        ("Ctrl+,",),
        "settings",
        _("Keys, mouse, theme, units, size."),
        words=_("preferences options keymap theme light dark colours"),
    ),
}

MENU = ("undo", "redo", None, "palette", "settings")
