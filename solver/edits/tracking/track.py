"""Tracked points pose a figure: frame by frame, and whole motions as clips.

The same document, calibration, points and memory give the same pose. What is remembered, the feet that stand and where
elbows and knees pointed, comes out with each frame and goes into the next.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np

from pantin.rigs import Document
from pantin.rigs.clip import CHANNELS, Clip
from pantin.rigs.remembered import remembered
from pantin.rigs.tracking.points import Calibration, Motion, Points
from pantin.solver.edits.tracking.finite import check_finite, check_seconds
from pantin.solver.edits.tracking.solve import Memory, joints_of, solved
from pantin.solver.edits.tracking.writing import Driven, driven, written
from pantin.solver.evaluate import pose_rows

KEPT = 4
"""Documents that are kept ready: what is driven live, and what was before it."""


class Tracked(msgspec.Struct, frozen=True, eq=False):
    """The result of a frame."""

    document: Document
    memory: Memory


def track(
    document: Document, calibration: Calibration, points: Points, memory: Memory | None = None, seconds: float = 1 / 30
) -> Tracked:
    """The document posed by the points of a frame, `seconds` after that which `memory` came out of.

    Head and hands are where their points are; hips and feet too where the body allows it. Raises ValueError, in one
    sentence, where the figure is no person, nothing tells where its head is, or a number is none.
    """
    check_finite(points)
    check_seconds(seconds)
    ready = ready_for(document)
    found = solved(ready.body, ready.spine, joints_of(calibration, points), memory, seconds)
    return Tracked(written(ready, found), found.memory)


def tracked_frames(document: Document, calibration: Calibration, motion: Motion) -> Iterator[Document]:
    """The document posed by each frame of a motion."""
    memory = None
    for points in motion.frames:
        frame = track(document, calibration, points, memory, 1.0 / motion.rate)
        memory = frame.memory
        yield frame.document


def tracked_clip(document: Document, calibration: Calibration, motion: Motion) -> Clip:
    """A motion as a clip of the document's rig. Raises ValueError as `track` does."""
    names = set(ready_for(document).names)
    rows = [row for row, bone in enumerate(document.rig.bones) if bone.name in names]
    frames = np.empty((len(motion.frames), len(rows), CHANNELS))
    for k, posed in enumerate(tracked_frames(document, calibration, motion)):
        frames[k] = pose_rows(posed)[rows, :CHANNELS]
    return Clip.of(motion.name, motion.rate, [document.rig.bones[row].name for row in rows], frames)


@remembered("scene", most=KEPT)
def ready_for(document: Document, fingers: bool = False) -> Driven:
    """Return the document ready to be driven, its `fingers` too."""
    return driven(document, fingers)
