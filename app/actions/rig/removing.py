"""Taking bones out of the skeleton: dissolving joins their neighbours, deleting takes all that is tied to them, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, nothing_selected
from pantin.app.actions.rig.building import does, none_is
from pantin.app.messages import _
from pantin.rigs.editing.building.removing import delete, dissolve, untied
from pantin.rigs.rig import Bone
from pantin.viewport.tools.dragging.drag_target import bones_title

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _delete(editor: Editor) -> None:
    """Delete, and say whose constraints went with what they looked at: elsewhere they would stay, broken."""
    before = editor.session.document.rig
    does(_("Delete {bones}"), delete)(editor)
    if owners := untied(before, editor.session.document.rig):
        editor.session.told.emit(
            _("Constraints went with their targets: of {bones}.").format(bones=bones_title(owners))
        )


def _not_joined(editor: Editor) -> str:
    """The reason where no selected bone is connected to another one."""
    rig = editor.session.document.rig

    def joined(bone: Bone) -> bool:
        return bone.connected or any(child.connected for child in rig.children.get(bone.name, ()))

    return none_is(joined, _("No selected bone is connected to another one."))(editor)


ACTIONS: dict[str, Action] = {
    "dissolve": Action(
        _("Dissolve"),
        does(_("Dissolve {bones}"), dissolve),
        ("Ctrl+X",),
        help=_("Take the selected bones out and join their neighbours."),
        why_not=_not_joined,
        over_figure=True,
        words=_("merge remove joint"),
    ),
    "delete": Action(
        _("Delete bones"),
        _delete,
        ("X", "Del"),
        "trash",
        _("Take the selected bones out, with all that is tied to them. What they carried stays in its place."),
        nothing_selected,
        industry=("Del",),
        over_figure=True,
        words=_("remove erase"),
    ),
}

MENU = tuple(ACTIONS)
