"""Moving, rotating and scaling bones: the tools, their orientation and pivot, Auto IK, resetting the pose."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from pantin import solver
from pantin.app.actions.action import (
    Action,
    Checked,
    after,
    no_figure,
    posing_only,
)
from pantin.app.actions.pose import painting
from pantin.app.actions.tools import operation_actions, tool_actions
from pantin.app.messages import _
from pantin.app.session.session import PREPARING
from pantin.rigs.constraints import Ik
from pantin.rigs.document import Document
from pantin.rigs.editing.pose import reset
from pantin.rigs.fields import CHANNELS, Channel
from pantin.rigs.translation import inside
from pantin.solver.edits.expressions import only_expressions
from pantin.solver.edits.poses.poses import together
from pantin.solver.edits.posing.posing import live, with_solution
from pantin.viewport.tools import OPERATIONS
from pantin.widgets.values.quantity import words

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _resets(label: str, *channels: Channel) -> Callable[[Editor], None]:
    def edit(document: Document) -> Document:
        made = reset(document, _targets(document), channels)
        is_all = not document.selected and "rotation" in channels and "location" in channels
        return made.with_figure(only_expressions(made.figure, {})) if is_all else made

    return lambda editor: editor.session.edit(label, edit)


def _targets(document: Document) -> Collection[str]:
    """The selected bones with what is posed with them, as a hand is with its handle; all where none is selected."""
    return (
        together(document.rig, document.selected)
        if document.selected
        else {**document.figure.pose.bones, **document.rig.freed}
    )


@after(posing_only)
def _nothing_posed(editor: Editor) -> str:
    document = editor.session.posing
    rig = document.rig
    changed = any(name in document.figure.pose.bones or name in rig.freed for name in _targets(document))
    if changed or (document.figure.pose.expressions and not document.selected):
        return ""
    return _("The selected bones stand at rest.") if document.selected else _("The figure stands at rest.")


def _switch_live_solving(editor: Editor) -> None:
    live = not editor.session.document.rig.live_solving
    label = _("Solve live") if live else _("Stop solving live")
    editor.session.edit(label, lambda document: document.with_rig(document.rig.changed(live_solving=live)))


@after(posing_only)
def _nothing_to_solve(editor: Editor) -> str:
    there = any(isinstance(constraint, Ik) for constraint in editor.session.document.rig.constraints)
    return "" if there else _("The figure has no IK.")


@after(_nothing_to_solve)
def _solved_already(editor: Editor) -> str:
    if not editor.session.ready:
        return PREPARING
    return _("Live solving is on: the pose is solved already.") if editor.session.document.rig.live_solving else ""


def _solve_once(editor: Editor) -> None:
    solved = solver.evaluate(live(editor.session.posing))
    editor.session.edit(_("Solve once"), lambda document: with_solution(document, solved))


def _setting(field: str, value: Any) -> tuple[Callable[[Editor], None], Checked]:
    return (
        lambda editor: editor.view.change_settings(**{field: value}),
        lambda editor: getattr(editor.view.settings, field) == value,
    )


def _orientation(name: str, help: str) -> Action:
    run, checked = _setting("orientation", name)
    return Action(
        title=_("Orientation: {axes}").format(axes=inside(words(name))),
        run=run,
        icon=f"orientation-{name}",
        help=help,
        why_not=no_figure,
        checked=checked,
        words=_("axes transform"),
        within=words(name),
    )


def _pivot(name: str, help: str) -> Action:
    run, checked = _setting("pivot", name)
    return Action(
        title=_("Pivot: {point}").format(point=inside(words(name))),
        run=run,
        icon=f"pivot-{name}",
        help=help,
        why_not=no_figure,
        checked=checked,
        words=_("point centre own heads"),
        within=words(name),
    )


TOOL_ACTIONS = tool_actions(rest_only=False)
OPERATION_ACTIONS = operation_actions(rest_only=False)
IN_BETWEEN = tuple(operation.name for operation in OPERATIONS if operation.poses)

ACTIONS: dict[str, Action] = {
    **TOOL_ACTIONS,
    **OPERATION_ACTIONS,
    "auto_ik": Action(
        title=_("Auto IK"),
        run=lambda editor: editor.view.change_settings(auto_ik=not editor.view.settings.auto_ik),
        keys=("Shift+A",),
        icon="auto-ik",
        help=_("Dragging a bone takes its chain along. PageUp and PageDown, or Ctrl and the wheel, set how far."),
        why_not=posing_only,
        checked=lambda editor: editor.view.settings.auto_ik,
        over_figure=True,
    ),
    "longer_chain": Action(
        title=_("Longer chain"),
        run=lambda editor: editor.view.lengthen_chain(1),
        keys=("PgUp", "Ctrl+PgUp"),
        help=_("Auto IK takes one bone more along."),
        why_not=posing_only,
        over_figure=True,
        words=_("auto ik length"),
    ),
    "shorter_chain": Action(
        title=_("Shorter chain"),
        run=lambda editor: editor.view.lengthen_chain(-1),
        keys=("PgDown", "Ctrl+PgDown"),
        help=_("Auto IK takes one bone less along."),
        why_not=posing_only,
        over_figure=True,
        words=_("auto ik length"),
    ),
    "live_solving": Action(
        title=_("Live solving"),
        run=_switch_live_solving,
        keys=("Shift+K",),
        help=_("IK acts all the time. Off: it leaves the pose alone until it is solved once."),
        why_not=_nothing_to_solve,
        checked=lambda editor: editor.session.document.rig.live_solving,
        over_figure=True,
        words=_("ik solver"),
        within=_("Live"),
    ),
    "solve_once": Action(
        title=_("Solve once"),
        run=_solve_once,
        keys=("K",),
        help=_("Write what IK makes of the pose into it."),
        why_not=_solved_already,
        over_figure=True,
        words=_("ik solver apply bake"),
    ),
    "orientation_local": _orientation("local", _("Along the bone's own axes.")),
    "orientation_parent": _orientation("parent", _("Along the axes of the bone above.")),
    "orientation_view": _orientation("view", _("Along the edges of the picture.")),
    "orientation_global": _orientation("global", _("Along the axes of the floor.")),
    "pivot_individual": _pivot("individual", _("Each bone turns about its own head.")),
    "pivot_active": _pivot("active", _("All turn about the head of the active bone.")),
    "pivot_median": _pivot("median", _("All turn about the middle of their heads.")),
    "reset_position": Action(
        title=_("Reset position"),
        run=_resets(_("Reset position"), "location"),
        keys=("Alt+G",),
        help=_("Put the selected bones back where they rest; all where none is selected."),
        why_not=_nothing_posed,
        words=_("clear location"),
        within=_("Position"),
    ),
    "reset_rotation": Action(
        title=_("Reset rotation"),
        run=_resets(_("Reset rotation"), "rotation"),
        keys=("Alt+R",),
        help=_("Turn the selected bones back as they rest; all where none is selected."),
        why_not=_nothing_posed,
        words=_("clear"),
        within=_("Rotation"),
    ),
    "reset_scale": Action(
        title=_("Reset scale"),
        run=_resets(_("Reset scale"), "scale"),
        keys=("Alt+S",),
        help=_("Give the selected bones their rest size; all where none is selected."),
        why_not=_nothing_posed,
        words=_("clear size"),
        within=_("Scale"),
    ),
    "reset_pose": Action(
        title=_("Reset pose"),
        run=_resets(_("Reset pose"), *CHANNELS),
        keys=("Ctrl+Alt+R",),
        help=_("Put the selected bones back to rest altogether, limbs with their handles; all where none is selected."),
        why_not=_nothing_posed,
        words=_("clear rest all"),
        within=_("Whole pose"),
    ),
}

ORIENTATIONS = ("orientation_local", "orientation_parent", "orientation_view", "orientation_global")
RESETS = ("reset_position", "reset_rotation", "reset_scale", None, "reset_pose")
PIVOTS = ("pivot_individual", "pivot_active", "pivot_median")

TOOL_MENU: tuple[str, tuple[Any, ...]] = (_("Tool"), (*TOOL_ACTIONS, (_("Brush"), painting.MENU)))

MENU = (
    TOOL_MENU,
    *(name for name in OPERATION_ACTIONS if name not in IN_BETWEEN),
    (_("In-between"), IN_BETWEEN),
    None,
    (_("Orientation"), ORIENTATIONS),
    (_("Pivot"), PIVOTS),
    None,
    (_("Reset"), RESETS),
)
CHAIN = ("longer_chain", "shorter_chain")
SOLVING = ("live_solving", "solve_once", None, "free_limits")
