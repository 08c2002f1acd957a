"""The bones as a tree for Qt: a group for the body, a group for the handles and poles, and the bones under each other.

The tree is made once for a set of bones and once for a search; posing never touches it. Handles and poles stand flat in
their group, and a bone carried by a handle hangs under the nearest real bone above it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

import msgspec
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QSize, Qt

from pantin.rigs.collection import Collection
from pantin.rigs.constraints import Goal
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.sides import side_of
from pantin.rigs.tree.chains import turned_by_ik
from pantin.widgets.controls.row_list import Index
from pantin.widgets.messages import _, ngettext
from pantin.widgets.values.name_space import Shared, shared_of

ROW = 24
TOP = QModelIndex()


Keep = Callable[[Bone], bool]
"""A test of rows that are wanted: by a search, by a filter."""


class Node(msgspec.Struct):
    """One row: a bone, a collection, or a group where it is neither. A group knows all its `members`, shown or not."""

    name: str
    bone: Bone | None
    parent: int
    depth: int
    row: int = 0
    members: tuple[str, ...] = ()
    collection: Collection | None = None
    children: list[int] = msgspec.field(default_factory=list)


class Roles(msgspec.Struct, frozen=True):
    """The roles of the bones: in IK, constraints of other kinds, collections and the current drag."""

    turned: frozenset[str] = frozenset()
    constrained: frozenset[str] = frozenset()
    covered: frozenset[str] = frozenset()
    """Bones that are not seen because of their collections."""
    pinned: Mapping[str, bool] = msgspec.field(default_factory=dict)
    """The bones that stay where they are; whether their rotations do as well."""
    released: frozenset[str] = frozenset()
    """Those whose pins hold nothing now, because a pose lifts them."""
    dragged: Mapping[str, str] = msgspec.field(default_factory=dict)
    """The effect of the current drag on each bone, in a word: "drawing", "mirror"."""
    shared: Shared = Shared()
    """The beginning and end of nearly all names, which rows leave out."""

    def short(self, name: str) -> str:
        """The name of a bone as its row has it."""
        return self.shared.short(name)


COLLECTIONS = _("Collections")
SIDES = {"L": _("left"), "R": _("right")}
KINDS = {"bone": _("bone"), "handle": _("handle"), "pole": _("pole")}


def tree_of(bones: Sequence[Bone], keep: Keep | None = None, collections: Sequence[Collection] = ()) -> list[Node]:
    """The rows of the tree, parents first; node 0 is the invisible root. Collections are above the bones.

    `keep` leaves the bones that it likes, and what is above them, and no collections.
    """
    nodes = [Node("", None, 0, -1)]
    if collections and keep is None:
        top = _append(nodes, Node(COLLECTIONS, None, 0, 0))
        for each in collections:
            _append(nodes, Node(each.name, None, top, 1, collection=each))
    kept = _kept(bones, keep) if keep else None
    for title, is_body in ((_("Body"), True), (_("Handles"), False)):
        members = [bone for bone in bones if (bone.kind == "bone") == is_body]
        shown = members if kept is None else [bone for bone in members if bone.name in kept]
        if shown:
            names = tuple(bone.name for bone in members)
            group = _append(nodes, Node(title, None, 0, 0, members=names))
            parents = _body_parents(bones) if is_body else {}
            _append_bones(nodes, group, shown, parents)
    return nodes


def roles_of(rig: Rig) -> Roles:
    """The roles of a rig's bones."""
    constrained = frozenset(c.owner for c in rig.constraints if not isinstance(c, Goal))
    seen = rig.shown if rig.collections else None
    covered = frozenset[str]() if seen is None else frozenset(b.name for b in rig.bones if not b.hidden) - seen
    pinned = {pin.bone: pin.rotation for pin in rig.pins}
    return Roles(turned_by_ik(rig), constrained, covered, pinned, shared=shared_of(rig))


class BoneModel(QAbstractItemModel):
    """The tree of `tree_of`, in Qt's words."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.nodes = tree_of(())
        self.roles = Roles()
        self._places: dict[str, int] = {}

    def show(self, nodes: list[Node]) -> None:
        """Replace the whole tree."""
        self.beginResetModel()
        self.nodes = nodes
        self._places = {node.name: place for place, node in enumerate(nodes) if node.bone}
        self.endResetModel()

    def refresh(self, bones: Iterable[Bone]) -> None:
        """The same tree with newer values of some of its bones."""
        for bone in bones:
            place = self._places.get(bone.name)
            if place is not None:
                self.nodes[place].bone = bone

    @property
    def folded_names(self) -> list[str]:
        """The names as rows have them in lower case, to look for typed letters in; a group has none."""
        return [self.roles.short(node.name).casefold() if node.bone else "" for node in self.nodes]

    def node(self, index: Index) -> Node:
        """The row behind an index."""
        return self.nodes[index.internalId()] if index.isValid() else self.nodes[0]

    def place_of(self, name: str) -> int:
        """The place of the bone `name` among the nodes; 0 where it is not shown."""
        return self._places.get(name, 0)

    def index_of(self, name: str) -> QModelIndex:
        """Return the index of the bone `name`; invalid where it is not shown."""
        return self.index_at(self.place_of(name))

    def index_of_collection(self, name: str) -> QModelIndex:
        """Return the index of the collection `name`; invalid where it is not shown."""
        places = (place for place, node in enumerate(self.nodes) if node.collection and node.name == name)
        return self.index_at(next(places, 0))

    def index_at(self, place: int) -> QModelIndex:
        """The index of the node at `place`."""
        return self.createIndex(self.nodes[place].row, 0, place) if place else QModelIndex()

    def index(self, row: int, column: int, parent: Index = TOP) -> QModelIndex:
        children = self.node(parent).children
        if column != 0 or not 0 <= row < len(children):
            return QModelIndex()
        return self.createIndex(row, 0, children[row])

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]  # Qt overloads the parent() of QObject
        place = self.nodes[index.internalId()].parent if index.isValid() else 0
        return self.createIndex(self.nodes[place].row, 0, place) if place else QModelIndex()

    def rowCount(self, parent: Index = TOP) -> int:
        return len(self.node(parent).children)

    def columnCount(self, parent: Index = TOP) -> int:
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        read = _ROLE_DATA.get(role)
        return read(self.node(index), self.roles) if read else None


def _facts(node: Node, roles: Roles) -> list[str]:
    """Return the words for what a row shows by icon and shade."""
    bone = node.bone
    if node.collection:
        return _facts_of(node.collection)
    if bone is None:
        if node.members:
            return [_bones(len(node.members))]
        count = len(node.children)
        return [ngettext("{count} collection", "{count} collections", count).format(count=count)]
    side = SIDES.get(side_of(bone.name), "")
    turned = _("turned by IK") if bone.name in roles.turned else ""
    constrained = _("constrained") if bone.name in roles.constrained else ""
    locks = bone.locks
    locked = _("locked channels") if any((*locks.location, *locks.rotation, *locks.scale)) else ""
    carried = _("carried by {parent}").format(parent=bone.parent) if bone.parent else ""
    covered = _("not seen: see its collections") if bone.name in roles.covered else ""
    hidden, kept = (
        _("hidden") if bone.hidden else covered,
        "" if bone.selectable else _("not taken by clicks in the view"),
    )
    dragged = roles.dragged.get(bone.name, "")
    return [
        fact for fact in (KINDS[bone.kind], dragged, side, carried, turned, constrained, locked, hidden, kept) if fact
    ]


def _bones(count: int) -> str:
    return ngettext("{count} bone", "{count} bones", count).format(count=count)


def _facts_of(group: Collection) -> list[str]:
    hidden, solo = _("hidden") if group.hidden else "", _("solo") if group.solo else ""
    return [fact for fact in (_("collection"), _bones(len(group.bones)), hidden, solo) if fact]


_ROLE_DATA: Mapping[int, Callable[[Node, Roles], object]] = {
    Qt.ItemDataRole.DisplayRole: lambda node, roles: node.name,
    Qt.ItemDataRole.SizeHintRole: lambda node, roles: QSize(0, ROW),
    Qt.ItemDataRole.AccessibleTextRole: lambda node, roles: ", ".join((node.name, *_facts(node, roles))),
    Qt.ItemDataRole.ToolTipRole: lambda node, roles: (
        f"<b>{escape(node.name)}</b><br>{_sentence_case(escape(', '.join(_facts(node, roles))))}"
    ),
}


def _sentence_case(text: str) -> str:
    return text[:1].upper() + text[1:]


def _kept(bones: Sequence[Bone], keep: Keep) -> set[str]:
    """Names that are wanted, and all above them in the body."""
    parents = _body_parents(bones)
    kept: set[str] = set()
    for bone in bones:
        if keep(bone):
            name: str | None = bone.name
            while name is not None and name not in kept:
                kept.add(name)
                name = parents.get(name)
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
    """Depth first, so that a row's parent always is before it."""
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
    """Return the number of levels of the tree that can be open so that at most `rows` rows are seen; two at least."""
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
