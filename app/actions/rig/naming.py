"""Naming bones: the name of the active bone is typed where it is in the tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, nothing_selected
from pantin.app.messages import _

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _rename(editor: Editor) -> None:
    document = editor.session.document
    editor.naming.name_bone(document.active or document.selected[-1])


ACTIONS: dict[str, Action] = {
    "rename_bone": Action(
        title=_("Rename bone…"),
        run=_rename,
        keys=("F2",),
        icon="names",
        help=_("Type another name for the active bone. Constraints, limbs, poses and clips follow."),
        why_not=nothing_selected,
        over_figure=True,
        words=_("name call"),
    ),
}

MENU = tuple(ACTIONS)
