"""A choice between a few words in one groove: the one that is on is raised. Each triggers an action."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAction, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.plain_text import tooltip_of
from pantin.widgets.theme import drawing, theme

HEIGHT, PAD, INSET = 24, 12, 2


class Segments(QWidget):
    """One segment for each action, of which one is on."""

    def __init__(self, choices: Sequence[tuple[str, QAction]]) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.segments = tuple(Segment(words, action) for words, action in choices)
        for segment in self.segments:
            row.addWidget(segment)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        drawing.box(painter, QRectF(self.rect()), painter.tokens.track)
        painter.end()


class Segment(QAbstractButton):
    """One word of the choice."""

    def __init__(self, words: str, action: QAction) -> None:
        super().__init__()
        self._reserved = ""
        self.setText(words)
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(action.trigger)
        action.changed.connect(lambda: self._show_state_of(action))
        self._show_state_of(action)

    def nextCheckState(self) -> None:
        """Return whether it is on is the action's to say."""

    def reserve(self, words: str) -> None:
        """Be wide enough for these words, so that nothing beside it moves when they come."""
        self._reserved = words
        self.updateGeometry()

    def show_words(self, words: str) -> None:
        """Show other words."""
        if words != self.text():
            self.setText(words)
            self.update()

    def sizeHint(self) -> QSize:
        wide = max(map(theme.metrics().horizontalAdvance, (self.text(), self._reserved)))
        return QSize(round(wide) + 2 * PAD, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, rect = painter.tokens, QRectF(self.rect())
        if not self.isEnabled():
            painter.setOpacity(0.5)
        hovered = self.underMouse() and self.isEnabled()
        if self.isChecked():
            drawing.box(painter, rect.adjusted(INSET, INSET, -INSET, -INSET), tokens.field_hover)
        ink = tokens.t1 if self.isChecked() or hovered else tokens.t2
        painter.setFont(theme.font())
        drawing.write(painter, rect, self.text(), ink, Qt.AlignmentFlag.AlignCenter)
        if self.hasFocus():
            drawing.ring(painter, rect, tokens.acc)
        painter.end()

    def _show_state_of(self, action: QAction) -> None:
        self.setEnabled(action.isEnabled())
        self.setChecked(action.isChecked())
        self.setAccessibleName(action.iconText())
        explain(self, tooltip_of(action))
        self.update()
