"""The buttons that float over the picture, painted in the viewport's colours.

A button stands for an action of the program: its tooltip, whether it can be pressed and whether it is on are the
action's. A button that opens a menu stands for the one of its actions that is chosen.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6 import QtCore, QtGui, QtWidgets

from pantin.viewport.paint.overlay.pen import font
from pantin.viewport.values.colours import DARK
from pantin.viewport.window.pixmaps import ICON, icon, qcolour

Qt = QtCore.Qt
PAD, BETWEEN = 8, 4
"""Beside icon and words, and between them, pixels."""


class Button(QtWidgets.QAbstractButton):
    """An icon, with or without words. `solid` fills it with the accent while it is on, else the accent tints it."""

    def __init__(self, icon: str, title: str, size: int, solid: bool = False) -> None:
        super().__init__()
        self.colours = DARK
        self.icon_name = icon
        self._size, self._solid = size, solid
        self._words, self._action = "", None
        self.menu: QtWidgets.QMenu | None = None
        self.setToolTip(title)
        self.setAccessibleName(title)
        self.setEnabled(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Fixed, QtWidgets.QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._press)

    # What it stands for

    def bind(self, action: QtGui.QAction) -> None:
        """Stand for this action."""
        self._action = action
        action.changed.connect(self._follow)
        self._follow()

    def follow(self, action: QtGui.QAction) -> None:
        """Be on while this action is, though pressing opens a menu."""
        self.setCheckable(True)
        action.changed.connect(lambda: self.setChecked(action.isChecked()))
        self.setChecked(action.isChecked())

    def open_with(self, menu: QtWidgets.QMenu) -> None:
        """Open this menu."""
        self.menu = menu
        menu.aboutToHide.connect(self.update)
        self.setEnabled(True)
        self.updateGeometry()

    def show_words(self, words: str) -> bool:
        """What stands beside the icon; nothing where it is empty. True if that is new."""
        if words == self._words:
            return False
        self._words = words
        self.updateGeometry()
        self.update()
        return True

    def show_icon(self, name: str) -> None:
        """Another icon."""
        if name != self.icon_name:
            self.icon_name = name
            self.update()

    # Qt

    def sizeHint(self) -> QtCore.QSize:
        """Square, or as wide as icon, words and arrow."""
        if not self._words and self.menu is None:
            return QtCore.QSize(self._size, self._size)
        words = BETWEEN + QtGui.QFontMetricsF(font(12)).horizontalAdvance(self._words) if self._words else 0
        arrow = ICON - 2 if self.menu is not None else 0
        return QtCore.QSize(round(2 * PAD + ICON + words + arrow), self._size)

    def nextCheckState(self) -> None:
        """Whether it is on is the action's to say."""

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        """Enter presses it as Space does; Down opens a menu."""
        opens = event.key() == Qt.Key.Key_Down and self.menu is not None
        if opens or event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QtGui.QEnterEvent) -> None:
        """Light up."""
        self.update()

    def leaveEvent(self, event: QtCore.QEvent) -> None:
        """Go back to rest."""
        self.update()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        """Background by state, icon, words, arrow, focus."""
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isEnabled() else 0.4)
        fill, ink = self._paints()
        rect, radius = QtCore.QRectF(self.rect()), 6 if self._solid else 4
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawRoundedRect(rect, radius, radius)
        self._paint_face(painter, ink)
        if self.hasFocus():
            painter.setPen(QtGui.QPen(qcolour(self.colours.accent), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(0.75, 0.75, -0.75, -0.75), radius, radius)

    # Inside

    def _paint_face(self, painter: QtGui.QPainter, ink: QtGui.QColor) -> None:
        plain = not self._words and self.menu is None
        y = (self.height() - ICON) // 2
        painter.drawPixmap((self.width() - ICON) // 2 if plain else PAD, y, self._icon(self.icon_name, ink))
        painter.setFont(font(12))
        painter.setPen(ink)
        room = self.rect().adjusted(PAD + ICON + BETWEEN, 0, 0, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, self._words)
        if self.menu is not None:
            painter.drawPixmap(self.width() - ICON - 4, y, self._icon("down", qcolour(self.colours.text_dim)))

    def _icon(self, name: str, ink: QtGui.QColor) -> QtGui.QPixmap:
        return icon(name, ink, self.devicePixelRatioF())

    def _paints(self) -> tuple[QtGui.QColor, QtGui.QColor]:
        """Background and ink of the present state."""
        colours, accent = self.colours, qcolour(self.colours.accent)
        lit = self.isEnabled() and (self.underMouse() or self.isDown() or (self.menu and self.menu.isVisible()))
        if self.isChecked() and self._solid:
            return accent, qcolour(colours.background_edge if colours.dark else colours.white)
        if self.isChecked():
            accent.setAlphaF(0.34 if lit else 0.26)
            return accent, qcolour(colours.accent_text)
        ink = qcolour(colours.text)
        ink.setAlpha(36 if self.isDown() else 20 if lit else 0)
        return ink, qcolour(colours.text)

    def _press(self) -> None:
        if self.menu is not None:
            self.menu.popup(self.mapToGlobal(QtCore.QPoint(0, self.height() + 4)))
        elif self._action is not None:
            self._action.trigger()

    def _follow(self) -> None:
        action = self._action
        self.setEnabled(action.isEnabled())
        self.setCheckable(action.isCheckable())
        self.setChecked(action.isChecked())
        self.setToolTip(action.toolTip())
        self.setAccessibleName(action.iconText())


def choice(
    actions: Mapping[str, QtGui.QAction], names: tuple[str, ...], parent: QtCore.QObject
) -> tuple[QtGui.QAction, ...]:
    """Those actions that there are; of them one at a time is on."""
    group = QtGui.QActionGroup(parent)
    found = tuple(actions[name] for name in names if name in actions)
    for action in found:
        group.addAction(action)
    return found
