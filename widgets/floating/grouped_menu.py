"""A menu of actions in groups, each under a heading or a line. Icons stay beside the words; what is on bears a tick."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QAction, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QWidget

from pantin.widgets.controls.plain_text import in_menu, words_of
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.style.menus import paint_panel

INSET = 8
LEFT, RIGHT = 32, 28
"""Width of an icon at the left of the words, and of a tick at their right, pixels."""

KEYS_APART = "    "

Groups = Iterable[tuple[str, Iterable[QAction]]]


class GroupedMenu(QMenu):
    """Shows `groups`: (heading, actions), …, with a line between them; a heading may be empty.

    Qt lays it out and drives it as any menu; it paints its rows itself.
    """

    def __init__(self, parent: QWidget, groups: Groups) -> None:
        super().__init__(parent)
        self._headings: list[QAction] = []
        self.setToolTipsVisible(True)
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)
        self.aboutToShow.connect(self._make_room)
        for place, (title, actions) in enumerate(groups):
            if place:
                self.addSeparator()
            if title:
                self._headings.append(self.addAction(in_menu(title)))
                self._headings[-1].setEnabled(False)
            self.addActions(list(actions))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The panel, and on it the rows."""
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        paint_panel(QRectF(self.rect()), painter, tokens)
        for action in self.actions():
            row = self.actionGeometry(action)
            if action.isSeparator():
                painter.fillRect(row.left(), row.center().y(), row.width(), 1, theme.colour(tokens.line))
            elif action in self._headings:
                painter.setFont(theme.font(11, 600))
                drawing.write(painter, QRectF(row.adjusted(INSET, 0, 0, 0)), words_of(action), tokens.t3)
            else:
                self._paint_row(painter, action, row, tokens)
        painter.end()

    def _make_room(self) -> None:
        """Wide enough for words and keys in our own letters."""
        letters = theme.metrics()
        widest = max(
            letters.horizontalAdvance(words_of(action) + KEYS_APART + _keys(action)) for action in self.actions()
        )
        self.setMinimumWidth(round(LEFT + widest + RIGHT) + 2 * INSET)

    def _paint_row(self, painter: QPainter, action: QAction, row: QRect, tokens: theme.Theme) -> None:
        if action is self.activeAction():
            drawing.box(painter, QRectF(row), tokens.acc_bg)
        painter.setOpacity(1.0 if action.isEnabled() else 0.4)
        painter.setFont(theme.font())
        y, words = row.top() + (row.height() - icons.SIZE) // 2, QRectF(row.adjusted(LEFT, 0, -RIGHT, 0))
        action.icon().paint(painter, QRect(row.left() + INSET, y, icons.SIZE, icons.SIZE))
        drawing.write(painter, words, words_of(action), tokens.t1)
        drawing.write(painter, words, _keys(action), tokens.t3, drawing.MIDDLE_RIGHT)
        if action.isChecked():
            icons.draw(painter, "check", tokens.acc_t, row.right() + 1 - INSET - icons.SIZE, y)
        painter.setOpacity(1.0)


def _keys(action: QAction) -> str:
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
