"""Roles of bones in a drag of the rest pose, for the tree of bones to mark."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pantin.app.messages import _, pgettext
from pantin.rigs.rig import Rig

DRAWING = _("drawing")
MIRROR = pgettext("beside a bone that follows an edit of its partner", "mirror")


def drag_roles(kept: Rig, dragged: Rig, shown: Rig, highlighted: Collection[str], mirrors: bool) -> Mapping[str, str]:
    """Return the word beside each bone that the drag draws or mirrors: DRAWING or MIRROR.

    `kept` is the rig before the drag, `dragged` as the drag made it, `shown` the same with the other side mirrored.
    """
    drawn = {name: DRAWING for name in highlighted if name not in kept.by_name}
    made = dragged.by_name
    changed = (name for name, bone in shown.by_name.items() if mirrors and bone is not made.get(name))
    return drawn | dict.fromkeys(changed, MIRROR)
