"""Figures as they stand in the world: in another unit, as tall as a person, turned round."""

from __future__ import annotations

from math import pi

from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.figures import put
from pantin.rigs.place import SMALLEST
from pantin.rigs.rotations import wrapped


def resized(document: Document, factor: float) -> Document:
    """Return the document whose edited figure is so many times as large, about where it stands, skin and all.

    Its rig, its poses and what leaves of it stay in the unit of its file.
    """
    place = document.figure.place
    size = min(max(place.size * factor, SMALLEST), 1.0 / SMALLEST)
    return put(document, replace(place, size=size))


def turned_round(document: Document) -> Document:
    """Return the document whose edited figure looks the other way."""
    return turned(document, pi)


def turned(document: Document, angle: float) -> Document:
    """Return the document whose edited figure is turned to its left by an angle, radians, where it stands."""
    place = document.figure.place
    return put(document, replace(place, heading=float(wrapped(place.heading + angle))))
