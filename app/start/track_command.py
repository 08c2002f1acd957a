"""`pantin track`: what may be typed, and posing a rig by tracked points without a window."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pantin import rigs
from pantin.app.messages import _
from pantin.app.start import streams
from pantin.app.start.streams import STREAM, file_named
from pantin.rigs.document import Document
from pantin.rigs.tracking.points import PARTS

if TYPE_CHECKING:
    from pantin.rigs.tracking.points import Calibration, Motion

RIG, POSE, CLIP = ".rig.json", ".pose.json", ".clip.json"
WRITTEN = (RIG, ".glb", ".bvh", CLIP, POSE)
"""The endings of what is written."""


def add_parser(commands: Any) -> None:
    """Add the command to those of the program's parser."""
    track = commands.add_parser("track", help=_("pose a rig by tracked points, and write its clip or one pose"))
    file = _("tracked points in JSON, or a .rig.json with a clip whose head, hands, hips and feet are followed")
    track.add_argument("file", type=file_named, metavar="FILE", help=file)
    rig = _("the rig to be posed; where it is not said, the skeleton that the points were taken from")
    track.add_argument("rig", type=file_named, nargs="?", metavar="RIG", help=rig)
    clip = _("the clip of FILE, by its name; its first one where it is not said")
    track.add_argument("--clip", metavar="NAME", help=clip)
    parts = _("follow these points alone: {parts}").format(parts=", ".join(PARTS))
    track.add_argument("--points", nargs="+", choices=PARTS, metavar="PART", help=parts)
    measured = _("take the points as they were measured, not the ideal ones, where the file has both")
    track.add_argument("--measured", action="store_true", help=measured)
    fitting = track.add_mutually_exclusive_group()
    height = _("fit the points by the height of the person, metres, as points on the joints")
    fitting.add_argument("--height", type=float, metavar="M", help=height)
    t_pose = _("fit the points by this frame, from 0, in which the person stands in a T-pose")
    fitting.add_argument("--t-pose", type=int, metavar="N", help=t_pose)
    frame = _("pose the rig as in this frame, from 0, and write no clip")
    track.add_argument("--frame", type=int, metavar="N", help=frame)
    out = _("a file to write that ends in {endings}, or - for a rig on standard output")
    out = out.format(endings=", ".join(WRITTEN))
    track.add_argument("--out", type=file_named, required=True, metavar="OUT", help=out)
    track.set_defaults(wrong_usage=track.error)


def track(options: argparse.Namespace) -> int:
    """Pose the rig and write it. Raises what reading and writing raise, also for points that do not fit."""
    if streams.is_asked_twice(options.file, options.rig):
        options.wrong_usage(streams.ONCE)
    _check_out(options)
    motion = _motion(options)
    document = _document(options, motion)
    try:
        made = _tracked(document, motion, options)
    except ValueError as error:
        raise rigs.Unreadable(streams.name_of(options.file), _("points"), str(error)) from None
    streams.write(made, options.out, made.figure.clips[-1:] if options.frame is None else ())
    return 0


def _check_out(options: argparse.Namespace) -> None:
    """End with wrong usage where what is asked for has no place in the file to be written."""
    name = "" if options.out is STREAM else str(options.out).lower()
    if name and not name.endswith(WRITTEN):
        sentence = _("the name of what is written ends in one of {endings}")
        options.wrong_usage(sentence.format(endings=", ".join(WRITTEN)))
    if name.endswith(POSE) and options.frame is None:
        options.wrong_usage(_("a .pose.json holds one pose; say which frame with --frame"))
    if name.endswith(CLIP) and options.frame is not None:
        options.wrong_usage(_("a .clip.json holds motion; leave --frame out, or write a .pose.json"))


def _motion(options: argparse.Namespace) -> Motion:
    """The points of the file, those asked for alone."""
    from pantin.rigs.formats import native

    with streams.to_read(options.file, _ending) as file:
        motion = (_of_clip if native.is_named_so(file) else _of_points)(file, options)
    if options.points:
        kept = set(options.points)
        motion = replace(
            motion,
            frames=tuple({part: each for part, each in points.items() if part in kept} for points in motion.frames),
        )
    return motion


def _ending(data: bytes) -> str:
    """The ending of a rig where the contents of standard input are one, else that of points."""
    return RIG if b'"pantin.rig"' in data else ".json"


def _of_points(file: Path, options: argparse.Namespace) -> Motion:
    from pantin.rigs.formats import trackers

    return trackers.read(file, "measured" if options.measured else "ideal")


def _of_clip(file: Path, options: argparse.Namespace) -> Motion:
    from pantin.solver.edits.tracking.sources import motion_of

    document = streams.reported(streams.opened(file), options.file)
    clips = {clip.name: clip for clip in document.figure.clips}
    name = options.clip or next(iter(clips), None)
    if name not in clips:
        missing = _("there is no clip {name}; name one that it has.").format(name=options.clip or "")
        raise rigs.Unreadable(file, _("clips"), missing)
    try:
        return motion_of(document, clips[name])
    except ValueError as error:
        raise rigs.Unreadable(file, _("clips"), str(error)) from None


def _document(options: argparse.Namespace, motion: Motion) -> Document:
    if options.rig is not None:
        return streams.read(options.rig)
    if motion.source is None:
        why = _("the points come without a skeleton; name a rig behind the file.")
        raise rigs.Unreadable(options.file, _("skeleton"), why)
    return Document.of(motion.source)


def _tracked(document: Document, motion: Motion, options: argparse.Namespace) -> Document:
    """The document posed by a frame, or with the clip. Raises ValueError."""
    from itertools import islice

    from pantin.solver.edits.tracking.track import tracked_clip, tracked_frames

    calibration = _calibration(document, motion, options)
    if options.frame is not None:
        _check_frame(options.frame, motion)
        return next(islice(tracked_frames(document, calibration, motion), options.frame, None))
    clip = tracked_clip(document, calibration, motion)
    others = tuple(each for each in document.figure.clips if each.name != clip.name)
    return document.with_figure(replace(document.figure, clips=(*others, clip)))


def _calibration(document: Document, motion: Motion, options: argparse.Namespace) -> Calibration:
    """Return the fit of the points: as is asked for, else by their skeleton, else by a usual height.

    Raises ValueError.
    """
    from pantin.solver.edits.tracking import calibration
    from pantin.solver.edits.tracking.stance import body_of

    body = body_of(document.rig)
    if options.t_pose is not None:
        _check_frame(options.t_pose, motion)
        return calibration.by_t_pose(body, motion.frames[options.t_pose])
    if options.height is None and motion.source is not None:
        return calibration.by_skeleton(body, motion)
    height = calibration.USUAL_HEIGHT if options.height is None else options.height
    return calibration.by_height(body, height, motion.frames)


def _check_frame(number: int, motion: Motion) -> None:
    if not 0 <= number < len(motion.frames):
        sentence = _("there is no frame {number}; name one from 0 to {last}.")
        raise ValueError(sentence.format(number=number, last=len(motion.frames) - 1))
