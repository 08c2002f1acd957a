"""The head of a panel: its title, a note beside it, and buttons. It serves as the title bar of the panel's dock."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from pantin.widgets.theme import drawing, theme

HEAD = 32
CHIP = 20


class PanelHead(QWidget):
    """Mouse events that no button handles are left to the parent, so that a dock can be dragged by it."""

    def __init__(self, title: str, *buttons: QWidget) -> None:
        super().__init__()
        self._title, self._note, self._is_chip = title, "", False
        self.setFixedHeight(HEAD)
        self.setAccessibleName(title)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 8, 0)
        layout.setSpacing(4)
        layout.addStretch(1)
        for button in buttons:
            layout.addWidget(button)

    def show_note(self, note: str, chip: bool = False) -> None:
        """A word beside the title, or a figure on a chip."""
        if (note, chip) != (self._note, self._is_chip):
            self._note, self._is_chip = note, chip
            self.setAccessibleDescription(note)
            self.update()

    def note(self) -> str:
        """The word beside the title."""
        return self._note

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(12, 0, self.width() - 12, HEAD), self._title, tokens.t1)
        if self._note:
            painter.setFont(theme.font(11))
            left = 12 + round(theme.metrics(12, 600).horizontalAdvance(self._title)) + 8
            width = theme.metrics(11).horizontalAdvance(self._note)
            if self._is_chip:
                chip = QRectF(left, (HEAD - CHIP) / 2, max(CHIP, width + 16), CHIP)
                drawing.box(painter, chip, tokens.field_hover, radius=CHIP / 2)
                drawing.write(painter, chip, self._note, tokens.t1, drawing.CENTRE)
            else:
                drawing.write(painter, QRectF(left, 0, width + 4, HEAD), self._note, tokens.t3)
        painter.end()
