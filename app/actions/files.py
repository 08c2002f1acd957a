"""Opening, saving, exporting, leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, no_figure
from pantin.app.files.sample_texts import SAMPLES
from pantin.app.messages import _
from pantin.app.session.showing import PREPARING
from pantin.rigs.translation import inside

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _nothing_to_revert(editor: Editor) -> str:
    if no_figure(editor):
        return no_figure(editor)
    return _("This rig was never saved.") if editor.session.path is None else ""


def _nothing_posed(editor: Editor) -> str:
    session = editor.session
    if no_figure(editor):
        return no_figure(editor)
    return "" if session.solver_ready and session.ready else PREPARING


def _sample(name: str) -> Action:
    sample = SAMPLES[name]
    return Action(
        _("Open sample: {figure}").format(figure=inside(sample.title)),
        lambda editor: editor.files.open_sample(name),
        help=sample.help,
        words=_("template figure"),
        within=sample.title,
    )


ACTIONS: dict[str, Action] = {
    "new": Action(
        _("New"), lambda editor: editor.files.new(), ("Ctrl+N",), "plus", _("Start from nothing, ready to draw bones.")
    ),
    "open": Action(
        _("Open…"),
        lambda editor: editor.files.open_asking(),
        ("Ctrl+O",),
        "folder",
        _("Open a rig or a glTF skeleton, or apply a pose."),
    ),
    **{f"sample_{name}": _sample(name) for name in SAMPLES},
    "merge": Action(
        _("Merge by name…"),
        lambda editor: editor.files.merge_asking(),
        help=_("Bones rest as those of the same name in another file do; bones that only it has are added."),
        why_not=no_figure,
        words=_("import update combine rest"),
    ),
    "clear_recent": Action(
        _("Clear recent files"),
        lambda editor: editor.files.clear_recent(),
        help=_("Forget the recent files. The files stay."),
        why_not=lambda editor: "" if editor.files.lists_recent else _("The list is empty."),
        words=_("list"),
        within=_("Clear list"),
    ),
    "start_page": Action(
        _("Start page"),
        lambda editor: editor.show_start_page(),
        icon="gallery",
        help=_("Sample figures and recent files."),
        words=_("gallery home"),
    ),
    "save": Action(
        _("Save"),
        lambda editor: editor.files.save(),
        ("Ctrl+S",),
        "file",
        _("Save the rig where it came from."),
        no_figure,
    ),
    "save_as": Action(
        _("Save as…"),
        lambda editor: editor.files.save_as(),
        ("Ctrl+Shift+S",),
        help=_("Save the rig in another place."),
        why_not=no_figure,
    ),
    "save_copy": Action(
        _("Save a copy…"),
        lambda editor: editor.files.save_copy(),
        ("Ctrl+Alt+S",),
        help=_("Write a copy elsewhere; saving goes on where it went before."),
        why_not=no_figure,
    ),
    "revert": Action(
        _("Revert"),
        lambda editor: editor.files.revert(),
        icon="revert",
        help=_("Go back to the file as it was saved last."),
        why_not=_nothing_to_revert,
        words=_("reload discard"),
    ),
    "unsaved_work": Action(
        _("Unsaved work…"),
        lambda editor: editor.recovery_offer.offer_all(),
        icon="history",
        help=_("List work that was not saved before Pantin ended: restore it, or throw it away."),
        words=_("recover restore crash lost backup autosave"),
    ),
    "export": Action(
        _("Export…"),
        lambda editor: editor.dialogs.export_motion(),
        ("Ctrl+E",),
        icon="file",
        help=_("Write skeleton, pose and clips as glTF, BVH or JSON for others: what one sees, with all constraints."),
        why_not=_nothing_posed,
        words=_("glb gltf bvh model skeleton motion animation clip"),
    ),
    "export_pose": Action(
        _("Export pose…"),
        lambda editor: editor.files.export_pose(),
        icon="pose",
        help=_("Write the pose, by bone name: what the solver makes of it."),
        why_not=_nothing_posed,
    ),
    "export_picture": Action(
        _("Export picture…"),
        lambda editor: editor.dialogs.export_picture(),
        ("F12",),
        "camera",
        _("Write a picture of the figure: any size, transparent or on a colour, with or without its controls."),
        no_figure,
        words=_("render screenshot image"),
    ),
    "quit": Action(
        _("Quit"),
        lambda editor: editor.close(),
        ("Ctrl+Q",),
        help=_("Changes that are not saved are asked about."),
        words=_("exit leave"),
    ),
}

MENU = (
    "new",
    "new_from_template",
    "open",
    (_("Open sample"), tuple(f"sample_{name}" for name in SAMPLES)),
    (_("Open recent"), ("clear_recent",)),
    "start_page",
    "merge",
    None,
    "save",
    "save_as",
    "save_copy",
    "revert",
    "unsaved_work",
    None,
    "export",
    "export_pose",
    "export_picture",
    None,
    "quit",
)
