"""Tracked points: receiving motion of other programs, fitting it to the figure, keeping and sending what it makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, after, posing_only
from pantin.app.messages import _

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor


def _switch_receiving(editor: Editor) -> None:
    if editor.live.receiving:
        editor.live.stop()
    else:
        editor.docks.bring("trackers")
        editor.live.start()


@after(posing_only)
def _no_points(editor: Editor) -> str:
    come = editor.live.points_come
    return "" if come else _("No points come; receive them from a program first.")


@after(posing_only)
def _nothing_poses(editor: Editor) -> str:
    return "" if editor.live.posing else _("Nothing that comes poses the figure; receive motion first.")


def _nothing_to_record(editor: Editor) -> str:
    """The reason where recording can neither begin nor end."""
    return posing_only(editor) if editor.live.recording else _nothing_poses(editor)


ACTIONS: dict[str, Action] = {
    "receive_motion": Action(
        title=_("Receive motion"),
        run=_switch_receiving,
        icon="live",
        help=_("Listen for trackers and bones that other programs send, and pose the figure by them; again, stop."),
        why_not=posing_only,
        checked=lambda editor: editor.live.receiving,
        within=_("Receive"),
        words=_("live vmc osc vr trackers points mocap listen stream"),
    ),
    "calibrate_points": Action(
        title=_("Calibrate points"),
        run=lambda editor: editor.live.calibrate(),
        icon="tracker",
        help=_("Fit the points that come to the figure, by a T-pose or by the height of the person."),
        why_not=_no_points,
        words=_("live trackers t-pose vr fit"),
    ),
    "record_motion": Action(
        title=_("Record motion"),
        run=lambda editor: editor.live.record(),
        icon="record",
        help=_("Record what comes as a clip of the rig; again, stop."),
        why_not=_nothing_to_record,
        checked=lambda editor: editor.live.recording,
        within=_("Record"),
        words=_("live trackers clip take vr mocap"),
    ),
    "keep_tracked_pose": Action(
        title=_("Keep the tracked pose"),
        run=lambda editor: editor.live.keep(),
        icon="check",
        help=_("Make the pose that points and bones from elsewhere show the figure's own, as one step."),
        why_not=_nothing_poses,
        words=_("live trackers apply vr"),
    ),
    "track_file": Action(
        title=_("Clip of tracked points…"),
        run=lambda editor: editor.live.files.ask(editor.live.choices),
        icon="tracker",
        help=_("Pose the figure by a file of tracked points, frame by frame: a clip of the rig."),
        why_not=posing_only,
        words=_("trackers import motion json vr mocap"),
    ),
    "send_motion": Action(
        title=_("Send the pose"),
        run=lambda editor: editor.live.send(not editor.live.sending),
        icon="live",
        help=_("Send the posed figure to other programs whenever it moves; again, stop."),
        why_not=posing_only,
        checked=lambda editor: editor.live.sending,
        words=_("live vmc osc vr stream performer marionette"),
    ),
}

MENU = ("receive_motion", "calibrate_points", "record_motion", "keep_tracked_pose", "track_file", "send_motion")
