"""Springs in a clip swing from its first frame on: each frame is the same, whichever is asked for first.

What was computed of a clip is kept, so that playing goes on from the frame before, and scrubbing back computes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Lock

import msgspec
import numpy as np

from pantin.rigs import Document, Rig, Transform
from pantin.rigs.remembered import remembered
from pantin.rigs.vectors import four
from pantin.solver.program.memory import SpringMemory
from pantin.solver.program.single_poses import single_poses
from pantin.solver.program.skeleton import Floats, skeleton_for
from pantin.solver.springing import springs_act, swing_on

AT_ONCE = 64
"""Frames that are posed at once: what was posed of a long clip need not be kept."""

Posing = Callable[[Sequence[int]], Floats]
"""Return how bones are posed without springs in some frames (f, n, 4, 4)."""


@remembered("bones", "springs")
def without_springs(rig: Rig) -> Mapping[str, object]:
    """Return the field of a rig that switches its springs off."""
    return {"springs": msgspec.structs.replace(rig.springs, on=False)}


def resting_springs(document: Document) -> Document:
    """Return the document with its springs off; the same where none acts."""
    rig = document.rig
    return document.with_rig(rig.changed(**without_springs(rig))) if springs_act(rig) else document


class Swings:
    """The rotations of the bones that swing in the frames of a clip. Threads may share it."""

    def __init__(self, rig: Rig, rate: float) -> None:
        self._rig, self._seconds = rig, 1.0 / rate
        self.names = tuple(name for name in rig.springs.bones if name in rig.rows)
        self.rows = np.array([rig.rows[name] for name in self.names], np.intp)
        self._frames: list[Floats] = []
        self._memory: SpringMemory | None = None
        self._lock = Lock()

    def at(self, frames: Sequence[int], posing: Posing) -> Floats:
        """Return the rotations (f, j, 4) from rest in some frames, by how bones are posed without springs."""
        last = max(frames, default=-1)
        with self._lock:
            while len(self._frames) <= last:
                first = len(self._frames)
                for posed in posing(range(first, min(first + AT_ONCE, last + 1))):
                    self._frames.append(self._next(np.array(posed)))
            return np.array([self._frames[frame] for frame in frames]).reshape(-1, len(self.names), 4)

    def _next(self, matrices: Floats) -> Floats:
        self._memory = swing_on(self._rig, matrices, self._memory, self._seconds)
        skeleton = skeleton_for(self._rig.bones)
        return single_poses(skeleton, matrices, np.ones((len(matrices), 2)), self.rows)[:, 3:7].copy()


@remembered("scene")
def swings_of(document: Document, figure: str, clip: object, rate: float) -> Swings:
    """Return what is known of the springs of a figure in a clip, the same until the scene or the clip is another."""
    return Swings(document.editing(figure).rig, rate)


def turned_so(document: Document, swings: Swings, turns: Floats) -> Document:
    """Return the document with the bones that swing turned so (j, 4), and its springs off."""
    pose = dict(document.figure.pose.bones)
    for name, turn in zip(swings.names, turns, strict=True):
        pose[name] = msgspec.structs.replace(pose.get(name, Transform()), rotation=four(turn))
    return resting_springs(document).posed(pose)


def as_posed(turns: Floats) -> Floats:
    """Return rotations (f, j, 4) as a document with them is posed, whose transforms are made as long as 1."""
    x, y, z, w = np.moveaxis(turns, -1, 0)
    square = (x * x + y * y + z * z + w * w)[..., None]
    return np.asarray(np.where(square == 1.0, turns, turns / np.sqrt(square)))
