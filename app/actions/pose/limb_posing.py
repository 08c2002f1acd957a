"""Posing with limbs: switching between IK and FK, and what holds their handles. No bone moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6 import QtCore, QtGui

from pantin.app.actions.action import Action, after, posing_only
from pantin.app.messages import _
from pantin.app.session.session import PREPARING
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import BACKBONE
from pantin.rigs.document import Document
from pantin.rigs.editing.limb_ties import influence_of, ties_of
from pantin.rigs.editing.limbs import limbs_of, space_of, switched_controls, why_not_in_space
from pantin.rigs.limb import Limb
from pantin.rigs.limb_kinds.plan import root_of_controls
from pantin.rigs.rig import Rig
from pantin.solver.edits.limbs import matching, space_switch
from pantin.widgets.controls.plain_text import tell
from pantin.widgets.floating.grouped_menu import GroupedMenu
from pantin.widgets.theme import icons
from pantin.widgets.values.exchange import BoneRequest

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor
    from pantin.app.session.session import Session

BESIDE = 16
"""Distance of the list from the handle that it belongs to, pixels."""

WORLD, HIPS, CHEST, HEAD = "world", "hips", "chest", "head"


def switch(session: Session, limbs: tuple[Limb, ...], to_ik: bool) -> None:
    """Let limbs be moved by IK or by FK, which takes over the pose first: one step of undo."""
    names = ", ".join(limb.name for limb in limbs)
    label = _("Switch {limbs} to IK") if to_ik else _("Switch {limbs} to FK")
    make = matching.switch_to_ik if to_ik else matching.switch_to_fk

    def edit(document: Document) -> Document:
        for limb in limbs:
            document = make(document, limb)
        return document

    session.edit(label.format(limbs=names), edit)


def switch_space(session: Session, limb: Limb, parent: str | None) -> None:
    """Let a limb be held by a bone, or by nothing: one step of undo."""
    label = _("{limb} held by {holder}").format(limb=limb.name, holder=parent or _("World"))
    session.edit(label, lambda document: space_switch.switch_space(document, limb, parent))


def _tied(editor: Editor) -> tuple[Limb, ...]:
    """The selected limbs that have an IK and an FK pose."""
    rig = editor.session.document.rig
    return tuple(limb for limb in limbs_of(rig, editor.session.document.selected) if ties_of(rig, limb))


def _switched(editor: Editor) -> tuple[Limb, ...]:
    """The selected limbs whose handle something may hold."""
    rig = editor.session.document.rig
    return tuple(limb for limb in limbs_of(rig, editor.session.document.selected) if switched_controls(rig, limb))


def _is_ik(editor: Editor) -> bool:
    """Return whether all selected limbs are moved by IK alone."""
    rig, limbs = editor.session.document.rig, _tied(editor)
    return bool(limbs) and all(influence_of(rig, ties_of(rig, limb)) >= 1.0 for limb in limbs)


@after(posing_only)
def _no_limb(editor: Editor) -> str:
    if not editor.session.document.selected:
        return _("Select a bone or a handle of a limb first.")
    return "" if editor.session.solver_ready else PREPARING


@after(_no_limb)
def _nothing_tied(editor: Editor) -> str:
    return "" if _tied(editor) else _("The selected bones belong to no limb with a handle.")


def _already(to_ik: bool) -> Callable[[Editor], str]:
    def why_not(editor: Editor) -> str:
        if _nothing_tied(editor):
            return _nothing_tied(editor)
        rig = editor.session.document.rig
        now = {influence_of(rig, ties_of(rig, limb)) for limb in _tied(editor)}
        if now != {1.0 if to_ik else 0.0}:
            return ""
        return _("The limb is moved by IK already.") if to_ik else _("The limb is moved by FK already.")

    return why_not


def space_named(rig: Rig, limb: Limb, name: str) -> str | None:
    """Return the bone for the words "world", "hips", "chest" or "head". Raises KeyError where there is none."""
    if name == WORLD:
        return root_of_controls(rig, limb.bones[0])
    parts = parts_of(rig)
    wanted = BACKBONE if name == CHEST else (name,)
    found = [bone.name for bone in rig.bones if parts.get(bone.name) in wanted and bone.kind == "bone"]
    chests = [bone for bone in found if parts[bone] == CHEST]
    if not found:
        raise KeyError(name)
    return (chests or found)[-1] if name == CHEST else found[0]


def _why_not_by(name: str) -> Callable[[Editor], str]:
    def why_not(editor: Editor) -> str:
        if _no_limb(editor) or not _switched(editor):
            return _no_limb(editor) or _("The selected bones belong to no limb with a handle.")
        rig = editor.session.document.rig
        try:
            reasons = [why_not_in_space(rig, limb, space_named(rig, limb, name)) for limb in _switched(editor)]
        except KeyError:
            return _("The figure has no such bone.")
        return next(filter(None, reasons), "")

    return why_not


def _is_by(name: str) -> Callable[[Editor], bool]:
    def checked(editor: Editor) -> bool:
        if _no_limb(editor):
            return False
        rig, limbs = editor.session.document.rig, _switched(editor)
        try:
            return bool(limbs) and all(space_of(rig, limb) == space_named(rig, limb, name) for limb in limbs)
        except KeyError:
            return False

    return checked


def _by(name: str) -> Callable[[Editor], None]:
    def run(editor: Editor) -> None:
        for limb in _switched(editor):
            switch_space(editor.session, limb, space_named(editor.session.document.rig, limb, name))

    return run


def _by_other(editor: Editor) -> None:
    limb, rig = _switched(editor)[0], editor.session.document.rig
    editor.ask_for_bone(
        BoneRequest(
            _("what holds {limb}").format(limb=limb.name),
            lambda name: why_not_in_space(rig, limb, name),
            lambda name: switch_space(editor.session, limb, name),
        )
    )


def _open_spaces(editor: Editor) -> None:
    """The list of what can hold the limb, at its handle."""
    limb, view, evaluated = _switched(editor)[0], editor.view, editor.session.evaluated
    entries = [_entry(editor, name) for name in SPACES]
    menu = GroupedMenu(view, [(limb.controls[0], ()), (_("Held by"), entries)])
    menu.setAttribute(QtCore.Qt.WidgetAttribute.WA_DeleteOnClose)
    x, y = view.lens.project(evaluated.matrix(limb.controls[0])[None, :3, 3])[0, :2].tolist()
    at = QtCore.QPoint(round(min(max(x, 0.0), view.width())), round(min(max(y, 0.0), view.height())))
    menu.popup(view.mapToGlobal(at + QtCore.QPoint(BESIDE, BESIDE)))


def _entry(editor: Editor, name: str) -> QtGui.QAction:
    """A line of the list, as the action of that name stands now."""
    action = ACTIONS[name]
    made = QtGui.QAction(action.within, editor.view)
    icons.name_icon(made, action.icon)
    icons.recolour([made])
    made.setCheckable(action.checked is not None)
    made.setChecked(action.checked is not None and action.checked(editor))
    made.setEnabled(not action.why_not(editor))
    tell(made, action.why_not(editor) or action.help)
    made.triggered.connect(lambda: action.run(editor))
    return made


def _holding(name: str, title: str, help: str, icon: str = "bone") -> Action:
    full = _("Held by: {holder}").format(holder=title)
    return Action(
        title=full,
        run=_by(name),
        icon=icon,
        help=help,
        why_not=_why_not_by(name),
        checked=_is_by(name),
        words=_("child of parent space"),
        within=title,
    )


ACTIONS: dict[str, Action] = {
    "switch_ik_fk": Action(
        title=_("Switch IK and FK"),
        run=lambda editor: switch(editor.session, _tied(editor), not _is_ik(editor)),
        keys=("Shift+F",),
        icon="ik",
        help=_("Move the limb by its handle, or by the rotations of its bones. Either takes over the pose first."),
        why_not=_nothing_tied,
        checked=_is_ik,
        over_figure=True,
        words=_("kinematics match snap blend limb"),
    ),
    "switch_to_ik": Action(
        title=_("Switch to IK"),
        run=lambda editor: switch(editor.session, _tied(editor), True),
        icon="ik",
        help=_("Handle and pole take over the pose of the bones, and move them."),
        why_not=_already(True),
        words=_("match snap limb handle"),
    ),
    "switch_to_fk": Action(
        title=_("Switch to FK"),
        run=lambda editor: switch(editor.session, _tied(editor), False),
        icon="rotate",
        help=_("The bones take over what IK shows, and are rotated one by one."),
        why_not=_already(False),
        words=_("match snap limb rotate"),
    ),
    "held_by": Action(
        title=_("Held by…"),
        run=_open_spaces,
        keys=("Ctrl+Alt+P",),
        icon="handle",
        help=_("What handle and pole of the limb go with. Switching moves nothing."),
        why_not=_why_not_by(WORLD),
        over_figure=True,
        words=_("child of parent space world hips chest head"),
    ),
    "hold_by_world": _holding(
        name=WORLD, title=_("World"), help=_("The handle stays in its place while the body moves."), icon="axes"
    ),
    "hold_by_hips": _holding(name=HIPS, title=_("hips"), help=_("The handle goes with the hips.")),
    "hold_by_chest": _holding(name=CHEST, title=_("chest"), help=_("The handle goes with the chest.")),
    "hold_by_head": _holding(name=HEAD, title=_("head"), help=_("The handle goes with the head.")),
    "hold_by_other": Action(
        title=_("Held by: other bone…"),
        run=_by_other,
        icon="pick",
        help=_("Click the bone that the handle shall go with."),
        why_not=_why_not_by(WORLD),
        words=_("child of parent space"),
        within=_("Other bone…"),
    ),
}

SPACES = ("hold_by_world", "hold_by_hips", "hold_by_chest", "hold_by_head", "hold_by_other")
MENU = ("switch_ik_fk", "switch_to_ik", "switch_to_fk", "held_by", (_("Held by"), SPACES))
