"""Limbs: making and removing the handles and poles of a chain. No bone moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, after, no_figure, nothing_selected
from pantin.app.messages import _
from pantin.app.session.session import PREPARING
from pantin.rigs.document import Document
from pantin.rigs.editing.limbs import held_end, keeps_rotation, limbs_of
from pantin.rigs.editing.pins import leg_pins, unpinned
from pantin.rigs.editing.poses.partners import partners_of
from pantin.rigs.editing.selection import select
from pantin.rigs.limb import Limb, LimbKind
from pantin.rigs.limb_kinds import KINDS, kind_for
from pantin.rigs.limb_kinds.limb import SideUnclear
from pantin.solver.edits.limbs import limbs as limb_edits

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def make(editor: Editor, kind: LimbKind) -> None:
    """Make a limb of this kind. Where nothing tells to which side a straight chain bends, ask for a click."""
    session = editor.session
    try:
        made, note = limb_edits.make(_with_partners(editor), kind)
    except SideUnclear:
        editor.view.begin("bend")
    except ValueError as error:
        session.refused.emit(str(error))
    else:
        made, added = _standing(made), limbs_of(made.rig, made.selected)
        label = _("Make {kind} {limbs}").format(kind=KINDS[kind].title, limbs=_named(added))
        session.edit(label, lambda _document: made)
        if note:
            session.notified.emit(note)


def _with_partners(editor: Editor) -> Document:
    """The document with the partners of the selected bones selected too, with Mirror X, where they are of no limb.

    While the rest pose is edited the session mirrors what is made.
    """
    session, document = editor.session, editor.session.posing
    if not session.mirrors or session.editing:
        return document
    partners = partners_of(document.rig)
    others = (partners[name] for name in document.selected if name in partners)
    free = (name for name in others if not limbs_of(document.rig, (name,)))
    return select(document, (*document.selected, *free), document.active)


def _standing(made: Document) -> Document:
    """The document whose new legs stand: their feet are pinned, or their handles where they have no feet."""
    new = leg_pins(made.rig, limbs_of(made.rig, made.selected))
    return made.with_rig(made.rig.changed(pins=(*made.rig.pins, *new))) if new else made


def _make_suggested(editor: Editor) -> None:
    """Make the kind of limb that the names of the selected bones suggest; mostly an arm or a leg."""
    make(editor, kind_for(editor.session.document.selected))


def _remove(editor: Editor) -> None:
    limbs = _limbs(editor)

    def edit(document: Document) -> Document:
        ends = {limb.bones[-1] for limb in limbs}
        grounded = {pin.bone for pin in document.rig.pins if pin.on_ground and pin.bone in ends}
        return unpinned(
            limb_edits.without(document, limbs), {*grounded, *(each for limb in limbs for each in limb.controls)}
        )

    editor.session.edit(_("Remove limb {limbs}").format(limbs=_named(limbs)), edit)


def _switch_rotation(editor: Editor) -> None:
    names, kept = editor.session.document.selected, not _keeps(editor)
    label = _("Keep the handle's rotation {limbs}") if kept else _("Let go the handle's rotation {limbs}")
    label = label.format(limbs=_named(_limbs(editor)))

    def edit(document: Document) -> Document:
        return limb_edits.keep_handles_rotation(document, names, kept)

    editor.session.edit(label, edit)


def _limbs(editor: Editor) -> tuple[Limb, ...]:
    document = editor.session.document
    return limbs_of(document.rig, document.selected)


def _keeps(editor: Editor) -> bool:
    limbs = [limb for limb in _limbs(editor) if held_end(editor.session.document.rig, limb)]
    return bool(limbs) and all(keeps_rotation(editor.session.document.rig, limb) for limb in limbs)


def _named(limbs: tuple[Limb, ...]) -> str:
    more = len(limbs) - 1
    return _("{limb} and {count} more").format(limb=limbs[0].name, count=more) if more else limbs[0].name


@after(nothing_selected)
def _nothing_to_steer(editor: Editor) -> str:
    if not editor.session.solver_ready:
        return PREPARING
    by_name = editor.session.document.rig.by_name
    bones = any(by_name[name].kind == "bone" for name in editor.session.document.selected)
    return "" if bones else _("Select the end of a chain of bones, not a handle or pole.")


@after(no_figure)
def _no_limb(editor: Editor) -> str:
    if not editor.session.document.selected:
        return _("Select a bone or a handle of a limb first.")
    return "" if _limbs(editor) else _("The selected bones belong to no limb.")


@after(_no_limb)
def _nothing_held(editor: Editor) -> str:
    rig, limbs = editor.session.document.rig, _limbs(editor)
    if any(held_end(rig, limb) for limb in limbs):
        return ""
    if any(limb.kind == "limb" for limb in limbs):
        return _("This limb has no foot or hand that could turn with its handle.")
    return _("The turn of this limb's end is decided by its kind.")


def _making(kind: LimbKind, help: str, words: str, icon: str = "ik", title: str = "") -> Action:
    title = title or KINDS[kind].title

    def run(editor: Editor) -> None:
        make(editor, kind)

    within = title[0].upper() + title[1:]
    return Action(
        title=_("Make {kind}").format(kind=title),
        run=run,
        icon=icon,
        help=help,
        why_not=_nothing_to_steer,
        words=words,
        within=within,
    )


ACTIONS: dict[str, Action] = {
    "make_limb": Action(
        title=_("Make IK limb"),
        run=_make_suggested,
        keys=("Shift+I",),
        icon="ik",
        help=_(
            "Handle and pole for the chain that ends here; nothing moves. Eyes, fingers, tails and spines "
            "get what fits."
        ),
        why_not=_nothing_to_steer,
        over_figure=True,
        words=_("inverse kinematics arm leg foot hand handle pole target"),
    ),
    "make_arm_or_leg": _making(
        kind="limb",
        help=_("A handle where the chain ends, a pole before its joint."),
        words=_("limb"),
        title=_("arm or leg"),
    ),
    "make_rolling_foot": _making(
        kind="reverse_foot",
        help=_("A leg whose foot rolls over heel, ball and toes by one handle."),
        words=_("reverse foot roll heel"),
    ),
    "make_spine": _making(
        kind="spine", help=_("A handle for the hips and one for the chest."), words=_("back torso hips chest")
    ),
    "make_tail": _making(kind="tail", help=_("A few handles along the chain."), words=_("tentacle spline rope hair")),
    "make_curve": _making(
        kind="spline",
        help=_("The chain lies along a curve through a few handles; one that bends sharply gets one at each joint."),
        words=_("spline ik tail tentacle rope spine"),
    ),
    "make_finger": _making(kind="finger", help=_("One handle at the tip, carried by the hand."), words=_("thumb toe")),
    "make_aim": _making(
        kind="aim",
        help=_("The bones look at a handle before them; both eyes at one."),
        words=_("eyes look track"),
        icon="track",
    ),
    "keep_handle_rotation": Action(
        title=_("Keep the handle's rotation"),
        run=_switch_rotation,
        keys=("Alt+I",),
        icon="orientation-local",
        help=_("The foot or hand at the end of the limb turns with its handle, however the limb bends."),
        why_not=_nothing_held,
        checked=_keeps,
        over_figure=True,
        words=_("foot hand flat floor copy ik rotation"),
    ),
    "name_limb": Action(
        title=_("Name limb…"),
        run=lambda editor: editor.naming.name_limb(),
        keys=("Ctrl+F2",),
        icon="names",
        help=_("Its bones, handle and pole are called after it: a leg has a thigh, a shin, a foot and a knee."),
        why_not=_no_limb,
        words=_("rename bones chain leg arm"),
    ),
    "remove_limb": Action(
        title=_("Remove limb"),
        run=_remove,
        keys=("Ctrl+Alt+I",),
        icon="trash",
        help=_("Take away the handles, poles and constraints of the limb; the bones stay as they stand."),
        why_not=_no_limb,
        over_figure=True,
        words=_("delete ik handle pole"),
    ),
}

KINDS_MENU = (
    "make_arm_or_leg",
    "make_rolling_foot",
    "make_spine",
    "make_tail",
    "make_curve",
    "make_finger",
    "make_aim",
)
MORE = ((_("Make"), KINDS_MENU), "keep_handle_rotation", "name_limb", "remove_limb")
MENU = ("make_limb", (_("Chain"), MORE))
