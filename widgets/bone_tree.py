"""The tree itself: rows with chevron, icon, name and side, painted by hand; clicks, keys and renaming in place."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QRect, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QTreeView

from rigs.rig import Bone
from widgets import bone_row, theme
from widgets.bone_model import ROW, BoneModel, Node, levels_within, names_between
from widgets.bone_row import INDENT, Marks
from widgets.name_edit import NameEdit
from widgets.scroll import OverlayBar

SEEN_AT_FIRST = 40
"""A rig opens as many levels as give at most this many rows; fingers wait until they are asked for."""


class BoneTree(QTreeView):
    """Shows nodes of a `BoneModel`. What is selected is told from outside; clicks and arrow keys only ask."""

    selection_asked = Signal(object, object)
    rename_asked = Signal(str, str)
    hovered = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._model = BoneModel(self)
        self._selected: frozenset[str] = frozenset()
        self._active: str | None = None
        self._lit: frozenset[str] = frozenset()
        self._hovered: str | None = None
        self._anchor: str | None = None
        self._empty = ""
        self._closed: set[str] = set()
        self._all_open = False
        self._editor: NameEdit | None = None
        self.setModel(self._model)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(INDENT)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.bar = OverlayBar(self)

    # What is shown

    def show_nodes(self, nodes: list[Node], afresh: bool, open_all: bool = False) -> None:
        """Replace the rows. Branches keep standing open or closed, unless the rig is another one.

        `open_all` is for a search: everything found is seen, and what was closed is closed again after it.
        """
        if not self._all_open:
            self._closed = self._closed_names()
        self._all_open = open_all
        known = {node.name for node in self._model.nodes} | self._closed
        with QSignalBlocker(self):
            self._model.show(nodes)
            if afresh:
                self.expandToDepth(levels_within(nodes, SEEN_AT_FIRST) - 2)
            else:
                self.expandAll()
                self._close(set() if open_all else self._closed & known)
        self._reveal()

    def refresh(self, bones: Sequence[Bone]) -> None:
        """Newer values of the same bones."""
        self._model.refresh(bones)
        self.viewport().update()

    def show_selection(self, names: frozenset[str], active: str | None) -> None:
        """Mark the selected rows and the active one."""
        if (names, active) == (self._selected, self._active):
            return
        moved = active != self._active
        self._selected, self._active = names, active
        if moved:
            self._reveal()
        self.viewport().update()

    def show_lit(self, names: frozenset[str]) -> None:
        """Light rows."""
        if names != self._lit:
            self._lit = names
            self.viewport().update()

    def set_hovered(self, name: str | None) -> None:
        """Mark one row as pointed at."""
        if name != self._hovered:
            self._hovered = name
            self.viewport().update()

    def show_empty(self, text: str) -> None:
        """The sentence that stands where there are no rows."""
        self._empty = text
        self.viewport().update()

    def close_all(self) -> None:
        """Close every branch but the groups."""
        self.collapseAll()
        self.expandToDepth(0)

    def visible_names(self) -> tuple[str, ...]:
        """The bones whose rows are not folded away, from top to bottom."""
        found, index = [], self._model.index(0, 0)
        while index.isValid():
            node = self._model.node(index)
            if node.bone:
                found.append(node.name)
            index = self.indexBelow(index)
        return tuple(found)

    def _closed_names(self) -> set[str]:
        return {
            node.name
            for place, node in enumerate(self._model.nodes)
            if node.children and place and not self.isExpanded(self._model.index_at(place))
        }

    def _close(self, names: set[str]) -> None:
        for place, node in enumerate(self._model.nodes):
            if node.name in names and node.children:
                self.collapse(self._model.index_at(place))

    def _reveal(self) -> None:
        """Bring the active bone into view."""
        index = self._model.index_of(self._active or "")
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    # Pointer

    def mousePressEvent(self, event) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        index = self.indexAt(event.position().toPoint())
        if not index.isValid():
            return
        node = self._model.node(index)
        if node.children and (node.bone is None or event.position().x() < bone_row.chevron(node) + 16):
            self.setExpanded(index, not self.isExpanded(index))
        elif node.bone:
            self._ask(node.name, event.modifiers())

    def mouseDoubleClickEvent(self, event) -> None:
        node = self._model.node(self.indexAt(event.position().toPoint()))
        if node.bone and event.position().x() >= bone_row.chevron(node) + 16:
            self.rename(node.name)

    def mouseMoveEvent(self, event) -> None:
        self._point_at(self._model.node(self.indexAt(event.position().toPoint())))

    def mouseReleaseEvent(self, _event) -> None:
        """A click is done when it is pressed."""

    def leaveEvent(self, event) -> None:
        super().leaveEvent(event)
        self._point_at(self._model.nodes[0])

    def _point_at(self, node: Node) -> None:
        name = node.name if node.bone else None
        if name != self._hovered:
            self.set_hovered(name)
            self.hovered.emit(name)

    def _ask(self, name: str, held: Qt.KeyboardModifier) -> None:
        """Click selects one, Ctrl adds or takes away, Shift everything between."""
        if held & Qt.KeyboardModifier.ShiftModifier and self._anchor:
            names = names_between(self.visible_names(), self._anchor, name)
        elif held & Qt.KeyboardModifier.ControlModifier:
            self._anchor = name
            names = tuple(one for one in self.visible_names() if (one in self._selected) != (one == name))
            folded_away = self._selected - set(self.visible_names())
            names = (*names, *sorted(folded_away))
        else:
            self._anchor = name
            names = (name,)
        active = name if name in names else (names[-1] if names else None)
        self.selection_asked.emit(names, active)

    # Keys

    def keyPressEvent(self, event) -> None:
        key, index = event.key(), self.currentIndex()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._step(self.indexAbove(index) if key == Qt.Key.Key_Up else self.indexBelow(index), event.modifiers())
        elif key == Qt.Key.Key_F2 and self._active:
            self.rename(self._active)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and index.isValid():
            self._fold_or_go(index, key == Qt.Key.Key_Right)
        else:
            event.ignore()

    def _step(self, index: QModelIndex, held: Qt.KeyboardModifier) -> None:
        node = self._model.node(index)
        if index.isValid():
            self.setCurrentIndex(index)
        if node.bone:
            self._ask(node.name, held & Qt.KeyboardModifier.ShiftModifier)

    def _fold_or_go(self, index: QModelIndex, to_open: bool) -> None:
        if self._model.node(index).children and self.isExpanded(index) != to_open:
            self.setExpanded(index, to_open)
        else:
            self._step(self.indexBelow(index) if to_open else index.parent(), Qt.KeyboardModifier.NoModifier)

    # Renaming

    def rename(self, name: str) -> None:
        """Put a line edit with the whole name over the row."""
        index = self._model.index_of(name)
        if not index.isValid():
            return
        self.scrollTo(index)
        taken = {node.name for node in self._model.nodes if node.bone} - {name}
        self._editor = NameEdit(name, taken, self.viewport())
        self._editor.finished.connect(lambda new: self._renamed(name, new))
        left = bone_row.chevron(self._model.node(index)) + 32
        top = self.visualRect(index).top()
        self._editor.setGeometry(QRect(left, top + 1, self.viewport().width() - left - 8, ROW - 2))
        self._editor.show()
        self._editor.setFocus()

    def _renamed(self, old: str, new: str) -> None:
        if self._editor.hasFocus():
            self.setFocus()
        self._editor = None
        if new and new != old:
            self.rename_asked.emit(old, new)

    # Painting

    def paintEvent(self, event) -> None:
        super().paintEvent(event)
        if self._empty:
            painter = QPainter(self.viewport())
            painter.setFont(theme.font())
            rect = QRectF(16, 16, self.viewport().width() - 32, 64)
            painter.setPen(theme.colour(theme.current().t3))
            painter.drawText(rect, Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap, self._empty)
            painter.end()

    def drawRow(self, painter: QPainter, option, index: QModelIndex) -> None:
        node = self._model.node(index)
        marks = Marks(
            active=node.name == self._active,
            selected=node.name in self._selected,
            lit=node.name in self._lit,
            hovered=node.name == self._hovered,
            is_open=self.isExpanded(index),
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bone_row.paint(painter, QRectF(0, option.rect.top(), self.viewport().width(), ROW), node, marks)
