"""`pantin pose`: what may be typed, and posing a rig without a window.

What is asked for is done in the order in which it is below, whatever the order in which it was typed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from pantin import rigs
from pantin.app.messages import _
from pantin.app.start import streams
from pantin.app.start.streams import STREAM, file_named
from pantin.rigs.document import Document


def add_parser(commands: Any) -> None:
    """Add the command to those of the program's parser."""
    pose = commands.add_parser("pose", help=_("pose a rig and write it, or its pose alone"))
    pose.add_argument("file", type=file_named, metavar="FILE", help=_("a file to read, or - for standard input"))
    applied = _("put this pose on the figure, by the names of the bones; Pantin's own on people of other names too")
    pose.add_argument("--apply", type=file_named, metavar="P.pose.json", help=applied)
    mix = _("how much of that pose, −1 to 2; 1, the whole of it, where it is not said")
    pose.add_argument("--mix", type=float, metavar="A", help=mix)
    pose.add_argument("--flip", action="store_true", help=_("flip that pose, or without one the figure's own"))
    by_bones = _("move this limb by the rotations of its bones from now on, and let nothing move by that")
    pose.add_argument("--fk", action="append", default=[], metavar="LIMB", help=by_bones)
    by_handle = _("move this limb by its handle and pole from now on, and let nothing move by that")
    pose.add_argument("--ik", action="append", default=[], metavar="LIMB", help=by_handle)
    pinned = _("a bone that stays where it is while others are pulled, beside those that the rig pins")
    pose.add_argument("--pin", action="append", default=[], metavar="BONE", help=pinned)
    pulled = _("pull the head of this bone to a place, metres, and let the whole body follow")
    pose.add_argument("--pull", action="append", default=[], nargs=4, metavar=("BONE", "X", "Y", "Z"), help=pulled)
    out = _("a file that ends in .rig.json or .pose.json to write, or - for a rig on standard output")
    pose.add_argument("--out", type=_written, required=True, metavar="OUT", help=out)
    streams.add_figure(pose)
    pose.set_defaults(wrong_usage=pose.error)


def pose(options: argparse.Namespace) -> int:
    """Pose the file and write it. Raises what reading and writing raise, also for a pose that does not fit."""
    if options.mix is not None and options.apply is None:
        options.wrong_usage(_("--mix says how much of a pose is taken; name that with --apply"))
    if options.pin and not options.pull:
        options.wrong_usage(_("--pin says what stays while bones are pulled; name those with --pull"))
    if streams.is_asked_twice(options.file, options.apply):
        options.wrong_usage(streams.ONCE)
    _check_mix(options)
    targets = _targets(options)
    document = streams.of_figure(streams.read(options.file), options)
    try:
        posed = _pulled(_switched(_applied(document, options), options), targets, options.pin)
    except ValueError as error:
        if isinstance(error, rigs.FileProblem):
            raise
        raise rigs.Unreadable(streams.name_of(options.apply or options.file), _("pose"), str(error)) from None
    streams.write(posed, options.out)
    return 0


def _check_mix(options: argparse.Namespace) -> None:
    """End with wrong usage where poses are not mixed by that much."""
    from pantin.rigs.editing.poses.mixing import check_amount

    try:
        check_amount(1.0 if options.mix is None else options.mix)
    except ValueError as error:
        options.wrong_usage(f"--mix: {error}")


def _applied(document: Document, options: argparse.Namespace) -> Document:
    """The document with the pose of another file, flipped where asked for; of a figure with other bones, retargeted."""
    from pantin.app.pose_library.shipped_person import fitted
    from pantin.rigs.formats.pose import Applied, read_pose
    from pantin.solver.edits.poses.poses import flipped, mixed

    if options.apply is None:
        return flipped(document) if options.flip else document
    with streams.to_read(options.apply) as found:
        file = read_pose(found)
    pose = fitted(document.figure, file.pose)
    part = file.part or pose is not file.pose
    amount = 1.0 if options.mix is None else options.mix
    made = mixed(document, pose, amount, options.flip, part=part, expressions=file.expressions)
    missing = tuple(name for name in pose if name not in document.rig.by_name)
    if report := Applied(made, missing).report:
        print(f"pantin: {streams.name_of(options.apply)}: {report}", file=sys.stderr)
    return made


def _switched(document: Document, options: argparse.Namespace) -> Document:
    """The document with limbs moved by their bones, then limbs moved by their handles. Raises ValueError."""
    from pantin.solver.edits.limbs.matching import switch_to_fk, switch_to_ik

    for limb in options.fk:
        document = switch_to_fk(document, limb)
    for limb in options.ik:
        document = switch_to_ik(document, limb)
    return document


def _targets(options: argparse.Namespace) -> dict[str, tuple[float, ...]]:
    """Return the places that bones are pulled to, by bone."""
    try:
        return {bone: tuple(map(float, place)) for bone, *place in options.pull}
    except ValueError:
        options.wrong_usage(_("--pull takes a bone and three numbers: --pull hand.L 0.4 -0.3 1.2"))
        raise


def _pulled(document: Document, targets: dict[str, tuple[float, ...]], pins: list[str]) -> Document:
    """The document with bones pulled to their targets; what is missed is said. Raises ValueError."""
    from pantin.solver.edits.pulling.pull import pull_and_miss

    document, missed = pull_and_miss(document, targets, pins)
    for each in missed:
        print(f"pantin: {each.sentence}", file=sys.stderr)
    return document


def _written(text: str) -> Path:
    file = file_named(text)
    if file is not STREAM and not text.lower().endswith((".rig.json", ".scene.json", ".pose.json")):
        raise argparse.ArgumentTypeError(_("the name of what is written ends in .rig.json, .scene.json or .pose.json"))
    return file
