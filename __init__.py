"""Pantin: rigs and poses with inverse kinematics.

document = pantin.read("figure.rig.json")
evaluated = pantin.evaluate(document)
pantin.write(document, "copy.rig.json")
pantin.write(pantin.flipped(document), "flipped.rig.json")

Importing this costs nothing: what a name needs is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pantin.rigs import Document, read, write
    from pantin.solver import evaluate
    from pantin.solver.edits.poses import flipped, mixed

PLACES = {
    "Document": "pantin.rigs",
    "evaluate": "pantin.solver",
    "flipped": "pantin.solver.edits.poses",
    "mixed": "pantin.solver.edits.poses",
    "read": "pantin.rigs",
    "write": "pantin.rigs",
}
"""The module that has each name."""

__all__ = ["Document", "evaluate", "flipped", "mixed", "read", "write"]


def __getattr__(name: str) -> Any:
    """The value of that name, loaded at first use."""
    if name not in PLACES:
        raise AttributeError(f"module 'pantin' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(PLACES[name]), name)
    globals()[name] = value
    return value
