"""World matrices of the nodes of a file, in its own axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.motion.transform_arrays import NOTHING, Floats, world_matrices
from pantin.rigs.source.values import Source

UPRIGHT = np.array(((1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, -1.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)))
"""The turn about X, in the axes of a file and in armature space, that stands a figure up whose file has Z up though
its format says Y.
"""


class Placed(Protocol):
    """A node relative to its parent: by a matrix of 16 numbers, by columns, or else by the other three."""

    @property
    def matrix(self) -> Sequence[float] | None:
        """The matrix, where there is one."""

    @property
    def translation(self) -> Sequence[float]:
        """Its place."""

    @property
    def rotation(self) -> Sequence[float]:
        """A quaternion [x, y, z, w] of any length."""

    @property
    def scale(self) -> Sequence[float]:
        """Its size along each axis."""


def locals_of(nodes: Sequence[Placed]) -> Floats:
    """Return the matrix of each node relative to its parent (n, 4, 4)."""
    found = np.tile(np.eye(4), (len(nodes), 1, 1))
    with np.errstate(over="ignore", invalid="ignore"):
        turns = rot.matrix_from_quaternion(
            rot.normalised(np.array([node.rotation for node in nodes], np.float64).reshape(-1, 4))
        )
        found[:, :3, :3] = turns * np.array([node.scale for node in nodes], np.float64).reshape(-1, 1, 3)
    found[:, :3, 3] = np.array([node.translation for node in nodes], np.float64).reshape(-1, 3)
    for row, node in enumerate(nodes):
        if node.matrix is not None:
            found[row, :3] = np.array(node.matrix).reshape(4, 4).T[:3]  # glTF knows no perspective
    return found


def parents_first(parents: Sequence[int], children: Sequence[Sequence[int]]) -> list[int]:
    """All nodes of a forest, each root followed by what hangs below it; those in a circle are left out.

    `parents` and `children` are by node; the parent of a root is -1.
    """
    order: list[int] = []
    todo = [index for index in reversed(range(len(parents))) if parents[index] == -1]
    while todo:
        index = todo.pop()
        order.append(index)
        todo.extend(reversed(children[index]))
    return order


def rest_worlds(source: Source) -> Floats:
    """Return where the nodes of the file rest in it (n, 4, 4): as they stand, but for those saved in a pose.

    Of a figure that was stood up they are turned as that is.
    """
    rests = {
        index: np.array(node.rest).reshape(4, 4).T for index, node in enumerate(source.nodes) if node.rest is not None
    }
    return _worlds_of(source, rests)


def worlds_in_file(source: Source) -> Floats:
    """Return where the nodes of the file stand in it (n, 4, 4), saved in a pose or not."""
    return _worlds_of(source, NOTHING)


def _worlds_of(source: Source, known: Mapping[int, Floats]) -> Floats:
    parents = [-1 if node.parent is None else node.parent for node in source.nodes]
    children: list[list[int]] = [[] for _parent in parents]
    for number, parent in enumerate(parents):
        if parent != -1:
            children[parent].append(number)
    found = worlds(source.nodes, parents, parents_first(parents, children), known)
    return UPRIGHT @ found if source.stood_up else found


def worlds(
    nodes: Sequence[Placed], parents: Sequence[int], order: Sequence[int], known: Mapping[int, Floats] = NOTHING
) -> Floats:
    """Return the world matrices of nodes (n, 4, 4): each on its parent, but for those that `known` holds."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.array(world_matrices(locals_of(nodes), parents, order, known)).reshape(-1, 4, 4)
