"""A button with words, and an icon where it helps; the one primary button of a page has the accent colour."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QKeySequence, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from pantin.widgets.controls.button import Button
from pantin.widgets.controls.explain import explain
from pantin.widgets.theme import drawing, icons, theme

GAP = 4
MARGIN = 3
"""Pixels left free on both sides; words that are longer are shortened in the middle, as names are."""


class TextButton(Button):
    """`text` may mark its mnemonic with an ampersand. A `quiet` button is a word that lights up when pointed at."""

    def __init__(
        self, text: str, tooltip: str, icon: str = "", height: int = 24, primary: bool = False, quiet: bool = False
    ) -> None:
        super().__init__(Qt.FocusPolicy.StrongFocus)
        self.setText(text)
        self._icon, self._primary, self._quiet = icon, primary, quiet
        self.setFixedHeight(height)
        self.setSizePolicy(
            QSizePolicy.Policy.Maximum if quiet else QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed
        )
        self.setShortcut(QKeySequence.mnemonic(text))
        self.setAccessibleName(self._words)
        explain(self, tooltip)

    @property
    def _words(self) -> str:
        return self.text().replace("&", "")

    def show_words(self, text: str, icon: str = "") -> None:
        """Show other words, and another icon."""
        if (text, icon) != (self.text(), self._icon):
            self._icon = icon
            self.setText(text)
            self.setAccessibleName(self._words)

    def sizeHint(self) -> QSize:
        return QSize(round(self._wide()) + (8 if self._quiet else 24), self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        if not self.isEnabled():
            painter.setOpacity(0.4)
        rect, colour = QRectF(self.rect()), self._colour(tokens)
        if not self._quiet:
            drawing.box(painter, rect, self._fill(tokens))
        x = max((rect.width() - self._wide()) / 2, MARGIN)
        if self._icon:
            icons.draw(painter, self._icon, colour, x, (rect.height() - icons.SIZE) / 2)
            x += icons.SIZE + GAP
        painter.setFont(self._font())
        size, weight = self._letters
        words = drawing.fitting_name(self._words, rect.width() - x - MARGIN, size, weight)
        drawing.write(painter, rect.adjusted(x, 0, 0, 0), words, colour)
        if self.hasFocus():
            drawing.ring(painter, rect, tokens.t1 if self._primary else tokens.acc)
        painter.end()

    @property
    def _letters(self) -> tuple[int, int]:
        """Their size and weight."""
        return 11 if self._quiet else 12, 600 if self._primary else 400

    def _font(self) -> QFont:
        return theme.font(*self._letters)

    def _wide(self) -> float:
        text = theme.metrics(*self._letters).horizontalAdvance(self._words)
        return text + (icons.SIZE + GAP if self._icon else 0)

    def _colour(self, tokens: theme.Theme) -> str:
        if self._primary:
            return tokens.on_acc
        return tokens.t1 if not self._quiet or self.underMouse() else tokens.t2

    def _fill(self, tokens: theme.Theme) -> str:
        hovered = self.underMouse() and self.isEnabled()
        if self._primary:
            return tokens.acc_t if hovered and not self.isDown() else tokens.acc
        return tokens.track if self.isDown() else tokens.field_hover if hovered else tokens.field
