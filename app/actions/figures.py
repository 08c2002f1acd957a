"""The figures of a scene: one is added, another one is edited, one is removed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pantin.app.actions.action import Action
from pantin.app.messages import _
from pantin.rigs.document import Document
from pantin.rigs.editing.figures import removed
from pantin.rigs.wording import bone_label, listed
from pantin.solver.edits.posing.releasing import Released, released

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _only_one(editor: Editor) -> str:
    several = len(editor.session.document.scene.figures) > 1
    return "" if several else _("There is only one figure; add another one first.")


def _edit_beside(editor: Editor, steps: int) -> None:
    document = editor.session.document
    names = [figure.name for figure in document.scene.figures]
    editor.session.edit_figure(names[(names.index(document.active_figure) + steps) % len(names)])


def _remove(editor: Editor) -> None:
    """Remove the figure that is edited. What it held stays where it is; that is said, with Undo beside it."""
    session = editor.session
    name = session.document.active_figure
    found: list[Released] = []

    def edit(document: Document) -> Document:
        found.append(released(document, removed(document, name)))
        return found[-1].document

    session.edit(_("Remove {figure}").format(figure=name), edit)
    if found:
        gone = _("{figure} removed.").format(figure=name)
        session.removed.emit(" ".join((gone, *in_words(found[-1]))))


def in_words(found: Released) -> Iterator[str]:
    """Yield sentences about the bones that were released, and about constraints that were turned off."""
    sentences = (
        (found.stayed, _("Released and left in place: {bones}.")),
        (found.moved, _("Released, and moved by what else acts on them: {bones}.")),
        (found.turned_off, _("Constraints turned off, as they would act otherwise: of {bones}.")),
    )
    for bones, sentence in sentences:
        if bones:
            yield sentence.format(bones=listed([bone_label(each) for each in bones]))


ACTIONS: dict[str, Action] = {
    "add_figure": Action(
        title=_("Add figure…"),
        run=lambda editor: editor.files.add_asking(),
        keys=("Ctrl+Shift+O",),
        icon="figure",
        help=_("Open a file beside what is open: its figures stand next to yours, in one scene."),
        words=_("import append link second another character prop scene company"),
    ),
    "add_template": Action(
        title=_("Add figure from template…"),
        run=lambda editor: editor.choose_template(adding=True),
        help=_("Choose a figure and its measures, and put it beside what is open."),
        words=_("second another character prop scene company"),
    ),
    "next_figure": Action(
        title=_("Next figure"),
        run=lambda editor: _edit_beside(editor, 1),
        keys=("Ctrl+Tab",),
        help=_("Edit the next figure of the scene. A click on a figure edits that one."),
        why_not=_only_one,
        words=_("switch active figure scene"),
    ),
    "remove_figure": Action(
        title=_("Remove figure"),
        run=_remove,
        help=_("Take the figure that is edited out of the scene. What it held of others stays where it is."),
        why_not=_only_one,
        words=_("delete character prop scene"),
    ),
}

MENU = ("add_figure", "add_template", "next_figure", "remove_figure")
