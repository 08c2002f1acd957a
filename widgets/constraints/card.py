"""The card of one constraint: what it is, on whom, whether it acts; its form; what the solver reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QEnterEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from pantin.rigs.constraints import Constraint
from pantin.widgets.constraints.card_head import STEPS, CardHead
from pantin.widgets.constraints.card_looks import EDITORS, card_look, folded_away
from pantin.widgets.constraints.card_report import Report
from pantin.widgets.controls import own_keys
from pantin.widgets.controls.button import Button
from pantin.widgets.controls.command_menu import LINE, Command, menu_of
from pantin.widgets.controls.explain import disable, explain
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.forms.form import Form
from pantin.widgets.forms.rows.editor import BonesByName
from pantin.widgets.forms.rows.row import CARD_LABEL, INSET
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.values.exchange import Goal

ALONE = _("A constraint keeps its settings to itself: copy the whole card to the selected bones.")
ALT = Qt.KeyboardModifier.AltModifier

MORE = 24

COMMAND_MARGIN = 8
HANGS_NOWHERE = _("Choose a target first.")


class CardCommand(msgspec.Struct, frozen=True):
    """A button: its title, what it does, and why it cannot be pressed now, if it cannot."""

    title: str
    help: str
    why_not: Callable[[Any], str]


COMMANDS: dict[str, CardCommand] = {
    "set_inverse": CardCommand(
        _("Set inverse"),
        _("Hang the bone on the target where its own pose puts it now."),
        lambda child: "" if child.target else HANGS_NOWHERE,
    ),
    "clear_inverse": CardCommand(
        _("Clear inverse"),
        _("Let the bone go all the way with the target, from its rest."),
        lambda child: "" if child.inverse else _("It has no inverse."),
    ),
}


class CommandRow(QWidget):
    """The buttons of these commands, side by side. Emits the name of the one that is pressed."""

    asked = Signal(str)

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.buttons = {name: TextButton(COMMANDS[name].title, COMMANDS[name].help) for name in names}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(COMMAND_MARGIN, 4 if names else 0, COMMAND_MARGIN, 4 if names else 0)
        layout.setSpacing(4)
        for name, button in self.buttons.items():
            button.clicked.connect(lambda _checked=False, name=name: self.asked.emit(name))
            layout.addWidget(button)

    def show_constraint(self, constraint: Constraint) -> None:
        """Let be pressed what makes sense for it."""
        for name, button in self.buttons.items():
            disable(button, COMMANDS[name].why_not(constraint))


class MoreLine(Button):
    """The line that folds away what is rarely set, with its number: "More 16". Checked means that it is shown."""

    def __init__(self) -> None:
        super().__init__()
        self._count = 0
        self.setCheckable(True)
        self.setFixedHeight(MORE)
        explain(self, _("Show or fold what is rarely set. What was changed is always shown."))

    def show_count(self, count: int) -> None:
        """Show the number of fields that are folded away, or would be."""
        self._count = count
        self.setText(_("Fewer") if self.isChecked() else _("More"))
        name = _("Fewer settings, {count}") if self.isChecked() else _("More settings, {count}")
        self.setAccessibleName(name.format(count=count))
        self.setFixedHeight(MORE if count else 0)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        token = tokens.t1 if self.underMouse() else tokens.t2
        icons.draw(painter, "down" if self.isChecked() else "right", token, INSET - 4, 4)
        painter.setFont(theme.font(11))
        drawing.write(painter, QRectF(INSET + 16, 0, 120, 24), self.text(), token)
        left = INSET + 16 + theme.metrics(11).horizontalAdvance(self.text()) + 8
        drawing.write(painter, QRectF(left, 0, 40, 24), str(self._count), tokens.t3)
        if self.hasFocus():
            drawing.ring(painter, QRectF(self.rect()).adjusted(2, 1, -2, -1), tokens.acc)
        painter.end()


class Place(msgspec.Struct, frozen=True):
    """The place of a card: on which other bone, and why it can go no further up or down, or to no other bone."""

    on: str = ""
    no_up: str = ""
    no_down: str = ""
    no_copy: str = ""

    @property
    def movable(self) -> bool:
        """Return whether there is another place to go to."""
        return not (self.no_up and self.no_down)


class Card(QWidget):
    """Emits what people do to the constraint; knows nothing of its index in the rig."""

    previewed = Signal(str, object)
    committed = Signal(str, object)
    all_committed = Signal(object)
    cancelled = Signal()
    remove_asked = Signal()
    duplicate_asked = Signal()
    copy_asked = Signal()
    command_asked = Signal(str)
    step_asked = Signal(int)
    folded = Signal(bool)
    more_shown = Signal(bool)
    pick_asked = Signal(str)
    pointed = Signal(bool, object)
    """Whether the pointer is on the card, and the bone of the field that it is on."""

    def __init__(self, model: type[msgspec.Struct], bones: BonesByName) -> None:
        super().__init__()
        self.look = card_look(model)
        self.head = CardHead(self.look.title, self.look.icon, self.look.token)
        order, wide = self.look.order, CARD_LABEL
        self.form = Form(model, only=order, editors=EDITORS, bones=bones, label_width=wide, margin=8, alone=ALONE)
        self.commands = CommandRow(self.look.commands)
        self.rest = MoreLine()
        self.report = Report()
        self.constraint: Constraint | None = None
        self._place = Place()
        self._held = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (self.head, self.form, self.commands, self.rest, self.report):
            layout.addWidget(part)
        self._connect()

    def _connect(self) -> None:
        """Let what the parts ask for be asked for by the card."""
        self.form.previewed.connect(self.previewed)
        self.form.committed.connect(self.committed)
        self.form.all_committed.connect(self.all_committed)
        self.form.cancelled.connect(self.cancelled)
        self.form.pick_asked.connect(self.pick_asked)
        self.commands.asked.connect(self.command_asked)
        self.form.bone_pointed.connect(lambda bone: self.pointed.emit(True, bone))
        self.rest.clicked.connect(self.more_shown)
        self.head.clicked.connect(lambda is_open: self._fold(not is_open))
        self.head.eye.clicked.connect(lambda shown: self.committed.emit("enabled", shown))
        self.head.more.clicked.connect(lambda: self.head.more.open_menu(self.menu()))

    def show_constraint(self, constraint: Constraint, place: Place) -> None:
        """Show a constraint, and where it is."""
        self.constraint, self._place = constraint, place
        self.head.show_title(place.on, constraint.enabled, place.movable)
        self.form.show_value(constraint, self.look.reasons(constraint))
        self.commands.show_constraint(constraint)
        self._leave_out(constraint)

    def show_more(self, shown: bool) -> None:
        """Show all fields, or those that matter every day and those that were changed."""
        self.rest.setChecked(shown)
        if self.constraint is not None:
            self._leave_out(self.constraint)

    def _leave_out(self, constraint: Constraint) -> None:
        left_out, folded = self.look.left_out(constraint), folded_away(constraint)
        self.form.leave_out(left_out if self.rest.isChecked() else left_out | folded)
        self.rest.show_count(len(folded - left_out))

    def show_goal(self, goal: Goal | None) -> None:
        """Show what the solver reports of the constraint, if anything."""
        self.report.show_goal(goal if self._acts() else None)

    def _acts(self) -> bool:
        return self.constraint is not None and self.constraint.enabled

    def show_folded(self, folded: bool) -> None:
        """Show the head alone, or all of it."""
        self.head.setChecked(not folded)
        for part in (self.form, self.commands, self.rest, self.report):
            part.setVisible(not folded)

    def show_held(self, held: bool) -> None:
        """Show that the card is being dragged."""
        self._held = held
        self.update()

    def is_folded(self) -> bool:
        """Return whether only the head is shown."""
        return not self.head.isChecked()

    def menu(self) -> QMenu:
        """The menu of the three dots."""
        place = self._place
        return menu_of(
            (
                Command(_("Duplicate"), self.duplicate_asked.emit),
                Command(_("Copy to selected"), self.copy_asked.emit, place.no_copy),
                LINE,
                Command(_("Move up"), lambda: self.step_asked.emit(-1), place.no_up, "Alt+Up"),
                Command(_("Move down"), lambda: self.step_asked.emit(1), place.no_down, "Alt+Down"),
                LINE,
                Command(_("Mute") if self._acts() else _("Unmute"), self.head.eye.click),
                Command(_("Unfold") if self.is_folded() else _("Fold"), self.head.click),
                LINE,
                Command(_("Remove"), self.remove_asked.emit),
            ),
            self,
        )

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(True, None)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(False, None)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def event(self, event: QEvent) -> bool:
        """Alt with the arrow keys is for the card, wherever in it the focus is."""
        return own_keys.kept(event, self._step_of) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = self._step_of(event)
        if not step:
            super().keyPressEvent(event)
        elif not (self._place.no_up if step < 0 else self._place.no_down):
            self.step_asked.emit(step)

    def _step_of(self, event: QKeyEvent) -> int:
        return STEPS.get(event.key(), 0) if event.modifiers() & ALT else 0

    def _fold(self, folded: bool) -> None:
        self.show_folded(folded)
        self.folded.emit(folded)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        rect = QRectF(self.rect())
        drawing.box(painter, rect, tokens.card, radius=8)
        drawing.ring(painter, rect, tokens.acc if self._held else tokens.outline, radius=8, width=1)
        painter.end()
