"""Opening, saving, exporting, leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, no_figure

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor

SAMPLES: dict[str, tuple[str, str]] = {
    "humanoid": ("Humanoid", "A figure with fingers; arms and legs have IK."),
    "biped": ("Biped", "The same figure without fingers."),
    "quadruped": ("Quadruped", "An animal on four IK legs."),
    "bird": ("Bird", "Wings with feathers and two legs, all with IK."),
    "hand": ("Hand", "Five fingers with a limit on every joint."),
    "robot_arm": ("Robot arm", "Six hinges and a gripper."),
    "tentacle": ("Tentacle", "Twenty bones in a row."),
    "arm": ("Single arm", "Two bones, a handle and a pole."),
}
"""The figures to start from: file name, title, and what it is."""


def _saved(editor: Editor) -> str:
    session = editor.session
    return no_figure(editor) or ("" if session.unsaved or session.path is None else "Everything is saved.")


def _nothing_to_revert(editor: Editor) -> str:
    if no_figure(editor):
        return no_figure(editor)
    if editor.session.path is None:
        return "This rig was never saved."
    return "" if editor.session.unsaved else "Nothing has changed since it was saved."


def _nothing_posed(editor: Editor) -> str:
    session = editor.session
    if no_figure(editor):
        return no_figure(editor)
    return "" if session.solver_ready and session.ready else "The solver is still being prepared."


def _sample(name: str) -> Action:
    title, help = SAMPLES[name]
    return Action(
        f"Open sample: {title.lower()}",
        lambda editor: editor.files.open_sample(name),
        help=help,
        words="template figure",
        within=title,
    )


def _export_picture(editor: Editor) -> None:
    editor.files.export_picture(editor.picture())


ACTIONS: dict[str, Action] = {
    "new": Action(
        "New", lambda editor: editor.files.new(), ("Ctrl+N",), "plus", "Start from nothing, ready to draw bones."
    ),
    "open": Action(
        "Open…",
        lambda editor: editor.files.open_asking(),
        ("Ctrl+O",),
        "folder",
        "Open a rig or a glTF skeleton, or apply a pose.",
    ),
    **{f"sample_{name}": _sample(name) for name in SAMPLES},
    "merge": Action(
        "Merge by name…",
        lambda editor: editor.files.merge_asking(),
        help="Bones rest as those of the same name in another file do; bones that only it has are added.",
        why_not=no_figure,
        words="import update combine rest",
    ),
    "clear_recent": Action(
        "Clear recent files",
        lambda editor: editor.files.clear_recent(),
        help="Forget the recent files. The files stay.",
        why_not=lambda editor: "" if editor.files.lists_recent else "The list is empty.",
        words="list",
        within="Clear list",
    ),
    "start_page": Action(
        "Start page",
        lambda editor: editor.show_start_page(),
        icon="gallery",
        help="Sample figures and recent files.",
        words="gallery home",
    ),
    "save": Action(
        "Save", lambda editor: editor.files.save(), ("Ctrl+S",), "file", "Save the rig where it came from.", _saved
    ),
    "save_as": Action(
        "Save as…",
        lambda editor: editor.files.save_as(),
        ("Ctrl+Shift+S",),
        help="Save the rig in another place.",
        why_not=no_figure,
    ),
    "save_copy": Action(
        "Save a copy…",
        lambda editor: editor.files.save_copy(),
        ("Ctrl+Alt+S",),
        help="Write a copy elsewhere; saving goes on where it went before.",
        why_not=no_figure,
    ),
    "revert": Action(
        "Revert",
        lambda editor: editor.files.revert(),
        icon="revert",
        help="Go back to the file as it was saved last.",
        why_not=_nothing_to_revert,
        words="reload discard",
    ),
    "export_pose": Action(
        "Export pose…",
        lambda editor: editor.files.export_pose(),
        ("Ctrl+E",),
        "pose",
        "Write the pose, by bone name: what the solver makes of it.",
        _nothing_posed,
    ),
    "export_picture": Action(
        "Export picture…",
        _export_picture,
        ("F12",),
        "camera",
        "Write what the viewport shows.",
        no_figure,
        words="render screenshot image",
    ),
    "quit": Action(
        "Quit",
        lambda editor: editor.close(),
        ("Ctrl+Q",),
        help="Changes that are not saved are asked about.",
        words="exit leave",
    ),
}

MENU = (
    "new",
    "new_from_template",
    "open",
    ("Open sample", tuple(f"sample_{name}" for name in SAMPLES)),
    ("Open recent", ("clear_recent",)),
    "start_page",
    "merge",
    None,
    "save",
    "save_as",
    "save_copy",
    "revert",
    None,
    "export_pose",
    "export_picture",
    None,
    "quit",
)
