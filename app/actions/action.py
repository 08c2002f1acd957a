"""Actions: commands with a name, keys, and the reason why they cannot be done now, if there is one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import msgspec

from pantin.app.messages import _
from pantin.app.session.session import PREPARING

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor

Run = Callable[["Editor"], Any]
WhyNot = Callable[["Editor"], str]
Checked = Callable[["Editor"], bool]


def _always(editor: Editor) -> str:
    return ""


BUSY = _("Create the figure first, or press Esc.")
"""Why hardly anything can be done while a template is chosen."""

MODE = "edit_mode"
"""The action that leads from posing to editing the rest pose, and back."""


class Action(msgspec.Struct, frozen=True, kw_only=True):
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
    refused: bool = False
    """True: a notice over the figure says why it cannot be done, not the status bar alone."""
    about: Callable[[Editor], str] = _always
    """The object it would act on now, where its name does not say: for undo, the step that it takes back."""

    @property
    def name(self) -> str:
        """The title without the dots that announce a dialog."""
        return self.title.removesuffix("…")


def after(*guards: WhyNot) -> Callable[[WhyNot], WhyNot]:
    """Return a decorator of a guard: it is asked for its own reason where none of `guards` has one."""

    def decorate(own: WhyNot) -> WhyNot:
        @wraps(own)
        def why_not(editor: Editor) -> str:
            return next(filter(None, (guard(editor) for guard in guards)), "") or own(editor)

        return why_not

    return decorate


def nothing_selected(editor: Editor) -> str:
    """The reason where no bone is selected."""
    return no_figure(editor) or ("" if editor.session.document.selected else _("Select a bone first."))


def no_figure(editor: Editor) -> str:
    """The reason where the start page is shown, or a template is being chosen."""
    if editor.starting:
        return _("Open a figure first.")
    return BUSY if editor.choosing_template else ""


def nothing_pointed_at(editor: Editor) -> str:
    """The reason where the pointer is over no bone."""
    return no_figure(editor) or ("" if editor.pointed_at else _("Point at a bone first."))


def edit_mode_only(editor: Editor) -> str:
    """The reason while the figure is posed, for what changes the rest pose."""
    return no_figure(editor) or ("" if editor.session.editing else for_rest_pose(editor.keys_of(MODE)))


def posing_only(editor: Editor) -> str:
    """The reason while the rest pose is edited, for what changes the pose."""
    return no_figure(editor) or (for_posing(editor.keys_of(MODE)) if editor.session.editing else "")


def for_rest_pose(keys: str) -> str:
    """Return why what changes the rest pose cannot be done while the figure is posed; `keys` lead there."""
    if keys:
        return _("This is for the rest pose: press {keys} to edit it.").format(keys=keys)
    return _("This is for the rest pose: choose Edit the rest pose in the menu View.")


def for_posing(keys: str, action: str = "") -> str:
    """Return why posing, or the action of that name, cannot be done while the rest pose is edited; `keys` lead back."""
    sentence = _("{action} is for posing, and the rest pose is being edited.")
    why = sentence.format(action=action) if action else _("This is for posing, and the rest pose is being edited.")
    way = _("Press {keys} to pose.") if keys else _("Switch Edit the rest pose off in the menu View.")
    return f"{why} {way.format(keys=keys)}"


def not_ready(editor: Editor) -> str:
    """The reason where nothing is selected, or while the solver is not loaded and nothing can be dragged."""
    return nothing_selected(editor) or ("" if editor.session.ready else PREPARING)
