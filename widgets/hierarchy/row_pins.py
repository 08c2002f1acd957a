"""Push-pins in the tree of bones: one in the row of each pinned bone, left of the switches. A click takes it away."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from pantin.rigs.editing.pins import unpinned
from pantin.rigs.rig import Rig
from pantin.widgets.hierarchy.bone_model import Node
from pantin.widgets.hierarchy.bone_switches import ROOM, WIDTH, Change
from pantin.widgets.messages import _

RIGHT = ROOM + WIDTH
"""Where it begins, counted from the right edge of the row: its place is the same whether the switches are shown."""
TAKEN = RIGHT + 4
"""What a row with a pin keeps free at its right."""


def pinned_at(node: Node, pins: Mapping[str, bool], x: float, width: float) -> str | None:
    """The bone whose pin is under `x` in a row of this width."""
    if node.bone is None or node.name not in pins:
        return None
    return node.name if 0 <= x - (width - RIGHT) + 2 < WIDTH + 4 else None


def unpinning(name: str) -> Change:
    """What a click on the pin of a bone does."""
    return Change(_("Unpin {bone}").format(bone=name), lambda document: unpinned(document, (name,)))


def explanation(rig: Rig, name: str) -> str:
    """What the pin of a bone says to the pointer: what is kept, and that a click ends it."""
    rotation = any(pin.rotation for pin in rig.pins if pin.bone == name)
    kept = _("Pinned in place and rotation.") if rotation else _("Pinned in its place.")
    hidden = "" if name in rig.shown else _("The bone is hidden; the pin still holds it.")
    lines = (f"<b>{escape(kept)}</b>", hidden, _("Click: {what}").format(what=escape(unpinning(name).label)))
    return "<br>".join(line for line in lines if line)
