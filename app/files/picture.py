"""Drawing a document into a picture file, by a process that shows no window."""

from __future__ import annotations

import operator
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

import numpy as np
from msgspec.structs import replace

from pantin import solver
from pantin.app.messages import _
from pantin.app.system import screen
from pantin.rigs.document import Document
from pantin.rigs.formats.files import Unwritable, write_bytes
from pantin.rigs.vectors import three
from pantin.solver.gaze import seen_from

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from pantin.solver import Posed
    from pantin.viewport.scene.scene import Background
    from pantin.viewport.values.camera import Camera
    from pantin.viewport.values.loaded_character import Characters

Fill = tuple[int, int, int, int] | Literal["view"] | None
"""The backdrop of the figure: one colour, the background of the view, or nothing."""


def render(
    document: Document,
    path: Path,
    size: tuple[int, int],
    background: Background | None = None,
    controls: bool = False,
    camera: Camera | None = None,
    characters: Characters = MappingProxyType({}),
) -> None:
    """Write the document's figures as a PNG of this size, framed where no camera is given.

    Without a `background` they stand on that of the view. Raises Unwritable.
    """
    from PySide6 import QtGui

    from pantin.viewport.paint import offscreen
    from pantin.viewport.paint.figure_picture import PLAIN, figure_picture, framing

    evaluated = solver.evaluate(document)
    others = solver.evaluate_figures(document, evaluated)
    screen.do_without()
    application = QtGui.QGuiApplication(sys.argv[:1])
    if camera is None:
        framed = framing(document, evaluated, size, others=others, characters=characters)
        camera = _framing_all(document, others, size) if controls else framed
    if (seen := _seen_from(document, camera)) is not document:
        document, evaluated = seen, solver.evaluate(seen)
        others = solver.evaluate_figures(document, evaluated)
    try:
        picture = figure_picture(
            document, evaluated, size, camera, background or PLAIN, controls, others=others, characters=characters
        )
    except offscreen.NoOpenGL as problem:
        raise Unwritable(path, _("file"), str(problem)) from None
    write_picture(picture, path)
    offscreen.release()
    application.shutdown()


def _seen_from(document: Document, camera: Camera) -> Document:
    """Return the document whose figures look at the camera where they are to; the same where none is."""
    scene = document.scene
    figures = tuple(seen_from(figure, three(camera.eye)) for figure in scene.figures)
    if all(map(operator.is_, figures, scene.figures)):
        return document
    return replace(document, scene=replace(scene, figures=figures))


def _framing_all(document: Document, posed: Mapping[str, Posed], size: tuple[int, int]) -> Camera:
    """Return the camera that frames all figures, and handles and poles too; `posed` has the poses of all, by name."""
    from pantin.viewport.values.camera import Camera
    from pantin.viewport.values.place import points_in_world

    figures = document.scene.figures
    ends = [np.concatenate([posed[each.name].heads, posed[each.name].tails]) for each in figures]
    return Camera().frame(np.concatenate(list(map(points_in_world, figures, ends))), *size)


def write_picture(picture: QImage, path: Path) -> None:
    """Save a picture as a PNG. Raises Unwritable and leaves the old file as it was."""
    from PySide6 import QtCore, QtGui

    buffer = QtCore.QBuffer()
    buffer.open(QtCore.QIODevice.OpenModeFlag.WriteOnly)
    if not QtGui.QImageWriter(buffer, b"png").write(picture):
        raise Unwritable(path, _("file"), _("the picture could not be drawn; try a smaller one."))
    write_bytes(path, bytes(buffer.data().data()))
