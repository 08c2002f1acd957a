"""The head of the shelf: its title, a pill for each tag, the search, and the button that saves the pose."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QMenu, QSizePolicy, QWidget

from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.frames.panel_head import HEAD
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.plain_text import in_menu
from pantin.widgets.controls.search_line import SearchLine
from pantin.widgets.controls.switch import WIDTH as SWITCH
from pantin.widgets.controls.switch import Switch
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme

PILL, GAP = 22, 2
SEARCH, SHORT_SEARCH = 148, 56
"""Width of the search, and its least where there is little room."""
SELECTED_ONLY = _("Selected bones only")
PINS = _("Poses bring their pins: feet that stand are pinned, pins of another pose go. Off: pins stay as they are.")


class Pill(QAbstractButton):
    """A tag; on, only poses that have it are shown."""

    def __init__(self, words: str, tooltip: str) -> None:
        super().__init__()
        self.setText(words)
        self.setCheckable(True)
        self.setFixedSize(self.sizeHint())
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(words)
        explain(self, tooltip)

    def sizeHint(self) -> QSize:
        return QSize(round(theme.metrics(11, 600).horizontalAdvance(self.text())) + 18, PILL)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, rect, on = painter.tokens, QRectF(self.rect()), self.isChecked()
        if on or self.underMouse():
            drawing.box(painter, rect, tokens.field_hover if on else tokens.field, PILL / 2)
        painter.setFont(theme.font(11, 600 if on else 400))
        drawing.write(painter, rect, self.text(), tokens.t1 if on else tokens.t2, drawing.CENTRE)
        if self.hasFocus():
            drawing.ring(painter, rect, tokens.acc, PILL / 2)
        painter.end()


class Pills(QWidget):
    """All, and the tags as far as there is room; the others are in a menu behind them. `chosen` is "" for all."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.chosen = ""
        self.pills: list[Pill] = []
        self.others = Pill("…", _("More tags"))
        self.others.setParent(self)
        self.others.clicked.connect(self._open_others)
        self._tags: tuple[str, ...] | None = None
        self.setFixedHeight(PILL)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_tags(())

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        """Room for All, and for the menu of the tags."""
        menu = GAP + self.others.width() if self._tags else 0
        return QSize(self.pills[0].width() + menu if self.pills else 0, PILL)

    def show_tags(self, tags: Sequence[str]) -> None:
        """Show these tags; a chosen one that is gone is All."""
        if tuple(tags) == self._tags:
            return
        self._tags = tuple(tags)
        for old in self.pills:
            old.hide()
            old.deleteLater()
        self.chosen = self.chosen if self.chosen in tags else ""
        self.pills = [self._made(tag) for tag in ("", *tags)]
        self.updateGeometry()
        self._place()

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._place()

    def _made(self, tag: str) -> Pill:
        about = _("Only poses with the tag {tag}").format(tag=tag) if tag else _("Poses of all tags")
        pill = Pill(tag or _("All"), about)
        pill.setParent(self)
        pill.setChecked(tag == self.chosen)
        pill.clicked.connect(lambda: self.choose(tag))
        return pill

    def choose(self, tag: str) -> None:
        """Let only poses with this tag through; "" is all."""
        self.chosen = tag
        for pill, its in zip(self.pills, ("", *(self._tags or ())), strict=True):
            pill.setChecked(its == tag)
        self._mark_others()
        self.changed.emit()

    @property
    def left_out(self) -> tuple[str, ...]:
        """The tags for whose pills there is no room."""
        return tuple(tag for tag, pill in zip(self._tags or (), self.pills[1:], strict=True) if pill.isHidden())

    def others_menu(self) -> QMenu:
        """The tags that are left out, of which one may be chosen."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for tag in self.left_out:
            entry = menu.addAction(in_menu(tag))
            entry.setCheckable(True)
            entry.setChecked(tag == self.chosen)
            entry.triggered.connect(lambda _on, tag=tag: self.choose(tag))
        return menu

    def _open_others(self) -> None:
        self._mark_others()
        self.others_menu().popup(self.others.mapToGlobal(QPoint(0, PILL + 4)))

    def _mark_others(self) -> None:
        """On while a tag is chosen whose pill is left out."""
        self.others.setChecked(self.chosen in self.left_out)

    def _place(self) -> None:
        ends = [*accumulate(pill.width() + GAP for pill in self.pills)]
        all_fit = not ends or ends[-1] - GAP <= self.width()
        room = self.width() if all_fit else self.width() - self.others.width() - GAP
        x = 0
        for pill, end in zip(self.pills, ends, strict=True):
            pill.move(end - pill.width() - GAP, 0)
            fits = end - GAP <= room or pill is self.pills[0]
            pill.setVisible(fits)
            x = end if fits else x
        self.others.move(x, 0)
        self.others.setVisible(not all_fit and x + self.others.width() <= self.width())
        self._mark_others()


class SelectedOnly(Switch):
    """The switch by which poses change the selected bones alone. Its words are left out where there is little room."""

    def __init__(self) -> None:
        super().__init__(SELECTED_ONLY, SELECTED_ONLY)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(SELECTED_ONLY)
        explain(self, _("Selected bones only: poses change these and no others."))

    def sizeHint(self) -> QSize:
        return QSize(SWITCH + 20 + round(theme.metrics().horizontalAdvance(SELECTED_ONLY)), PILL)

    def minimumSizeHint(self) -> QSize:
        return QSize(SWITCH, PILL)


class ShelfHead(QWidget):
    """The title bar of the dock; presses beside its buttons are left to that."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title
        self.pills = Pills()
        self.selected_only = SelectedOnly()
        self.search = SearchLine(_("Name or tag"))
        self.search.setMinimumWidth(SHORT_SEARCH)
        self.search.setMaximumWidth(SEARCH)
        self.save = TextButton(_("Save pose"), _("Keep how the figure stands as a pose of this document."), "plus")
        self.save.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.pins = IconButton("pin", PINS, checked_icon="pin")
        self.pins.setChecked(True)
        self.more = IconButton("more", _("Folders of poses"))
        self.setFixedHeight(HEAD)
        self.setAccessibleName(title)
        row = QHBoxLayout(self)
        row.setContentsMargins(20 + round(theme.metrics(12, 600).horizontalAdvance(title)), 0, 8, 0)
        row.setSpacing(4)
        row.addWidget(self.pills, 1)
        for part in (self.selected_only, self.search, self.save, self.pins, self.more):
            row.addWidget(part)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.fillRect(self.rect(), theme.colour(painter.tokens.panel))
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(12, 0, self.width(), HEAD), self._title, painter.tokens.t1)
        painter.end()
