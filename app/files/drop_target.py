"""Dropping files on the window: a frame says what will be done with them.

Where a figure is open already, one half of the window opens the file, the other adds its figures to the scene.
"""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.files.dropping import dropped
from pantin.app.files.files import Files
from pantin.widgets.start.drop_frame import DropFrame

ADD = 1
"""The part of the frame on which a file is added."""


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
        elif isinstance(event, QtGui.QDragMoveEvent):
            self.frame.point_at(event.position().x())
            event.accept()
        elif isinstance(event, QtGui.QDragLeaveEvent):
            self.frame.hide()
        elif isinstance(event, QtGui.QDropEvent) and event.type() == QtCore.QEvent.Type.Drop:
            self.frame.point_at(event.position().x())
            self.frame.hide()
            self._files.drop(dropped(event.mimeData()), adding=self.frame.part == ADD)
        else:
            return False
        return True

    def _enter(self, event: QtGui.QDragEnterEvent) -> None:
        what = dropped(event.mimeData())
        event.setAccepted(bool(what.words))
        if what.words:
            choice = self._files.can_add and bool(what.rigs)
            self.frame.show_words(what.words, *((what.words_to_add,) if choice else ()))
            self.frame.point_at(event.position().x())
            event.acceptProposedAction()
