"""The pose that a whole-body solve came to, written into the document: rotations, the root, and controls.

Everything that hangs on a bone that moved is carried along (`controls`); evaluating the result gives the same skeleton.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs import Document, Rig, Transform
from pantin.rigs import rotations as rot
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.figure import Figure
from pantin.solver.edits.pulling.controls import Controls, controls_of
from pantin.solver.edits.pulling.tables import Tables
from pantin.solver.edits.pulling.tree import Tree, body_ancestors
from pantin.solver.maths.joint_axes import in_bone_axes
from pantin.solver.program.posed import Posed
from pantin.solver.program.single_poses import Near, near
from pantin.solver.program.skeleton import Floats
from pantin.solver.whole_body import columns as c


class Turning(NamedTuple):
    """A bone whose rotation is written."""

    name: str
    place: int
    """Its place in the tree."""
    row: int
    before: Transform
    """Its pose before."""


class Placed(NamedTuple):
    """A bone whose pose is found from where it is."""

    name: str
    stays: bool
    """Whether it is connected to its parent, and stays in its place."""
    before: Transform
    """Its pose before."""


class WriteBack(msgspec.Struct, frozen=True, eq=False):
    """The relations that are known before a drag: which bones follow which, and the controls that follow."""

    document: Document
    evaluated: Posed
    height: float
    """The unit of length in the solved table, metres."""
    moving: NDArray[np.intp]
    """The rows of the bones that go with the tree."""
    solved_with: NDArray[np.intp]
    """The place in the tree of what carries each of these."""
    back: Floats
    """(j, 4, 4): from armature space into the axes of each bone of the tree, metres."""
    controls: Controls
    turning: tuple[Turning, ...]
    placed: tuple[Placed, ...]
    """The root, where it is free, and the controls that are posed."""
    near: Near
    """Of the bones in `placed`."""

    def written(self, bones: Floats) -> Document:
        """The document in the pose of `bones` (j, BONE_WIDTH), the solved table."""
        after = self._standing(bones)
        self.controls.follow(after)
        return with_transforms(self.document, self._placed(after) | self._turned(bones))

    def _standing(self, bones: Floats) -> Floats:
        """Return the matrices of all bones (n, 4, 4), armature space, once those of the tree have moved, but for
        controls.
        """
        moved = _rigid(bones, self.height) @ self.back
        after = np.array(self.evaluated.matrices)
        after[self.moving] = moved[self.solved_with] @ after[self.moving]
        return after

    def _placed(self, after: Floats) -> dict[str, Transform]:
        """The poses of the root and of controls in which they are posed as in `after`; they keep their scales."""
        poses = self.near.poses(after, self.evaluated.stretches).tolist()
        return {
            name: msgspec.structs.replace(
                before, location=before.location if stays else (x, y, z), rotation=rot.canonical(*turn[:4])
            )
            for (name, stays, before), (x, y, z, *turn) in zip(self.placed, poses, strict=True)
        }

    def _turned(self, bones: Floats) -> dict[str, Transform]:
        """The poses of bones with the rotations that they were turned to."""
        table, turns = self.evaluated.skeleton.table, bones[:, c.LOCAL : c.LOCAL + 4].tolist()
        found = {}
        for name, place, row, before in self.turning:
            local = in_bone_axes(table, row, tuple(turns[place]))
            found[name] = msgspec.structs.replace(before, rotation=rot.canonical(*map(float, local)))
        return found


def write_back_of(document: Document, posed: Posed, tree: Tree, tables: Tables) -> WriteBack:
    """Return the write-back for the bones of a tree; `tables` holds their pose."""
    rig, index = document.rig, posed.index
    place = {name: i for i, name in enumerate(tree.names)}
    solved_with = np.array([_solved_with(rig, name, place) for name in posed.names], np.intp)
    moving = np.flatnonzero(solved_with >= 0)
    controls = controls_of(rig, posed, {posed.names[row] for row in moving})
    placed = [*tree.names[: tree.root_free], *(posed.names[row] for row in controls.posed)]
    return WriteBack(
        document,
        posed,
        tables.height,
        moving,
        solved_with[moving],
        np.asarray(np.linalg.inv(_rigid(tables.bones, tables.height))),
        controls,
        tuple(_turning(document.figure, tree, place, index)),
        tuple(Placed(name, rig.by_name[name].connected, document.figure.transform(name)) for name in placed),
        near(posed.skeleton, np.array([index[name] for name in placed], np.intp)),
    )


def _solved_with(rig: Rig, name: str, place: Mapping[str, int]) -> int:
    """The place in the tree of what carries a bone: its own, or that of the first one above it; −1 for none.

    A control goes with what its parent goes with.
    """
    if rig.by_name[name].kind != "bone":
        above = rig.by_name[name].parent
        return -1 if above is None else _solved_with(rig, above, place)
    return next((place[each] for each in (name, *body_ancestors(rig, name)) if each in place), -1)


def _turning(figure: Figure, tree: Tree, place: Mapping[str, int], index: Mapping[str, int]) -> Iterable[Turning]:
    """The bones of the tree that may turn, parents first."""
    return (
        Turning(name, place[name], index[name], figure.transform(name)) for name in tree.names if name in tree.turning
    )


def _rigid(bones: Floats, height: float) -> Floats:
    """The rotation and place of each bone as a matrix (j, 4, 4), metres."""
    found = np.zeros((len(bones), 4, 4))
    found[:, :3, :3] = rot.matrix_from_quaternion(bones[:, c.WORLD : c.WORLD + 4])
    found[:, :3, 3] = bones[:, c.HEAD : c.HEAD + 3] * height
    found[:, 3, 3] = 1.0
    return found
