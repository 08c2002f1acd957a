"""Recordings of tracked points with the truth that they were taken from, and how near a figure comes to it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from pantin.rigs import Document
from pantin.rigs import rotations as rot
from pantin.rigs.formats import trackers
from pantin.rigs.rest import rest_matrices
from pantin.rigs.tracking.points import PARTS, Motion, TrackedPart
from pantin.solver import evaluate
from pantin.solver.edits.tracking.calibration import OF_HEIGHT, by_skeleton
from pantin.solver.edits.tracking.stance import body_of
from pantin.solver.edits.tracking.track import tracked_frames

SIX, THREE = PARTS, PARTS[:3]
JOINTS = {"head": "Head", "hand.L": "LeftHand", "hand.R": "RightHand"}


BODY_HEIGHT = 1.75
"""Metres: how tall the body is in whose size errors are counted."""


class Followed(NamedTuple):
    """How far joints are from their truth, metres of a body of BODY_HEIGHT, by joint (f,), and how much quicker bones
    turn, radians a frame.
    """

    errors: dict[str, np.ndarray]
    quicker: dict[str, np.ndarray]

    @property
    def mean(self) -> float:
        """Of all joints whose places the recording tells, and of all frames."""
        return float(np.mean(list(self.errors.values())))

    @property
    def main(self) -> float:
        """The same of the joints whose turns the recording tells as well, which leaves fingers out."""
        return float(np.mean([self.errors[joint] for joint in self.quicker]))

    @property
    def ends(self) -> float:
        """The farthest that the head or a hand ever is from its truth."""
        return max(float(self.errors[joint].max()) for joint in JOINTS.values())


def motion(
    file: Path, parts: tuple[TrackedPart, ...] = SIX, rows: trackers.Rows = "ideal", most: int | None = None
) -> Motion:
    """Return the points of a recording on these parts, and no more than so many frames."""
    found = trackers.read(file, rows)
    return replace(found, frames=tuple({part: points[part] for part in parts} for points in found.frames[:most]))


@cache
def truth(file: Path) -> dict[str, dict[str, np.ndarray]]:
    """Return where the joints of a recording are, metres (f, 3), and how they are turned (f, 3, 3), by joint."""
    plain = json.loads(file.read_text("utf-8"))
    turns = {
        joint: np.array([rot.matrix_from_quaternion(turn) for turn in rows])
        for joint, rows in plain["joint_quaternions"].items()
    }
    return {"joints": {joint: np.array(rows) for joint, rows in plain["joints"].items()}, "turns": turns}


def follow(file: Path, parts: tuple[TrackedPart, ...], rows: trackers.Rows = "ideal") -> Followed:
    """Compare the skeleton of a recording, posed by points on these parts, with its truth."""
    points, known = motion(file, parts, rows), truth(file)
    assert points.source is not None
    document = Document.of(points.source)
    body = body_of(document.rig)
    calibration, size = by_skeleton(body, points), BODY_HEIGHT * OF_HEIGHT / body.height
    posed = [evaluate(each) for each in tracked_frames(document, calibration, points)]
    index, rests = posed[0].index, rest_matrices(document.rig.bones)[:, :3, :3]
    heads = np.array([each.heads for each in posed])
    errors = {
        joint: size * np.linalg.norm(heads[:, index[joint]] - at, axis=1) for joint, at in known["joints"].items()
    }
    turns = np.array([each.matrices[:, :3, :3] for each in posed]) @ np.swapaxes(rests, 1, 2)
    quicker = {joint: turned(turns[:, index[joint]]) - turned(at) for joint, at in known["turns"].items()}
    return Followed(errors, quicker)


def turned(turns: np.ndarray) -> np.ndarray:
    """By how much rotations (f, 3, 3) differ from frame to frame, radians."""
    between = np.einsum("fij,fij->f", turns[1:], turns[:-1])
    return np.asarray(np.arccos(np.clip((between - 1.0) / 2.0, -1.0, 1.0)))
