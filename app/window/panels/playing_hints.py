"""What the status bar says while the simulation is played: the keys that pause it, put it back and keep its pose."""

from __future__ import annotations

from pantin.app.keyboard.keymap import Keymap
from pantin.app.messages import _
from pantin.app.session.simulation_player import State
from pantin.widgets.status.hint_line import Hints


def playing_hints(state: State, keymap: Keymap) -> Hints:
    """The hints, with the keys in effect; none where nothing is played. What has no key is left out."""
    if state == "off":
        return ()
    return keymap.hints(
        {
            "play_simulation": _("Pause") if state == "running" else _("Go on"),
            "put_back_simulation": _("Put back"),
            "keep_simulation": _("Keep the pose"),
        }
    )
