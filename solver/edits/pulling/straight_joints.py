"""Elbows and knees that are straight when a pull begins: they begin bent by a hair, the way in which people bend.

A body that goes straight along a stretched leg feels nothing of its knee otherwise, and would stop there. The elbow or
knee of a limb that is pulled begins bent by more where its target is nearer: nearly straight it shortens the limb by so
little that the trunk would go along, for no reason. So do the knees of standing legs below hips that are pulled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import acos, dist, exp

import msgspec
import numpy as np

from pantin.rigs import Rig
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import Part
from pantin.rigs.editing.knees import knees_of
from pantin.rigs.fields import Quaternion, Vector3
from pantin.rigs.fitting import figure_in
from pantin.rigs.fitting.body_frame import frame_of
from pantin.rigs.rest import joint_frame
from pantin.rigs.vectors import across, angle_between, three
from pantin.solver.edits.pulling.tables import Tables
from pantin.solver.edits.pulling.tree import PullGoal, Tree
from pantin.solver.maths.joint_coordinates import rotation_columns, rotation_of
from pantin.solver.maths.rotations import inverse, multiply, quaternion, rotate, scaled
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats
from pantin.solver.whole_body import columns as c
from pantin.solver.whole_body.step import clamp_bone

STRAIGHT = 1e-3
"""A joint that is bent by less does not say which way it bends, radians."""

HAIR = 2e-3
"""Its bend then, radians."""

BENT = 0.2
"""Largest bend given to the elbow or knee of a pulled limb beforehand, radians. With 0.3 chests would turn by
0.2° less for what an arm gets alone, but hands of the sample figure jump 13 times in 120,000 steps instead of 7."""

AWAY = 0.02
"""Length of the pull of hips, heights, over which straight knees of standing legs are bent beforehand: with straight
ones a leg stayed straight for one target and bent for the next. Heads that are pulled jump as often either way."""

FOLDS: Mapping[Part, float] = {"shin": -1.0, "forearm": 1.0}
"""Direction of the bone's end when a figure that rests straight bends it: 1 for forward, -1 for back."""


class StraightJoint(msgspec.Struct, frozen=True, eq=False):
    """An elbow or a knee of a limb that is pulled, bent by less than BENT as the pull begins. Lengths in heights."""

    goal: int
    row: int
    """Of the bone below it, in the table of bones."""
    begin: Vector3
    """The place of the limb's first head."""
    upper: float
    lower: float
    """From there to the joint, and on to the pulled point."""
    bend: float
    """Its bend, radians."""
    axis: Vector3
    """The change of the bone's coordinates per radian that it is bent further."""

    def bend_for(self, bones: Floats, target: Sequence[float]) -> None:
        """Bend it in the rows of bones (j, BONE_WIDTH) as a target (3,) asks for that is nearer than the point."""
        square = dist(self.begin, target) ** 2 - self.upper**2 - self.lower**2
        cosine = min(max(square / (2.0 * self.upper * self.lower), -1.0), 1.0)
        more = min(acos(cosine), BENT) - self.bend
        if more > 0.0:
            bones[self.row, c.COORDS : c.COORDS + 3] += scaled(self.axis, more)
            clamp_bone(bones, self.row)


class StraightLeg(msgspec.Struct, frozen=True, eq=False):
    """A leg whose foot is pinned, with a knee that is bent by less than BENT, below hips that are pulled."""

    goal: int
    """Of the hips."""
    knee: int
    thigh: int
    """The rows of shin and thigh, in the table of bones."""
    begin: Vector3
    """The place of the hips as the pull begins, heights."""
    bend: float
    axis: Vector3
    """As those of a `StraightJoint`."""
    thigh_axis: Vector3
    """The change of the thigh's coordinates per radian that the knee is bent further, so that the ankle stays."""

    def bend_for(self, bones: Floats, target: Sequence[float]) -> None:
        """Bend it in the rows of bones (j, BONE_WIDTH) more, the farther the target (3,) is, to BENT at most."""
        more = BENT * (1.0 - exp(-((dist(self.begin, target) / AWAY) ** 2))) - self.bend
        if more > 0.0:
            for row, axis in ((self.knee, self.axis), (self.thigh, self.thigh_axis)):
                bones[row, c.COORDS : c.COORDS + 3] += scaled(axis, more)
                clamp_bone(bones, row)


def with_bent_joints(joints: Sequence[StraightJoint | StraightLeg], tables: Tables, goals: Floats) -> Tables:
    """Return the tables with joints bent for the targets in goals (g, GOAL_WIDTH)."""
    if not joints:
        return tables
    bones = tables.bones.copy()
    for joint in joints:
        joint.bend_for(bones, goals[joint.goal, c.TARGET : c.TARGET + 3].tolist())
    return msgspec.structs.replace(tables, bones=bones)


def straight_joints_of(
    rig: Rig, tables: Tables, tree: Tree, goals: Sequence[PullGoal], pivots: Mapping[str, str]
) -> tuple[StraightJoint | StraightLeg, ...]:
    """Return the joints that are to be bent beforehand: of limbs that are pulled, and that are below pulled hips."""
    if not tree.root_free:
        return ()
    found: list[StraightJoint | StraightLeg | None] = []
    for k, goal in enumerate(goals):
        if not goal.pinned and goal.bone == tree.names[0]:
            found += _straight_legs(rig, tables, tree, k, goals)
        if not goal.pinned and goal.bone in pivots:
            root = tree.names.index(pivots[goal.bone])
            row = middle_of(rig, tables, tree, k, root)
            found.append(None if row is None else _straight_joint(rig, tables, tree, k, root, row))
    return tuple(filter(None, found))


def middle_of(rig: Rig, tables: Tables, tree: Tree, goal: int, root: int) -> int | None:
    """Return the row of the forearm or shin that turns between the limb's first row and what is pulled; else None."""
    parts, row, found = parts_of(rig), int(tables.goals[goal, c.GOAL_BONE]), None
    while row != root:
        if parts.get(tree.names[row]) in FOLDS and tree.names[row] in tree.turning:
            found = row
        row = int(tables.bones[row, c.PARENT])
    return found


def _straight_joint(rig: Rig, tables: Tables, tree: Tree, goal: int, root: int, row: int) -> StraightJoint | None:
    """The joint at the head of row `row`; None where it is bent by BENT already."""
    bones, place = tables.bones, tables.bones[row, c.HEAD : c.HEAD + 3]
    above, below = place - bones[root, c.HEAD : c.HEAD + 3], tables.goals[goal, c.TARGET : c.TARGET + 3] - place
    line = np.cross(above, below)
    bend = angle_between(above, below)
    upper, lower = float(np.linalg.norm(above)), float(np.linalg.norm(below))
    if bend >= BENT or min(upper, lower) == 0.0:
        return None
    if bend < STRAIGHT:
        axis = bones[row, c.FREE : c.FREE + 3] * _own_axis(rig, tree.names[row], frame_of(rig, figure_in(rig)).forward)
    else:
        axis = _coordinates_for(bones, row, line / np.linalg.norm(line))
    return StraightJoint(goal, row, three(bones[root, c.HEAD : c.HEAD + 3]), upper, lower, bend, three(axis))


def _straight_legs(rig: Rig, tables: Tables, tree: Tree, hips: int, goals: Sequence[PullGoal]) -> list[StraightLeg]:
    """The legs with nearly straight knees and pinned feet, where the hips are goal `hips`."""
    place, found = {name: i for i, name in enumerate(tree.names)}, []
    held = {goal.bone: k for k, goal in enumerate(goals) if goal.pinned and not goal.tail}
    begin = three(tables.goals[hips, c.TARGET : c.TARGET + 3])
    for knee, foot in knees_of(rig).items():
        if foot in held and {knee, rig.by_name[knee].parent} <= tree.turning:
            row, thigh = place[knee], place[str(rig.by_name[knee].parent)]
            joint = _straight_joint(rig, tables, tree, held[foot], thigh, row)
            if joint is not None:
                turn = _turn_for(tables.bones, row, joint.axis)
                back = _coordinates_for(tables.bones, thigh, -joint.lower / (joint.upper + joint.lower) * turn)
                found.append(StraightLeg(hips, row, thigh, begin, joint.bend, joint.axis, three(back)))
    return found


def _turn_for(bones: Floats, row: int, change: Vector3) -> Floats:
    """The rotation vector (3,), armature space, by which a bone turns as its coordinates change."""
    rests, columns = _coordinate_axes(bones, row)
    return np.array(rotate(rests, three(columns.T @ np.array(change))))


def _coordinates_for(bones: Floats, row: int, turn: Floats) -> Floats:
    """Return the change of the free coordinates of a bone for a turn by a rotation vector (3,), armature space."""
    rests, columns = _coordinate_axes(bones, row)
    own = np.array(rotate(inverse(rests), three(turn)))
    return np.asarray(bones[row, c.FREE : c.FREE + 3] * (columns @ own) / (columns * columns).sum(axis=1))


def _coordinate_axes(bones: Floats, row: int) -> tuple[Quaternion, Floats]:
    """Return the rotation of a bone at rest, and in these axes its turn as each coordinate grows (3, 3)."""
    coords = three(bones[row, c.COORDS : c.COORDS + 3])
    rests = multiply(quaternion(bones, row, c.WORLD), inverse(rotation_of(coords)))
    return rests, np.array(rotation_columns(coords))


def bend_straight_joints(bones: Floats, rig: Rig, posed: Posed, tree: Tree) -> None:
    """Change COORDS in the rows of bones (j, BONE_WIDTH) of the joints that are straight."""
    parts = parts_of(rig)
    found = [i for i, name in enumerate(tree.names) if name in tree.turning and parts.get(name) in FOLDS]
    straight = [i for i in found if _is_straight(rig, posed, tree.names[i])]
    if not straight:
        return
    forward = frame_of(rig, figure_in(rig)).forward
    for i in straight:
        name = tree.names[i]
        bones[i, c.COORDS : c.COORDS + 3] += HAIR * _own_axis(rig, name, forward)
        clamp_bone(bones, i)


def _is_straight(rig: Rig, posed: Posed, name: str) -> bool:
    """Return whether a bone goes on as the one above it does."""
    above = rig.by_name[name].parent
    if above is None:
        return False
    along, before = (posed.matrices[posed.index[each]][:3, 1] for each in (name, above))
    apart = float(np.linalg.norm(np.cross(before, along)))
    return float(along @ before) > 0.0 and apart < STRAIGHT * float(np.linalg.norm(along))


def _own_axis(rig: Rig, name: str, forward: Floats) -> Floats:
    """About which axis an elbow or a knee bends further, a unit vector (3,) of its own axes, without twist; else 0.

    `forward` (3,) is where the figure looks at rest.
    """
    folds, bone = FOLDS[parts_of(rig)[name]] * forward, rig.by_name[name]
    frame, upper = joint_frame(bone), joint_frame(rig.by_name[str(bone.parent)])
    rests = np.cross(upper[:, 1], frame[:, 1])
    axis = rests if np.linalg.norm(rests) > STRAIGHT else across(np.cross(frame[:, 1], folds), frame[:, 1])
    own = np.asarray((frame.T @ axis) * (1.0, 0.0, 1.0))
    return own / max(float(np.linalg.norm(own)), 1e-12)
