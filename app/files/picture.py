"""Drawing a document into a picture file, by a process that shows no window."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pantin import solver
from pantin.app.system import screen
from pantin.rigs.document import Document

if TYPE_CHECKING:
    from PySide6.QtGui import QImage


def render(document: Document, path: Path, width: int, height: int) -> None:
    """Write the document's figure, framed, as a PNG of this size. OSError where the file cannot be written."""
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
    """Save a picture. OSError where that fails."""
    if not picture.save(str(path)):
        raise OSError(None, "the picture could not be written here", str(path))
