"""The panels of the window: what each is called, and where it is at first."""

from __future__ import annotations

from typing import Literal

import msgspec

from pantin.app.messages import _
from pantin.widgets.theme.sizes import PANEL_WIDTH

Side = Literal["left", "right", "bottom"]


class Panel(msgspec.Struct, frozen=True):
    """One panel: `size` is its width at a side, its height at the bottom, logical pixels."""

    title: str
    icon: str
    side: Side
    size: int
    help: str
    across: bool = False
    """At the bottom: as wide as the view, above the others, which stand side by side."""
    tall: bool = False
    """True for a panel that takes most of the height beside others."""
    alone: bool = False
    """Whether it needs so much room that others at its side are hidden while it is shown."""


PANELS: dict[str, Panel] = {
    "bones": Panel(_("Bones"), "layers", "left", 244, _("The tree of bones.")),
    "history": Panel(_("History"), "history", "left", 150, _("Every step, to go back to with a click.")),
    "properties": Panel(
        _("Properties"), "settings", "right", PANEL_WIDTH, _("The active bone: pose, joint, constraints.")
    ),
    "solver": Panel(
        _("Solver"), "plot", "right", PANEL_WIDTH, _("What the solver reports, and a second one to compare.")
    ),
    "clip": Panel(
        _("Clip"), "clip", "bottom", 48, _("The frames of a clip: play, scrub, loop, trim and record."), across=True
    ),
    "fitting": Panel(
        _("Fitting"), "figure", "bottom", 398, _("Which bone is which part of the body, to be corrected."), alone=True
    ),
    "trackers": Panel(
        _("Trackers"),
        "tracker",
        "right",
        PANEL_WIDTH,
        _("Motion from other programs: points, and who wears them."),
        alone=True,
    ),
    "problems": Panel(_("Problems"), "problem", "bottom", 180, _("What is wrong with the rig, in sentences.")),
    "poses": Panel(
        _("Poses"),
        "library",
        "bottom",
        152,
        _("Poses to apply, to mix in and to keep; while weights are painted, bends that show them."),
    ),
    "solve": Panel(_("Solve"), "plot", "bottom", 292, _("Distance left by step, and time by solve.")),
}
"""In the order in which they are at their side. A size of one that is under another is its height."""
