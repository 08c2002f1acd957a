"""Values that the sheet of motion shows and sends: what leaves, in which format, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

MotionKind = Literal["pose", "poses", "clip"]
MotionFormat = Literal["glb", "vrm", "vrma", "bvh", "obj", "json"]

ALL_CLIPS = ""
"""The name that stands for every clip of the rig."""


class MotionChoices(msgspec.Struct, frozen=True):
    """The choices of a person."""

    what: MotionKind = "pose"
    clip: str = ALL_CLIPS
    first: int = 0
    last: int = 0
    """The frames of the clip that leave, both included."""
    without: tuple[str, ...] = ()
    """Poses of the figure that stay behind, where they leave as clips."""
    format: MotionFormat = "glb"
    name: str = ""
    """Of the file, without its ending."""
    folder: str = ""


class MotionShown(msgspec.Struct, frozen=True):
    """The choices, and what follows from them."""

    choices: MotionChoices = MotionChoices()
    clips: tuple[str, ...] = ()
    poses: tuple[str, ...] = ()
    """The poses of the figure that may leave as clips."""
    count: int = 1
    """The number of frames of the chosen clip."""
    rate: str = ""
    endings: Mapping[MotionFormat, str] = {}
    not_now: Mapping[str, str] = {}
    """Why formats, and the kinds "clip" and "poses", cannot be chosen now, by their names."""
    holds: str = ""
    left_out: str = ""
    """Sentences about what the file will hold and what it will not."""


class Fact(msgspec.Struct, frozen=True):
    """One line of what was compared."""

    title: str
    value: str
    difference: str
    good: bool = True


class MotionResult(msgspec.Struct, frozen=True):
    """The result of the file: rows of what was compared, then one line."""

    facts: tuple[Fact, ...] = ()
    line: str = ""
    note: str = ""
    state: Literal["none", "writing", "done", "failed"] = "none"
