"""The tools of the viewport: one table, one module each.

A drag is a generator: it is called with what was seen and pressed, yields what to preview, is sent what the mouse and
the keyboard do next, and returns what to keep. Closing it leaves no trace.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Literal

from pantin.viewport.tools.bend import bend
from pantin.viewport.tools.by_hand import by_hand
from pantin.viewport.tools.dragging.events import Event, Press
from pantin.viewport.tools.draw import draw, draw_on, extrude
from pantin.viewport.tools.duplicate import duplicate
from pantin.viewport.tools.move import move
from pantin.viewport.tools.roll import roll
from pantin.viewport.tools.rotate import rotate, trackball
from pantin.viewport.tools.scale import scale
from pantin.viewport.tools.select import aiming, box, lasso
from pantin.viewport.values.stage import Kept, Look, Preview

Dragging = Callable[[Look, Press], Generator[Preview, Event, Kept | None]]


@dataclass(frozen=True, slots=True)
class Tool:
    """What dragging a bone, or the gizmo on what is selected, does while the tool is picked."""

    name: str
    drag: Dragging
    gizmo: Literal["", "move", "rotate", "scale"] = ""


TOOLS = (
    Tool("select", by_hand),
    Tool("move", by_hand, "move"),
    Tool("rotate", rotate, "rotate"),
    Tool("scale", scale, "scale"),
)

AT_REST = (*TOOLS, Tool("draw", draw))
"""Those there are while the rest pose is edited."""

AREAS: Mapping[str, Dragging] = {"box": box, "lasso": lasso}
"""What a press beside everything begins; begun without a button, they wait for a press anywhere."""

BEGUN: Mapping[str, Dragging] = {
    "move": move,
    "rotate": rotate,
    "trackball": trackball,
    "scale": scale,
    "extrude": extrude,
    "draw on": draw_on,
    "roll": roll,
    "duplicate": duplicate,
    "bend": bend,
    **dict.fromkeys(AREAS, aiming),
}
"""What begins at the pointer, without a button held."""

DRAWING = ("draw", "draw on", "extrude")
"""What draws bones."""

SWITCHES: Mapping[str, str] = {"g": "move", "r": "rotate", "s": "scale"}
"""The keys that take another tool while one that was begun without a button goes on, until others are set."""


def tool_named(name: str) -> Tool:
    """The tool of that name. Raises KeyError if there is none."""
    return {tool.name: tool for tool in AT_REST}[name]
