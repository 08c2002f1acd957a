"""The panels of the window: what each is called, and where it stands at first."""

from __future__ import annotations

from typing import Literal

import msgspec

Side = Literal["left", "right", "bottom"]


class Panel(msgspec.Struct, frozen=True):
    """One panel: `size` is its width at a side, its height at the bottom, logical pixels."""

    title: str
    icon: str
    side: Side
    size: int
    help: str


PANELS: dict[str, Panel] = {
    "bones": Panel("Bones", "layers", "left", 244, "The tree of bones."),
    "history": Panel("History", "history", "left", 150, "Every step, to go back to with a click."),
    "properties": Panel("Properties", "settings", "right", 308, "The active bone: pose, joint, constraints."),
    "solver": Panel("Solver", "plot", "right", 308, "What the solver reports, and a second one to compare."),
    "problems": Panel("Problems", "problem", "bottom", 180, "What is wrong with the rig, in sentences."),
    "solve": Panel("Solve", "plot", "bottom", 292, "Distance left by step, and time by solve."),
}
"""In the order in which they stand at their side. A size of one that stands under another is its height."""
