"""Plain moving, without IK: free bones move, bones that hang on their parent swing about their heads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rigs.document import Document
from solver import Grab, posing
from viewport.events import Event
from viewport.overlay import NOTHING, Overlay
from viewport.stage import Look
from viewport.tools import grip

SHORTEST_LEVER = 0.3
"""A bone grabbed closer to its head than this part of its length swings as if it were grabbed there."""


@dataclass(frozen=True, eq=False)
class Shifting:
    """The selected bones, held by the pointer. `reach`: how much farther their tails go than the point that is held."""

    look: Look
    reach: float
    chain_length: None = None

    def to(self, offset: NDArray[np.float64]) -> tuple[Document, tuple[Grab, ...]]:
        """The pose once the pointer has gone `offset` metres."""
        document = self.look.document
        return posing.translate(document, self.look.evaluated, document.selected, offset * self.reach), ()

    def heard(self, event: Event) -> Shifting:
        """No event changes what is held."""
        return self

    def overlay(self, at: tuple[float, float]) -> Overlay:
        """Nothing beside the pointer."""
        return NOTHING


def shifting(look: Look, point: NDArray[np.float64]) -> Shifting:
    """Take hold of what is selected, at `point`. One bone that swings keeps that point under the pointer."""
    names = look.document.selected
    if len(names) != 1 or not grip.pulled_by_tail(look.document, names[0]):
        return Shifting(look, 1.0)
    head, tail = grip.head(look, names[0]), grip.tail(look, names[0])
    length = float(np.linalg.norm(tail - head))
    lever = max(float(np.linalg.norm(point - head)), SHORTEST_LEVER * length)
    return Shifting(look, length / lever if lever > 0 else 1.0)
