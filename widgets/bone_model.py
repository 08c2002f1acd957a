"""The bones as a tree for Qt: a group for the body, a group for the handles and poles, and the bones under each other.

The tree is made once for a set of bones and once for a search; posing never touches it. Handles and poles stand flat in
their group, and a bone carried by a handle hangs under the nearest real bone above it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QSize, Qt

from rigs.rig import Bone

ROW = 24
TOP = QModelIndex()


@dataclass(slots=True)
class Node:
    """One row: a bone, or a group where `bone` is None."""

    name: str
    bone: Bone | None
    parent: int
    depth: int
    row: int = 0
    count: int = 0
    children: list[int] = field(default_factory=list)


def tree_of(bones: Sequence[Bone], wanted: str = "") -> list[Node]:
    """The rows of the tree, parents first; node 0 is the invisible root.

    `wanted` keeps the bones whose name contains it, and what is above them.
    """
    nodes = [Node("", None, 0, -1)]
    kept = _kept(bones, wanted.casefold().strip())
    for title, is_body in (("Body", True), ("Handles", False)):
        members = [bone for bone in bones if (bone.kind == "bone") == is_body]
        shown = [bone for bone in members if bone.name in kept]
        if shown:
            group = _append(nodes, Node(title, None, 0, 0, count=len(members)))
            parents = _body_parents(bones) if is_body else {}
            _append_bones(nodes, group, shown, parents)
    return nodes


class BoneModel(QAbstractItemModel):
    """The tree of `tree_of`, in Qt's words."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.nodes = tree_of(())
        self._places: dict[str, int] = {}

    def show(self, nodes: list[Node]) -> None:
        """Replace the whole tree."""
        self.beginResetModel()
        self.nodes = nodes
        self._places = {node.name: place for place, node in enumerate(nodes) if node.bone}
        self.endResetModel()

    def refresh(self, bones: Sequence[Bone]) -> None:
        """The same tree with newer values of its bones."""
        for bone in bones:
            place = self._places.get(bone.name)
            if place is not None:
                self.nodes[place].bone = bone

    def node(self, index: QModelIndex) -> Node:
        """The row behind an index."""
        return self.nodes[index.internalId()] if index.isValid() else self.nodes[0]

    def index_of(self, name: str) -> QModelIndex:
        """Where the bone `name` stands; invalid where it is not shown."""
        return self.index_at(self._places[name]) if name in self._places else QModelIndex()

    def index_at(self, place: int) -> QModelIndex:
        """The index of the node at `place`."""
        return self.createIndex(self.nodes[place].row, 0, place) if place else QModelIndex()

    def index(self, row: int, column: int, parent: QModelIndex = TOP) -> QModelIndex:
        children = self.node(parent).children
        if column != 0 or not 0 <= row < len(children):
            return QModelIndex()
        return self.createIndex(row, 0, children[row])

    def parent(self, index: QModelIndex) -> QModelIndex:
        return self.index_at(self.node(index).parent) if index.isValid() else QModelIndex()

    def rowCount(self, parent: QModelIndex = TOP) -> int:
        return len(self.node(parent).children)

    def columnCount(self, parent: QModelIndex = TOP) -> int:
        return 1

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return self.node(index).name
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(0, ROW)
        return None


def _kept(bones: Sequence[Bone], wanted: str) -> set[str]:
    """Names that match, and all above them in the body."""
    if not wanted:
        return {bone.name for bone in bones}
    parents = _body_parents(bones)
    kept: set[str] = set()
    for bone in bones:
        if wanted in bone.name.casefold():
            above: str | None = bone.name
            while above is not None and above not in kept:
                kept.add(above)
                above = parents.get(above)
    return kept


def _body_parents(bones: Sequence[Bone]) -> dict[str, str]:
    """For each bone of the body, the nearest bone of the body above it, if there is one."""
    by_name = {bone.name: bone for bone in bones}
    found = {}
    for bone in bones:
        above = by_name.get(bone.parent or "")
        while above is not None and above.kind != "bone":
            above = by_name.get(above.parent or "")
        if above is not None and bone.kind == "bone":
            found[bone.name] = above.name
    return found


def _append_bones(nodes: list[Node], group: int, bones: Sequence[Bone], parents: dict[str, str]) -> None:
    """Depth first, so that a row's parent always stands before it."""
    under: dict[str | None, list[Bone]] = {}
    for bone in bones:
        under.setdefault(parents.get(bone.name), []).append(bone)
    waiting = [(bone, group) for bone in reversed(under.get(None, []))]
    while waiting:
        bone, parent = waiting.pop()
        place = _append(nodes, Node(bone.name, bone, parent, nodes[parent].depth + 1))
        waiting.extend((child, place) for child in reversed(under.get(bone.name, [])))


def _append(nodes: list[Node], node: Node) -> int:
    siblings = nodes[node.parent].children
    node.row = len(siblings)
    siblings.append(len(nodes))
    nodes.append(node)
    return len(nodes) - 1


def levels_within(nodes: Sequence[Node], rows: int) -> int:
    """How many levels of the tree can stand open so that at most `rows` rows are seen; two at least."""
    counts: dict[int, int] = {}
    for node in nodes[1:]:
        counts[node.depth] = counts.get(node.depth, 0) + 1
    seen = 0
    for depth in sorted(counts):
        seen += counts[depth]
        if seen > rows:
            return max(2, depth)
    return len(counts)


def names_between(order: Iterable[str], one: str, other: str) -> tuple[str, ...]:
    """The names from one to the other, in the order in which they are seen."""
    found: list[str] = []
    inside = False
    for name in order:
        at_end = name in (one, other)
        if inside or at_end:
            found.append(name)
        if at_end and (inside or one == other):
            break
        inside = inside or at_end
    return tuple(found)
