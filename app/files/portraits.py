"""Portraits of the sample figures: each in its stance, filling the picture, without bones and handles."""

from __future__ import annotations

from math import radians
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6 import QtGui

from pantin import solver
from pantin.rigs.document import Document
from pantin.rigs.templates import TEMPLATES
from pantin.rigs.templates.stances import STANCES, standing
from pantin.viewport.paint.figure_picture import figure_picture, framing
from pantin.viewport.scene.scene import Background
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import DARK, LIGHT, Colours

ROUNDS = 8
"""Iterations of k-means for the palette of a picture."""


def draw_all(folder: Path, width: int, height: int) -> None:
    """Draw every template in both themes. Needs a QGuiApplication."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in TEMPLATES:
        for theme, colours in (("dark", DARK), ("light", LIGHT)):
            small = fewer_colours(portrait(name, colours, width, height))
            small.save(str(folder / f"{name}-{theme}.png"), quality=0)


def portrait(name: str, colours: Colours, width: int, height: int) -> QtGui.QImage:
    """One figure in its stance."""
    stance = STANCES[name]
    document = Document.of(standing(TEMPLATES[name].figure(), stance))
    evaluated = solver.evaluate(document)
    camera = framing(document, evaluated, (width, height), Camera(yaw=radians(stance.yaw), pitch=radians(stance.pitch)))
    return figure_picture(document, evaluated, (width, height), camera, Background(), colours=colours)


def fewer_colours(picture: QtGui.QImage) -> QtGui.QImage:
    """The picture in 256 colours chosen for it: its file is a third as large, and on wood the loss is not visible."""
    image = picture.convertToFormat(QtGui.QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    pixels = rows[:, : 3 * image.width()].reshape(-1, 3)
    palette = _palette(pixels)
    nearest = np.concatenate([_nearest(part, palette) for part in np.array_split(pixels, 64)]).astype(np.uint8)
    indices = np.zeros((image.height(), -(-image.width() // 4) * 4), np.uint8)
    indices[:, : image.width()] = nearest.reshape(image.height(), image.width())
    small = QtGui.QImage(indices.data, image.width(), image.height(), QtGui.QImage.Format.Format_Indexed8).copy()
    small.setColorTable([QtGui.qRgb(*(round(value) for value in colour)) for colour in palette])
    return small


def _palette(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """256 colours for (n, 3) pixels: spread over their brightness, then refined by k-means."""
    found, counts = np.unique(pixels, axis=0, return_counts=True)
    weights = np.sqrt(counts)
    order = np.argsort(found.sum(axis=1, dtype=np.int64), kind="stable")
    part = np.searchsorted(np.cumsum(weights[order]), np.linspace(0, weights.sum(), 257)[1:-1])
    palette = np.array([np.mean(group, axis=0) for group in np.split(found[order], part) if len(group)])
    for _ in range(ROUNDS):
        nearest = np.concatenate([_nearest(some, palette) for some in np.array_split(found, 16)])
        total = np.bincount(nearest, weights, len(palette))
        for channel in range(3):
            sums = np.bincount(nearest, weights * found[:, channel], len(palette))
            palette[:, channel] = np.where(total > 0, sums / np.maximum(total, 1e-9), palette[:, channel])
    return palette


def _nearest(pixels: NDArray[np.uint8], palette: NDArray[np.float64]) -> NDArray[np.intp]:
    away = (palette**2).sum(axis=1)[None] - 2.0 * pixels.astype(np.float64) @ palette.T
    return np.asarray(away.argmin(axis=1))
