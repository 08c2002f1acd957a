"""The card of a solver, A or B: its title, and facts about how it works."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme

HEAD = 32
BADGE = 16
TOKENS = {"A": "acc", "B": "right"}


class SolverCard(QWidget):
    """`letter` is "A" or "B". `add` appends a row, `add_to_head` puts a widget at the right of the title."""

    def __init__(self, letter: str) -> None:
        super().__init__()
        self._letter, self._title, self._note = letter, "", ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._head = QHBoxLayout()
        self._head.setContentsMargins(0, 4, 4, 4)
        self._head.addSpacing(0)
        self._head.addStretch(1)
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 8)
        self._rows.setSpacing(4)
        self._rows.addLayout(self._head)
        self._head.addStrut(HEAD - 8)

    def add(self, row: QWidget) -> None:
        """Append a row."""
        self._rows.addWidget(row)

    def add_to_head(self, widget: QWidget) -> None:
        """Put a widget at the right of the title."""
        self._head.addWidget(widget)

    def show_title(self, title: str, note: str = "") -> None:
        """The solver's name, and a word at the right of it."""
        if (title, note) != (self._title, self._note):
            self._title, self._note = title, note
            self.setAccessibleName(_("Solver {letter}: {title}").format(letter=self._letter, title=title))
            self.update()

    def title(self) -> str:
        """The solver's name."""
        return self._title

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        rect = QRectF(self.rect())
        drawing.box(painter, rect, tokens.card, radius=8)
        drawing.ring(painter, rect, tokens.outline, radius=8, width=1)
        badge(painter, 12, (HEAD - BADGE) / 2, self._letter, tokens)
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(36, 0, rect.width() - 80, HEAD), self._title, tokens.t1)
        painter.setFont(theme.font(11))
        drawing.write(
            painter, rect.adjusted(0, 0, -12, HEAD - rect.height()), self._note, tokens.t2, drawing.MIDDLE_RIGHT
        )
        painter.end()


def badge(painter: QPainter, x: float, y: float, letter: str, tokens: theme.Theme) -> None:
    """The letter of a solver on a square of its colour."""
    rect = QRectF(x, y, BADGE, BADGE)
    drawing.box(painter, rect, getattr(tokens, TOKENS[letter]))
    painter.setFont(theme.font(11, 600))
    drawing.write(painter, rect, letter, tokens.panel if letter == "B" else tokens.on_acc, drawing.CENTRE)
