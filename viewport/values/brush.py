"""The brush that weights are painted with."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from pantin.rigs.meshes.weighting.brush import Mode

LEAST, LARGEST = 0.0005, 0.5
"""Radius of a brush, parts of the size of the mesh: less than a finger's width, and all of a body."""

STEP = 1.25
"""By how much a step makes it larger."""


class Brush(msgspec.Struct, frozen=True):
    """The mode of a stroke, its radius on the body, and its largest effect."""

    mode: Mode = "add"
    radius: float = 0.035
    """Parts of the size of the mesh, so that it is as large on a mouse as on a giant: 60 mm on a person of 1.7 m, as
    far as an elbow reaches."""
    strength: float = 0.5
    """0 to 1: what one stroke adds or takes at most, and how far a dab goes when it smooths."""
    firmness: float = 1.0
    """The same of a stroke that sets: 1 sets the whole value, as in other programs."""
    value: float = 1.0
    """0 to 1: the weight that is set."""
    all_bones: bool = False
    """True where smoothing goes over all bones at once, also while one is active."""
    most: Literal[4, 8] = 4
    """The bones that may move a vertex that is painted."""
    through: bool = False
    """True where hidden places and those that face away are painted as well."""

    @property
    def effect(self) -> float:
        """Return the strength that counts in its mode."""
        return self.firmness if self.mode == "set" else self.strength

    def held_as(self, ctrl: bool, shift: bool) -> Brush:
        """Return the brush while keys are held: Ctrl takes instead of adding, adds instead of taking and sets nothing
        instead of the value; Shift smooths.
        """
        if shift:
            return replace(self, mode="smooth")
        if not ctrl or self.mode == "smooth":
            return self
        if self.mode == "set":
            return replace(self, value=0.0)
        return replace(self, mode="subtract" if self.mode == "add" else "add")

    def sized(self, radius: float) -> Brush:
        """Return the brush with another radius."""
        return replace(self, radius=float(min(max(radius, LEAST), LARGEST)))

    def with_effect(self, strength: float) -> Brush:
        """Return the brush with another strength in its mode."""
        strength = float(min(max(strength, 0.01), 1.0))
        return replace(self, firmness=strength) if self.mode == "set" else replace(self, strength=strength)

    def with_value(self, value: float) -> Brush:
        """Return the brush with another value to set."""
        return replace(self, value=float(min(max(value, 0.0), 1.0)))
