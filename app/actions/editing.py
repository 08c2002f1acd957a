"""Undo, the palette, the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, no_figure

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _nothing_to_undo(editor: Editor) -> str:
    return no_figure(editor) or ("" if editor.session.history.can_undo else "Nothing to undo.")


def _nothing_to_redo(editor: Editor) -> str:
    return no_figure(editor) or ("" if editor.session.history.can_redo else "Nothing to redo.")


def _undo(editor: Editor) -> None:
    """Cancel what is being drawn, then go one step back."""
    editor.view.cancel()
    editor.session.undo()


ACTIONS: dict[str, Action] = {
    "undo": Action(
        "Undo",
        _undo,
        ("Ctrl+Z",),
        "undo",
        "Take the last step back.",
        _nothing_to_undo,
        about=lambda editor: editor.session.history.undo_label,
    ),
    "redo": Action(
        "Redo",
        lambda editor: editor.session.redo(),
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        "redo",
        "Do again what was taken back.",
        _nothing_to_redo,
        about=lambda editor: editor.session.history.redo_label,
    ),
    "palette": Action(
        "Find an action…",
        lambda editor: editor.dialogs.open_palette(),
        ("F3",),
        "search",
        "Everything that can be done, by its name.",
        words="search command",
    ),
    "settings": Action(
        "Settings…",
        lambda editor: editor.dialogs.open_settings(),
        ("Ctrl+,",),
        "settings",
        "Keys, mouse, theme, units, size.",
        words="preferences options keymap theme light dark colours",
    ),
}

MENU = ("undo", "redo", None, "palette", "settings")
