"""Taking bones out of the skeleton: dissolving joins their neighbours, deleting takes all that is tied to them, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pantin.app.actions.action import MODE, Action, after, no_figure, nothing_selected
from pantin.app.actions.figures import in_words
from pantin.app.actions.rig.building import OnBones, does, none_is
from pantin.app.messages import _
from pantin.rigs.document import Document
from pantin.rigs.editing.building.removing import delete, dissolve, untied
from pantin.rigs.rig import Bone
from pantin.solver.edits.posing.releasing import Released, released
from pantin.viewport.tools.dragging.drag_target import bones_title

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _takes_out(label: str, edit: OnBones, sentence: str) -> Callable[[Editor], None]:
    """Return what takes the selected bones out by an edit, and says so.

    Also said is whose constraints went with what they looked at: elsewhere they would stay, broken. What the bones held
    of other figures stays where it is.
    """

    def run(editor: Editor) -> None:
        before, names = editor.session.document.rig, editor.session.document.selected
        found: list[Released] = []

        def edit_and_release(document: Document, names: tuple[str, ...]) -> Document:
            found.append(released(document, edit(document, names)))
            return found[-1].document

        does(label, edit_and_release)(editor)
        after = editor.session.document.rig
        if after is before:
            return
        gone = tuple(name for name in names if name not in after.by_name)
        sentences = [sentence.format(bones=bones_title(gone))]
        if owners := untied(before, after):
            sentences.append(_("Constraints went with their targets: of {bones}.").format(bones=bones_title(owners)))
        editor.session.removed.emit(" ".join((*sentences, *in_words(found[-1]))))

    return run


@after(no_figure)
def _not_in_layout(editor: Editor) -> str:
    """The reason while the figure is posed: a key that is pressed by habit must not take bones away there."""
    if editor.session.editing:
        return ""
    keys = editor.keys_of(MODE)
    sentence = _("Bones are deleted and dissolved in the layout Rig alone, nothing was taken away.")
    way = _("Press {keys} to go there.") if keys else _("Choose it above the figure.")
    return f"{sentence} {way.format(keys=keys)}"


def _nothing_to_delete(editor: Editor) -> str:
    """The reason where the figure is posed, or no bone is selected."""
    return _not_in_layout(editor) or nothing_selected(editor)


@after(_not_in_layout)
def _not_joined(editor: Editor) -> str:
    """The reason where the figure is posed, or no selected bone is connected to another one."""
    rig = editor.session.document.rig

    def joined(bone: Bone) -> bool:
        return bone.connected or any(child.connected for child in rig.children.get(bone.name, ()))

    return none_is(joined, _("No selected bone is connected to another one."))(editor)


ACTIONS: dict[str, Action] = {
    "dissolve": Action(
        title=_("Dissolve"),
        run=_takes_out(_("Dissolve {bones}"), dissolve, _("{bones} dissolved.")),
        keys=("Ctrl+X",),
        help=_("Take the selected bones out and join their neighbours."),
        why_not=_not_joined,
        over_figure=True,
        refused=True,
        words=_("merge remove joint"),
    ),
    "delete": Action(
        title=_("Delete bones"),
        run=_takes_out(_("Delete {bones}"), delete, _("{bones} deleted.")),
        keys=("X", "Del"),
        icon="trash",
        help=_("Take the selected bones out, with all that is tied to them. What they carried stays in its place."),
        why_not=_nothing_to_delete,
        industry=("Del",),
        over_figure=True,
        refused=True,
        words=_("remove erase"),
    ),
}

MENU = tuple(ACTIONS)
