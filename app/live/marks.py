"""Tracked points as they are marked in the view: where each is, which joint it drives, and whether it is lost."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.tracking.points import Calibration, Point, Points, TrackedPart
from pantin.rigs.vectors import Matrix, Vector
from pantin.solver.edits.tracking.solve import joints_of
from pantin.solver.edits.tracking.sources import joints_of_parts
from pantin.solver.edits.tracking.stance import body_of


class Mark(msgspec.Struct, frozen=True, eq=False):
    """A point in the space of the figure, metres."""

    number: int
    """Of its row in the table of points."""
    name: str
    """Its serial, or its part where it has none."""
    part: TrackedPart | None
    place: Vector
    turn: Matrix
    bone: str = ""
    """The bone at whose head the joint is that it drives; none while nothing is calibrated."""
    goal: Vector | None = None
    """The place that it asks for that joint."""
    lost: bool = False
    """Whether it has stopped coming: it is drawn where it was last."""


class JointsOfRig:
    """The bone that each tracked part drives, found once for a rig; none in what is no person."""

    def __init__(self) -> None:
        self._bones: tuple[Bone, ...] = ()
        self._joints: Mapping[TrackedPart, str] = {}

    def of(self, rig: Rig) -> Mapping[TrackedPart, str]:
        """By part its bone."""
        if rig.bones is not self._bones:
            self._bones = rig.bones
            try:
                self._joints = joints_of_parts(body_of(rig))
            except ValueError:
                self._joints = {}
        return self._joints


def mark(
    number: int,
    name: str,
    point: Point,
    part: TrackedPart | None,
    calibration: Calibration | None,
    bone: str,
    lost: bool,
) -> Mark:
    """One point. Before it is calibrated it stands where it is sent, and drives nothing."""
    scale = 1.0 if calibration is None else calibration.scale
    place, turn = scale * np.array(point.position), rot.matrix_from_quaternion(point.rotation)
    if calibration is None or part is None or lost:
        return Mark(number, name, part, place, turn, lost=lost)
    joint = joints_of(calibration, {part: point}).get(part)
    return Mark(number, name, part, place, turn, bone if joint else "", joint.place if joint else None)


def marks_of(points: Points, calibration: Calibration, joints: Mapping[TrackedPart, str]) -> tuple[Mark, ...]:
    """The points of a frame of a motion, named after their parts."""
    return tuple(
        mark(number, part, point, part, calibration, joints.get(part, ""), lost=False)
        for number, (part, point) in enumerate(points.items(), start=1)
    )
