"""What controls are called: after the bone that they steer, its side said in the rig's own way."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import count

_BEHIND = re.compile(r"(?P<stem>.+?)(?P<side>[._\-: ](?:[lrLR]|left|right|Left|Right))(?P<copy>\.\d+)?\Z", re.DOTALL)
_BEFORE = re.compile(r"(?P<side>(?:[lrLR]|left|right|Left|Right)[._\-: ])(?P<stem>.+)\Z", re.DOTALL)


def control_name(bone: str, what: str, taken: Collection[str], stem: str = "") -> str:
    """The name of a control of `bone`: "foot.L" with "ik" gives "foot_ik.L". `stem` stands for the bone's own.

    Where that is taken it is numbered from 2 on: "foot_ik_2.L".
    """
    endings = (what if number == 1 else f"{what}_{number}" for number in count(1))
    names = (_with_side(bone, ending, stem) for ending in endings)
    return next(name for name in names if name not in taken)


def stem_of(bone: str) -> str:
    """A bone's name without its side; one that says it in the middle keeps it."""
    found = _BEHIND.match(bone) or _BEFORE.match(bone)
    return found.group("stem") if found else bone


def _with_side(bone: str, ending: str, stem: str) -> str:
    if behind := _BEHIND.match(bone):
        return f"{stem or behind.group('stem')}_{ending}{behind.group('side')}"
    if before := _BEFORE.match(bone):
        return f"{before.group('side')}{stem or before.group('stem')}_{ending}"
    return f"{bone}_{ending}"
