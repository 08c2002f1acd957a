"""The panel of bones: a search field over the tree.

It shows a document's bones and selection and asks for changes by signals; it never changes what it shows by itself,
except which branches stand open and what is searched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QSizePolicy, QVBoxLayout, QWidget

from rigs.document import Document
from rigs.rig import Bone
from widgets import drawing, icons, theme
from widgets.bone_model import tree_of
from widgets.bone_tree import BoneTree
from widgets.icon_button import IconButton

HEAD = 32


class Hierarchy(QWidget):
    """Search, tree, and how many bones match.

    `selection_asked(names, active)` follows clicks and arrow keys, `rename_asked(old, new)` a rename, `hovered` the
    pointer. What the document answers comes back through `show_document` or `show_selection` and is not echoed.
    """

    selection_asked = Signal(object, object)
    rename_asked = Signal(str, str)
    hovered = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._bones: Sequence[Bone] = ()
        self._shape: tuple = ()
        self.head = _Head("Bones")
        self.more = IconButton("more", "More: open or close all branches")
        self.more.clicked.connect(self._open_menu)
        self.head.layout().addWidget(self.more)
        self.search = _Search()
        self.search.textChanged.connect(self._search)
        self.tree = BoneTree()
        self.setAutoFillBackground(True)
        self.setMinimumWidth(200)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self.search)
        layout.addWidget(self.tree, 1)
        self.tree.selection_asked.connect(self.selection_asked)
        self.tree.rename_asked.connect(self.rename_asked)
        self.tree.hovered.connect(self.hovered)

    def show_document(self, document: Document) -> None:
        """Show a document: the tree if its bones changed, and the selection. A new pose alone costs nothing."""
        bones = document.rig.bones
        if bones is not self._bones:
            self._bones = bones
            shape = tuple((bone.name, bone.parent, bone.kind) for bone in bones)
            if shape != self._shape:
                self._show_bones(shape)
            else:
                self.tree.refresh(bones)
        self.show_selection(document.selected, document.active)

    def show_selection(self, names: Iterable[str], active: str | None) -> None:
        """Mark the selected bones, and bring the active one into view if it changed. Nothing is emitted."""
        self.tree.show_selection(frozenset(names), active)

    def show_lit(self, names: Iterable[str]) -> None:
        """Light the rows of a chain that is being dragged."""
        self.tree.show_lit(frozenset(names))

    def set_hovered(self, name: str | None) -> None:
        """Mark the bone under the pointer elsewhere. Nothing is emitted."""
        self.tree.set_hovered(name)

    def rename(self, name: str) -> None:
        """Begin to rename a bone in place."""
        self.tree.rename(name)

    def _show_bones(self, shape: tuple) -> None:
        """Another rig opens as far as fits; a changed one keeps its open branches."""
        another = not {row[0] for row in shape} & {row[0] for row in self._shape}
        self._shape = shape
        self.tree.show_nodes(tree_of(self._bones, self.search.text()), afresh=another)
        self._count()

    def _search(self, text: str) -> None:
        self.tree.show_nodes(tree_of(self._bones, text), afresh=False, open_all=bool(text.strip()))
        self._count()

    def _count(self) -> None:
        wanted = self.search.text().casefold().strip()
        found = sum(wanted in bone.name.casefold() for bone in self._bones)
        self.head.show_note(f"{found} of {len(self._bones)}" if wanted else "")
        self.tree.show_empty(self._empty_text(found, wanted))

    def _empty_text(self, found: int, wanted: str) -> str:
        if not self._bones:
            return "This rig has no bones."
        return f"No bone is called “{self.search.text().strip()}”." if wanted and not found else ""

    def _open_menu(self) -> None:
        self.more.open_menu(self.menu())

    def menu(self) -> QMenu:
        """The menu of the three dots."""
        menu = QMenu(self)
        menu.addAction("Open all", self.tree.expandAll)
        menu.addAction("Close all", self.tree.close_all)
        return menu


class _Head(QWidget):
    """The title of the panel, and a word beside it."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title, self._note = title, ""
        self.setFixedHeight(HEAD)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 8, 0)
        layout.addStretch(1)

    def show_note(self, note: str) -> None:
        if note != self._note:
            self._note = note
            self.update()

    def note(self) -> str:
        """The word beside the title."""
        return self._note

    def paintEvent(self, _event) -> None:
        tokens = theme.current()
        painter = drawing.painter_of(self)
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(12, 0, 120, HEAD), self._title, tokens.t1)
        painter.setFont(theme.font(11))
        left = 12 + theme.metrics(12, 600).horizontalAdvance(self._title) + 8
        drawing.write(painter, QRectF(left, 0, 120, HEAD), self._note, tokens.t3)
        painter.end()


class _Search(QWidget):
    """The search field, with 8 px around it. Esc empties it."""

    def __init__(self) -> None:
        super().__init__()
        self.line = QLineEdit()
        self.line.setPlaceholderText("Search")
        self.line.setToolTip("Show only bones whose name contains this, and the bones above them")
        self.line.setTextMargins(20, 0, 20, 0)
        self.line.setStyleSheet("padding: 0 4px;")
        self.line.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clear = IconButton("close", "Clear the search", 20)
        self.clear.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.clear.setParent(self.line)
        self.clear.hide()
        self.clear.clicked.connect(self.line.clear)
        self.textChanged = self.line.textChanged
        self.text = self.line.text
        self.line.textChanged.connect(lambda text: self.clear.setVisible(bool(text)))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 0, 8, 8)
        layout.addWidget(self.line)
        self._glass = _Glass(self.line)

    def resizeEvent(self, event) -> None:
        super().resizeEvent(event)
        self.clear.move(self.line.width() - 22, 2)

    def keyPressEvent(self, event) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.line.clear()
        else:
            super().keyPressEvent(event)


class _Glass(QWidget):
    """The magnifying glass in the field."""

    def __init__(self, line: QLineEdit) -> None:
        super().__init__(line)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(4, 4, 16, 16)

    def paintEvent(self, _event) -> None:
        painter = drawing.painter_of(self)
        icons.draw(painter, "search", theme.current().t2, 0, 0)
        painter.end()
