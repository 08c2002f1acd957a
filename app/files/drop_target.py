"""Dropping files on the window: a frame says what will be done with them."""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.files.dropping import dropped
from pantin.app.files.files import Files
from pantin.widgets.start.drop_frame import DropFrame


class DropTarget(QtCore.QObject):
    """Lets files be dropped anywhere on a window."""

    def __init__(self, window: QtWidgets.QWidget, files: Files) -> None:
        super().__init__(window)
        self._files = files
        self.frame = DropFrame(window)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        """True for an event that was handled here."""
        if isinstance(event, QtGui.QDragEnterEvent):
            self._enter(event)
        elif isinstance(event, QtGui.QDragLeaveEvent):
            self.frame.hide()
        elif isinstance(event, QtGui.QDropEvent) and event.type() == QtCore.QEvent.Type.Drop:
            self.frame.hide()
            self._files.drop(dropped(event.mimeData()))
        else:
            return False
        return True

    def _enter(self, event: QtGui.QDragEnterEvent) -> None:
        words = dropped(event.mimeData()).words
        event.setAccepted(bool(words))
        if words:
            self.frame.show_words(words)
            event.acceptProposedAction()
