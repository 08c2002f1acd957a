"""The fit of received motion to the figure: a calibration of points, and the rest of received bones; with its
source.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import get_args

from msgspec.structs import replace

from pantin.app.live import wording
from pantin.app.live.driving import points_of
from pantin.app.live.vmc import Frame
from pantin.rigs.anatomy.names import stem_of, words_of
from pantin.rigs.anatomy.words import part_of
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.found_body import SIDES, role_of
from pantin.rigs.rig import Rig
from pantin.rigs.sides import Side
from pantin.rigs.source import Source
from pantin.rigs.tracking.humanoid import Rests, rests_in_t_pose
from pantin.rigs.tracking.points import Calibration, Point, TrackedPart
from pantin.solver.edits.tracking import calibration
from pantin.solver.edits.tracking.bones import bones_by_name
from pantin.solver.edits.tracking.stance import body_of
from pantin.solver.edits.tracking.t_poses import parts_in_t_pose
from pantin.widgets.values.live import LiveChoices

DEVICES = {"hmd": "head", "headset": "head", "con": "hand", "controller": "hand", "waist": "hips"}
"""The part of the body that each point is on."""
PLACES = {"head": "head", "hand": "hand", "hips": "hips", "spine": "hips", "foot": "foot"}
"""By part that a name tells, the place of the tracker: one on the back drives the hips."""


class Fit:
    """For one figure and one sender."""

    def __init__(self) -> None:
        self.calibration: Calibration | None = None
        self.did = ""
        """The last thing that was done, in one sentence."""
        self._rests_of_t_pose: Rests | None = None
        self._source: Source | None = None
        self._of_source: Rests | None = None

    def forget(self) -> None:
        """Another figure is open."""
        self.calibration, self.did, self._rests_of_t_pose = None, "", None

    def calibrate(self, frame: Frame, choices: LiveChoices, rig: Rig) -> LiveChoices:
        """Fit a frame by what is chosen, and find who wears what where nobody said. Raises ValueError, one sentence."""
        points, bones = frame.trackers, frame.bones
        if not points and not bones:
            raise ValueError(wording.NOTHING_COMES)
        if bones and choices.by == "t_pose":
            self._rests_of_t_pose = rests_in_t_pose(bones)
            self.did = wording.bones_rest(len(bones))
        return self._fit_points(points, choices, rig) if points else choices

    def _fit_points(self, points: Mapping[str, Point], choices: LiveChoices, rig: Rig) -> LiveChoices:
        body = body_of(rig)
        if not any(serial in parts_of(choices) for serial in points):
            choices = replace(choices, parts=dict(parts_named(points) or parts_in_t_pose(points)))
        if choices.by == "height":
            worn = points_of(points, parts_of(choices))
            self.calibration = calibration.by_height(body, choices.height, (worn,))
            self.did = wording.by_height(choices.height, self.calibration)
        else:
            worn = points_of(points, parts_of(choices))
            self.calibration = calibration.by_t_pose(body, worn)
            self.did = wording.by_t_pose(worn, self.calibration)
        return choices

    def rests(self, figure: Figure) -> Rests | None:
        """Return the rests of the bones that come: as a T-pose gave them, or as the figure that is open rests in its
        file.
        """
        if figure.source is not self._source:
            self._source, self._of_source = figure.source, rests_of(figure)
        return self._rests_of_t_pose or self._of_source

    def counted(self, choices: LiveChoices, are_from_rest: bool) -> str:
        """Return a sentence about what rotations of bones are counted from; `are_from_rest` where that was judged."""
        if choices.counted == "t_pose":
            return wording.COUNTED["t_pose"]
        if self._rests_of_t_pose is not None:
            return wording.COUNTED["calibrated"]
        if choices.counted == "rest":
            return wording.COUNTED["rest" if self._of_source else "unknown"]
        return wording.COUNTED["rest" if are_from_rest else "t_pose"]


def parts_of(choices: LiveChoices) -> Mapping[str, TrackedPart]:
    """By serial the part that a point is on, of those that there are."""
    known = {part: part for part in get_args(TrackedPart)}
    return {serial: known[part] for serial, part in choices.parts.items() if part in known}


def parts_named(serials: Collection[str]) -> Mapping[str, TrackedPart]:
    """The part of each tracker by its name; nothing unless all of them tell, each another one, and one the head."""
    found = {serial: part for serial in serials if (part := _part(serial)) is not None}
    telling = len(found) == len(serials) == len(set(found.values()))
    return found if telling and "head" in found.values() else {}


def _part(serial: str) -> TrackedPart | None:
    """A serial number tells none: LHR-1234ABCD."""
    words = words_of(serial)
    place = next((DEVICES[word] for word in words if word in DEVICES), PLACES.get(part_of(serial) or ""))
    if place is None:
        return None
    side: Side = stem_of(serial).side or next((side for side in SIDES if f"{side.lower()}{place}" in words), "")
    wanted = role_of(place, side) if side else place
    return next((part for part in get_args(TrackedPart) if part == wanted), None)


def rests_of(figure: Figure) -> Rests | None:
    """By humanoid bone the rotation of its node at rest, Z up; None where the rig came of no file or is no person."""
    if figure.source is None:
        return None
    try:
        bones = bones_by_name(body_of(figure.rig))
    except ValueError:
        return None
    nodes = {node.bone: node for node in figure.source.nodes if node.bone}
    return {
        sent: (node.rotation[0], -node.rotation[2], node.rotation[1], node.rotation[3])
        for sent, bone in bones.items()
        if (node := nodes.get(bone)) is not None and node.matrix is None
    }
