"""A page of the settings: a head with a button that resets it, and a form made from the declared fields."""

from __future__ import annotations

from typing import Any

import msgspec
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from pantin.widgets.controls.frames.panel_head import PanelHead
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.finding.match_marks import answers, highlight
from pantin.widgets.forms.form import Form
from pantin.widgets.forms.rows.row import INSET, Row
from pantin.widgets.messages import _
from pantin.widgets.settings.key_table import KeyTable
from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.quantity import words

LABEL = 160
ALONE = _("A setting stands for itself.")


class Page(msgspec.Struct, frozen=True):
    """The declaration of a page: `model` declares its fields, `note` is a remark shown above them.

    A page `with_keys` has the table of keys below its fields.
    """

    name: str
    title: str
    icon: str
    model: type[msgspec.Struct]
    note: str = ""
    with_keys: bool = False


class SettingsPage(QWidget):
    """Emits `changed` with a field and its value."""

    changed = Signal(str, object)

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page
        self._typed = ""
        self._values: msgspec.Struct | None = None
        self.reset = TextButton(
            _("Reset to defaults"), _("Put everything in {page} back.").format(page=page.title), quiet=True
        )
        self.reset.clicked.connect(self._reset)
        self.head = PanelHead(page.title, self.reset)
        self.form = Form(page.model, label_width=LABEL, alone=ALONE)
        self.form.committed.connect(self.changed)
        self.keys = KeyTable() if page.with_keys else None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 4, 16)
        layout.setSpacing(4)
        layout.addWidget(self.head)
        layout.addWidget(self.form)
        if page.note:
            layout.addWidget(_note(page.note))
        if self.keys:
            layout.addWidget(self.keys)

    def show_values(self, values: msgspec.Struct) -> None:
        """Show the present values."""
        self._values = values
        self.form.show_value(values)
        self.reset.setEnabled(bool(self._changed()))

    def show_found(self, typed: str) -> int:
        """Show only what matches the search. Returns how many fields do."""
        self._typed = typed
        found = 0
        for field in self.form.fields:
            choices = " ".join(words(choice) for choice in field.choices)
            is_found = answers(typed, f"{self.page.title} {field.title} {field.help} {choices}")
            self.form.rows[field.name].setVisible(is_found)
            found += is_found
        if self.keys:
            found += self.keys.show_found(typed)
        self.update()
        return found

    def _changed(self) -> list[tuple[str, Any]]:
        """The fields that differ from their defaults, with the defaults."""
        fields = self.form.fields if self._values else ()
        return [(field.name, field.default) for field in fields if getattr(self._values, field.name) != field.default]

    def _reset(self) -> None:
        for name, default in self._changed():
            self.changed.emit(name, default)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Mark the text that was searched for, behind the labels of the form."""
        if not self._typed:
            return
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        for field in self.form.fields:
            row = self.form.rows[field.name]
            if row.isVisible() and isinstance(row, Row):
                corner = row.mapTo(self, row.rect().topLeft())
                label = QRectF(corner.x() + INSET, corner.y(), LABEL, row.height())
                highlight(painter, label, field.title, self._typed, tokens)
        painter.end()


def _note(text: str) -> QLabel:
    label = QLabel(text)
    label.setWordWrap(True)
    label.setFont(theme.font(11))
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    label.setContentsMargins(INSET, 4, INSET, 4)
    label.setAlignment(Qt.AlignmentFlag.AlignTop)
    return label
