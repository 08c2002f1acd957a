"""Whole bodies: figures from templates, and a person's controls and joint limits for a loaded skeleton."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, after, no_figure
from pantin.app.actions.pose.expressing import character_shown
from pantin.app.files.mesh_binding import pair_in
from pantin.app.messages import _
from pantin.app.session.session import PREPARING
from pantin.rigs.bodies.mesh import has_no_skin
from pantin.rigs.document import Document
from pantin.rigs.editing.building.scaling import scaled, to_a_person
from pantin.rigs.editing.building.upright import lies_against_its_format, stood_up, turned_upright
from pantin.rigs.editing.standing import resized
from pantin.rigs.fitting import FoundBody, figure_in
from pantin.solver.edits.limbs import person_controls

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


CONTROLLED = _("It has controls already: turn it before they are fitted.")


def _fit(editor: Editor, fit: Callable[[Document], tuple[Document, str]]) -> None:
    """Fit to the figure as the document has it: what a frame of a clip shows may be beyond the limits of people.

    The frame stays on screen: the figure is not to jump back to where it rests.
    """
    session, frame = editor.session, editor.session.frame
    try:
        made, report = fit(session.document)
    except ValueError as error:
        session.refused.emit(str(error))
    else:
        session.edit(_("Rig {name}").format(name=session.document.figure.name), lambda _document: made, stay=True)
        if frame is not None and editor.clips.playhead.is_shown:
            editor.clips.playhead.go_to(frame.number)
        session.notified.emit(report)


def _human_limits(editor: Editor) -> None:
    session = editor.session
    body = figure_in(session.document.rig)
    if not body.bones:
        session.refused.emit(_nobody(body))
        return
    session.edit(_("Human limits"), lambda document: person_controls.limit_person(document, body))
    session.notified.emit(person_controls.in_words(session.document.rig, body))


def _nobody(body: FoundBody) -> str:
    sentence = _("No part of a person was found, neither {parts}; limit the joints one by one.")
    return sentence.format(parts=", ".join(body.missing[:4]))


@after(no_figure)
def _not_loaded(editor: Editor) -> str:
    return "" if editor.session.posed or editor.session.editing else PREPARING


@after(_not_loaded)
def _no_limbs(editor: Editor) -> str:
    return "" if editor.session.document.rig.limbs else _("It has no controls yet: fit them.")


def _turn_upright(editor: Editor) -> None:
    if lies_against_its_format(editor.session.document.figure):
        character = character_shown(editor.session)
        editor.session.edit(_("Stand up: Z is up in the file"), lambda document: stood_up(document, character))
        return
    label = _("Lie down: Y is up in the file") if _is_z_up(editor) else _("Stand up: Z is up in the file")
    z_up = not _is_z_up(editor)
    editor.session.edit(label, lambda document: turned_upright(document, z_up))


def _is_z_up(editor: Editor) -> bool:
    source = editor.session.document.figure.source
    return source is not None and source.was_turned


@after(no_figure)
def _up_is_known(editor: Editor) -> str:
    rig = editor.session.document.rig
    if editor.session.document.figure.source is None or editor.session.document.figure.source.z_up is None:
        if lies_against_its_format(editor.session.document.figure):
            return CONTROLLED if rig.constraints else ""
        return _("Only files of motion capture, BVH, leave open which way is up, and this figure does not lie.")
    return CONTROLLED if rig.constraints else ""


def _make_a_person(editor: Editor) -> None:
    figure = editor.session.document.figure
    factor = to_a_person(figure.rig, figure.place.size)
    if factor is None:
        return
    character = character_shown(editor.session)
    if character is None or not character.parts:
        editor.session.edit(_("A person's height"), lambda document: scaled(document, factor))
    else:  # bones alone would shrink within their skin
        editor.session.edit(_("A person's height"), lambda document: resized(document, factor))


@after(no_figure)
def _at_rest(editor: Editor) -> str:
    session = editor.session
    if session.editing:
        return _("The layout Rig shows the figure at rest; pose it in another one.")
    is_posed = session.posing.figure.pose.bones or any(each.enabled for each in session.document.rig.constraints)
    return "" if is_posed else _("The figure is at rest; pose it first.")


@after(no_figure)
def _no_giant(editor: Editor) -> str:
    rig, size = editor.session.document.rig, editor.session.document.figure.place.size
    if to_a_person(rig, size) is None:
        return _("This is no person of many metres.")
    return _("It has controls already: change its height before they are fitted.") if rig.constraints else ""


@after(no_figure)
def _no_bare_mesh(editor: Editor) -> str:
    character = character_shown(editor.session)
    if character is None or not character.parts:
        return _("The figure has no mesh; open a file that has one.")
    return "" if has_no_skin(character) else _("Its mesh has a skin: it hangs on bones already.")


@after(no_figure)
def _no_own_skin(editor: Editor) -> str:
    character = character_shown(editor.session)
    if character is None or not character.parts:
        return _("The figure has no mesh; open a file that has one.")
    return _("Its mesh has no skin: Bind mesh gives it one.") if has_no_skin(character) else ""


@after(no_figure)
def _no_bones_to_bind_to(editor: Editor) -> str:
    pair = pair_in(editor.session.document)
    if pair is None:
        return _("This mesh has no bones: add the figure whose bones it is to hang on.")
    return "" if pair[0].rig.bones else _("There are no bones yet; draw some, or open a figure.")


ACTIONS: dict[str, Action] = {
    "new_from_template": Action(
        title=_("New from template…"),
        run=lambda editor: editor.choose_template(),
        keys=("Ctrl+Shift+N",),
        icon="figure",
        help=_("Choose a figure, give it its measures, and see it while you do."),
        words=_("biped humanoid quadruped bird hand robot tentacle proportions metarig"),
    ),
    "rig_person": Action(
        title=_("Fit controls to the body"),
        run=lambda editor: _fit(editor, person_controls.rig_person),
        keys=("Ctrl+Shift+R",),
        icon="figure",
        help=_(
            "Find the person, animal or hand in the skeleton: handles for its limbs, spine, head, eyes; joint limits."
        ),
        why_not=_not_loaded,
        words=_(
            "a person character people biped autorig quadruped skeleton mixamo vrm unreal rigify cmu bvh "
            "fit humanoid automatic controls limbs"
        ),
    ),
    "fit_body": Action(
        title=_("Fit body…"),
        run=lambda editor: editor.docks.bring("fitting"),
        icon="figure",
        help=_("Look at which bone was taken for which part of the body, correct that, and fit controls."),
        why_not=no_figure,
        words=_("a person character fingers map parts skeleton autorig retarget correct humanoid avatar"),
    ),
    "rig_mesh": Action(
        title=_("Rig this mesh…"),
        run=lambda editor: editor.dialogs.rig_mesh(),
        icon="figure",
        help=_(
            "Place the skeleton of a person, an animal on four legs, a bird or another template in a mesh that has "
            "none; bind it and fit controls."
        ),
        why_not=_no_bare_mesh,
        words=_(
            "autorig auto rig skin weights bind skeleton mixamo accurig humanoid person character unrigged bones "
            "quadruped horse dog cat wings template snake tentacle"
        ),
    ),
    "fit_again": Action(
        title=_("Fit again"),
        run=lambda editor: _fit(editor, person_controls.fit_again),
        help=_("Take the controls of its limbs away and fit them anew, to the parts as they are told now."),
        why_not=_no_limbs,
        words=_("refit autorig controls limbs"),
    ),
    "human_limits": Action(
        title=_("Human limits"),
        run=_human_limits,
        icon="limit",
        help=_("Every joint of the person turns as far as a healthy adult's, counted from how the skeleton rests."),
        why_not=no_figure,
        words=_("joint range of motion anatomy preset aaos"),
    ),
    "z_is_up": Action(
        title=_("Z is up in the file"),
        run=_turn_upright,
        help=_(
            "Turn a loaded figure that lies on its front upright, with its clips; exported as BVH it has Z up again."
        ),
        why_not=_up_is_known,
        checked=_is_z_up,
        words=_("bvh axis orientation stand lying rotate Y up import motion capture mocap"),
    ),
    "how_it_stands": Action(
        title=_("Size, front and rest…"),
        run=lambda editor: editor.files.ask_how_it_stands(),
        icon="units",
        help=_("Say how the figure stands: the unit of its file, what is up, where it looks, its rest pose."),
        why_not=no_figure,
        words=_("units scale centimetres inches axis orientation turn round height import options"),
    ),
    "person_height": Action(
        title=_("A person's height"),
        run=_make_a_person,
        help=_("Make a loaded figure of ten or a hundred metres as tall as a person, with its poses and clips."),
        why_not=_no_giant,
        words=_("units scale size centimetres inches metres giant bvh import"),
    ),
    "bind_mesh": Action(
        title=_("Bind mesh…"),
        run=lambda editor: editor.files.bind_mesh(),
        icon="figure",
        help=_("Let a mesh that has no skin hang on the bones: one of another figure in the scene, or of a file."),
        why_not=_no_bones_to_bind_to,
        words=_("automatic weights skin skinning voxel heat parent with vertex groups"),
    ),
    "transfer_weights": Action(
        title=_("Transfer weights…"),
        run=lambda editor: editor.files.transfer_weights(editor.view.settings.brush.most),
        icon="brush",
        help=_(
            "The skin gets the weights of another at the nearest place: of another figure in the scene that has a "
            "skin, or of a file. Bones are those of the same name or part of the body."
        ),
        why_not=_no_own_skin,
        words=_("copy weights skin skinning data transfer vertex groups nearest clothes outfit"),
    ),
    "bind_again": Action(
        title=_("Bind again"),
        run=lambda editor: editor.files.bind_again(),
        icon="figure",
        help=_(
            "New weights for the mesh, from where the bones rest now: after joints were moved or bones were drawn. "
            "Controls of limbs that were moved are fitted anew."
        ),
        why_not=_no_own_skin,
        words=_("automatic weights skin skinning rebind reset joints moved edit skeleton"),
    ),
    "pose_as_rest": Action(
        title=_("Apply pose as rest"),
        run=lambda editor: editor.files.pose_as_rest(),
        help=_(
            "The figure rests as it is posed now. Nothing moves: its skin, clips, kept poses and limits stay what they "
            "are, counted from the new rest."
        ),
        why_not=_at_rest,
        words=_("rest pose apply bind T-pose A-pose armature freeze reset inverse bind matrices"),
    ),
    "bind_rest": Action(
        title=_("Rest in the bind pose"),
        run=lambda editor: editor.files.rest_otherwise(),
        help=_(
            "A figure that is saved in a pose rests in the bind pose of its skin, or as it is saved: read it again so."
        ),
        why_not=lambda editor: (
            "" if editor.files.rested_from else _("The file of this figure tells no second rest pose.")
        ),
        checked=lambda editor: editor.files.rested_from == "bind",
        words=_("rest bind pose T-pose inverse bind matrices nodes glTF saved import"),
    ),
}

MENU = (
    "rig_person",
    "fit_body",
    (
        _("Body"),
        (
            "rig_mesh",
            "fit_again",
            "human_limits",
            "how_it_stands",
            "z_is_up",
            "person_height",
            "pose_as_rest",
            "bind_rest",
            "bind_mesh",
            "transfer_weights",
            "bind_again",
        ),
    ),
)
