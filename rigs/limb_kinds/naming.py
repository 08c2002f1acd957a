"""Names of controls: after the bone that they steer, the side said in the rig's own way."""

from __future__ import annotations

from collections.abc import Collection
from itertools import count

from pantin.rigs.sides import split_name


def control_name(bone: str, what: str, taken: Collection[str], stem: str = "") -> str:
    """The name of a control of `bone`: "foot.L" with "ik" gives "foot_ik.L". `stem` stands for the bone's own.

    Where that is taken it is numbered from 2 on: "foot_ik_2.L".
    """
    split = split_name(bone)
    is_sided = split.before or split.behind
    endings = (what if number == 1 else f"{what}_{number}" for number in count(1))
    stem = stem if stem and is_sided else split.stem
    names = (f"{split.before}{stem}_{ending}{split.behind}" for ending in endings)
    return next(name for name in names if name not in taken)
