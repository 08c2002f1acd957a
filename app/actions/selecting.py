"""Selecting bones by their relation to each other. Clicks and boxes are handled by the viewport."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, no_figure, nothing_pointed_at, nothing_selected
from pantin.rigs.document import Document
from pantin.rigs.editing import selection

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _by(edit: Callable[[Document], Document]) -> Callable[[Editor], None]:
    return lambda editor: editor.session.edit("Select", edit)


def _linked_under_pointer(editor: Editor) -> None:
    names = (editor.pointed_at,) if editor.pointed_at else ()
    editor.session.edit("Select", lambda document: selection.linked(document, names))


ACTIONS: dict[str, Action] = {
    "select_all": Action(
        "Select all",
        _by(selection.every),
        ("A", "Ctrl+A"),
        help="Select every bone that is shown.",
        why_not=no_figure,
        industry=("Ctrl+A",),
        over_figure=True,
        within="All",
    ),
    "select_none": Action(
        "Select none",
        _by(selection.none),
        ("Alt+A", "Ctrl+Shift+A"),
        help="Select no bone.",
        why_not=no_figure,
        over_figure=True,
        words="deselect clear",
        within="None",
    ),
    "select_inverse": Action(
        "Invert selection",
        _by(selection.inverted),
        ("Ctrl+I",),
        help="Select what was not selected.",
        why_not=no_figure,
        industry=("Ctrl+Shift+I",),
        over_figure=True,
        within="Invert",
    ),
    "select_box": Action(
        "Select by box",
        lambda editor: editor.view.begin("box"),
        ("B",),
        "box-select",
        "Draw a box round bones. With the select tool a drag beside the figure does it at once.",
        no_figure,
        over_figure=True,
        words="rectangle marquee",
        within="By box",
    ),
    "select_lasso": Action(
        "Select by lasso",
        lambda editor: editor.view.begin("lasso"),
        ("Shift+B",),
        "lasso",
        "Draw a line round bones.",
        no_figure,
        over_figure=True,
        within="By lasso",
    ),
    "select_parent": Action(
        "Select parent",
        _by(selection.parents),
        ("[",),
        help="The bones that carry the selected ones.",
        why_not=nothing_selected,
        industry=("Up",),
        over_figure=True,
        within="Parent",
    ),
    "select_child": Action(
        "Select child",
        _by(selection.children),
        ("]",),
        help="The first bone that each selected one carries.",
        why_not=nothing_selected,
        industry=("Down",),
        over_figure=True,
        within="Child",
    ),
    "add_parent": Action(
        "Add parent",
        _by(lambda document: selection.parents(document, extend=True)),
        ("Shift+[",),
        help="Select the parents as well.",
        why_not=nothing_selected,
        industry=("Shift+Up",),
        over_figure=True,
    ),
    "add_child": Action(
        "Add child",
        _by(lambda document: selection.children(document, extend=True)),
        ("Shift+]",),
        help="Select the first children as well.",
        why_not=nothing_selected,
        industry=("Shift+Down",),
        over_figure=True,
    ),
    "select_linked": Action(
        "Select linked",
        _by(lambda document: selection.linked(document, document.selected)),
        ("Ctrl+L",),
        help="Everything that hangs together with the selected bones.",
        why_not=nothing_selected,
        over_figure=True,
        words="connected figure whole",
        within="Linked",
    ),
    "select_linked_pointer": Action(
        "Select linked under pointer",
        _linked_under_pointer,
        ("L",),
        help="Everything that hangs together with the bone under the pointer.",
        why_not=nothing_pointed_at,
        over_figure=True,
        words="connected figure whole",
        within="Linked under pointer",
    ),
    "select_mirrored": Action(
        "Select mirrored",
        _by(selection.mirrored),
        ("Ctrl+Shift+M",),
        "mirror",
        "The same bones on the other side.",
        nothing_selected,
        over_figure=True,
        words="flip side left right",
        within="Mirrored",
    ),
    "add_mirrored": Action(
        "Add mirrored",
        _by(lambda document: selection.mirrored(document, extend=True)),
        ("Shift+M",),
        help="The same bones on the other side as well.",
        why_not=nothing_selected,
        over_figure=True,
        words="both sides left right",
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
