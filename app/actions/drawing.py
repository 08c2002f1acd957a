"""Drawing bones at rest with the pointer, and what they snap to. Only while the rest pose is edited."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, edit_mode_only, nothing_selected
from pantin.viewport.tools.dragging.events import Snap

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _nothing_to_edit(editor: Editor) -> str:
    return edit_mode_only(editor) or nothing_selected(editor)


def _modal(name: str, title: str, key: str, icon: str, help: str, industry: tuple[str, ...], words: str) -> Action:
    return Action(
        title,
        lambda editor: editor.view.begin(name),
        (key,),
        icon,
        help,
        _nothing_to_edit,
        industry=industry,
        over_figure=True,
        words=words,
    )


def _snap(name: Snap, within: str, help: str) -> Action:
    def switch(editor: Editor) -> None:
        snaps = editor.view.settings.snaps
        kept = tuple(other for other in snaps if other != name)
        editor.view.change_settings(snaps=kept if name in snaps else (*snaps, name), snapping=True)

    return Action(
        f"Snap: {within.lower()}",
        switch,
        help=help,
        why_not=edit_mode_only,
        checked=lambda editor: name in editor.view.settings.snaps,
        words="magnet",
        within=within,
    )


def _switches(field: str) -> Callable[[Editor], None]:
    return lambda editor: editor.view.change_settings(**{field: not getattr(editor.view.settings, field)})


ACTIONS: dict[str, Action] = {
    "tool_draw": Action(
        "Draw bones",
        lambda editor: editor.view.pick_tool("draw"),
        ("D",),
        "bone",
        "Click where a bone begins, then where each ends; Esc or the right button stops.",
        edit_mode_only,
        lambda editor: editor.view.tool == "draw",
        over_figure=True,
        words="tool add pen create new",
    ),
    "extrude": _modal(
        "extrude",
        "Extrude",
        "E",
        "extrude",
        "A new bone grows out of each selected joint, to where you click.",
        ("Shift+E",),
        "add grow bone new",
    ),
    "duplicate": _modal(
        "duplicate",
        "Duplicate",
        "Shift+D",
        "copy",
        "Copies of the selected bones follow the pointer until you click.",
        ("Ctrl+D",),
        "copy clone",
    ),
    "roll": _modal(
        "roll",
        "Roll",
        "Ctrl+R",
        "rotate",
        "The selected bones turn about themselves with the pointer until you click.",
        ("Ctrl+R",),
        "twist axes turn",
    ),
    "snap": Action(
        "Snap",
        _switches("snapping"),
        ("Shift+Tab",),
        "snap",
        "What is drawn and moved goes to joints, floor and mirror plane nearby. Ctrl turns it round while it is held.",
        edit_mode_only,
        lambda editor: editor.view.settings.snapping,
        over_figure=True,
        words="magnet joints floor grid",
    ),
    "snap_joints": _snap("joints", "Joints", "Joints of other bones within 8 pixels."),
    "snap_floor": _snap("floor", "Floor", "The floor, at height 0."),
    "snap_mirror": _snap("mirror", "Mirror plane", "The plane between left and right."),
    "snap_grid": _snap("grid", "Grid of 10 cm", "Every 10 cm along X, Y and Z."),
    "snap_figure": _snap("figure", "Middle of the figure", "The middle of the part of the figure under the pointer."),
    "mirror_x": Action(
        "Mirror X",
        _switches("mirror_x"),
        ("Shift+X",),
        "mirror",
        "What is done to one side of the rest pose is done to the other side as well.",
        edit_mode_only,
        lambda editor: editor.view.settings.mirror_x,
        over_figure=True,
        words="symmetry both sides left right",
    ),
}

SNAPS = ("snap_joints", "snap_floor", "snap_mirror", "snap_grid", "snap_figure")

MENU = ("tool_draw", "extrude", "duplicate", "roll", None, "snap", ("Snap to", SNAPS), "mirror_x")
