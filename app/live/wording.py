"""Sentences about live motion: what a calibration did, and what the rotations of bones are counted from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from pantin.app.messages import _, ngettext
from pantin.rigs.tracking.humanoid import BonePose, BonePoses
from pantin.rigs.tracking.points import Calibration, Points
from pantin.solver.edits.tracking.bones import has_places
from pantin.solver.edits.tracking.calibration import OF_HEIGHT

NO_OSC = _("Live motion needs python-osc: install pantin[vmc]")
NOTHING_COMES = _("No points have come yet; start the program that sends them.")
COUNTED: Mapping[Literal["t_pose", "rest", "calibrated", "unknown"], str] = {
    "t_pose": _("They are counted from a T-pose."),
    "rest": _("They are counted from how this figure rests in its file, as VRM 1.0 sends them."),
    "calibrated": _("They are counted from the T-pose that was calibrated."),
    "unknown": _("It is not known how the figure that is sent rests: stand in a T-pose and press T-pose."),
}


GROUPS: Mapping[str, str] = {
    "Spine": _("back"),
    "Chest": _("back"),
    "UpperChest": _("back"),
    "Neck": _("neck"),
    "Head": _("head"),
    "Eye": _("eyes"),
    "Jaw": _("jaw"),
    "Shoulder": _("shoulders"),
    "UpperArm": _("arms"),
    "LowerArm": _("arms"),
    "Hand": _("hands"),
    "UpperLeg": _("legs"),
    "LowerLeg": _("legs"),
    "Foot": _("feet"),
    "Toes": _("feet"),
}
"""The words for groups of bones, by their names without their sides; others are of fingers."""


def what_bones_pose(bones: BonePoses, root: BonePose) -> str:
    """Return a sentence about what the bones that come pose; empty where they pose the whole body."""
    if not bones:
        return ""
    if "Hips" not in bones:
        groups = dict.fromkeys(GROUPS.get(re.sub("^(Left|Right)", "", name), _("fingers")) for name in bones)
        sentence = _("What comes has no hips: it poses {parts}, and the rest stays as it is.")
        return sentence.format(parts=", ".join(groups))
    if not has_places(bones, root):
        return _("What comes has turns alone: the figure stays in its place, with a foot on the floor.")
    return ""


def no_port(why: str) -> str:
    """That nothing can be received, and what to do about it."""
    return _("{why}: choose another, or end the program that has it.").format(why=why)


def by_t_pose(points: Points, found: Calibration) -> str:
    """Return a sentence about a calibration by a T-pose."""
    words = ngettext(
        "By a T-pose: {count} point of a person of {height} m; the figure is {times} times as large.",
        "By a T-pose: {count} points of a person of {height} m; the figure is {times} times as large.",
        len(points),
    )
    tall = points["head"].position[2] / OF_HEIGHT
    return words.format(count=len(points), height=f"{tall:.2f}", times=f"{found.scale:.2f}")


def by_height(height: float, found: Calibration) -> str:
    """Return a sentence about a calibration by a height."""
    words = _("By proportions: points on the joints of a person of {height} m; the figure is {times} times as large.")
    return words.format(height=f"{height:.2f}", times=f"{found.scale:.2f}")


def bones_rest(count: int) -> str:
    """Return a sentence about a T-pose of bones."""
    words = ngettext(
        "By a T-pose: it is known how {count} bone rests.", "By a T-pose: it is known how {count} bones rest.", count
    )
    return words.format(count=count)
