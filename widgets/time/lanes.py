"""The lanes below the ruler: from which frame to which each foot stands, as far as a clip tells."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QRectF

from pantin.widgets.theme import drawing
from pantin.widgets.time.scale import Scale

LANE, BAR, RADIUS, START = 20, 12, 3, 3
"""Height of a lane and of its bars, their roundness, and the width of their solid start, pixels."""
INSET, LABEL, BELOW = 12, 84, 4
STANDS = 0.5
"""Opacity of a bar, but for its start."""


class Lane(msgspec.Struct, frozen=True):
    """A bone, as it is called there, and from which frame to which it stands, both included."""

    bone: str
    spans: tuple[tuple[int, int], ...]


def height_of(lanes: Sequence[Lane]) -> int:
    """Return the height of these lanes, pixels."""
    return LANE * len(lanes) + (BELOW if lanes else 0)


def paint_lanes(painter: drawing.Painter, lanes: Sequence[Lane], scale: Scale, top: float) -> None:
    """Draw lanes below each other: the name of the bone, a groove, and a bar for each time that it stands."""
    tokens = painter.tokens
    for place, lane in enumerate(lanes):
        y = top + LANE * place
        drawing.name_with_side(painter, QRectF(INSET, y, LABEL, LANE), lane.bone, tokens.t2, tokens)
        groove = QRectF(scale.left, y + (LANE - BAR) / 2, scale.width, BAR)
        drawing.box(painter, groove, tokens.track, RADIUS)
        for first, last in lane.spans:
            bar = QRectF(scale.x(first), groove.top(), max(scale.x(last) - scale.x(first), START), BAR)
            drawing.box(painter, bar, tokens.pin, RADIUS, STANDS)
            drawing.box(painter, QRectF(bar.left(), bar.top(), START, BAR), tokens.pin, 1)
