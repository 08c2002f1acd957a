"""Opening, saving, exporting, leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions import figures
from pantin.app.actions.action import Action, after, no_figure
from pantin.app.files.sample_texts import SAMPLES
from pantin.app.messages import _
from pantin.app.session.session import PREPARING
from pantin.rigs.translation import inside

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


@after(no_figure)
def _nothing_to_revert(editor: Editor) -> str:
    return _("This rig was never saved.") if editor.session.path is None else ""


@after(no_figure)
def _nothing_posed(editor: Editor) -> str:
    session = editor.session
    return "" if session.solver_ready and session.ready else PREPARING


@after(no_figure)
def _nothing_lost(editor: Editor) -> str:
    source = editor.session.document.figure.source
    if source is None or source.file is None:
        return _("The figure came from no file with a mesh.")
    is_lost = source.file.sha256 in editor.session.lost_characters
    return "" if is_lost else _("The file of the character is there.")


def _sample(name: str) -> Action:
    sample = SAMPLES[name]
    return Action(
        title=_("Open sample: {figure}").format(figure=inside(sample.title)),
        run=lambda editor: editor.files.open_sample(name),
        help=sample.help,
        words=_("template figure"),
        within=sample.title,
    )


ACTIONS: dict[str, Action] = {
    "new": Action(
        title=_("New"),
        run=lambda editor: editor.files.new(),
        keys=("Ctrl+N",),
        icon="plus",
        help=_("Start from nothing, ready to draw bones."),
    ),
    "open": Action(
        title=_("Open…"),
        run=lambda editor: editor.files.open_asking(),
        keys=("Ctrl+O",),
        icon="folder",
        help=_("Open a rig or a glTF skeleton, or apply a pose."),
    ),
    "open_character": Action(
        title=_("Open character…"),
        run=lambda editor: editor.files.open_asking_how(),
        icon="figure",
        help=_("Open a character and say first how it stands: its unit, what is up, its front, its rest pose."),
        words=_("import options units scale axis front orientation licence"),
    ),
    **{f"sample_{name}": _sample(name) for name in SAMPLES},
    "merge": Action(
        title=_("Merge by name…"),
        run=lambda editor: editor.files.merge_asking(),
        help=_("Bones rest as those of the same name in another file do; bones that only it has are added."),
        why_not=no_figure,
        words=_("import update combine rest"),
    ),
    "clear_recent": Action(
        title=_("Clear recent files"),
        run=lambda editor: editor.files.clear_recent(),
        help=_("Forget the recent files. The files stay."),
        why_not=lambda editor: "" if editor.files.lists_recent else _("The list is empty."),
        words=_("list"),
        within=_("Clear list"),
    ),
    "start_page": Action(
        title=_("Start page"),
        run=lambda editor: editor.show_start_page(),
        icon="gallery",
        help=_("Sample figures and recent files."),
        words=_("gallery home"),
    ),
    "save": Action(
        title=_("Save"),
        run=lambda editor: editor.files.saving.save(),
        keys=("Ctrl+S",),
        icon="file",
        help=_("Save the rig where it came from."),
        why_not=no_figure,
    ),
    "save_as": Action(
        title=_("Save as…"),
        run=lambda editor: editor.files.saving.save_as(),
        keys=("Ctrl+Shift+S",),
        help=_("Save the rig in another place."),
        why_not=no_figure,
    ),
    "save_copy": Action(
        title=_("Save a copy…"),
        run=lambda editor: editor.files.saving.save_copy(),
        keys=("Ctrl+Alt+S",),
        help=_("Write a copy elsewhere; saving goes on where it went before."),
        why_not=no_figure,
    ),
    "revert": Action(
        title=_("Revert"),
        run=lambda editor: editor.files.revert(),
        icon="revert",
        help=_("Go back to the file as it was saved last."),
        why_not=_nothing_to_revert,
        words=_("reload discard"),
    ),
    "unsaved_work": Action(
        title=_("Unsaved work…"),
        run=lambda editor: editor.recovery_offer.offer_all(),
        icon="history",
        help=_("List work that was not saved before Pantin ended: restore it, or throw it away."),
        words=_("recover restore crash lost backup autosave"),
    ),
    "export": Action(
        title=_("Export…"),
        run=lambda editor: editor.dialogs.export_motion(),
        keys=("Ctrl+E",),
        icon="file",
        help=_(
            "Write figure, poses and clips as glTF, VRM, VRMA, BVH, OBJ or JSON: what one sees, read back and compared."
        ),
        why_not=_nothing_posed,
        words=_("glb gltf vrm vrma obj bvh model skeleton motion animation clip"),
    ),
    "export_pose": Action(
        title=_("Export pose…"),
        run=lambda editor: editor.files.saving.export_pose(),
        icon="pose",
        help=_("Write the pose, by bone name: what the solver makes of it."),
        why_not=_nothing_posed,
    ),
    "export_picture": Action(
        title=_("Export picture…"),
        run=lambda editor: editor.dialogs.export_picture(),
        keys=("F12",),
        icon="camera",
        help=_("Write a picture of the figure: any size, transparent or on a colour, with or without its controls."),
        why_not=no_figure,
        words=_("render screenshot image"),
    ),
    "export_picture_at_once": Action(
        title=_("Export picture at once"),
        run=lambda editor: editor.dialogs.export_picture_at_once(),
        keys=("Shift+F12",),
        icon="camera",
        help=_("Write a picture as it was chosen last, where files were written last, under a name that is free."),
        why_not=no_figure,
        words=_("render screenshot image snapshot"),
    ),
    "find_character": Action(
        title=_("Find the character…"),
        run=lambda editor: editor.characters.find_asking(),
        icon="search",
        help=_("Choose where the file with the mesh of the figure is now: moved, renamed or exported again."),
        why_not=_nothing_lost,
        words=_("missing lost relink mesh skin vrm glb"),
    ),
    "quit": Action(
        title=_("Quit"),
        run=lambda editor: editor.close(),
        keys=("Ctrl+Q",),
        help=_("Changes that are not saved are asked about."),
        words=_("exit leave"),
    ),
}

MENU = (
    "new",
    "new_from_template",
    "open",
    "open_character",
    (_("Open sample"), tuple(f"sample_{name}" for name in SAMPLES)),
    (_("Open recent"), ("clear_recent",)),
    "start_page",
    None,
    *figures.MENU,
    "merge",
    None,
    "save",
    "save_as",
    "save_copy",
    "revert",
    "unsaved_work",
    "find_character",
    None,
    "export",
    "export_pose",
    "export_picture",
    "export_picture_at_once",
    None,
    "quit",
)
