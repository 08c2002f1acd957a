"""A widget for OpenGL that draws what is written for pyqtgraph's `GLViewWidget` as well, without loading pyqtgraph.

Its graphics items ask the view that they are in for its matrices only. Whoever has such items has loaded pyqtgraph.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6 import QtGui, QtWidgets
from PySide6.QtOpenGL import QOpenGLVertexArrayObject
from PySide6.QtOpenGLWidgets import QOpenGLWidget

from pantin.viewport.values.camera import Camera

Box = tuple[int, int, int, int]
"""Left, bottom, width, height in logical pixels."""


class ItemView(QOpenGLWidget):
    """Paints graphics items of pyqtgraph as `camera`, which is asked at every picture, sees them."""

    def __init__(self, camera: Callable[[], Camera], parent: QtWidgets.QWidget | None) -> None:
        super().__init__(parent)
        self._seen_by = camera
        self.items: list[Any] = []
        self._views: list[QtGui.QMatrix4x4] = []

    def addItem(self, item: Any) -> None:
        """Draw a graphics item of pyqtgraph from now on, with its children."""
        self.items.append(item)
        item._setView(self)
        self.update()

    def removeItem(self, item: Any) -> None:
        """Stop drawing a graphics item."""
        self.items.remove(item)
        item._setView(None)
        self.update()

    # What the items ask

    def getViewport(self) -> Box:
        """Return the whole picture."""
        return 0, 0, self.width(), self.height()

    def projectionMatrix(self, region: Box, viewport: Box) -> QtGui.QMatrix4x4:
        """Return the projection of the camera, cut to a region of the viewport."""
        x0, y0, width, height = viewport
        x, y, w, h = region
        cut = np.diag([width / w, height / h, 1.0, 1.0])
        cut[:2, 3] = (width - w - 2 * (x - x0)) / w, (height - h - 2 * (y - y0)) / h
        return _matrix(cut @ self._seen_by().projection(width, height))

    def viewMatrix(self) -> QtGui.QMatrix4x4:
        """Return the matrix from the scene to the camera."""
        return _matrix(self._seen_by().view())

    def currentProjection(self) -> QtGui.QMatrix4x4:
        """Return the projection of the picture that is painted."""
        return self.projectionMatrix(self.getViewport(), self.getViewport())

    def currentModelView(self) -> QtGui.QMatrix4x4:
        """Return the matrix from the item that is painted to the camera."""
        return self._views[-1]

    # Painting

    def paint_items(self) -> None:
        """Paint the items over what there is; errors are left to the caller."""
        if not self.items:
            return
        array = QOpenGLVertexArrayObject()
        array.create()
        self._paint([item for item in self.items if item.parentItem() is None], self.viewMatrix(), array)
        array.destroy()

    def _paint(self, items: list[Any], seen: QtGui.QMatrix4x4, array: QOpenGLVertexArrayObject) -> None:
        for item in sorted(items, key=lambda item: item.depthValue()):
            if not item.visible():
                continue
            own = seen * item.transform()
            children = item.childItems()
            self._paint([child for child in children if child.depthValue() < 0], own, array)
            array.bind()
            if not item.isInitialized():
                item.initialize()
            self._views.append(own)
            try:
                item.paint()
            finally:
                self._views.pop()
            self._paint([child for child in children if child.depthValue() >= 0], own, array)


def _matrix(rows: NDArray[np.float64]) -> QtGui.QMatrix4x4:
    return QtGui.QMatrix4x4(*rows.ravel().tolist())
