"""The key sheet, and the page about Pantin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions.action import Action

if TYPE_CHECKING:
    pass


ACTIONS: dict[str, Action] = {
    "keys": Action(
        "Keys and mouse",
        lambda editor: editor.dialogs.show_key_sheet(),
        ("F1", "?"),
        "keyboard",
        "Everything that keys and mouse do.",
        words="help shortcuts sheet",
    ),
    "about": Action(
        "About Pantin",
        lambda editor: editor.dialogs.show_about(),
        help="What Pantin is made with.",
        words="version licence",
    ),
}

MENU = ("keys", "about")
