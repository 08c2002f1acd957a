"""What a key does while something is dragged: put back, keep, take another tool, or tell the drag.

A drag that was begun without a button held is ended by keys as well; one with a button held ends with the button.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from viewport.events import Held
from viewport.tools import SWITCHES


@dataclass(frozen=True, slots=True)
class Meaning:
    """What to do; `tool` is what goes on from here where another one is taken."""

    does: Literal["put back", "keep", "switch", "tell", "nothing"]
    tool: str = ""


def meaning(key: str, held: Held, modal: bool, doing: str) -> Meaning:
    """What a key does to a drag. `modal`: it was begun without a button; `doing` is its tool."""
    if key == "escape":
        return Meaning("put back")
    if modal and key in ("enter", "space"):
        return Meaning("keep")
    if key.startswith("page"):
        return Meaning("tell")
    if held.ctrl or held.alt:
        return Meaning("nothing")
    wanted = SWITCHES.get(key)
    again = wanted == doing or (wanted == "rotate" and doing == "trackball")
    if modal and wanted is not None and doing in (*SWITCHES.values(), "trackball") and not again:
        return Meaning("switch", wanted)
    return Meaning("tell")
