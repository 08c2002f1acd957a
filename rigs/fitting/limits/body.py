"""A figure at rest as its limits are counted: which way it stands, its bones' directions, and turns about axes."""

from __future__ import annotations

from math import atan2, degrees

import numpy as np

from pantin.rigs.anatomy.parts import ARM as ARM_PARTS
from pantin.rigs.anatomy.parts import FINGERS
from pantin.rigs.fitting.bending import LimbParts, hinge_at_rest
from pantin.rigs.fitting.body_frame import PAIRED, Frame, direction_of, frame_of, head_of
from pantin.rigs.fitting.figure import SIDES, Figure, role
from pantin.rigs.fitting.limits.bone_limits import Turn
from pantin.rigs.fitting.limits.joint_ranges import Range
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.sides import Side
from pantin.rigs.vectors import Vector, across, unit


class Body:
    """A figure at rest: its directions, and those of its bones."""

    def __init__(self, rig: Rig, figure: Figure) -> None:
        self.rig, self.figure, self.tree = rig, figure, Tree(rig)
        self.frame: Frame = frame_of(rig, figure)
        self.legs, self.arms = (frame_of(rig, figure, part) for part in PAIRED)
        self.axes = dict(zip((bone.name for bone in rig.bones), rest_matrices(rig.bones)[:, :3, :3], strict=True))
        hips = figure.bones.get("hips")
        self._middle = head_of(rig, hips) if hips else np.zeros(3)

    def bone(self, part: str, side: Side) -> str | None:
        """The bone of a part on one side."""
        return self.figure.bones.get(role(part, side))

    def along(self, name: str) -> Vector:
        """The unit vector along a bone."""
        return direction_of(self.rig, name)

    def sign(self, part: str, side: Side) -> float:
        """1 where what is called this side of an arm or a leg is on the body's left, -1 where it is on its right."""
        arm = part in ARM_PARTS or part.partition("_")[0] in FINGERS
        upper, frame = ("upper_arm", self.arms) if arm else ("thigh", self.legs)
        places = [head_of(self.rig, name) for each in SIDES if (name := self.bone(upper, each))]
        here = self.bone(upper, side) or self.bone(part, side)
        middle = np.mean(places, axis=0) if len(places) == len(SIDES) else self._middle
        return 1.0 if here is None or float((head_of(self.rig, here) - middle) @ frame.left) >= 0.0 else -1.0

    def hinge(self, parts: LimbParts, side: Side, folds: Vector) -> Vector:
        """The axis about which a limb bends: that of its bend where both sides tell it, else the one that folds it."""
        right = self.axis(self.along(self.figure.bones[role(parts[1], side)]), folds)
        bent = [hinge_at_rest(self.tree, self.figure, parts, each, folds) for each in SIDES]
        absent = [role(parts[1], each) not in self.figure.bones for each in SIDES]
        both = all(axis is not None or gone for axis, gone in zip(bent, absent, strict=True))
        here = bent[SIDES.index(side)]
        return here if here is not None and both else right

    def angle(self, above: str, name: str, axis: Vector) -> float:
        """How far a bone is turned against the one above it, degrees about `axis`."""
        before, after = across(self.along(above), axis), across(self.along(name), axis)
        return degrees(atan2(float(np.cross(before, after) @ axis), float(before @ after)))

    def axis(self, along: Vector, way: Vector) -> Vector:
        """The axis about which a bone turns to get `way`; where it points there already, it goes on the same round."""
        axis = np.cross(along, way)
        if np.linalg.norm(axis) < 0.05 * np.linalg.norm(way):
            frame = self.frame
            axis = np.cross(along, frame.up if abs(float(way @ frame.forward)) > 0.5 else frame.forward)
        return unit(axis)

    def towards(self, along: Vector, way: Vector, ranges: Range) -> Turn:
        """From rest so far to that way, and so far from it."""
        return Turn(self.axis(along, way), -ranges.back, ranges.there)
