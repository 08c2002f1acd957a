"""The figures of a scene: one is added, another one is edited, one is removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions.action import Action
from pantin.app.messages import _
from pantin.rigs.editing.figures import removed

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
    name = editor.session.document.active_figure
    editor.session.edit(_("Remove {figure}").format(figure=name), lambda document: removed(document, name))


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
        help=_("Take the figure that is edited out of the scene. Constraints of others look at it no more."),
        why_not=_only_one,
        words=_("delete character prop scene"),
    ),
}

MENU = ("add_figure", "add_template", "next_figure", "remove_figure")
