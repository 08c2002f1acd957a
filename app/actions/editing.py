"""Undo, the palette, the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, after, no_figure
from pantin.app.messages import _

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


@after(no_figure)
def _nothing_to_undo(editor: Editor) -> str:
    return "" if editor.session.history.can_undo else _("Nothing to undo.")


@after(no_figure)
def _nothing_to_redo(editor: Editor) -> str:
    return "" if editor.session.history.can_redo else _("Nothing to redo.")


def _undo(editor: Editor) -> None:
    """Cancel what is being drawn, then go one step back."""
    editor.view.cancel()
    editor.session.undo()


ACTIONS: dict[str, Action] = {
    "undo": Action(
        title=_("Undo"),
        run=_undo,
        keys=("Ctrl+Z",),
        icon="undo",
        help=_("Take the last step back."),
        why_not=_nothing_to_undo,
        about=lambda editor: editor.session.history.undo_label,
    ),
    "redo": Action(
        title=_("Redo"),
        run=lambda editor: editor.session.redo(),
        keys=("Ctrl+Shift+Z", "Ctrl+Y"),
        icon="redo",
        help=_("Do again what was taken back."),
        why_not=_nothing_to_redo,
        about=lambda editor: editor.session.history.redo_label,
    ),
    "palette": Action(
        title=_("Find an action…"),
        run=lambda editor: editor.dialogs.open_palette(),
        keys=("F3",),
        icon="search",
        help=_("Everything that can be done, by its name."),
        words=_("search command"),
    ),
    "settings": Action(
        title=_("Settings…"),
        run=lambda editor: editor.dialogs.open_settings(),
        keys=("Ctrl+,",),
        icon="settings",
        help=_("Keys, mouse, theme, units, size."),
        words=_("preferences options keymap theme light dark colours"),
    ),
}

MENU = ("undo", "redo", None, "palette", "settings")
