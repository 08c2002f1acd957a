"""A choice between a few words in one groove: the one that is on is raised. Each stands for an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAction, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from pantin.widgets.controls.explain import explain
from pantin.widgets.theme import drawing, icons, theme

HEIGHT, PAD, INSET = 24, 12, 2


class Choice(NamedTuple):
    """What a segment shows, words or where there is no room for them an icon, and what it stands for."""

    words: str
    icon: str
    action: QAction


class Segments(QWidget):
    """One segment for each choice, of which one is on."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.segments = tuple(Segment(choice) for choice in choices)
        for segment in self.segments:
            row.addWidget(segment)

    def show_words(self, wordy: bool) -> None:
        """Show words, or icons alone."""
        for segment in self.segments:
            segment.show_words(wordy)
        self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        drawing.box(painter, QRectF(self.rect()), painter.tokens.track)
        painter.end()


class Segment(QAbstractButton):
    """One of the choices."""

    def __init__(self, choice: Choice) -> None:
        super().__init__()
        action, self._icon, self._wordy = choice.action, choice.icon, True
        self.setText(choice.words)
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(action.trigger)
        action.changed.connect(lambda: self._show_state_of(action))
        self._show_state_of(action)

    def show_words(self, wordy: bool) -> None:
        """Show the words, or the icon alone."""
        self._wordy = wordy
        self.setFixedSize(self.sizeHint())
        self.update()

    def nextCheckState(self) -> None:
        """Whether it is on is the action's to say."""

    def sizeHint(self) -> QSize:
        words = round(theme.metrics().horizontalAdvance(self.text())) + 2 * PAD
        return QSize(words if self._wordy else HEIGHT, HEIGHT)

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
        if self._wordy:
            drawing.write(painter, rect, self.text(), ink, Qt.AlignmentFlag.AlignCenter)
        else:
            icons.draw(painter, self._icon, ink, (self.width() - icons.SIZE) / 2, (HEIGHT - icons.SIZE) / 2)
        if self.hasFocus():
            drawing.ring(painter, rect, tokens.acc)
        painter.end()

    def _show_state_of(self, action: QAction) -> None:
        self.setEnabled(action.isEnabled())
        self.setChecked(action.isChecked())
        self.setAccessibleName(action.iconText())
        explain(self, action.toolTip())
        self.update()
