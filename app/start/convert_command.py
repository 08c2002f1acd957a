"""`pantin convert`: one format read, another written; all of it, or a frame, a pose or a clip."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from pantin import rigs
from pantin.app.messages import _
from pantin.app.start import streams
from pantin.app.start.streams import STREAM, file_named
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.pose import KeptPose
from pantin.rigs.wording import listed, quoted


def add_parser(commands: Any) -> None:
    """Add the command to those of the program's parser."""
    convert = commands.add_parser("convert", help=_("read one format, write another; the endings choose"))
    convert.add_argument("file", type=file_named, metavar="IN", help=_("a file to read, or - for standard input"))
    convert.add_argument(
        "out", type=file_named, metavar="OUT", help=_("a file to write, or - for a rig on standard output")
    )
    frame = _("put the figure in this frame of the clip, counted from 0, and write that pose alone")
    convert.add_argument("--frame", type=int, metavar="N", help=frame)
    posed = _(
        "put the figure in this pose, one of the rig's library or a .pose.json, and write that alone; of several each "
        "is a clip of one frame"
    )
    convert.add_argument("--pose", metavar="P", action="append", help=posed)
    convert.add_argument("--poses", action="store_true", help=_("write all poses of the library so"))
    clip = _("write this clip alone, or these; or take the frame from it, from the first, where it is not said")
    convert.add_argument("--clip", metavar="NAME", action="append", help=clip)
    streams.add_figure(convert)
    rest = _(
        "of a glTF figure that is saved in a pose: take its rest from the bind pose of its skin ({bind}), or from the "
        "nodes ({nodes})"
    ).format(bind="bind", nodes="nodes")
    convert.add_argument("--rest", choices=("bind", "nodes"), metavar="REST", help=rest)
    convert.set_defaults(wrong_usage=convert.error)


def convert(options: argparse.Namespace) -> int:
    """Read the file and write it. Raises what reading and writing raise, also where there is no such frame or pose."""
    _check(options)
    document = streams.of_figure(streams.read(options.file, options.rest), options)
    try:
        document, clips = _chosen(document, options)
    except ValueError as error:
        if isinstance(error, rigs.FileProblem):
            raise
        file = streams.name_of(options.file)
        raise rigs.Unreadable(file, _("poses") if options.pose or options.poses else _("clips"), str(error)) from None
    from pantin.rigs.formats import native
    from pantin.rigs.formats.converted import homes

    is_saved = options.out is not STREAM and native.is_named_so(options.out)
    places = homes.proposed(document, options.out) if is_saved else {}
    streams.write(document, options.out, clips)
    if places:
        print(f"pantin: {options.out}: {homes.told(places)}", file=sys.stderr)
    if clips is None:
        _tell_of_others(document, options.out)
    return 0


def _check(options: argparse.Namespace) -> None:
    """End the program where what is asked for does not go together."""
    posed = bool(options.pose) or options.poses
    if posed and (options.frame is not None or options.clip is not None):
        options.wrong_usage(_("--pose and a frame of a clip are two poses; ask for one of them"))
    if options.frame is not None and len(options.clip or ()) > 1:
        options.wrong_usage(_("a frame is one of one clip; name one --clip"))
    if streams.is_asked_twice(options.file, *(file_named(each) for each in options.pose or ())):
        options.wrong_usage(streams.ONCE)
    from pantin.app.files.export import OBJ, SINGLE

    several = options.poses or len(options.pose or ()) > 1 or len(options.clip or ()) > 1
    if several and options.out is not STREAM and options.out.name.lower().endswith((*SINGLE, OBJ, ".pose.json")):
        options.wrong_usage(_("the format of OUT holds one motion or pose; name one --clip or --pose, or write .glb"))


def _chosen(document: Document, options: argparse.Namespace) -> tuple[Document, tuple[Clip, ...] | None]:
    """The document as it is to be written, and with which clips; None says with its own. Raises ValueError."""
    from pantin.app.files.baking import at_frame, clip_named, clip_of_pose, clips_of_poses
    from pantin.rigs.editing.grounds import planting_as
    from pantin.rigs.formats import native

    if options.poses:
        if not document.figure.poses:
            raise ValueError(_("there is no pose in its library; keep some, or name a file that ends in .pose.json."))
        return document, clips_of_poses(document, document.figure.poses)
    if options.pose is not None:
        posed = [(_title(name), _posed(document, name)) for name in options.pose]
        if len(posed) == 1:
            return posed[0][1], ()
        return document, tuple(clip_of_pose(each, name) for name, each in posed)
    if options.frame is not None:
        made = at_frame(document, clip_named(document.figure, (options.clip or (None,))[0]), options.frame)
        is_rig = options.out is STREAM or native.is_named_so(options.out)
        return planting_as(made, document) if is_rig else made, ()
    if options.clip is not None:
        return document, tuple(clip_named(document.figure, name) for name in dict.fromkeys(options.clip))
    return document, None


def _title(name: str) -> str:
    """Return what a pose that is asked for is called: the name of its file without folder and ending."""
    return Path(name).name[: -len(".pose.json")] if name.lower().endswith(".pose.json") else name


def _posed(document: Document, name: str) -> Document:
    """The document in a pose of its library, or of a file. Raises ValueError."""
    from pantin.app.files.baking import in_pose
    from pantin.rigs.formats.pose import read_pose

    kept = next((kept for kept in document.figure.poses if kept.name == name), None)
    if kept is not None:
        applied = in_pose(document, kept)
    elif name.lower().endswith(".pose.json") or file_named(name) is STREAM:
        with streams.to_read(file_named(name)) as found:
            file = read_pose(found)
        applied = in_pose(document, KeptPose(_title(name), file.pose, part=file.part, expressions=file.expressions))
    else:
        names = listed([kept.name for kept in document.figure.poses]) or _("none")
        sentence = _("there is no pose {name}; name one of its library ({names}) or a file that ends in .pose.json.")
        raise ValueError(sentence.format(name=quoted(name), names=names))
    if report := applied.report:
        print(f"pantin: {name}: {report}", file=sys.stderr)
    return applied.document


def _tell_of_others(document: Document, out: Path) -> None:
    """Say which clip was written where the format holds one and there are several."""
    from pantin.app.files.export import SINGLE

    clips = document.figure.clips
    if len(clips) > 1 and out.name.lower().endswith(SINGLE):
        sentence = _("the file holds one motion, {name}, the first of {count}; --clip chooses another.")
        print(f"pantin: {out}: {sentence.format(name=quoted(clips[0].name), count=len(clips))}", file=sys.stderr)
