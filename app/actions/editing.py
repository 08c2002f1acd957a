"""Undo, the palette, the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, no_figure

if TYPE_CHECKING:
    from pantin.app.window.window import Window


def _nothing_to_undo(window: Window) -> str:
    return no_figure(window) or ("" if window.session.history.can_undo else "Nothing to undo.")


def _nothing_to_redo(window: Window) -> str:
    return no_figure(window) or ("" if window.session.history.can_redo else "Nothing to redo.")


def _undo(window: Window) -> None:
    """One step back; what is being drawn was none yet."""
    window.view.cancel()
    window.session.undo()


ACTIONS: dict[str, Action] = {
    "undo": Action(
        "Undo",
        _undo,
        ("Ctrl+Z",),
        "undo",
        "Take the last step back.",
        _nothing_to_undo,
        about=lambda w: w.session.history.undo_label,
    ),
    "redo": Action(
        "Redo",
        lambda w: w.session.redo(),
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        "redo",
        "Do again what was taken back.",
        _nothing_to_redo,
        about=lambda w: w.session.history.redo_label,
    ),
    "palette": Action(
        "Find an action…",
        lambda w: w.open_palette(),
        ("F3",),
        "search",
        "Everything that can be done, by its name.",
        words="search command",
    ),
    "settings": Action(
        "Settings…",
        lambda w: w.preferring.open_dialog(),
        ("Ctrl+,",),
        "settings",
        "Keys, mouse, theme, units, size.",
        words="preferences options keymap",
    ),
}

MENU = ("undo", "redo", None, "palette", "settings")
