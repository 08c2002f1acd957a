"""Pins of the figure: a row for each bone, with what it keeps, and a way to let it go."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from pantin.rigs.editing.pins import pinned, unpinned
from pantin.rigs.rig import Pin, Rig
from pantin.widgets.controls.choice import Choice
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.kept_rows import show_rows
from pantin.widgets.forms.rows.row import INSET
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons
from pantin.widgets.values.name_space import Shared, shared_of

PLACE, BOTH, GROUND = KEEPS = ("place", "place_and_rotation", "on_the_ground")
CHOICE = 136
"""Width of the choice: "Place and rotation" fits."""
MEANING = {
    PLACE: _("The bone stays in its place while others are pulled."),
    BOTH: _("The bone keeps its place and its rotation while others are pulled."),
    GROUND: _(
        "Holds the bone while it stands on the ground: pulling up raises heels and lifts knees. Lifted by a pose, it "
        "goes with the body."
    ),
}
ROW, ICON = 24, 16


class PinsSection(Section):
    """Shown while anything is pinned."""

    edited = Signal(str, object)

    def __init__(self) -> None:
        super().__init__(_("Pins"))
        self.rows: list[PinRow] = []
        self._shown: tuple[tuple[Pin, ...], object] = ((), None)
        self.hide()

    def show_rig(self, rig: Rig, in_rest_pose: bool = False) -> None:
        """Show the pins of a rig; while its rest pose is edited there is nothing to hold."""
        self.setVisible(bool(rig.pins) and not in_rest_pose)
        if (rig.pins, rig.bones) == self._shown:
            return
        self._shown = (rig.pins, rig.bones)
        show_rows(self.rows, len(rig.pins), self._add)
        shared = shared_of(rig) if rig.pins else Shared()
        for row, pin in zip(self.rows, rig.pins, strict=False):
            row.show_pin(pin, pin.bone in rig.by_name, shared.short(pin.bone))
        self.show_note(str(len(rig.pins)))

    def show_released(self, names: frozenset[str]) -> None:
        """Show whose pins hold nothing now, because a pose lifts them."""
        for row in self.rows:
            row.show_released(names)

    def prepare_next(self, rig: Rig) -> bool:
        """Make one more row for the pins of a rig. False where all are there."""
        is_missing = len(self.rows) < len(rig.pins)
        if is_missing:
            self._add()
        return is_missing

    def _add(self) -> None:
        row = PinRow()
        row.edited.connect(self.edited)
        self.rows.append(row)
        self.add(row)


class PinRow(QWidget):
    """One pin: the bone, what it keeps, and a cross that takes the pin away."""

    edited = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self._pin, self._is_there, self._called = Pin("-"), True, "-"
        self.released = False
        self.setFixedHeight(ROW)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.keeps = Choice(KEEPS)
        self.keeps.setFixedWidth(CHOICE)
        self.keeps.committed.connect(self._keep)
        self.remove = IconButton("close", _("Take the pin away"))
        self.remove.clicked.connect(self._remove)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(INSET, 0, INSET, 0)
        layout.setSpacing(0)
        layout.addStretch(1)
        layout.addWidget(self.keeps)
        layout.addWidget(self.remove)

    def show_pin(self, pin: Pin, is_there: bool, called: str) -> None:
        """Show a pin, its bone `called` by what tells it apart; `is_there` is False where the rig lacks that."""
        self._pin, self._is_there, self._called = pin, is_there, called
        self.keeps.show_value(_kept_by(pin))
        self.keeps.setEnabled(is_there)
        explain(self.keeps, MEANING[_kept_by(pin)])
        whole = pin.bone if called != pin.bone else ""
        explain(self, whole if is_there else _("The rig has no such bone: the pin holds nothing."))
        self.update()

    def show_released(self, names: frozenset[str]) -> None:
        """Show whether the pin holds nothing now."""
        released = self._pin.bone in names
        if released != self.released:
            self.released = released
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, ROW)

    def _keep(self, keeps: str) -> None:
        name, rotation, on_ground = self._pin.bone, keeps != PLACE, keeps == GROUND
        if keeps != _kept_by(self._pin):
            self.edited.emit(
                _("Pin {bone}").format(bone=name), lambda document: pinned(document, (name,), rotation, on_ground)
            )

    def _remove(self) -> None:
        name = self._pin.bone
        self.edited.emit(_("Unpin {bone}").format(bone=name), lambda document: unpinned(document, (name,)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        holds = tokens.t3 if self.released else tokens.pin
        icons.draw(painter, "pin", holds if self._is_there else tokens.miss, INSET, 4)
        left = INSET + ICON + 8
        room = QRectF(left, 0, self.keeps.x() - left - 8, ROW)
        drawing.name_with_side(painter, room, self._called, tokens.t1, tokens)
        painter.end()


def _kept_by(pin: Pin) -> str:
    """Return what a pin keeps, as the choice calls it."""
    if pin.on_ground:
        return GROUND
    return BOTH if pin.rotation else PLACE
