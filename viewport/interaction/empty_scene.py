"""Labels in the middle of an empty scene: which file is opening, else how to draw the first bone."""

from __future__ import annotations

from pantin.viewport.messages import _
from pantin.viewport.tools.tool import Tool
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.overlay import Label
from pantin.viewport.values.stage import Look

EMPTY = {True: _("No bones yet: pick the draw tool"), False: _("No bones yet: edit the rest pose to draw them")}
"""What to do where there is nothing, by whether the rest pose is edited."""
OPENING = _("Opening {name}…")


def empty_scene_labels(look: Look, tool: Tool, lens: Lens, opening: str = "") -> tuple[Label, ...]:
    """Return the labels of a scene without bones, none where there are bones. `opening` is what is about to be seen."""
    if look.document.rig.bones:
        return ()
    words = OPENING.format(name=opening) if opening else _how_to_begin(look, tool)
    return (Label((lens.width / 2, lens.height / 2), words, "text_dim", (0.0, 0.0), "centre", strong=False),)


def _how_to_begin(look: Look, tool: Tool) -> str:
    return tool.placing.empty_scene if tool.placing is not None else EMPTY[look.in_rest_pose]
