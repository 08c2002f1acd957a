"""The settings dialog: pages at the left, and one search over all of them. Changes take effect at once.

The dialog is made from declared fields and knows nothing of what they are for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QDialog,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from pantin.rigs.translation import inside
from pantin.widgets.controls.frames.panel_head import PanelHead
from pantin.widgets.controls.scroll import column
from pantin.widgets.controls.search_line import SearchLine
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.finding.match_marks import answers, highlight
from pantin.widgets.forms.form import Form
from pantin.widgets.forms.rows.row import INSET, Row
from pantin.widgets.messages import _
from pantin.widgets.settings.key_line import KeyRow
from pantin.widgets.settings.key_table import KeyTable
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.values.quantity import words

__all__ = ["KeyRow", "Page", "SettingsDialog"]

SIZE = QSize(760, 600)
SIDE = 184

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


class SettingsDialog(QDialog):
    """Emits `changed` with page, field and value; `keys_asked` with an action and its new keys."""

    changed = Signal(str, str, object)
    keys_asked = Signal(str, object)
    keys_reset_asked = Signal()

    def __init__(self, parent: QWidget | None, pages: Sequence[Page]) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Settings"))
        self.resize(SIZE)
        self.search = SearchLine(_("Search settings"))
        self.search.textChanged.connect(self._find)
        self.pages = {page.name: self._made(page) for page in pages}
        self.tabs = {page.name: _Tab(page) for page in pages}
        self._chosen = pages[0].name
        self.nothing = QLabel(_("No setting is called that."))
        self.nothing.setContentsMargins(12, 8, 12, 8)
        self._group = QButtonGroup(self)
        self._area = column(self._stacked())
        self._lay_out()
        self.show_page(self._chosen)

    def show_values(self, values: Mapping[str, msgspec.Struct]) -> None:
        """Show the present values, by page."""
        for name, value in values.items():
            self.pages[name].show_values(value)

    def show_keys(self, rows: Sequence[KeyRow]) -> None:
        """Show the present keys."""
        for page in self.pages.values():
            if page.keys:
                page.keys.show_rows(rows)
        self._find(self.search.text())

    def show_page(self, name: str) -> None:
        """Show a page; ends a search."""
        self._chosen = name
        self.tabs[name].setChecked(True)
        self.search.clear()
        self._find("")
        self._area.verticalScrollBar().setValue(0)

    def _made(self, page: Page) -> SettingsPage:
        made = SettingsPage(page)
        made.changed.connect(lambda field, value: self.changed.emit(page.name, field, value))
        if made.keys:
            made.keys.keys_asked.connect(self.keys_asked)
            made.keys.reset_asked.connect(self.keys_reset_asked)
        return made

    def _find(self, typed: str) -> None:
        typed = typed.strip()
        counts = {name: page.show_found(typed) for name, page in self.pages.items()}
        for name, page in self.pages.items():
            page.setVisible(counts[name] > 0 if typed else name == self._chosen)
            self.tabs[name].show_state(bool(typed), counts[name])
        self.nothing.setVisible(bool(typed) and not any(counts.values()))

    def _lay_out(self) -> None:
        side = QVBoxLayout()
        side.setContentsMargins(8, 8, 8, 8)
        side.setSpacing(2)
        side.addWidget(self.search)
        side.addSpacing(6)
        for name, tab in self.tabs.items():
            self._group.addButton(tab)
            tab.clicked.connect(lambda _=False, name=name: self.show_page(name))
            side.addWidget(tab)
        side.addStretch(1)
        left = QWidget()
        left.setFixedWidth(SIDE)
        left.setLayout(side)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(left)
        row.addWidget(_Divider())
        row.addWidget(self._area, 1)

    def _stacked(self) -> QWidget:
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(4, 4, 8, 8)
        layout.setSpacing(0)
        layout.addWidget(self.nothing)
        for page in self.pages.values():
            layout.addWidget(page)
        layout.addStretch(1)
        return content


class _Tab(QAbstractButton):
    """The name of a page in the side bar; during a search, with the number of matches on the page."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.setText(page.title)
        self._icon = page.icon
        self._searching, self._count = False, 0
        self.setCheckable(True)
        self.setFixedHeight(28)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setToolTip(_("The settings of {page}").format(page=inside(page.title)))

    def show_state(self, searching: bool, count: int) -> None:
        """Show whether a search is on, and the number of matches."""
        self._searching, self._count = searching, count
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(SIDE - 16, 28)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        rect = QRectF(self.rect())
        chosen = self.isChecked() and not self._searching
        if chosen or self.underMouse():
            drawing.box(painter, rect, tokens.row_active if chosen else tokens.row_hover)
        found = self._count or not self._searching
        icons.draw(painter, self._icon, tokens.acc_t if chosen else tokens.t2, 8, 6)
        painter.setFont(theme.font(12, 500 if chosen else 400))
        drawing.write(painter, rect.adjusted(32, 0, -8, 0), self.text(), tokens.t1 if found else tokens.t3)
        if self._searching and self._count:
            painter.setFont(theme.font(11))
            drawing.write(painter, rect.adjusted(0, 0, -8, 0), str(self._count), tokens.t2, drawing.MIDDLE_RIGHT)
        if self.hasFocus():
            drawing.ring(painter, rect, tokens.acc)
        painter.end()


class _Divider(QWidget):
    """A line between side bar and page."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.fillRect(self.rect(), theme.colour(painter.tokens.line))
        painter.end()


def _note(text: str) -> QLabel:
    label = QLabel(text)
    label.setWordWrap(True)
    label.setFont(theme.font(11))
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    label.setContentsMargins(INSET, 4, INSET, 4)
    label.setAlignment(Qt.AlignmentFlag.AlignTop)
    return label
