"""The strip along the top: mark, menus, the open document with its unsaved dot, undo and redo."""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets

from widgets import icons, theme

HEIGHT = 40
DOT = 6
TOLD_FOR = 4000
"""Milliseconds."""


class Header(QtWidgets.QWidget):
    """Sits where a menu bar would. `buttons` are the actions shown at its right end."""

    def __init__(self, menus: QtWidgets.QMenuBar, buttons: list[QtGui.QAction]) -> None:
        super().__init__()
        self.setFixedHeight(HEIGHT + 1)
        menus.setSizePolicy(QtWidgets.QSizePolicy.Policy.Maximum, QtWidgets.QSizePolicy.Policy.Fixed)
        self._tab = DocumentTab()
        self._told = _note()
        self._clear = QtCore.QTimer(self, singleShot=True, interval=TOLD_FOR)
        self._clear.timeout.connect(self._told.clear)
        row = QtWidgets.QHBoxLayout(self)
        row.setContentsMargins(12, 0, 8, 1)
        row.setSpacing(8)
        row.addWidget(_mark())
        row.addWidget(menus)
        row.addWidget(_divider())
        row.addWidget(self._tab)
        row.addWidget(self._told, 1)
        for action in buttons:
            button = QtWidgets.QToolButton()
            button.setDefaultAction(action)
            button.setAutoRaise(True)
            button.setFocusPolicy(QtCore.Qt.FocusPolicy.NoFocus)
            button.setFixedSize(24, 24)
            button.setStyleSheet("QToolButton::menu-indicator { image: none; }")
            row.addWidget(button)

    def show_document(self, title: str, unsaved: bool) -> None:
        """Name the open document; a dot says that it has changes that are not saved."""
        self._tab.show_document(title, unsaved)

    def tell(self, text: str) -> None:
        """Say for a few seconds what was done."""
        self._told.setText(text)
        self._clear.start()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        """The panel's colour, and one dark line below."""
        tokens = theme.current()
        painter = QtGui.QPainter(self)
        painter.fillRect(self.rect(), theme.colour(tokens.panel))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.colour(tokens.edge))


class DocumentTab(QtWidgets.QWidget):
    """The open document: file icon, name, and a dot while it is not saved."""

    def __init__(self) -> None:
        super().__init__()
        self._title, self._unsaved = "", False
        self.setFixedHeight(24)

    def show_document(self, title: str, unsaved: bool) -> None:
        """Show this name."""
        self._title, self._unsaved = title, unsaved
        self.setToolTip("Not saved yet" if unsaved else "Saved")
        self.setAccessibleName(f"{title}{', not saved' if unsaved else ''}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QtCore.QSize:
        """Room for icon, name and dot."""
        text = theme.metrics().horizontalAdvance(self._title)
        return QtCore.QSize(round(8 + 16 + 8 + text + 8 + DOT + 8), 24)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        """A pill in the field's colour."""
        tokens = theme.current()
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        painter.setPen(QtCore.Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(tokens.field))
        painter.drawRoundedRect(self.rect(), 4, 4)
        icons.draw(painter, "file", tokens.t2, 8, 4)
        painter.setPen(theme.colour(tokens.t1))
        painter.setFont(theme.font())
        room = self.rect().adjusted(32, 0, -DOT - 16, 0)
        painter.drawText(room, QtCore.Qt.AlignmentFlag.AlignVCenter, self._title)
        if self._unsaved:
            painter.setPen(QtCore.Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(tokens.t2))
            painter.drawEllipse(QtCore.QRectF(self.width() - DOT - 8, (self.height() - DOT) / 2, DOT, DOT))


def _mark() -> QtWidgets.QLabel:
    label = QtWidgets.QLabel()
    label.setPixmap(icons.pixmap("pantin-mark", theme.current().t1, 20, label.devicePixelRatioF()))
    return label


def _note() -> QtWidgets.QLabel:
    label = QtWidgets.QLabel()
    label.setFont(theme.font(11))
    label.setStyleSheet(f"color: {theme.current().t3};")
    return label


def _divider() -> QtWidgets.QFrame:
    line = QtWidgets.QFrame()
    line.setFixedSize(1, 16)
    line.setStyleSheet(f"background: {theme.current().line};")
    return line
