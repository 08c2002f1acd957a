"""The part of a rig that stays while it is posed, as arrays with one row per bone: lengths, shapes, chains, what is
hidden.

Found once for bones and constraints and looked up afterwards, so that a frame of two thousand bones costs no loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.constraints import Constraint, Goal, Ik
from pantin.rigs.constraints import Tracking as Tracks
from pantin.rigs.fields import BoneRef
from pantin.rigs.remembered import remembered
from pantin.rigs.rest import rest_height, rest_lengths, rest_matrices
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.tree.chains import acts, chain_bones
from pantin.viewport.scene.outlines import Outline
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.colours import ColourRole

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]

RING, DIAMOND = 0.75, 0.5
"""Radius of a handle's ring and of a pole's diamond against the length of its bone."""


class RigArrays(msgspec.Struct, frozen=True, eq=False):
    """Bones by row. `body` are the rows of bones that are drawn as bones, `lengths` holds for all.

    `coloured` are bones with a colour of their own, and the roles of these.
    """

    row: Mapping[str, int]
    names: tuple[str, ...]
    lengths: Floats
    hidden: NDArray[np.bool_]
    body: Rows
    coloured: Mapping[int, ColourRole]
    height: float


class Chain(msgspec.Struct, frozen=True):
    """The bones that an IK constraint turns, its end first, and where its pole pulls: a row, and the joint's."""

    owner: str
    constraint: int
    target: int | None
    rows: tuple[int, ...]
    pole: tuple[int, int] | None


class Tracking(msgspec.Struct, frozen=True):
    """A bone that tracks another, and the point on it: 0 its head to 1 its tail."""

    row: int
    target: int
    head_tail: float


class ControlShape(msgspec.Struct, frozen=True, eq=False):
    """The shape of a handle, a pole, or a bone with a shape of its own: an outline in the axes of its bone.

    How it is turned there, how large it is, and its colour. `upright` it keeps to the axes of the armature.
    """

    row: int
    name: str
    shape: Outline
    turn: Floats
    radius: float
    role: ColourRole
    upright: bool = False
    handle: tuple[int, float] | None = None
    """Of a pole, the row and the radius of the handle of its limb: on the screen it is no larger than that."""

    @property
    def solid(self) -> bool:
        """Return whether its inside is aimed at as well as its lines."""
        return self.shape == "diamond"


class ConstraintArrays(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The effect of constraints on the bones. `driven` marks the bones that an IK chain turns."""

    chains: tuple[Chain, ...]
    trackings: tuple[Tracking, ...]
    controls: tuple[ControlShape, ...]
    driven: NDArray[np.bool_]

    @cached_property
    def by_constraint(self) -> Mapping[int | None, Chain]:
        """The chains by the place of their constraint in the rig."""
        return {chain.constraint: chain for chain in self.chains}


@remembered("bones", "collections")
def rig_arrays(rig: Rig, bare: bool = False) -> RigArrays:
    """The bones of a rig; `bare` without the shapes that stand for bones, as while the rest pose is edited."""
    bones, seen = rig.bones, rig.shown
    names = tuple(bone.name for bone in bones)
    hidden = np.array([name not in seen for name in names], dtype=np.bool_)
    bodies = np.array([drawn_as_bone(bone, bare) for bone in bones], dtype=np.bool_)
    row = {name: index for index, name in enumerate(names)}
    coloured: dict[int, ColourRole] = {index: bone.colour for index, bone in enumerate(bones) if bone.colour != "auto"}
    return RigArrays(
        row, names, rest_lengths(bones), hidden, np.flatnonzero(bodies & ~hidden), coloured, rest_height(bones)
    )


@remembered("bones", "collections", "constraints")
def constraint_arrays(rig: Rig, bare: bool = False) -> ConstraintArrays:
    """The chains, handles, poles and shapes of a rig; those of hidden bones are not drawn and left out."""
    return _tied(rig, rig_arrays(rig, bare))


def pole_of(constraint: Constraint) -> str | None:
    """The pole of a constraint, where it has one."""
    return constraint.own_pole


def drawn_as_bone(bone: Bone, bare: bool) -> bool:
    """Return whether a bone is drawn as one: it is neither handle nor pole, and has no custom shape that is shown."""
    return bone.kind == "bone" and (bare or bone.shape == "auto")


def _tied(rig: Rig, bones: RigArrays) -> ConstraintArrays:
    """The arrays of the constraints of a rig."""
    goals = [
        (index, constraint)
        for index, constraint in enumerate(rig.constraints)
        if isinstance(constraint, Goal) and constraint.enabled and constraint.owner in bones.row
    ]
    chains = tuple(_chain(rig, bones, index, goal) for index, goal in goals)
    driven = np.zeros(len(bones.names), dtype=np.bool_)
    for chain, (_, goal) in zip(chains, goals, strict=True):
        if (chain.target is not None or isinstance(goal.target, BoneRef)) and goal.blend > 0.0:
            driven[list(chain.rows)] = True
    return ConstraintArrays(chains, tuple(_trackings(rig, bones)), _controls(rig, bones), driven)


def _trackings(rig: Rig, bones: RigArrays) -> Iterator[Tracking]:
    """The constraints by which bones track others."""
    for tie in rig.constraints:
        if isinstance(tie, Tracks) and tie.own_target is not None and acts(rig, tie):
            tracking = Tracking(bones.row[tie.owner], bones.row[tie.own_target], tie.head_tail)
            if not (bones.hidden[tracking.row] or bones.hidden[tracking.target]):
                yield tracking


def _chain(rig: Rig, bones: RigArrays, index: int, tie: Goal) -> Chain:
    names = chain_bones(rig, tie)
    pole, named = None, pole_of(tie)
    if named is not None and named in bones.row and not bones.hidden[bones.row[named]]:
        bending = names[max(len(names) // 2 - 1, 0)] if names else tie.owner
        pole = (bones.row[named], bones.row[bending])
    target = bones.row.get(tie.own_target or "")
    return Chain(tie.owner, index, target, tuple(bones.row[name] for name in names), pole)


def _controls(rig: Rig, bones: RigArrays) -> tuple[ControlShape, ...]:
    """The outlines of handles, poles and custom shapes, without those of hidden bones."""
    ends = {tie.target: tie.owner for tie in rig.constraints if isinstance(tie, Goal) and tie.owner in bones.row}
    handles = dict(_handles_by_pole(rig, bones))
    body = set(bones.body.tolist())
    seen = [row for row in range(len(rig.bones)) if not bones.hidden[row] and row not in body]
    rest = rest_matrices(rig.bones) if seen else np.zeros((0, 4, 4))
    grips = []
    for row in seen:
        bone, size = rig.bones[row], float(bones.lengths[row]) * rig.bones[row].shape_size
        role = bones.coloured.get(row, bone.kind)
        if bone.shape != "auto":
            grips.append(ControlShape(row, bone.name, bone.shape, np.eye(4), size, role))
        elif bone.kind == "pole":
            handle = handles.get(bone.name)
            grips.append(ControlShape(row, bone.name, "diamond", np.eye(4), DIAMOND * size, role, True, handle))
        else:
            normal = rest[bones.row[ends.get(bone.name, bone.name)], :3, 1]
            turn = _facing(rest[row, :3, :3].T @ normal)
            grips.append(ControlShape(row, bone.name, "ring", turn, RING * size, role))
    return tuple(grips)


def _handles_by_pole(rig: Rig, bones: RigArrays) -> Iterator[tuple[str, tuple[int, float]]]:
    """Each pole with the row and the radius of the handle whose limb it turns."""
    for tie in rig.constraints:
        target, pole = tie.own_target, tie.own_pole
        if isinstance(tie, Ik) and pole and target is not None and target in bones.row:
            row = bones.row[target]
            handle = rig.bones[row]
            share = RING if handle.shape == "auto" else 1.0
            yield pole, (row, share * float(bones.lengths[row]) * handle.shape_size)


def seen_radius(radius: float, at: Floats, beside: tuple[Floats, float] | None, lens: Lens) -> float:
    """Return the radius, metres, of a control at a place (3,) that is seen no larger than the one `beside` it.

    That is another one's place (3,) and radius. A pole is before its joint, so it would be seen larger from near.
    """
    if beside is None or radius <= 0.0:
        return radius
    place, other = beside
    return min(radius, other / lens.pixel(place) * lens.pixel(at))


def control_axes(grip: ControlShape, matrices: Floats) -> Floats:
    """The transform (4, 4) of a control's outline in a pose."""
    if not grip.upright:
        return np.asarray(matrices[grip.row] @ grip.turn)
    axes = np.eye(4)
    axes[:3, 3] = matrices[grip.row, :3, 3]
    return axes


def _facing(normal: Floats) -> Floats:
    """Axes (4, 4) with Z along `normal`."""
    side = np.cross(normal, (1.0, 0.0, 0.0) if abs(normal[0]) < 0.9 else (0.0, 1.0, 0.0))
    side = side / np.linalg.norm(side)
    axes = np.eye(4)
    axes[:3, 0], axes[:3, 1], axes[:3, 2] = side, np.cross(normal, side), normal
    return axes
