"""Words in a panel: wrapped, as plain text, and taken out with the mouse."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from pantin.widgets.forms.rows.row import INSET, LABEL


class Words(QLabel):
    """Wrapped words, in the quiet colour of notes where they are `quiet`."""

    def __init__(self, text: str = "", quiet: bool = False) -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText if quiet else QPalette.ColorRole.ButtonText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setContentsMargins(INSET, 2, INSET, 2)


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
