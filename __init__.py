"""Pantin: rigs and poses with inverse kinematics.

document = pantin.read("figure.rig.json")
evaluated = pantin.evaluate(document)
pantin.write(document, "copy.rig.json")

Importing this costs nothing: what the four names need is loaded when one of them is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pantin.rigs import Document, read, write
    from pantin.solver import evaluate

__all__ = ["Document", "evaluate", "read", "write"]


def __getattr__(name: str) -> Any:
    """`evaluate` from the solver, the rest from `pantin.rigs`, loaded at first use."""
    if name not in __all__:
        raise AttributeError(f"module 'pantin' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module("pantin.solver" if name == "evaluate" else "pantin.rigs"), name)
    globals()[name] = value
    return value
