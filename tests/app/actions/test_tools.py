"""A tool in the viewport's table is an action without anything else being written down."""

from __future__ import annotations

from pantin.app.actions import ACTIONS
from pantin.app.actions.tools import operation_action, tool_action
from pantin.viewport.tools import OPERATIONS, TOOLS
from tests.viewport.tools.example_tool import NUDGE, NUDGE_ENTRY, TOOL


def test_every_tool_and_every_operation_with_an_entry_is_an_action() -> None:
    assert {f"tool_{tool.name}" for tool in TOOLS} <= set(ACTIONS)
    assert {operation.name for operation in OPERATIONS if operation.entry is not None} <= set(ACTIONS)


def test_a_new_tool_brings_its_title_its_keys_and_its_icon() -> None:
    action = tool_action(TOOL)
    assert (action.title, action.keys, action.icon) == ("Nudge tool", ("Shift+N",), "move")
    assert operation_action(NUDGE, NUDGE_ENTRY).title == "Nudge"
