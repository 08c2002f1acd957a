"""What a key does while something is dragged: put back, keep, switch to another operation, or pass it on to the drag.

A drag that was begun without a button held is ended by keys as well; one with a button held ends with the button.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from pantin.viewport.tools.dragging.events import Held
from pantin.viewport.tools.tool import Operation

AXES = ("x", "y", "z")


class KeyEffect(msgspec.Struct, frozen=True):
    """What to do; `operation` is what goes on from here where another one takes over."""

    does: Literal["put back", "keep", "switch", "again", "pass on", "nothing"]
    operation: str = ""


def ends_drag(key: str, held: Held, operation: Operation) -> bool:
    """Whether a shortcut of the program's with a modifier ends what goes on: it waits for a click and holds nothing."""
    return operation.stepwise and (held.ctrl or held.alt or (held.shift and key not in AXES))


def key_effect(key: str, held: Held, modal: bool, operation: Operation, letters: Mapping[str, str]) -> KeyEffect:
    """What a key does to a drag.

    `modal`: it was begun without a button. `letters` are the keys that begin interchangeable operations: one of another
    operation takes over, and the one that the drag repeats is passed on to it as "again".
    """
    if key == "escape":
        return KeyEffect("put back")
    if modal and key in ("enter", "space"):
        return KeyEffect("keep")
    if key.startswith("page"):
        return KeyEffect("pass on")
    if held.ctrl or held.alt:
        return KeyEffect("nothing")
    wanted = letters.get(key, "")
    if wanted and wanted == operation.repeats:
        return KeyEffect("again")
    if modal and wanted and wanted != operation.name and operation.interchangeable:
        return KeyEffect("switch", wanted)
    return KeyEffect("pass on")
