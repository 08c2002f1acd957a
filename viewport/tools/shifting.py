"""Plain moving, without IK: free bones move, bones that hang on their parent swing about their heads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rigs.document import Document
from rigs.fields import Quaternion
from solver import Grab, posing
from viewport.events import Event
from viewport.overlay import NOTHING, Overlay
from viewport.stage import Look
from viewport.tools import grip


@dataclass(frozen=True, eq=False)
class Shifting:
    """Bones held by the pointer at `point`."""

    look: Look
    names: tuple[str, ...]
    point: NDArray[np.float64]
    chain_length: None = None

    def to(self, offset: NDArray[np.float64]) -> tuple[Document, tuple[Grab, ...]]:
        """The pose once the pointer has gone `offset` metres."""
        document, evaluated = self.look.document, self.look.evaluated
        hanging = [name for name in self.names if grip.pulled_by_tail(document, name)]
        free = tuple(name for name in self.names if name not in hanging)
        if free:
            document = posing.translate(document, evaluated, free, offset)
        for name in hanging:
            head = grip.head(self.look, name)
            lever = self._lever(name) - head
            document = posing.rotate(document, evaluated, (name,), swing(lever, lever + offset))
        return document, ()

    def heard(self, event: Event) -> Shifting:
        """No event changes what is held."""
        return self

    def overlay(self, at: tuple[float, float]) -> Overlay:
        """Nothing beside the pointer."""
        return NOTHING

    def _lever(self, name: str) -> NDArray[np.float64]:
        """The point that swings: where the bone was grabbed, or its tail where that is too close to its head."""
        head, tail = grip.head(self.look, name), grip.tail(self.look, name)
        grabbed_far = np.linalg.norm(self.point - head) > 0.3 * np.linalg.norm(tail - head)
        return self.point if len(self.names) == 1 and grabbed_far else tail


def swing(before: NDArray[np.float64], after: NDArray[np.float64]) -> Quaternion:
    """The shortest turn that points `before` where `after` points, [x, y, z, w]; none where either has no length."""
    lengths = float(np.linalg.norm(before) * np.linalg.norm(after))
    if lengths < 1e-12:
        return (0.0, 0.0, 0.0, 1.0)
    w = 1.0 + float(before @ after) / lengths
    axis = np.cross(before, after) / lengths
    if w < 1e-9:
        axis, w = np.cross(before, np.eye(3)[np.argmin(np.abs(before))]), 0.0
    x, y, z, w = (np.append(axis, w) / np.linalg.norm(np.append(axis, w))).tolist()
    return (x, y, z, w)
