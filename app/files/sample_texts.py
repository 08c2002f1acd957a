"""Titles and descriptions of the sample figures, by the names of their files: in menu and gallery."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pantin.app.messages import _


class SampleText(NamedTuple):
    """The title of a figure, whose rig has its English name; what it is; and what is in it."""

    title: str
    help: str
    contents: str
    """With {bones}, those that shape it, without handles and poles, or {hinges}, their number too."""


SAMPLES: Mapping[str, SampleText] = {
    "humanoid": SampleText(
        _("Humanoid"),
        _("A figure with fingers; arms and legs have IK."),
        _("{bones} bones · IK limbs, fingers"),
    ),
    "biped": SampleText(
        _("Biped"),
        _("The same figure without fingers."),
        _("{bones} bones · IK limbs, no fingers"),
    ),
    "quadruped": SampleText(
        _("Quadruped"),
        _("An animal on four IK legs."),
        _("{bones} bones · four IK legs"),
    ),
    "bird": SampleText(
        _("Bird"),
        _("Wings with feathers and two legs, all with IK."),
        _("{bones} bones · wings and legs with IK"),
    ),
    "hand": SampleText(
        _("Hand"),
        _("Five fingers with a limit on every joint."),
        _("{bones} bones · limits on every joint"),
    ),
    "robot_arm": SampleText(
        _("Robot arm"),
        _("Six hinges and a gripper."),
        _("{hinges} hinges · a goal for the tool"),
    ),
    "tentacle": SampleText(
        _("Tentacle"),
        _("Twenty bones in a row."),
        _("{bones} bones · one long chain"),
    ),
    "arm": SampleText(
        _("Single arm"),
        _("Two bones, a handle and a pole."),
        _("{bones} bones · handle and pole"),
    ),
}
"""In the order of the menu."""
