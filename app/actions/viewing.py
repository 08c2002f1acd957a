"""The camera, and how figure and bones are drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pantin.app.actions.action import Action, Checked, no_figure, nothing_selected
from pantin.rigs.document import Document
from pantin.rigs.editing import visibility
from pantin.viewport.navigation.steering import Side

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor

TITLES = {"limits": "Joint limits"}
"""Titles of fields of `Display` that are not their names."""

STEP = 15.0
"""Degrees that a key turns the view by: twelve presses look from behind."""


def _from(side: Side, keys: tuple[str, ...]) -> Action:
    return Action(
        f"Look from the {side}",
        lambda editor: editor.view.look_from(side),
        keys,
        help="The camera looks straight at this side.",
        why_not=no_figure,
        over_figure=True,
        words="view numpad camera",
        within=side.capitalize(),
    )


def _orbit(way: str, key: str, right: float, up: float) -> Action:
    return Action(
        f"Orbit {way}",
        lambda editor: editor.view.orbit_by(right, up),
        (key,),
        help=f"Turn the view {STEP:g}°.",
        why_not=no_figure,
        over_figure=True,
        words="view numpad camera",
        within=way.capitalize(),
    )


def _shows(field: str, value: Any) -> tuple[Callable[[Editor], None], Checked]:
    return (
        lambda editor: editor.view.change_display(**{field: value}),
        lambda editor: getattr(editor.view.display, field) == value,
    )


def _choice(field: str, value: str, within: str, icon: str, help: str) -> Action:
    run, checked = _shows(field, value)
    words = "show display mannequin" if field == "figure" else "show display"
    title = f"{TITLES.get(field, field.capitalize())}: {within.lower()}"
    return Action(title, run, (), icon, help, no_figure, checked, words=words, within=within)


def _switch(field: str, title: str, within: str, keys: tuple[str, ...], icon: str, help: str) -> Action:
    return Action(
        title,
        lambda editor: editor.view.change_display(**{field: not getattr(editor.view.display, field)}),
        keys,
        icon,
        help,
        no_figure,
        lambda editor: getattr(editor.view.display, field),
        over_figure=True,
        words="show display",
        within=within,
    )


def _edits(label: str, edit: Callable[[Document], Document]) -> Callable[[Editor], None]:
    return lambda editor: editor.session.edit(label, edit)


def _nothing_hidden(editor: Editor) -> str:
    if no_figure(editor):
        return no_figure(editor)
    rig = editor.session.document.rig
    return "" if len(rig.shown) < len(rig.bones) else "No bone is hidden."


ACTIONS: dict[str, Action] = {
    "frame_all": Action(
        "Frame all",
        lambda editor: editor.view.frame_all(),
        ("Home",),
        help="Look at the whole figure.",
        why_not=no_figure,
        industry=("A", "Home"),
        over_figure=True,
        words="fit zoom",
    ),
    "frame_selected": Action(
        "Frame selected",
        lambda editor: editor.view.frame_selected(),
        ("F", "Num+."),
        "frame",
        "Look at the selected bones.",
        no_figure,
        over_figure=True,
        words="focus zoom",
    ),
    "look_front": _from("front", ("Num+1",)),
    "look_back": _from("back", ("Ctrl+Num+1",)),
    "look_right": _from("right", ("Num+3",)),
    "look_left": _from("left", ("Ctrl+Num+3",)),
    "look_top": _from("top", ("Num+7",)),
    "look_bottom": _from("bottom", ("Ctrl+Num+7",)),
    "switch_perspective": Action(
        "Orthographic",
        lambda editor: editor.view.switch_perspective(),
        ("Num+5",),
        "ortho",
        "Lines that are parallel stay parallel; off, what is far away is smaller.",
        no_figure,
        lambda editor: editor.view.camera.orthographic,
        over_figure=True,
        words="perspective projection camera",
    ),
    "orbit_left": _orbit("left", "Num+4", -STEP, 0.0),
    "orbit_right": _orbit("right", "Num+6", STEP, 0.0),
    "orbit_up": _orbit("up", "Num+8", 0.0, STEP),
    "orbit_down": _orbit("down", "Num+2", 0.0, -STEP),
    "bones_octahedra": _choice("bones", "octahedra", "Octahedra", "octahedron", "Bones with their thick end first."),
    "bones_sticks": _choice("bones", "sticks", "Sticks", "stick", "Bones as lines between their joints."),
    "bones_wire": _choice("bones", "wire", "Wire", "wire", "Bones as edges only."),
    "bones_in_front": _switch(
        "in_front",
        "Bones in front",
        "In front",
        ("Alt+Z",),
        "x-ray",
        "Nothing hides bones. Off: they shine through faintly.",
    ),
    "figure_wood": _choice("figure", "wood", "Wood", "figure", "The figure in turned beech."),
    "figure_clay": _choice("figure", "clay", "Clay", "clay", "The figure without colour: forms only."),
    "figure_x_ray": _choice("figure", "x-ray", "See-through", "ghost", "The bones show through the figure."),
    "figure_off": _choice("figure", "off", "None", "hidden", "Bones alone."),
    "limits_none": _choice("limits", "none", "None", "hidden", "No limits over the figure."),
    "limits_active": _choice(
        "limits", "active", "Of the active bone", "limit", "How far the joint of the active bone turns."
    ),
    "limits_selected": _choice(
        "limits", "selected", "Of all selected", "limit", "How far the joints of all selected bones turn."
    ),
    "show_names": _switch("names", "Bone names", "Names", (), "names", "Write each bone's name beside it."),
    "show_axes": _switch("axes", "Bone axes", "Axes", (), "axes", "Draw each bone's X, Y and Z."),
    "show_relations": _switch(
        "relations",
        "Relations",
        "Relations",
        (),
        "relations",
        "Draw what constraints tie the selected bones to; off, only under the pointer.",
    ),
    "hide": Action(
        "Hide",
        _edits("Hide", lambda document: visibility.hide(document, document.selected)),
        ("H",),
        "eye-off",
        "Hide the selected bones and their part of the figure.",
        nothing_selected,
        industry=("Ctrl+H",),
        over_figure=True,
    ),
    "hide_others": Action(
        "Hide others",
        _edits("Hide others", visibility.hide_others),
        ("Shift+H",),
        help="Show the selected bones alone.",
        why_not=nothing_selected,
        industry=("Alt+H",),
        over_figure=True,
        words="isolate solo",
    ),
    "show_all": Action(
        "Show all",
        _edits("Show all", visibility.show_all),
        ("Alt+H",),
        "eye",
        "Show every hidden bone again, and select them.",
        _nothing_hidden,
        industry=("Ctrl+Shift+H",),
        over_figure=True,
        words="unhide reveal",
    ),
}

BONES = ("bones_octahedra", "bones_sticks", "bones_wire")
LIMITS = ("limits_none", "limits_active", "limits_selected")
FIGURE = ("figure_wood", "figure_clay", "figure_x_ray", "figure_off")

MENU = (
    "frame_all",
    "frame_selected",
    None,
    (
        "Look from",
        ("look_front", "look_back", "look_right", "look_left", "look_top", "look_bottom"),
    ),
    ("Orbit", ("orbit_left", "orbit_right", "orbit_up", "orbit_down")),
    "switch_perspective",
    None,
    ("Bones", (*BONES, None, "bones_in_front", "show_names", "show_axes", "show_relations")),
    ("Joint limits", LIMITS),
    ("Figure", FIGURE),
    None,
    "hide",
    "hide_others",
    "show_all",
)
