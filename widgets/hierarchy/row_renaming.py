"""Renaming in the tree of bones: a line edit over the row, with the whole name selected."""

from __future__ import annotations

from collections.abc import Callable, Set

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QTreeView

from pantin.widgets.controls.name_edit import NameEdit
from pantin.widgets.hierarchy.bone_model import ROW, Node
from pantin.widgets.hierarchy.bone_row import chevron

NAME = 32
"""Where the name begins, pixels behind the chevron."""


class RowRenaming:
    """One line edit at a time, over a row of `tree`."""

    def __init__(self, tree: QTreeView) -> None:
        self._tree = tree
        self._line: NameEdit | None = None

    def begin(self, node: Node, top: int, taken: Set[str], renamed: Callable[[str], None]) -> None:
        """Edit the name of the row at `top`; names in `taken` are rejected. `renamed` is called with a changed name."""
        line = self._line = NameEdit(node.name, taken, self._tree.viewport(), "bone" if node.bone else "collection")
        line.finished.connect(lambda new: self._finish(node.name, new, renamed))
        left = chevron(node) + NAME
        line.setGeometry(QRect(left, top + 1, self._tree.viewport().width() - left - 8, ROW - 2))
        line.show()
        line.setFocus()

    def _finish(self, old: str, new: str, renamed: Callable[[str], None]) -> None:
        if self._line is not None and self._line.hasFocus():
            self._tree.setFocus()
        self._line = None
        if new and new != old:
            renamed(new)
