"""The tree itself: rows painted by hand; clicks, drags, keys and renaming in place.

What is selected, hidden or whose child is told from outside; whatever people do here only asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QApplication, QToolTip, QTreeView

from rigs.document import Document
from rigs.rig import Bone
from widgets import bone_row, bone_switches, theme
from widgets.bone_keys import Keys
from widgets.bone_model import ROW, BoneModel, Node, Roles, levels_within
from widgets.bone_pointer import Pointer
from widgets.bone_row import INDENT, Drop, Marks
from widgets.bone_switches import Column, Subject, explanation, state_of
from widgets.name_edit import NameEdit
from widgets.scroll import BAR, OverlayBar

SEEN_AT_FIRST = 40
"""A rig opens as many levels as give at most this many rows; fingers wait until they are asked for."""

NO_KEYS = Qt.KeyboardModifier.NoModifier


class BoneTree(QTreeView):
    """Shows nodes of a `BoneModel` for a document."""

    selection_asked = Signal(object, object)
    rename_asked = Signal(str, str)
    hovered = Signal(object)
    edited = Signal(str, object)
    refused = Signal(str)
    menu_asked = Signal(object, str)

    def __init__(self) -> None:
        super().__init__()
        self.document = Document()
        self.selected: frozenset[str] = frozenset()
        self._model = BoneModel(self)
        self._pointer, self._keys = Pointer(self), Keys(self)
        self.active: str | None = None
        self._lit: frozenset[str] = frozenset()
        self._hovered: str | None = None
        self._pointed: tuple[Node | None, Column | None] = (None, None)
        self._drop: tuple[Node | None, Drop] = (None, "")
        self._switched: tuple[Column | None, Mapping[str, bool]] = (None, {})
        self._group_states: dict[tuple[str, int], bool | None] = {}
        self._empty = ""
        self._closed: set[str] = set()
        self._all_open = False
        self._by_keys = False
        self._editor: NameEdit | None = None
        self.setModel(self._model)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(INDENT)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setAccessibleName("Bones")
        self.bar = OverlayBar(self)

    # What is shown

    def show_nodes(self, nodes: list[Node], afresh: bool, open_all: bool = False) -> None:
        """Replace the rows. Branches keep standing open or closed, unless the rig is another one.

        `open_all` is for a search: everything found is seen, and what was closed is closed again after it.
        """
        self._pointer.cancel()
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

    def show_document(self, document: Document) -> None:
        """The document that rows, switches and drags are about. Whoever shows one whose bones differ says how."""
        if document.rig.bones is not self.document.rig.bones:
            self._group_states.clear()
        self.document = document

    def refresh(self, bones: Iterable[Bone]) -> None:
        """Newer values of some bones."""
        self._model.refresh(bones)
        self.viewport().update()

    def show_roles(self, roles: Roles) -> None:
        """What constraints make of the bones."""
        if roles != self._model.roles:
            self._model.roles = roles
            self.viewport().update()

    def show_selection(self, names: frozenset[str], active: str | None) -> None:
        """Mark the selected rows and the active one."""
        if (names, active) == (self.selected, self.active):
            return
        moved = active != self.active
        self.selected, self.active = names, active
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

    def show_pointed(self, node: Node | None, column: Column | None) -> None:
        """The row under the pointer, and the switch of it."""
        if (node, column) != self._pointed:
            self._pointed = (node, column)
            self.viewport().update()
            name = node.name if node and node.bone else None
            if name != self._hovered:
                self.set_hovered(name)
                self.hovered.emit(name)

    def show_empty(self, text: str) -> None:
        """The sentence that stands where there are no rows."""
        self._empty = text
        self.viewport().update()

    def show_drop(self, node: Node | None, drop: Drop) -> None:
        """Where something that is dragged would go: a row, or the space below all rows."""
        self._drop = (node, drop)
        self.viewport().update()

    def show_switched(self, column: Column | None, states: Mapping[str, bool]) -> None:
        """Switches as they will be when the button is let go."""
        self._switched = (column, states)
        self.viewport().update()

    def close_all(self) -> None:
        """Close every branch but the groups."""
        self.collapseAll()
        self.expandToDepth(0)

    def open_row(self, node: Node) -> None:
        """Open the branch of a row, if it has one."""
        if node.bone and node.children:
            self.expand(self._model.index_of(node.name))

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
        index = self._model.index_of(self.active or "")
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    # Rows and places

    def row_at(self, at: QPoint) -> Node:
        """The row under a place; the invisible root where there is none."""
        return self._model.node(self.indexAt(at))

    def subject_at(self, at: QPoint) -> Subject | None:
        """What a switch in the row under a place is about."""
        node = self.row_at(at)
        if node.bone:
            return Subject(node.name, (node.name,))
        return Subject(node.name, node.members) if node.members else None

    def column_at(self, at: QPoint) -> Column | None:
        """The column of switches under a place."""
        width = self.viewport().width()
        return bone_switches.column_at(at.x(), width) if self.indexAt(at).isValid() else None

    # What people do

    def mousePressEvent(self, event) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._by_keys = False
            self._pointer.press(event.position().toPoint(), event.modifiers())

    def mouseMoveEvent(self, event) -> None:
        self._pointer.move(event.position().toPoint(), bool(event.buttons() & Qt.MouseButton.LeftButton))

    def mouseReleaseEvent(self, event) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pointer.release()

    def mouseDoubleClickEvent(self, event) -> None:
        self._pointer.press_again(event.position().toPoint(), event.modifiers())

    def leaveEvent(self, event) -> None:
        super().leaveEvent(event)
        self._pointer.leave()

    def contextMenuEvent(self, event) -> None:
        by_key = event.reason() == event.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        at = self.viewport().mapToGlobal(self.visualRect(index).center()) if by_key else event.globalPos()
        event.setAccepted(self._pointer.ask_menu(self._model.node(index), at))

    def event(self, event: QEvent) -> bool:
        """Letters look for names here, and Esc puts down what is dragged, whatever they mean elsewhere."""
        if event.type() == QEvent.Type.ShortcutOverride and self._keys.wants(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event) -> None:
        self._by_keys = True
        if not self._keys.press(event):
            event.ignore()

    def focusInEvent(self, event) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._by_keys = True

    def focusOutEvent(self, event) -> None:
        super().focusOutEvent(event)
        self._pointer.cancel()

    @property
    def is_dragging(self) -> bool:
        """Whether a button is held here."""
        return self._pointer.is_busy

    def put_down(self) -> None:
        """End a drag; nothing has changed."""
        self._pointer.cancel()

    def go_to(self, index: QModelIndex, held: Qt.KeyboardModifier = NO_KEYS) -> None:
        """Stand on a row, and ask for its bone."""
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)
            self.viewport().update()
        node = self._model.node(index)
        if node.bone:
            self._pointer.ask(node.name, held)

    # Renaming

    def rename(self, name: str) -> None:
        """Put a line edit with the whole name over the row."""
        index = self._model.index_of(name)
        if not index.isValid():
            return
        self._pointer.cancel()
        self.scrollTo(index)
        self._editor = NameEdit(name, self.document.rig.by_name.keys() - {name}, self.viewport())
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

    # Tooltips and painting

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ToolTip:
            return super().viewportEvent(event)
        column, subject = self.column_at(event.pos()), self.subject_at(event.pos())
        index = self.indexAt(event.pos())
        if column and subject:
            text = explanation(self.document.rig, column, subject, QApplication.keyboardModifiers())
        else:
            text = index.data(Qt.ItemDataRole.ToolTipRole) if index.isValid() else ""
        QToolTip.showText(event.globalPos(), text, self.viewport(), self.visualRect(index))
        return True

    def paintEvent(self, event) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._empty:
            painter.setFont(theme.font())
            rect = QRectF(16, 16, self.viewport().width() - 32, 64)
            painter.setPen(theme.colour(theme.current().t3))
            painter.drawText(rect, Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap, self._empty)
        if self._drop[0] is self._model.nodes[0] and self._drop[1]:
            bone_row.paint_drop(painter, QRectF(self.viewport().rect()), self._drop[1])
        painter.end()

    def drawRow(self, painter: QPainter, option, index: QModelIndex) -> None:
        node = self._model.node(index)
        name = node.name if node.bone else None
        pointed, column = self._pointed
        marks = Marks(
            active=name is not None and name == self.active,
            selected=name in self.selected,
            lit=name in self._lit,
            hovered=name is not None and name == self._hovered,
            is_open=self.isExpanded(index),
            focused=self._by_keys and self.hasFocus() and index == self.currentIndex(),
            drop=self._drop[1] if self._drop[0] is node else "",
            column=column if pointed is node else None,
            inset=BAR if self.bar.isVisible() else 0,
        )
        row = QRectF(0, option.rect.top(), self.viewport().width(), ROW)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bone_row.paint(painter, row, node, marks, self._model.roles, lambda column: self._state(node, column))

    def _state(self, node: Node, column: Column) -> bool | None:
        """How a switch stands or will stand when the button is let go; None where a group has both."""
        rig, (dragged, states) = self.document.rig, self._switched
        if node.bone:
            return states[node.name] if column is dragged and node.name in states else column.is_on(node.bone)
        if column is dragged:
            return state_of(rig, column, node.members, states)
        key = (node.name, column.right)
        if key not in self._group_states:
            self._group_states[key] = state_of(rig, column, node.members)
        return self._group_states[key]
