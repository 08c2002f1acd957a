"""Everything that can be asked for, in one table: what it is called, its keys, and why it may be out of reach.

Menus, shortcuts, tooltips, the help page and the key table of README.md are made from it. An action is one line in
ACTIONS and one place in MENUS.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from rigs.document import Document
from rigs.pose import Channel, reset

if TYPE_CHECKING:
    from app.window import Window

Run = Callable[["Window"], Any]
WhyNot = Callable[["Window"], str]


def _always(window: Window) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Action:
    """Something a person can ask for. `why_not` is empty where it can be done, else the reason in words."""

    title: str
    run: Run
    keys: tuple[str, ...] = ()
    icon: str = ""
    help: str = ""
    why_not: WhyNot = _always
    checked: Callable[[Window], bool] | None = None


def _nothing_selected(window: Window) -> str:
    return "" if window.session.document.selected else "Select a bone first."


def _nothing_to_undo(window: Window) -> str:
    return "" if window.session.history.can_undo else "Nothing to undo."


def _nothing_to_redo(window: Window) -> str:
    return "" if window.session.history.can_redo else "Nothing to redo."


def _saved(window: Window) -> str:
    session = window.session
    return "" if session.unsaved or session.path is None else "Everything is saved."


def _select_all(window: Window) -> None:
    document = window.session.document
    window.session.select(tuple(bone.name for bone in document.rig.bones), document.active)


def _reset(label: str, channels: tuple[Channel, ...], window: Window) -> None:
    def edit(document: Document) -> Document:
        return reset(document, document.selected, channels)

    window.session.edit(label, edit)


def _show_keys(window: Window) -> None:
    from app.about import show_keys

    show_keys(window)


def _show_about(window: Window) -> None:
    from app.about import show_about

    show_about(window)


ACTIONS: dict[str, Action] = {
    "new": Action("New", lambda w: w.files.new(), ("Ctrl+N",), "plus", "Start with a single bone."),
    "open": Action(
        "Open…",
        lambda w: w.files.open_asking(),
        ("Ctrl+O",),
        "folder",
        "Open a rig or a glTF skeleton, or apply a pose.",
    ),
    "sample_humanoid": Action("Humanoid", lambda w: w.files.open_sample("humanoid"), help="Limb IK, poles, fingers."),
    "sample_arm": Action("Single arm", lambda w: w.files.open_sample("arm"), help="Two bones, a handle and a pole."),
    "sample_tentacle": Action("Tentacle", lambda w: w.files.open_sample("tentacle"), help="20 bones and one goal."),
    "save": Action("Save", lambda w: w.files.save(), ("Ctrl+S",), "file", "Save the rig where it came from.", _saved),
    "save_as": Action(
        "Save as…", lambda w: w.files.save_as(), ("Ctrl+Shift+S",), help="Save the rig in another place."
    ),
    "export_pose": Action(
        "Export pose…",
        lambda w: w.files.export_pose(),
        ("Ctrl+E",),
        "pose",
        "Write the pose that you see, by bone name.",
    ),
    "export_picture": Action(
        "Export picture…",
        lambda w: w.files.export_picture(w.picture()),
        ("F12",),
        "camera",
        "Write what the viewport shows.",
    ),
    "quit": Action("Quit", lambda w: w.close(), ("Ctrl+Q",)),
    "undo": Action("Undo", lambda w: w.session.undo(), ("Ctrl+Z",), "undo", why_not=_nothing_to_undo),
    "redo": Action("Redo", lambda w: w.session.redo(), ("Ctrl+Shift+Z", "Ctrl+Y"), "redo", why_not=_nothing_to_redo),
    "select_all": Action("Select all", _select_all, ("A", "Ctrl+A"), help="Select every bone."),
    "select_none": Action("Select none", lambda w: w.session.select((), None), ("Alt+A", "Ctrl+Shift+A")),
    "reset_position": Action(
        "Reset position", partial(_reset, "Reset position", ("location",)), ("Alt+G",), "", "", _nothing_selected
    ),
    "reset_rotation": Action(
        "Reset rotation", partial(_reset, "Reset rotation", ("rotation",)), ("Alt+R",), "", "", _nothing_selected
    ),
    "reset_scale": Action(
        "Reset scale", partial(_reset, "Reset scale", ("scale",)), ("Alt+S",), "", "", _nothing_selected
    ),
    "auto_ik": Action(
        "Auto IK",
        lambda w: w.view.switch_auto_ik(not w.auto_ik),
        ("Shift+A",),
        help="Dragging a bone takes its chain along.",
        checked=lambda w: w.auto_ik,
    ),
    "x_ray": Action(
        "X-ray",
        lambda w: w.view.switch_x_ray(not w.x_ray),
        ("Alt+Z",),
        help="Bones shine faintly through the figure where it hides them.",
        checked=lambda w: w.x_ray,
    ),
    "frame_all": Action("Frame all", lambda w: w.view.frame_all(), help="Look at the whole figure."),
    "keys": Action("Keys and mouse", _show_keys, ("F1",), help="Everything that keys and mouse do."),
    "about": Action("About Pantin", _show_about, help="What Pantin is made with."),
}

Entry = str | None | tuple[str, tuple["Entry", ...]]
"""An action, a divider, or a menu within the menu; an empty one lists the recent files."""

MENUS: tuple[tuple[str, tuple[Entry, ...]], ...] = (
    (
        "File",
        (
            "new",
            "open",
            ("Open sample", ("sample_humanoid", "sample_arm", "sample_tentacle")),
            ("Open recent", ()),
            None,
            "save",
            "save_as",
            None,
            "export_pose",
            "export_picture",
            None,
            "quit",
        ),
    ),
    ("Edit", ("undo", "redo", None, "select_all", "select_none")),
    ("Pose", ("auto_ik", None, "reset_position", "reset_rotation", "reset_scale")),
    ("View", ("x_ray", None, "frame_all")),
    ("Help", ("keys", "about")),
)
