"""Checks of what comes from trackers and other programs, before anything is computed from it."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import TypeVar

from pantin.rigs.tracking.humanoid import BonePose
from pantin.rigs.tracking.points import Point
from pantin.rigs.wording import quoted
from pantin.solver.messages import _

Name = TypeVar("Name", bound=str)


def check_finite(poses: Mapping[Name, Point] | Mapping[Name, BonePose]) -> None:
    """Raise ValueError, in one sentence, where a position or a rotation by name is none."""
    for name, pose in poses.items():
        if not all(map(isfinite, (*pose.position, *pose.rotation))):
            sentence = _("What comes for {part} is no place and rotation: seven finite numbers; check what sends it.")
            raise ValueError(sentence.format(part=quoted(name)))


def check_seconds(seconds: float) -> None:
    """Raise ValueError, in one sentence, for a time between two frames that is none."""
    if not (isfinite(seconds) and seconds >= 0.0):
        sentence = _("A frame comes some seconds after the one before, not {seconds:g}.")
        raise ValueError(sentence.format(seconds=seconds))
