"""The figures of a scene in their poses, and where they are: armature space in the world, and as a camera sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.place import HERE
from pantin.solver import Posed
from pantin.viewport.values.camera import Lens

Floats = NDArray[np.float64]

ORIGIN: Floats = np.eye(4)
"""The place (4, 4) of a figure whose armature space is the world."""

NO_OTHERS: Mapping[str, Posed] = {}


def place_of(figure: Figure) -> Floats:
    """Return the matrix (4, 4) from the armature space of a figure to the world."""
    return ORIGIN if figure.place == HERE else figure.place.matrix


def in_world(figure: Figure, lens: Lens) -> Lens:
    """Return the lens of the world, given that of the armature space of a figure."""
    return lens if figure.place == HERE else lens.within(figure.place.inverse.matrix)


def placed(place: Floats, matrices: Floats) -> Floats:
    """Return matrices (n, 4, 4) of armature space in the world; the very same where that is armature space."""
    return matrices if place is ORIGIN else np.asarray(place @ matrices)


def points_in_world(figure: Figure, points: Floats) -> Floats:
    """Return points (n, 3) of the armature space of a figure in the world; the very same where both are one."""
    place = place_of(figure)
    return points if place is ORIGIN else points @ place[:3, :3].T + place[:3, 3]


def size_of(place: Floats) -> float:
    """Return how many times as large as in its armature space a figure is in the world."""
    return 1.0 if place is ORIGIN else float(np.linalg.norm(place[:3, 0]))


def posed_others(document: Document, others: Mapping[str, Posed]) -> Iterator[tuple[Figure, Posed]]:
    """Yield the figures that are not edited, in their order, with their poses; those that have none are left out."""
    for figure in document.scene.figures:
        if figure.name != document.active_figure and figure.name in others:
            yield figure, others[figure.name]
