"""Drawing a document into a picture file, by a process that shows no window."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pantin import solver
from pantin.app.messages import _
from pantin.app.system import screen
from pantin.rigs.document import Document
from pantin.rigs.formats.files import Unwritable, write_bytes

if TYPE_CHECKING:
    from PySide6.QtGui import QImage


def render(document: Document, path: Path, width: int, height: int) -> None:
    """Write the document's figure, framed, as a PNG of this size. Raises Unwritable."""
    from PySide6 import QtGui

    from pantin.viewport.paint import offscreen
    from pantin.viewport.values.camera import Camera

    evaluated = solver.evaluate(document)
    camera = Camera().frame(np.concatenate([evaluated.heads, evaluated.tails]), width, height)
    with screen.borrowed():
        application = QtGui.QGuiApplication(sys.argv[:1])
        write_picture(offscreen.render(document, evaluated, camera, width, height), path)
        application.shutdown()


def write_picture(picture: QImage, path: Path) -> None:
    """Save a picture as a PNG. Raises Unwritable and leaves the old file as it was."""
    from PySide6 import QtCore

    buffer = QtCore.QBuffer()
    buffer.open(QtCore.QIODevice.OpenModeFlag.WriteOnly)
    if not picture.save(buffer, "PNG"):  # type: ignore[call-overload] # stubs want bytes, Qt a str
        raise Unwritable(path, "file", _("the picture could not be drawn; try a smaller one."))
    write_bytes(path, bytes(buffer.data().data()))
