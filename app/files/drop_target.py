"""Dropping files on the window: a frame says what will be done with them.

Where a figure is open already, one part of the window opens the file, another adds its figures to the scene. A file of
motion moves the open figure in a part before these.
"""

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
        elif isinstance(event, QtGui.QDragMoveEvent):
            self.frame.point_at(event.position().x())
            event.accept()
        elif isinstance(event, QtGui.QDragLeaveEvent):
            self.frame.hide()
        elif isinstance(event, QtGui.QDropEvent) and event.type() == QtCore.QEvent.Type.Drop:
            self.frame.point_at(event.position().x())
            self.frame.hide()
            what = dropped(event.mimeData())
            ways = tuple(what.choices(self._figure))
            self._files.drop(what, ways[min(self.frame.part, len(ways) - 1)] if ways else "open")
        else:
            return False
        return True

    @property
    def _figure(self) -> str | None:
        """The name of the figure that is open; None where none is."""
        return self._files.edited_name if self._files.can_add else None

    def _enter(self, event: QtGui.QDragEnterEvent) -> None:
        choices = dropped(event.mimeData()).choices(self._figure)
        event.setAccepted(bool(choices))
        if choices:
            self.frame.show_words(*choices.values())
            self.frame.point_at(event.position().x())
            event.acceptProposedAction()
