"""What chains are to reach in the form of the oracle: IK, and distances of iTaSC."""

from __future__ import annotations

from typing import Any

from pantin.rigs import Distance, Ik
from tests.oracle.words import SIDES


def distance_of(c: dict[str, Any], target: str | None) -> Distance:
    return Distance(
        owner=c["owner"],
        target=target,
        keep=SIDES[c["limit_mode"]],
        radius=c["distance"],
        weight=c["weight"],
        chain_length=c["chain_length"],
        use_tail=c["use_tail"],
        blend=c["influence"],
    )


def ik_of(c: dict[str, Any], target: str | None, pole: str | None) -> Ik:
    """The constraint; Blender weighs position and rotation against each other."""
    return Ik(
        owner=c["owner"],
        target=target,
        pole=pole,
        chain_length=c["chain_length"],
        iterations=max(c["iterations"], 100),
        use_tail=c["use_tail"],
        stretch=c["use_stretch"],
        weight=c["weight"] if c["use_location"] else 0.0,
        rotation=c["use_rotation"],
        priority="balanced",
        rotation_weight=c["orient_weight"],
        blend=c["influence"],
    )
