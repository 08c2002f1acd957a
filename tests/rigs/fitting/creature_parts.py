"""Parts of creatures."""

from __future__ import annotations

from pantin.rigs.rig import Rig
from pantin.rigs.templates import TEMPLATES
from tests.rigs.skeletons import bare

FOUR = tuple(f"{part}.{side}" for part in ("thigh", "shin", "upper_arm", "forearm", "hand") for side in "LR")
FINGERS = ("thumb", "index", "middle", "ring", "little")


def hand() -> Rig:
    return bare(TEMPLATES["hand"]())
