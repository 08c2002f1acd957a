"""The layouts of the window: which panels each shows at first. People may then arrange each as they like."""

from __future__ import annotations

import msgspec

from pantin.app.messages import _


class Layout(msgspec.Struct, frozen=True):
    """One layout, and the panels that it begins with."""

    title: str
    icon: str
    help: str
    panels: tuple[str, ...]


LAYOUTS: dict[str, Layout] = {
    "rig": Layout(
        _("Rig"),
        "bone",
        _("Build the bones: the rest pose is edited, the pose is kept."),
        ("bones", "history", "properties", "problems"),
    ),
    "pose": Layout(
        _("Pose"),
        "pose",
        _("The figure, its bones, its poses, its clips, and the way back."),
        ("bones", "history", "properties", "clip", "poses"),
    ),
    "solve": Layout(
        _("Solve"),
        "plot",
        _("How the solver gets there, side by side with another."),
        ("bones", "history", "solver", "solve"),
    ),
}
EDITING = "rig"
"""In this layout the rest pose is edited; in all others the figure is posed."""

FIRST = "pose"
"""Most people open a figure to pose it."""
