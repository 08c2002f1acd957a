"""The tools of the viewport: one table, one module each.

A drag is a generator: it is called with what was seen and pressed, yields what to preview, is sent what the mouse and
the keyboard do next, and returns what to keep. Closing it leaves no trace.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Literal

from viewport.events import Event, Press
from viewport.stage import Kept, Look, Preview
from viewport.tools.move import move
from viewport.tools.rotate import rotate

Dragging = Callable[[Look, Press], Generator[Preview, Event, Kept | None]]


@dataclass(frozen=True, slots=True)
class Tool:
    """One button of the tool bar: what dragging a bone or its gizmo does while it is picked.

    `key` picks the tool. `modal`, where there is one, is the key that starts its drag without a button held.
    """

    name: str
    title: str
    help: str
    key: str
    drag: Dragging
    gizmo: Literal["", "move", "rotate"] = ""
    modal: str = ""


TOOLS = (
    Tool("select", "Select", "Click a bone to select it, drag it to pose.", "Q", move),
    Tool("move", "Move", "Arrows along the axes. G moves without.", "Shift+G", move, "move", "g"),
    Tool("rotate", "Rotate", "Rings about a bone's own axes. R turns without.", "Shift+R", rotate, "rotate", "r"),
)


def tool_named(name: str) -> Tool:
    """The tool of that name. Raises KeyError if there is none."""
    return {tool.name: tool for tool in TOOLS}[name]
