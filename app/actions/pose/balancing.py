"""Balance: the mark under the figure, and bringing the body over its feet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, after, posing_only
from pantin.app.messages import _
from pantin.app.session.session import PREPARING
from pantin.solver.edits.balance import over_the_feet, standing_feet

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _switch(editor: Editor) -> None:
    editor.view.change_display(balance=not editor.view.display.balance)


@after(posing_only)
def _nothing_stands(editor: Editor) -> str:
    session = editor.session
    if not session.posed:
        return PREPARING
    feet = standing_feet(session.shown.rig, session.shown.ground, session.evaluated.heads)
    return "" if feet else _("No pinned foot stands on the floor; put a foot down and pin it first.")


ACTIONS: dict[str, Action] = {
    "show_balance": Action(
        title=_("Balance"),
        run=_switch,
        icon="balance",
        help=_("Mark the centre of mass on the floor, and the support that pinned feet give it."),
        why_not=posing_only,
        checked=lambda editor: editor.view.display.balance,
        over_figure=True,
        words=_("centre of mass gravity support stand fall show display"),
    ),
    "over_the_feet": Action(
        title=_("Bring the body over the feet"),
        run=lambda editor: editor.session.edit(_("Bring the body over the feet"), over_the_feet),
        icon="balance",
        help=_("Move the hips until the centre of mass is over the feet that stand; what is pinned stays."),
        why_not=_nothing_stands,
        over_figure=True,
        words=_("balance centre of mass gravity stand"),
    ),
}

SHOWN = ("show_balance",)
"""The actions in the menu of the display."""

MENU = ("show_balance", "over_the_feet")
