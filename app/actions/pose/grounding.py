"""The ground: what the figure stands on, whether it is drawn, and which feet plant on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from pantin.app.actions.action import Action, after, posing_only
from pantin.app.messages import _
from pantin.app.session.session import PREPARING
from pantin.rigs.editing.grounds import let_plant, on_preset, standing_limbs, with_ground
from pantin.rigs.editing.limbs import limbs_of
from pantin.rigs.editing.soles import sole_of
from pantin.rigs.ground.presets import PRESETS
from pantin.rigs.limb import Limb
from pantin.solver.edits.walking.grounding import put_on_ground
from pantin.solver.ground.legs import legs_of

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _ground(kind: str, title: str, within: str, help: str, words: str = "") -> Action:
    """Stand on the preset of a kind of ground; on none where the kind is empty."""
    known = type(PRESETS.get(kind))

    def run(editor: Editor) -> None:
        editor.session.edit(title, lambda document: on_preset(document, kind))

    def is_it(editor: Editor) -> bool:
        return type(editor.session.document.scene.ground) is known

    return Action(
        title=title,
        run=run,
        icon="ground",
        help=help,
        why_not=posing_only,
        checked=is_it,
        words=words,
        within=within,
    )


@after(posing_only)
def _no_ground(editor: Editor) -> str:
    return "" if editor.session.document.scene.ground is not None else _("There is no ground; choose one first.")


@after(_no_ground)
def _nothing_plants(editor: Editor) -> str:
    if not editor.session.solver_ready:
        return PREPARING
    return (
        ""
        if legs_of(editor.session.document.rig, editor.session.document.ground)
        else _("No foot plants; let one plant first.")
    )


def _put(editor: Editor) -> None:
    editor.session.edit(_("Put on the ground"), put_on_ground)


def _hide(editor: Editor) -> None:
    ground = editor.session.document.scene.ground
    if ground is not None:
        hidden = replace(ground, hidden=not ground.hidden)
        label = _("Hide the ground") if hidden.hidden else _("Show the ground")
        editor.session.edit(label, lambda document: with_ground(document, hidden))


def _is_shown(editor: Editor) -> bool:
    ground = editor.session.document.scene.ground
    return ground is not None and not ground.hidden


def _feet(editor: Editor) -> tuple[Limb, ...]:
    """The limbs with feet or hands that are selected; all legs where nothing is."""
    document = editor.session.document
    if not document.selected:
        return standing_limbs(document.rig)
    chosen = limbs_of(document.rig, document.selected)
    return tuple(limb for limb in chosen if sole_of(document.rig, limb) is not None)


def _plant(editor: Editor) -> None:
    limbs, plants = _feet(editor), not _plant_now(editor)
    label = _("Plant the feet") if plants else _("Let the feet go")
    editor.session.edit(label, lambda document: let_plant(document, limbs, plants))


def _plant_now(editor: Editor) -> bool:
    limbs = _feet(editor)
    return bool(limbs) and all(limb.plants for limb in limbs)


@after(_no_ground)
def _no_feet(editor: Editor) -> str:
    return "" if _feet(editor) else _("Select the foot of a leg with a handle, or nothing for all feet.")


ACTIONS: dict[str, Action] = {
    "ground_none": _ground(
        kind="",
        title=_("No ground"),
        within=_("None"),
        help=_("Feet stand where they are posed."),
        words=_("remove floor"),
    ),
    "ground_floor": _ground(
        kind="floor",
        title=_("Ground: floor"),
        within=_("Floor"),
        help=_("Feet stand on a level floor."),
        words=_("plane flat feet plant"),
    ),
    "ground_slope": _ground(
        kind="slope",
        title=_("Ground: slope"),
        within=_("Slope"),
        help=_("Feet stand on a plane that rises."),
        words=_("hill ramp incline feet"),
    ),
    "ground_steps": _ground(
        kind="steps",
        title=_("Ground: steps"),
        within=_("Steps"),
        help=_("Feet stand on a staircase."),
        words=_("stairs stairway climb feet"),
    ),
    "ground_heights": _ground(
        kind="heights",
        title=_("Ground: heights"),
        within=_("Heights"),
        help=_("Feet stand on ground that rises and falls."),
        words=_("terrain height field hills uneven"),
    ),
    "ground_from_file": Action(
        title=_("Ground from a file of heights…"),
        run=lambda editor: editor.files.ground_asking(),
        icon="ground",
        help=_("Rows of heights in metres, as text with commas or spaces between them."),
        why_not=posing_only,
        words=_("terrain height field csv text import load"),
        within=_("From a file of heights…"),
    ),
    "show_ground": Action(
        title=_("Show the ground"),
        run=_hide,
        icon="eye",
        help=_("Draw the ground; feet find it all the same."),
        why_not=_no_ground,
        checked=_is_shown,
        within=_("Show"),
        words=_("hide floor steps display eye"),
    ),
    "plant_feet": Action(
        title=_("Plant the feet"),
        run=_plant,
        icon="stand",
        help=_(
            "The feet of the selected limbs, or all, stand on the ground with their soles; lift one by dragging it up."
        ),
        why_not=_no_feet,
        checked=_plant_now,
        words=_("foot planting stand ground floor ik contact"),
    ),
    "put_on_ground": Action(
        title=_("Put on the ground"),
        run=_put,
        icon="ground",
        help=_("Bring the figure up or down until its feet stand, however far that is."),
        why_not=_nothing_plants,
        words=_("drop fall stand floor feet"),
        within=_("Put the figure on it"),
    ),
}

GROUNDS = ("ground_none", "ground_floor", "ground_slope", "ground_steps", "ground_heights", None, "ground_from_file")
MENU = ((_("Ground"), (*GROUNDS, None, "plant_feet", "put_on_ground", None, "show_ground")),)
