"""Drawing bones of the rest pose with the pointer, and what they snap to. Only while the rest pose is edited."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, edit_mode_only, no_figure
from pantin.app.actions.tools import operation_actions, tool_actions
from pantin.app.messages import _
from pantin.rigs.translation import inside
from pantin.viewport.tools.dragging.events import Snap

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _snap(name: Snap, within: str, help: str) -> Action:
    def switch(editor: Editor) -> None:
        snaps = editor.view.settings.snaps
        kept = tuple(other for other in snaps if other != name)
        editor.view.change_settings(snaps=kept if name in snaps else (*snaps, name), snapping=True)

    return Action(
        title=_("Snap: {to}").format(to=inside(within)),
        run=switch,
        help=help,
        why_not=edit_mode_only,
        checked=lambda editor: name in editor.view.settings.snaps,
        words=_("magnet"),
        within=within,
    )


def _switches(field: str) -> Callable[[Editor], None]:
    return lambda editor: editor.view.change_settings(**{field: not getattr(editor.view.settings, field)})


FROM_VIEWPORT = {**tool_actions(rest_only=True), **operation_actions(rest_only=True)}

ACTIONS: dict[str, Action] = {
    **FROM_VIEWPORT,
    "snap": Action(
        title=_("Snap"),
        run=_switches("snapping"),
        keys=("Shift+Tab",),
        icon="snap",
        help=_(
            "What is drawn and moved goes to joints, floor and mirror plane nearby. Ctrl turns it round "
            "while it is held."
        ),
        why_not=edit_mode_only,
        checked=lambda editor: editor.view.settings.snapping,
        over_figure=True,
        words=_("magnet joints floor grid"),
    ),
    "snap_joints": _snap(name="joints", within=_("Joints"), help=_("Joints of other bones within 8 pixels.")),
    "snap_floor": _snap(name="floor", within=_("Floor"), help=_("The floor, at height 0.")),
    "snap_mirror": _snap(name="mirror", within=_("Mirror plane"), help=_("The plane between left and right.")),
    "snap_grid": _snap(name="grid", within=_("Grid of 10 cm"), help=_("Every 10 cm along X, Y and Z.")),
    "snap_figure": _snap(
        name="figure",
        within=_("Middle of the figure"),
        help=_("The middle of the part of the figure under the pointer."),
    ),
    "snap_mesh": _snap(
        name="mesh",
        within=_("Middle of the mesh"),
        help=_("Inside the mesh of the figure, halfway along the line of sight: joints stay in the middle of limbs."),
    ),
    "mirror_x": Action(
        title=_("Mirror X"),
        run=_switches("mirror_x"),
        keys=("Shift+X",),
        icon="mirror",
        help=_("What is done to one side is done to the other side as well: to bones at rest, and to poses."),
        why_not=no_figure,
        checked=lambda editor: editor.view.settings.mirror_x,
        over_figure=True,
        words=_("symmetry both sides left right"),
    ),
}

SNAPS = ("snap_joints", "snap_floor", "snap_mirror", "snap_grid", "snap_figure", "snap_mesh")

ELSEWHERE = ("divide",)
"""The actions that stand together in the menus of building."""

MENU = (*(name for name in FROM_VIEWPORT if name not in ELSEWHERE), None, "snap", (_("Snap to"), SNAPS), "mirror_x")
