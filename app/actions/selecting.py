"""Selecting bones by their relation to each other. Clicks and boxes are handled by the viewport."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, no_figure, nothing_pointed_at, nothing_selected
from pantin.app.messages import _
from pantin.rigs.document import Document
from pantin.rigs.editing import selection

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _by(edit: Callable[[Document], Document]) -> Callable[[Editor], None]:
    return lambda editor: editor.session.edit(_("Select"), edit)


def _linked_under_pointer(editor: Editor) -> None:
    names = (editor.pointed_at,) if editor.pointed_at else ()
    editor.session.edit(_("Select"), lambda document: selection.linked(document, names))


ACTIONS: dict[str, Action] = {
    "select_all": Action(
        title=_("Select all"),
        run=_by(selection.every),
        keys=("A", "Ctrl+A"),
        help=_("Select every bone that is shown."),
        why_not=no_figure,
        industry=("Ctrl+A",),
        over_figure=True,
        within=_("All"),
    ),
    "select_none": Action(
        title=_("Select none"),
        run=_by(selection.none),
        keys=("Alt+A", "Ctrl+Shift+A"),
        help=_("Select no bone."),
        why_not=no_figure,
        over_figure=True,
        words=_("deselect clear"),
        within=_("None"),
    ),
    "select_inverse": Action(
        title=_("Invert selection"),
        run=_by(selection.inverted),
        keys=("Ctrl+I",),
        help=_("Select what was not selected."),
        why_not=no_figure,
        industry=("Ctrl+Shift+I",),
        over_figure=True,
        within=_("Invert"),
    ),
    "select_box": Action(
        title=_("Select by box"),
        run=lambda editor: editor.view.begin("box"),
        keys=("B",),
        icon="box-select",
        help=_("Draw a box round bones. With the select tool a drag beside the figure does it at once."),
        why_not=no_figure,
        over_figure=True,
        words=_("rectangle marquee"),
        within=_("By box"),
    ),
    "select_lasso": Action(
        title=_("Select by lasso"),
        run=lambda editor: editor.view.begin("lasso"),
        keys=("Shift+B",),
        icon="lasso",
        help=_("Draw a line round bones."),
        why_not=no_figure,
        over_figure=True,
        within=_("By lasso"),
    ),
    "select_parent": Action(
        title=_("Select parent"),
        run=_by(selection.parents),
        keys=("[",),
        help=_("The bones that carry the selected ones."),
        why_not=nothing_selected,
        industry=("Up",),
        over_figure=True,
        within=_("Parent"),
    ),
    "select_child": Action(
        title=_("Select child"),
        run=_by(selection.children),
        keys=("]",),
        help=_("The first bone that each selected one carries."),
        why_not=nothing_selected,
        industry=("Down",),
        over_figure=True,
        within=_("Child"),
    ),
    "add_parent": Action(
        title=_("Add parent"),
        run=_by(lambda document: selection.parents(document, extend=True)),
        keys=("Shift+[",),
        help=_("Select the parents as well."),
        why_not=nothing_selected,
        industry=("Shift+Up",),
        over_figure=True,
    ),
    "add_child": Action(
        title=_("Add child"),
        run=_by(lambda document: selection.children(document, extend=True)),
        keys=("Shift+]",),
        help=_("Select the first children as well."),
        why_not=nothing_selected,
        industry=("Shift+Down",),
        over_figure=True,
    ),
    "select_linked": Action(
        title=_("Select linked"),
        run=_by(lambda document: selection.linked(document, document.selected)),
        keys=("Ctrl+L",),
        help=_("Everything that hangs together with the selected bones."),
        why_not=nothing_selected,
        over_figure=True,
        words=_("connected figure whole"),
        within=_("Linked"),
    ),
    "select_linked_pointer": Action(
        title=_("Select linked under pointer"),
        run=_linked_under_pointer,
        keys=("L",),
        help=_("Everything that hangs together with the bone under the pointer."),
        why_not=nothing_pointed_at,
        over_figure=True,
        words=_("connected figure whole"),
        within=_("Linked under pointer"),
    ),
    "select_mirrored": Action(
        title=_("Select mirrored"),
        run=_by(selection.mirrored),
        keys=("Ctrl+Shift+M",),
        icon="mirror",
        help=_("The same bones on the other side."),
        why_not=nothing_selected,
        over_figure=True,
        words=_("flip side left right"),
        within=_("Mirrored"),
    ),
    "add_mirrored": Action(
        title=_("Add mirrored"),
        run=_by(lambda document: selection.mirrored(document, extend=True)),
        keys=("Shift+M",),
        help=_("The same bones on the other side as well."),
        why_not=nothing_selected,
        over_figure=True,
        words=_("both sides left right"),
    ),
}

MENU = (
    "select_all",
    "select_none",
    "select_inverse",
    None,
    "select_box",
    "select_lasso",
    None,
    "select_parent",
    "select_child",
    "add_parent",
    "add_child",
    None,
    "select_linked",
    "select_linked_pointer",
    "select_mirrored",
    "add_mirrored",
)
