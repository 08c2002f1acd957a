"""The layouts of the window: which panels each shows at first. People may then arrange each as they like."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Layout:
    """One layout, and the panels that it begins with."""

    title: str
    icon: str
    help: str
    panels: tuple[str, ...]


LAYOUTS: dict[str, Layout] = {
    "rig": Layout(
        "Rig", "bone", "Bones, their joints and constraints, and what is wrong.", ("bones", "properties", "problems")
    ),
    "pose": Layout("Pose", "pose", "The figure, its bones, and the way back.", ("bones", "history", "properties")),
    "solve": Layout(
        "Solve",
        "plot",
        "How the solver gets there, side by side with another.",
        ("bones", "history", "solver", "solve"),
    ),
}
FIRST = "pose"
"""Most people open a figure to pose it."""
