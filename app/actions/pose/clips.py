"""Clips: played, stepped through, looped, trimmed, made to travel, recorded, imported; a frame is a pose."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, after, no_figure, posing_only
from pantin.app.messages import _
from pantin.app.session.session import PREPARING
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.editing import clips
from pantin.solver.edits.walking.travel import travelling

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _clip(editor: Editor) -> Clip:
    """The current clip. Raises ValueError where there is none."""
    if (clip := editor.clips.playhead.clip) is None:
        raise ValueError(_NONE)
    return clip


_NONE = _("The rig has no clip; import a file with motion, or record one.")


@after(no_figure)
def _no_clip(editor: Editor) -> str:
    if editor.clips.playhead.clip is None:
        return _NONE
    return ""


@after(posing_only, _no_clip)
def _cannot_play(editor: Editor) -> str:
    """The reason why no frame can be shown."""
    return _("The clip is being recorded.") if _records(editor) else ""


def _cannot_stop(editor: Editor) -> str:
    return "" if _records(editor) else _cannot_play(editor)


@after(_cannot_play)
def _not_shown(editor: Editor) -> str:
    return "" if editor.clips.playhead.is_shown else _("No frame is shown: the figure stands in its own pose.")


def _shows_own_pose(editor: Editor) -> str:
    return "" if editor.session.frame is not None else _not_shown(editor)


@after(posing_only)
def _nothing_to_record(editor: Editor) -> str:
    if not editor.session.document.rig.bones:
        return _("There is no bone to record; draw one first.")
    return "" if editor.session.posed else PREPARING


def _records(editor: Editor) -> bool:
    return editor.clips.recording.recorder is not None


def _steps(frames: int) -> Callable[[Editor], None]:
    """Frames on or back; within what is played, around its ends where it loops."""

    def run(editor: Editor) -> None:
        clip, head = _clip(editor), editor.clips.playhead
        first, last = clip.span
        frame = head.frame + frames
        if clip.loop and not first <= frame <= last:
            frame = first if frames > 0 else last
        head.go_to(min(max(frame, first), last))

    return run


def _goes_to(end: int) -> Callable[[Editor], None]:
    return lambda editor: editor.clips.playhead.go_to(_clip(editor).span[end])


def _edits(label: str, edit: Callable[[Document, Clip, int], Document]) -> Callable[[Editor], None]:
    """An edit of the current clip, which gets the frame at the playhead too."""

    def run(editor: Editor) -> None:
        clip, frame = _clip(editor), editor.clips.playhead.frame
        editor.session.edit(label.format(clip=clip.name), lambda document: edit(document, clip, frame))

    return run


def _trims(end: int) -> Callable[[Document, Clip, int], Document]:
    def edit(document: Document, clip: Clip, frame: int) -> Document:
        first, last = clip.span
        ends = (min(frame, last), last) if end == 0 else (first, max(frame, first))
        return clips.trimmed(document, clip.name, *ends)

    return edit


def _about(editor: Editor) -> str:
    """Return the name of the clip that an action is about."""
    clip = editor.clips.playhead.clip
    return clip.name if clip is not None else ""


def _shows(title: str, run: Callable[[Editor], None], key: str, icon: str, help: str, words: str) -> Action:
    """An action that shows another frame."""
    return Action(
        title=title,
        run=run,
        keys=(key,),
        icon=icon,
        help=help,
        why_not=_cannot_play,
        over_figure=True,
        words=words,
    )


ACTIONS: dict[str, Action] = {
    "play_clip": Action(
        title=_("Play or pause"),
        run=lambda editor: editor.clips.play(),
        keys=("Space",),
        icon="play",
        help=_("Play the clip in real time, or stay at the frame that is shown. It ends a recording, too."),
        why_not=_cannot_stop,
        over_figure=True,
        words=_("clip animation motion time stop"),
    ),
    "previous_frame": _shows(
        title=_("Previous frame"),
        run=_steps(-1),
        key="Left",
        icon="prev",
        help=_("Show the frame before."),
        words=_("clip time step back"),
    ),
    "next_frame": _shows(
        title=_("Next frame"),
        run=_steps(1),
        key="Right",
        icon="next",
        help=_("Show the frame after."),
        words=_("clip time step on"),
    ),
    "first_frame": _shows(
        title=_("First frame"),
        run=_goes_to(0),
        key="Shift+Left",
        icon="first",
        help=_("Show the first frame that is played."),
        words=_("clip time start begin"),
    ),
    "last_frame": _shows(
        title=_("Last frame"),
        run=_goes_to(1),
        key="Shift+Right",
        icon="last",
        help=_("Show the last frame that is played."),
        words=_("clip time end"),
    ),
    "loop_clip": Action(
        title=_("Loop"),
        run=_edits(_("Loop {clip}"), lambda document, clip, _frame: clips.looped(document, clip.name, not clip.loop)),
        keys=("Shift+L",),
        icon="loop",
        help=_("Go on from the first frame after the last. Off: stay at the last."),
        why_not=_no_clip,
        checked=lambda editor: editor.clips.playhead.clip is not None and _clip(editor).loop,
        over_figure=True,
        words=_("clip cycle repeat"),
    ),
    "trim_start": Action(
        title=_("Trim the start to here"),
        run=_edits(_("Trim start of {clip}"), _trims(0)),
        keys=("I",),
        help=_("Play from the frame at the playhead on. Nothing is lost: drag the bracket back."),
        why_not=_no_clip,
        over_figure=True,
        words=_("clip cut in range begin"),
    ),
    "trim_end": Action(
        title=_("Trim the end to here"),
        run=_edits(_("Trim end of {clip}"), _trims(1)),
        keys=("O",),
        help=_("Play up to the frame at the playhead. Nothing is lost: drag the bracket back."),
        why_not=_no_clip,
        over_figure=True,
        words=_("clip cut out range end"),
    ),
    "clip_travels": Action(
        title=_("Root motion from feet"),
        run=_edits(_("Root motion for {clip}"), lambda document, clip, _frame: travelling(document, clip.name)),
        help=_("Let the figure travel so that feet which stand stay in place: for walks made on the spot."),
        why_not=_no_clip,
        words=_("clip walk run in place cycle locomotion slide skate planted travel hips"),
    ),
    "pose_frame": Action(
        title=_("Pose this frame"),
        run=lambda editor: editor.clips.playhead.pose_frame(_("Pose frame {frame} of {clip}")),
        keys=("Ctrl+K",),
        icon="pose",
        help=_("Make how the figure stands at this frame its pose. Dragging something at a frame does so too."),
        why_not=_not_shown,
        words=_("clip keep apply take"),
    ),
    "leave_clip": Action(
        title=_("Put back the own pose"),
        run=lambda editor: editor.clips.playhead.leave(),
        keys=("Esc",),
        icon="undo",
        help=_("Show the pose of the document again instead of a frame of the clip, or of a bend that is tested."),
        why_not=_shows_own_pose,
        over_figure=True,
        words=_("clip leave stop"),
    ),
    "record_clip": Action(
        title=_("Record"),
        run=lambda editor: editor.clips.record(),
        keys=("Shift+Space",),
        icon="record",
        help=_("Record in real time how the figure is posed, as a clip; again, or Space, keeps it."),
        why_not=_nothing_to_record,
        over_figure=True,
        words=_("clip capture take motion"),
    ),
    "import_clip": Action(
        title=_("Import clip…"),
        run=lambda editor: editor.clips.bring(),
        icon="clip",
        help=_(
            "Bring the motion of a BVH, glTF or rig file onto this figure: by names of bones, or from another person."
        ),
        why_not=no_figure,
        within=_("Import…"),
        words=_("animation motion capture mocap load bvh glb gltf"),
    ),
    "rename_clip": Action(
        title=_("Rename clip"),
        run=lambda editor: editor.clips.rename(),
        help=_("Type another name for the clip."),
        why_not=_cannot_play,
        within=_("Rename"),
        words=_("name"),
        about=_about,
    ),
    "remove_clip": Action(
        title=_("Remove clip"),
        run=_edits(_("Remove {clip}"), lambda document, clip, _frame: clips.removed(document, clip.name)),
        icon="trash",
        help=_("Take the clip out of the rig."),
        why_not=_no_clip,
        within=_("Remove"),
        words=_("delete animation motion"),
        about=_about,
    ),
}

EDITS = ("loop_clip", "trim_start", "trim_end", "clip_travels", None, "rename_clip", "remove_clip")
"""The actions on the current clip."""

MENU = (
    (
        _("Clip"),
        (
            "play_clip",
            "previous_frame",
            "next_frame",
            "first_frame",
            "last_frame",
            None,
            "pose_frame",
            "leave_clip",
            None,
            *EDITS,
            None,
            "record_clip",
            "import_clip",
        ),
    ),
)
