"""What an action is: something a person can ask for, with its name, its keys, and why it may be out of reach."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pantin.app.window.window import Window

Run = Callable[["Window"], Any]
WhyNot = Callable[["Window"], str]
Checked = Callable[["Window"], bool]


def _always(window: Window) -> str:
    return ""


BUSY = "Create the figure first, or press Esc."
"""Why nothing else can be done while a template is chosen."""


@dataclass(frozen=True, slots=True)
class Action:
    """One line of the table.

    Keys are written as Qt writes them. `keys` are those of the Blender preset, `industry` those of the other one where
    they differ. Keys `over_figure` mean this only while the pointer is over the figure, as letters do; the others
    everywhere. `why_not` is empty where the action can be done, else the reason in words; one that hangs on what the
    pointer is on is asked `at_pointer` as well. `words` are found by the palette though they stand nowhere. `within` is
    what the action is called inside a menu that says the rest: "Local" in "Orientation".
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
    at_pointer: bool = False
    about: Callable[[Window], str] = _always
    """What it would act on now, where its name does not say: the step that undo takes back."""

    @property
    def name(self) -> str:
        """What it is called by itself, without the dots of what asks for more."""
        return self.title.removesuffix("…")


def nothing_selected(window: Window) -> str:
    """Why not: there is no bone to do it to."""
    return no_figure(window) or ("" if window.session.document.selected else "Select a bone first.")


def no_figure(window: Window) -> str:
    """Why not: the start page is shown instead of a figure, or a template is being chosen."""
    if window.starting:
        return "Open a figure first."
    return BUSY if window.templating.shown else ""


def edit_mode_only(window: Window) -> str:
    """Why not: it changes the rest pose, and the figure is being posed."""
    return no_figure(window) or ("" if window.session.editing else "Go to editing the rest pose first (Tab).")


def posing_only(window: Window) -> str:
    """Why not: it changes the pose, and the rest pose is being edited."""
    return no_figure(window) or ("Go back to posing first (Tab)." if window.session.editing else "")


def not_ready(window: Window) -> str:
    """Why not: the solver is not there yet, so that nothing can be dragged."""
    return nothing_selected(window) or ("" if window.session.ready else "The solver is still being prepared.")
