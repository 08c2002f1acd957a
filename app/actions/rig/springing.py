"""Springs on chains of bones: hair, tails, skirts and antennas that hang and follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, after, no_figure, nothing_selected
from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.rigs.document import Document
from pantin.rigs.editing.springs import chain_set, chain_switched, put_springs, switched, take_springs
from pantin.viewport.tools.dragging.drag_target import bones_title
from pantin.widgets.character.springs_section import SpringChange
from pantin.widgets.values.exchange import Edit

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _of_selected(label: str, edit: Callable[[Document, tuple[str, ...], bool], Document]) -> Callable[[Editor], None]:
    """Return what does an edit of the selected bones, with Mirror X of both sides. The label names `bones`."""

    def run(editor: Editor) -> None:
        session = editor.session
        names, mirrors = session.document.selected, session.mirrors
        session.edit(label.format(bones=bones_title(names)), lambda document: edit(document, names, mirrors))

    return run


def _switch(editor: Editor) -> None:
    on = not editor.session.document.rig.springs.on
    editor.session.edit(_("Springs on") if on else _("Springs off"), lambda document: switched(document, on))


def spring_change(session: Session, change: SpringChange) -> Edit:
    """Return the edit that the section of springs asks for, with Mirror X of both sides."""
    mirrors = session.mirrors
    if change.place is None:
        return lambda document: switched(document, bool(change.values["on"]))
    place, values = change.place, dict(change.values)
    if "on" in values:
        return lambda document: chain_switched(document, place, bool(values["on"]), mirrors)
    return lambda document: chain_set(document, place, values, mirrors)


@after(nothing_selected)
def _no_bone(editor: Editor) -> str:
    document = editor.session.document
    kinds = {document.rig.by_name[name].kind for name in document.selected if name in document.rig.by_name}
    return "" if "bone" in kinds else _("Select bones of the figure: handles and poles do not swing.")


@after(nothing_selected)
def _no_spring(editor: Editor) -> str:
    document = editor.session.document
    swinging = set(document.rig.springs.bones)
    return _("No selected bone has springs.") if swinging.isdisjoint(document.selected) else ""


@after(no_figure)
def _no_springs(editor: Editor) -> str:
    return "" if editor.session.document.rig.springs.chains else _("The figure has no springs.")


_WORDS = _("spring bone physics dynamics jiggle wiggle secondary hair skirt tail antenna cloth")

ACTIONS: dict[str, Action] = {
    "put_springs": Action(
        title=_("Put springs on chain"),
        within=_("Put on chain"),
        run=_of_selected(_("Put springs on {bones}"), put_springs),
        icon="stretch",
        help=_(
            "The selected bones hang and follow as hair, cloth, a tail or an antenna do, by their names; one alone "
            "takes all below it along."
        ),
        why_not=_no_bone,
        words=_WORDS,
    ),
    "take_springs": Action(
        title=_("Take springs away"),
        within=_("Take away"),
        run=_of_selected(_("Take springs from {bones}"), take_springs),
        icon="trash",
        help=_("The chains of the selected bones swing no more."),
        why_not=_no_spring,
        words=_WORDS,
    ),
    "springs": Action(
        title=_("Springs"),
        within=_("Hang and follow"),
        run=_switch,
        icon="stretch",
        help=_("Hair and all else on springs hangs and follows. Off: its bones are as they are posed."),
        why_not=_no_springs,
        checked=lambda editor: editor.session.document.rig.springs.on,
        words=_WORDS,
    ),
}

MENU = ((_("Springs"), tuple(ACTIONS)),)
