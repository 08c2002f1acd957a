"""The shapes of a hand: fist, point, open, relaxed. Of the hands of the selected bones, or of all where none is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, after, posing_only
from pantin.app.messages import _
from pantin.rigs.document import Document
from pantin.rigs.editing.hands.sliders import Preset, chosen_hands, with_preset
from pantin.rigs.fitting.hand_joints import HandJoints, hand_joints
from pantin.solver.edits.poses.hands import with_hands

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _hands(document: Document) -> tuple[HandJoints, ...]:
    return chosen_hands(document.rig, document.selected) if document.selected else hand_joints(document.rig)


@after(posing_only)
def _no_hand(editor: Editor) -> str:
    document = editor.session.document
    if not hand_joints(document.rig):
        return _("The figure has no hand with fingers.")
    return "" if _hands(document) else _("Select a bone of a hand or its handle, or nothing for both hands.")


def _about(editor: Editor) -> str:
    """Return the words that name the selected hands; empty where the action is about all."""
    document = editor.session.document
    names = [hand.hand.bone for hand in _hands(document)]
    return _("of {hands}").format(hands=", ".join(names)) if document.selected else ""


def _shape(preset: Preset, title: str, help: str, words: str) -> Action:
    label = _("Hand: {shape}").format(shape=title)

    def run(editor: Editor) -> None:
        def edit(document: Document) -> Document:
            return with_hands(document, with_preset(document, _hands(document), preset))

        editor.session.edit(label, edit)

    return Action(
        title=label,
        run=run,
        icon="hand",
        help=help,
        why_not=_no_hand,
        words=words,
        within=title,
        about=_about,
    )


ACTIONS: dict[str, Action] = {
    "hand_fist": _shape(
        preset="fist",
        title=_("Fist"),
        help=_("All fingers curl, the thumb lies before them."),
        words=_("grab close clench"),
    ),
    "hand_point": _shape(
        preset="point", title=_("Point"), help=_("The index finger points, the others curl."), words=_("index show")
    ),
    "hand_open": _shape(
        preset="open", title=_("Open"), help=_("All fingers are straight and apart."), words=_("spread stretch five")
    ),
    "hand_relaxed": _shape(
        preset="relaxed",
        title=_("Relaxed"),
        help=_("The hand hangs at ease, the little finger bent most."),
        words=_("natural rest loose"),
    ),
}

MENU = ((_("Hand"), tuple(ACTIONS)),)
