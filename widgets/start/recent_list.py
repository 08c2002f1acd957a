"""The recent files: a picture, the name, the kind and the time of last use."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from pantin.widgets.controls.button import Button
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.picture_frame import paint_label, paint_picture
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme

ROW, PICTURE, INSET = 56, 48, 8
NOTHING = _("Files that you open or save appear here.")


class Recent(msgspec.Struct, frozen=True, eq=False):
    """A recent file: its path, its kind, when it was last used in words, and a picture if there is one."""

    path: Path
    kind: str
    when: str
    picture: QPixmap | None = None


class RecentRow(Button):
    """One file. A click, Enter or Space opens it."""

    def __init__(self, recent: Recent) -> None:
        super().__init__(Qt.FocusPolicy.StrongFocus)
        self.recent = recent
        self.setFixedHeight(ROW)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{recent.path.name}, {recent.kind}, {recent.when}")
        explain(self, _("Open {path}").format(path=recent.path))

    def sizeHint(self) -> QSize:
        return QSize(200, ROW)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, recent = painter.tokens, self.recent
        rect = QRectF(self.rect())
        if self.isDown() or self.underMouse():
            drawing.box(painter, rect, tokens.track if self.isDown() else tokens.row_hover, 6)
        paint_picture(painter, QRectF(INSET, (ROW - PICTURE) / 2, PICTURE, PICTURE), recent.picture, 6)
        if recent.picture is None:
            middle = (PICTURE - icons.SIZE) / 2
            icons.draw(painter, "figure", tokens.t3, INSET + middle, (ROW - PICTURE) / 2 + middle)
        when = theme.metrics(11).horizontalAdvance(recent.when)
        left = INSET + PICTURE + 12
        room = QRectF(left, ROW / 2 - 16, rect.width() - left - INSET - when - 8, 16)
        paint_label(painter, room, recent.path.name, tokens.t1, 12, 500)
        paint_label(painter, room.translated(0, 16), recent.kind, tokens.t2, 11)
        painter.setFont(theme.font(11))
        drawing.write(painter, rect.adjusted(0, 0, -INSET, 0), recent.when, tokens.t3, drawing.MIDDLE_RIGHT)
        if self.hasFocus():
            drawing.ring(painter, rect, tokens.acc, 6)
        painter.end()


class RecentList(QWidget):
    """The heading, the rows, and a button that clears the list."""

    file_asked = Signal(object)
    clear_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.clear_button = TextButton(_("&Clear"), _("Forget the recent files. The files stay."), quiet=True)
        self.clear_button.clicked.connect(self.clear_asked)
        self.rows: list[RecentRow] = []
        head = QHBoxLayout()
        head.setContentsMargins(INSET, 0, INSET - 4, 0)
        head.addWidget(_Heading(_("Recent")), 1)
        head.addWidget(self.clear_button)
        self._nothing = _Heading(NOTHING, 11, 400, dim=True)
        self._column = QVBoxLayout()
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self._nothing)
        layout.addLayout(self._column)
        layout.addStretch(1)

    def show_recent(self, recent: Sequence[Recent]) -> None:
        """Show these files, newest first."""
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = [RecentRow(one) for one in recent]
        for row in self.rows:
            row.clicked.connect(lambda _=False, path=row.recent.path: self.file_asked.emit(path))
            self._column.addWidget(row)
        self._nothing.setVisible(not recent)
        self.clear_button.setVisible(bool(recent))


class _Heading(QWidget):
    """A line of text."""

    def __init__(self, text: str, size: int = 12, weight: int = 600, dim: bool = False) -> None:
        super().__init__()
        self._text, self._size, self._weight, self._dim = text, size, weight, dim
        self.setFixedHeight(32)
        self.setAccessibleName(text)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        rect = QRectF(self.rect()).adjusted(INSET if self._dim else 0, 0, 0, 0)
        paint_label(painter, rect, self._text, tokens.t3 if self._dim else tokens.t1, self._size, self._weight)
        painter.end()
