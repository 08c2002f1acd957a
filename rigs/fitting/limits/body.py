"""A figure at rest as its limits are counted: its axes, the directions of its bones, and turns about axes."""

from __future__ import annotations

from math import degrees

import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.anatomy.parts import ARM as ARM_PARTS
from pantin.rigs.fitting.bending import LimbParts, hinge_at_rest
from pantin.rigs.fitting.body_frame import LIMB_ROOTS, Frame, direction_of, frame_of, head_of
from pantin.rigs.fitting.found_body import SIDES, FoundBody, finger_of_role, role_of
from pantin.rigs.fitting.limits.bone_limits import Turn
from pantin.rigs.fitting.limits.joint_ranges import Range
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.sides import Side
from pantin.rigs.vectors import Vector, across, unit


class Body:
    """A figure at rest: its axes, those of its hips and shoulders alone, and its bones' rest axes (3, 3) by name."""

    def __init__(self, rig: Rig, body: FoundBody) -> None:
        self.rig, self.figure, self.tree = rig, body, Tree(rig)
        self.frame: Frame = frame_of(rig, body)
        self.legs, self.arms = (frame_of(rig, body, part) for part in LIMB_ROOTS)
        self.axes = dict(zip((bone.name for bone in rig.bones), rest_matrices(rig.bones)[:, :3, :3], strict=True))
        hips = body.bones.get("hips")
        self._middle = head_of(rig, hips) if hips else np.zeros(3)

    def bone(self, part: str, side: Side) -> str | None:
        """The bone of a part on one side."""
        return self.figure.bones.get(role_of(part, side))

    def along(self, name: str) -> Vector:
        """The unit vector along a bone, armature space."""
        return direction_of(self.rig, name)

    def sign(self, part: str, side: Side) -> float:
        """1 where the part of an arm or leg that names call this side is on the body's left, -1 where on its right."""
        is_of_arm = part in ARM_PARTS or finger_of_role(part)
        upper, frame = ("upper_arm", self.arms) if is_of_arm else ("thigh", self.legs)
        places = [head_of(self.rig, name) for each in SIDES if (name := self.bone(upper, each))]
        here = self.bone(upper, side) or self.bone(part, side)
        middle = np.mean(places, axis=0) if len(places) == len(SIDES) else self._middle
        return 1.0 if here is None or float((head_of(self.rig, here) - middle) @ frame.left) >= 0.0 else -1.0

    def hinge(self, parts: LimbParts, side: Side, folds: Vector) -> Vector:
        """The unit axis about which a limb bends: that of its bend at rest, if no side lacks one; else that of anatomy.

        `folds` is the direction in which the lower part moves as the limb bends. Raises KeyError where the limb has no
        lower part.
        """
        anatomical = self.axis(self.along(self.figure.bones[role_of(parts[1], side)]), folds)
        bent = [hinge_at_rest(self.tree, self.figure, parts, each, folds) for each in SIDES]
        absent = [role_of(parts[1], each) not in self.figure.bones for each in SIDES]
        known = all(axis is not None or gone for axis, gone in zip(bent, absent, strict=True))
        here = bent[SIDES.index(side)]
        return here if here is not None and known else anatomical

    def hinge_turn(self, name: str, hinge: Vector, ranges: Range) -> Turn:
        """The range of an elbow, knee or hock about its `hinge`, counted on from how far it is bent at rest."""
        axis = unit(across(hinge, self.along(name)))
        above = self.rig.by_name[name].parent
        now = self.angle(above, name, axis) if above else 0.0
        return Turn(axis, -ranges.away - now, ranges.towards - now)

    def angle(self, above: str, name: str, axis: Vector) -> float:
        """Return the angle of a bone against the one above it, degrees about the unit vector `axis`."""
        return degrees(rot.signed_angle(self.along(above), self.along(name), axis))

    def axis(self, along: Vector, direction: Vector) -> Vector:
        """The unit axis about which a bone turns towards a direction.

        A bone that points there already, or away from it, turns on to the front, or up where `direction` is that.
        """
        axis = np.cross(along, direction)
        if np.linalg.norm(axis) < 0.05 * np.linalg.norm(direction):
            frame = self.frame
            axis = np.cross(along, frame.up if abs(float(direction @ frame.forward)) > 0.5 else frame.forward)
        return unit(axis)

    def turn_towards(self, along: Vector, direction: Vector, ranges: Range) -> Turn:
        """The range of a bone towards a direction and away from it, counted from how it rests."""
        return Turn(self.axis(along, direction), -ranges.away, ranges.towards)
