"""The panel of bones: a search field over the tree, and a head with a filter and a menu.

It shows a document's bones and selection and asks for changes by signals; it never changes what it shows by itself,
except which branches stand open and what is searched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import is_not

import msgspec
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from pantin.rigs.document import Document
from pantin.rigs.editing import visibility
from pantin.rigs.editing.collecting import collection_named
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.sides import side_of
from pantin.widgets.controls.command_menu import LINE, Command, menu_of
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.frames.panel_head import PanelHead
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.search_line import SearchLine
from pantin.widgets.hierarchy.bone_model import roles_of, tree_of
from pantin.widgets.hierarchy.bone_tree import BoneTree
from pantin.widgets.hierarchy.collection_menu import collection_menu
from pantin.widgets.hierarchy.figure_list import FigureList
from pantin.widgets.messages import _
from pantin.widgets.values.exchange import BoneRequest

Keep = Callable[[Bone], bool]


class Filter(msgspec.Struct, frozen=True):
    """One entry of the filter menu. `none` stands where it leaves no bone; `by_value` if more than the name decides."""

    title: str
    keep: Keep | None
    none: str = ""
    by_value: bool = False


FILTERS = (
    Filter(_("All bones"), None),
    Filter(_("Body"), lambda bone: bone.kind == "bone", _("The body has no bones.")),
    Filter(_("Handles and poles"), lambda bone: bone.kind != "bone", _("This rig has no handles.")),
    Filter(_("Left"), lambda bone: side_of(bone.name) == "L", _("No bone is on the left by its name.")),
    Filter(_("Right"), lambda bone: side_of(bone.name) == "R", _("No bone is on the right by its name.")),
    Filter(_("Hidden"), lambda bone: bone.hidden, _("No bone is hidden."), by_value=True),
    Filter(_("Locked"), lambda bone: not bone.selectable, _("No bone is locked."), by_value=True),
)


class Hierarchy(QWidget):
    """Search and tree. `head` is the title bar of the panel's dock.

    `selection_asked(names, active)` follows clicks and arrow keys, `rename_asked(old, new)` a rename, `hovered` the
    pointer; `edited(label, edit)` switches and drags, `rejected(sentence)` a drag that cannot be; `menu_asked(place,
    bone)` a right click, once the bone is selected; `answered(bone)` a click where a bone is asked for, None Esc.
    What the document answers comes back through `show_document` or `show_selection` and is not echoed.
    """

    title = _("Bones")
    selection_asked = Signal(object, object)
    rename_asked = Signal(str, str)
    hovered = Signal(object)
    edited = Signal(str, object)
    rejected = Signal(str)
    menu_asked = Signal(object, str)
    answered = Signal(object)
    figure_asked = Signal(str)
    """Another figure of the scene is to be edited."""

    def __init__(self) -> None:
        super().__init__()
        self._document = Document()
        self._filter = FILTERS[0]
        self._to_name = ""
        self.filter_button = IconButton("layers", _("Filter: which bones are listed"))
        self.filter_button.clicked.connect(lambda: self.filter_button.open_menu(self.filter_menu()))
        self.more = IconButton("more", _("More: open or close all branches, show or unlock all bones"))
        self.more.clicked.connect(lambda: self.more.open_menu(self.menu()))
        self.head = PanelHead(self.title, self.filter_button, self.more)
        self.search = SearchLine(_("Search"))
        explain(self.search, _("Show only bones whose name contains this, and the bones above them."))
        self.tree, self.figures = BoneTree(), FigureList()
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        """The search field over the tree."""
        self.setAutoFillBackground(True)
        self.setMinimumWidth(200)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        room = QHBoxLayout()
        room.setContentsMargins(8, 0, 8, 8)
        room.addWidget(self.search)
        layout.addWidget(self.figures)
        layout.addLayout(room)
        layout.addWidget(self.tree, 1)

    def _connect(self) -> None:
        """Let what the tree asks for be asked for by the panel."""
        self.search.textChanged.connect(self._list_again)
        self.search.stepped.connect(lambda _key: self.tree.setFocus())
        self.search.entered.connect(self.tree.setFocus)
        self.tree.selection_asked.connect(self.selection_asked)
        self.tree.rename_asked.connect(self.rename_asked)
        self.tree.hovered.connect(self.hovered)
        self.tree.edited.connect(self.edited)
        self.tree.rejected.connect(self.rejected)
        self.tree.menu_asked.connect(self.menu_asked)
        self.tree.answered.connect(self.answered)
        self.figures.figure_asked.connect(self.figure_asked)
        self.tree.collection_menu_asked.connect(self._open_collection_menu)

    # Showing

    def show_document(self, document: Document) -> None:
        """Show a document: the tree if its bones changed, and the selection. A new pose alone costs nothing."""
        before, self._document = self._document, document
        self.tree.show_document(document)
        self.figures.show_document(document)
        rig = document.rig
        if rig.collections != before.rig.collections:
            self._list(is_new_rig=not any(bone.name in before.rig.by_name for bone in rig.bones))
        elif rig.bones is not before.rig.bones:
            self._show_bones(before.rig.bones)
        if not _same_roles(before.rig, rig):
            self.tree.show_roles(roles_of(rig))
        self.show_selection(document.selected, document.active)
        self._name_what_came()

    def begin_anew(self, is_another: bool) -> None:
        """The rows of another document are seen from the first on, and none is searched for."""
        if is_another:
            self.search.clear()
            self.tree.scrollToTop()

    def show_selection(self, names: Iterable[str], active: str | None) -> None:
        """Mark the selected bones, and bring the active one into view if it changed. Nothing is emitted."""
        self.tree.show_selection(frozenset(names), active)

    def show_highlighted(self, names: Iterable[str]) -> None:
        """Highlight the rows of the chain that is being dragged."""
        self.tree.show_highlighted(frozenset(names))

    def show_released(self, names: frozenset[str]) -> None:
        """Show the bones whose pins hold nothing now, because a pose lifts them."""
        self.tree.show_released(names)

    def show_drag_roles(self, dragged: Mapping[str, str]) -> None:
        """Show what a drag does to bones, in a word behind their names."""
        self.tree.show_drag_roles(dragged)

    def set_hovered(self, name: str | None) -> None:
        """Mark the bone under the pointer elsewhere. Nothing is emitted."""
        self.tree.set_hovered(name)

    def ask_for_bone(self, request: BoneRequest | None) -> None:
        """Let the next click on a row answer; None asks no longer."""
        self.tree.ask_for_bone(request)

    def rename(self, name: str) -> None:
        """Begin to rename a bone in place; where the search or the filter leaves it out, all bones are listed first."""
        if not self.tree.bones.index_of(name).isValid():
            self.search.clear()
            self.filter_by(FILTERS[0])
        self.tree.rename(name)

    def rename_collection(self, name: str) -> None:
        """Begin to rename a collection in place, once a document that has it is shown."""
        self._to_name = name
        self._name_what_came()

    def _name_what_came(self) -> None:
        if any(group.name == self._to_name for group in self._document.rig.collections):
            name, self._to_name = self._to_name, ""
            self.tree.rename_collection(name)

    def _show_bones(self, before: Sequence[Bone]) -> None:
        """Another rig opens as far as fits; a changed one keeps its open branches; the same tree only its values."""
        bones = self._document.rig.bones
        if self._filter.by_value or not _same_tree(before, bones):
            known = {bone.name for bone in before}
            self._list(is_new_rig=not any(bone.name in known for bone in bones))
        else:
            self.tree.refresh(bone for bone, old in zip(bones, before, strict=True) if bone is not old)

    def _list_again(self) -> None:
        self._list(is_new_rig=False)

    def _list(self, is_new_rig: bool) -> None:
        bones, searched = self._document.rig.bones, self.search.text().strip()
        keep = wanted_by(self._filter, searched)
        self.tree.show_nodes(
            tree_of(bones, keep, self._document.rig.collections), is_new_rig=is_new_rig, open_all=keep is not None
        )
        found = sum(map(keep, bones)) if keep else len(bones)
        self.head.show_note(" · ".join(self._notes(found)) if keep else "")
        self.tree.show_empty(self._empty_text(found, searched))

    def _notes(self, found: int) -> list[str]:
        count = _("{found} of {count}").format(found=found, count=len(self._document.rig.bones))
        return [self._filter.title, count] if self._filter.keep else [count]

    def _empty_text(self, found: int, searched: str) -> str:
        if not self._document.rig.bones:
            return _("This rig has no bones.")
        if found:
            return ""
        return _("No bone is called “{searched}”.").format(searched=searched) if searched else self._filter.none

    # Menus

    def collection_menu(self, name: str) -> QMenu:
        """The menu of a collection's row."""
        group = collection_named(self._document.rig, name)
        return collection_menu(self._document, group, self.edited.emit, lambda: self.tree.rename_collection(name), self)

    def _open_collection_menu(self, at: QPoint, name: str) -> None:
        menu = self.collection_menu(name)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)

    def filter_menu(self) -> QMenu:
        """The menu of the filter button: one of the filters."""
        menu = QMenu(self)
        group = QActionGroup(menu)
        for found in FILTERS:
            action = menu.addAction(found.title)
            action.setCheckable(True)
            action.setChecked(found is self._filter)
            action.triggered.connect(lambda _on, found=found: self.filter_by(found))
            group.addAction(action)
        return menu

    def filter_by(self, wanted: Filter) -> None:
        """List only the bones of a filter, and what is above them."""
        self._filter = wanted
        self._list_again()

    def menu(self) -> QMenu:
        """The menu of the three dots."""
        bones = self._document.rig.bones
        return menu_of(
            (
                Command(_("&Open all"), self.tree.expandAll),
                Command(_("&Close all"), self.tree.folds.close_all),
                LINE,
                Command(
                    _("&Show all"),
                    lambda: self.edited.emit(_("Show all"), visibility.show_all),
                    _("No bone is hidden.") if len(self._document.rig.shown) == len(bones) else "",
                ),
                Command(
                    _("&Unlock all"),
                    lambda: self.edited.emit(_("Unlock all"), visibility.unlock_all),
                    _("No bone is locked.") if all(bone.selectable for bone in bones) else "",
                ),
            ),
            self,
        )


def _same_roles(before: Rig, after: Rig) -> bool:
    """Return whether bones have the same part in solving, collections and pins, as far as identity tells."""
    return (
        after.bones is before.bones
        and after.constraints is before.constraints
        and after.collections is before.collections
        and after.pins is before.pins
        and after.live_solving == before.live_solving
    )


def _same_tree(before: Sequence[Bone], after: Sequence[Bone]) -> bool:
    """Return whether the same rows are in the same places. Only bones that are other objects are looked at."""
    return len(before) == len(after) and all(
        (old.name, old.parent, old.kind) == (new.name, new.parent, new.kind)
        for old, new, changed in zip(before, after, map(is_not, before, after), strict=True)
        if changed
    )


def wanted_by(chosen: Filter, searched: str) -> Keep | None:
    """Return the test that a filter and a search make together; None where everything passes."""
    part, keep = searched.casefold(), chosen.keep
    if not part:
        return keep
    if keep is None:
        return lambda bone: part in bone.name.casefold()
    return lambda bone: part in bone.name.casefold() and keep(bone)
