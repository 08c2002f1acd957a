"""The motion of a BVH file: a number for each channel in each frame, and where the joints then stand.

A position in a frame replaces the offset of its joint, axis by axis. Rotations follow each other in the order of the
channels, each about an axis that those before have turned. Everything is in the file's own axes and units; degrees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO, NamedTuple

import numpy as np

from pantin.rigs.clip import MOST_FRAMES
from pantin.rigs.formats.bvh.hierarchy import BvhJoint, no_number
from pantin.rigs.formats.files import CUT_OFF, LARGEST_TEXT, Fault
from pantin.rigs.formats.json_text import LARGEST
from pantin.rigs.messages import _
from pantin.rigs.motion.clips_of_bones import MOST_ROWS
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.wording import quoted

AT_ONCE = 4 * 1024 * 1024
"""Bytes of text that are made into numbers together."""

LONGEST_NUMBER = 64
"""Letters. Doubles have up to 24; longer ones are no numbers of a motion."""

LONGEST_HEAD = 1000
"""Bytes of the two lines before the frames."""

USUAL_RATE = 30.0
"""Frames a second where a file says that its frames take no time, as exporters of poses do; it can be changed in the
clip, and a motion at a wrong pace is more than none."""

WRITTEN_OFF = 1.5e-3
"""Frame times are written with few digits: a rate this near to a whole number, in parts, is that number."""


class Motion(NamedTuple):
    """Frames a second, and the numbers (frames, channels)."""

    rate: float
    numbers: Floats


def read_motion(file: BinaryIO, size: int, line: int | None, joints: Sequence[BvhJoint]) -> Motion | None:
    """The frames behind MOTION, which stands in `line` of the open file; None where there are none. Raises Fault."""
    if line is None:
        return None
    if size > LARGEST_TEXT:
        raise Fault(_("file"), _("the file is larger than 256 MB, too much for one motion; export a part of it."))
    head = _head(file, line)
    if head is None:
        return None
    counted, line, count, rate = head
    poses = count * sum(not joint.is_end for joint in joints)
    if poses > MOST_ROWS:
        what = _("the motion is too long, with {poses:,} poses of joints; export a part of it.")
        raise Fault(_("line {line}").format(line=counted), what.format(poses=poses))
    width = sum(len(joint.channels or ()) for joint in joints)
    numbers = np.concatenate([np.empty(0), *_blocks(file, line)])
    if len(numbers) != count * width:
        raise Fault(
            _("line {line}").format(line=counted),
            _(
                "{count} frames of {width} numbers are announced and {present} numbers follow, which make {frames:g}; "
                "take a complete copy of the file, or correct the number of frames."
            ).format(count=count, width=width, present=len(numbers), frames=round(len(numbers) / max(width, 1), 2)),
        )
    return Motion(rate, numbers.reshape(count, width)) if len(numbers) else None


def worlds_of(joints: Sequence[BvhJoint], numbers: Floats) -> Floats:
    """Where the joints, without the end sites, stand in these frames (f, n, 4, 4), in the file's own axes."""
    row: dict[int, int] = {}
    worlds = np.empty((len(numbers), sum(not joint.is_end for joint in joints), 4, 4))
    column = 0
    for place, joint in enumerate(joints):
        channels = joint.channels or ()
        if not joint.is_end:
            row[place] = len(row)
            local = _local(joint, channels, numbers[:, column : column + len(channels)])
            worlds[:, row[place]] = local if joint.parent == -1 else worlds[:, row[joint.parent]] @ local
        column += len(channels)
    return worlds


def _local(joint: BvhJoint, channels: Sequence[str], numbers: Floats) -> Floats:
    """How a joint stands on the one above (f, 4, 4)."""
    local = np.tile(np.eye(4), (len(numbers), 1, 1))
    local[:, :3, 3] = joint.offset
    for column, channel in enumerate(channels):
        axis = "XYZ".index(channel[0])
        if channel.endswith("position"):
            local[:, axis, 3] = numbers[:, column]
        else:
            local[:, :3, :3] = local[:, :3, :3] @ _turns(axis, np.radians(numbers[:, column]))
    return local


def _turns(axis: int, angles: Floats) -> Floats:
    """The rotations (f, 3, 3) about an axis."""
    after, last = (axis + 1) % 3, (axis + 2) % 3
    turns = np.tile(np.eye(3), (len(angles), 1, 1))
    turns[:, after, after] = turns[:, last, last] = np.cos(angles)
    turns[:, last, after] = np.sin(angles)
    turns[:, after, last] = -turns[:, last, after]
    return turns


# The text


def _head(file: BinaryIO, line: int) -> tuple[int, int, int, float] | None:
    """The line of the number of frames, that behind the head, the number itself, and the rate; None at the end."""
    entry = _entry(file, line, r"frames\s*:?", _("Frames: and how many there are"))
    if entry is None:
        return None
    line, frames = entry
    if not re.fullmatch(r"\d{1,18}", frames):
        raise _no_number(line, frames)
    counted, count = line, int(frames)
    if count > MOST_FRAMES:
        raise Fault(
            _("line {line}").format(line=line),
            _("there are more than {most:,} frames, too many for a clip; export a part of the motion.").format(
                most=MOST_FRAMES
            ),
        )
    entry = _entry(file, line, r"frame\s+time\s*:?", _("Frame Time: and the seconds that a frame takes"))
    if entry is None:
        raise Fault(_("line {line}").format(line=line), CUT_OFF)
    line, time = entry
    return counted, line + 1, count, _rate(line, time)


def _entry(file: BinaryIO, line: int, key: str, expected: str) -> tuple[int, str] | None:
    """The next line that is not blank: its number, and what follows `key` in it; None at the end of the file."""
    while data := file.readline(LONGEST_HEAD):
        line += 1
        text = data.decode("utf-8", errors="replace").strip()
        if not text:
            continue
        if found := re.fullmatch(rf"(?i:{key})\s*(\S*)", text):
            return line, found[1]
        raise Fault(
            _("line {line}").format(line=line),
            _("{expected} belongs here, not {found}; correct the line or export the file anew.").format(
                expected=expected, found=quoted(text)
            ),
        )
    return None


def _rate(line: int, text: str) -> float:
    """Frames a second, from the seconds of one as they are written."""
    try:
        time = float(text)
    except ValueError:
        raise _no_number(line, text) from None
    if time == 0.0:
        return USUAL_RATE
    if not 1e-5 <= time <= 1e3:
        raise Fault(
            _("line {line}").format(line=line),
            _("a frame cannot take {seconds} seconds; write a time like 0.0333333.").format(seconds=quoted(text)),
        )
    decimals = len(text.partition(".")[2]) if re.fullmatch(r"\d*\.\d+", text) else 15
    whole = max(round(1.0 / time), 1)
    meant = abs(1.0 / whole - time) <= 0.51 * 10.0**-decimals and abs(whole * time - 1.0) < WRITTEN_OFF
    return float(whole) if meant else 1.0 / time


def _blocks(file: BinaryIO, line: int) -> Iterator[Floats]:
    """All numbers to the end of the file, some megabytes of whole lines at a time."""
    while data := file.read(AT_ONCE):
        data += file.readline()
        yield _numbers(data, line)
        line += data.count(b"\n")


def _numbers(data: bytes, line: int) -> Floats:
    """The numbers in whole lines of text, the first of which is `line`."""
    words = data.split()
    if words and max(map(len, words)) <= LONGEST_NUMBER and b"_" not in data:
        try:
            numbers = np.array(words).astype(np.float64)
        except (ValueError, UnicodeDecodeError):
            numbers = np.array([np.nan])
        if (np.abs(numbers) <= LARGEST).all():
            return numbers
    for number, text in enumerate(data.split(b"\n")):
        for word in text.split():
            _check_number(word.decode("utf-8", errors="replace"), line + number)
    return np.empty(0)


def _check_number(text: str, line: int) -> None:
    if not re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", text) or len(text) > LONGEST_NUMBER:
        raise _no_number(line, text)
    if not abs(float(text)) <= LARGEST:
        raise Fault(
            _("line {line}").format(line=line),
            _("{number} is too large for a frame; export the motion anew.").format(number=quoted(text)),
        )


def _no_number(line: int, text: str) -> Fault:
    return Fault(_("line {line}").format(line=line), no_number(text))
