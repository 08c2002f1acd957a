"""The motion of a BVH file: a number for each channel in each frame, and how it poses the bones of the joints.

A position in a frame replaces the offset of its joint, axis by axis. Rotations follow each other in the order of the
channels, each about an axis that those before have turned. Everything is in the file's own axes and units; degrees.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import BinaryIO, NamedTuple

import msgspec
import numpy as np

from pantin.rigs.clip import CHANNELS, MOST_FRAMES
from pantin.rigs.formats.bvh.hierarchy import BvhJoint, no_number
from pantin.rigs.formats.files import CUT_OFF, LARGEST_TEXT, Fault
from pantin.rigs.formats.json_text import LARGEST
from pantin.rigs.formats.opening import Reading
from pantin.rigs.messages import _
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.wording import quoted

AT_ONCE = 4 * 1024 * 1024
"""Bytes of text that are made into numbers together."""

MOST_POSES = 8_000_000
"""Frames times joints: two and a half hours of a person at 30 frames a second."""

READ = 0.5
"""The part of the time that the text takes; the rest is that of making tracks."""

LONGEST_NUMBER = 64
"""Letters. Doubles have up to 24; longer ones are no numbers of a motion."""

LONGEST_HEAD = 1000
"""Bytes of the two lines before the frames."""

USUAL_RATE = 30.0
"""Frames a second where a file says that its frames take no time, as exporters of poses do; it can be changed in the
clip, and a motion at a wrong rate is more than none."""

WRITTEN_OFF = 1.5e-3
"""Frame times are written with few digits: a rate this near to a whole number, in parts, is that number."""


class Motion(NamedTuple):
    """Frames a second, and the numbers (frames, channels)."""

    rate: float
    numbers: Floats


def read_motion(
    file: BinaryIO, size: int, line: int | None, joints: Sequence[BvhJoint], how: Reading | None = None
) -> Motion | None:
    """Return the frames behind MOTION, which is in `line` of the open file; None where there are none.

    Where another number of frames is announced, the whole frames that are there are read, which is noted in `how`.
    Raises Fault.
    """
    reading = how or Reading()
    if line is None:
        return None
    if size > LARGEST_TEXT:
        raise Fault(_("file"), _("the file is larger than 256 MB, too much for one motion; export a part of it."))
    head = _head(file, line)
    if head is None:
        return None
    counted, line, count, rate = head
    width = sum(len(joint.channels or ()) for joint in joints)
    begin = file.tell()
    if 2 * count * width <= size - begin:  # so many may be there: a number takes two bytes at least
        _check_length(count, joints, counted)
    numbers = _all_numbers(file, size, line, reading)
    whole = count
    if len(numbers) != count * width:
        whole = _whole_frames(file, begin, width)
        if not whole:
            what = _(
                "{count} frames of {width} numbers are announced and {present} numbers follow, which make {frames:g}; "
                "take a complete copy of the file, or correct the number of frames."
            )
            made = round(len(numbers) / max(width, 1), 2)
            said = what.format(count=count, width=width, present=len(numbers), frames=made)
            raise Fault(_("line {line}").format(line=counted), said)
        sentence = _("{count} frames of motion are announced and {whole} are there; these were read.")
        reading.words.append(sentence.format(count=count, whole=whole))
    _check_length(whole, joints, counted)
    return Motion(rate, numbers[: whole * width].reshape(whole, width)) if len(numbers) else None


def _check_length(count: int, joints: Sequence[BvhJoint], line: int) -> None:
    """Raise Fault where there are more frames than a clip has, or more poses of joints than are opened."""
    if count > MOST_FRAMES:
        what = _("there are more than {most:,} frames, too many for a clip; export a part of the motion.")
        raise Fault(_("line {line}").format(line=line), what.format(most=MOST_FRAMES))
    poses = count * sum(not joint.is_end for joint in joints)
    if poses > MOST_POSES:
        what = _("the motion is too long, with {poses:,} poses of joints; export a part of it.")
        raise Fault(_("line {line}").format(line=line), what.format(poses=poses))


def _whole_frames(file: BinaryIO, begin: int, width: int) -> int:
    """Return how many frames there are from `begin` on: none where a line, but for the last, has no whole frame."""
    file.seek(begin)
    found = [count for text in file if (count := len(text.split()))]
    if not found or any(count != width for count in found[:-1]) or found[-1] > width:
        return 0
    return len(found) - (found[-1] < width)


def posed(joint: BvhJoint, numbers: Floats, to_bone: Floats) -> Floats:
    """Return the rows (f, 10) that pose the bone of a joint, whose channels have `numbers` (f, channels).

    `to_bone` (3, 3) turns the file's axes to those of the bone at rest. Joints rest without a turn: a row is what the
    channels say in these axes.
    """
    rows = np.zeros((len(numbers), CHANNELS))
    rows[:, 6:] = 1.0
    moved = np.zeros((len(numbers), 3))
    turn = (rows[:, 3], rows[:, 4], rows[:, 5], rows[:, 6])
    for column, channel in enumerate(joint.channels or ()):
        axis = "XYZ".index(channel[0])
        if channel.endswith("position"):
            moved[:, axis] = numbers[:, column] - (joint.offset or (0.0, 0.0, 0.0))[axis]
        else:
            turn = _turned(turn, axis, np.radians(numbers[:, column]) / 2.0)
    rows[:, :3] = moved @ to_bone.T
    rows[:, 3:6] = np.stack(turn[:3], 1) @ to_bone.T
    rows[:, 6] = turn[3]
    return rows


Turn = tuple[Floats, Floats, Floats, Floats]
"""Quaternions x, y, z, w, each (f,)."""


def _turned(turn: Turn, axis: int, half_angles: Floats) -> Turn:
    """Return rotations followed, in the axes that they have turned, by one about an axis."""
    after, last = (axis + 1) % 3, (axis + 2) % 3
    sine, cosine, found = np.sin(half_angles), np.cos(half_angles), list(turn)
    found[axis] = turn[axis] * cosine + turn[3] * sine
    found[after] = turn[after] * cosine + turn[last] * sine
    found[last] = turn[last] * cosine - turn[after] * sine
    found[3] = turn[3] * cosine - turn[axis] * sine
    return found[0], found[1], found[2], found[3]


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
    is_rounded = abs(1.0 / whole - time) <= 0.51 * 10.0**-decimals and abs(whole * time - 1.0) < WRITTEN_OFF
    return float(whole) if is_rounded else 1.0 / time


def _all_numbers(file: BinaryIO, size: int, line: int, reading: Reading) -> Floats:
    """Return all numbers (n,) from here to the end of the file, read some megabytes of whole lines at a time."""
    found = np.empty((size - file.tell()) // 2 + 1)  # a number takes two bytes at least; what is not filled costs none
    filled = 0
    while data := file.read(AT_ONCE):
        data += file.readline()
        numbers = _numbers(data, line)
        found[filled : filled + len(numbers)] = numbers
        filled += len(numbers)
        line += data.count(b"\n")
        reading.progress(READ * file.tell() / size)
    return found[:filled]


def _numbers(data: bytes, line: int) -> Floats:
    """Return the numbers in whole lines of text, the first of which is `line`."""
    words = data.split()
    if words and max(map(len, words)) <= LONGEST_NUMBER and b"_" not in data:
        numbers = _plain_numbers(words, data)
        if (np.abs(numbers) <= LARGEST).all():
            return numbers
    for number, text in enumerate(data.split(b"\n")):
        for word in text.split():
            _check_number(word.decode("utf-8", errors="replace"), line + number)
    return np.empty(0)


def _plain_numbers(words: Sequence[bytes], data: bytes) -> Floats:
    """Return the numbers of words; one that is none where some word is no number.

    They are read as JSON, which takes a third of the time and knows no number like .5 or 1. or +1.
    """
    if b"," not in data:
        with suppress(msgspec.DecodeError):
            return np.array(_JSON.decode(b"[" + b",".join(words) + b"]"))
    try:
        return np.array(words).astype(np.float64)
    except (ValueError, UnicodeDecodeError):
        return np.array([np.nan])


_JSON = msgspec.json.Decoder(list[float])


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
