"""Before anything is drawn: what to do in an empty scene, and where a click would begin a bone."""

from __future__ import annotations

from pantin.viewport.tools.dragging.events import Press
from pantin.viewport.tools.draw import first_joint
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.overlay import Dot, Label, Overlay
from pantin.viewport.values.stage import Look

DRAWING = "Click to draw the first bone"
EMPTY = {True: "No bones yet: pick the draw tool", False: "No bones yet: edit the rest pose to draw them"}
"""What to do where there is nothing, by whether the rest pose is edited."""


def empty(look: Look, tool: str, lens: Lens) -> tuple[Label, ...]:
    """What to do where there are no bones, in the middle of the picture."""
    if look.document.rig.bones:
        return ()
    words = DRAWING if tool == "draw" else EMPTY[look.resting]
    return (Label((lens.width / 2, lens.height / 2), words, "text_dim", (0.0, 0.0), "centre", strong=False),)


def first(look: Look, press: Press) -> Overlay:
    """Where a press would begin a bone: on the joint that is there, or at a new one and what it snaps to."""
    if press.hit is not None and press.hit.ends:
        return Overlay(joint=(tuple(press.hit.point.tolist()),))
    found = first_joint(look, press)
    dot = Dot(tuple(found.place.tolist()), 4.0, "white", "accent", 2.0)
    if not found.to:
        return Overlay(dots=(dot,))
    told = Label((press.x, press.y), f"Snapped to {found.to}", "accent_text", (16.0, 8.0), strong=False)
    return Overlay(dots=(dot,), labels=(told,))
