"""Actions made from the viewport's tables: one picks each tool, and one begins each operation that has a menu entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions.action import (
    Action,
    WhyNot,
    after,
    edit_mode_only,
    no_figure,
    not_ready,
    nothing_selected,
    posing_only,
)
from pantin.app.messages import _
from pantin.app.session.session import PREPARING
from pantin.viewport.tools import OPERATIONS, TOOLS
from pantin.viewport.tools.tool import MenuEntry, Operation, Tool
from pantin.viewport.values.loaded_character import loaded_of

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def tool_actions(rest_only: bool) -> dict[str, Action]:
    """The actions that pick the tools there are while the rest pose is edited, or the others; by name."""
    return {f"tool_{tool.name}": tool_action(tool) for tool in TOOLS if tool.rest_only == rest_only}


def operation_actions(rest_only: bool) -> dict[str, Action]:
    """The actions that begin the operations there are while the rest pose is edited, or the others; by name."""
    return {
        operation.name: operation_action(operation, operation.entry)
        for operation in OPERATIONS
        if operation.entry is not None and operation.rest_only == rest_only
    }


def tool_action(tool: Tool) -> Action:
    """The action that picks a tool."""
    entry = tool.entry
    return Action(
        title=entry.title,
        run=lambda editor: _take(editor, tool),
        keys=entry.keys,
        icon=entry.icon,
        help=entry.help,
        why_not=_why_not_in_hand(tool),
        checked=lambda editor: editor.view.tool == tool.name,
        industry=entry.industry,
        over_figure=True,
        words=entry.search_words,
        within=entry.within,
    )


def _take(editor: Editor, tool: Tool) -> None:
    editor.view.pick_tool(tool.name)
    if tool.skin is not None:
        editor.characters.prepare_painting()


def _why_not_in_hand(tool: Tool) -> WhyNot:
    """Return a function that asks why a tool cannot be taken now."""
    if tool.skin is not None:
        return _no_skin
    return edit_mode_only if tool.rest_only else no_figure


@after(posing_only)
def _no_skin(editor: Editor) -> str:
    loaded = loaded_of(editor.session.shown.figure, editor.session.characters)
    if loaded is None or not loaded.character.parts:
        return _("The figure has no skin.")
    if all(part.skin is None for part in loaded.character.parts):
        return _("Its mesh hangs on no bones: Rig › Body › Bind mesh gives it weights.")
    return ""


def operation_action(operation: Operation, entry: MenuEntry) -> Action:
    """The action that begins an operation with the pointer, as `entry` offers it."""
    return Action(
        title=entry.title,
        run=lambda editor: editor.view.begin(operation.name),
        keys=entry.keys,
        icon=entry.icon,
        help=entry.help,
        why_not=_why_not(operation),
        industry=entry.industry,
        over_figure=True,
        words=entry.search_words,
        within=entry.within,
    )


def _why_not(operation: Operation) -> WhyNot:
    """Return a function that asks why an operation cannot begin now."""
    if operation.poses:
        return _no_pose_before if operation.needs_before else _nothing_to_pose
    return _nothing_to_edit if operation.rest_only else not_ready


@after(posing_only)
def _nothing_to_pose(editor: Editor) -> str:
    return "" if editor.session.ready else PREPARING


@after(_nothing_to_pose)
def _no_pose_before(editor: Editor) -> str:
    before = editor.session.history.posed_before
    return "" if before else _("No earlier step has another pose.")


def _nothing_to_edit(editor: Editor) -> str:
    return edit_mode_only(editor) or nothing_selected(editor)
