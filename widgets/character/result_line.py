"""The line that says how whole a file was read, with its counts; what was left out is listed below when it is asked."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from pantin.widgets.character.words import Words
from pantin.widgets.controls.scroll import column
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme

LINE, INSET, LISTED = 36, 16, 88
"""Height of the line, its inset, and the height of the list, pixels."""
TINT = 0.12
"""Opacity of the line over the panel."""
MOST = 50
"""Sentences that are listed."""


class ResultLine(QWidget):
    """Green where nothing was left out, amber where something was."""

    def __init__(self) -> None:
        super().__init__()
        self._result, self._whole = "", True
        self._counts: tuple[str, ...] = ()
        self.show_all = TextButton(_("Show"), _("List what was left out."), quiet=True)
        self.show_all.clicked.connect(self._list)
        self.words = Words()
        self._listed = column(self.words)
        self._listed.setFixedHeight(LISTED)
        self._listed.hide()
        self._line = QWidget()
        self._line.setFixedHeight(LINE)
        row = QHBoxLayout(self._line)
        row.setContentsMargins(INSET, 0, INSET, 0)
        row.addStretch(1)
        row.addWidget(self.show_all)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._line)
        layout.addWidget(self._listed)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_result(self, result: str, left_out: tuple[str, ...], counts: tuple[str, ...]) -> None:
        """Show what became of a file: one sentence, what was left out of it, and how much it holds."""
        self._result, self._counts, self._whole = result, counts, not left_out
        self.words.setText("\n".join(left_out[:MOST]))
        self.show_all.setVisible(bool(left_out))
        self._listed.setVisible(bool(left_out) and not self._listed.isHidden())
        self.setAccessibleName(" ".join((result, *counts)))
        self.update()

    @property
    def result(self) -> str:
        """Return the sentence."""
        return self._result

    @property
    def counts(self) -> tuple[str, ...]:
        """Return how much there is."""
        return self._counts

    def _list(self) -> None:
        self._listed.setVisible(self._listed.isHidden())
        self.show_all.show_words(_("Show") if self._listed.isHidden() else _("Hide"))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        token = tokens.pin if self._whole else tokens.limit
        rect = QRectF(0, 0, self.width(), LINE)
        painter.fillRect(rect, theme.colour(token, TINT))
        drawing.dot(painter, QPointF(INSET + drawing.DOT, rect.center().y()), token, self._whole)
        words = rect.adjusted(INSET + 22, 0, -INSET, 0)
        painter.setFont(theme.font(12, 500))
        drawing.write(painter, words, self._result, tokens.t1)
        taken = theme.metrics(12, 500).horizontalAdvance(self._result) + 24
        right = words.right() - (self.show_all.sizeHint().width() + 16 if not self.show_all.isHidden() else 0)
        painter.setFont(theme.font(11))
        for count in reversed(self._counts):
            wide = theme.metrics(11).horizontalAdvance(count)
            if right - wide < words.left() + taken:
                break
            drawing.write(painter, QRectF(right - wide, 0, wide + 1, LINE), count, tokens.t2)
            right -= wide + INSET
        painter.end()
