"""Push-pins in the tree of bones: one at the right edge of the row of each pinned bone. A click takes it away.

A pin is always seen and the switches are not, so the pin has the edge and the switches of its row stand left of it: a
name deep in the tree keeps its room, and the pin its place when the switches come.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from html import escape

from pantin.rigs.editing.pins import unpinned
from pantin.rigs.rig import Rig
from pantin.widgets.hierarchy.bone_model import Node
from pantin.widgets.hierarchy.bone_switches import PADLOCK, WIDTH, Change
from pantin.widgets.messages import _

RIGHT = PADLOCK.right
"""Its place, counted from the right edge of the row."""
TAKEN = WIDTH + 4
"""By how much the switches of its row stand further left than those of others."""


def taken(node: Node, pins: Mapping[str, bool]) -> int:
    """Return the width that the pin in the row of a node takes at the right; nothing where there is none."""
    return TAKEN if node.bone is not None and node.name in pins else 0


def pinned_at(node: Node, pins: Mapping[str, bool], x: float, width: float) -> str | None:
    """The bone whose pin is under `x` in a row of this width."""
    return node.name if taken(node, pins) and 0 <= x - (width - RIGHT) + 2 < TAKEN else None


def unpinning(name: str) -> Change:
    """Return the effect of a click on the pin of a bone."""
    return Change(_("Unpin {bone}").format(bone=name), lambda document: unpinned(document, (name,)))


def explanation(rig: Rig, name: str, released: Collection[str] = ()) -> str:
    """Return the tooltip of a bone's pin: what is kept, and that a click ends it."""
    rotation = any(pin.rotation for pin in rig.pins if pin.bone == name)
    kept = _("Pinned in place and rotation.") if rotation else _("Pinned in its place.")
    if name in released:
        kept = _("Released while lifted: the pin holds again where the bone comes down.")
    hidden = "" if name in rig.shown else _("The bone is hidden; the pin still holds it.")
    lines = (f"<b>{escape(kept)}</b>", hidden, _("Click: {what}").format(what=escape(unpinning(name).label)))
    return "<br>".join(line for line in lines if line)
