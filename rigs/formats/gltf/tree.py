"""The nodes that a rig leaves as: those of the file it came from, in their order, then a node for each bone added.

A node stands to its bone as it did in the file. A rig that came from no such file has a node for itself, and below it
one for each bone that deforms, with the bone's own axes.
"""

from __future__ import annotations

import msgspec
import numpy as np

from pantin.rigs.formats.gltf.container import Node
from pantin.rigs.formats.gltf.joints import HALF_TURN, locals_of
from pantin.rigs.formats.skeleton import TO_Z_UP
from pantin.rigs.motion.parts import Floats, composed, decomposed
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.source import Source, SourceNode

OTHERWISE = 1e-6
"""A node that stands otherwise than in the file by less than this, in parts of its size, stands as in the file."""


class Tree(msgspec.Struct):
    """Nodes, and what they are: `parents`, `children` and `order` (parents first) by their places."""

    names: list[str]
    parents: list[int]
    rows: list[int]
    """The row of the bone that each node is; -1 for a node that is none."""
    sources: list[int]
    """The place of each node in the file that it came from; -1 where it did not."""
    own: list[Node]
    """How each node stands in that file."""
    children: list[list[int]]
    """Those that carry bones in the order of the rig's bones, which is the one in which they are read again."""
    order: list[int]
    worlds: Floats
    """Where each node rests (n, 4, 4), in the axes of the file."""
    turn: Floats
    """From these axes to those of rigs (4, 4)."""


def tree_of(rig: Rig) -> Tree:
    """The nodes of a rig."""
    source = rig.source or Source(nodes=(SourceNode(name=rig.name),))
    place = {index: number for number, index in enumerate(i for i, node in enumerate(source.nodes) if not node.gone)}
    kept = [source.nodes[index] for index in place]
    rows = [-1 if node.bone is None else rig.rows[node.bone] for node in kept]
    known = set(rows)
    added = [row for row, bone in enumerate(rig.bones) if bone.kind == "bone" and row not in known]
    names = [node.bone if node.bone not in (None, node.called) else node.name for node in kept]
    sources = [index if rig.source else -1 for index in place]
    rows += added
    parents = _parents_of(rig, source, place, rows)
    children = _children(parents, rows)
    turn = TO_Z_UP.copy()
    if source.faces_back:
        turn[:3, :3] = turn[:3, :3] @ HALF_TURN
    tree = Tree(
        names=[name or "" for name in names] + [rig.bones[row].name for row in added],
        parents=parents,
        rows=rows,
        sources=sources + [-1] * len(added),
        own=[_as_node(node) for node in kept] + [Node()] * len(added),
        children=children,
        order=_parents_first(parents, children),
        worlds=np.empty((len(rows), 4, 4)),
        turn=turn,
    )
    _place(tree, rig, source)
    return tree


def _parents_of(rig: Rig, source: Source, place: dict[int, int], rows: list[int]) -> list[int]:
    """The node above each node: for those of the file, which come first, and for those that were added."""
    at = {row: number for number, row in enumerate(rows) if row != -1}
    carriers = [-1 if row == -1 else _carrier(rig, row, at) for row in rows]
    indices = list(place)
    found = [_in_source(source, place, rows, indices[number], carriers[number]) for number in range(len(indices))]
    base = 0 if rig.source is None else -1
    return found + [base if carrier == -1 else carrier for carrier in carriers[len(indices) :]]


def _as_node(node: SourceNode) -> Node:
    matrix = None if node.matrix is None else list(node.matrix)
    return Node(matrix=matrix, translation=node.translation, rotation=node.rotation, scale=node.scale)


def _carrier(rig: Rig, row: int, at: dict[int, int]) -> int:
    """The node of the nearest bone above that has one; -1 where none has."""
    above = rig.bones[row].parent
    while above is not None and rig.rows[above] not in at:
        above = rig.bones[rig.rows[above]].parent
    return -1 if above is None else at[rig.rows[above]]


def _in_source(source: Source, place: dict[int, int], rows: list[int], index: int, above: int) -> int:
    """The parent of a node of the file: what it was there, unless its bone hangs on another one, `above`, now."""
    direct = source.nodes[index].parent
    while direct is not None and direct not in place:
        direct = source.nodes[direct].parent
    parent = -1 if direct is None else place[direct]
    if rows[place[index]] == -1:
        return parent
    carrier = direct
    while carrier is not None and (carrier not in place or rows[place[carrier]] == -1):
        carrier = source.nodes[carrier].parent
    return parent if (-1 if carrier is None else place[carrier]) == above else above


def _children(parents: list[int], rows: list[int]) -> list[list[int]]:
    """The nodes below each node."""
    children: list[list[int]] = [[] for _parent in parents]
    for number, parent in enumerate(parents):
        if parent != -1:
            children[parent].append(number)
    first = [len(rows) if row == -1 else row for row in rows]
    for number in reversed(_parents_first(parents, children)):
        if parents[number] != -1:
            first[parents[number]] = min(first[parents[number]], first[number])
    for below in children:
        below.sort(key=lambda number: (first[number], number))
    return children


def _parents_first(parents: list[int], children: list[list[int]]) -> list[int]:
    order: list[int] = []
    todo = [number for number in reversed(range(len(parents))) if parents[number] == -1]
    while todo:
        order.append(todo.pop())
        todo.extend(reversed(children[order[-1]]))
    return order


def _place(tree: Tree, rig: Rig, source: Source) -> None:
    """Say where each node rests: it follows its bone where that was edited since it was read."""
    rest, locals_ = rest_matrices(rig.bones), locals_of(tree.own)
    in_file, before = _worlds_in_file(source), _rests_in_file(source)
    back = tree.turn.T
    for number in tree.order:
        row, index, parent = tree.rows[number], tree.sources[number], tree.parents[number]
        if row == -1:
            tree.worlds[number] = locals_[number] if parent == -1 else tree.worlds[parent] @ locals_[number]
        elif index == -1:
            tree.worlds[number] = back @ rest[row]
        elif _rests_as(rig.bones[row], source.nodes[index]):
            tree.worlds[number] = in_file[index]
        else:
            tree.worlds[number] = back @ rest[row] @ np.linalg.inv(before[index]) @ tree.turn @ in_file[index]


def _rests_as(bone: Bone, node: SourceNode) -> bool:
    return (bone.head, bone.tail, bone.roll) == (node.head, node.tail, node.roll)


def _rests_in_file(source: Source) -> Floats:
    """How the bones rested that the nodes became (n, 4, 4)."""
    return rest_matrices([Bone(name="bone", head=n.head, tail=n.tail, roll=n.roll) for n in source.nodes])


def _worlds_in_file(source: Source) -> Floats:
    """Where the nodes stand in the file (n, 4, 4)."""
    parents = [-1 if node.parent is None else node.parent for node in source.nodes]
    worlds = locals_of([_as_node(node) for node in source.nodes])
    for index in _parents_first(parents, _children(parents, [-1] * len(parents))):
        if parents[index] != -1:
            worlds[index] = worlds[parents[index]] @ worlds[index]
    return worlds


def local_rows(tree: Tree, rig: Rig, matrices: Floats, tracks: dict[int, Floats] | None = None) -> Floats:
    """Translation, rotation and scale of all nodes (f, nodes, 10) where the bones stand in `matrices` (f, n, 4, 4).

    Nodes that are no bones stand as in the file, or move as `tracks`, rows (f, 10) by node, say.
    """
    moved = matrices @ np.linalg.inv(rest_matrices(rig.bones))
    rows = np.empty((len(matrices), len(tree.rows), 10))
    stands: list[Floats] = [np.eye(4)] * len(tree.rows)
    for number in tree.order:
        row, parent = tree.rows[number], tree.parents[number]
        above = np.eye(4) if parent == -1 else stands[parent]
        if row == -1 and not (tracks and number in tracks):
            local = locals_of([tree.own[number]])[0]
            rows[:, number] = parts_of(tree.own[number])
            stands[number] = above @ local
            continue
        if row == -1:
            assert tracks
            rows[:, number] = tracks[number]
        else:
            wanted = tree.turn.T @ moved[:, row] @ tree.turn @ tree.worlds[number]
            rows[:, number] = decomposed(_inverse(above) @ wanted)
        stands[number] = above @ composed(rows[:, number])
    return rows


def parts_of(node: Node) -> Floats:
    """Translation, rotation and scale (10) of a node."""
    if node.matrix is not None:
        return decomposed(locals_of([node])[0])
    return np.array((*node.translation, *node.rotation, *node.scale))


def _inverse(matrices: Floats) -> Floats:
    """The inverse matrices; of one that is squashed flat what its place alone gives."""
    flat = np.abs(np.linalg.det(matrices[..., :3, :3])) < 1e-30
    whole = np.array(matrices)
    whole[flat, :3, :3] = np.eye(3)
    return np.asarray(np.linalg.inv(whole))


def as_in_file(tree: Tree, rows: Floats) -> list[Node]:
    """How the nodes stand that `rows` (nodes, 10) describe: as in the file where that is the same."""
    stands, theirs = composed(rows), locals_of(tree.own)
    sizes = np.maximum(1.0, np.abs(theirs).max(axis=(1, 2)))
    same = np.abs(stands - theirs).max(axis=(1, 2)) <= OTHERWISE * sizes
    # A node with shear is told by its matrix alone; it stands as in the file where its own parts are the same.
    parts = np.array([parts_of(node) for node in tree.own])
    same |= np.abs(composed(parts) - stands).max(axis=(1, 2)) <= OTHERWISE * sizes
    return [
        node if kept and tree.sources[number] != -1 else _node(rows[number])
        for number, (node, kept) in enumerate(zip(tree.own, same.tolist(), strict=True))
    ]


def _node(row: Floats) -> Node:
    numbers = row.tolist()
    return msgspec.structs.replace(
        Node(), translation=tuple(numbers[:3]), rotation=tuple(numbers[3:7]), scale=tuple(numbers[7:])
    )
