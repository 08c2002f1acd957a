"""Adding twist bones: rows of bones along a forearm that share its twist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, nothing_selected
from pantin.app.messages import _
from pantin.rigs.editing.building.twisting import add_twist_bones
from pantin.viewport.tools.dragging.drag_target import bones_title

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor

COUNTS = (2, 3, 4)
"""The numbers that the menu offers: the two ends, and up to two between them. Game skeletons have no more."""

BY_HAND = 3


def _add(editor: Editor, count: int, by_hand: bool = False) -> None:
    names = editor.session.document.selected
    label = _("Add twist bones to {bones}").format(bones=bones_title(names))
    editor.session.edit(label, lambda document: add_twist_bones(document, names, count, by_hand))


def _shared(count: int) -> Action:
    return Action(
        title=_("Add {count} twist bones").format(count=count),
        run=lambda editor: _add(editor, count),
        icon="stick",
        help=_("Bones along each selected one share its twist, from what carries it to the hand or foot at its end."),
        why_not=nothing_selected,
        words=_("forearm roll pronation wrist candy wrapper share lock"),
        within=_("{count}, shared").format(count=count),
    )


ACTIONS: dict[str, Action] = {
    **{f"twist_bones_{count}": _shared(count) for count in COUNTS},
    "twist_bones_by_hand": Action(
        title=_("Add twist bones turned by hand"),
        run=lambda editor: _add(editor, BY_HAND, by_hand=True),
        icon="stick",
        help=_("Bones along each selected one share the twist of the last of them, which you turn."),
        why_not=nothing_selected,
        words=_("forearm roll pronation manual share lock"),
        within=_("{count}, turned by hand").format(count=BY_HAND),
    ),
}

TWIST = tuple(ACTIONS)
MENU = ((_("Twist bones"), TWIST),)
