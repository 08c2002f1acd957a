"""A rig with a stack of constraints on one bone."""

from __future__ import annotations

from pantin.rigs.constraints import CopyLocation, CopyRotation, CopyScale
from pantin.rigs.rig import Rig
from tests.widgets.stage import RIG

OTHERS = (
    CopyLocation(owner="forearm.L", target="spine"),
    CopyRotation(owner="forearm.L", target="spine"),
    CopyScale(owner="forearm.L", target="spine"),
)
STACKED = Rig(bones=RIG.bones, constraints=(*RIG.constraints, *OTHERS))
"""A rig whose left forearm has four constraints."""
