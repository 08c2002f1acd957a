"""The humanoid without fingers: the same limbs, handles and limits, and hands that are one bone. Quick to pose."""

from __future__ import annotations

from rigs.rig import Rig
from rigs.templates.humanoid import person

HAND = 0.150
"""Metres from the wrist to the tip of the mitten."""


def rig() -> Rig:
    """The biped, at rest."""
    return person("Biped", HAND, lambda wrist, along, palm: [])
