"""The reference pose of a person, from which retargeted motion counts: matched, seen, edited, taken and forgotten."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, after, no_figure
from pantin.app.messages import _
from pantin.rigs.document import Document
from pantin.rigs.motion.person import person_in
from pantin.solver.edits.poses.poses import mixed, seen
from pantin.solver.edits.poses.reference_pose import (
    Kind,
    kind_of,
    matched,
    reference_of,
    with_reference,
    without_reference,
)

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor

TITLES: dict[Kind, str] = {"T-pose": _("Match T-pose"), "A-pose": _("Match A-pose")}
NAMES: dict[Kind, str] = {"T-pose": _("T-pose"), "A-pose": _("A-pose")}
OWN = _("Reference pose")


def matching(kind: Kind, document: Document) -> Document:
    """Return the document whose person stands in a reference, from which motion counts. Raises ValueError."""
    pose = matched(person_in(document.figure), kind)
    posed = mixed(document, pose, 1.0, False, None, False, {})
    return posed.with_figure(with_reference(posed.figure, NAMES[kind], pose, kind))


def taking(document: Document) -> Document:
    """Return the document in which the pose that is seen is the reference: an edited T-pose, or what others rest in."""
    figure, before = document.figure, reference_of(document.figure)
    name, kind = (OWN, None) if before is None else (before.name, kind_of(before))
    return document.with_figure(with_reference(figure, name, seen(document), kind))


def _forget(document: Document) -> Document:
    return document.with_figure(without_reference(document.figure))


def _match(editor: Editor, kind: Kind) -> None:
    editor.session.edit(TITLES[kind], partial(matching, kind))
    kept = reference_of(editor.session.document.figure)
    if kept is not None:
        editor.session.notified.emit(
            _(
                "{name} is kept: motion that is imported counts from it. Edit it, and take it as reference again."
            ).format(name=kept.name)
        )


@after(no_figure)
def _at_rest(editor: Editor) -> str:
    return _("The layout Rig shows the figure at rest; pose it in another one.") if editor.session.editing else ""


@after(no_figure)
def _no_reference(editor: Editor) -> str:
    has_one = reference_of(editor.session.document.figure) is not None
    return "" if has_one else _("The figure has no reference pose; motion counts from its rest.")


def _matches(kind: Kind, help: str) -> Action:
    return Action(
        title=TITLES[kind],
        run=lambda editor: _match(editor, kind),
        icon="figure",
        help=help,
        why_not=_at_rest,
        words=_("reference pose retarget T-pose A-pose characterise humanoid avatar rest motion"),
    )


ACTIONS: dict[str, Action] = {
    "match_t_pose": _matches(
        "T-pose", _("Stand the person with arms straight aside; motion that is retargeted counts from this pose.")
    ),
    "match_a_pose": _matches(
        "A-pose", _("Stand the person with arms half down; motion that is retargeted counts from this pose.")
    ),
    "take_reference": Action(
        title=_("Take pose as reference"),
        within=_("Take this pose"),
        run=lambda editor: editor.session.edit(_("Take pose as reference"), taking),
        help=_(
            "The pose that is seen, or a frame of a clip, is the reference: an edited T-pose or A-pose stays one, any "
            "other is how the figure stands when that of the motion is at rest."
        ),
        why_not=_at_rest,
        words=_("reference pose retarget first frame rest motion"),
    ),
    "forget_reference": Action(
        title=_("Forget reference pose"),
        within=_("Forget"),
        run=lambda editor: editor.session.edit(_("Forget reference pose"), _forget),
        help=_("Motion counts from the rest pose again; the pose stays in the library."),
        why_not=_no_reference,
        words=_("reference pose retarget rest motion"),
    ),
}

MENU = ((_("Reference"), tuple(ACTIONS)),)
