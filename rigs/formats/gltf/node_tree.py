"""The nodes that a rig is written as: those of the file it came from, in their order, then one for each bone added.

A node rests on its bone as it did in that file, also where the bone was edited since. A rig that came from no file has
a node for itself and, below it, one for each bone that deforms, with the bone's own axes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

import msgspec
import numpy as np

from pantin.rigs.figure import Figure
from pantin.rigs.formats.gltf.container import Node
from pantin.rigs.formats.gltf.joints import HALF_TURN
from pantin.rigs.formats.skeleton import TO_Z_UP
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.source import Source, SourceNode
from pantin.rigs.source.worlds import parents_first, rest_worlds, worlds

UPRIGHT_NODE = "Upright"
"""The name of the node that turns a figure upright which lies in its file."""


class NodeTree(msgspec.Struct, frozen=True, eq=False):
    """The n nodes of a file to be written. A node is referred to by its number, its place among them."""

    names: list[str]
    """Empty for a node that has no name."""
    parents: list[int]
    """The node above each node; -1 above a root."""
    children: list[list[int]]
    """The nodes below each node: in the order of the rig's bones, so that they are read again in that order, or in the
    order of the file that is written again.
    """
    order: list[int]
    """All nodes, parents first."""
    bone_rows: list[int]
    """The row of the bone that each node is; -1 for a node that is no bone."""
    source_indices: list[int]
    """The place of each node among those of the file that the rig came from; -1 for a node that was not there."""
    originals: list[Node]
    """Each node as that file has it; nodes that were not there as they are without a transform."""
    rests: Floats
    """The rest matrix of each node (n, 4, 4), in the axes of the file."""
    to_armature: Floats
    """The rotation (4, 4) from the axes of the file to armature space."""


def node_tree(figure: Figure, below: Sequence[Sequence[int]] | None = None) -> NodeTree:
    """The nodes of a rig at rest.

    Where its file itself is written again, `below` are the children of each node in it. All nodes stay then, those too
    whose bones the rig has no longer.
    """
    source = figure.source or Source(nodes=(SourceNode(name=figure.name),))
    kept = [index for index, node in enumerate(source.nodes) if below is not None or not node.gone]
    rows = _bone_rows(figure.rig, source, kept)
    added = rows[len(kept) :]
    parents = _parents(figure, source, kept, rows)
    children = _children(parents, rows) if below is None else _as_they_were(parents, below)
    order = parents_first(parents, children)
    originals = [_original(source.nodes[index]) for index in kept] + [Node()] * len(added)
    turn = to_armature(source)
    bones = _bone_rests(figure.rig, source, kept, rows, turn)
    tree = NodeTree(
        names=[_name(source.nodes[index]) for index in kept] + [figure.rig.bones[row].name for row in added],
        parents=parents,
        children=children,
        order=order,
        bone_rows=rows,
        source_indices=[index if figure.source else -1 for index in kept] + [-1] * len(added),
        originals=originals,
        rests=worlds(originals, parents, order, bones),
        to_armature=turn,
    )
    return _stood_up(tree, bones) if source.stood_up else tree


def _stood_up(tree: NodeTree, bones: Mapping[int, Floats]) -> NodeTree:
    """Return the tree below one more node, the last, which turns it upright; `bones` rest so already."""
    top = len(tree.parents)
    roots = [number for number, parent in enumerate(tree.parents) if parent == -1]
    parents = [top if parent == -1 else parent for parent in tree.parents] + [-1]
    order, half = [top, *tree.order], sqrt(0.5)
    originals = [*tree.originals, Node(rotation=(-half, 0.0, 0.0, half))]
    return msgspec.structs.replace(
        tree,
        names=[*tree.names, UPRIGHT_NODE],
        parents=parents,
        children=[*tree.children, roots],
        order=order,
        bone_rows=[*tree.bone_rows, -1],
        source_indices=[*tree.source_indices, -1],
        originals=originals,
        rests=worlds(originals, parents, order, bones),
    )


def _bone_rows(rig: Rig, source: Source, kept: Sequence[int]) -> list[int]:
    """The row of the bone of each kept node, -1 where it is none; then those of the bones that no node became."""
    bones = [source.nodes[index].bone for index in kept]
    known = set(bones)
    added = [row for row, bone in enumerate(rig.bones) if bone.kind == "bone" and bone.name not in known]
    return [-1 if bone is None else rig.rows[bone] for bone in bones] + added


def _name(node: SourceNode) -> str:
    """Return the name of a node: as in its file, or that of its bone where that was renamed."""
    return node.bone if node.bone is not None and node.bone != node.called else node.name


def _original(node: SourceNode) -> Node:
    """The transform of a node as its file has it."""
    matrix = None if node.matrix is None else list(node.matrix)
    return Node(matrix=matrix, translation=node.translation, rotation=node.rotation, scale=node.scale)


def to_armature(source: Source) -> Floats:
    """The rotation (4, 4) from the axes of the file to armature space."""
    turn = TO_Z_UP.copy()
    if source.faces_back:
        turn[:3, :3] = turn[:3, :3] @ HALF_TURN
    return turn


# What hangs on what


def _parents(figure: Figure, source: Source, kept: Sequence[int], rows: Sequence[int]) -> list[int]:
    """The node above each node, -1 above a root; the rig's own, where it came from no file, above bones without any."""
    bone_parents = _bone_parents(figure.rig, rows)
    number_of = {index: number for number, index in enumerate(kept)}
    from_file = [_parent_of_kept(source, number_of, rows, index, bone_parents[number_of[index]]) for index in kept]
    top = 0 if figure.source is None else -1
    return from_file + [top if bone_parent == -1 else bone_parent for bone_parent in bone_parents[len(kept) :]]


def _bone_parents(rig: Rig, rows: Sequence[int]) -> list[int]:
    """For each node that is a bone the node of the nearest bone above that has one; -1 where there is none."""
    number_of = {rig.bones[row].name: number for number, row in enumerate(rows) if row != -1}

    def bone_parent(row: int) -> int:
        above = rig.bones[row].parent
        while above is not None and above not in number_of:
            above = rig.by_name[above].parent
        return -1 if above is None else number_of[above]

    return [-1 if row == -1 else bone_parent(row) for row in rows]


def _parent_of_kept(
    source: Source, number_of: Mapping[int, int], rows: Sequence[int], index: int, bone_parent: int
) -> int:
    """Return the parent of the node at `index` of the file: that in the file, unless the parent of its bone changed.

    `bone_parent` is the node of the bone's parent now.
    """
    parent = next(_kept_above(source, number_of, index), -1)
    if rows[number_of[index]] == -1:
        return parent
    bone_parent_in_file = next((number for number in _kept_above(source, number_of, index) if rows[number] != -1), -1)
    return parent if bone_parent_in_file == bone_parent else bone_parent


def _kept_above(source: Source, number_of: Mapping[int, int], index: int) -> Iterator[int]:
    """The kept nodes above the node at `index` of the file, from the nearest up."""
    at = source.nodes[index].parent
    while at is not None:
        if at in number_of:
            yield number_of[at]
        at = source.nodes[at].parent


def _children(parents: Sequence[int], rows: Sequence[int]) -> list[list[int]]:
    """The nodes below each node, sorted by the first row among the bones that each of them is or carries."""
    children: list[list[int]] = [[] for _parent in parents]
    for number, parent in enumerate(parents):
        if parent != -1:
            children[parent].append(number)
    first = [len(rows) if row == -1 else row for row in rows]
    for number in reversed(parents_first(parents, children)):
        if parents[number] != -1:
            first[parents[number]] = min(first[parents[number]], first[number])
    for below in children:
        below.sort(key=lambda number: (first[number], number))
    return children


def _as_they_were(parents: Sequence[int], below: Sequence[Sequence[int]]) -> list[list[int]]:
    """The nodes below each node: those that were `below` it, in that order, and after them what came there since."""
    children: list[list[int]] = [[] for _parent in parents]
    for number, was in enumerate(below):
        children[number] = [child for child in was if parents[child] == number]
    there = {child for row in children for child in row}
    for number, parent in enumerate(parents):
        if parent != -1 and number not in there:
            children[parent].append(number)
    return children


# Where nodes rest


def _bone_rests(
    rig: Rig, source: Source, kept: Sequence[int], rows: Sequence[int], to_armature: Floats
) -> dict[int, Floats]:
    """Return the rest matrices (4, 4) of the nodes that are bones, in the axes of the file: with their bone, from where
    it was read.

    A node whose bone rests as it did when it was read stands to the bit as the file has it.
    """
    rests, from_armature = rest_matrices(rig.bones), to_armature.T
    read_rests, read_worlds = _rests_when_read(source), rest_worlds(source)
    found: dict[int, Floats] = {}
    for number, row in enumerate(rows):
        if number >= len(kept):
            found[number] = from_armature @ rests[row]
        elif row != -1:
            index = kept[number]
            moved = rests[row] @ np.linalg.inv(read_rests[index])
            found[number] = (
                read_worlds[index]
                if _is_unedited(rig.bones[row], source.nodes[index])
                else from_armature @ moved @ to_armature @ read_worlds[index]
            )
    return found


def _is_unedited(bone: Bone, node: SourceNode) -> bool:
    return (bone.head, bone.tail, bone.roll) == (node.head, node.tail, node.roll)


def _rests_when_read(source: Source) -> Floats:
    """Return the rest matrices (n, 4, 4) of the bones that the nodes of the file became, armature space."""
    return rest_matrices([Bone(name="bone", head=n.head, tail=n.tail, roll=n.roll) for n in source.nodes])
