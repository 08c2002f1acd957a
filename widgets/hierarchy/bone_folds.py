"""Open branches of the tree: as many as fit at first, then as people left them, all while they search."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QTreeView

from pantin.widgets.hierarchy.bone_model import BoneModel, Node, levels_within

SEEN_AT_FIRST = 40
"""A rig opens as many levels as give at most this many rows; fingers wait until they are asked for."""


class Folds:
    """Opens and closes the branches of one tree."""

    def __init__(self, tree: QTreeView, model: BoneModel) -> None:
        self._tree, self._model = tree, model
        self._closed: set[str] = set()
        self._all_open = False

    def show(self, nodes: list[Node], is_new_rig: bool, open_all: bool) -> None:
        """Replace the rows; what people closed stays closed, unless the rig is another one.

        `open_all` is for a search: everything found is seen, and what was closed is closed again after it.
        """
        if not self._all_open:
            self._closed = {node.name for place, node in self._branches() if place and not self._is_open(place)}
        self._all_open = open_all
        self._model.show(nodes)
        if is_new_rig:
            self._tree.expandToDepth(levels_within(nodes, SEEN_AT_FIRST) - 2)
        elif open_all:
            self._tree.expandAll()
        else:
            self._open_all_but(self._closed)

    def _open_all_but(self, closed: set[str]) -> None:
        """Open the branches of new rows; they are laid out once, when they are next seen."""
        for place, node in self._branches():
            if place and node.name not in closed:
                self._tree.expand(self._model.index_at(place))

    def close_all(self) -> None:
        """Close every branch but the groups."""
        self._tree.collapseAll()
        self._tree.expandToDepth(0)

    def open_row(self, node: Node) -> None:
        """Open the branch of a row, if it has one."""
        if node.bone and node.children:
            self._tree.expand(self._model.index_of(node.name))

    def _branches(self) -> Iterator[tuple[int, Node]]:
        return ((place, node) for place, node in enumerate(self._model.nodes) if node.children)

    def _is_open(self, place: int) -> bool:
        return self._tree.isExpanded(self._model.index_at(place))
