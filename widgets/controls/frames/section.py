"""A foldable part of a panel: a head with a title and rows below it; folded, one line with its state at the right."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QPropertyAnimation, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QStyle, QVBoxLayout, QWidget

from pantin.widgets.controls.plain_text import plain
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme

HEAD, LINE = 32, 28
"""Heights of the head of an open section, and of one that is folded, pixels."""
LEFT = 28
"""The left edge of its title, pixels."""
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

    @property
    def _is_apart(self) -> bool:
        """Return whether a line divides it from what is above: lines of folded sections stand close together."""
        parent = self.parentWidget()
        column = None if parent is None else parent.layout()
        if self.is_open() or column is None:
            return True
        above = [item.widget() for place in range(max(column.indexOf(self), 0)) if (item := column.itemAt(place))]
        shown = [each for each in above if each is not None and not each.isHidden()]
        return not (shown and isinstance(shown[-1], Section) and not shown[-1].is_open())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        if self._is_apart:
            painter.fillRect(QRectF(0, 0, self.width(), 1), theme.colour(painter.tokens.line))
        painter.end()


class _Head(QAbstractButton):
    """Chevron and title; checked means open. Folded it is a line: lower and lighter, with its note at the right."""

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
        self._widgets: list[QWidget] = []
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(120, 0, 12, 0)
        self._layout.setSpacing(4)
        self._layout.addStretch(1)
        self.toggled.connect(self._fit)

    @property
    def is_open(self) -> bool:
        """Return whether rows are shown below it."""
        return self.isChecked() and not self._is_empty

    def add(self, widget: QWidget) -> None:
        self._layout.addWidget(widget)
        self._widgets.append(widget)

    def show_folded(self, is_empty: bool) -> None:
        if is_empty != self._is_empty:
            self._is_empty = is_empty
            self._fit()
            self.update()

    def show_note(self, text: str, token: str) -> None:
        if (text, token) != (self._note, self._token):
            self._note, self._token = text, token
            self.update()

    def _fit(self) -> None:
        self.setFixedHeight(HEAD if self.is_open else LINE)

    def sizeHint(self) -> QSize:
        return QSize(120, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, high = painter.tokens, self.height()
        is_lit, weight = self.is_open or self.underMouse(), 600 if self.is_open else 400
        chevron = tokens.t1 if self.underMouse() else tokens.t3
        icons.draw(painter, "down" if self.is_open else "right", chevron, 8, (high - icons.SIZE) / 2)
        painter.setFont(theme.font(12, weight))
        drawing.write(painter, QRectF(LEFT, 0, self.width(), high), self.text(), tokens.t1 if is_lit else tokens.t2)
        end = LEFT + theme.metrics(12, weight).horizontalAdvance(self.text()) + 12
        taken = sum(each.width() + 4 for each in self._widgets if not each.isHidden())
        room = QRectF(end, 0, max(self.width() - 12 - taken - end, 0), high)
        painter.setFont(theme.font(11))
        note = drawing.fitting(self._note, room.width(), 11)
        drawing.write(painter, room, note, getattr(tokens, self._token), drawing.MIDDLE_RIGHT)
        if self.hasFocus():
            drawing.ring(painter, QRectF(4, 4, self.width() - 8, high - 8), tokens.acc)
        painter.end()
