"""The pose that a whole-body solve came to, written into the document: rotations, the root, handles and poles.

Everything that hangs on a bone that moved is carried along, so handles stay at the ends of their chains and poles on
the side to which these bend, however far; evaluating the result gives the same skeleton.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from math import sqrt
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs import Document, Ik, Rig, Transform
from pantin.rigs.editing.limbs import shown_carrier
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.tree.chains import chain_bones
from pantin.rigs.vectors import cross, upright
from pantin.solver.edits.pulling.tables import Tables
from pantin.solver.edits.pulling.tree import Tree, acting_ik, aims, body_ancestors, carried_controls
from pantin.solver.maths.joint_axes import in_bone_axes
from pantin.solver.program.carried import has_size
from pantin.solver.program.evaluated import Evaluated
from pantin.solver.program.single_poses import Near, near
from pantin.solver.program.skeleton import Floats
from pantin.solver.whole_body import columns as c

STRAIGHT = 1e-5
"""A chain whose joints are off its line by less, in parts of its length, has no side: its pole goes with its root."""


CarriedBy = tuple[int, int, Floats]
"""The row of a bone, that of a control that goes with it, and the control (4, 4) in the axes of the bone."""


class Bend(msgspec.Struct, frozen=True, eq=False):
    """What of a chain tells where it ends, and to which side it bends."""

    rows: list[int]
    """Of its bones, from its root."""
    length: float
    owner: int
    tail: float | None
    """How far its end is from the head of its owner; None where that is the head."""

    def end(self, matrices: Floats) -> Floats:
        """The end of the chain when bones stand as in `matrices`."""
        head: Floats = matrices[self.owner, :3, 3]
        return head if self.tail is None else head + matrices[self.owner, :3, 1] * self.tail

    def plane(self, matrices: Floats) -> Floats | None:
        """The frame at its root: Y along its line, X to the side to which it bends; None if it is straight."""
        root, *joints = matrices[self.rows, :3, 3]
        away = self.end(matrices) - root
        far = sqrt(away @ away)
        if far < STRAIGHT * self.length or not joints:
            return None
        line, out = away / far, np.array(joints) - root
        aside = (out - (out @ line)[:, None] * line).sum(axis=0)
        off = sqrt(aside @ aside)
        if off < STRAIGHT * self.length:
            return None
        found = np.eye(4)
        across = aside / off
        found[:3, 0], found[:3, 1], found[:3, 2], found[:3, 3] = across, line, cross(across, line), root
        return found


class CarriedChain(msgspec.Struct, frozen=True, eq=False):
    """A chain under IK whose handle and pole are brought along, and how these stood before."""

    bend: Bend
    handle: int
    pole: int
    """The rows of both; −1 without a pole."""
    end: int
    """The row of the bone with which the handle turns."""
    handle_in_end: Floats
    """The handle (4, 4) in the axes of that bone."""
    pole_in_plane: Floats | None
    """The pole (4, 4) in the frame of the plane in which the chain bends; None where it is straight."""
    pole_in_root: Floats
    """The pole (4, 4) in the axes of the chain's root."""
    grabbed: int
    """The row of what is grabbed to move the handle: of another control where that is hidden, as in a foot."""
    grabbed_in_handle: Floats
    """What is grabbed (4, 4) in the axes of the handle."""


class Turning(NamedTuple):
    """A bone whose rotation is written: its place in the tree, its row, and how it was posed."""

    name: str
    place: int
    row: int
    before: Transform


class Placed(NamedTuple):
    """A bone whose pose is found from where it stands, and how it was posed; what is connected stays in its place."""

    name: str
    stays: bool
    before: Transform


class Carrying(msgspec.Struct, frozen=True, eq=False):
    """What is known before a drag: which bones go with which, and the controls that are brought along."""

    document: Document
    evaluated: Evaluated
    height: float
    moving: NDArray[np.intp]
    """The rows of the bones that go with the tree."""
    carriers: NDArray[np.intp]
    """The place in the tree of what carries each of these."""
    back: Floats
    """(j, 4, 4): from armature space into the axes of each bone of the tree, metres."""
    chains: tuple[CarriedChain, ...]
    others: tuple[CarriedBy, ...]
    """Controls of no chain, with the bones that take over their rotation."""
    aimed: tuple[CarriedBy, ...]
    """Controls at which bones point and that go with bones below, each with the bone that points; only places count."""
    along: tuple[CarriedBy, ...]
    """Controls that others carry, parents first, with what carries them: these are not posed themselves."""
    turning: tuple[Turning, ...]
    placed: tuple[Placed, ...]
    """The root, where it is free, and the controls that are posed."""
    near: Near
    """Of the bones in `placed`."""

    def written(self, bones: Floats) -> Document:
        """The document in the pose of `bones`, the solved table."""
        moved = _rigid(bones, self.height) @ self.back
        after = np.array(self.evaluated.matrices)
        after[self.moving] = moved[self.carriers] @ after[self.moving]
        _bring_along(after, self)
        return with_transforms(self.document, self._placed(after) | self._turned(bones))

    def _placed(self, after: Floats) -> dict[str, Transform]:
        """The poses of the root and of controls in which they stand as in `after`; they keep their scales."""
        poses = self.near.poses(after, self.evaluated.stretches).tolist()
        return {
            name: Transform(before.location if stays else (x, y, z), upright(*turn[:4]), before.scale)
            for (name, stays, before), (x, y, z, *turn) in zip(self.placed, poses, strict=True)
        }

    def _turned(self, bones: Floats) -> dict[str, Transform]:
        """The poses of bones with the rotations that they were turned to."""
        table, turns = self.evaluated.skeleton.table, bones[:, c.LOCAL : c.LOCAL + 4].tolist()
        found = {}
        for name, place, row, before in self.turning:
            local = in_bone_axes(table, row, tuple(turns[place]))
            found[name] = Transform(before.location, upright(*map(float, local)), before.scale)
        return found


def carrying(document: Document, evaluated: Evaluated, tree: Tree, tables: Tables) -> Carrying:
    """What goes with the bones of a tree; `tables` holds how they stand."""
    rig, index = document.rig, evaluated.index
    place = {name: i for i, name in enumerate(tree.names)}
    carriers = np.array([_carrier(rig, name, place) for name in evaluated.names], np.intp)
    rows = np.flatnonzero(carriers >= 0)
    moving = {evaluated.names[i] for i in rows}
    copied = carried_controls(rig)
    chains = tuple(_chain(rig, evaluated, ik, copied) for ik in acting_ik(rig) if _end(rig, ik) in moving)
    handles = {chain.handle for chain in chains}
    tied = [(owner, control) for owner, control in copied.items() if index[control] not in handles]
    others = _carried_by(evaluated, tied, moving)
    pointing = _carried_by(evaluated, [(aim.owner, str(aim.target)) for aim in aims(rig)], moving)
    posed = [row for chain in chains for row in (chain.grabbed, chain.pole) if row >= 0]
    posed += [control for _owner, control, _place in others]
    brought = handles.union(posed)
    along = tuple(each for row in sorted(brought) for each in _along(rig, evaluated, evaluated.names[row], brought))
    placed = [*tree.names[: tree.root_free], *(evaluated.names[row] for row in posed)]
    return Carrying(
        document,
        evaluated,
        tables.height,
        rows,
        carriers[rows],
        np.asarray(np.linalg.inv(_rigid(tables.bones, tables.height))),
        chains,
        others,
        pointing,
        along,
        tuple(
            Turning(name, place[name], index[name], rig.transform(name)) for name in tree.names if name in tree.turning
        ),
        tuple(Placed(name, rig.by_name[name].connected, rig.transform(name)) for name in placed),
        near(evaluated.skeleton, np.array([index[name] for name in placed], np.intp)),
    )


def _carried_by(evaluated: Evaluated, pairs: Iterable[tuple[str, str]], moving: set[str]) -> tuple[CarriedBy, ...]:
    """Of pairs of bones and controls those whose bones are `moving`."""
    rows = ((evaluated.index[owner], evaluated.index[control]) for owner, control in pairs if owner in moving)
    return tuple((owner, control, _within(evaluated.matrices, control, owner)) for owner, control in rows)


def _along(rig: Rig, evaluated: Evaluated, name: str, brought: Collection[int]) -> Iterator[CarriedBy]:
    """The controls below one that is brought along, parents first, that are not `brought` themselves."""
    above = evaluated.index[name]
    for child in rig.children.get(name, ()):
        row = evaluated.index[child.name]
        if child.kind != "bone" and row not in brought:
            yield above, row, _within(evaluated.matrices, row, above)
            yield from _along(rig, evaluated, child.name, brought)


def _chain(rig: Rig, evaluated: Evaluated, ik: Ik, copied: Mapping[str, str]) -> CarriedChain:
    index, matrices, lengths = evaluated.index, evaluated.matrices, evaluated.skeleton.lengths
    rows, owner = [index[name] for name in reversed(chain_bones(rig, ik))], index[ik.owner]
    bend = Bend(rows, float(lengths[rows].sum()), owner, float(lengths[owner]) if ik.use_tail else None)
    handle, pole = index[str(ik.target)], index.get(ik.pole or "", -1)
    end = index[next((owner for owner, control in copied.items() if control == ik.target), ik.owner)]
    plane = bend.plane(matrices)
    in_plane = None if plane is None or pole < 0 else np.linalg.inv(plane) @ matrices[pole]
    in_end, in_root = _within(matrices, handle, end), _within(matrices, pole, rows[0])
    grabbed = index[shown_carrier(rig, str(ik.target))]
    in_handle = _within(matrices, grabbed, handle)
    return CarriedChain(bend, handle, pole, end, in_end, in_plane, in_root, grabbed, in_handle)


def _within(matrices: Floats, row: int, carrier: int) -> Floats:
    """The matrix (4, 4) of a bone in the axes of another; where that has no size, what it carries goes to its head."""
    stands = matrices[carrier]
    back = np.linalg.inv(stands) if has_size(stands) else np.linalg.pinv(stands)
    return np.asarray(back @ matrices[row])


def _carrier(rig: Rig, name: str, place: dict[str, int]) -> int:
    """The row of the tree that carries a bone: its own, or that of the first one above it; controls end that."""
    if rig.by_name[name].kind != "bone":
        above = rig.by_name[name].parent
        return -1 if above is None else _carrier(rig, above, place)
    return next((place[each] for each in (name, *body_ancestors(rig, name)) if each in place), -1)


def _end(rig: Rig, ik: Ik) -> str:
    """The last bone of a chain."""
    bones = chain_bones(rig, ik)
    return bones[0] if bones else ik.owner


def _rigid(bones: Floats, height: float) -> Floats:
    """The rotation and place of each bone as a matrix (j, 4, 4), metres."""
    x, y, z, w = bones[:, c.WORLD : c.WORLD + 4].T
    found = np.zeros((len(bones), 4, 4))
    found[:, 0, 0], found[:, 0, 1], found[:, 0, 2] = 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)
    found[:, 1, 0], found[:, 1, 1], found[:, 1, 2] = 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)
    found[:, 2, 0], found[:, 2, 1], found[:, 2, 2] = 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)
    found[:, :3, 3] = bones[:, c.HEAD : c.HEAD + 3] * height
    found[:, 3, 3] = 1.0
    return found


def _bring_along(after: Floats, carried: Carrying) -> None:
    """Bring controls to where they are after the pull: handles to the ends of their chains."""
    for chain in carried.chains:
        after[chain.handle] = after[chain.end] @ chain.handle_in_end
        after[chain.handle, :3, 3] = chain.bend.end(after)
        if chain.grabbed != chain.handle:
            after[chain.grabbed] = after[chain.handle] @ chain.grabbed_in_handle
        if chain.pole >= 0:
            after[chain.pole] = _pole(after, chain)
    for owner, control, within in carried.others:
        after[control] = after[owner] @ within
    for owner, control, within in carried.aimed:
        after[control, :3, 3] = (after[owner] @ within)[:3, 3]
    for above, row, within in carried.along:
        after[row] = after[above] @ within


def _pole(after: Floats, chain: CarriedChain) -> Floats:
    """Where the pole goes with the plane in which its chain bends; with the root of a chain that is straight."""
    if chain.pole_in_plane is not None:
        plane = chain.bend.plane(after)
        if plane is not None:
            return np.asarray(plane @ chain.pole_in_plane)
    return np.asarray(after[chain.bend.rows[0]] @ chain.pole_in_root)
