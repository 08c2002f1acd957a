"""The brush that weights are painted with, as fields: what it does, how large and how strong it is, and on which side.

The same is changed by keys at the pointer and by the buttons over the figure. Nothing of it is a step of undo.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QSizePolicy

from pantin.rigs.fields import Length, Weight, field
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.floating.segments import Segments
from pantin.widgets.forms.form import Form
from pantin.widgets.forms.rows.row import row_of
from pantin.widgets.messages import _

Mode = Literal["add", "subtract", "smooth", "set"]

MODES: Mapping[Mode, tuple[str, str]] = {
    "add": (_("Add"), _("More of the skin follows the active bone. Ctrl takes.")),
    "subtract": (_("Take"), _("Less of the skin follows the active bone; others take over. Ctrl adds.")),
    "smooth": (_("Smooth"), _("Weights are drawn to those beside them. Shift does so in every mode.")),
    "set": (_("Set"), _("The skin gets the weight below. Ctrl sets 0.")),
}

ONLY_SET, ONLY_SMOOTH = _("This counts for Set alone."), _("This counts for Smooth alone.")


class BrushFields(msgspec.Struct, frozen=True):
    """The brush as the panel shows it."""

    size: Annotated[
        Length,
        field(_("Size"), _("The radius of the brush on the body. F changes it at the pointer, [ and ] by steps.")),
    ] = 0.0
    strength: Annotated[
        Weight, field(_("Strength"), _("How much one stroke does at most. Shift+F changes it at the pointer."))
    ] = 0.5
    value: Annotated[
        Weight,
        field(
            _("Value"),
            _("The weight that Set sets. Ctrl+F changes it at the pointer; Shift+X takes it from the skin below."),
        ),
    ] = 1.0
    all_bones: Annotated[
        bool,
        field(_("All bones"), _("Smooth evens out the weights of all bones, not of the active one alone.")),
    ] = False
    mirror: Annotated[
        bool, field(_("Mirror X"), _("The other side is painted as well, with the bone of that side."))
    ] = False
    through: Annotated[
        bool, field(_("Through"), _("What is hidden and what faces away is painted as well, not only what is seen."))
    ] = False
    mode: Mode = "add"


class BrushSection(Section):
    """Shown while the brush is in hand. Names and values are those of `BrushFields`."""

    changed = Signal(str, object)
    """A value is another, also while it is dragged."""
    committed = Signal()
    """A value that was dragged or typed is kept."""
    cancelled = Signal()
    """A value that was dragged goes back to what it was before."""

    def __init__(self) -> None:
        super().__init__(_("Brush"), bottom=8)
        self.modes = {name: self._action(name) for name in get_args(Mode)}
        group = QActionGroup(self)
        for action in self.modes.values():
            group.addAction(action)
        segments = Segments([(action.text(), action) for action in self.modes.values()])
        for part in (segments, *segments.segments):
            part.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        segments.setAccessibleName(_("What the brush does"))
        self.form = Form(BrushFields, alone=_("There is one brush."), placed=("size", "strength"))
        self.add(row_of(segments))
        self.add(self.form)
        self.form.previewed.connect(self.changed)
        self.form.committed.connect(self._commit)
        self.form.all_committed.connect(self._commit_all)
        self.form.cancelled.connect(self.cancelled)
        self.hide()

    def show_brush(self, brush: BrushFields | None) -> None:
        """Show the brush; None hides the section. Nothing is emitted."""
        self.setVisible(brush is not None)
        if brush is None or self.form.shows(brush):
            return
        self.modes[brush.mode].setChecked(True)
        not_now = {} if brush.mode == "set" else {"value": ONLY_SET}
        self.form.show_value(brush, not_now if brush.mode == "smooth" else {**not_now, "all_bones": ONLY_SMOOTH})
        self.show_note(MODES[brush.mode][0])

    def _action(self, name: Mode) -> QAction:
        words, help_ = MODES[name]
        action = QAction(words, self)
        action.setCheckable(True)
        action.setToolTip(plain(help_))
        action.triggered.connect(lambda: self._commit("mode", name))
        return action

    def _commit(self, name: str, value: object) -> None:
        self.changed.emit(name, value)
        self.committed.emit()

    def _commit_all(self, values: Mapping[str, object]) -> None:
        for name, value in values.items():
            self.changed.emit(name, value)
        self.committed.emit()
