"""Words in a panel: wrapped, as plain text, and taken out with the mouse."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QPalette, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QMenu, QSizePolicy, QWidget

from pantin.widgets.forms.rows.row import INSET, LABEL
from pantin.widgets.messages import _

SPACES = re.compile(r"(\s+)")


class Words(QLabel):
    """Wrapped words, in the quiet colour of notes where they are `quiet`.

    A word that is longer than a line, as names of files may be, has its middle left out: Qt would widen the panel for
    it. The tooltip has the whole, and a menu copies it: licences are addresses.
    """

    def __init__(self, text: str = "", quiet: bool = False) -> None:
        super().__init__()
        self._whole = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText if quiet else QPalette.ColorRole.ButtonText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setContentsMargins(INSET, 2, INSET, 2)
        self.setText(text)

    def text(self) -> str:
        """Return the words, whole."""
        return self._whole

    def setText(self, text: str) -> None:
        """Show these words."""
        self._whole = text
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """Return as little as a panel may have room for: what is longer than that is left out."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy the words whole where some are left out; else what is selected."""
        if self.toolTip():
            self.menu().popup(event.globalPos())
        else:
            super().contextMenuEvent(event)

    def menu(self) -> QMenu:
        """Return a menu that copies the words, whole."""
        made = QMenu(self)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        made.addAction(_("Copy")).triggered.connect(lambda: QGuiApplication.clipboard().setText(self._whole))
        return made

    def _fit(self) -> None:
        """Leave out the middle of words that are longer than a line."""
        width, metrics = self.contentsRect().width(), self.fontMetrics()
        words = SPACES.split(self._whole)
        shown = "".join(metrics.elidedText(word, Qt.TextElideMode.ElideMiddle, width) for word in words)
        if shown != super().text():
            super().setText(shown)
            self.setToolTip("" if shown == self._whole else self._whole)


class Facts(QWidget):
    """Facts below each other: what each is at the left, its words at the right, wrapped."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        self._grid.setColumnMinimumWidth(0, INSET + LABEL)
        self._grid.setColumnStretch(1, 1)
        self._shown: tuple[tuple[str, str], ...] = ()

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """Return what is shown."""
        return self._shown

    def show_facts(self, facts: tuple[tuple[str, str], ...]) -> None:
        """Show these facts: what each is, and its words."""
        if facts == self._shown:
            return
        self._shown = facts
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for row, (what, words) in enumerate(facts):
            label, said = Words(what, quiet=True), Words(words)
            label.setContentsMargins(INSET, 2, 4, 2)
            said.setContentsMargins(4, 2, INSET, 2)
            said.setAccessibleName(what)
            for each in (label, said):
                each.setAlignment(Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(label, row, 0)
            self._grid.addWidget(said, row, 1)
