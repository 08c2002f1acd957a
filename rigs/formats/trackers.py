"""Tracked points in JSON: `trackers` by part, with rows of x y z and a quaternion x y z w, at `fps` frames a second.

Metres, right-handed, Z up. A tracker has `ideal` rows, on the joint, `measured` rows, as it was worn, or both, and its
`mount` on the joint. Where the file tells the `skeleton` that they were taken from, they can be fitted to any figure.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import numpy as np

from pantin.rigs.fields import Position, Quaternion
from pantin.rigs.figure import Figure
from pantin.rigs.formats import json_text
from pantin.rigs.formats.decoding import decode
from pantin.rigs.formats.files import Fault, FilePath, Unreadable, read_bytes
from pantin.rigs.formats.json_text import json_path
from pantin.rigs.formats.skeleton import Pivot, bones_of, distinct, figure_called, usable
from pantin.rigs.messages import _
from pantin.rigs.tracking.points import Motion, Point, Points, TrackedPart
from pantin.rigs.wording import quoted

WORDS: Mapping[str, TrackedPart] = {
    "head": "head",
    "left_hand": "hand.L",
    "right_hand": "hand.R",
    "hips": "hips",
    "left_foot": "foot.L",
    "right_foot": "foot.R",
}
"""The names of the parts in files."""
MOST_FRAMES = 100_000
"""Most of an hour at 30 frames a second."""
UNIT = 0.05
"""A quaternion whose length differs more from 1 is a mistake."""
Rows = Literal["ideal", "measured"]


class _Joint(msgspec.Struct):
    name: str
    rest_position: Position
    parent: str | None = None


class _Tracker(msgspec.Struct):
    ideal: list[list[float]] = []
    measured: list[list[float]] = []
    mount: Point | None = None
    joint: str = ""


class _Mount(msgspec.Struct):
    position: Position
    quaternion: Quaternion


class _File(msgspec.Struct):
    trackers: dict[str, dict[str, Any]]
    fps: Annotated[float, msgspec.Meta(gt=0.0, le=100_000.0)] = 30.0
    skeleton: list[_Joint] = []


def read(path: FilePath, rows: Rows = "ideal") -> Motion:
    """The points of a file; where it lacks the `rows` asked for, the others. Raises Unreadable."""
    data = read_bytes(path)
    try:
        return parse(data, Path(path).stem, rows)
    except Fault as fault:
        raise Unreadable(path, fault.where, fault.what) from None


def parse(data: bytes, name: str, rows: Rows = "ideal") -> Motion:
    """The points in the bytes of a file. Raises Fault."""
    file = decode(_known_fields(json_text.parse(data)), _File)
    trackers = {WORDS[word]: _tracker(word, plain) for word, plain in file.trackers.items() if word in WORDS}
    if not trackers:
        raise Fault(_("trackers"), _("no tracker is called {word} or another part; name one so.").format(word="head"))
    others: Rows = "measured" if rows == "ideal" else "ideal"
    if any(not getattr(each, rows) for each in trackers.values()):
        rows = others
    frames = _frames({part: getattr(each, rows) for part, each in trackers.items()})
    mounts = {part: each.mount for part, each in trackers.items() if rows == "measured" and each.mount is not None}
    source = _source(file.skeleton, name) if file.skeleton else None
    return Motion(usable(name) or "tracked", file.fps, frames, source, mounts)


def _known_fields(plain: Any) -> Any:
    """Return the part of a file that is read; all else, such as where it came from, is left alone."""
    if not isinstance(plain, dict) or not isinstance(plain.get("trackers"), dict):
        raise Fault(_("file"), _("there are no trackers in it; choose a file of tracked points."))
    kept = {key: plain[key] for key in ("trackers", "fps") if key in plain}
    if isinstance(plain.get("skeleton"), list):
        joints = [each for each in plain["skeleton"] if isinstance(each, dict)]
        kept["skeleton"] = [
            {key: each[key] for key in ("name", "rest_position", "parent") if key in each} for each in joints
        ]
    return kept


def _tracker(word: str, plain: Mapping[str, Any]) -> _Tracker:
    kept = {key: plain[key] for key in ("ideal", "measured") if key in plain}
    found = decode(kept, _Tracker)
    mount = plain.get("mount")
    if isinstance(mount, dict):
        read = decode({key: mount.get(key) for key in ("position", "quaternion")}, _Mount)
        found.mount = Point(read.position, _unit(read.quaternion, json_path(("trackers", word, "mount"))))
    return found


def _frames(rows: Mapping[TrackedPart, list[list[float]]]) -> tuple[Points, ...]:
    """The rows of each part, frame by frame. Raises Fault where they are not equally many."""
    count = len(next(iter(rows.values())))
    if not 0 < count <= MOST_FRAMES:
        raise Fault(
            _("trackers"),
            _("there are {count:,} frames, not 1 to {most:,}; export the motion anew, or a part of it.").format(
                count=count, most=MOST_FRAMES
            ),
        )
    for part, each in rows.items():
        if len(each) != count:
            what = _("{part} has {own} frames and another part {count}; write as many for all.")
            raise Fault(_("trackers"), what.format(part=quoted(part), own=len(each), count=count))
    points = {part: [_point(part, k, row) for k, row in enumerate(each)] for part, each in rows.items()}
    return tuple({part: each[k] for part, each in points.items()} for k in range(count))


def _point(part: TrackedPart, frame: int, row: list[float]) -> Point:
    where = json_path(("trackers", part, frame))
    if len(row) != 7:
        raise Fault(where, _("a point is 7 numbers, three of its place and four of its rotation; write all."))
    x, y, z, *turn = row
    return Point((x, y, z), _unit((turn[0], turn[1], turn[2], turn[3]), where))


def _unit(q: Quaternion, where: str) -> Quaternion:
    length = float(np.linalg.norm(q))
    if abs(length - 1.0) > UNIT:
        raise Fault(where, _("this is no rotation: the length of a quaternion is 1; write it so."))
    x, y, z, w = (number / length for number in q)
    return (x, y, z, w)


def _source(joints: list[_Joint], name: str) -> Figure:
    """Return the skeleton as a figure; its joints rest along the axes."""
    number = {joint.name: k for k, joint in enumerate(joints)}
    for k, joint in enumerate(joints):
        if joint.parent is not None and number.get(joint.parent, k) >= k:
            what = _("its parent {parent} does not stand before it; write parents first.")
            raise Fault(json_path(("skeleton", k)), what.format(parent=quoted(joint.parent)))
    names = distinct(usable(joint.name) or f"joint_{k}" for k, joint in enumerate(joints))
    pivots = [
        Pivot(each, None if joint.parent is None else number[joint.parent], np.array(joint.rest_position), np.eye(3))
        for each, joint in zip(names, joints, strict=True)
    ]
    return figure_called(name, bones_of(pivots))
