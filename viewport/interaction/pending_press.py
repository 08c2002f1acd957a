"""A press of the left button that may become a click or a drag."""

from __future__ import annotations

from math import hypot

import msgspec

from pantin.rigs.document import Document
from pantin.viewport.interaction.hover_target import HoverTarget, on_target
from pantin.viewport.tools.dragging.events import CLICK, Press


class PendingPress(msgspec.Struct, frozen=True, eq=False):
    """The press, and what it is on; `early` where there was no pose to grab yet."""

    press: Press
    target: HoverTarget
    early: bool

    def is_left(self, x: float, y: float) -> bool:
        """Whether the pointer at this pixel is too far away for a click."""
        return hypot(x - self.press.x, y - self.press.y) > CLICK

    def remaining_in(self, document: Document) -> PendingPress | None:
        """The same press, unless what it is on has gone."""
        return self if self.target.is_in(document) else None

    def on(self, target: HoverTarget) -> PendingPress:
        """The same press on what lies there since a pose arrived."""
        return PendingPress(on_target(self.press, target), target, early=False)
