"""The settings dialog: pages at the left, and one search over all of them. Changes take effect at once.

The dialog is made from declared fields and knows nothing of what they are for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent
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
from pantin.widgets.controls.scroll import column
from pantin.widgets.controls.search_line import SearchLine
from pantin.widgets.messages import _
from pantin.widgets.settings.key_line import KeyRow
from pantin.widgets.settings.settings_page import Page, SettingsPage
from pantin.widgets.theme import drawing, icons, theme

__all__ = ["KeyRow", "Page", "SettingsDialog"]

SIZE = QSize(760, 600)
SIDE = 184


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
