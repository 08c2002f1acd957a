"""The brush that weights are painted with."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from pantin.rigs.meshes.weighting.brush import Mode

LEAST, LARGEST = 4.0, 500.0
"""Radius of a brush, pixels."""

STEP = 1.25
"""By how much a step makes it larger."""


class Brush(msgspec.Struct, frozen=True):
    """The mode of a stroke, its radius around the pointer, and its largest effect."""

    mode: Mode = "add"
    radius: float = 40.0
    """Pixels: seen from nearer a smaller part of the figure."""
    strength: float = 0.5
    """0 to 1: what one stroke adds or takes at most, and how far a dab goes when it smooths."""
    most: Literal[4, 8] = 4
    """The bones that may move a vertex that is painted."""
    through: bool = False
    """True where hidden places and those that face away are painted as well."""

    def held_as(self, ctrl: bool, shift: bool) -> Mode:
        """Return what it does while keys are held: Ctrl takes instead of adding and adds instead of taking, Shift
        smooths.
        """
        if shift:
            return "smooth"
        if ctrl and self.mode != "smooth":
            return "subtract" if self.mode == "add" else "add"
        return self.mode

    def sized(self, radius: float) -> Brush:
        """Return the brush with another radius."""
        return replace(self, radius=float(min(max(radius, LEAST), LARGEST)))

    def with_strength(self, strength: float) -> Brush:
        """Return the brush with another strength."""
        return replace(self, strength=float(min(max(strength, 0.01), 1.0)))
