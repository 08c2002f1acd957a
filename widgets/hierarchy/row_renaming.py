"""Renaming in the tree of bones: a line edit over the row, with the whole name selected.

Enter and Esc give the keyboard back to where it was, so that one can go on in the view.
"""

from __future__ import annotations

from collections.abc import Callable, Set

from PySide6.QtCore import QModelIndex, QRect

from pantin.rigs.editing.collecting import rename_collection
from pantin.widgets.controls.name_edit import NameEdit
from pantin.widgets.hierarchy.bone_model import ROW
from pantin.widgets.hierarchy.bone_row import chevron
from pantin.widgets.hierarchy.row_view import RowView
from pantin.widgets.messages import _

NAME = 32
"""Left edge of the name, pixels behind the chevron."""


class RowRenaming:
    """One line edit at a time, over a row of a bone or a collection."""

    def __init__(self, rows: RowView) -> None:
        self._rows = rows
        self._line: NameEdit | None = None

    def rename(self, name: str) -> None:
        """Edit the name of a bone."""
        rows = self._rows
        self._leave()
        taken = rows.document.rig.by_name.keys() - {name}
        self._begin(rows.bones.index_of(name), taken, lambda new: rows.rename_asked.emit(name, new))

    def rename_collection(self, name: str) -> None:
        """Edit the name of a collection, whose group opens for it."""
        rows = self._rows
        self._leave()
        index = rows.bones.index_of_collection(name)
        rows.expand(index.parent())
        taken = {group.name for group in rows.document.rig.collections} - {name}
        self._begin(
            index,
            taken,
            lambda new: rows.edited.emit(
                _("Rename {name}").format(name=name), lambda document: rename_collection(document, name, new)
            ),
        )

    def _leave(self) -> None:
        """Be done with a name that is still typed: in a window behind others nothing takes the keys from it."""
        if self._line is not None:
            self._line.leave()

    def _begin(self, index: QModelIndex, taken: Set[str], renamed: Callable[[str], None]) -> None:
        """Edit the name of a row; names in `taken` are rejected. `renamed` is called with a changed name."""
        if not index.isValid():
            return
        self._rows.scrollTo(index)
        node, top, viewport = self._rows.bones.node(index), self._rows.visualRect(index).top(), self._rows.viewport()
        line = self._line = NameEdit(node.name, taken, viewport, "bone" if node.bone else "collection")
        line.finished.connect(lambda new: self._finish(node.name, new, renamed))
        left = chevron(node) + NAME
        line.setGeometry(QRect(left, top + 1, viewport.width() - left - 8, ROW - 2))
        line.begin()

    def _finish(self, old: str, new: str, renamed: Callable[[str], None]) -> None:
        self._line = None
        if new and new != old:
            renamed(new)
