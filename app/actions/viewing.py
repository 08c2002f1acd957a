"""The camera, and how figure and bones are drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pantin.app.actions.action import Action, Checked, after, no_figure, nothing_selected, posing_only
from pantin.app.messages import _
from pantin.rigs.document import Document
from pantin.rigs.editing import visibility
from pantin.rigs.translation import inside
from pantin.viewport.navigation.steering import Side

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor

TITLES = {
    "controls": _("Controls: {shown}"),
    "limits": _("Joint limits: {shown}"),
    "bones": _("Bones: {shown}"),
    "figure": _("Figure: {shown}"),
    "skin": _("Skin: {shown}"),
}
"""By the field of `Display`."""

SIDES: dict[Side, tuple[str, str]] = {
    "front": (_("Look from the front"), _("Front")),
    "back": (_("Look from the back"), _("Back")),
    "right": (_("Look from the right"), _("Right")),
    "left": (_("Look from the left"), _("Left")),
    "top": (_("Look from the top"), _("Top")),
    "bottom": (_("Look from the bottom"), _("Bottom")),
}
WAYS = {
    "left": (_("Orbit left"), _("Left")),
    "right": (_("Orbit right"), _("Right")),
    "up": (_("Orbit up"), _("Up")),
    "down": (_("Orbit down"), _("Down")),
}
"""Each by its name, and by that in the menu of its kind."""

STEP = 15.0
"""Degrees that a key turns the view by: twelve presses look from behind."""


def _from(side: Side, keys: tuple[str, ...]) -> Action:
    title, within = SIDES[side]
    return Action(
        title=title,
        run=lambda editor: editor.view.look_from(side),
        keys=keys,
        help=_("The camera looks straight at this side."),
        why_not=no_figure,
        over_figure=True,
        words=_("view numpad camera"),
        within=within,
    )


def _orbit(way: str, key: str, right: float, up: float) -> Action:
    title, within = WAYS[way]
    return Action(
        title=title,
        run=lambda editor: editor.view.orbit_by(right, up),
        keys=(key,),
        help=_("Turn the view {step:g}°.").format(step=STEP),
        why_not=no_figure,
        over_figure=True,
        words=_("view numpad camera"),
        within=within,
    )


def _shows(field: str, value: Any) -> tuple[Callable[[Editor], None], Checked]:
    return (
        lambda editor: editor.view.change_display(**{field: value}),
        lambda editor: getattr(editor.view.display, field) == value,
    )


def _choice(field: str, value: str, within: str, icon: str, help: str) -> Action:
    run, checked = _shows(field, value)
    words = _("show display mannequin") if field == "figure" else _("show display")
    title = TITLES[field].format(shown=inside(within))
    return Action(
        title=title,
        run=run,
        icon=icon,
        help=help,
        why_not=no_figure,
        checked=checked,
        words=words,
        within=within,
    )


def _switch(field: str, title: str, within: str, keys: tuple[str, ...], icon: str, help: str) -> Action:
    return Action(
        title=title,
        run=lambda editor: editor.view.change_display(**{field: not getattr(editor.view.display, field)}),
        keys=keys,
        icon=icon,
        help=help,
        why_not=no_figure,
        checked=lambda editor: getattr(editor.view.display, field),
        over_figure=True,
        words=_("show display"),
        within=within,
    )


def _edits(label: str, edit: Callable[[Document], Document]) -> Callable[[Editor], None]:
    return lambda editor: editor.session.edit(label, edit)


@after(no_figure)
def _nothing_hidden(editor: Editor) -> str:
    rig = editor.session.document.rig
    return "" if len(rig.shown) < len(rig.bones) else _("No bone is hidden.")


ACTIONS: dict[str, Action] = {
    "frame_all": Action(
        title=_("Frame all"),
        run=lambda editor: editor.view.frame_all(),
        keys=("Home",),
        help=_("Look at the whole figure."),
        why_not=no_figure,
        industry=("A", "Home"),
        over_figure=True,
        words=_("fit zoom"),
    ),
    "frame_selected": Action(
        title=_("Frame selected"),
        run=lambda editor: editor.view.frame_selected(),
        keys=("F", "Num+."),
        icon="frame",
        help=_("Look at the selected bones."),
        why_not=no_figure,
        over_figure=True,
        words=_("focus zoom"),
    ),
    "look_front": _from("front", ("Num+1",)),
    "look_back": _from("back", ("Ctrl+Num+1",)),
    "look_right": _from("right", ("Num+3",)),
    "look_left": _from("left", ("Ctrl+Num+3",)),
    "look_top": _from("top", ("Num+7",)),
    "look_bottom": _from("bottom", ("Ctrl+Num+7",)),
    "switch_perspective": Action(
        title=_("Orthographic"),
        run=lambda editor: editor.view.switch_perspective(),
        keys=("Num+5",),
        icon="ortho",
        help=_("Lines that are parallel stay parallel; off, what is far away is smaller."),
        why_not=no_figure,
        checked=lambda editor: editor.view.camera.orthographic,
        over_figure=True,
        words=_("perspective projection camera"),
    ),
    "orbit_left": _orbit(way="left", key="Num+4", right=-STEP, up=0.0),
    "orbit_right": _orbit(way="right", key="Num+6", right=STEP, up=0.0),
    "orbit_up": _orbit(way="up", key="Num+8", right=0.0, up=STEP),
    "orbit_down": _orbit(way="down", key="Num+2", right=0.0, up=-STEP),
    "controls_needed": _choice(
        field="controls",
        value="needed",
        within=_("When needed"),
        icon="eye",
        help=_("Handles, poles and bones come when their limb is hovered, selected or pulled."),
    ),
    "controls_always": _choice(
        field="controls",
        value="always",
        within=_("Always"),
        icon="handle",
        help=_("Every handle, pole and bone over the figure."),
    ),
    "hide_controls": Action(
        title=_("Hide controls"),
        run=lambda editor: editor.view.change_display(alone=not editor.view.display.alone),
        keys=("Alt+Shift+Z",),
        icon="figure",
        help=_("Show the figure alone, without handles, bones and marks; it can still be pulled."),
        why_not=posing_only,
        checked=lambda editor: editor.view.display.alone,
        over_figure=True,
        words=_("quiet overlay figure alone handles bones"),
    ),
    "bones_octahedra": _choice(
        field="bones",
        value="octahedra",
        within=_("Octahedra"),
        icon="octahedron",
        help=_("Bones with their thick end first."),
    ),
    "bones_sticks": _choice(
        field="bones", value="sticks", within=_("Sticks"), icon="stick", help=_("Bones as lines between their joints.")
    ),
    "bones_wire": _choice(field="bones", value="wire", within=_("Wire"), icon="wire", help=_("Bones as edges only.")),
    "bones_in_front": _switch(
        field="in_front",
        title=_("Bones in front"),
        within=_("In front"),
        keys=("Alt+Z",),
        icon="x-ray",
        help=_("Nothing hides bones. Off: they shine through faintly."),
    ),
    "figure_wood": _choice(
        field="figure", value="wood", within=_("Wood"), icon="figure", help=_("The figure in turned beech.")
    ),
    "figure_clay": _choice(
        field="figure", value="clay", within=_("Clay"), icon="clay", help=_("The figure without colour: forms only.")
    ),
    "figure_x_ray": _choice(
        field="figure",
        value="x-ray",
        within=_("See-through"),
        icon="ghost",
        help=_("The bones show through the figure."),
    ),
    "figure_off": _choice(field="figure", value="off", within=_("None"), icon="hidden", help=_("Bones alone.")),
    "skin_shown": _choice(
        field="skin",
        value="skin",
        within=_("Skin"),
        icon="figure",
        help=_("A character as its file has it."),
    ),
    "skin_wood": _choice(
        field="skin",
        value="wood",
        within=_("Wood alone"),
        icon="clay",
        help=_("The wooden figure in place of the skin."),
    ),
    "skin_both": _choice(
        field="skin", value="both", within=_("Skin over wood"), icon="ghost", help=_("The wood shows through the skin.")
    ),
    "skin_weights": _choice(
        field="skin",
        value="weights",
        within=_("Weights"),
        icon="limit",
        help=_("How much of the skin the active bone moves: grey for nothing, violet for little, yellow for all."),
    ),
    "fixed_light": _switch(
        field="fixed_light",
        title=_("Fixed light"),
        within=_("Fixed light"),
        keys=(),
        icon="light",
        help=_("The light stays where it is while the camera turns. Off: it comes from above the left of the picture."),
    ),
    "limits_none": _choice(
        field="limits", value="none", within=_("None"), icon="hidden", help=_("No limits over the figure.")
    ),
    "limits_active": _choice(
        field="limits",
        value="active",
        within=_("Of the active bone"),
        icon="limit",
        help=_("How far the joint of the active bone turns."),
    ),
    "limits_selected": _choice(
        field="limits",
        value="selected",
        within=_("Of all selected"),
        icon="limit",
        help=_("How far the joints of all selected bones turn."),
    ),
    "show_names": _switch(
        field="names",
        title=_("Bone names"),
        within=_("Names"),
        keys=(),
        icon="names",
        help=_("Write each bone's name beside it."),
    ),
    "show_axes": _switch(
        field="axes",
        title=_("Bone axes"),
        within=_("Axes"),
        keys=(),
        icon="axes",
        help=_("Draw each bone's X, Y and Z."),
    ),
    "show_relations": _switch(
        field="relations",
        title=_("Relations"),
        within=_("Relations"),
        keys=(),
        icon="relations",
        help=_("Draw what constraints tie the selected bones to; off, only under the pointer."),
    ),
    "show_last_step": _switch(
        field="last_step",
        title=_("Ghost of the last step"),
        within=_("Last step"),
        keys=(),
        icon="ghost",
        help=_("Outline how the figure stood before the last step that posed it."),
    ),
    "show_frame_ghosts": _switch(
        field="frames",
        title=_("Ghosts by frame"),
        within=_("By frame"),
        keys=(),
        icon="ghost",
        help=_(
            "Outline the figure in frames before and after the one that is shown, and draw the way of the active bone."
        ),
    ),
    "hide": Action(
        title=_("Hide"),
        run=_edits(_("Hide"), lambda document: visibility.hide(document, document.selected)),
        keys=("H",),
        icon="eye-off",
        help=_("Hide the selected bones and their part of the figure."),
        why_not=nothing_selected,
        industry=("Ctrl+H",),
        over_figure=True,
    ),
    "hide_others": Action(
        title=_("Hide others"),
        run=_edits(_("Hide others"), visibility.hide_others),
        keys=("Shift+H",),
        help=_("Show the selected bones alone."),
        why_not=nothing_selected,
        industry=("Alt+H",),
        over_figure=True,
        words=_("isolate solo"),
    ),
    "show_all": Action(
        title=_("Show all"),
        run=_edits(_("Show all"), visibility.show_all),
        keys=("Alt+H",),
        icon="eye",
        help=_("Show every hidden bone again, and select them."),
        why_not=_nothing_hidden,
        industry=("Ctrl+Shift+H",),
        over_figure=True,
        words=_("unhide reveal"),
    ),
}

CONTROLS = ("controls_needed", "controls_always")
BONES = ("bones_octahedra", "bones_sticks", "bones_wire")
LIMITS = ("limits_none", "limits_active", "limits_selected")
FIGURE = ("figure_wood", "figure_clay", "figure_x_ray", "figure_off")
SKIN = ("skin_shown", "skin_wood", "skin_both", "skin_weights")
GHOSTS = ("show_last_step", "show_frame_ghosts")

MENU = (
    "frame_all",
    "frame_selected",
    None,
    (
        _("Look from"),
        ("look_front", "look_back", "look_right", "look_left", "look_top", "look_bottom"),
    ),
    (_("Orbit"), ("orbit_left", "orbit_right", "orbit_up", "orbit_down")),
    "switch_perspective",
    None,
    "hide_controls",
    (_("Controls"), CONTROLS),
    (_("Bones"), (*BONES, None, "bones_in_front", "show_names", "show_axes", "show_relations")),
    (_("Joint limits"), LIMITS),
    (_("Figure"), (*FIGURE, None, "fixed_light")),
    (_("Shown as"), SKIN),
    (_("Ghosts"), GHOSTS),
    None,
    "hide",
    "hide_others",
    "show_all",
)
