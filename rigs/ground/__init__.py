"""The ground: what a figure stands on, as a value of the rig, and where its surface is."""

from __future__ import annotations

from pantin.rigs.ground.kinds import Ground, Planting

__all__ = ["Ground", "Planting"]
