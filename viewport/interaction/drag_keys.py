"""What a key does while something is dragged: put back, keep, take another tool, or tell the drag.

A drag that was begun without a button held is ended by keys as well; one with a button held ends with the button.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pantin.viewport.tools.dragging.events import Held

TURNING = ("rotate", "trackball")
SWITCHED = ("move", "scale", *TURNING)
"""What another tool can take over from."""


AXES = ("x", "y", "z")
WAITING = ("draw", "draw on")
"""What waits for the next click."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What to do; `tool` is what goes on from here where another one is taken."""

    does: Literal["put back", "keep", "switch", "again", "tell", "nothing"]
    tool: str = ""


def gives_way(key: str, held: Held, doing: str) -> bool:
    """Whether a chord of the program's ends what is being done: drawing waits for the next click and holds nothing."""
    return doing in WAITING and (held.ctrl or held.alt or (held.shift and key not in AXES))


def meaning(key: str, held: Held, modal: bool, doing: str, switches: Mapping[str, str]) -> Meaning:
    """What a key does to a drag. `modal`: it was begun without a button; `doing` is its tool; `switches` take others.

    The key of turning pressed again while something turns makes a trackball of it, or none.
    """
    if key == "escape":
        return Meaning("put back")
    if modal and key in ("enter", "space"):
        return Meaning("keep")
    if key.startswith("page"):
        return Meaning("tell")
    if held.ctrl or held.alt:
        return Meaning("nothing")
    wanted = switches.get(key)
    if wanted == "rotate" and doing in TURNING:
        return Meaning("again")
    if modal and wanted not in (None, doing) and doing in SWITCHED:
        return Meaning("switch", wanted or "")
    return Meaning("tell")
