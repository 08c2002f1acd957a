"""The ground: what a figure stands on, as a value of the scene, and where its surface is."""

from __future__ import annotations

from pantin.rigs.ground.kinds import Ground, Planting
from pantin.rigs.ground.placing import to_armature, to_world

__all__ = ["Ground", "Planting", "to_armature", "to_world"]
