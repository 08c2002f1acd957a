"""What there is to know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions.action import Action

if TYPE_CHECKING:
    from pantin.app.window.window import Window


def _show_about(window: Window) -> None:
    from pantin.app.window.about import show_about

    show_about(window)


ACTIONS: dict[str, Action] = {
    "keys": Action(
        "Keys and mouse",
        lambda w: w.show_key_sheet(),
        ("F1", "?"),
        "keyboard",
        "Everything that keys and mouse do.",
        words="help shortcuts sheet",
    ),
    "about": Action("About Pantin", _show_about, help="What Pantin is made with.", words="version licence"),
}

MENU = ("keys", "about")
