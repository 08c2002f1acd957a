"""Whether a rig is a body with limbs, by the limbs that it has been given and by the names of its bones."""

from __future__ import annotations

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.rig import Rig

SEVERAL = 2
"""An arm by itself is no body: pulling it should not move what it stands on."""


def has_limbs(rig: Rig) -> bool:
    """Whether several arms or legs hang on one body."""
    made = sum(limb.kind == "limb" for limb in rig.limbs)
    named = sum(part in ("upper_arm", "thigh") for part in parts_of(rig).values())
    return max(made, named) >= SEVERAL
