"""The tree itself: rows painted by hand; clicks, drags, keys and renaming in place.

What is selected, hidden or whose child is told from outside; whatever people do here only asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QApplication, QToolTip, QTreeView

from pantin.rigs.document import Document
from pantin.rigs.editing.collecting import rename_collection
from pantin.rigs.formats.files import quoted
from pantin.rigs.rig import Bone
from pantin.widgets.controls.name_edit import NameEdit
from pantin.widgets.controls.scroll import BAR, OverlayBar
from pantin.widgets.hierarchy import bone_row, bone_switches, collection_switches
from pantin.widgets.hierarchy.bone_folds import Folds
from pantin.widgets.hierarchy.bone_keys import Keys
from pantin.widgets.hierarchy.bone_model import ROW, BoneModel, Node, Roles
from pantin.widgets.hierarchy.bone_pointer import Pointer
from pantin.widgets.hierarchy.bone_row import INDENT, Drop
from pantin.widgets.hierarchy.bone_switches import Column, Subject, explanation
from pantin.widgets.hierarchy.collection_switches import collection_column_at
from pantin.widgets.hierarchy.row_states import RowStates
from pantin.widgets.theme import theme
from pantin.widgets.values.exchange import BoneWanted

NO_KEYS = Qt.KeyboardModifier.NoModifier


class BoneTree(QTreeView):
    """Shows nodes of a `BoneModel` for a document."""

    selection_asked = Signal(object, object)
    rename_asked = Signal(str, str)
    hovered = Signal(object)
    edited = Signal(str, object)
    refused = Signal(str)
    menu_asked = Signal(object, str)
    collection_menu_asked = Signal(object, str)
    answered = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._states = RowStates()
        self._model = BoneModel(self)
        self.folds = Folds(self, self._model)
        self._pointer, self._keys = Pointer(self), Keys(self)
        self._empty = ""
        self._by_keys = False
        self._editor: NameEdit | None = None
        self.wanted: BoneWanted | None = None
        """The bone that is asked for: the next click on a row answers."""
        self.setModel(self._model)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(INDENT)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAutoScroll(False)  # whoever makes a row the current one scrolls to it
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setAccessibleName("Bones")
        self.bar = OverlayBar(self)

    # What is shown

    @property
    def document(self) -> Document:
        """The document that rows, switches and drags are about."""
        return self._states.document

    @property
    def selected(self) -> frozenset[str]:
        """The selected bones."""
        return self._states.selected

    @property
    def active(self) -> str | None:
        """The active bone."""
        return self._states.active

    def show_nodes(self, nodes: list[Node], afresh: bool, open_all: bool = False) -> None:
        """Replace the rows. Branches keep standing open or closed, unless the rig is another one.

        `open_all` is for a search: everything found is seen, and what was closed is closed again after it.
        """
        self._pointer.cancel()
        with QSignalBlocker(self):
            self.folds.show(nodes, afresh, open_all)
        self._reveal()

    def show_document(self, document: Document) -> None:
        """The document that rows, switches and drags are about. Whoever shows one whose bones differ says how."""
        self._states.show_document(document)

    def refresh(self, bones: Iterable[Bone]) -> None:
        """Newer values of some bones."""
        self._model.refresh(bones)
        self.viewport().update()

    def show_roles(self, roles: Roles) -> None:
        """What constraints make of the bones."""
        if roles != self._model.roles:
            self._model.roles = roles
            self.viewport().update()

    def show_doing(self, doing: Mapping[str, str]) -> None:
        """What a drag does to bones, in a word each."""
        self.show_roles(replace(self._model.roles, doing=doing))

    def show_selection(self, names: frozenset[str], active: str | None) -> None:
        """Mark the selected rows and the active one."""
        moved = active != self.active
        self._mark(selected=names, active=active)
        if moved:
            self._reveal()

    def show_lit(self, names: frozenset[str]) -> None:
        """Light rows."""
        self._mark(lit=names)

    def set_hovered(self, name: str | None) -> None:
        """Mark one row as pointed at."""
        self._mark(hovered=name)

    def show_pointed(self, node: Node | None, column: Column | None) -> None:
        """The row under the pointer, and the switch of it."""
        if self._mark(pointed=(node, column)):
            name = node.name if node and node.bone else None
            if self._mark(hovered=name):
                self.hovered.emit(name)

    def show_empty(self, text: str) -> None:
        """The sentence that stands where there are no rows."""
        self._empty = text
        self.viewport().update()

    def show_drop(self, node: Node | None, drop: Drop) -> None:
        """Where something that is dragged would go: a row, or the space below all rows."""
        self._mark(drop=(node, drop))

    def show_switched(self, column: Column | None, states: Mapping[str, bool]) -> None:
        """Switches as they will be when the button is let go."""
        self._mark(switched=(column, states))

    def _mark(self, **changes: Any) -> bool:
        """Let rows stand out otherwise. False where they do so already."""
        changed = self._states.change(**changes)
        if changed:
            self.viewport().update()
        return changed

    def visible_names(self) -> tuple[str, ...]:
        """The bones whose rows are not folded away, from top to bottom."""
        found, index = [], self._model.index(0, 0)
        while index.isValid():
            node = self._model.node(index)
            if node.bone:
                found.append(node.name)
            index = self.indexBelow(index)
        return tuple(found)

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
        """The column of switches under a place, in the row of a bone or a group of them."""
        width = self.viewport().width()
        return bone_switches.column_at(at.x(), width) if self.subject_at(at) else None

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

    def ask_for_bone(self, wanted: BoneWanted | None) -> None:
        """Let the next click on a row answer; None asks no longer."""
        self._pointer.cancel()
        self.wanted = wanted
        self.viewport().setCursor(Qt.CursorShape.CrossCursor if wanted else Qt.CursorShape.ArrowCursor)

    def point_out(self, name: str) -> None:
        """A row was clicked while a bone is asked for."""
        why = self.wanted.why_not(name) if self.wanted else ""
        if why:
            self.refused.emit(f"{quoted(name)} cannot be taken: {why}.")
        else:
            self.answered.emit(name)

    # Renaming

    def rename(self, name: str) -> None:
        """Put a line edit with the whole name over the row of a bone."""
        self._edit_name(self._model.index_of(name), self.document.rig.by_name.keys() - {name}, "bone")

    def rename_collection(self, name: str) -> None:
        """The same over the row of a collection, whose group opens for it."""
        self.expand(self._model.index_of_collection(name).parent())
        taken = {group.name for group in self.document.rig.collections} - {name}
        self._edit_name(self._model.index_of_collection(name), taken, "collection")

    def _edit_name(self, index: QModelIndex, taken: Set[str], kind: str) -> None:
        if not index.isValid():
            return
        self._pointer.cancel()
        self.scrollTo(index)
        name = self._model.node(index).name
        self._editor = NameEdit(name, taken, self.viewport(), kind)
        self._editor.finished.connect(lambda new: self._renamed(name, new, kind))
        left = bone_row.chevron(self._model.node(index)) + 32
        top = self.visualRect(index).top()
        self._editor.setGeometry(QRect(left, top + 1, self.viewport().width() - left - 8, ROW - 2))
        self._editor.show()
        self._editor.setFocus()

    def _renamed(self, old: str, new: str, kind: str) -> None:
        if self._editor.hasFocus():
            self.setFocus()
        self._editor = None
        if new and new != old and kind == "bone":
            self.rename_asked.emit(old, new)
        elif new and new != old:
            self.edited.emit(f"Rename {old}", lambda document: rename_collection(document, old, new))

    # Tooltips and painting

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ToolTip:
            return super().viewportEvent(event)
        column, subject = self.column_at(event.pos()), self.subject_at(event.pos())
        index, group = self.indexAt(event.pos()), self.row_at(event.pos()).collection
        switch = collection_column_at(event.pos().x(), self.viewport().width()) if group else None
        if self.wanted and index.isValid() and self._model.node(index).bone:
            name = self._model.node(index).name
            why = self.wanted.why_not(name)
            text = f"<b>{escape(name)}</b><br>" + escape(f"Cannot be taken: {why}." if why else f"Take {name}")
        elif group and switch:
            text = collection_switches.explanation(switch, group)
        elif column and subject:
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
        row, drop = self._states.drop
        if row is self._model.nodes[0] and drop:
            bone_row.paint_drop(painter, QRectF(self.viewport().rect()), drop)
        painter.end()

    def drawRow(self, painter: QPainter, option, index: QModelIndex) -> None:
        node = self._model.node(index)
        focused = self._by_keys and self.hasFocus() and index == self.currentIndex()
        marks = self._states.marks(node, self.isExpanded(index), focused, BAR if self.bar.isVisible() else 0)
        row = QRectF(0, option.rect.top(), self.viewport().width(), ROW)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bone_row.paint(painter, row, node, marks, self._model.roles, partial(self._states.switch, node))
