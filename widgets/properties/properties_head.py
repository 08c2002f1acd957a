"""The head of the panel of properties: the active bone with its icon, name and side, or how many are selected.

Presses that nothing here handles go on to the dock that the head is the title of, so that it can be dragged.
"""

from __future__ import annotations

from collections.abc import Callable
from math import dist

from PySide6.QtCore import QRect, QRectF, Signal
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from pantin.rigs.document import Document
from pantin.rigs.editing import selection
from pantin.rigs.editing.limbs import limbs_of
from pantin.rigs.fields import CHANNELS, Channel
from pantin.rigs.pose import REST
from pantin.widgets.controls.command_menu import LINE, Command, menu_of
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.name_edit import NameEdit
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.messages import _
from pantin.widgets.properties.transform_section import locked_edit, locks_on_all, reset_edit
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.quantity import length_text
from pantin.widgets.values.selected_bones import NOBODY, Chosen

HEIGHT = 48
KINDS = {"bone": _("Bone"), "handle": _("Handle"), "pole": _("Pole")}
MOST_NAMES = 24
LEFT, RIGHT = 52, 40


class PropertiesHead(QWidget):
    """Shows the bones that the panel is about. Its menu renames, resets, locks, and goes up and down the chain."""

    edited = Signal(str, object)
    rename_asked = Signal(str, str)
    selection_asked = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self._document = Document()
        self._chosen: Chosen | None = None
        self._in_rest_pose = False
        self._renaming: NameEdit | None = None
        self._figure: tuple[str, str] | None = None
        """Name and facts of the figure where that is shown instead."""
        self.setFixedHeight(HEIGHT + 1)
        self.setAutoFillBackground(True)
        self.more = IconButton("more", _("More: rename, reset, lock, select the parent or the child"))
        self.more.clicked.connect(lambda: self.more.open_menu(self.menu()))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 8, 1)
        layout.addStretch(1)
        layout.addWidget(self.more)
        self.more.hide()

    def show_chosen(self, document: Document, chosen: Chosen | None, in_rest_pose: bool = False) -> None:
        """Show the selected bones of `document`, if any. `in_rest_pose` says that they are edited and not posed."""
        before, self._chosen, self._document = self._chosen, chosen, document
        same_mode, self._in_rest_pose = in_rest_pose == self._in_rest_pose, in_rest_pose
        if same_mode and (chosen is before or (chosen and chosen.same_bones(before))):
            return
        self.more.setVisible(chosen is not None and self._figure is None)
        self.setToolTip(plain(_names(chosen)) if chosen else "")
        self.update()

    def show_figure(self, name: str = "", facts: str = "") -> None:
        """Show the figure, its name and what there is to say of it, instead of bones; without a name those again."""
        figure = (name, facts) if name else None
        if figure != self._figure:
            self._figure = figure
            self.more.setVisible(self._chosen is not None and figure is None)
            self.update()

    def title(self) -> str:
        """The upper line: a bone's name without its side, or how many bones there are, or the figure."""
        if self._figure is not None:
            return self._figure[0]
        if self._chosen is None:
            return _("Properties")
        return drawing.split_side(self._chosen.who)[0] if len(self._chosen.names) == 1 else self._chosen.who

    def line(self) -> str:
        """The line below."""
        if self._figure is not None:
            return self._figure[1]
        if self._chosen is None:
            return _("Nothing selected")
        if len(self._chosen.names) > 1:
            return ", ".join(self._chosen.names[:MOST_NAMES])
        bone = self._chosen.active
        limbs = limbs_of(self._chosen.rig, (bone.name,))
        where = _("in {parent}").format(parent=bone.parent) if bone.parent else _("at the root")
        limb = _("{limb} limb").format(limb=limbs[0].name) if limbs else where
        place = _("rest pose") if self._in_rest_pose else limb
        return f"{KINDS[bone.kind]} · {length_text(dist(bone.head, bone.tail), appearance().lengths)} · {place}"

    def menu(self) -> QMenu:
        """The menu of the three dots."""
        return menu_of(self._commands(), self)

    def rename(self) -> None:
        """Rename the bone in its place."""
        if self._chosen is None or len(self._chosen.names) > 1 or self._renaming:
            return
        old = self._chosen.names[0]
        self._renaming = line = NameEdit(old, set(self._chosen.rig.by_name) - {old}, self)
        line.setGeometry(LEFT - 4, 4, self.width() - LEFT - RIGHT, 24)
        line.finished.connect(lambda new: self._renamed(old, new))
        line.begin()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        name = QRect(LEFT, 4, self.width() - LEFT - RIGHT, 22)
        is_bone = self._figure is None and self._chosen and len(self._chosen.names) == 1
        if is_bone and name.contains(event.position().toPoint()):
            self.rename()
        else:
            event.ignore()

    def _renamed(self, old: str, new: str) -> None:
        self._renaming = None
        if new and new != old:
            self.rename_asked.emit(old, new)

    def _commands(self) -> tuple[Command, ...]:
        bones = (self._chosen or NOBODY).bones
        several = _("One bone is renamed at a time.") if len(bones) > 1 else ""
        locks = [lock for bone in bones for channel in CHANNELS for lock in getattr(bone.locks, channel)]
        root = "" if any(bone.parent for bone in bones) else _("There is no bone above.")
        tip = "" if any(self._document.rig.children.get(bone.name) for bone in bones) else _("There is no bone below.")
        return (
            Command(_("Rename"), self.rename, several),
            LINE,
            self._reset(_("Reset position"), _("Reset position of {bones}"), ("location",)),
            self._reset(_("Reset rotation"), _("Reset rotation of {bones}"), ("rotation",)),
            self._reset(_("Reset scale"), _("Reset scale of {bones}"), ("scale",)),
            self._reset(_("Reset pose"), _("Reset pose of {bones}"), CHANNELS),
            LINE,
            self._lock(_("Lock all"), _("Lock all of {bones}"), True, _("Everything is locked.") if all(locks) else ""),
            self._lock(
                _("Unlock all"), _("Unlock all of {bones}"), False, "" if any(locks) else _("Nothing is locked.")
            ),
            LINE,
            Command(_("Select parent"), lambda: self._select(selection.parents), root),
            Command(_("Select child"), lambda: self._select(selection.children), tip),
        )

    def _reset(self, title: str, label: str, channels: tuple[Channel, ...]) -> Command:
        chosen, figure = self._chosen or NOBODY, self._document.figure
        at_rest = all(
            getattr(figure.transform(name), channel) == getattr(REST, channel)
            for name in chosen.names
            for channel in channels
        )
        label = label.format(bones=chosen.who)
        edit = reset_edit(chosen, channels)
        return Command(title, lambda: self.edited.emit(label, edit), _("It is at rest.") if at_rest else "")

    def _lock(self, title: str, label: str, locked: bool, why_not: str) -> Command:
        chosen = self._chosen or NOBODY
        edit = locked_edit(chosen.names, locks_on_all(locked))
        return Command(title, lambda: self.edited.emit(label.format(bones=chosen.who), edit), why_not)

    def _select(self, change: Callable[[Document], Document]) -> None:
        selected = change(self._document)
        self.selection_asked.emit(selected.selected, selected.active)

    def paintEvent(self, _event: QPaintEvent) -> None:
        chosen, of_figure = None if self._figure else self._chosen, self._figure is not None
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        alone = chosen is not None and len(chosen.names) == 1
        kind = chosen.active.kind if chosen else "bone"
        is_lit = bool(chosen) or of_figure
        drawing.box(painter, QRectF(12, 8, 32, 32), tokens.acc_bg if is_lit else tokens.field, radius=8)
        token = tokens.t3 if not is_lit else tokens.acc_t if kind == "bone" else getattr(tokens, kind)
        icons.draw(painter, "figure" if of_figure else kind, token, 20, 16)
        room = self.width() - LEFT - RIGHT
        painter.setFont(theme.font(13, 600))
        text = drawing.fitting_name(self.title(), room - 24, 13, 600)
        drawing.write(painter, QRectF(LEFT, 7, room, 18), text, tokens.t1)
        side = drawing.split_side(chosen.names[0])[1] if chosen and alone else ""
        if side:
            end = LEFT + theme.metrics(13, 600).horizontalAdvance(text)
            drawing.side_tag(painter, round(end + 8), 9, side, tokens)
        painter.setFont(theme.font(11))
        drawing.write(painter, QRectF(LEFT, 25, room, 16), drawing.fitting(self.line(), room, 11), tokens.t2)
        painter.end()


def _names(chosen: Chosen) -> str:
    shown = ", ".join(chosen.names[:MOST_NAMES])
    more = len(chosen.names) - MOST_NAMES
    return _("{names} and {count} more").format(names=shown, count=more) if more > 0 else shown
