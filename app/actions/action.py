"""What an action is: something a person can ask for, with its name, its keys, and why it may be out of reach."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor

Run = Callable[["Editor"], Any]
WhyNot = Callable[["Editor"], str]
Checked = Callable[["Editor"], bool]


def _always(editor: Editor) -> str:
    return ""


BUSY = "Create the figure first, or press Esc."
"""Why nothing else can be done while a template is chosen."""


@dataclass(frozen=True, slots=True)
class Action:
    """One line of the table.

    Keys are written as Qt writes them. `keys` are those of the Blender preset, `industry` those of the Industry preset
    where they differ. Keys `over_figure` mean this only while the figure has the focus, as letters do; all others
    everywhere. `why_not` returns the reason why the action cannot be done now, empty where it can. The palette finds
    the action by its `words` too. `within` is its name inside a menu that says the rest: "Local" in "Orientation".
    """

    title: str
    run: Run
    keys: tuple[str, ...] = ()
    icon: str = ""
    help: str = ""
    why_not: WhyNot = _always
    checked: Checked | None = None
    industry: tuple[str, ...] | None = None
    over_figure: bool = False
    words: str = ""
    within: str = ""
    about: Callable[[Editor], str] = _always
    """What it would act on now, where its name does not say: the step that undo takes back."""

    @property
    def name(self) -> str:
        """What it is called by itself, without the dots of what asks for more."""
        return self.title.removesuffix("…")


def nothing_selected(editor: Editor) -> str:
    """Why not: there is no bone to do it to."""
    return no_figure(editor) or ("" if editor.session.document.selected else "Select a bone first.")


def no_figure(editor: Editor) -> str:
    """Why not: the start page is shown instead of a figure, or a template is being chosen."""
    if editor.starting:
        return "Open a figure first."
    return BUSY if editor.choosing_template else ""


def nothing_pointed_at(editor: Editor) -> str:
    """Why not: the pointer is over no bone."""
    return no_figure(editor) or ("" if editor.pointed_at else "Point at a bone first.")


def edit_mode_only(editor: Editor) -> str:
    """Why not: it changes the rest pose, and the figure is being posed."""
    return no_figure(editor) or ("" if editor.session.editing else "Go to editing the rest pose first (Tab).")


def posing_only(editor: Editor) -> str:
    """Why not: it changes the pose, and the rest pose is being edited."""
    return no_figure(editor) or ("Go back to posing first (Tab)." if editor.session.editing else "")


def not_ready(editor: Editor) -> str:
    """Why not: the solver is not there yet, so that nothing can be dragged."""
    return nothing_selected(editor) or ("" if editor.session.ready else "The solver is still being prepared.")
