"""When the feet of a clip stand, found on a thread that nobody waits for, once for each clip on each skeleton."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6 import QtCore

from pantin.app.files.reader import Reader
from pantin.app.files.seen import clip_rows
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.rest import ends_of
from pantin.rigs.rig import Rig
from pantin.rigs.tree.traversal import ancestors, parents_first
from pantin.solver.edits.walking.contacts import contacts
from pantin.widgets.time.lanes import Lane

LONGEST = 20_000
"""Frames. What is longer is looked through for too long, and its lanes could not be read."""

MOST_FEET = 4


class StandingFeet(QtCore.QObject):
    """Finds the lanes of one clip at a time."""

    found = QtCore.Signal(tuple)
    """The lanes of the clip that was asked about last."""

    def __init__(self, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._reader = Reader(self)
        self._of: tuple[object, ...] = (None, None, None)

    def look(self, rig: Rig, clip: Clip | None) -> None:
        """Look through a clip on a rig, unless that was done last; None has no lanes."""
        of = (None, None, None) if clip is None else (rig.bones, clip.tracks, clip.rate)
        if all(one is other for one, other in zip(of[:2], self._of[:2], strict=True)) and of[2] == self._of[2]:
            return
        self._of = of
        self._reader.cancel()
        self.found.emit(())
        if clip is not None and clip.count <= LONGEST:
            self._reader.start(clip.name, lambda: self._looked(rig, clip))

    def _looked(self, rig: Rig, clip: Clip) -> Callable[[], None]:
        try:
            lanes = lanes_of(rig, clip)
        except ValueError:  # the frames are damaged, which is said where they are played
            lanes = ()
        return lambda: self.found.emit(lanes)


def lanes_of(rig: Rig, clip: Clip) -> tuple[Lane, ...]:
    """When each foot of a figure stands, by the bones that have tracks; none where no foot is moved by its leg."""
    feet = _feet(rig, clip)
    if not feet or clip.count < 2:
        return ()
    bones = parents_first(rig)
    row = {bone.name: place for place, bone in enumerate(bones)}
    order = np.argsort([row[bone.name] for bone in rig.bones])
    stands = forward_kinematics(bones, clip_rows(Document(rig), clip, 0, clip.count - 1)[:, order])
    lengths = np.linalg.norm(np.diff(ends_of(bones), axis=1)[:, 0], axis=1)
    lanes = []
    for foot, leg in feet:
        place = row[foot]
        ball = stands[:, place, :3, 3] + stands[:, place, :3, 1] * lengths[place]
        spans = contacts(ball, clip.rate, float(sum(lengths[row[name]] for name in leg)))
        lanes.append(Lane(foot, tuple((each.first, each.last) for each in spans)))
    return tuple(lanes)


def _feet(rig: Rig, clip: Clip) -> list[tuple[str, tuple[str, ...]]]:
    """The feet whose legs have tracks, each with the bones of its leg, from the foot up."""
    parts, found = parts_of(rig), []
    for name, part in parts.items():
        if part == "foot" and parts.get(rig.by_name[name].parent or "") != "foot":
            leg = tuple(above for above in ancestors(rig, name) if parts.get(above) in ("shin", "thigh"))
            if leg and all(above in clip.tracks for above in leg):
                found.append((name, leg))
    return found[:MOST_FEET]
