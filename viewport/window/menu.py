"""A menu that opens from a floating button, painted in the viewport's colours. What is on bears a tick."""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets

from pantin.viewport.paint.overlay.pen import font
from pantin.viewport.values.colours import DARK
from pantin.viewport.window.pixmaps import ICON, icon, qcolour

Qt = QtCore.Qt
RADIUS, INSET = 8, 8
LEFT, RIGHT = 32, 28
"""What an icon takes at the left of the words, and a tick at their right."""

KEYS_APART = "    "

Groups = tuple[tuple[str, tuple[QtGui.QAction, ...]], ...]


class Menu(QtWidgets.QMenu):
    """Actions in groups, each under a heading or a line. Qt lays it out and drives it; only its looks are our own."""

    def __init__(self, parent: QtWidgets.QWidget, groups: Groups) -> None:
        super().__init__(parent)
        self.colours = DARK
        self._headings: list[QtGui.QAction] = []
        self.setToolTipsVisible(True)
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)
        self.aboutToShow.connect(self._make_room)
        for place, (title, actions) in enumerate(groups):
            if place:
                self.addSeparator()
            if title:
                self._headings.append(self.addAction(title))
                self._headings[-1].setEnabled(False)
            self.addActions(actions)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        """Round corners, whether or not the screen can show what is half transparent."""
        super().resizeEvent(event)
        outline = QtGui.QPainterPath()
        outline.addRoundedRect(QtCore.QRectF(self.rect()), RADIUS, RADIUS)
        self.setMask(QtGui.QRegion(outline.toFillPolygon().toPolygon()))

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        """The panel, and on it the rows."""
        text = self.colours.text
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), qcolour(self.colours.float_panel, 255))
        painter.setPen(QtGui.QPen(qcolour(text, 40), 1))
        painter.drawRoundedRect(QtCore.QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        for action in self.actions():
            row = self.actionGeometry(action)
            if action.isSeparator():
                painter.fillRect(row.left(), row.center().y(), row.width(), 1, qcolour(text, 30))
            elif action in self._headings:
                self._paint_heading(painter, action, row)
            else:
                self._paint_row(painter, action, row)

    def _make_room(self) -> None:
        """Wide enough for words and keys in our own letters."""
        letters = QtGui.QFontMetricsF(font(12))
        widest = max(letters.horizontalAdvance(action.text() + KEYS_APART + _keys(action)) for action in self.actions())
        self.setMinimumWidth(round(LEFT + widest + RIGHT) + 2 * INSET)

    def _paint_heading(self, painter: QtGui.QPainter, action: QtGui.QAction, row: QtCore.QRect) -> None:
        painter.setFont(font(11, QtGui.QFont.Weight.DemiBold))
        painter.setPen(qcolour(self.colours.hint))
        painter.drawText(row.adjusted(INSET, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, action.text())

    def _paint_row(self, painter: QtGui.QPainter, action: QtGui.QAction, row: QtCore.QRect) -> None:
        colours, middle = self.colours, Qt.AlignmentFlag.AlignVCenter
        if action is self.activeAction():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolour(colours.text, 26))
            painter.drawRoundedRect(row, 4, 4)
        painter.setOpacity(1.0 if action.isEnabled() else 0.4)
        y, words = row.top() + (row.height() - ICON) // 2, row.adjusted(LEFT, 0, -RIGHT, 0)
        action.icon().paint(painter, QtCore.QRect(row.left() + INSET, y, ICON, ICON))
        painter.setFont(font(12))
        painter.setPen(qcolour(colours.text))
        painter.drawText(words, middle, action.text())
        painter.setPen(qcolour(colours.hint))
        painter.drawText(words, middle | Qt.AlignmentFlag.AlignRight, _keys(action))
        if action.isChecked():
            tick = icon("check", qcolour(colours.accent_text), self.devicePixelRatioF())
            painter.drawPixmap(row.right() - INSET - ICON + 1, y, tick)
        painter.setOpacity(1.0)


def _keys(action: QtGui.QAction) -> str:
    return action.shortcut().toString(QtGui.QKeySequence.SequenceFormat.NativeText)
