"""The key sheet, and the page about Pantin."""

from __future__ import annotations

from pantin.app.actions.action import Action
from pantin.app.messages import _

ACTIONS: dict[str, Action] = {
    "keys": Action(
        title=_("Keys and mouse"),
        run=lambda editor: editor.dialogs.show_key_sheet(),
        keys=("F1", "?"),
        icon="keyboard",
        help=_("Everything that keys and mouse do."),
        words=_("help shortcuts sheet"),
    ),
    "about": Action(
        title=_("About Pantin"),
        run=lambda editor: editor.dialogs.show_about(),
        help=_("What Pantin is made with."),
        words=_("version licence"),
    ),
}

MENU = ("keys", "about")
