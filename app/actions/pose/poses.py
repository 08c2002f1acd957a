"""Poses from one place to another: copied and pasted, flipped, from one side of the figure to the other.

Where bones are selected these, with what is posed with them, else all. The clipboard holds the text of a pose file, so
that a pose goes through mail and chat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6 import QtGui

from pantin.app.actions.action import Action, after, nothing_selected, posing_only
from pantin.app.messages import _, ngettext
from pantin.app.session.session import PREPARING
from pantin.rigs.anatomy.limbs import whole_limbs
from pantin.rigs.document import Document
from pantin.rigs.editing.poses import mixing
from pantin.rigs.editing.poses.partners import on_the_left, partners_of
from pantin.rigs.formats import pose
from pantin.rigs.formats.files import Fault
from pantin.solver.edits.expressions import with_one_side
from pantin.solver.edits.poses import poses
from pantin.viewport.tools import tool_named
from pantin.viewport.tools.dragging.drag_target import bones_title

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


# Copying and pasting


def _copy(editor: Editor) -> None:
    document = editor.session.posing
    copied = poses.seen(document, document.selected or None)
    face = {} if document.selected else document.figure.pose.expressions
    QtGui.QGuiApplication.clipboard().setText(pose.text(document.figure.name, copied, expressions=face))
    count = len(copied)
    sentence = ngettext("Copied the pose of {count} bone as text", "Copied the pose of {count} bones as text", count)
    editor.session.notified.emit(sentence.format(count=count))


def _pastes(label: str, flip: bool) -> Callable[[Editor], None]:
    def run(editor: Editor) -> None:
        session = editor.session
        try:
            file = _on_clipboard()
            bones = _onto(session.posing, file, flip)
            face = {} if session.posing.selected else file.expressions
            made = poses.mixed(session.posing, file.pose, 1.0, flip, bones, file.part, face)
        except ValueError as error:
            session.refused.emit(str(error))
            return
        session.edit(label, lambda _document: made)
        missing = tuple(name for name in file.pose if name not in made.rig.by_name)
        session.notified.emit(pose.Applied(made, missing).report or _pasted(len(bones)))

    return run


def _onto(document: Document, file: pose.PoseFile, flip: bool) -> tuple[str, ...]:
    """The bones to paste onto: those of the pose that are selected, or all of it where none is."""
    rig = document.rig
    named = mixing.about(rig, file.pose, flip, file.part)
    chosen = poses.together(rig, document.selected)
    return tuple(name for name in named if name in chosen) or tuple(named)


def _pasted(count: int) -> str:
    return ngettext("Pasted onto {count} bone", "Pasted onto {count} bones", count).format(count=count)


def _on_clipboard() -> pose.PoseFile:
    """The pose on the clipboard. Raises ValueError that says what was expected there."""
    text = QtGui.QGuiApplication.clipboard().text()
    try:
        return pose.parse(text.encode(errors="replace"))
    except Fault as fault:
        if pose.FORMAT in text:
            sentence = _("The pose on the clipboard cannot be used: {where}: {what}")
            raise ValueError(sentence.format(where=fault.where, what=fault.what)) from None
    expected = _("The clipboard holds no pose; copy one (Ctrl+C), or the text of a file that ends in .pose.json.")
    raise ValueError(expected)


# From side to side

_ONTO_LEFT, _ONTO_RIGHT = (_("Copy right side to left"), True), (_("Copy left side to right"), False)
"""Its name, and whether it goes to the left."""


def _save(editor: Editor) -> None:
    """Keep the pose, and show its card: where bends are shown in the place of the cards, the brush is put away."""
    if tool_named(editor.view.tool).skin is not None:
        editor.view.pick_tool("select")
    editor.pose_library.save()
    editor.docks.bring("poses")


def _flip(editor: Editor) -> None:
    editor.session.edit(_("Flip pose"), poses.flipped)


def _swap_sides(editor: Editor) -> None:
    """The selected bones in the middle flip where they are."""

    def edit(document: Document) -> Document:
        return poses.flipped(document, {*_pairs(document), *document.selected})

    editor.session.edit(_("Swap sides"), edit)


def _pairs(document: Document, whole: bool = False) -> tuple[str, ...]:
    """The selected bones with what is posed with them, and their partners; of all bones where none is selected.

    `whole`: an arm or a leg that one of them is part of is taken as a whole, with or without IK.
    """
    rig, partners = document.rig, partners_of(document.rig)
    selected = {*document.selected, *(whole_limbs(rig, document.selected) if whole else ())}
    chosen = poses.together(rig, selected) or set(partners)
    return tuple(name for name, other in partners.items() if name in chosen or other in chosen)


def _copies(label: str, to_left: bool, whole: bool = False) -> Callable[[Editor], None]:
    def edit(document: Document) -> Document:
        left = on_the_left(document.rig)
        onto = tuple(name for name in _pairs(document, whole) if (name in left) is to_left)
        made = poses.mixed(document, poses.seen(document), 1.0, flip=True, bones=onto)
        return made if document.selected else made.with_figure(with_one_side(made.figure, "R" if to_left else "L"))

    def run(editor: Editor) -> None:
        session = editor.session
        try:
            made = edit(session.posing)
        except ValueError as error:
            session.refused.emit(str(error))
            return
        if made.scene == session.posing.scene:
            session.notified.emit(_("The other side stands like this already."))
        session.edit(label, lambda _document: made)

    return run


def _copy_across(editor: Editor) -> None:
    """From the side of the active bone, or of the first selected one that has a side, to the other."""
    document = editor.session.document
    onto = _ONTO_RIGHT if _source(document) in on_the_left(document.rig) else _ONTO_LEFT
    _copies(*onto, whole=True)(editor)


def _source(document: Document) -> str:
    """The bone whose side is copied."""
    partners = partners_of(document.rig)
    return next((name for name in (document.active or "", *document.selected) if name in partners), "")


# Why not


@after(posing_only)
def _unready(editor: Editor) -> str:
    return "" if editor.session.solver_ready else PREPARING


def _nothing_to_swap(editor: Editor) -> str:
    why_not = _no_partners(editor)
    return _unready(editor) if editor.session.document.selected else why_not


@after(_unready)
def _no_partners(editor: Editor) -> str:
    document = editor.session.document
    if not partners_of(document.rig):
        return _("No bone of the rig has a partner on the other side.")
    return "" if _pairs(document) else _("The selected bones have no partners on the other side.")


def _no_side(editor: Editor) -> str:
    return _unready(editor) or nothing_selected(editor) or _no_partners(editor)


def _for_whom(editor: Editor) -> str:
    """Return the words that name the selected bones; empty where the action is about all."""
    selected = editor.session.document.selected
    return _("of {bones}").format(bones=bones_title(selected)) if selected else ""


ACTIONS: dict[str, Action] = {
    "copy_pose": Action(
        title=_("Copy pose"),
        run=_copy,
        keys=("Ctrl+C",),
        icon="copy",
        help=_(
            "The pose as one sees it, of the selected bones or of all, as text: it can be mailed and pasted anywhere."
        ),
        why_not=_unready,
        words=_("clipboard text share"),
        about=_for_whom,
    ),
    "paste_pose": Action(
        title=_("Paste pose"),
        run=_pastes(_("Paste pose"), flip=False),
        keys=("Ctrl+V",),
        icon="pose",
        help=_("Put the pose on the clipboard on the selected bones, or on all that it names."),
        why_not=_unready,
        words=_("clipboard text apply"),
    ),
    "paste_flipped": Action(
        title=_("Paste pose flipped"),
        run=_pastes(_("Paste pose flipped"), flip=True),
        keys=("Ctrl+Shift+V",),
        icon="mirror",
        help=_("Put the mirror image of the pose on the clipboard on the selected bones, or on all that it names."),
        why_not=_unready,
        words=_("clipboard mirror other side"),
    ),
    "save_pose": Action(
        title=_("Save pose"),
        run=_save,
        keys=("Ctrl+Shift+B",),
        icon="library",
        help=_("Keep how the figure stands as a pose of this document, with its picture."),
        why_not=_unready,
        words=_("library shelf keep"),
    ),
    "flip_pose": Action(
        title=_("Flip pose"),
        run=_flip,
        keys=("Ctrl+Alt+F",),
        icon="mirror",
        help=_("The whole figure as in a mirror."),
        why_not=_unready,
        words=_("mirror left right"),
    ),
    "swap_sides": Action(
        title=_("Swap sides"),
        run=_swap_sides,
        keys=("Ctrl+Shift+F",),
        help=_("The selected bones, or all, exchange their poses with those on the other side."),
        why_not=_nothing_to_swap,
        words=_("flip mirror left right exchange"),
        about=_for_whom,
    ),
    "copy_across": Action(
        title=_("Copy pose to the other side"),
        run=_copy_across,
        keys=("Alt+M",),
        help=_("Left to right or right to left, by where the active bone is: an arm or a leg goes as a whole."),
        why_not=_no_side,
        words=_("mirror symmetry left right arm leg"),
        about=_for_whom,
    ),
    "copy_to_right": Action(
        title=_ONTO_RIGHT[0],
        run=_copies(*_ONTO_RIGHT),
        help=_("The right side takes the pose of the left: of the selected bones, or of all."),
        why_not=_no_partners,
        words=_("mirror symmetry"),
        about=_for_whom,
    ),
    "copy_to_left": Action(
        title=_ONTO_LEFT[0],
        run=_copies(*_ONTO_LEFT),
        help=_("The left side takes the pose of the right: of the selected bones, or of all."),
        why_not=_no_partners,
        words=_("mirror symmetry"),
        about=_for_whom,
    ),
}

CLIPBOARD = ("copy_pose", "paste_pose", "paste_flipped", "save_pose")
SIDES = ("flip_pose", "swap_sides", None, "copy_across", "copy_to_right", "copy_to_left")

MENU = ((_("Clipboard"), CLIPBOARD), (_("Mirror"), SIDES))
