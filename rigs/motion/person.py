"""A person found in a rig, as retargeting compares people: the axes of the body, its bones at rest, leg and trunk."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise

import numpy as np

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import ARM, LEG
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.body_frame import frame_of
from pantin.rigs.fitting.found_body import SIDES, FoundBody, Role, role_of
from pantin.rigs.fitting.recognition import figure_in
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.rest import directions, rest_height, rest_matrices
from pantin.rigs.sides import Side
from pantin.rigs.tree.traversal import ancestors, root_of
from pantin.rigs.vectors import UP

LEG_OF_HEIGHT = 0.48
"""Length of a leg from its hip joint to its ankle, in heights of a person."""

AT_THE_ANKLE = 0.25
"""A foot that begins nearer to the end of a shin than this, in lengths of the shin, is the foot of that leg."""

UPRIGHT = 0.8
"""A body whose back leans at rest by less than 37° stands: this is the cosine."""

IN_LINE = 0.8
"""Cosine between back and legs, at least, of a person that lies at rest."""

AXES = np.array(((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)))
"""Left, up and forward of a body that stands."""


class Person:
    """A figure in which a person was found, and how it is posed at rest: matrices (4, 4) in armature space.

    One that lies at rest, as the bones of some motion capture do, is taken as if it stood, turned about its hips.
    """

    def __init__(self, figure: Figure, body: FoundBody, axes: Floats | None = None) -> None:
        """Place the body of a figure; its axes at rest (3, 3) are found from its joints where `axes` are not given."""
        rig = figure.rig
        self.rig, self.body, self._source = rig, body, figure.source
        axes = np.stack(frame_of(rig, body), 1) if axes is None else axes
        self.lies = bool(axes[2, 1] < UPRIGHT)
        """Whether it lies at rest, on its back or along any other direction."""
        self.axes = AXES if self.lies else _upright(axes)
        """The axes of the body (3, 3): left, up and forward."""
        self.rest_in_rig = dict(zip(rig.by_name, rest_matrices(rig.bones), strict=True))
        """The rest matrices as they are in the rig."""
        hips = self.rest_in_rig[body.bones["hips"]][:3, 3]
        self.to_standing = _about(hips, self.axes @ axes.T if self.lies else np.eye(3))
        """The matrix (4, 4) that stands it up."""
        self.rest = {name: self.to_standing @ matrix for name, matrix in self.rest_in_rig.items()}
        """The rest matrices of the person standing."""
        along = directions(rig.bones) @ self.to_standing[:3, :3].T
        self.along = dict(zip(rig.by_name, along, strict=True))
        """The unit vectors (3,) along the bones of the person standing."""

    @cached_property
    def is_built_as_people(self) -> bool:
        """Return True for one that has arms, and legs in one line with its back where that does not rest upright.

        Animals that hold hips and head as people do have neither. Legs may also lie along the back, as some files of
        motion have them at rest.
        """
        bones = self.body.bones
        if not any(role_of(part, side) in bones for part in ARM[1:] for side in SIDES):
            return False
        legs = [
            self.rest_in_rig[bones[ends[-1]]][:3, 3] - self.rest_in_rig[bones[ends[0]]][:3, 3]
            for side in SIDES
            if len(ends := [role for part in LEG[:3] if (role := role_of(part, side)) in bones]) > 1
        ]
        if not self.lies or "head" not in bones or not legs:
            return True
        back = self.rest_in_rig[bones["head"]][:3, 3] - self.rest_in_rig[bones["hips"]][:3, 3]
        lengths = [float(np.linalg.norm(leg) * np.linalg.norm(back)) for leg in legs]
        return all(
            abs(float(leg @ back)) > IN_LINE * length for leg, length in zip(legs, lengths, strict=True) if length
        )

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The bone on which hips, back and limbs hang together, and all below it, parents first."""
        tree = Tree(self.rig)
        top = tree.common_ancestor(self.body.bones.values())
        return () if top is None else (top, *tree.below(top))

    @cached_property
    def mover(self) -> str:
        """Return the bone that moves the person: the first of `order`, or where that is connected, what carries it."""
        name = self.order[0]
        while self.rig.by_name[name].connected and self.parent(name):
            name = self.parent(name)
        return name

    @cached_property
    def soles(self) -> Mapping[str, Floats]:
        """The points (4, k) of the soles, in the axes of the bones that carry them, by feet and toes."""
        found: dict[str, list[Floats]] = {}
        for name, points in self.rig.soles.items():
            if (bone := self._in_order(name)) is not None:
                own = np.linalg.inv(self.rest_in_rig[bone]) @ np.array([(*point, 1.0) for point in points]).T
                found.setdefault(bone, []).append(own)
        return {name: np.concatenate(points, axis=1) for name, points in found.items()}

    def _in_order(self, name: str) -> str | None:
        """Return the bone itself or the nearest above it that is posed with the person."""
        posed = {*self.order, *self.loose_feet.values()}
        return next((each for each in (name, *ancestors(self.rig, name)) if each in posed), None)

    @cached_property
    def rest_in_parent(self) -> Mapping[str, Floats]:
        """The rest matrix (4, 4) of each bone of `order` from that of its parent; of the first from armature space."""
        found = {name: np.linalg.inv(self.rest[self.parent(name)]) @ self.rest[name] for name in self.order[1:]}
        return {**{name: self.rest_in_rig[name] for name in self.order[:1]}, **found}

    @cached_property
    def home(self) -> Floats:
        """Return from where the way of the hips counts (3,), armature space: where they rest.

        Frames of BVH replace the offset of the root, so that it may be anything: what is above the floor there is
        where the hips are from the root.
        """
        hips = self.body.bones["hips"]
        home = np.array(self.rest[hips][:3, 3])
        if self._source is not None and self._source.z_up is not None:
            home[:2] -= self.rest[root_of(self.rig, hips)][:2, 3]
        return home

    @cached_property
    def leg(self) -> float:
        """Return how long a leg is, metres; where none is known, the share of the figure's height that legs have."""
        bones, found = self.body.bones, []
        for side in SIDES:
            joints = [self.rest[bones[each]][:3, 3] for part in LEG[:2] if (each := role_of(part, side)) in bones]
            if len(joints) == 2:
                joints.append(self._ankle(side))
                found.append(sum(float(np.linalg.norm(b - a)) for a, b in pairwise(joints)))
        return max(found, default=0.0) or LEG_OF_HEIGHT * rest_height(self.rig.bones)

    def _ankle(self, side: Side) -> Floats:
        """Return where a leg ends at rest (3,): at its foot, or where no foot hangs on it, at the end of its shin."""
        foot = self.body.bones.get(role_of("foot", side))
        if foot is not None:
            return np.asarray(self.rest[foot][:3, 3])
        shin = self.rig.by_name[self.body.bones[role_of("shin", side)]]
        return np.asarray((self.to_standing @ (*shin.tail, 1.0))[:3])

    @cached_property
    def loose_feet(self) -> Mapping[Role, str]:
        """Feet by their parts that begin where a shin ends, but do not hang on it, as in files with the IK's own bones.

        They are placed and turned with the leg. A person that lies has none.
        """
        bones, found = self.body.bones, dict[Role, str]()
        feet = [name for name, part in parts_of(self.rig).items() if part == "foot" and name not in bones.values()]
        for side in () if self.lies else SIDES:
            shin, role = bones.get(role_of("shin", side)), role_of("foot", side)
            if shin is None or role in bones:
                continue
            ankle, long = self._ankle(side), float(np.linalg.norm(self._ankle(side) - self.rest[shin][:3, 3]))
            away = {name: float(np.linalg.norm(self.rest[name][:3, 3] - ankle)) for name in feet}
            near = min(away, key=away.__getitem__, default=None)
            if near is not None and away[near] <= AT_THE_ANKLE * long and not self.rig.by_name[near].connected:
                found[role] = near
        return found

    @cached_property
    def trunk(self) -> Mapping[str, float]:
        """The bones from hips to head with their places along it: hips 0, the chest 1, the head 2."""
        body, spine = self.body, self.body.spine
        found = {body.bones["hips"]: 0.0} | {name: at / len(spine) for at, name in enumerate(spine, start=1)}
        if head := body.bones.get("head"):
            neck = (*body.neck, head)
            found |= {name: 1.0 + at / len(neck) for at, name in enumerate(neck, start=1)}
        return found

    def parent(self, name: str) -> str:
        """The parent of a bone that has one."""
        return self.rig.by_name[name].parent or ""

    def direction(self, each: Role) -> Floats:
        """Return the direction of a part at rest, in the axes of the body (3,)."""
        return np.asarray(self.axes.T @ self.along[self.body.bones[each]])


def _about(point: Floats, turn: Floats) -> Floats:
    """The matrix (4, 4) that turns about a point."""
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = turn, point - turn @ point
    return matrix


def _upright(axes: Floats) -> Floats:
    """Axes (3, 3) of a body whose back leans, turned upright."""
    left = axes[:, 0] * (1.0, 1.0, 0.0)
    left /= np.linalg.norm(left)
    return np.stack((left, UP, np.cross(left, UP)), 1)


def person_in(figure: Figure) -> Person | None:
    """Return the person in a figure; None where there is none, or an animal, or a hand by itself."""
    body = figure_in(figure.rig)
    return Person(figure, body) if body.kind == "person" and "hips" in body.bones else None
