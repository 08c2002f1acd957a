"""The tools of the viewport: one module each, with what hints, keys and menus need to know of it, and one table.

A drag is a generator: it is called with what was seen and pressed, yields what to preview, is sent what the mouse and
the keyboard do next, and returns what to keep. Closing it leaves no trace.
"""

from __future__ import annotations

from collections.abc import Mapping

from pantin.viewport.tools import (
    bend,
    brush_changes,
    divide,
    drag_bone,
    draw,
    duplicate,
    in_between,
    move,
    roll,
    rotate,
    scale,
    select,
    weight_brush,
)
from pantin.viewport.tools.tool import Operation, Tool

TOOLS: tuple[Tool, ...] = (drag_bone.SELECT, drag_bone.MOVE, rotate.TOOL, scale.TOOL, weight_brush.TOOL, draw.TOOL)

OPERATIONS: tuple[Operation, ...] = (
    move.MOVE,
    rotate.ROTATE,
    rotate.TRACKBALL_ROTATE,
    scale.SCALE,
    draw.EXTRUDE,
    duplicate.DUPLICATE,
    roll.ROLL,
    divide.DIVIDE,
    draw.DRAW_ON,
    bend.BEND,
    in_between.PUSH,
    in_between.RELAX,
    in_between.BLEND_TO_REST,
    in_between.BLEND_TO_BEFORE,
    select.BOX,
    select.LASSO,
    *brush_changes.CHANGES,
)
"""The operations that can be begun at the pointer, without a button held."""


def tool_named(name: str) -> Tool:
    """The tool of that name. Raises KeyError if there is none."""
    return {tool.name: tool for tool in TOOLS}[name]


def operation_named(name: str) -> Operation:
    """The operation of that name. Raises KeyError if there is none."""
    return {operation.name: operation for operation in OPERATIONS}[name]


def operation_letters() -> Mapping[str, str]:
    """The letters that begin interchangeable operations in the Blender preset, each with the operation's name."""
    entries = ((operation.name, operation.entry) for operation in OPERATIONS if operation.interchangeable)
    return {key.lower(): name for name, entry in entries if entry is not None for key in entry.keys if len(key) == 1}
