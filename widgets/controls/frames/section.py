"""A foldable part of a panel: a head of 32 px with a title, and rows below it."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QPropertyAnimation, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QStyle, QVBoxLayout, QWidget

from pantin.widgets.controls.plain_text import plain
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme

HEAD = 32
FOLD_MS = 120
UNBOUND = 16777215
"""Qt's word for "no greatest height"."""


class Section(QWidget):
    """Title and rows. `add` puts a row in, `add_to_head` a widget at the right of the title."""

    folded = Signal(bool)
    """Somebody folded it, or unfolded it."""

    def __init__(self, title: str, row_gap: int = 4, bottom: int = 16) -> None:
        super().__init__()
        self._has_rows = True
        self.head = _Head(title)
        self.head.clicked.connect(self._fold)
        self.body = QWidget()
        self._rows = QVBoxLayout(self.body)
        self._rows.setContentsMargins(0, 0, 0, bottom)
        self._rows.setSpacing(row_gap)
        self._rows.setSizeConstraint(QVBoxLayout.SizeConstraint.SetMinimumSize)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 1, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self.body)
        self._motion = QPropertyAnimation(self.body, b"maximumHeight", self)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.finished.connect(self._settle)

    def add(self, row: QWidget) -> None:
        """Put a row below the others."""
        self._rows.addWidget(row)

    def insert(self, place: int, row: QWidget) -> None:
        """Put a row above the one that is there now."""
        self._rows.insertWidget(place, row)

    def add_to_head(self, widget: QWidget) -> None:
        """Put a widget at the right of the title."""
        self.head.add(widget)

    def show_note(self, text: str, token: str = "t3") -> None:
        """A word at the right of the title, in the colour of a token."""
        self.head.show_note(text, token)

    def show_body(self, has_rows: bool) -> None:
        """Leave room below the head where there is a row to show; without one the section is shown folded."""
        self._has_rows = has_rows
        self._motion.stop()
        self.head.show_folded(not has_rows)
        self._settle()

    def is_open(self) -> bool:
        """True while the rows are shown."""
        return self.head.isChecked() and self._has_rows

    def show_open(self, is_open: bool) -> None:
        """Show the rows, or the head alone, at once."""
        self._motion.stop()
        self.head.setChecked(is_open)
        self._settle()

    def _fold(self, is_open: bool) -> None:
        """Open or close, animated unless the style asks for reduced motion."""
        if not self._has_rows:
            self.head.setChecked(True)
            return
        self._motion.stop()
        self.folded.emit(not is_open)
        height = self.body.sizeHint().height()
        self.body.setVisible(True)
        animated = self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0
        self._motion.setDuration(FOLD_MS if animated and self.isVisible() else 0)
        self._motion.setStartValue(self.body.height() if not is_open else 0)
        self._motion.setEndValue(height if is_open else 0)
        self._motion.start()

    def _settle(self) -> None:
        self.body.setVisible(self.is_open())
        self.body.setMaximumHeight(UNBOUND)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.fillRect(QRectF(0, 0, self.width(), 1), theme.colour(painter.tokens.line))
        painter.end()


class _Head(QAbstractButton):
    """Chevron and title; checked means open."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setText(title)
        self.setCheckable(True)
        self.setChecked(True)
        self.setFixedHeight(HEAD)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setToolTip(plain(_("Fold or unfold {title}").format(title=title)))
        self._note, self._token, self._is_empty = "", "t3", False
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(120, 0, 12, 0)
        self._layout.setSpacing(4)
        self._layout.addStretch(1)

    def add(self, widget: QWidget) -> None:
        self._layout.addWidget(widget)

    def show_folded(self, is_empty: bool) -> None:
        if is_empty != self._is_empty:
            self._is_empty = is_empty
            self.update()

    def show_note(self, text: str, token: str) -> None:
        if (text, token) != (self._note, self._token):
            self._note, self._token = text, token
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, HEAD)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        chevron = tokens.t1 if self.underMouse() else tokens.t3
        icons.draw(painter, "down" if self.isChecked() and not self._is_empty else "right", chevron, 8, 8)
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(28, 0, self.width() - 28, HEAD), self.text(), tokens.t1)
        painter.setFont(theme.font(11))
        room = QRectF(0, 0, self.width() - 12, HEAD)
        drawing.write(painter, room, self._note, getattr(tokens, self._token), drawing.MIDDLE_RIGHT)
        if self.hasFocus():
            drawing.ring(painter, QRectF(4, 4, self.width() - 8, HEAD - 8), tokens.acc)
        painter.end()
