"""Moving, rotating and scaling bones: the tools, their orientation and pivot, Auto IK, resetting the pose."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pantin.app.actions.action import (
    Action,
    Checked,
    no_figure,
    nothing_selected,
    posing_only,
)
from pantin.app.actions.tools import operation_actions, tool_actions
from pantin.rigs.constraints import Ik
from pantin.rigs.document import Document
from pantin.rigs.editing.pose import CHANNELS, Channel, reset

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _resets(label: str, *channels: Channel) -> Callable[[Editor], None]:
    def edit(document: Document) -> Document:
        return reset(document, document.selected, channels)

    return lambda editor: editor.session.edit(label, edit)


def _nothing_posed(editor: Editor) -> str:
    document = editor.session.document
    if posing_only(editor) or nothing_selected(editor):
        return posing_only(editor) or nothing_selected(editor)
    posed = any(name in document.rig.pose for name in document.selected)
    return "" if posed else "The selected bones stand at rest."


def _switch_live_solving(editor: Editor) -> None:
    live = not editor.session.document.rig.live_solving
    label = "Solve live" if live else "Stop solving live"
    editor.session.edit(label, lambda document: replace(document, rig=document.rig.solved_live(live)))


def _nothing_to_solve(editor: Editor) -> str:
    there = any(isinstance(constraint, Ik) for constraint in editor.session.document.rig.constraints)
    return posing_only(editor) or ("" if there else "The figure has no IK.")


def _solved_already(editor: Editor) -> str:
    if _nothing_to_solve(editor) or not editor.session.ready:
        return _nothing_to_solve(editor) or "The solver is still being prepared."
    return "Live solving is on: the pose is solved already." if editor.session.document.rig.live_solving else ""


def _setting(field: str, value: Any) -> tuple[Callable[[Editor], None], Checked]:
    return (
        lambda editor: editor.view.change_settings(**{field: value}),
        lambda editor: getattr(editor.view.settings, field) == value,
    )


def _orientation(name: str, help: str) -> Action:
    run, checked = _setting("orientation", name)
    return Action(
        f"Orientation: {name}",
        run,
        (),
        f"orientation-{name}",
        help,
        no_figure,
        checked,
        words="axes transform",
        within=name.capitalize(),
    )


def _pivot(name: str, help: str) -> Action:
    run, checked = _setting("pivot", name)
    return Action(
        f"Pivot: {name}",
        run,
        (),
        f"pivot-{name}",
        help,
        no_figure,
        checked,
        words="point centre own heads",
        within=name.capitalize(),
    )


TOOL_ACTIONS = tool_actions(rest_only=False)
OPERATION_ACTIONS = operation_actions(rest_only=False)

ACTIONS: dict[str, Action] = {
    **TOOL_ACTIONS,
    **OPERATION_ACTIONS,
    "auto_ik": Action(
        "Auto IK",
        lambda editor: editor.view.change_settings(auto_ik=not editor.view.settings.auto_ik),
        ("Shift+A",),
        "auto-ik",
        "Dragging a bone takes its chain along. PageUp and PageDown, or Ctrl and the wheel, set how far.",
        posing_only,
        lambda editor: editor.view.settings.auto_ik,
        over_figure=True,
    ),
    "longer_chain": Action(
        "Longer chain",
        lambda editor: editor.view.lengthen_chain(1),
        ("PgUp", "Ctrl+PgUp"),
        help="Auto IK takes one bone more along.",
        why_not=posing_only,
        over_figure=True,
        words="auto ik length",
    ),
    "shorter_chain": Action(
        "Shorter chain",
        lambda editor: editor.view.lengthen_chain(-1),
        ("PgDown", "Ctrl+PgDown"),
        help="Auto IK takes one bone less along.",
        why_not=posing_only,
        over_figure=True,
        words="auto ik length",
    ),
    "live_solving": Action(
        "Live solving",
        _switch_live_solving,
        ("Shift+K",),
        help="IK acts all the time. Off: it leaves the pose alone until it is solved once.",
        why_not=_nothing_to_solve,
        checked=lambda editor: editor.session.document.rig.live_solving,
        over_figure=True,
        words="ik solver",
    ),
    "solve_once": Action(
        "Solve once",
        lambda editor: editor.session.solve_once(),
        ("K",),
        help="Write what IK makes of the pose into it.",
        why_not=_solved_already,
        over_figure=True,
        words="ik solver apply bake",
    ),
    "orientation_local": _orientation("local", "Along the bone's own axes."),
    "orientation_parent": _orientation("parent", "Along the axes of the bone above."),
    "orientation_view": _orientation("view", "Along the edges of the picture."),
    "orientation_global": _orientation("global", "Along the axes of the floor."),
    "pivot_individual": _pivot("individual", "Each bone turns about its own head."),
    "pivot_active": _pivot("active", "All turn about the head of the active bone."),
    "pivot_median": _pivot("median", "All turn about the middle of their heads."),
    "reset_position": Action(
        "Reset position",
        _resets("Reset position", "location"),
        ("Alt+G",),
        help="Put the selected bones back where they rest.",
        why_not=_nothing_posed,
        over_figure=True,
        words="clear location",
        within="Position",
    ),
    "reset_rotation": Action(
        "Reset rotation",
        _resets("Reset rotation", "rotation"),
        ("Alt+R",),
        help="Turn the selected bones back as they rest.",
        why_not=_nothing_posed,
        over_figure=True,
        words="clear",
        within="Rotation",
    ),
    "reset_scale": Action(
        "Reset scale",
        _resets("Reset scale", "scale"),
        ("Alt+S",),
        help="Give the selected bones their rest size.",
        why_not=_nothing_posed,
        over_figure=True,
        words="clear size",
        within="Scale",
    ),
    "reset_pose": Action(
        "Reset pose",
        _resets("Reset pose", *CHANNELS),
        ("Ctrl+Alt+R",),
        help="Put the selected bones back to rest altogether.",
        why_not=_nothing_posed,
        over_figure=True,
        words="clear rest all",
        within="Whole pose",
    ),
}

ORIENTATIONS = ("orientation_local", "orientation_parent", "orientation_view", "orientation_global")
RESETS = ("reset_position", "reset_rotation", "reset_scale", None, "reset_pose")
PIVOTS = ("pivot_individual", "pivot_active", "pivot_median")

MENU = (
    ("Tool", tuple(TOOL_ACTIONS)),
    None,
    *OPERATION_ACTIONS,
    None,
    ("Orientation", ORIENTATIONS),
    ("Pivot", PIVOTS),
    None,
    "auto_ik",
    "longer_chain",
    "shorter_chain",
    None,
    "live_solving",
    "solve_once",
    None,
    ("Reset", RESETS),
)
