"""Bends that show how a skin deforms: those of a person's left side and trunk, or of one bone about its own axes.

They are what riggers look at first: elbow and knee at a right angle and folded, a turned wrist, a raised arm. Angles
are those between the bones, however the figure rests.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import radians
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs import rotations as rot
from pantin.rigs.fields import Quaternion
from pantin.rigs.fitting.body_frame import Frame, direction_of, frame_of, head_of
from pantin.rigs.fitting.found_body import FoundBody
from pantin.rigs.fitting.recognition import figure_in
from pantin.rigs.messages import _
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.vectors import Vector, unit

Floats = NDArray[np.float64]

ONE_BONE = 60.0
"""Degrees by which a bone of no person bends to each side: what shows a seam, and no joint of an animal is beyond."""

RAISED, CLAVICLE = 10.0, 25.0
"""Degrees between a raised arm and straight up, and by which its clavicle goes with it."""

BENT = "forearm.L", "shin.L"
"""A person has one of them at least."""


class Bend(NamedTuple):
    """One bend: what it is called, how bones turn in their rest axes, and which of them shows its weights."""

    name: str
    turns: Mapping[str, Quaternion]
    bone: str | None
    """None at rest."""


REST = Bend(_("Rest"), {}, None)


def bends_of(rig: Rig, active: str | None) -> tuple[Bend, ...]:
    """Return the bends of a figure, rest first: of the person in it, or of the active bone."""
    body = figure_in(rig)
    if body.kind == "person" and any(role in body.bones for role in BENT):
        return REST, *_of_person(_Posing(rig, body))
    return REST, *_of_bone(rig, active)


def _of_bone(rig: Rig, name: str | None) -> Iterator[Bend]:
    if name is None or name not in rig.by_name or rig.by_name[name].kind != "bone":
        return
    for axis, title in ((0, "X"), (2, "Z")):
        for degrees in (ONE_BONE, -ONE_BONE):
            sign = "+" if degrees > 0 else "−"
            turn = _quaternion(rot.exp(radians(degrees) * np.eye(3)[axis]))
            yield Bend(f"{title} {sign}{abs(degrees):.0f}°", {name: turn}, name)


def _of_person(at: _Posing) -> Iterator[Bend]:
    """Yield the bends of a person for which there are bones."""
    forward, up, left = at.frame.forward, at.frame.up, at.frame.left
    if at.has("upper_arm.L", "forearm.L"):
        for degrees in (90.0, 150.0):
            turns = at.folded("upper_arm.L", "forearm.L", "hand.L", forward, up, degrees)
            yield Bend(_("Elbow {degrees:.0f}°").format(degrees=degrees), turns, at.bone("forearm.L"))
    if at.has("forearm.L", "hand.L"):
        turns = at.turned((at.bone("hand.L"),), at.along("forearm.L", "hand.L"), 170.0)
        yield Bend(_("Twist {degrees:.0f}°").format(degrees=170), turns, at.bone("hand.L"))
    if at.has("upper_arm.L"):
        yield Bend(_("Shoulder up"), at.raised(), at.bone("upper_arm.L"))
    if at.has("thigh.L"):
        axis = np.cross(at.along("thigh.L", "shin.L"), forward)
        turns = at.turned((at.bone("thigh.L"),), axis, 90.0)
        yield Bend(_("Hip {degrees:.0f}°").format(degrees=90), turns, at.bone("thigh.L"))
    if at.has("thigh.L", "shin.L"):
        turns = at.folded("thigh.L", "shin.L", "foot.L", -forward, up, 150.0)
        yield Bend(_("Knee {degrees:.0f}°").format(degrees=150), turns, at.bone("shin.L"))
    if at.body.spine:
        turns = at.turned(at.body.spine, left, 60.0)
        yield Bend(_("Spine {degrees:.0f}°").format(degrees=60), turns, at.body.spine[len(at.body.spine) // 2])
    if at.has("head"):
        turns = at.turned((*at.body.neck, at.bone("head")), up, 70.0)
        yield Bend(_("Head {degrees:.0f}°").format(degrees=70), turns, at.bone("head"))


class _Posing:
    """A person at rest, whose bones are turned."""

    def __init__(self, rig: Rig, body: FoundBody) -> None:
        self._rig, self.body = rig, body
        self.frame: Frame = frame_of(rig, body)
        self._rests = dict(zip(rig.by_name, rest_matrices(rig.bones)[:, :3, :3], strict=True))

    def has(self, *roles: str) -> bool:
        return all(role in self.body.bones for role in roles)

    def bone(self, role: str) -> str:
        return self.body.bones[role]

    def along(self, role: str, below: str) -> Vector:
        """Return the direction (3,) of a part to the one below it, or to its own end."""
        start = head_of(self._rig, self.bone(role))
        if self.has(below):
            span = head_of(self._rig, self.bone(below)) - start
            if np.linalg.norm(span) > 1e-9:
                return unit(span)
        return direction_of(self._rig, self.bone(role))

    def local(self, name: str, turn: Floats, carried: Floats | None = None) -> Quaternion:
        """Return a turn (3, 3) in armature space in the rest axes of a bone that was `carried` (3, 3) before."""
        axes = self._rests[name] if carried is None else carried @ self._rests[name]
        return _quaternion(axes.T @ turn @ axes)

    def turned(self, names: Sequence[str], axis: Vector, degrees: float) -> dict[str, Quaternion]:
        """Return the turns of bones one below the other that share an angle about one axis of armature space."""
        turn = rot.exp(radians(degrees / len(names)) * unit(axis))
        return {name: self.local(name, turn) for name in names}

    def folded(
        self, upper: str, lower: str, end: str, way: Vector, otherwise: Vector, degrees: float
    ) -> dict[str, Quaternion]:
        """Return the turn of the lower part by which it is that far from straight, towards a `way`, and `otherwise`
        where the limb lies along that.
        """
        above, below = self.along(upper, lower), self.along(lower, end)
        axis = np.cross(above, way if abs(float(above @ way)) < 0.9 else otherwise)
        wanted = rot.exp(radians(degrees) * unit(axis)) @ above
        now = float(np.arctan2(np.cross(above, below) @ unit(axis), above @ below))
        # about the hinge, not the shortest way: a limb that rests bent is not to be turned about itself
        turn = rot.exp((radians(degrees) - now) * unit(axis))
        turn = rot.shortest_arc(turn @ below, wanted) @ turn
        return {self.bone(lower): self.local(self.bone(lower), turn)}

    def raised(self) -> dict[str, Quaternion]:
        """Return the turns by which the left arm points up; the clavicle goes some of the way."""
        found, carried = {}, np.eye(3)
        if self.has("shoulder.L"):
            clavicle = self.along("shoulder.L", "upper_arm.L")
            carried = rot.exp(radians(CLAVICLE) * unit(np.cross(clavicle, self.frame.up)))
            found[self.bone("shoulder.L")] = self.local(self.bone("shoulder.L"), carried)
        side = radians(RAISED)
        wanted = np.cos(side) * self.frame.up + np.sin(side) * self.frame.left
        arm = carried @ self.along("upper_arm.L", "forearm.L")
        turn = rot.shortest_arc(arm, wanted, self.frame.forward)
        found[self.bone("upper_arm.L")] = self.local(self.bone("upper_arm.L"), turn, carried)
        return found


def _quaternion(matrix: Floats) -> Quaternion:
    x, y, z, w = (float(each) for each in rot.quaternion_from_matrix(matrix))
    return rot.canonical(x, y, z, w)
