"""The measures of the figure that is about to be made: fields to scrub and type in, and buttons to make it or cancel.

Changes are sent and not kept here; the panel shows the measures that it is given.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from pantin.widgets.controls.frames.panel_head import PanelHead
from pantin.widgets.controls.scroll import column
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.forms.form import Form
from pantin.widgets.messages import _
from pantin.widgets.theme.sizes import PANEL_WIDTH


class MeasuresPanel(QWidget):
    """The form of the measures of one figure, rebuilt for each kind of figure."""

    previewed = Signal(object)
    """Other measures, while a field is scrubbed."""
    measured = Signal(object)
    """Other measures from now on."""
    put_back = Signal()
    """The scrub was given up: the measures are those shown last."""
    accepted = Signal()
    dismissed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(PANEL_WIDTH)
        self.setAutoFillBackground(True)
        self._measures: msgspec.Struct | None = None
        self.form: Form | None = None
        self.reset = TextButton(_("Reset"), _("Put every measure back to its usual value."), quiet=True)
        self.create_button = TextButton(
            _("&Create"), _("Make this figure and pose it. Enter does it too."), height=32, primary=True
        )
        self.cancel = TextButton(_("Cancel"), _("Go back to what was open. Esc does it too."), height=32)
        self.reset.clicked.connect(lambda: self.form.reset_all() if self.form else None)
        self.create_button.clicked.connect(self.accepted)
        self.cancel.clicked.connect(self.dismissed)
        self._lay_out()

    def show_measures(self, title: str, measures: msgspec.Struct) -> None:
        """Show the measures of the figure called `title`."""
        if self.form is None or type(measures) is not type(self._measures):
            self._make_form(measures)
        self._measures = measures
        self._head.show_note(title)
        assert self.form is not None
        self.form.show_value(measures)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys that no field uses."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accepted.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.dismissed.emit()
        else:
            super().keyPressEvent(event)

    def _make_form(self, measures: msgspec.Struct) -> None:
        """Replace the form by one for measures of this kind."""
        if self.form is not None:
            self.form.hide()
            self.form.deleteLater()
        form = self.form = Form(type(measures), alone=_("A figure is made alone."))
        form.previewed.connect(lambda name, value: self.previewed.emit(self._with({name: value})))
        form.committed.connect(lambda name, value: self.measured.emit(self._with({name: value})))
        form.all_committed.connect(lambda values: self.measured.emit(self._with(values)))
        form.cancelled.connect(self.put_back)
        self._fields.insertWidget(0, form)

    def _with(self, values: Mapping[str, object]) -> msgspec.Struct:
        """The measures shown, with these values replaced."""
        assert self._measures is not None
        return msgspec.structs.replace(self._measures, **values)

    def _lay_out(self) -> None:
        self._head = PanelHead(_("Measures"), self.reset)
        listed = QWidget()
        self._fields = QVBoxLayout(listed)
        self._fields.setContentsMargins(0, 8, 0, 8)
        self._fields.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(12, 8, 12, 12)
        buttons.setSpacing(8)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.create_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addWidget(column(listed), 1)
        layout.addLayout(buttons)
