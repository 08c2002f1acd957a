"""Titles of limits under the pointer: a click on one frees the limit for the pose, or holds it again."""

from __future__ import annotations

from pantin.rigs.editing.joint_limits import freed, held_again
from pantin.viewport.messages import _
from pantin.viewport.scene.limits.limit_shapes import Title
from pantin.viewport.values.stage import DragResult, Look, Preview


def freeing(look: Look, title: Title) -> DragResult:
    """Return what a click on the title of a limit leaves."""
    names = (title.bone,)
    if title.free:
        label, after = _("Hold limits of {bones} again"), held_again(look.document, names)
    else:
        label, after = _("Free limits of {bones} for this pose"), freed(look.document, names, title.axes)
    return DragResult(label.format(bones=title.bone), Preview(after))
